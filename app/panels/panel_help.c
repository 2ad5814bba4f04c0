// The help over the picture.
#include "panels/panels.h"

#include "actions/actions.h"
#include "panels/layout.h"

#include <stdio.h>
#include <string.h>

typedef struct Gesture {
    const char *input, *effect;
} Gesture;

static const Gesture gestures[] = {
    {"left drag on a driven object", "move in the view plane"},
    {"Ctrl + left drag on it", "turn about the grab point"},
    {"wheel while dragging", "moves in depth; with Shift a tenth as far"},
    {"left drag on a body that moves", "pull it, throw it; Esc drops it"},
    {"left drag elsewhere, middle drag", "orbit"},
    {"right drag, Shift + middle drag", "pan"},
    {"wheel", "zoom to the cursor"},
    {"right button + W A S D Q E", "fly"},
    {"click on a contact region's row", "frames it and highlights both features"},
    {"handles shown (A): drag one", "moves or turns along axes"},
    {"way out shown (E): drag its points", "moves a waypoint; it slides along obstacles"},
    {"index shown: S + left drag", "draws a segment through the solid"},
    {"index shown: Ctrl + wheel", "moves the tested point in depth"},
    {"arrows, Page Up, Page Down", "move by one step; Shift turns; Alt: a tenth"},
    {"G or R, then X Y Z, digits, Enter", "move or turn by axis and value"},
    {"drag on the timeline", "goes back to that frame; two boxes: to that t"},
    {"step by step open: , . Home End", "move its cursor; Shift: next other kind"},
    {"gamepad or six axes", "moves the selected object; Help, Devices"},
    {"drop a file", "adds a mesh or opens a scene"}};

enum { GESTURE_COUNT = sizeof gestures / sizeof *gestures };

// One column, the effect below the input, where two do not fit.
static void drawNarrowGestures(float scale) {
    for (int i = 0; i < GESTURE_COUNT; ++i) {
        gxWrappedText(GX_TONE_STRONG, gestures[i].input);
        gxIndent(14.0f * scale);
        gxWrappedText(GX_TONE_PLAIN, gestures[i].effect);
        gxIndent(-14.0f * scale);
    }
}

static void drawGestures(float width, float scale, int columns) {
    float input = 242.0f * scale, effect = (width - 24.0f * scale) / (float)columns - input - 12.0f * scale;
    const float widths[] = {input, effect, input, effect};
    if (effect < 180.0f * scale) {
        drawNarrowGestures(scale);
        return;
    }
    if (!gxBeginTable("gestures", 2 * columns, widths)) return;
    int share = (GESTURE_COUNT + columns - 1) / columns;
    for (int row = 0; row < share; ++row) {
        for (int column = 0; column < columns; ++column) {
            int at = row + column * share;
            gxNextCell();
            gxText(GX_TONE_STRONG, "%s", at < GESTURE_COUNT ? gestures[at].input : "");
            gxNextCell();
            gxWrappedText(GX_TONE_PLAIN, at < GESTURE_COUNT ? gestures[at].effect : "");
        }
    }
    gxEndTable();
}

enum { LINES_MAX = 160 };

// A menu's name, or a key and what it does.
typedef struct HelpLine {
    const char *key, *label; // label NULL: a name
} HelpLine;

// Every action that has a key, menu by menu.
static int listKeys(HelpLine lines[LINES_MAX]) {
    int menuCount = 0, count = 0;
    const ActionMenu *const *menus = GetActionMenus(&menuCount);
    for (int m = 0; m < menuCount; ++m) {
        if (count < LINES_MAX) lines[count++] = (HelpLine){menus[m]->name, NULL};
        for (size_t i = 0; i < menus[m]->actionCount && count < LINES_MAX; ++i) {
            const Action *action = &menus[m]->actions[i];
            if (action->keyText[0]) lines[count++] = (HelpLine){action->keyText, action->label};
        }
    }
    return count;
}

// A menu's name is never the last of a column: it goes to the top of the next one.
static int keepNames(HelpLine lines[LINES_MAX], int count, int columns) {
    for (int column = 1; column < columns && count < LINES_MAX; ++column) {
        int last = column * ((count + columns - 1) / columns) - 1;
        if (last >= count || lines[last].label) continue;
        memmove(&lines[last + 1], &lines[last], (size_t)(count - last) * sizeof *lines);
        lines[last] = (HelpLine){"", ""};
        ++count;
        column = 0; // the columns may have become longer
    }
    return count;
}

// Down the columns, one after the other.
static void drawKeys(float width, float scale, int columns) {
    HelpLine lines[LINES_MAX];
    float key = 92.0f * scale, label = (width - 24.0f * scale) / (float)columns - key - 12.0f * scale;
    const float widths[] = {key, label, key, label, key, label};
    int count = keepNames(lines, listKeys(lines), columns), share = (count + columns - 1) / columns;
    if (!gxBeginTable("keys", 2 * columns, widths)) return;
    for (int row = 0; row < share; ++row) {
        for (int column = 0; column < columns; ++column) {
            int at = row + column * share;
            bool there = at < count;
            gxNextCell();
            gxText(there && !lines[at].label ? GX_TONE_FREE : GX_TONE_STRONG, "%s",
                   there ? lines[at].key : "");
            gxNextCell();
            gxWrappedText(GX_TONE_PLAIN, there && lines[at].label ? lines[at].label : "");
        }
    }
    gxEndTable();
}

void DrawHelp(App *app) {
    float scale = gxGetUiScale(), wide = (float)app->layout.windowWidth;
    int columns = wide > 1130.0f * scale ? 3 : wide > 680.0f * scale ? 2 : 1;
    DialogPlace place = PlaceDialog(app, 374.0f * (float)columns);
    float width = place.width;
    gxBeginPanel("##help", place.x, place.y, width, 0.0f, GX_PANEL_CENTERED | GX_PANEL_RAISED);
    gxText(GX_TONE_STRONG, "Mouse");
    gxSameLine(width - 132.0f * scale);
    gxText(GX_TONE_DIM, "Esc closes this");
    drawGestures(width, scale, columns > 2 ? 2 : 1);
    gxSeparator();
    drawKeys(width, scale, columns);
    gxEndPanel();
}
