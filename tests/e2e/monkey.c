// Random input for a window: keys, text, the mouse, the wheel, menus, sizes, dropped files.
//
// Usage: `monkey WINDOW SECONDS SEED X Y [FILE...]`. The same seed gives the same input in the same order;
// how much of it fits into the time depends on the machine. Uses XTEST, so the window sees it like a person's
// input; the program `drop` beside this one drops the files. (X, Y), in the window, is the position of a
// draggable object. Prints one line for each action, to reconstruct failures. Never presses Ctrl+Q and
// releases everything. Ends early, with 0, when the window has gone: the caller finds out why.
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct Monkey {
    Display *display;
    Window window;
    uint64_t random;
    int width, height;    // of the window
    int handleX, handleY; // a draggable object, in the window
    int originX, originY; // of the window, on the screen
    const char *windowName, *dropProgram;
    char *const *files; // files[fileCount]: to drop
    int fileCount;
} Monkey;

static bool windowIsGone;

static int noteError(Display *display, XErrorEvent *error) {
    (void)display;
    (void)error;
    windowIsGone = true;
    return 0;
}

// xorshift64*
static uint32_t draw(Monkey *monkey, uint32_t below) {
    uint64_t x = monkey->random;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    monkey->random = x;
    return (uint32_t)((x * 2685821657736338717ULL) >> 33) % below;
}

static void pauseFor(Monkey *monkey, int milliseconds) {
    XSync(monkey->display, False);
    struct timespec time = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000L};
    nanosleep(&time, NULL);
}

static void readWindow(Monkey *monkey) {
    XWindowAttributes attributes;
    Window child;
    if (!XGetWindowAttributes(monkey->display, monkey->window, &attributes)) {
        windowIsGone = true;
        return;
    }
    monkey->width = attributes.width;
    monkey->height = attributes.height;
    XTranslateCoordinates(monkey->display, monkey->window, attributes.root, 0, 0, &monkey->originX,
                          &monkey->originY, &child);
}

static void moveTo(Monkey *monkey, int x, int y) {
    XTestFakeMotionEvent(monkey->display, -1, monkey->originX + x, monkey->originY + y, CurrentTime);
}

static void press(Monkey *monkey, KeySym key, bool down) {
    KeyCode code = XKeysymToKeycode(monkey->display, key);
    if (code != 0) XTestFakeKeyEvent(monkey->display, code, down, CurrentTime);
}

static void button(Monkey *monkey, unsigned number, bool down) {
    XTestFakeButtonEvent(monkey->display, number, down, CurrentTime);
}

static const KeySym modifiers[] = {XK_Shift_L, XK_Control_L, XK_Alt_L};

static void holdModifiers(Monkey *monkey, uint32_t which, bool down) {
    for (int i = 0; i < 3; ++i)
        if (which & 1u << i) press(monkey, modifiers[i], down);
}

// One in three with Shift, one in five with Ctrl, one in nine with Alt.
static uint32_t drawModifiers(Monkey *monkey) {
    return (draw(monkey, 3) == 0 ? 1u : 0u) | (draw(monkey, 5) == 0 ? 2u : 0u) |
           (draw(monkey, 9) == 0 ? 4u : 0u);
}

static void pressKey(Monkey *monkey) {
    static const KeySym keys[] = {XK_a,
                                  XK_b,
                                  XK_c,
                                  XK_d,
                                  XK_e,
                                  XK_f,
                                  XK_g,
                                  XK_h,
                                  XK_i,
                                  XK_j,
                                  XK_k,
                                  XK_l,
                                  XK_m,
                                  XK_n,
                                  XK_o,
                                  XK_p,
                                  XK_q,
                                  XK_r,
                                  XK_s,
                                  XK_t,
                                  XK_u,
                                  XK_v,
                                  XK_w,
                                  XK_x,
                                  XK_y,
                                  XK_z,
                                  XK_0,
                                  XK_1,
                                  XK_5,
                                  XK_9,
                                  XK_space,
                                  XK_space,
                                  XK_period,
                                  XK_comma,
                                  XK_minus,
                                  XK_equal,
                                  XK_BackSpace,
                                  XK_bracketleft,
                                  XK_bracketright,
                                  XK_bracketright,
                                  XK_F1,
                                  XK_F2,
                                  XK_F3,
                                  XK_F9,
                                  XK_F10,
                                  XK_F11,
                                  XK_Tab,
                                  XK_Escape,
                                  XK_Return,
                                  XK_Home,
                                  XK_End,
                                  XK_Delete,
                                  XK_Left,
                                  XK_Right,
                                  XK_Up,
                                  XK_Down,
                                  XK_Page_Up,
                                  XK_Page_Down,
                                  XK_slash};
    KeySym key = keys[draw(monkey, sizeof keys / sizeof *keys)];
    uint32_t pressed = drawModifiers(monkey);
    if (key == XK_q) pressed &= ~2u; // Ctrl+Q would quit
    if (key == XK_F11 || key == XK_bracketright) pressed = 0;
    printf("key %s %u\n", XKeysymToString(key), pressed);
    holdModifiers(monkey, pressed, true);
    int count = draw(monkey, 4) == 0 ? 1 + (int)draw(monkey, 12) : 1;
    for (int i = 0; i < count; ++i) {
        press(monkey, key, true);
        pauseFor(monkey, 5 + (int)draw(monkey, 20));
        press(monkey, key, false);
    }
    holdModifiers(monkey, pressed, false);
}

