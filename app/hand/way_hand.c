// Moves waypoints by the mouse.
//
// (1) Handles. (2) Drags: the mouse changes the manipulation's intended pose (hand/manipulate.h), and each
// frame the waypoint slides towards it from the free pose that it has. (3) Certificates, in a frame's time;
// a query that makes no progress in it gets twice the time in the next frame. (4) Undo, words.
#include "hand/way_hand.h"

#include "engine/platform/clock.h"
#include "hand/lead.h"
#include "hand/manipulate.h"
#include "services/notice.h"
#include "services/sight.h"
#include "services/way_edges.h"
#include "services/way_out.h"
#include "stage/motion/stage_work.h"
#include "view/way_handles.h"

#include <math.h>
#include <stdio.h>

static const double queryTime = 0.01, releaseTime = 0.2; // seconds

static bool hasWay(const App *app) {
    return app->way.nodeCount > 1 && app->way.object < app->stage.objectCount;
}

static bool isHeld(const App *app) {
    return app->manipulation.hold == HOLD_WAYPOINT;
}

static cdVec3 getCenter(const App *app) {
    return app->stage.objects[app->way.object].info.center;
}

// --- (1)

double FindWayHandle(const App *app) {
    if (!hasWay(app) || !IsCursorFree(app)) return 0.0;
    Sight sight = GetSight(app);
    WaySight picture = {getCenter(app), sight.camera, sight.width, sight.height, app->shownScale};
    return PickWayHandle(&app->way, &picture, app->mouseX - app->layout.x, app->mouseY - app->layout.y);
}

void LightWayHandle(App *app) {
    bool free = app->manipulation.hold == HOLD_NOTHING && app->navigation == NAVIGATE_NOT;
    app->way.lit = isHeld(app) ? app->wayHand.node : free ? FindWayHandle(app) : 0.0;
}

// --- (2)

// Reads the obstacles, and opens all edges if they have changed. Returns false if it must wait, or without
// memory.
static bool readScene(App *app) {
    Stage *stage = &app->stage;
    bool changed = false;
    if (GetPausedStageWork(stage) != STAGE_WORK_NONE) return false;
    double reach = GetWayReach(&app->way, stage->objects[app->way.object].pose);
    if (isHeld(app))
        reach = fmax(reach,
                     cdLength(cdSub(app->manipulation.intended.p, stage->objects[app->way.object].pose.p)));
    if (!ReadWayScene(&app->wayHand.scene, stage, app->way.object, reach, &changed)) return false;
    if (changed) OpenWayEdges(&app->way);
    if (changed) app->wayHand.measured = false;
    return true;
}

void TakeWaypoint(App *app, double at) {
    Way *way = &app->way;
    WayHand *hand = &app->wayHand;
    if (!hasWay(app) || app->manipulation.hold != HOLD_NOTHING || !(at > 0.0 && at < way->nodeCount)) return;
    StopLeading(app);
    ClearNotice(app);
    app->stage.playing = app->wayPlay.plays = false;
    bool good = BeginWayEdit(&hand->edits, way, app->stage.undo.doneCount);
    hand->node = (int32_t)at;
    if (good && !IsWaypointHandle(at)) hand->node = SplitWayEdge(way, getCenter(app), (int32_t)at);
    if (!good || hand->node < 0) {
        Notify(app, "out of memory");
        return;
    }
    Manipulation *drag = &app->manipulation;
    cdPose pose = way->nodes[hand->node].pose;
    BeginDrag(drag, &app->stage, way->object, pose.p);
    drag->hold = HOLD_WAYPOINT;
    drag->start = drag->intended = pose;
    drag->grab = getCenter(app);
    LightWayHandle(app);
}

typedef struct Slice {
    double end;
} Slice;

static bool isOver(void *context) {
    return gxGetTime() > ((Slice *)context)->end;
}

// With a limit on tests, for repeatable runs, there is no time limit.
static cdBudget limit(const App *app, Slice *slice, double seconds) {
    slice->end = gxGetTime() + fmax(seconds, app->wayHand.patience);
    return app->options.maxTests > 0 ? (cdBudget){0} : (cdBudget){.interrupt = isOver, .context = slice};
}

