// The frame around the picture: menus and modes above, the information line below, the layout of it all.
#include "panels/panels.h"

#include "actions/actions.h"
#include "panels/dialogs.h"
#include "panels/dock.h"
#include "panels/layout.h"
#include "services/filming.h"
#include "services/loads.h"
#include "services/queue.h"
#include "view/palette.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The scenes of a group, in a menu of their own: all in one are more than a low window holds.
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
        if (gxMenuItem(action->label, action->keyText, action->isOn && action->isOn(app)))
            RunAction(app, action);
    }
    if (strcmp(menu->name, "File") == 0) DrawRecentItems(app);
    if (strcmp(menu->name, "Scene") == 0) drawSceneItems(app);
    if (strcmp(menu->name, "Add") == 0) DrawShapeItems(app);
    if (strcmp(menu->name, "Help") == 0) DrawLessonItems(app);
    gxEndMenu();
}

static void drawRecordPills(App *app) {
    if (app->recording.out) {
        if (gxPill("● REC", GX_TONE_OVERLAP)) RunKey(app, GX_KEY_F9, 0, false);
        gxTooltip("Everything that is done is being recorded. Click or F9 to end.");
    }
    if (app->recorder.path) {
        if (gxPill("● PATH", GX_TONE_OVERLAP)) RunKey(app, GX_KEY_F9, GX_MOD_SHIFT, false);
        gxTooltip("The selected object's intended poses are being recorded. Click or Shift+F9 to end.");
    }
    if (app->replay.active) {
        if (gxPill("REPLAY", GX_TONE_NEAR)) IntendSimply(app, INTEND_LEAVE_REPLAY);
        gxTooltip("What was done is shown again. Space plays, , and . step. Click, or take something in "
                  "hand, to go "
                  "on from here.");
    }
}

static void drawPills(App *app, float scale) {
    Stage *stage = &app->stage;
    static const struct {
        const char *name, *about;
        float width;
    } responses[] = {
        {"STOP", "At contact the object stops. Click or L.", 66.0f},
        {"SLIDE",
         "At contact the object goes on as far as the contacts allow, sliding and turning. Click or L.",
         70.0f},
        {"BOUNCE",
         "The object is a body: drag it, and it pulls; let go, and it is thrown. It bounces off what it "
         "meets. "
         "Click or L.",
         84.0f}};
    bool discrete = stage->mode == SCENE_DISCRETE;
    float width = (discrete ? 96.0f : 122.0f) + responses[stage->response].width +
                  (app->recording.out ? 62.0f : 0.0f) + (app->recorder.path ? 66.0f : 0.0f) +
                  (app->replay.active ? 82.0f : 0.0f) + (app->filming.active ? 92.0f : 0.0f);
    // At the right; in a narrow window behind the menus, which stay in reach.
    gxSameLine(fmaxf((float)app->layout.windowWidth - scale * (width + 18.0f), gxGetPlaceInLine()));
    if (app->filming.active) {
        char text[32];
        snprintf(text, sizeof text, "● FILM %.0f s", floor(GetFilmSeconds(app)));
        if (gxPill(text, GX_TONE_OVERLAP)) RunKey(app, 'P', GX_MOD_CTRL | GX_MOD_SHIFT, false);
        gxTooltip("The window is being filmed. Click or Ctrl+Shift+P to end.");
    }
    drawRecordPills(app);
    if (gxPill(discrete ? "DISCRETE" : "CONTINUOUS", discrete ? GX_TONE_OVERLAP : GX_TONE_FREE)) {
        RunKey(app, 'D', 0, false);
    }
    gxTooltip(
        discrete ? "Only the pose the object arrives at is tested: it sinks in, or jumps through. Click or D."
                 : "The whole way of each step is tested: nothing is missed. Click or D.");
    SceneResponse response = stage->response;
    // Bodies bounce by themselves; the response is that of what is led while they stand still.
    bool waits = stage->world.present && stage->playing && response != SCENE_BOUNCE;
    bool used = !waits && !discrete;
    if (gxPill(responses[response].name, used ? GX_TONE_CONTACT : GX_TONE_DIM)) RunKey(app, 'L', 0, false);
    gxTooltip(discrete
                  ? "Not in use: the discrete method leaves the object where the hand wants it. D, then L."
              : waits ? "Of what you lead while the world is paused (Space). Click or L."
                      : responses[response].about);
}

static void drawTopBar(App *app) {
    if (!gxBeginMenuBar()) return;
    int count = 0;
    const ActionMenu *const *menus = GetActionMenus(&count);
    for (int i = 0; i < count; ++i)
        drawMenu(app, menus[i]);
    drawPills(app, gxGetUiScale());
    gxEndMenuBar();
}

void DrawPanels(App *app) {
    const Layout *layout = &app->layout;
    drawTopBar(app);
    float top = (float)layout->top, height = (float)(layout->height + layout->timeline + layout->dock);
    if (layout->left > 0) DrawScenePanel(app, 0.0f, top, (float)layout->left, height);
    if (layout->right > 0) {
        DrawInspector(app, (float)(layout->windowWidth - layout->right), top, (float)layout->right, height);
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
    if (IsLoading(app) && DrawLoading(app)) IntendSimply(app, INTEND_CANCEL_LOADS);
    if (app->helpShown) DrawHelp(app);
    if (app->shapeDialog.shown) DrawShapeDialog(app);
    if (app->saveDialog.shown) DrawSaveDialog(app);
    if (app->finderShown) DrawFinder(app);
}
