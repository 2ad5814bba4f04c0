// The actions and their table.
#include "actions.h"

#include "convert.h"
#include "framing.h"
#include "navigate.h"
#include "probe.h"
#include "record.h"

#include <math.h>
#include <string.h>

static const double fixedStep = 1.0 / 60.0;

static void quit(App *app) {
    app->closing = true;
}

static void leaveLayer(App *app) {
    if (gxUiHasMenu()) {
        gxCloseUiMenus();
    } else if (app->finderShown) {
        app->finderShown = false;
    } else if (app->helpShown) {
        app->helpShown = false;
    } else if (!CancelSegment(app)) {
        app->closing = true;
    }
}

static void takeScreenshot(App *app) {
    app->screenshotWanted = true;
}

static void reloadFiles(App *app) {
    char message[512];
    char *files[] = {app->sceneFile};
    if (!app->sceneFile[0])
        Notify(app, "This scene is not from a file: nothing to reload");
    else if (!OpenFiles(app, files, 1, message, sizeof message))
        Notify(app, "%s", message);
}

static void findScene(App *app) {
    app->finderShown = app->finderOpened = true;
    app->finderText[0] = '\0';
}

static void nextScene(App *app) {
    StepScene(app, 1);
}
static void previousScene(App *app) {
    StepScene(app, -1);
}

static void restart(App *app) {
    RestartStage(&app->stage);
    app->manipulation = (Manipulation){0};
}

// The story of a scene, step by step: what the scene is about, done for the one who watches.
static void tellStory(App *app, int32_t index) {
    Stage *stage = &app->stage;
    int32_t count = stage->data.storyCount;
    if (count == 0) {
        Notify(app, "Nothing in this scene moves by itself");
        return;
    }
    index = (index + count) % count;
    RunStoryStep(stage, index);
    stage->storyNext = index + 1;
    Notify(app, "%d of %d: %s", (int)index + 1, (int)count, stage->data.story[index].caption);
}

// What a hand holds it lets go of: the route would move it away under it.
static void openRoute(App *app, int32_t step) {
    Stage *stage = &app->stage;
    if (!stage->boxes.present) {
        Notify(app, "This scene has no routes");
        return;
    }
    ReleaseHand(app, true);
    OpenBoxRoute(stage, stage->boxes.route + step);
    Notify(app, "Route %d: %s", (int)stage->boxes.route + 1, GetBoxRouteName(stage));
}
static void nextRoute(App *app) {
    openRoute(app, 1);
}
static void previousRoute(App *app) {
    openRoute(app, -1);
}

static void togglePlay(App *app) {
    if (!MovesByItself(&app->stage)) {
        tellStory(app, app->stage.storyNext);
        return;
    }
    // A hand that leads a body while it stands still lets go before it moves by itself.
    if (app->manipulation.hold != HOLD_BODY) ReleaseHand(app, true);
    app->stage.playing = !app->stage.playing;
}

static void stepSeveral(App *app, int count) {
    app->stage.playing = false;
    for (int i = 0; i < count; ++i)
        AdvanceStage(&app->stage, fixedStep);
}

static void stepForward(App *app) {
    if (MovesByItself(&app->stage))
        stepSeveral(app, 1);
    else
        tellStory(app, app->stage.storyNext);
}
static void stepFarForward(App *app) {
    if (MovesByItself(&app->stage)) stepSeveral(app, 5);
}

// A world knows no way back: it goes again from the start, which ends in the same bits. Where a hand had a
// part in it there is no going again.
static void stepWorldBack(App *app, int count) {
    static const double mostSeconds = 4.0;
    Stage *stage = &app->stage;
    stage->playing = false;
    double time = fmax(stage->time - count * fixedStep, 0.0);
    double work = time / fixedStep * 1e-6 * stage->world.microseconds;
    if (stage->world.touched)
        Notify(app, "No way back after a hand: Backspace restarts");
    else if (work > mostSeconds)
        Notify(app, "No way back: going again would take about %.0f s. Backspace restarts", work);
    else
        AdvanceStageTo(stage, time);
}

// As far as a step of play goes, to the route's start at most.
static void stepBoxesBack(App *app, int count) {
    app->stage.playing = false;
    PlayStageBoxes(&app->stage, -count * fixedStep);
}

