/* ui.c: the main loop: one poll on keys, snapshots and signals, and a frame when one is due.
 *
 * Everything that changes marks the frame as due; frames are at least a tenth of a second apart, so
 * that neither a held key nor a flood of snapshots costs more. What keys do is in actions.c, what
 * is drawn in view.c; here is only when. */
#include "ui/ui.h"

#include <errno.h>
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "base/ending.h"
#include "ui/actions.h"
#include "ui/fatal.h"
#include "ui/screen.h"
#include "ui/suspend.h"
#include "ui/theme_choice.h"
#include "ui/touring.h"
#include "ui/view.h"

#define FRAME_NS   UINT64_C(100000000)
#define IDLE_NS    UINT64_C(1000000000)
#define SUSPEND_NS UINT64_C(500000000)
#define MS_NS      UINT64_C(1000000)

enum {
    SNAPSHOTS_AT_ONCE = 64,
    KEYS_AT_ONCE = 64,
    /* Reads in a row that found nothing although poll promised: the terminal's input has ended. */
    EMPTY_READS = 16,
    WAIT_KEYS = 0,
    WAIT_SOURCE,
    WAIT_SIGNALS,
    WAIT_EXPORT,
    WAITS,
};

struct loop {
    struct ui ui;
    const struct ui_options *options;
    const struct ui_guard *guard;
    struct ui_end *end;
    struct ui_screen *screen;
    struct canvas canvas;
    struct theme theme;
    struct exporter *exporter;
    int signals; /* signalfd */
    bool ended, due;
    unsigned empty_reads;
    uint64_t drawn_ns;
    struct scene scene;
    struct snapshot snapshot; /* large: not on the stack */
};

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void end_by(struct loop *loop, int signal)
{
    loop->ended = true;
    loop->end->signal = signal;
}

/* --- snapshots --- */

static void take_snapshots(struct loop *loop)
{
    struct snapshot *s = &loop->snapshot;
    for (int i = 0; i < SNAPSHOTS_AT_ONCE && source_next(loop->ui.source, s); i++) {
        history_add(loop->ui.history, s);
        ui_note(&loop->ui, s);
        loop->due = true;
        if (s->last)
            loop->ended = true;
    }
}

/* --- the screen --- */

static void guard_up(struct loop *loop)
{
    const struct ui_guard *guard = loop->guard;
    if (guard && guard->screen_up)
        guard->screen_up(guard->ctx, screen_before(loop->screen), screen_reset(loop->screen));
}

static void guard_down(struct loop *loop)
{
    if (loop->guard && loop->guard->screen_down)
        loop->guard->screen_down(loop->guard->ctx);
}

static void draw_canvas(struct loop *loop)
{
    int cols, rows;
    screen_size(loop->screen, &cols, &rows);
    if (cols != loop->canvas.cols || rows != loop->canvas.rows)
        canvas_resize(&loop->canvas, cols, rows);
    scene_take(&loop->scene, &loop->ui.state, loop->ui.history, loop->canvas.cols,
               loop->canvas.rows);
    view_draw(&loop->canvas, &loop->scene);
}

static void draw(struct loop *loop)
{
    draw_canvas(loop);
    screen_draw(loop->screen, &loop->canvas);
    loop->drawn_ns = loop->ui.state.now_ns;
    loop->due = false;
}

/* --- exports --- */

/* The screen of now, not the one drawn last. */
static void begin_export(struct loop *loop)
{
    struct err err;
    draw_canvas(loop);
    if (exporter_begin(loop->exporter, &loop->canvas, &loop->theme, loop->options->formats,
                       loop->options->formats_ctx, time(NULL), &err))
        state_say(&loop->ui.state, "%s", err.text);
    else
        state_say(&loop->ui.state, "exporting...");
}

static void take_export(struct loop *loop)
{
    char text[MESSAGE_MAX];
    if (!exporter_take(loop->exporter, text, sizeof text))
        return;
    state_say(&loop->ui.state, "%s", text);
    loop->due = true;
}

/* --- the theme --- */

static void use_next_theme(struct loop *loop)
{
    if (theme_choice_next(&loop->theme, &loop->ui.state))
        screen_theme(loop->screen, &loop->theme);
}

/* --- suspension --- */

static bool is_at_rest(const struct snapshot *s)
{
    return s && (s->state == RUN_PAUSED || s->state == RUN_DONE || s->state == RUN_FAILED);
}

/* Waits a bounded time until the load has come to rest: the terminal is whole then, and so is the
 * disk's peace while nobody looks. */
static void wait_for_rest(struct loop *loop)
{
    uint64_t until = now_ns() + SUSPEND_NS;
    while (!is_at_rest(history_latest(loop->ui.history)) && !loop->ended) {
        uint64_t now = now_ns();
        struct pollfd wait = {.fd = source_fd(loop->ui.source), .events = POLLIN};
        if (now >= until || poll(&wait, 1, (int)((until - now) / MS_NS) + 1) < 0)
            return;
        take_snapshots(loop);
    }
}

static void suspend(struct loop *loop)
{
    if (!suspend_is_possible())
        return;
    source_pause(loop->ui.source, true);
    wait_for_rest(loop);
    screen_leave(loop->screen);
    guard_down(loop);
    suspend_self();
    guard_up(loop);
    screen_return(loop->screen);
    if (!loop->ui.state.paused)
        source_pause(loop->ui.source, false);
    loop->due = true;
}

/* --- events --- */