// Drops a file somewhere, whatever is pressed. The drop program checks that the window accepted it.
static void dropFile(Monkey *monkey) {
    if (monkey->fileCount == 0) return;
    char x[16], y[16];
    snprintf(x, sizeof x, "%d", monkey->originX + (int)draw(monkey, (uint32_t)monkey->width));
    snprintf(y, sizeof y, "%d", monkey->originY + (int)draw(monkey, (uint32_t)monkey->height));
    char *file = monkey->files[draw(monkey, (uint32_t)monkey->fileCount)];
    printf("drop %s\n", file);
    fflush(stdout);
    XSync(monkey->display, False);
    pid_t child = fork();
    if (child == 0) {
        execl(monkey->dropProgram, monkey->dropProgram, monkey->windowName, x, y, file, (char *)NULL);
        _exit(127);
    }
    if (child > 0) waitpid(child, NULL, 0);
}

// Drags from the handle, its surroundings or anywhere, to anywhere, in several mouse moves; sometimes with
// keys and the wheel in between.
static void drag(Monkey *monkey) {
    int x = (int)draw(monkey, (uint32_t)monkey->width), y = (int)draw(monkey, (uint32_t)monkey->height);
    if (draw(monkey, 3) != 0) {
        x = monkey->handleX + (int)draw(monkey, 61) - 30;
        y = monkey->handleY + (int)draw(monkey, 61) - 30;
    }
    unsigned number = draw(monkey, 4) == 0 ? 1 + draw(monkey, 3) : 1;
    uint32_t pressed = draw(monkey, 4) == 0 ? drawModifiers(monkey) : 0;
    int steps = 2 + (int)draw(monkey, 25);
    int toX = (int)draw(monkey, (uint32_t)monkey->width), toY = (int)draw(monkey, (uint32_t)monkey->height);
    printf("drag %u %u from %d %d to %d %d in %d\n", number, pressed, x, y, toX, toY, steps);
    moveTo(monkey, x, y);
    holdModifiers(monkey, pressed, true);
    pauseFor(monkey, 5);
    button(monkey, number, true);
    for (int i = 1; i <= steps; ++i) {
        moveTo(monkey, x + (toX - x) * i / steps, y + (toY - y) * i / steps);
        pauseFor(monkey, 3 + (int)draw(monkey, 15));
        if (draw(monkey, 40) == 0) pressKey(monkey);
        if (draw(monkey, 150) == 0) dropFile(monkey);
        if (draw(monkey, 30) == 0) {
            button(monkey, 4 + draw(monkey, 2), true);
            button(monkey, 4, false);
            button(monkey, 5, false);
        }
    }
    button(monkey, number, false);
    holdModifiers(monkey, pressed, false);
}

static void clickAt(Monkey *monkey, int x, int y) {
    moveTo(monkey, x, y);
    pauseFor(monkey, 20);
    button(monkey, 1, true);
    pauseFor(monkey, 20);
    button(monkey, 1, false);
}

// Picks a position anywhere, or where the panels have their buttons, fields and rows: left, right, below.
static void drawPlace(Monkey *monkey, int *x, int *y) {
    *x = (int)draw(monkey, (uint32_t)monkey->width);
    *y = (int)draw(monkey, (uint32_t)monkey->height);
    uint32_t side = draw(monkey, 5);
    if (side == 0) *x = *x % 250;
    if (side == 1) *x = monkey->width - 1 - *x % 330;
    if (side == 2) *y = monkey->height - 1 - *y % 260;
}

static void click(Monkey *monkey) {
    int x, y;
    drawPlace(monkey, &x, &y);
    uint32_t pressed = draw(monkey, 4) == 0 ? drawModifiers(monkey) : 0;
    bool twice = draw(monkey, 3) == 0;
    printf("click %d %d %u %s\n", x, y, pressed, twice ? "twice" : "once");
    holdModifiers(monkey, pressed, true);
    clickAt(monkey, x, y);
    if (twice) clickAt(monkey, x, y);
    holdModifiers(monkey, pressed, false);
}

