// The help over the picture, and the finder of scenes.
#include "panels/panels.h"

#include "actions/actions.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct Gesture {
    const char *input, *effect;
} Gesture;

static const Gesture gestures[] = {{"left drag on a driven object", "move in the view plane"},
                                   {"Ctrl + left drag on it", "turn about the grab point"},
                                   {"wheel while dragging", "depth; Shift: a tenth"},
                                   {"left drag on a body that moves", "pull it, throw it; Esc drops it"},
                                   {"left drag elsewhere, middle drag", "orbit"},
                                   {"right drag, Shift + middle drag", "pan"},
                                   {"wheel", "zoom to the cursor"},
                                   {"right button + W A S D Q E", "fly"},
                                   {"click on a contact region's row", "frames it, lights both features"},
                                   {"index shown: S + left drag", "a segment through the solid"},
                                   {"index shown: Ctrl + wheel", "depth of the probe under the cursor"},
                                   {"arrows, Page Up, Page Down", "one step; Shift: turn; Alt: a tenth"},
                                   {"G or R, then X Y Z, digits, Enter", "move or turn by axis and value"},
                                   {"drag on the line of time", "sets t on the route of boxes"},
                                   {"drop a file", "a mesh joins, a scene opens"}};

static void drawGestures(float scale) {
    const float widths[] = {236.0f * scale, 0.0f};
    if (!gxBeginTable("gestures", 2, widths)) return;
    for (size_t i = 0; i < sizeof gestures / sizeof *gestures; ++i) {
        gxNextCell();
        gxText(GX_TONE_STRONG, "%s", gestures[i].input);
        gxNextCell();
        gxText(GX_TONE_PLAIN, "%s", gestures[i].effect);
    }
    gxEndTable();
}

enum { KEYS_MAX = 128 };

// Every action that has a key, in the order of the menus.
static int listKeys(const Action *keys[KEYS_MAX]) {
    int menuCount = 0, count = 0;
    const ActionMenu *const *menus = GetActionMenus(&menuCount);
    for (int m = 0; m < menuCount; ++m) {
        for (size_t i = 0; i < menus[m]->actionCount && count < KEYS_MAX; ++i) {
            if (menus[m]->actions[i].keyText[0]) keys[count++] = &menus[m]->actions[i];
        }
    }
    return count;
}

// In two columns, or in three where there is room.
static void drawKeys(float scale, int columns) {
    const Action *keys[KEYS_MAX];
    const float widths[] = {82.0f * scale, 200.0f * scale,
                            82.0f * scale, columns > 2 ? 200.0f * scale : 0.0f,
                            82.0f * scale, 0.0f};
    if (!gxBeginTable("keys", 2 * columns, widths)) return;
    int count = listKeys(keys), share = (count + columns - 1) / columns;
    for (int shown = 0; shown < share; ++shown) {
        for (int column = 0; column < columns; ++column) {
            int row = shown + column * share;
            gxNextCell();
            gxText(GX_TONE_STRONG, "%s", row < count ? keys[row]->keyText : "");
            gxNextCell();
            gxText(GX_TONE_PLAIN, "%s", row < count ? keys[row]->label : "");
        }
    }
    gxEndTable();
}

void DrawHelp(App *app) {
    float scale = gxGetUiScale();
    float x = 0.5f * (float)app->layout.windowWidth, y = 0.5f * (float)app->layout.windowHeight;
    int columns = (float)app->layout.windowWidth > 940.0f * scale ? 3 : 2;
    gxBeginPanel("##help", x, y, 306.0f * (float)columns * scale, 0.0f, GX_PANEL_CENTERED | GX_PANEL_RAISED);
    gxText(GX_TONE_STRONG, "Mouse");
    drawGestures(scale);
    gxSeparator();
    gxText(GX_TONE_STRONG, "Keys");
    drawKeys(scale, columns);
    gxText(GX_TONE_DIM, "Esc closes this.");
    gxEndPanel();
}

static bool contains(const char *text, const char *part) {
    size_t length = strlen(part);
    for (; *text; ++text) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
            ++i;
        if (i == length) return true;
    }
    return length == 0;
}

void DrawFinder(App *app) {
    float scale = gxGetUiScale();
    float x = 0.5f * (float)app->layout.windowWidth, y = 0.4f * (float)app->layout.windowHeight;
    int32_t sceneCount = 0;
    const Scene *const *scenes = GetScenes(&sceneCount);
    const Scene *chosen = NULL, *first = NULL;
    gxBeginPanel("##finder", x, y, 420.0f * scale, 0.0f, GX_PANEL_CENTERED | GX_PANEL_RAISED);
    bool entered = gxTextField("##text", "find a scene by typing", app->finderText, sizeof app->finderText,
                               app->finderOpened);
    app->finderOpened = false;
    for (int32_t i = 0; i < sceneCount; ++i) {
        if (!contains(scenes[i]->name, app->finderText) && !contains(scenes[i]->group, app->finderText))
            continue;
        if (!first) first = scenes[i];
        if (gxRow(scenes[i]->name, scenes[i] == first)) chosen = scenes[i];
        gxTooltip(scenes[i]->about);
    }
    if (!first) gxText(GX_TONE_DIM, "no scene of that name");
    gxEndPanel();
    if (entered) chosen = first;
    if (!chosen) return;
    app->finderShown = false;
    OpenScene(app, chosen);
}
