// Runs a frame.
//
// Input -> intended pose -> first contact -> resolved pose -> picture -> panels -> present. If nothing has
// happened the program waits and draws nothing: an idle window uses no processor time.
#include "window/frame.h"

#include "engine/gl.h"
#include "engine/message.h"
#include "engine/target.h"
#include "hand/lead.h"
#include "hand/lesson_show.h"
#include "hand/navigate.h"
#include "hand/probe.h"
#include "hand/ray.h"
#include "hand/way_hand.h"
#include "hand/way_play.h"
#include "panels/layout.h"
#include "panels/panels.h"
#include "services/appearance.h"
#include "services/awaited.h"
#include "services/filming.h"
#include "services/loads.h"
#include "services/notice.h"
#include "services/record.h"
#include "services/recording_file.h"
#include "services/replay.h"
#include "services/sides.h"
#include "services/viewpoint.h"
#include "services/way_out.h"
#include "view/convert.h"
#include "view/palette.h"
#include "window/events.h"
#include "window/paint.h"
#include "window/status.h"

#include <math.h>
#include <string.h>

// The interface needs a few frames after an event to settle (menus that open, buttons that light up).
static const double settleTime = 0.25;
enum { SETTLE_FRAMES = 3 }; // at least, however long they take
static const double idleWait = 0.5;
static const double paceTime = 1.0 / 120.0;
static const double loadWait = 0.1; // between two pictures of a bar: the processor is for the loading
static const double fixedStep = 1.0 / 60.0;
static const double playTime = 0.03; // maximum seconds of a frame for steps of the world
// Seconds after which a frame's queries are cut short. A step that is repeated then gets less than half.
static const double queryTime = 0.04, firstQueryTime = 0.018;
// Seconds of a frame after which a step of the world pauses while the user drags or moves the camera.
static const double worldTime = 0.016;

// True if something moves by itself. A world whose bodies are all asleep waits, and so does its time.
static bool runs(const Stage *stage) {
    if (!stage->playing) return false;
    return stage->boxes.present || (stage->scene && stage->scene->step) ||
           (stage->world.present && !stage->world.still);
}

// Finds the regions and the clearance that the overlay, the inspector or a status file shows; nothing if none
// of these is in use. While something moves, each frame computes a part of the colours; the others follow.
static void findShown(App *app) {
    enum { WORK = 6000 };
    Stage *stage = &app->stage;
    bool inspected = IsRightPanelShown(app);
    stage->regions.wanted = app->viewOptions.contact || inspected || app->recorder.status;
    stage->regions.usesIndex = app->viewOptions.index;
    stage->clearance.wanted = app->viewOptions.clearance;
    stage->clearance.coloured = app->viewOptions.clearanceColors;
    StageWorkKind paused = GetPausedStageWork(stage);
    if (paused == STAGE_WORK_NONE) KeepFinishedStageSolid(stage);
    if (paused == STAGE_WORK_SHOWN)
        ContinueStageWork(stage);
    else if (paused == STAGE_WORK_NONE && IsStageShownDue(stage))
        BeginStageWork(stage, (StageWork){.kind = STAGE_WORK_SHOWN});
    if (GetPausedStageWork(stage) == STAGE_WORK_NONE) UpdateStageTints(stage, WORK);
}

// True if each frame does work, even without input.
static bool works(const App *app) {
    bool moves = runs(&app->stage);
    moves = moves || IsReplayBusy(app) || app->stage.steps.playing || IsLeading(app) || IsLessonMoving(app) ||
            app->wayPlay.plays || IsWayOpen(app) || app->turn.active ||
            GetPausedStageWork(&app->stage) != STAGE_WORK_NONE ||
            (IsClearanceDue(&app->stage) && !IsTintMade(&app->stage));
    return moves || app->filming.active || app->intentions.count > 0 || app->options.frameCount > 0;
}