// Returns false if the time was too short to move the waypoint at all.
static bool slide(App *app, double seconds) {
    Manipulation *drag = &app->manipulation;
    Slice slice;
    int32_t node = app->wayHand.node;
    cdPose before = app->way.nodes[node].pose;
    drag->changed =
        !SlideWaypoint(&app->way, &app->wayHand.scene, node, drag->intended, limit(app, &slice, seconds));
    app->wayHand.measured = false;
    return !drag->changed || !cdIsSamePose(before, app->way.nodes[node].pose);
}

void DropWaypoint(App *app, bool keeps) {
    Manipulation *drag = &app->manipulation;
    WayHand *hand = &app->wayHand;
    if (keeps && drag->changed && readScene(app)) slide(app, releaseTime);
    bool moved = !cdIsSamePose(drag->start, app->way.nodes[hand->node].pose);
    *drag = (Manipulation){0};
    if (!keeps || !moved)
        TakeBackWayEdit(&hand->edits, &app->way);
    else
        hand->recorded = false;
    LightWayHandle(app);
}

// --- (3)

bool IsWayOpen(const App *app) {
    return hasWay(app) && FindWayEdge(&app->way, WAY_EDGE_OPEN) >= 0;
}

// Returns false if no edge, nor a part of it, has been decided.
static bool certify(App *app) {
    Slice slice;
    int32_t first = FindWayEdge(&app->way, WAY_EDGE_OPEN);
    if (first < 0) return true;
    double from = app->way.edges[first].from;
    CertifyWay(&app->way, &app->wayHand.scene, limit(app, &slice, queryTime));
    const WayEdge *edge = &app->way.edges[first];
    return edge->state != WAY_EDGE_OPEN || edge->from > from;
}

static void measure(App *app) {
    bool due = !app->wayHand.measured && !app->waySearch && !isHeld(app) && !app->wayPlay.plays;
    if (!due || !IsWayCertified(&app->way)) return;
    app->wayHand.measured = true;
    MeasureWay(app);
}

void UpdateWayHand(App *app) {
    bool rests = isHeld(app) || (app->manipulation.hold == HOLD_NOTHING && !app->stage.playing);
    if (!hasWay(app) || !rests || app->wayPlay.plays || !readScene(app)) return;
    bool progress = !isHeld(app) || !app->manipulation.changed || slide(app, queryTime);
    progress = certify(app) && progress;
    app->wayHand.patience = progress ? 0.0 : fmax(2.0 * app->wayHand.patience, queryTime);
    if (!IsWayOpen(app) && !isHeld(app)) RecordWay(app);
    if (!IsWayOpen(app)) measure(app);
}

// --- (4)

bool UndoWay(App *app) {
    bool done = hasWay(app) && UndoWayEdit(&app->wayHand.edits, &app->way, app->stage.undo.doneCount);
    if (done) app->wayHand.measured = app->wayHand.recorded = false;
    return done;
}

bool RedoWay(App *app) {
    bool done = hasWay(app) && RedoWayEdit(&app->wayHand.edits, &app->way, app->stage.undo.doneCount);
    if (done) app->wayHand.measured = app->wayHand.recorded = false;
    return done;
}

bool DescribeWayHand(const App *app, char *text, size_t textSize) {
    char trouble[160];
    if (!hasWay(app)) return false;
    bool open = IsWayOpen(app), troubled = DescribeWayTrouble(app, trouble, sizeof trouble);
    int node = (int)app->wayHand.node + 1, count = (int)app->way.nodeCount;
    if (isHeld(app) && troubled && !open)
        snprintf(text, textSize, "Waypoint %d of %d: %s", node, count, trouble);
    else if (isHeld(app))
        snprintf(text, textSize, "Waypoint %d of %d%s   Ctrl turns   wheel moves in depth   Esc cancels",
                 node, count, open ? "" : ": the path is free");
    else if (troubled && !open)
        snprintf(text, textSize, "The path is not certified: %s. Ctrl+Z takes the edit back", trouble);
    else
        return false;
    return true;
}
