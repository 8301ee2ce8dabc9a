/* tree.h: a temporary directory for tests: a place for scratch files, or a /proc and /sys of their
 * own. Fails the test when it cannot do what is asked. */
#ifndef FSYNCSCOPE_TESTS_TREE_H
#define FSYNCSCOPE_TESTS_TREE_H

struct tree {
    char path[256];
    int fd;
};

/* Makes it inside PARENT; NULL: $TMPDIR or /tmp. */
void tree_make(struct tree *tree, const char *parent);

/* Writes TEXT to the file NAME (a/b/c), made with its folders when it is not there, mode 0644. */
void tree_write(const struct tree *tree, const char *name, const char *text);

/* Makes the symbolic link NAME with its folders. */
void tree_link(const struct tree *tree, const char *name, const char *target);

/* How many entries the directory itself has. */
unsigned tree_entries(const struct tree *tree);

/* The name of its only entry, in a buffer of 256 bytes. */
void tree_only_entry(const struct tree *tree, char name[256]);

/* Removes it and all that is in it. */
void tree_remove(struct tree *tree);

#endif
