// Random input for a window: keys, the mouse, the wheel, sizes, as a person without a plan would give it.
//
// Usage: `monkey WINDOW SECONDS SEED X Y`. The same seed gives the same input in the same order; how much of
// it fits into the time depends on the machine. Goes by XTEST, so the window sees it as it sees a person's.
// (X, Y), in the window, is where something lies that can be dragged. Prints one line an action, which says
// what was done when something went wrong. Never presses Ctrl+Q and leaves nothing held. Ends early, with 0,
// when the window is gone: whoever started both looks why.
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct Monkey {
    Display *display;
    Window window;
    uint64_t random;
    int width, height;    // of the window
    int handleX, handleY; // something to drag, in the window
    int originX, originY; // of the window, on the screen
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
    uint32_t held = drawModifiers(monkey);
    if (key == XK_q) held &= ~2u; // Ctrl+Q would end it
    if (key == XK_F11 || key == XK_bracketright) held = 0;
    printf("key %s %u\n", XKeysymToString(key), held);
    holdModifiers(monkey, held, true);
    int count = draw(monkey, 4) == 0 ? 1 + (int)draw(monkey, 12) : 1;
    for (int i = 0; i < count; ++i) {
        press(monkey, key, true);
        pauseFor(monkey, 5 + (int)draw(monkey, 20));
        press(monkey, key, false);
    }
    holdModifiers(monkey, held, false);
}

// From the handle, its surroundings or anywhere, to anywhere, in some moves of the mouse; now and then with
// keys and the wheel in the middle of it.
static void drag(Monkey *monkey) {
    int x = (int)draw(monkey, (uint32_t)monkey->width), y = (int)draw(monkey, (uint32_t)monkey->height);
    if (draw(monkey, 3) != 0) {
        x = monkey->handleX + (int)draw(monkey, 61) - 30;
        y = monkey->handleY + (int)draw(monkey, 61) - 30;
    }
    unsigned number = draw(monkey, 4) == 0 ? 1 + draw(monkey, 3) : 1;
    uint32_t held = draw(monkey, 4) == 0 ? drawModifiers(monkey) : 0;
    int steps = 2 + (int)draw(monkey, 25);
    int toX = (int)draw(monkey, (uint32_t)monkey->width), toY = (int)draw(monkey, (uint32_t)monkey->height);
    printf("drag %u %u from %d %d to %d %d in %d\n", number, held, x, y, toX, toY, steps);
    moveTo(monkey, x, y);
    holdModifiers(monkey, held, true);
    pauseFor(monkey, 5);
    button(monkey, number, true);
    for (int i = 1; i <= steps; ++i) {
        moveTo(monkey, x + (toX - x) * i / steps, y + (toY - y) * i / steps);
        pauseFor(monkey, 3 + (int)draw(monkey, 15));
        if (draw(monkey, 40) == 0) pressKey(monkey);
        if (draw(monkey, 30) == 0) {
            button(monkey, 4 + draw(monkey, 2), true);
            button(monkey, 4, false);
            button(monkey, 5, false);
        }
    }
    button(monkey, number, false);
    holdModifiers(monkey, held, false);
}

static void click(Monkey *monkey) {
    int x = (int)draw(monkey, (uint32_t)monkey->width), y = (int)draw(monkey, (uint32_t)monkey->height);
    if (draw(monkey, 4) == 0) y = (int)draw(monkey, 24); // the menus
    printf("click %d %d\n", x, y);
    moveTo(monkey, x, y);
    pauseFor(monkey, 20);
    button(monkey, 1, true);
    pauseFor(monkey, 20);
    button(monkey, 1, false);
}

static void turnWheel(Monkey *monkey) {
    unsigned number = 4 + draw(monkey, 2);
    int count = 1 + (int)draw(monkey, 6);
    uint32_t held = drawModifiers(monkey);
    printf("wheel %u %u times %d\n", number, held, count);
    holdModifiers(monkey, held, true);
    for (int i = 0; i < count; ++i) {
        button(monkey, number, true);
        button(monkey, number, false);
        pauseFor(monkey, 4);
    }
    holdModifiers(monkey, held, false);
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
    if (kind < 42) {
        pressKey(monkey);
    } else if (kind < 78) {
        drag(monkey);
    } else if (kind < 88) {
        click(monkey);
    } else if (kind < 97) {
        turnWheel(monkey);
    } else {
        resize(monkey);
    }
    pauseFor(monkey, (int)draw(monkey, 40));
}

int main(int argCount, char *args[]) {
    if (argCount != 6) {
        fprintf(stderr, "usage: monkey WINDOW SECONDS SEED X Y\n");
        return 2;
    }
    Monkey monkey = {.display = XOpenDisplay(NULL),
                     .window = (Window)strtoul(args[1], NULL, 0),
                     .random = 0x9E3779B97F4A7C15ULL ^ strtoull(args[3], NULL, 10),
                     .handleX = atoi(args[4]),
                     .handleY = atoi(args[5])};
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