static bool isBusy(const App *app) {
    bool held = app->manipulation.hold != HOLD_NOTHING || app->navigation != NAVIGATE_NOT;
    bool fades = GetTrailStrength(&app->trail, gxGetTime()) > 0.0;
    bool settles =
        app->frame < app->inputFrame + SETTLE_FRAMES || gxGetTime() - app->lastActivity < settleTime;
    return works(app) || held || fades || settles;
}

// Updates the recent ratio of played to wanted time.
static void notePace(App *app, double wanted, double done) {
    static const double kept = 0.95;
    app->paceWanted = kept * app->paceWanted + wanted;
    app->paceDone = kept * app->paceDone + done;
}

// True if other work would otherwise wait for the step of the world.
static bool isAwaited(const App *app) {
    return app->manipulation.hold != HOLD_NOTHING || app->steering.pushes || app->options.checks ||
           app->recording.out || IsStageShownDue(&app->stage);
}

// Continues the paused step of the world, or begins steps. Waits for a step of a drag that is in progress:
// its obstacles must not move meanwhile.
static void play(App *app) {
    Stage *stage = &app->stage;
    bool continues = GetPausedStageWork(stage) == STAGE_WORK_PLAY;
    if (!continues && !runs(stage)) {
        app->paceWanted = app->paceDone = 0.0;
        return;
    }
    double begin = gxGetTime(), dt = begin - app->playBegin, done = 0.0;
    app->playBegin = begin;
    if (dt > idleWait) dt = fixedStep; // it was paused until now
    // On slow machines the scene plays slowly, without jumps.
    app->playDebt += app->playSpeed * fmin(dt / fixedStep, 3.0);
    if (continues) done += ContinueStageWork(stage);
    bool waits = done == 0.0 && continues;
    waits = waits || IsLeading(app) || IsStageLate(stage) || (continues && isAwaited(app));
    for (; !waits && app->playDebt >= 1.0 && runs(stage); app->playDebt -= 1.0) {
        StageWork step = {.kind = STAGE_WORK_PLAY, .count = 1, .time = fixedStep};
        bool whole = BeginStageWork(stage, step);
        done += whole;
        waits = !whole || gxGetTime() - begin > playTime || IsStageLate(stage);
    }
    app->playDebt = fmin(app->playDebt, 1.0);
    notePace(app, app->playSpeed * dt / fixedStep, done);
    if (stage->world.trouble[0]) Notify(app, "%s", stage->world.trouble);
}

// The page "Step by step" follows the last step and the open scene; in a lesson the event of its stop.
static void updateSteps(App *app, double dt) {
    Stage *stage = &app->stage;
    if (app->dockPage != DOCK_STEPS && !ShowsLessonEvent(app)) {
        if (stage->steps.open) CloseStageSteps(stage);
        return;
    }
    if (!stage->steps.open) OpenStageSteps(stage);
    bool busy = app->manipulation.hold != HOLD_NOTHING || GetPausedStageWork(stage) != STAGE_WORK_NONE;
    RefreshStageSteps(stage, busy);
    PlayStageSteps(stage, dt);
}

static void measure(App *app, double now) {
    double dt = now - app->lastFrameTime;
    app->lastFrameTime = now;
    if (dt <= 0.0 || dt > idleWait || app->frame < 3)
        return; // a pause, not a frame; the first frames load data
    double rate = 1.0 / dt;
    app->framesPerSecond = app->framesPerSecond > 0.0 ? 0.9 * app->framesPerSecond + 0.1 * rate : rate;
    FinishPlotFrame(&app->plots, &app->stage, app->frame, dt);
}

static void endPart(App *app, FramePart part) {
    EndFramePart(&app->plots, part, gxGetTime());
}

// Moving pictures are drawn quickly on slow machines; still ones are drawn well.
static ViewQuality chooseQuality(App *app, bool still) {
    ViewQuality quality = still ? VIEW_FINE : app->quality.moving;
    if (app->filming.active && quality == VIEW_COARSE)
        quality = VIEW_QUICK; // all pictures of a film have the same size
    app->fineIsDue = quality != VIEW_FINE;
    SetViewQuality(app->view, quality);
    return quality;
}