static void take_wishes(struct loop *loop)
{
    struct ui *ui = &loop->ui;
    if (ui->quit)
        end_by(loop, 0);
    if (ui->next_theme)
        use_next_theme(loop);
    if (ui->export_screen)
        begin_export(loop);
    if (ui->redraw)
        screen_return(loop->screen);
    bool stop = ui->suspend;
    ui->quit = ui->next_theme = ui->redraw = ui->suspend = ui->export_screen = false;
    if (stop && !loop->ended)
        suspend(loop);
}

static void take_keys(struct loop *loop, short events)
{
    uint32_t key;
    int taken = 0;
    while (taken < KEYS_AT_ONCE && !loop->ended && (key = screen_key(loop->screen))) {
        taken++;
        loop->due = true;
        ui_key(&loop->ui, key);
        take_wishes(loop);
    }
    loop->empty_reads = taken ? 0 : loop->empty_reads + 1;
    bool gone = events & (POLLHUP | POLLERR | POLLNVAL);
    if (!loop->ended && (gone || loop->empty_reads >= EMPTY_READS))
        end_by(loop, SIGHUP);
}

static void take_signal(struct loop *loop, int number)
{
    switch (number) {
    case SIGWINCH: /* the next frame asks for the size */
        break;
    case SIGCONT:
        screen_return(loop->screen);
        break;
    case SIGTSTP:
        loop->ui.suspend = true;
        break;
    case SIGINT:
        end_by(loop, 0);
        break;
    default:
        end_by(loop, number);
    }
    loop->due = true;
}

static void take_signals(struct loop *loop)
{
    struct signalfd_siginfo info;
    while (!loop->ended && read(loop->signals, &info, sizeof info) == (ssize_t)sizeof info)
        take_signal(loop, (int)info.ssi_signo);
    take_wishes(loop);
}

/* Until the next frame is due, or the footer's message has had its time. */
static int wait_ms(const struct loop *loop)
{
    uint64_t now = now_ns(), until = now + IDLE_NS;
    const struct message *message = &loop->ui.state.message;
    if (loop->due)
        until = loop->drawn_ns + FRAME_NS;
    else if (message->until_ns > loop->drawn_ns && message->until_ns < until)
        until = message->until_ns;
    return until > now ? (int)((until - now + MS_NS - 1) / MS_NS) : 0;
}

static void step(struct loop *loop)
{
    struct pollfd wait[WAITS] = {
        [WAIT_KEYS] = {.fd = STDIN_FILENO, .events = POLLIN},
        [WAIT_SOURCE] = {.fd = source_fd(loop->ui.source), .events = POLLIN},
        [WAIT_SIGNALS] = {.fd = loop->signals, .events = POLLIN},
        [WAIT_EXPORT] = {.fd = exporter_fd(loop->exporter), .events = POLLIN},
    };
    struct state *state = &loop->ui.state;
    int ready = poll(wait, WAITS, wait_ms(loop));
    state->now_ns = now_ns();
    if (ready > 0 && wait[WAIT_SIGNALS].revents)
        take_signals(loop);
    if (ready > 0 && wait[WAIT_SOURCE].revents)
        take_snapshots(loop);
    if (ready > 0 && wait[WAIT_EXPORT].revents)
        take_export(loop);
    if (ready > 0 && wait[WAIT_KEYS].revents && !loop->ended)
        take_keys(loop, wait[WAIT_KEYS].revents);
    if (state->message.until_ns > loop->drawn_ns && state->now_ns >= state->message.until_ns)
        loop->due = true;
    if (loop->due && !loop->ended && state->now_ns >= loop->drawn_ns + FRAME_NS)
        draw(loop);
}

/* --- start and end --- */

static int open_signals(struct err *err)
{
    static const int numbers[] = {SIGWINCH, SIGTSTP, SIGCONT};
    sigset_t set;
    sigemptyset(&set);
    ending_signals(&set);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaddset(&set, numbers[i]);
    int fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return fd >= 0 ? fd : err_set(err, errno, "signals cannot be read");
}

static bool wants_colours(const struct ui_options *options)
{
    const char *no = getenv("NO_COLOR");
    return !options->no_color && !(no && *no);
}

static void run(struct loop *loop)
{
    loop->canvas.ascii = loop->options->ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    fatal_install(loop->guard);
    guard_up(loop);
    screen_theme(loop->screen, &loop->theme);
    loop->due = true;
    while (!loop->ended)
        step(loop);
    screen_close(loop->screen);
    guard_down(loop);
    fatal_remove();
    canvas_free(&loop->canvas);
}

int ui_run(struct source *source, struct history *history, const struct ui_options *options,
           const struct ui_guard *guard, struct ui_end *end, struct err *err)
{
    struct loop *loop = calloc(1, sizeof *loop);
    *end = (struct ui_end){0};
    if (!loop)
        return err_set(err, ENOMEM, "no memory for the dashboard");
    ui_init(&loop->ui, source, history);
    loop->ui.state.comparison = options->comparison;
    loop->ui.state.judge = options->judge;
    loop->options = options;
    loop->guard = guard;
    loop->end = end;
    loop->ui.state.now_ns = now_ns();
    int rc = theme_choice_begin(options->theme, &loop->theme, &loop->ui.state, end->note,
                                sizeof end->note, err);
    loop->signals = rc ? -1 : open_signals(err);
    if (!rc && loop->signals < 0)
        rc = loop->signals;
    if (!rc)
        rc = exporter_create(&loop->exporter, err);
    if (!rc)
        rc = screen_open(wants_colours(options), &loop->screen, err);
    if (!rc)
        run(loop);
    exporter_free(loop->exporter);
    if (loop->signals >= 0)
        close(loop->signals);
    touring_free(&loop->ui);
    free(loop);
    return rc;
}
