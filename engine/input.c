// Input through GLFW's callbacks: each becomes one event, and the state follows.
#include "engine/message.h"
#include "engine/window_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(GX_KEY_ESCAPE == GLFW_KEY_ESCAPE && GX_KEY_UP == GLFW_KEY_UP && GX_KEY_END == GLFW_KEY_END,
               "keys are GLFW's");
_Static_assert(GX_KEY_HOME == GLFW_KEY_HOME && GX_KEY_PAGE_DOWN == GLFW_KEY_PAGE_DOWN, "keys are GLFW's");
_Static_assert(GX_KEY_F1 == GLFW_KEY_F1 && GX_KEY_F11 == GLFW_KEY_F11, "keys are GLFW's");
_Static_assert(GX_KEY_COUNT == GLFW_KEY_LAST + 1, "keys are GLFW's");
_Static_assert(GX_KEY_KEYPAD_ENTER == GLFW_KEY_KP_ENTER && GX_KEY_KEYPAD_DECIMAL == GLFW_KEY_KP_DECIMAL,
               "keys are GLFW's");

static gxWindow *getWindow(GLFWwindow *handle) {
    gxWindow *window = glfwGetWindowUserPointer(handle);
    window->redrawRequested = true;
    return window;
}

// The next event of this frame, filled with the state; the last one again when there are too many.
static gxEvent *addEvent(gxInput *input, gxEventKind kind) {
    if (input->eventCount < GX_EVENT_MAX) ++input->eventCount;
    gxEvent *event = &input->events[input->eventCount - 1];
    *event = (gxEvent){.kind = kind, .mods = input->mods, .x = input->x, .y = input->y};
    return event;
}

static int convertMods(int mods) {
    return ((mods & GLFW_MOD_SHIFT) ? GX_MOD_SHIFT : 0) | ((mods & GLFW_MOD_CONTROL) ? GX_MOD_CTRL : 0) |
           ((mods & GLFW_MOD_ALT) ? GX_MOD_ALT : 0);
}

static int getModOfKey(int key) {
    switch (key) {
    case GLFW_KEY_LEFT_SHIFT:
    case GLFW_KEY_RIGHT_SHIFT:
        return GX_MOD_SHIFT;
    case GLFW_KEY_LEFT_CONTROL:
    case GLFW_KEY_RIGHT_CONTROL:
        return GX_MOD_CTRL;
    case GLFW_KEY_LEFT_ALT:
    case GLFW_KEY_RIGHT_ALT:
        return GX_MOD_ALT;
    default:
        return 0;
    }
}

static void onKey(GLFWwindow *handle, int key, int scancode, int action, int mods) {
    (void)scancode;
    gxInput *input = &getWindow(handle)->input;
    if (key < 0 || key >= GX_KEY_COUNT) return;
    bool down = action != GLFW_RELEASE;
    // Platforms disagree whether the mods of a modifier's own event include it.
    input->mods = convertMods(mods);
    if (down)
        input->mods |= getModOfKey(key);
    else
        input->mods &= ~getModOfKey(key);
    input->keys[key] = down;
    gxEvent *event = addEvent(input, down ? GX_EVENT_KEY_DOWN : GX_EVENT_KEY_UP);
    event->key = key;
    event->repeated = action == GLFW_REPEAT;
}

static void onButton(GLFWwindow *handle, int button, int action, int mods) {
    gxInput *input = &getWindow(handle)->input;
    if (button < 0 || button >= GX_BUTTON_COUNT) return;
    input->mods = convertMods(mods);
    input->buttons[button] = action == GLFW_PRESS;
    addEvent(input, action == GLFW_PRESS ? GX_EVENT_BUTTON_DOWN : GX_EVENT_BUTTON_UP)->button = button;
}

static void onMove(GLFWwindow *handle, double x, double y) {
    gxInput *input = &getWindow(handle)->input;
    int width, height, pixelWidth, pixelHeight;
    glfwGetWindowSize(handle, &width, &height);
    glfwGetFramebufferSize(handle, &pixelWidth, &pixelHeight);
    input->x = width > 0 ? x * pixelWidth / width : x;
    input->y = height > 0 ? y * pixelHeight / height : y;
    bool follows = input->eventCount > 0 && input->events[input->eventCount - 1].kind == GX_EVENT_MOVE;
    if (follows) --input->eventCount;
    addEvent(input, GX_EVENT_MOVE);
}

static void onWheel(GLFWwindow *handle, double x, double y) {
    (void)x;
    addEvent(&getWindow(handle)->input, GX_EVENT_WHEEL)->wheel = y;
}

static void onDrop(GLFWwindow *handle, int count, const char **paths) {
    gxWindow *window = getWindow(handle);
    for (int i = 0; i < count; ++i) {
        if (window->dropCount == GX_DROP_MAX) {
            gxReport(GX_WARNING, "only the first %d of the dropped files are read", GX_DROP_MAX);
            break;
        }
        char *copy = strdup(paths[i]);
        if (!copy) break;
        window->drops[window->dropCount++] = copy;
        addEvent(&window->input, GX_EVENT_DROP)->path = copy;
    }
}

// Keys released while another window had the focus are never reported.
static void onFocus(GLFWwindow *handle, int focused) {
    gxInput *input = &getWindow(handle)->input;
    if (focused) return;
    memset(input->keys, 0, sizeof input->keys);
    input->mods = 0;
}

void gxInstallInputCallbacks(gxWindow *window) {
    glfwSetKeyCallback(window->handle, onKey);
    glfwSetMouseButtonCallback(window->handle, onButton);
    glfwSetCursorPosCallback(window->handle, onMove);
    glfwSetScrollCallback(window->handle, onWheel);
    glfwSetDropCallback(window->handle, onDrop);
    glfwSetWindowFocusCallback(window->handle, onFocus);
}

void gxFreeDrops(gxWindow *window) {
    for (int i = 0; i < window->dropCount; ++i)
        free(window->drops[i]);
    window->dropCount = 0;
}

static double removeDeadZone(double value) {
    const double zone = 0.15;
    double beyond = fabs(value) - zone;
    return beyond > 0.0 ? copysign(beyond / (1.0 - zone), value) : 0.0;
}

static void readGamepad(gxGamepad *gamepad) {
    *gamepad = (gxGamepad){0};
    GLFWgamepadstate state;
    for (int id = GLFW_JOYSTICK_1; id <= GLFW_JOYSTICK_LAST; ++id) {
        if (!glfwJoystickIsGamepad(id) || !glfwGetGamepadState(id, &state)) continue;
        gamepad->present = true;
        for (int i = 0; i < 4; ++i)
            gamepad->axes[i] = removeDeadZone((double)state.axes[i]);
        for (int i = 4; i < 6; ++i)
            gamepad->axes[i] = 0.5 * ((double)state.axes[i] + 1.0);
        for (int i = 0; i < GX_GAMEPAD_BUTTON_COUNT; ++i)
            gamepad->buttons[i] = state.buttons[i] == GLFW_PRESS;
        return;
    }
}

const gxInput *gxReadInput(gxWindow *window, double seconds) {
    gxFreeDrops(window);
    window->input.eventCount = 0;
    if (seconds > 0.0)
        glfwWaitEventsTimeout(seconds);
    else
        glfwPollEvents();
    readGamepad(&window->input.gamepad);
    return &window->input;
}