// `keepsView`: only the panels have changed.
static void draw(App *app, const gxInput *input, bool keepsView) {
    UpdateScale(app);
    LayOutPanels(app);
    gxBeginUi(app->ui, input);
    DrawPanels(app);
    endPart(app, PART_PANELS);
    Layout *layout = &app->layout;
    ResizeView(app->view, layout->width, layout->height);
    SetViewTrail(app->view, &app->trail, gxGetTime());
    SetViewWay(app->view, &app->way);
    if (!keepsView || !HasViewPicture(app->view))
        DrawView(app->view, &app->stage, &app->camera, &app->viewOptions);
    endPart(app, PART_PICTURE);
    gxEndUi(app->ui);
    PaintWindow(app, true);
    endPart(app, PART_PANELS);
}

// gxReport counts the error, which sets the exit code.
static void check(App *app) {
    char message[256];
    if (GetPausedStageWork(&app->stage) != STAGE_WORK_NONE) return; // paused queries use the same memory
    if (app->options.checks && !CheckStage(&app->check, &app->stage, message, sizeof message))
        gxReport(GX_ERROR, "frame %lld: %s", (long long)app->frame, message);
}

// Handles the input of the user and the devices since the last frame; returns the elapsed time.
static double takeInput(App *app, const gxInput *input) {
    double now = gxGetTime(), dt = fmin(now - app->inputTime, 0.1);
    app->inputTime = now;
    BeginPlotFrame(&app->plots, now);
    if (gxTakeRedrawRequest(app->window)) app->lastActivity = now;
    if (ExpireNotice(app, now)) app->lastActivity = now;
    UpdateLoads(app);
    bool moved = HandleInput(app, input, dt);
    // Taken after the events: opening a scene can take longer than the UI settle time.
    moved = moved || input->devicesMoved || (app->dockPage == DOCK_AXES && input->devicesStir);
    if (!moved) return dt;
    app->lastActivity = gxGetTime();
    app->inputFrame = app->frame;
    return dt;
}

// True if a step of the world would keep the user's next input waiting.
static bool isWorldLate(const App *app, double now) {
    bool moves = app->manipulation.hold != HOLD_NOTHING || app->navigation != NAVIGATE_NOT;
    bool steps = app->stage.work.kind == STAGE_WORK_PLAY && gxIsTaskRunning(app->task);
    return moves && steps && now - app->playBegin > worldTime;
}

static bool isQueryLate(void *context) {
    const App *app = context;
    double most = app->stage.limit.repeats ? firstQueryTime : queryTime, now = gxGetTime();
    return now - app->queryBegin > most || isWorldLate(app, now);
}

// Starts the time limit of this frame's queries. With a limit on tests there is no time limit.
static void limitQueries(App *app) {
    StageLimit *limit = &app->stage.limit;
    app->queryBegin = gxGetTime();
    limit->isLate = app->options.maxTests > 0 ? NULL : isQueryLate;
    limit->context = app;
    limit->testMost = app->options.maxTests;
    limit->task = app->task;
    limit->frameCalls = 0;
}

// Resolves intended poses, advances the scene, and computes the results that the picture needs.
static void resolve(App *app, double dt) {
    if (!app->stage.limit.task) limitQueries(app); // a scene was opened
    UpdateStageWorld(&app->stage);
    ResolveHand(app);
    UpdateWayOut(app);
    UpdateWayHand(app);
    PlayWay(app, dt);
    UpdateReplay(app);
    FollowTrail(&app->trail, &app->stage, gxGetTime());
    UpdateRecording(app);
    endPart(app, PART_RESOLVE);
    play(app);
    NoteEnergies(&app->energies, &app->stage);
    endPart(app, PART_PLAY);
    FollowSelected(app);
    UpdateCameraTurn(app, gxGetTime());
    UpdateProbe(app);
    UpdateRay(app);
    UpdateLessonShow(app, gxGetTime());
    updateSteps(app, dt);
    findShown(app);
    endPart(app, PART_REGIONS);
    app->queryTime = gxGetTime() - app->queryBegin;
    check(app);
}

