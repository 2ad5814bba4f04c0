// The menu View: what is drawn, and how.
#include "actions/action_menus.h"

#include "hand/handles.h"
#include "services/appearance.h"
#include "services/framing.h"
#include "services/notice.h"
#include "services/queue.h"
#include "services/sides.h"
#include "services/sight.h"

static void cycleGhost(App *app) {
    static const char *const names[] = {"off", "wire", "solid"};
    app->viewOptions.ghost = (GhostStyle)((app->viewOptions.ghost + 1) % 3);
    Notify(app, "Ghost of the intended pose: %s", names[app->viewOptions.ghost]);
}

static void toggleTransparent(App *app) {
    app->viewOptions.transparent = !app->viewOptions.transparent;
}

static void toggleWire(App *app) {
    app->viewOptions.wireframe = !app->viewOptions.wireframe;
}

static void toggleInsets(App *app) {
    app->viewOptions.insets = !app->viewOptions.insets;
    if (!app->stage.boxes.present) Notify(app, "This scene has no corner views");
}

static void toggleTimeline(App *app) {
    app->timelineHidden = !app->timelineHidden;
    Notify(app, app->timelineHidden ? "Timeline hidden" : "Timeline shown");
}

static void toggleGround(App *app) {
    IntendSimply(app, INTEND_GROUND);
}

static void toggleMarks(App *app) {
    app->viewOptions.marks = !app->viewOptions.marks;
    Notify(app, "Marks on round bodies that move by themselves: %s", app->viewOptions.marks ? "on" : "off");
}

static void frameSelection(App *app) {
    const Stage *stage = &app->stage;
    if (stage->selected < 0) return;
    const StageObject *object = &stage->objects[stage->selected];
    FrameSphere(app, cdTransformPoint(object->pose, object->info.center), object->info.radius);
}

static void frameAll(App *app) {
    Sight sight = GetSight(app);
    bool orthographic = app->camera.orthographic;
    app->camera = MakeWholeCamera(&app->stage, sight.width, sight.height);
    app->camera.orthographic = orthographic;
}

static void toggleGizmo(App *app) {
    app->viewOptions.gizmo = !app->viewOptions.gizmo;
    LightHandle(app);
    if (app->viewOptions.gizmo)
        Notify(app, "Handles: arrows and squares move the selected object, rings turn it. U: its own axes");
}

static void toggleLocalAxes(App *app) {
    app->viewOptions.gizmoIsLocal = !app->viewOptions.gizmoIsLocal;
    app->viewOptions.gizmo = true;
    LightHandle(app);
    Notify(app, app->viewOptions.gizmoIsLocal ? "Handles along the object's own axes"
                                              : "Handles along the axes of the world");
}

static void toggleLine(App *app) {
    app->lineHidden = !app->lineHidden;
}

// Cycles through closed, plots, profiler.
static void cyclePlots(App *app) {
    app->dockPage = app->dockPage == DOCK_PLOTS     ? DOCK_PROFILE
                    : app->dockPage == DOCK_PROFILE ? DOCK_CLOSED
                                                    : DOCK_PLOTS;
}

static void togglePanels(App *app) {
    CyclePanels(app);
}

static void toggleFullScreen(App *app) {
    gxSetFullScreen(app->window, !gxIsFullScreen(app->window));
}

static void toggleTheme(App *app) {
    ChangeTheme(app, app->theme == THEME_DARK ? THEME_LIGHT : THEME_DARK);
    Notify(app, "Theme: %s", GetThemeName(app->theme));
}

static void enlarge(App *app) {
    ChangeScale(app, 1.25);
}

static void reduce(App *app) {
    ChangeScale(app, 0.8);
}

static void useDisplayScale(App *app) {
    ChangeScale(app, 0.0);
}

static bool hasLightTheme(const App *app) {
    return app->theme == THEME_LIGHT;
}

static bool hasGhost(const App *app) {
    return app->viewOptions.ghost != GHOST_OFF;
}

