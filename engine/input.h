// What the person did since the last frame, as a list of events in their order and as the state after them.
//
// Positions are in framebuffer pixels from the top left corner. A press and its release may fall into one
// frame, so whoever drags reads the events, and whoever steers (fly, gamepad) reads the state.
#ifndef GX_INPUT_H
#define GX_INPUT_H

#include <stdbool.h>
#include <stdint.h>

// Letters and digits are their upper-case ASCII codes.
typedef enum gxKey {
    GX_KEY_SPACE = 32,
    GX_KEY_COMMA = 44,
    GX_KEY_MINUS = 45,
    GX_KEY_PERIOD = 46,
    GX_KEY_SLASH = 47,
    GX_KEY_EQUAL = 61,
    GX_KEY_LEFT_BRACKET = 91,
    GX_KEY_RIGHT_BRACKET = 93,
    GX_KEY_ESCAPE = 256,
    GX_KEY_ENTER,
    GX_KEY_TAB,
    GX_KEY_BACKSPACE,
    GX_KEY_INSERT,
    GX_KEY_DELETE,
    GX_KEY_RIGHT,
    GX_KEY_LEFT,
    GX_KEY_DOWN,
    GX_KEY_UP,
    GX_KEY_PAGE_UP,
    GX_KEY_PAGE_DOWN,
    GX_KEY_HOME,
    GX_KEY_END,
    GX_KEY_F1 = 290,
    GX_KEY_F2,
    GX_KEY_F3,
    GX_KEY_F9 = 298,
    GX_KEY_F10,
    GX_KEY_F11,
    GX_KEY_KEYPAD_0 = 320,
    GX_KEY_KEYPAD_9 = 329,
    GX_KEY_KEYPAD_DECIMAL = 330,
    GX_KEY_KEYPAD_SUBTRACT = 333,
    GX_KEY_KEYPAD_ENTER = 335,
    GX_KEY_COUNT = 349
} gxKey;

enum { GX_MOD_SHIFT = 1, GX_MOD_CTRL = 2, GX_MOD_ALT = 4 };

typedef enum gxButton { GX_BUTTON_LEFT = 0, GX_BUTTON_RIGHT, GX_BUTTON_MIDDLE, GX_BUTTON_COUNT } gxButton;

typedef enum gxEventKind {
    GX_EVENT_KEY_DOWN = 0, // key, mods, repeated
    GX_EVENT_KEY_UP,       // key, mods
    GX_EVENT_BUTTON_DOWN,  // button, mods, x, y
    GX_EVENT_BUTTON_UP,    // button, mods, x, y
    GX_EVENT_MOVE,         // mods, x, y
    GX_EVENT_WHEEL,        // mods, x, y, wheel
    GX_EVENT_DROP          // path
} gxEventKind;

typedef struct gxEvent {
    gxEventKind kind;
    int key, button, mods;
    bool repeated;
    double x, y;
    double wheel;     // notches, up positive
    const char *path; // @lifetime until the next frame
} gxEvent;

enum { GX_GAMEPAD_AXIS_COUNT = 6, GX_GAMEPAD_BUTTON_COUNT = 15 };

// Axes in the order left x, left y, right x, right y, left trigger, right trigger; sticks in [-1, 1] with y
// downwards, triggers in [0, 1].
typedef struct gxGamepad {
    bool present;
    char name[64];
    double raw[GX_GAMEPAD_AXIS_COUNT];  // as the device has them
    double axes[GX_GAMEPAD_AXIS_COUNT]; // without dead zones, and finer near the middle: axes.h
    bool buttons[GX_GAMEPAD_BUTTON_COUNT];
    int othersCount;  // that are connected, too, and not used
    char unknown[64]; // of a device that is no known gamepad, where there is no other; "": none
} gxGamepad;

// What such a device says when it is pushed all the way.
enum { GX_SPACE_AXIS_COUNT = 6, GX_SPACE_BUTTON_COUNT = 16, GX_SPACE_FULL_SCALE = 350 };

typedef enum gxSpaceState { GX_SPACE_NO_LIBRARY = 0, GX_SPACE_NO_DAEMON, GX_SPACE_CONNECTED } gxSpaceState;

// Axes in the order right, up, away from the viewer, and turns about these by the right hand; in [-1, 1].
typedef struct gxSpaceMouse {
    gxSpaceState state;
    char name[64];
    double raw[GX_SPACE_AXIS_COUNT];
    double axes[GX_SPACE_AXIS_COUNT];
    bool buttons[GX_SPACE_BUTTON_COUNT];
    bool pressed[GX_SPACE_BUTTON_COUNT]; // went down since the last frame, and may be up again
    int buttonCount;
} gxSpaceMouse;

enum { GX_EVENT_MAX = 256 };

typedef struct gxInput {
    gxEvent events[GX_EVENT_MAX];
    int eventCount; // moves of the mouse that follow one another are one event
    double x, y;
    int mods;
    bool buttons[GX_BUTTON_COUNT];
    bool keys[GX_KEY_COUNT];
    gxGamepad gamepad;
    gxSpaceMouse spaceMouse;
    bool devicesMoved; // since the last frame: their axes or buttons, or they have come or gone
    bool devicesStir;  // or what they say without dead zones
} gxInput;

#endif
