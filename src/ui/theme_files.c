/* theme_files.c: where themes are looked for.
 *
 * Folders in order; the first that has NAME.theme wins. A name is one word of a folder's list,
 * never a path. Not found anywhere, `dark` comes from the program itself. */
#include "ui/theme.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

enum {
    FOLDERS_MAX = 6,
    FILE_MAX_BYTES = 64 * 1024,
};

static const char suffix[] = ".theme";

struct folders {
    size_t count;
    char path[FOLDERS_MAX][PATH_MAX];
};

/* Adds START joined with REST, unless START is unset, empty, or the whole too long. */
static void add(struct folders *folders, const char *start, const char *rest)
{
    if (!start || !*start || folders->count == FOLDERS_MAX)
        return;
    int length = snprintf(folders->path[folders->count], PATH_MAX, "%s%s", start, rest);
    if (length > 0 && length < PATH_MAX)
        folders->count++;
}

/* The folder that holds the program; false when /proc does not tell. */
static bool program_folder(char out[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", out, PATH_MAX - 1);
    if (length <= 0)
        return false;
    out[length] = '\0';
    char *slash = strrchr(out, '/');
    if (!slash)
        return false;
    *slash = '\0';
    return true;
}

static void find_folders(struct folders *folders)
{
    char beside[PATH_MAX];
    folders->count = 0;
    add(folders, getenv("FSYNCSCOPE_THEMES"), "");
    add(folders, getenv("XDG_CONFIG_HOME"), "/fsyncscope/themes");
    add(folders, getenv("HOME"), "/.config/fsyncscope/themes");
    if (program_folder(beside)) {
        add(folders, beside, "/themes"); /* a build tree */
        add(folders, beside, "/../share/fsyncscope/themes");
    }
#ifdef FSYNCSCOPE_THEME_DIR
    add(folders, FSYNCSCOPE_THEME_DIR, "");
#endif
}

static bool is_name(const char *name)
{
    return *name && *name != '.' && !strchr(name, '/') && strlen(name) < THEME_NAME_MAX;
}

/* A regular file of a theme's size: what else has the name (a FIFO that waits for a writer, a
 * device without end) is no theme, for reading and for the list alike. */
static bool is_theme_file(const struct stat *st)
{
    return S_ISREG(st->st_mode) && st->st_size <= FILE_MAX_BYTES;
}

/* The file's text, malloc'd, without a byte order mark; NULL when it cannot be read as a theme.
 * Never waits: O_NONBLOCK, since this runs on the drawing thread. */
static char *read_file(const char *path)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool usable = fd >= 0 && fstat(fd, &st) == 0 && is_theme_file(&st);
    char *text = usable ? calloc(1, FILE_MAX_BYTES + 1) : NULL;
    if (text && read(fd, text, FILE_MAX_BYTES) < 0) {
        free(text);
        text = NULL;
    }
    if (fd >= 0)
        close(fd);
    return text;
}

static bool load_from(const char *folder, const char *name, struct theme *out,
                      struct theme_notes *notes)
{
    char path[PATH_MAX + THEME_NAME_MAX + sizeof suffix];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, suffix);
    char *text = read_file(path);
    if (!text)
        return false;
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    bool marked = strncmp(text, byte_order_mark, strlen(byte_order_mark)) == 0;
    theme_parse(out, path, text + (marked ? strlen(byte_order_mark) : 0), notes);
    free(text);
    return true;
}

static int refuse(const char *name, struct err *err)
{
    char names[THEMES_MAX][THEME_NAME_MAX], list[256] = "", shown[64];
    size_t count = theme_list(names);
    for (size_t i = 0; i < count; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
    }
    err_set(err, 0, "--theme %s: no such theme; there are %s",
            text_escape(shown, sizeof shown, name), list);
    return -ENOENT;
}

int theme_load(const char *name, struct theme *out, struct theme_notes *notes, struct err *err)
{
    static const char fallback[] = "dark";
    struct folders folders;
    *notes = (struct theme_notes){0};
    if (!is_name(name))
        return refuse(name, err);
    find_folders(&folders);
    text_copy(out->name, sizeof out->name, name);
    for (size_t i = 0; i < folders.count; i++)
        if (load_from(folders.path[i], name, out, notes))
            return 0;
    if (strcmp(name, fallback) != 0)
        return refuse(name, err);
    theme_builtin(out);
    return 0;
}

/* Puts NAME in its place in the sorted list, once. */
static void insert(char names[THEMES_MAX][THEME_NAME_MAX], size_t *count, const char *name)
{
    size_t at = 0;
    while (at < *count && strcmp(names[at], name) < 0)
        at++;
    if (*count == THEMES_MAX || (at < *count && strcmp(names[at], name) == 0))
        return;
    memmove(names[at + 1], names[at], (*count - at) * sizeof names[0]);
    text_copy(names[at], THEME_NAME_MAX, name);
    (*count)++;
}

static void list_folder(const char *folder, char names[THEMES_MAX][THEME_NAME_MAX], size_t *count)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    struct stat st;
    while (dir && (entry = readdir(dir))) {
        size_t length = strlen(entry->d_name);
        if (length < sizeof suffix || strcmp(entry->d_name + length - strlen(suffix), suffix) != 0)
            continue;
        if (fstatat(dirfd(dir), entry->d_name, &st, 0) || !is_theme_file(&st))
            continue;
        entry->d_name[length - strlen(suffix)] = '\0';
        if (is_name(entry->d_name))
            insert(names, count, entry->d_name);
    }
    if (dir)
        closedir(dir);
}

size_t theme_list(char names[THEMES_MAX][THEME_NAME_MAX])
{
    struct folders folders;
    size_t count = 0;
    insert(names, &count, "dark");
    find_folders(&folders);
    for (size_t i = 0; i < folders.count; i++)
        list_folder(folders.path[i], names, &count);
    return count;
}
