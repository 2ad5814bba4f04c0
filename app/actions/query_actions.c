// The menu Query: the detection method and what is shown of it.
#include "actions/action_menus.h"

#include "hand/probe.h"
#include "hand/ray.h"
#include "scenes/names.h"
#include "services/notice.h"
#include "services/queue.h"

static void toggleMode(App *app) {
    IntendSimply(app, INTEND_MODE);
}

static void toggleResponse(App *app) {
    IntendSimply(app, INTEND_RESPONSE);
}

static void toggleContact(App *app) {
    app->viewOptions.contact = !app->viewOptions.contact;
}

static void toggleWholeSet(App *app) {
    app->viewOptions.wholeSet = !app->viewOptions.wholeSet;
    app->viewOptions.contact = true;
    const StageRegions *regions = &app->stage.regions;
    if (app->viewOptions.wholeSet)
        Notify(app, "All %d contact regions; redundant ones are thin", (int)regions->count);
    else
        Notify(app, "Sufficient subset: %d of %d contact regions", (int)regions->sufficientCount,
               (int)regions->count);
}

static void toggleNormals(App *app) {
    app->viewOptions.normals = !app->viewOptions.normals;
}

static void toggleLabels(App *app) {
    app->viewOptions.labels = !app->viewOptions.labels;
}

static void toggleSpheres(App *app) {
    app->viewOptions.sphereTree = !app->viewOptions.sphereTree;
}

static void toggleMotion(App *app) {
    app->viewOptions.motion = !app->viewOptions.motion;
}

static void toggleProxy(App *app) {
    app->viewOptions.proxy = !app->viewOptions.proxy;
}

static void toggleIndex(App *app) {
    app->viewOptions.index = !app->viewOptions.index;
    if (!app->viewOptions.index) return;
    double seconds;
    int32_t object = ChooseSolidObject(&app->stage);
    if (object < 0 && GetAwaitedSolid(&app->stage, &seconds) >= 0) return; // its bar says so
    if (object < 0)
        Notify(app, "No object here is a solid: see the panel");
    else
        Notify(app, "Index of %s: point at it to classify, Ctrl+wheel for depth, S and drag for a segment",
               app->stage.objects[object].name);
}

static void toggleTrace(App *app) {
    app->viewOptions.trace = app->stage.trace.wanted = !app->viewOptions.trace;
    if (app->stage.trace.wanted) Notify(app, "The next drag shows its tests");
}

static void changeLevel(App *app, int32_t step) {
    int32_t level = app->viewOptions.treeLevel + step;
    app->viewOptions.treeLevel = level < -1 ? -1 : level > 24 ? 24 : level;
    app->viewOptions.sphereTree = true;
    if (app->viewOptions.treeLevel < 0)
        Notify(app, "Sphere tree: the leaves");
    else
        Notify(app, "Sphere tree: level %d", (int)app->viewOptions.treeLevel);
}

static void lowerLevel(App *app) {
    changeLevel(app, -1);
}

static void raiseLevel(App *app) {
    changeLevel(app, 1);
}

static void toggleSteps(App *app) {
    ToggleDockPage(app, DOCK_STEPS);
}

static void toggleClearance(App *app) {
    app->viewOptions.clearance = !app->viewOptions.clearance;
}

static void toggleRay(App *app) {
    SwitchRay(app, !app->viewOptions.ray);
}

static void keepRay(App *app) {
    KeepRay(app, !app->ray.kept);
}

static bool hasRay(const App *app) {
    return app->viewOptions.ray;
}

static bool hasKeptRay(const App *app) {
    return app->viewOptions.ray && app->ray.kept;
}

static bool hasContact(const App *app) {
    return app->viewOptions.contact;
}

static bool hasWholeSet(const App *app) {
    return app->viewOptions.wholeSet;
}

static bool hasClearance(const App *app) {
    return app->viewOptions.clearance;
}

static bool hasNormals(const App *app) {
    return app->viewOptions.normals;
}

static bool hasLabels(const App *app) {
    return app->viewOptions.labels;
}

static bool hasSpheres(const App *app) {
    return app->viewOptions.sphereTree;
}

static bool hasSteps(const App *app) {
    return app->dockPage == DOCK_STEPS;
}

static bool hasTrace(const App *app) {
    return app->viewOptions.trace;
}

static bool hasMotion(const App *app) {
    return app->viewOptions.motion;
}

static bool hasProxy(const App *app) {
    return app->viewOptions.proxy;
}

static bool hasIndex(const App *app) {
    return app->viewOptions.index;
}

static bool isDrawingSegment(const App *app) {
    return app->probe.armed || app->probe.drawing;
}

static const Action actions[] = {
    {false, "Discrete or continuous detection", "D", 'D', 0, false, toggleMode, NULL},
    {false, "Stop, slide or bounce", "L", 'L', 0, false, toggleResponse, NULL},
    {false, "Contact regions and points", "C", 'C', 0, false, toggleContact, hasContact},
    {false, "All regions, or the sufficient subset", "Shift+C", 'C', SHIFT, false, toggleWholeSet,
     hasWholeSet},
    {false, "Normals: filled if persistent", "N", 'N', 0, false, toggleNormals, hasNormals},
    {false, "Clearance: distance and colours", "X", 'X', 0, false, toggleClearance, hasClearance},
    {false, "Text labels", "K", 'K', 0, false, toggleLabels, hasLabels},
    {false, "Screw axis and paths", "M", 'M', 0, false, toggleMotion, hasMotion},
    {false, "Convex hulls, separating plane", "H", 'H', 0, false, toggleProxy, hasProxy},
    {false, "Index of the solid, tested point", "I", 'I', 0, false, toggleIndex, hasIndex},
    {false, "Segment through the solid", "S", 'S', 0, false, ArmSegment, isDrawingSegment},
    {false, "Ray from the pointer", "P", 'P', 0, false, toggleRay, hasRay},
    {false, "Keep the ray, or release it", "Shift+P", 'P', SHIFT, false, keepRay, hasKeptRay},
    {false, "Sphere tree", "B", 'B', 0, false, toggleSpheres, hasSpheres},
    {false, "Coarser level", "Alt+[", GX_KEY_LEFT_BRACKET, ALT, true, lowerLevel, NULL},
    {false, "Finer level", "Alt+]", GX_KEY_RIGHT_BRACKET, ALT, true, raiseLevel, NULL},
    {false, "Tests of the last query", "Shift+B", 'B', SHIFT, false, toggleTrace, hasTrace},
    {false, "Last query, step by step", "Q", 'Q', 0, false, toggleSteps, hasSteps},
};

const char *GetActionChoice(const App *app, const Action *action) {
    if (action->run == toggleMode) return GetModeNames()[app->stage.mode];
    if (action->run == toggleResponse) return GetResponseNames()[app->stage.response];
    return NULL;
}

const ActionMenu queryMenu = {"Query", actions, sizeof actions / sizeof *actions};