// Opens a menu and clicks one of its items or none.
static void useMenu(Monkey *monkey) {
    int x = (int)draw(monkey, (uint32_t)monkey->width), down = 30 + (int)draw(monkey, 450);
    if (draw(monkey, 4) != 0) x %= 420; // the menus; to their right are pills
    printf("menu %d %d\n", x, down);
    clickAt(monkey, x, 12);
    pauseFor(monkey, 60);
    clickAt(monkey, x + 15, down);
}

// Types into a field that a double click, or one with Ctrl, opens; without a field the keys are commands.
static void typeText(Monkey *monkey) {
    static const KeySym letters[] = {XK_0,         XK_1,    XK_2,    XK_5, XK_9,     XK_period, XK_minus,
                                     XK_e,         XK_n,    XK_a,    XK_i, XK_comma, XK_slash,  XK_space,
                                     XK_BackSpace, XK_Left, XK_Home, XK_v, XK_c,     XK_percent};
    static const KeySym ends[] = {XK_Return, XK_Return, XK_Tab, XK_Escape};
    int x, y, count = 1 + (int)draw(monkey, 30);
    drawPlace(monkey, &x, &y);
    bool withControl = draw(monkey, 2) == 0;
    printf("type %d at %d %d\n", count, x, y);
    holdModifiers(monkey, withControl ? 2u : 0u, true);
    clickAt(monkey, x, y);
    if (!withControl) clickAt(monkey, x, y);
    holdModifiers(monkey, withControl ? 2u : 0u, false);
    pauseFor(monkey, 40);
    for (int i = 0; i <= count; ++i) {
        KeySym key =
            i < count ? letters[draw(monkey, sizeof letters / sizeof *letters)] : ends[draw(monkey, 4)];
        press(monkey, key, true);
        pauseFor(monkey, 4);
        press(monkey, key, false);
    }
}

static void turnWheel(Monkey *monkey) {
    unsigned number = 4 + draw(monkey, 2);
    int count = 1 + (int)draw(monkey, 6), x, y;
    uint32_t pressed = drawModifiers(monkey);
    drawPlace(monkey, &x, &y);
    if (draw(monkey, 2) == 0) moveTo(monkey, x, y);
    printf("wheel %u %u times %d\n", number, pressed, count);
    holdModifiers(monkey, pressed, true);
    for (int i = 0; i < count; ++i) {
        button(monkey, number, true);
        button(monkey, number, false);
        pauseFor(monkey, 4);
    }
    holdModifiers(monkey, pressed, false);
}

static void resize(Monkey *monkey) {
    unsigned width = 200 + draw(monkey, 1400), height = 150 + draw(monkey, 900);
    printf("resize %u %u\n", width, height);
    XResizeWindow(monkey->display, monkey->window, width, height);
    pauseFor(monkey, 60);
}

static void act(Monkey *monkey) {
    uint32_t kind = draw(monkey, 100);
    readWindow(monkey);
    if (windowIsGone) return;
    if (kind < 38) {
        pressKey(monkey);
    } else if (kind < 70) {
        drag(monkey);
    } else if (kind < 79) {
        click(monkey);
    } else if (kind < 83) {
        useMenu(monkey);
    } else if (kind < 87) {
        typeText(monkey);
    } else if (kind < 89) {
        dropFile(monkey);
    } else if (kind < 97) {
        turnWheel(monkey);
    } else {
        resize(monkey);
    }
    pauseFor(monkey, (int)draw(monkey, 40));
}

int main(int argCount, char *args[]) {
    if (argCount < 6) {
        fprintf(stderr, "usage: monkey WINDOW SECONDS SEED X Y [FILE...]\n");
        return 2;
    }
    char dropProgram[4096];
    const char *slash = strrchr(args[0], '/');
    snprintf(dropProgram, sizeof dropProgram, "%.*sdrop", slash ? (int)(slash - args[0] + 1) : 0, args[0]);
    Monkey monkey = {.display = XOpenDisplay(NULL),
                     .window = (Window)strtoul(args[1], NULL, 0),
                     .random = 0x9E3779B97F4A7C15ULL ^ strtoull(args[3], NULL, 10),
                     .handleX = atoi(args[4]),
                     .handleY = atoi(args[5]),
                     .windowName = args[1],
                     .dropProgram = dropProgram,
                     .files = args + 6,
                     .fileCount = argCount - 6};
    if (!monkey.display) return 1;
    XSetErrorHandler(noteError);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    time_t end = now.tv_sec + strtol(args[2], NULL, 10);
    long actions = 0;
    for (; now.tv_sec < end && !windowIsGone; ++actions) {
        act(&monkey);
        fflush(stdout);
        clock_gettime(CLOCK_MONOTONIC, &now);
    }
    printf("%ld actions\n", actions);
    XCloseDisplay(monkey.display);
    return 0;
}