static void stepBack(App *app) {
    if (app->stage.world.present)
        stepWorldBack(app, 1);
    else if (app->stage.boxes.present)
        stepBoxesBack(app, 1);
    else
        tellStory(app, app->stage.storyNext - 2);
}
static void stepFarBack(App *app) {
    if (app->stage.world.present)
        stepWorldBack(app, 5);
    else if (app->stage.boxes.present)
        stepBoxesBack(app, 5);
}

static void changeSpeed(App *app, double factor) {
    app->playSpeed = fmin(fmax(app->playSpeed * factor, 1.0 / 64.0), 8.0);
    if (app->playSpeed < 1.0)
        Notify(app, "Speed: 1/%.0f", 1.0 / app->playSpeed);
    else
        Notify(app, "Speed: %.0f", app->playSpeed);
}
static void playSlower(App *app) {
    changeSpeed(app, 0.5);
}
static void playFaster(App *app) {
    changeSpeed(app, 2.0);
}

static void toggleMode(App *app) {
    Stage *stage = &app->stage;
    stage->mode = stage->mode == SCENE_DISCRETE ? SCENE_CONTINUOUS : SCENE_DISCRETE;
    bool led = stage->selected >= 0 && !stage->objects[stage->selected].isBody;
    if (led && app->manipulation.hold == HOLD_NOTHING)
        PlaceStageObject(stage, stage->selected, stage->objects[stage->selected].pose);
    UpdateStageWorld(stage); // what only bounces while detection is continuous has none any more
    if (stage->world.present && stage->mode == SCENE_DISCRETE)
        Notify(app, "Discrete: for what you lead while paused; bodies move continuously as before");
    else
        Notify(app, stage->mode == SCENE_DISCRETE ? "Discrete: only where the object arrives is tested"
                                                  : "Continuous: the whole way is tested");
}

static void toggleResponse(App *app) {
    static const char *const texts[] = {"Stop: at contact the object stops",
                                        "Slide: it goes on along what it meets",
                                        "Bounce: it has mass. Drag it and let go: it is thrown"};
    Stage *stage = &app->stage;
    bool moved = MovesByItself(stage);
    ReleaseHand(app, true);
    stage->response = (SceneResponse)((stage->response + 1) % 3);
    UpdateStageWorld(stage);
    if (MovesByItself(stage) != moved) stage->playing = !moved;
    Notify(app, "%s", stage->world.trouble[0] ? stage->world.trouble : texts[stage->response]);
}

static void toggleGravity(App *app) {
    Stage *stage = &app->stage;
    stage->falls = !stage->falls;
    UpdateStageWorld(stage);
    if (cdLength(stage->data.gravity) > 0.0)
        Notify(app, "This scene has gravity of its own");
    else if (stage->response != SCENE_BOUNCE)
        Notify(app, "Gravity %s; it acts while the response is bounce (L)", stage->falls ? "on" : "off");
    else
        Notify(app, "Gravity %s", stage->falls ? "on, and a ground" : "off");
}

static void cycleGhost(App *app) {
    static const char *const names[] = {"off", "wire", "solid"};
    app->viewOptions.ghost = (GhostStyle)((app->viewOptions.ghost + 1) % 3);
    Notify(app, "Ghost of the intended pose: %s", names[app->viewOptions.ghost]);
}

