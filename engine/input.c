// Input through GLFW's callbacks: each becomes one event, and the state follows.
#include "engine/axes.h"
#include "engine/message.h"
#include "engine/platform/plain_text.h"
#include "engine/window_data.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(GX_KEY_ESCAPE == GLFW_KEY_ESCAPE && GX_KEY_UP == GLFW_KEY_UP && GX_KEY_END == GLFW_KEY_END,
               "keys are GLFW's");
_Static_assert(GX_KEY_HOME == GLFW_KEY_HOME && GX_KEY_PAGE_DOWN == GLFW_KEY_PAGE_DOWN, "keys are GLFW's");
_Static_assert(GX_KEY_F1 == GLFW_KEY_F1 && GX_KEY_F11 == GLFW_KEY_F11, "keys are GLFW's");
_Static_assert(GX_KEY_LEFT_CONTROL == GLFW_KEY_LEFT_CONTROL && GX_KEY_RIGHT_CONTROL == GLFW_KEY_RIGHT_CONTROL,
               "keys are GLFW's");
_Static_assert(GX_KEY_COUNT == GLFW_KEY_LAST + 1, "keys are GLFW's");
_Static_assert(GX_KEY_KEYPAD_ENTER == GLFW_KEY_KP_ENTER && GX_KEY_KEYPAD_DECIMAL == GLFW_KEY_KP_DECIMAL,
               "keys are GLFW's");

static gxWindow *getWindow(GLFWwindow *handle) {
    gxWindow *window = glfwGetWindowUserPointer(handle);
    window->redrawRequested = true;
    return window;
}

// Adds an event, filled with the state; returns the last one again if there is no room.
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
    // Platforms differ on whether a modifier's own event has it in its mods.
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
        char *copy = gxCopyText(paths[i]);
        if (!copy) break;
        window->drops[window->dropCount++] = copy;
        addEvent(&window->input, GX_EVENT_DROP)->path = copy;
    }
}

// Keys released while another window has the focus are never reported.
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

// Keeps the first connected gamepad until it is disconnected.
static void choosePad(gxWindow *window) {
    gxGamepad *pad = &window->input.gamepad;
    bool stays = window->padId >= 0 && glfwJoystickIsGamepad(window->padId);
    if (!stays) window->padId = -1;
    pad->othersCount = 0;
    pad->unknown[0] = '\0';
    for (int id = GLFW_JOYSTICK_1; id <= GLFW_JOYSTICK_LAST; ++id) {
        if (!glfwJoystickPresent(id)) continue;
        if (!glfwJoystickIsGamepad(id)) {
            const char *name = glfwGetJoystickName(id);
            snprintf(pad->unknown, sizeof pad->unknown, "%s", name ? name : "joystick");
        } else if (window->padId < 0) {
            window->padId = id;
        } else if (id != window->padId) {
            ++pad->othersCount;
        }
    }
}

static void readGamepad(gxWindow *window) {
    static const double stickZone = 0.15, triggerZone = 0.06;
    gxGamepad *pad = &window->input.gamepad;
    GLFWgamepadstate state;
    *pad = (gxGamepad){0};
    choosePad(window);
    if (window->padId < 0 || !glfwGetGamepadState(window->padId, &state)) return;
    pad->present = true;
    snprintf(pad->name, sizeof pad->name, "%s", glfwGetGamepadName(window->padId));
    for (int i = 0; i < GX_GAMEPAD_AXIS_COUNT; ++i)
        pad->raw[i] = i < 4 ? (double)state.axes[i] : 0.5 * ((double)state.axes[i] + 1.0);
    gxShapeStick(pad->raw, stickZone, pad->axes);
    gxShapeStick(pad->raw + 2, stickZone, pad->axes + 2);
    for (int i = 4; i < GX_GAMEPAD_AXIS_COUNT; ++i)
        pad->axes[i] = gxShapeAxis(pad->raw[i], triggerZone);
    for (int i = 0; i < GX_GAMEPAD_BUTTON_COUNT; ++i)
        pad->buttons[i] = state.buttons[i] == GLFW_PRESS;
}

static void readDevices(gxWindow *window) {
    gxInput *input = &window->input;
    gxGamepad pad = input->gamepad;
    gxSpaceMouse mouse = input->spaceMouse;
    static const bool noneDown[GX_SPACE_BUTTON_COUNT] = {false};
    readGamepad(window);
    gxReadSpacenav(window->spacenav, gxGetTime(), &input->spaceMouse);
    const gxGamepad *newPad = &input->gamepad;
    const gxSpaceMouse *newMouse = &input->spaceMouse;
    bool turnsUp = pad.present != newPad->present || mouse.state != newMouse->state;
    input->devicesMoved = input->devicesMoved || turnsUp ||
                          memcmp(pad.axes, newPad->axes, sizeof pad.axes) != 0 ||
                          memcmp(pad.buttons, newPad->buttons, sizeof pad.buttons) != 0 ||
                          memcmp(mouse.axes, newMouse->axes, sizeof mouse.axes) != 0 ||
                          memcmp(mouse.buttons, newMouse->buttons, sizeof mouse.buttons) != 0 ||
                          memcmp(noneDown, newMouse->pressed, sizeof noneDown) != 0;
    input->devicesStir = input->devicesStir || input->devicesMoved ||
                         memcmp(pad.raw, newPad->raw, sizeof pad.raw) != 0 ||
                         memcmp(mouse.raw, newMouse->raw, sizeof mouse.raw) != 0;
}

// Devices cause no wake-ups: while one is connected, the wait is split into short pieces.
static void wait(const gxInput *input, double seconds) {
    static const double piece = 0.015;
    bool polls = input->gamepad.present || input->spaceMouse.state == GX_SPACE_CONNECTED;
    if (seconds > 0.0)
        glfwWaitEventsTimeout(polls ? fmin(seconds, piece) : seconds);
    else
        glfwPollEvents();
}

static gxInput *beginInput(gxWindow *window) {
    gxInput *input = &window->input;
    gxFreeDrops(window);
    input->eventCount = 0;
    input->devicesMoved = input->devicesStir = false;
    return input;
}

const gxInput *gxReadInput(gxWindow *window, double seconds) {
    gxInput *input = beginInput(window);
    double end = gxGetTime() + seconds, left = seconds;
    do {
        wait(input, left);
        readDevices(window);
        left = end - gxGetTime();
    } while (left > 0.0 && input->eventCount == 0 && !input->devicesStir && !window->redrawRequested &&
             !glfwWindowShouldClose(window->handle));
    return input;
}

const gxInput *gxReadPacedInput(gxWindow *window, double seconds) {
    gxInput *input = beginInput(window);
    wait(input, seconds);
    readDevices(window);
    return input;
}
