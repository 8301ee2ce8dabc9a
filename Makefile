# fsyncscope: make, make run [DIR=...], make check, make bench, make fuzz, make install.
#
# Objects live in build/<flavour>/, so a sanitizer build stands beside the plain one:
#   make SANITIZE=address,undefined check
#   make SANITIZE=thread check
# CC, CFLAGS, CPPFLAGS, LDFLAGS, LDLIBS and PKG_CONFIG may be set from outside.

VERSION := 0.1.0

PREFIX  ?= /usr/local
BINDIR  ?= $(PREFIX)/bin
DATADIR ?= $(PREFIX)/share
MANDIR  ?= $(DATADIR)/man

SANITIZE   ?=
PKG_CONFIG ?= pkg-config
CFLAGS     ?= -O2 -g
DIR        ?= .

comma   := ,
FLAVOUR := $(if $(SANITIZE),$(subst $(comma),-,$(SANITIZE)),plain)
BUILD   := build/$(FLAVOUR)
PROGRAM := $(if $(SANITIZE),$(BUILD)/fsyncscope,fsyncscope)

# Asked for only by the recipes that use them, so that `make clean` needs no ncurses.
CURSES_CFLAGS  = $(shell $(PKG_CONFIG) --cflags ncursesw 2>/dev/null)
CURSES_LIBS    = $(shell $(PKG_CONFIG) --libs ncursesw 2>/dev/null || echo -lncursesw -ltinfo)
# May be missing: then the mode that needs it says "not built in".
URING_CFLAGS   = $(shell $(PKG_CONFIG) --cflags liburing 2>/dev/null && echo -DHAVE_LIBURING)
URING_LIBS     = $(shell $(PKG_CONFIG) --libs liburing 2>/dev/null)
CMOCKA_CFLAGS  = $(shell $(PKG_CONFIG) --cflags cmocka 2>/dev/null)
CMOCKA_LIBS    = $(shell $(PKG_CONFIG) --libs cmocka 2>/dev/null || echo -lcmocka)

# -fno-omit-frame-pointer only where a report needs a stack.
SANITIZE_FLAGS := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-omit-frame-pointer)

# The project's own flags come first, so that those from outside win.
WARNINGS := -Wall -Wextra -Wshadow -Wmissing-prototypes -Wformat=2 -Wstrict-prototypes
override CFLAGS   := -std=c17 -pthread $(WARNINGS) $(CFLAGS) $(SANITIZE_FLAGS)
override CPPFLAGS := -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -iquote include \
                     -DFSYNCSCOPE_VERSION='"$(VERSION)"' \
                     -DFSYNCSCOPE_THEME_DIR='"$(DATADIR)/fsyncscope/themes"' $(CPPFLAGS)
override LDFLAGS  := -pthread $(SANITIZE_FLAGS) $(LDFLAGS)

