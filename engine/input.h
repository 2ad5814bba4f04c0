// The user's input since the last frame: the events in order, and the state after them.
//
// Positions are in framebuffer pixels from the top left corner. A press and its release may fall into one
// frame: drags read the events; steering (fly, gamepad) reads the state.
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
    GX_KEY_LEFT_CONTROL = 341,
    GX_KEY_RIGHT_CONTROL = 345,
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

// Axes: left x, left y, right x, right y, left trigger, right trigger. Sticks in [-1, 1] with y down,
// triggers in [0, 1].
typedef struct gxGamepad {
    bool present;
    char name[64];
    double raw[GX_GAMEPAD_AXIS_COUNT];  // as the device reports them
    double axes[GX_GAMEPAD_AXIS_COUNT]; // after dead zone and response curve: axes.h
    bool buttons[GX_GAMEPAD_BUTTON_COUNT];
    int othersCount;  // other connected gamepads, not used
    char unknown[64]; // name of an unsupported device if there is no gamepad; "": no such device
} gxGamepad;

// Limits of 6-axis devices; full scale is the value at full deflection.
enum { GX_SPACE_AXIS_COUNT = 6, GX_SPACE_BUTTON_COUNT = 16, GX_SPACE_FULL_SCALE = 350 };

typedef enum gxSpaceState { GX_SPACE_NO_LIBRARY = 0, GX_SPACE_NO_DAEMON, GX_SPACE_CONNECTED } gxSpaceState;

// Axes: right, up, away from the viewer, then right-handed rotations about these; in [-1, 1].
typedef struct gxSpaceMouse {
    gxSpaceState state;
    char name[64];
    double raw[GX_SPACE_AXIS_COUNT];
    double axes[GX_SPACE_AXIS_COUNT];
    bool buttons[GX_SPACE_BUTTON_COUNT];
    bool pressed[GX_SPACE_BUTTON_COUNT]; // went down since the last frame; may be up again
    int buttonCount;
} gxSpaceMouse;

enum { GX_EVENT_MAX = 256 };

typedef struct gxInput {
    gxEvent events[GX_EVENT_MAX];
    int eventCount; // consecutive mouse moves are merged
    double x, y;
    int mods;
    bool buttons[GX_BUTTON_COUNT];
    bool keys[GX_KEY_COUNT];
    gxGamepad gamepad;
    gxSpaceMouse spaceMouse;
    bool devicesMoved; // axes, buttons or the list of devices changed since the last frame
    bool devicesStir;  // the same, also for changes within the dead zones
} gxInput;

#endif