static void toggleContact(App *app) {
    app->viewOptions.contact = !app->viewOptions.contact;
}
static void toggleWholeSet(App *app) {
    app->viewOptions.wholeSet = !app->viewOptions.wholeSet;
    app->viewOptions.contact = true;
    const StageRegions *regions = &app->stage.regions;
    if (app->viewOptions.wholeSet)
        Notify(app, "The whole set: %d contact regions; those not needed are thin and hollow",
               (int)regions->count);
    else
        Notify(app, "The sufficient subset: %d of %d contact regions", (int)regions->sufficientCount,
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
static void toggleTransparent(App *app) {
    app->viewOptions.transparent = !app->viewOptions.transparent;
}
static void toggleWire(App *app) {
    app->viewOptions.wireframe = !app->viewOptions.wireframe;
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
    int32_t object = ChooseSolidObject(&app->stage);
    if (object < 0)
        Notify(app, "No object here is a solid; the panel says why");
    else
        Notify(app,
               "Index of %s: the cursor probes, Ctrl+wheel moves the probe in depth, S and a drag: a segment",
               app->stage.objects[object].name);
}
static void toggleInsets(App *app) {
    app->viewOptions.insets = !app->viewOptions.insets;
    if (!app->stage.boxes.present) Notify(app, "Corner views: in scenes that have some");
}
static void toggleTimeline(App *app) {
    app->timelineHidden = !app->timelineHidden;
    if (!app->stage.boxes.present) Notify(app, "The line of time: in scenes with routes");
}
static void toggleGround(App *app) {
    app->viewOptions.ground = !app->viewOptions.ground;
}

static void toggleTrace(App *app) {
    app->viewOptions.trace = app->stage.traced = !app->viewOptions.trace;
    if (app->stage.traced) Notify(app, "The next step shows what it tests");
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

static void frameSelection(App *app) {
    const Stage *stage = &app->stage;
    if (stage->selected < 0) return;
    const StageObject *object = &stage->objects[stage->selected];
    FrameSphere(app, cdTransformPoint(object->pose, object->info.center), object->info.radius);
}

static void frameAll(App *app) {
    app->camera = MakeStageCamera(&app->stage, app->layout.width, app->layout.height);
}

// The selected object is there, driven, and not in hand already.
static bool canMoveSelected(App *app) {
    const Stage *stage = &app->stage;
    if (stage->selected < 0 || app->manipulation.hold != HOLD_NOTHING) return false;
    const StageObject *object = &stage->objects[stage->selected];
    if (object->body != SCENE_FIXED) return true;
    Notify(app, "%s is fixed: only a typed pose moves it", object->name);
    return false;
}

static void beginModal(App *app, Hold hold) {
    if (!canMoveSelected(app)) return;
    RememberStagePose(&app->stage, app->stage.selected);
    PauseForHand(app, app->stage.selected);
    BeginModal(&app->manipulation, &app->stage, GetSight(app), hold, app->mouseX - app->layout.x,
               app->mouseY - app->layout.y);
}

static void beginMove(App *app) {
    beginModal(app, HOLD_MODAL_MOVE);
}
static void beginTurn(App *app) {
    beginModal(app, HOLD_MODAL_TURN);
}

// While the hand holds an object, the step to undo is the hand's own: it lets go, else it would lead the
// object on with nothing left to go back to.
static void undo(App *app) {
    if (app->manipulation.hold != HOLD_NOTHING)
        ReleaseHand(app, false);
    else if (!UndoStage(&app->stage))
        Notify(app, "Nothing to undo");
}

static void selectNext(App *app) {
    Stage *stage = &app->stage;
    for (int32_t i = 1; i <= stage->objectCount; ++i) {
        int32_t next = (stage->selected + i + stage->objectCount) % stage->objectCount;
        if (stage->objects[next].body != SCENE_DRIVEN && !stage->objects[next].isBody) continue;
        stage->selected = next;
        return;
    }
}

// Directions as in NudgePose.
static void nudgeSelected(App *app, double right, double up, double forward, bool turns, bool fine) {
    Stage *stage = &app->stage;
    const StageObject *object = &stage->objects[stage->selected];
    cdPose intended = NudgePose(object, object->pose, &app->camera, right, up, forward, turns,
                                GetNudgeSize(object, turns, fine));
    MoveStageObject(stage, stage->selected, intended);
    RecordIntendedPose(app, intended);
}

static void toggleHelp(App *app) {
    app->helpShown = !app->helpShown;
}
static void toggleLine(App *app) {
    app->lineHidden = !app->lineHidden;
}
static void togglePlots(App *app) {
    app->plotsShown = !app->plotsShown;
}
static void togglePanels(App *app) {
    app->panelsHidden = !app->panelsHidden;
}
static void toggleFullScreen(App *app) {
    gxSetFullScreen(app->window, !gxIsFullScreen(app->window));
}

static bool hasGravity(const App *app) {
    return app->stage.falls || cdLength(app->stage.data.gravity) > 0.0;
}
static bool isPlaying(const App *app) {
    return app->stage.playing;
}
static bool hasGhost(const App *app) {
    return app->viewOptions.ghost != GHOST_OFF;
}
static bool hasContact(const App *app) {
    return app->viewOptions.contact;
}
static bool hasWholeSet(const App *app) {
    return app->viewOptions.wholeSet;
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
static bool hasGround(const App *app) {
    return app->viewOptions.ground;
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
static bool hasHelp(const App *app) {
    return app->helpShown;
}
static bool hasLine(const App *app) {
    return !app->lineHidden;
}
static bool hasPlots(const App *app) {
    return app->plotsShown;
}
static bool hasPanels(const App *app) {
    return !app->panelsHidden;
}
static bool isFullScreen(const App *app) {
    return gxIsFullScreen(app->window);
}
static bool isRecording(const App *app) {
    return app->recorder.path != NULL;
}

enum { SHIFT = GX_MOD_SHIFT, CTRL = GX_MOD_CTRL, ALT = GX_MOD_ALT };

static const Action actions[] = {
    {"File", "Save the scene", "Ctrl+S", 'S', CTRL, false, SaveScene, NULL},
    {"File", "Save the last query as a scene", "F10", GX_KEY_F10, 0, false, SaveQuery, NULL},
    {"File", "Reload the scene file", "Ctrl+L", 'L', CTRL, false, reloadFiles, NULL},
    {"File", "Screenshot", "Ctrl+P", 'P', CTRL, false, takeScreenshot, NULL},
    {"File", "Quit", "Ctrl+Q", 'Q', CTRL, false, quit, NULL},

    {"Scene", "Find a scene", "Ctrl+O", 'O', CTRL, false, findScene, NULL},
    {"Scene", "Next scene", "]", GX_KEY_RIGHT_BRACKET, 0, false, nextScene, NULL},
    {"Scene", "Previous scene", "[", GX_KEY_LEFT_BRACKET, 0, false, previousScene, NULL},
    {"Scene", "Restart", "Backspace", GX_KEY_BACKSPACE, 0, false, restart, NULL},
    {"Scene", "Play or pause; tell the story", "Space", GX_KEY_SPACE, 0, false, togglePlay, isPlaying},
    {"Scene", "One step", ".", GX_KEY_PERIOD, 0, true, stepForward, NULL},
    {NULL, "Five steps", "Shift+.", GX_KEY_PERIOD, SHIFT, true, stepFarForward, NULL},
    {"Scene", "One step back", ",", GX_KEY_COMMA, 0, true, stepBack, NULL},
    {NULL, "Five steps back", "Shift+,", GX_KEY_COMMA, SHIFT, true, stepFarBack, NULL},
    {"Scene", "Next route", "Shift+]", GX_KEY_RIGHT_BRACKET, SHIFT, false, nextRoute, NULL},
    {"Scene", "Previous route", "Shift+[", GX_KEY_LEFT_BRACKET, SHIFT, false, previousRoute, NULL},
    {"Scene", "Slower", "-", GX_KEY_MINUS, 0, true, playSlower, NULL},
    {"Scene", "Faster", "=", GX_KEY_EQUAL, 0, true, playFaster, NULL},
    {"Scene", "Gravity for what bounces", "", 0, 0, false, toggleGravity, hasGravity},

    {"Object", "Move", "G", 'G', 0, false, beginMove, NULL},
    {"Object", "Turn", "R", 'R', 0, false, beginTurn, NULL},
    {"Object", "Select the next one", "Shift+Tab", GX_KEY_TAB, SHIFT, false, selectNext, NULL},
    {"Object", "Undo", "Ctrl+Z", 'Z', CTRL, true, undo, NULL},

    {"View", "Frame the selection", "F", 'F', 0, false, frameSelection, NULL},
    {"View", "Frame the contact", "Shift+F", 'F', SHIFT, false, FrameContact, NULL},
    {"View", "Frame everything", "Home", GX_KEY_HOME, 0, false, frameAll, NULL},
    {"View", "Ghost: off, wire, solid", "V", 'V', 0, false, cycleGhost, hasGhost},
    {"View", "Transparent", "X or T", 'X', 0, false, toggleTransparent, isTransparent},
    {NULL, "Transparent", "", 'T', 0, false, toggleTransparent, NULL},
    {"View", "Wireframe", "W", 'W', 0, false, toggleWire, isWire},
    {"View", "Ground", "Shift+G", 'G', SHIFT, false, toggleGround, hasGround},
    {"View", "Corner views", "O", 'O', 0, false, toggleInsets, hasInsets},
    {"View", "Line of time", "Shift+O", 'O', SHIFT, false, toggleTimeline, hasTimeline},
    {"View", "Panels", "Tab", GX_KEY_TAB, 0, false, togglePanels, hasPanels},
    {"View", "Information line", "F2", GX_KEY_F2, 0, false, toggleLine, hasLine},
    {"View", "Plots of time", "F3", GX_KEY_F3, 0, false, togglePlots, hasPlots},
    {"View", "Full screen", "F11", GX_KEY_F11, 0, false, toggleFullScreen, isFullScreen},

    {"Query", "Discrete or continuous detection", "D", 'D', 0, false, toggleMode, NULL},
    {"Query", "Stop, slide or bounce", "L", 'L', 0, false, toggleResponse, NULL},
    {"Query", "Contact regions, contact point", "C", 'C', 0, false, toggleContact, hasContact},
    {"Query", "All regions, or those that suffice", "Shift+C", 'C', SHIFT, false, toggleWholeSet,
     hasWholeSet},
    {"Query", "Normals: full kept, hollow new", "N", 'N', 0, false, toggleNormals, hasNormals},
    {"Query", "Labels", "K", 'K', 0, false, toggleLabels, hasLabels},
    {"Query", "Screw axis and paths", "M", 'M', 0, false, toggleMotion, hasMotion},
    {"Query", "Convex hulls, separating plane", "H", 'H', 0, false, toggleProxy, hasProxy},
    {"Query", "Index of the solid, probe", "I", 'I', 0, false, toggleIndex, hasIndex},
    {"Query", "Segment through the solid", "S", 'S', 0, false, ArmSegment, isDrawingSegment},
    {"Query", "Sphere tree", "B", 'B', 0, false, toggleSpheres, hasSpheres},
    {"Query", "Coarser level", "Alt+[", GX_KEY_LEFT_BRACKET, ALT, true, lowerLevel, NULL},
    {"Query", "Finer level", "Alt+]", GX_KEY_RIGHT_BRACKET, ALT, true, raiseLevel, NULL},
    {"Query", "What the last query tested", "Shift+B", 'B', SHIFT, false, toggleTrace, hasTrace},

    {"Record", "Path of the selected object", "F9", GX_KEY_F9, 0, false, TogglePathRecording, isRecording},

    {"Help", "Keys and mouse", "F1 or ?", GX_KEY_F1, 0, false, toggleHelp, hasHelp},
    {NULL, "Keys and mouse", "", GX_KEY_SLASH, SHIFT, false, toggleHelp, NULL},
    {NULL, "Close what is on top, or quit", "Esc", GX_KEY_ESCAPE, 0, false, leaveLayer, NULL},
};

const Action *GetActions(int *count) {
    *count = (int)(sizeof actions / sizeof *actions);
    return actions;
}

void RunAction(App *app, const Action *action) {
    ClearNotice(app);
    action->run(app);
}

// The arrows and page keys, with Shift to turn and Alt for a tenth.
static bool runNudge(App *app, int key, int mods, bool repeated) {
    static const struct {
        int key;
        double right, up, forward;
    } nudges[] = {{GX_KEY_RIGHT, 1.0, 0.0, 0.0},   {GX_KEY_LEFT, -1.0, 0.0, 0.0},
                  {GX_KEY_UP, 0.0, 1.0, 0.0},      {GX_KEY_DOWN, 0.0, -1.0, 0.0},
                  {GX_KEY_PAGE_UP, 0.0, 0.0, 1.0}, {GX_KEY_PAGE_DOWN, 0.0, 0.0, -1.0}};
    if (mods & GX_MOD_CTRL) return false;
    for (size_t i = 0; i < sizeof nudges / sizeof *nudges; ++i) {
        if (nudges[i].key != key) continue;
        ClearNotice(app);
        if (!canMoveSelected(app)) return true;
        if (!repeated) RememberStagePose(&app->stage, app->stage.selected);
        PauseForHand(app, app->stage.selected);
        nudgeSelected(app, nudges[i].right, nudges[i].up, nudges[i].forward, mods & GX_MOD_SHIFT,
                      mods & GX_MOD_ALT);
        return true;
    }
    return false;
}

bool RunKey(App *app, int key, int mods, bool repeated) {
    if (runNudge(app, key, mods, repeated)) return true;
    for (size_t i = 0; i < sizeof actions / sizeof *actions; ++i) {
        if (actions[i].key == 0 || actions[i].key != key || actions[i].mods != mods) continue;
        if (!repeated || actions[i].repeats) RunAction(app, &actions[i]);
        return true;
    }
    return false;
}
