// Leads an object along its way, by steps of the stage.
#include "hand/way_play.h"

#include "engine/platform/clock.h"
#include "hand/lead.h"
#include "services/notice.h"
#include "services/way_out.h"
#include "stage/motion/stage_work.h"

#include <math.h>

static const double playTime = 4.0, leastSpeed = 0.5; // seconds for the whole way; nodes a second

static cdPose getPose(const App *app, double at) {
    return GetPoseOnWay(&app->way, app->stage.objects[app->way.object].info.center, at);
}

static bool isAt(const App *app, double at) {
    return cdIsSamePose(app->stage.objects[app->way.object].pose, getPose(app, at));
}

// Finds the object on its way: where playing left it, or at an end, to which the user took it back.
static bool findPlace(App *app) {
    const double places[] = {app->wayPlay.at, app->wayPlay.next, 0.0, app->way.nodeCount - 1};
    for (int i = 0; i < 4; ++i) {
        if (!isAt(app, places[i])) continue;
        app->wayPlay.at = app->wayPlay.next = places[i];
        return true;
    }
    return false;
}

// An added object is gone after its addition was undone.
static bool hasWay(const App *app) {
    return app->way.nodeCount > 1 && app->way.object < app->stage.objectCount;
}

bool ToggleWayPlay(App *app) {
    const Way *way = &app->way;
    WayPlay *play = &app->wayPlay;
    if (!hasWay(app) || app->manipulation.hold != HOLD_NOTHING) return false;
    if (play->plays) {
        play->plays = false;
        return true;
    }
    StopLeading(app);
    if (!findPlace(app)) {
        Notify(app, "%s has left its way. Ctrl+Z takes it back", app->stage.objects[way->object].name);
        return true;
    }
    BeginStageGesture(&app->stage);
    if (play->at >= way->nodeCount - 1) play->back = true;
    if (play->at <= 0.0) play->back = false;
    play->plays = true;
    return true;
}

static void endPlay(App *app) {
    app->wayPlay.plays = false;
    app->lastActivity = gxGetTime();
}

// An edited way may be blocked; any other was free when it was found.
static void saySomethingBlocks(App *app) {
    char trouble[160];
    if (DescribeWayTrouble(app, trouble, sizeof trouble))
        Notify(app, "Stopped: %s", trouble);
    else
        Notify(app, "Something has come into the way");
}

// Takes in the step that has ended. Returns false if playing ends with it.
static bool finishStep(App *app, double end) {
    WayPlay *play = &app->wayPlay;
    if (!isAt(app, play->next)) saySomethingBlocks(app);
    if (isAt(app, play->next)) play->at = play->next;
    bool goesOn = play->at == play->next && play->at != end;
    if (!goesOn) endPlay(app);
    return goesOn;
}

// A step ends at a node at the latest: from one screw to the next it would be another motion.
static double chooseNext(const WayPlay *play, double step, double end) {
    if (play->back) return fmax(fmax(play->at - step, ceil(play->at) - 1.0), end);
    return fmin(fmin(play->at + step, floor(play->at) + 1.0), end);
}

void PlayWay(App *app, double dt) {
    WayPlay *play = &app->wayPlay;
    if (!play->plays || !hasWay(app) || GetPausedStageWork(&app->stage) != STAGE_WORK_NONE) return;
    double last = app->way.nodeCount - 1, end = play->back ? 0.0 : last;
    if (play->next != play->at && !finishStep(app, end)) return;
    double speed = app->playSpeed * fmax(last / playTime, leastSpeed);
    play->next = chooseNext(play, speed * fmin(dt, 0.1), end);
    StageEntry move = MakeMove(app->way.object, getPose(app, play->next));
    BeginStageWork(&app->stage, (StageWork){.kind = STAGE_WORK_WHOLE, .entry = move});
}