SOURCES      := $(wildcard src/*/*.c)
CURSES_ONLY  := src/ui/screen.c
APP_ONLY     := src/app/main.c
LIB_OBJECTS  := $(patsubst %.c,$(BUILD)/%.o,$(filter-out $(CURSES_ONLY) $(APP_ONLY),$(SOURCES)))
PROG_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(filter $(CURSES_ONLY) $(APP_ONLY),$(SOURCES)))
LIBRARY      := $(BUILD)/libfsyncscope.a

# Under the thread sanitizer only what has threads.
TEST_SOURCES := $(wildcard $(if $(filter thread,$(FLAVOUR)), \
                    tests/test_engine*.c tests/test_group_wakes.c tests/test_pacer.c \
                    tests/test_strategy*.c tests/test_tracer.c, tests/test_*.c))
TESTS        := $(patsubst tests/%.c,$(BUILD)/tests/%,$(TEST_SOURCES))
TEST_SUPPORT := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/support/*.c))
FUZZERS      := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
BENCHES      := $(patsubst tests/bench/%.c,$(BUILD)/bench/%,$(wildcard tests/bench/*.c))
PTY_DRIVER   := $(BUILD)/pty/pty_driver

.DELETE_ON_ERROR:
# The tests' objects are kept: made again only when their source changed.
.SECONDARY:
.PHONY: all run check bench fuzz install uninstall clean tests benches fuzzers

all: $(PROGRAM)

$(PROGRAM): $(PROG_OBJECTS) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(CURSES_LIBS) $(URING_LIBS) -lm $(LDLIBS)

# Made anew: `ar r` would keep the object of a source that is gone.
$(LIBRARY): $(LIB_OBJECTS)
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/src/sys/ring.o: override CPPFLAGS += $(URING_CFLAGS)
$(BUILD)/src/ui/screen.o: override CPPFLAGS += $(CURSES_CFLAGS)
$(BUILD)/tests/%: override CPPFLAGS += $(CMOCKA_CFLAGS) -iquote tests

$(BUILD)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# Tests link no ncurses: the linker keeps curses inside src/ui/screen.c.
$(BUILD)/tests/test_%: $(BUILD)/tests/test_%.o $(TEST_SUPPORT) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(CMOCKA_LIBS) $(URING_LIBS) -lm $(LDLIBS)

# Programs of one file, without the library: they must not share its faults.
$(BUILD)/bench/%: tests/bench/%.c tests/bench/kept.h Makefile
	@mkdir -p $(@D)
	$(CC) -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 $(URING_CFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $< \
		$(URING_LIBS) $(LDLIBS)

$(BUILD)/pty/%: tests/pty/%.c Makefile
	@mkdir -p $(@D)
	$(CC) -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 $(CFLAGS) $(LDFLAGS) -o $@ $< $(LDLIBS)

run: $(PROGRAM)
	./$(PROGRAM) "$(DIR)"

tests: $(TESTS) $(PTY_DRIVER)
benches: $(BENCHES)

# All flavours, or the one that SANITIZE names.
check:
ifeq ($(SANITIZE),)
	$(MAKE) all tests
	$(MAKE) SANITIZE=address,undefined all tests
	$(MAKE) SANITIZE=thread tests
	tests/run plain address-undefined thread
else
	$(MAKE) all tests
	tests/run $(FLAVOUR)
endif

bench: $(PROGRAM) $(BENCHES)
	BUILD="$(BUILD)" PROGRAM="$(PROGRAM)" DIR="$(DIR)" tests/bench/run

# libFuzzer is clang's. What a run finds of interest stays in build/, what breaks in the present
# folder; tests/fuzz/corpus is what every run begins with.
FUZZ_SECONDS ?= 30

fuzz:
	$(MAKE) CC=clang SANITIZE=address,undefined,fuzzer-no-link fuzzers

fuzzers: $(FUZZERS)
	@for f in $^; do \
	    name=$${f##*/fuzz_}; found=$(BUILD)/fuzz/found/$$name; log=$(BUILD)/fuzz/$$name.log; \
	    mkdir -p $$found; \
	    $$f -max_total_time=$(FUZZ_SECONDS) -max_len=8192 -timeout=10 -print_final_stats=1 \
	        $$found tests/fuzz/corpus/$$name >$$log 2>&1 || { cat $$log; exit 1; }; \
	    echo "$$name: no finding in $$(sed -n 's/^stat::number_of_executed_units: *//p' $$log) runs"; \
	done

$(BUILD)/fuzz/%: $(BUILD)/tests/fuzz/%.o $(BUILD)/tests/fuzz/scratch_root.o $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ -lm $(LDLIBS)

install: $(PROGRAM)
	install -d "$(DESTDIR)$(BINDIR)" "$(DESTDIR)$(MANDIR)/man1" "$(DESTDIR)$(DATADIR)/fsyncscope/themes"
	install -m 755 $(PROGRAM) "$(DESTDIR)$(BINDIR)/fsyncscope"
	install -m 644 man/fsyncscope.1 "$(DESTDIR)$(MANDIR)/man1/fsyncscope.1"
	install -m 644 themes/*.theme "$(DESTDIR)$(DATADIR)/fsyncscope/themes"

uninstall:
	rm -f "$(DESTDIR)$(BINDIR)/fsyncscope" "$(DESTDIR)$(MANDIR)/man1/fsyncscope.1"
	rm -f $(patsubst themes/%,"$(DESTDIR)$(DATADIR)/fsyncscope/themes/%",$(wildcard themes/*.theme))
	-rmdir "$(DESTDIR)$(DATADIR)/fsyncscope/themes" "$(DESTDIR)$(DATADIR)/fsyncscope" 2>/dev/null

clean:
	rm -rf build fsyncscope

-include $(wildcard $(BUILD)/src/*/*.d $(BUILD)/tests/*.d $(BUILD)/tests/support/*.d $(BUILD)/tests/fuzz/*.d)