static bool hasGizmo(const App *app) {
    return app->viewOptions.gizmo;
}

static bool isLocal(const App *app) {
    return app->viewOptions.gizmoIsLocal;
}

static bool hasGround(const App *app) {
    return HasStageGround(&app->stage);
}

static bool hasMarks(const App *app) {
    return app->viewOptions.marks;
}

static bool hasInsets(const App *app) {
    return app->viewOptions.insets;
}

static bool hasTimeline(const App *app) {
    return !app->timelineHidden;
}

static bool isTransparent(const App *app) {
    return app->viewOptions.transparent;
}

static bool isWire(const App *app) {
    return app->viewOptions.wireframe;
}

static bool hasLine(const App *app) {
    return !app->lineHidden;
}

static bool hasPlots(const App *app) {
    return app->dockPage == DOCK_PLOTS || app->dockPage == DOCK_PROFILE;
}

static bool hasPanels(const App *app) {
    return IsLeftPanelShown(app) || IsRightPanelShown(app);
}

static bool isFullScreen(const App *app) {
    return gxIsFullScreen(app->window);
}

static void cycleStereo(App *app) {
    static const char *const names[] = {"off", "anaglyph, for red-cyan glasses", "side by side",
                                        "side by side, squeezed for a 3D screen"};
    app->viewOptions.stereo = (StereoStyle)((app->viewOptions.stereo + 1) % 4);
    Notify(app, "Stereo: %s", names[app->viewOptions.stereo]);
}

static bool isStereo(const App *app) {
    return app->viewOptions.stereo != STEREO_OFF;
}

static const Action actions[] = {
    {false, "Frame the selection", "F", 'F', 0, false, frameSelection, NULL},
    {false, "Frame the contact", "Shift+F", 'F', SHIFT, false, FrameContact, NULL},
    {false, "Frame everything", "Home", GX_KEY_HOME, 0, false, frameAll, NULL},
    {false, "Ghost: off, wire, filled", "V", 'V', 0, false, cycleGhost, hasGhost},
    {false, "Transparent", "T", 'T', 0, false, toggleTransparent, isTransparent},
    {false, "Wireframe", "W", 'W', 0, false, toggleWire, isWire},
    {false, "Handles to move and turn", "A", 'A', 0, false, toggleGizmo, hasGizmo},
    {false, "Handles along the object's own axes", "U", 'U', 0, false, toggleLocalAxes, isLocal},
    {false, "Ground", "Shift+G", 'G', SHIFT, false, toggleGround, hasGround},
    {false, "Marks on round bodies", "Shift+M", 'M', SHIFT, false, toggleMarks, hasMarks},
    {false, "Corner views of boxes", "O", 'O', 0, false, toggleInsets, hasInsets},
    {false, "Timeline", "Shift+O", 'O', SHIFT, false, toggleTimeline, hasTimeline},
    {false, "Stereo: off, anaglyph, side by side", "Shift+S", 'S', SHIFT, false, cycleStereo, isStereo},
    {false, "Panels", "Tab", GX_KEY_TAB, 0, false, togglePanels, hasPanels},
    {false, "Information line", "F2", GX_KEY_F2, 0, false, toggleLine, hasLine},
    {false, "Plots, profiler, none", "F3", GX_KEY_F3, 0, false, cyclePlots, hasPlots},
    {false, "Light theme", "Shift+T", 'T', SHIFT, false, toggleTheme, hasLightTheme},
    {false, "Larger text", "Ctrl+=", GX_KEY_EQUAL, CTRL, true, enlarge, NULL},
    {false, "Smaller text", "Ctrl+-", GX_KEY_MINUS, CTRL, true, reduce, NULL},
    {false, "Default text size", "Ctrl+0", '0', CTRL, false, useDisplayScale, NULL},
    {false, "Full screen", "F11", GX_KEY_F11, 0, false, toggleFullScreen, isFullScreen},
};

const ActionMenu viewMenu = {"View", actions, sizeof actions / sizeof *actions};
