// Input by calls of the page: of page.js for mouse and keyboard, of the page's own scripts for touch and
// files.
//
// Positions are pixels of the canvas from its top left. Keys are those of engine/input.h.
#include "engine/message.h"
#include "engine/platform/plain_text.h"
#include "engine/web/page.h"
#include "engine/web/window_data_web.h"

#include <stdlib.h>
#include <string.h>

// Functions that the page calls.
void WebPointer(int kind, double x, double y, int button, int mods);
void WebWheel(double x, double y, double notches, int mods);
void WebKey(bool down, int key, int mods, bool repeated);
void WebText(const char *text);
void WebForgetKeys(void);
void WebOpenFile(const char *path);
void WebRedraw(void);

static char typedText[256], takenText[sizeof typedText];

static gxInput *getInput(void) {
    gxWindow *window = gxGetPageWindow();
    if (!window) return NULL;
    window->redrawRequested = true;
    return &window->pending;
}

// Adds an event, filled with the state; returns the last one again if there is no room.
static gxEvent *addEvent(gxInput *input, gxEventKind kind) {
    if (input->eventCount < GX_EVENT_MAX) ++input->eventCount;
    gxEvent *event = &input->events[input->eventCount - 1];
    *event = (gxEvent){.kind = kind, .mods = input->mods, .x = input->x, .y = input->y};
    return event;
}

static void move(gxInput *input, double x, double y) {
    input->x = x;
    input->y = y;
    bool follows = input->eventCount > 0 && input->events[input->eventCount - 1].kind == GX_EVENT_MOVE;
    if (follows) --input->eventCount;
    addEvent(input, GX_EVENT_MOVE);
}

// Kinds: 0 move, 1 down, 2 up. Buttons are those of gxButton.
void WebPointer(int kind, double x, double y, int button, int mods) {
    gxInput *input = getInput();
    if (!input) return;
    input->mods = mods;
    if (kind == 0 || x != input->x || y != input->y) move(input, x, y);
    if (kind == 0 || button < 0 || button >= GX_BUTTON_COUNT) return;
    input->buttons[button] = kind == 1;
    addEvent(input, kind == 1 ? GX_EVENT_BUTTON_DOWN : GX_EVENT_BUTTON_UP)->button = button;
}

void WebWheel(double x, double y, double notches, int mods) {
    gxInput *input = getInput();
    if (!input) return;
    input->mods = mods;
    input->x = x;
    input->y = y;
    addEvent(input, GX_EVENT_WHEEL)->wheel = notches;
}

void WebKey(bool down, int key, int mods, bool repeated) {
    gxInput *input = getInput();
    if (!input || key < 0 || key >= GX_KEY_COUNT) return;
    input->mods = mods;
    input->keys[key] = down;
    gxEvent *event = addEvent(input, down ? GX_EVENT_KEY_DOWN : GX_EVENT_KEY_UP);
    event->key = key;
    event->repeated = repeated;
}

void WebText(const char *text) {
    size_t length = strlen(typedText), count = strlen(text);
    if (!getInput() || length + count >= sizeof typedText) return;
    memcpy(typedText + length, text, count + 1);
}

const char *gxTakeTypedText(void) {
    memcpy(takenText, typedText, sizeof takenText);
    typedText[0] = '\0';
    return takenText;
}

// The canvas has lost the focus: keys released now are not reported.
void WebForgetKeys(void) {
    gxInput *input = getInput();
    if (!input) return;
    memset(input->keys, 0, sizeof input->keys);
    input->mods = 0;
}

void WebOpenFile(const char *path) {
    gxWindow *window = gxGetPageWindow();
    gxInput *input = getInput();
    if (!input) return;
    char *copy = window->pendingDropCount < GX_DROP_MAX ? gxCopyText(path) : NULL;
    if (!copy) {
        gxReport(GX_WARNING, "only the first %d of the dropped files are read", GX_DROP_MAX);
        return;
    }
    window->pendingDrops[window->pendingDropCount++] = copy;
    addEvent(input, GX_EVENT_DROP)->path = copy;
}

void WebRedraw(void) {
    gxWindow *window = gxGetPageWindow();
    if (window) window->redrawRequested = window->exposed = true;
}
