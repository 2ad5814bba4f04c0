// The frame around the picture: menus and modes above, the information line below, the layout of it all.
#include "panels/panels.h"

#include "actions/actions.h"
#include "panels/dialogs.h"
#include "panels/dock.h"
#include "panels/layout.h"
#include "panels/pills.h"
#include "services/loads.h"
#include "services/queue.h"
#include "view/palette.h"

#include <stdio.h>
#include <string.h>

// A submenu with the scenes of a group: a low window has no room for all in one.
static const Scene *drawGroup(const App *app, const Scene *const *scenes, int32_t sceneCount,
                              const char *group) {
    const Scene *chosen = NULL;
    if (!gxBeginMenu(group)) return NULL;
    for (int32_t i = 0; i < sceneCount; ++i) {
        if (strcmp(scenes[i]->group, group) != 0) continue;
        if (gxMenuItem(scenes[i]->name, NULL, scenes[i] == app->stage.scene)) chosen = scenes[i];
        gxTooltip(scenes[i]->about);
    }
    gxEndMenu();
    return chosen;
}

static void drawSceneItems(App *app) {
    int32_t sceneCount = 0;
    const Scene *const *scenes = GetScenes(&sceneCount);
    const Scene *chosen = NULL;
    gxSeparator();
    for (int32_t i = 0; i < sceneCount; ++i) {
        int32_t first = 0;
        while (strcmp(scenes[first]->group, scenes[i]->group) != 0)
            ++first;
        if (first != i) continue;
        const Scene *inGroup = drawGroup(app, scenes, sceneCount, scenes[i]->group);
        if (inGroup) chosen = inGroup;
    }
    if (chosen) Intend(app, (Intention){.kind = INTEND_OPEN_SCENE, .scene = chosen});
}

static void drawMenu(App *app, const ActionMenu *menu) {
    if (!gxBeginMenu(menu->name)) return;
    for (size_t i = 0; i < menu->actionCount; ++i) {
        const Action *action = &menu->actions[i];
        if (action->keyOnly) continue;
        const char *choice = GetActionChoice(app, action);
        char label[96];
        snprintf(label, sizeof label, "%s%s%s", action->label, choice ? ": " : "", choice ? choice : "");
        if (gxMenuItem(label, action->keyText, action->isOn && action->isOn(app))) RunAction(app, action);
    }
    if (strcmp(menu->name, "File") == 0) DrawRecentItems(app);
    if (strcmp(menu->name, "Scene") == 0) drawSceneItems(app);
    if (strcmp(menu->name, "Add") == 0) DrawShapeItems(app);
    if (strcmp(menu->name, "Help") == 0) DrawLessonItems(app);
    gxEndMenu();
}

// The width of all menus in the bar.
static float measureMenus(const ActionMenu *const *menus, int count) {
    float width = 16.0f * gxGetUiScale();
    for (int i = 0; i < count; ++i)
        width += gxGetUiTextWidth(GX_TONE_PLAIN, menus[i]->name) + 15.0f * gxGetUiScale();
    return width;
}

// Folds all menus into one where the bar has no room for menus and pills.
static void drawTopBar(App *app) {
    if (!gxBeginMenuBar()) return;
    int count = 0;
    const ActionMenu *const *menus = GetActionMenus(&count);
    bool folded = measureMenus(menus, count) + MeasurePills(app) > (float)app->layout.windowWidth;
    bool open = !folded || gxBeginMenu("Menu");
    for (int i = 0; open && i < count; ++i)
        drawMenu(app, menus[i]);
    if (folded && open) gxEndMenu();
    DrawPills(app);
    gxEndMenuBar();
}

// The one that a narrow window shows over its picture.
static void drawOverPanel(App *app, float top, float height) {
    const Layout *layout = &app->layout;
    float left = (float)layout->overLeft, right = (float)layout->overRight;
    if (left > 0.0f) DrawScenePanel(app, 0.0f, top, left, height, GX_PANEL_OVER);
    if (right > 0.0f)
        DrawInspector(app, (float)layout->windowWidth - right, top, right, height, GX_PANEL_OVER);
}

void DrawPanels(App *app) {
    const Layout *layout = &app->layout;
    drawTopBar(app);
    float top = (float)layout->top, height = (float)(layout->height + layout->timeline + layout->dock);
    if (layout->left > 0) DrawScenePanel(app, 0.0f, top, (float)layout->left, height, 0);
    if (layout->right > 0) {
        DrawInspector(app, (float)(layout->windowWidth - layout->right), top, (float)layout->right, height,
                      0);
    }
    if (layout->timeline > 0)
        (IsTimelineShown(app) ? DrawTimeline : DrawTrack)(app, (float)layout->x,
                                                          (float)(layout->y + layout->height),
                                                          (float)layout->width, (float)layout->timeline);
    if (layout->dock > 0)
        DrawDock(app, (float)layout->x, (float)(layout->y + layout->height + layout->timeline),
                 (float)layout->width, (float)layout->dock);
    if (layout->bottom > 0)
        DrawInfoLine(app, (float)(layout->windowHeight - layout->bottom), (float)layout->bottom);
    drawOverPanel(app, top, height);
    if (!IsLoading(app))
        DrawAwaited(app);
    else if (DrawLoading(app))
        IntendSimply(app, INTEND_CANCEL_LOADS);
    if (app->helpShown) DrawHelp(app);
    if (app->shapeDialog.shown) DrawShapeDialog(app);
    if (app->saveDialog.shown) DrawSaveDialog(app);
    if (app->finderShown) DrawFinder(app);
}