static void show(App *app, const gxInput *input, bool busy, bool keepsView) {
    const WindowOptions *options = &app->options;
    bool last = app->closing || (options->frameCount > 0 && app->frame + 1 >= options->frameCount);
    keepsView = keepsView && !last && !app->screenshotWanted;
    ViewQuality quality = VIEW_FINE;
    if (!keepsView) quality = chooseQuality(app, !busy || last || app->screenshotWanted);
    double begin = gxGetTime();
    draw(app, input, keepsView);
    TakeWantedScreenshot(app);
    if (last && options->screenshotPath) WriteScreenshot(app, options->screenshotPath);
    PresentWindow(app);
    endPart(app, PART_PRESENT);
    if (app->frame > 1 && !keepsView) NotePictureTime(&app->quality, quality, gxGetTime() - begin);
    gxSetCursor(app->window, ChooseCursor(app));
}

// Draws the next parts of the fine picture while nothing happens, and shows it after the last one.
static void drawFineParts(App *app, const gxInput *input, double dt) {
    static const double partTime = 0.015; // seconds, after which input is read
    if (!app->fineHasBegun) {
        resolve(app, dt);
        BeginViewParts(app->view, &app->stage, &app->camera, &app->viewOptions);
    }
    double begin = gxGetTime();
    bool last = DrawViewPart(app->view, partTime);
    app->fineIsDue = !last;
    app->fineHasBegun = !last;
    if (last) show(app, input, false, true);
    NotePartTime(&app->quality, gxGetTime() - begin, last);
}

// True if a thread is running, whose progress a bar may show.
static bool waits(const App *app) {
    return IsLoading(app) || IsThreadAwaited(app);
}

// Returns how long the frame may wait for input while nothing moves.
static double chooseWait(const App *app) {
    if (waits(app)) return loadWait;
    if (!app->fineIsDue) return idleWait;
    return fmin(fmax(app->lastActivity + GetFineDelay(&app->quality) - gxGetTime(), 0.0), idleWait);
}

// Without work of its own, a frame that follows no input at once waits a little, in all as long as a display
// shows a picture: a quick renderer would draw hundreds of the same a second.
static const gxInput *readInput(const App *app) {
    if (!isBusy(app)) return gxReadInput(app->window, chooseWait(app));
    return gxReadPacedInput(app->window, works(app) ? 0.0 : fmax(paceTime - app->frameTime, 0.0));
}

// True if the fine picture is to be drawn in parts.
static bool drawsParts(const App *app, bool busy) {
    return !busy && app->fineIsDue && app->viewOptions.stereo == STEREO_OFF;
}

// True if taking over a load took long: input is read again before its first picture.
static bool isFull(const App *app, double begin) {
    static const double enough = 0.01;
    return app->loads.taken && app->options.frameCount == 0 && gxGetTime() - begin > enough;
}

bool RunFrame(App *app) {
    const gxInput *input = readInput(app);
    double begin = gxGetTime(), processorBegin = gxGetThreadTime();
    limitQueries(app);
    double dt = takeInput(app, input);
    // While a file is loaded and nothing else happens only the bar moves.
    bool moves = isBusy(app), busy = moves || waits(app), keepsView = !moves && !IsThreadAwaited(app);
    if (!busy && (!app->fineIsDue || chooseWait(app) > 0.0)) return false;
    endPart(app, PART_INPUT);
    if (drawsParts(app, busy)) {
        drawFineParts(app, input, dt);
    } else if (!isFull(app, begin)) {
        app->fineHasBegun = false;
        resolve(app, dt);
        show(app, input, busy, busy && keepsView);
        measure(app, gxGetTime());
    }
    app->loads.taken = false;
    ++app->frame;
    app->frameTime = gxGetTime() - begin;
    app->processorTime = gxGetThreadTime() - processorBegin;
    WriteStatus(app);
    return true;
}
