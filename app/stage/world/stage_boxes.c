// Plays routes and shows steps of two boxes.
//
// Steps of each change: (1) the route or the screw; (2) its first contact and its homogeneous parts; (3) t;
// (4) the poses and the state of both boxes then, and the poses of the stage's objects.
#include "stage/world/stage_boxes.h"

#include "engine/platform/clock.h"
#include "scenes/box_motion.h"
#include "stage/deeds.h"
#include "stage/motion/stage_follow.h"
#include "stage/motion/stage_status.h"

#include <string.h>

enum { TIMED_RUNS = 8 }; // a single run would mostly measure the clock

static SceneRoutes getRoutes(const Stage *stage) {
    return stage->scene->getRoutes(&stage->data);
}

const char *GetBoxRouteName(const Stage *stage) {
    return stage->boxes.byHand ? "step of the drag" : getRoutes(stage).routes[stage->boxes.route].name;
}

int32_t FindBoxPart(const StageBoxes *boxes, double t) {
    int32_t part = 0;
    while (part + 1 < boxes->partCount && boxes->ends[part] < t)
        ++part;
    return part;
}

cdBoxPair GetTouchingPair(const StageBoxes *boxes) {
    bool touches = boxes->state == CD_CONTACT && boxes->contact.state == CD_CONTACT;
    return touches ? boxes->contact.pair : (cdBoxPair){CD_NO_CONTACT, 0, 0};
}

void ShowBoxPair(Stage *stage, cdBoxPair pair) {
    stage->boxes.marked = pair;
}

cdBoxPair GetMarkedPair(const StageBoxes *boxes) {
    return boxes->marked.kind != CD_NO_CONTACT ? boxes->marked : GetTouchingPair(boxes);
}

// --- (2)

static void solve(StageBoxes *boxes) {
    boxes->microseconds = INFINITY;
    for (int i = 0; i < TIMED_RUNS; ++i) {
        double begin = gxGetTime();
        boxes->contact = cdFindBoxContact(&boxes->input, NULL);
        boxes->microseconds = fmin(boxes->microseconds, 1e6 * (gxGetTime() - begin));
    }
    boxes->partCount = cdFindBoxParts(&boxes->input, boxes->ends);
}

// --- (4)

// Returns the rotation that takes the axes to x, y, z; the largest of its four squares is never small.
static cdQuat makeQuatOfAxes(cdVec3 x, cdVec3 y, cdVec3 z) {
    double w = 1.0 + x.x + y.y + z.z, i = 1.0 + x.x - y.y - z.z, j = 1.0 - x.x + y.y - z.z;
    double k = 1.0 - x.x - y.y + z.z;
    if (w >= i && w >= j && w >= k) return cdNormalizeQuat((cdQuat){w, y.z - z.y, z.x - x.z, x.y - y.x});
    if (i >= j && i >= k) return cdNormalizeQuat((cdQuat){y.z - z.y, i, x.y + y.x, z.x + x.z});
    if (j >= k) return cdNormalizeQuat((cdQuat){z.x - x.z, x.y + y.x, j, y.z + z.y});
    return cdNormalizeQuat((cdQuat){x.y - y.x, z.x + x.z, y.z + z.y, k});
}

// Sets the object's pose to its box's axes made rigid; stores their deformation beside it.
static void putObject(StageObject *object, const cdBoxAt *box, cdVec3 half) {
    const double lengths[3] = {half.x, half.y, half.z};
    cdVec3 columns[3];
    for (int i = 0; i < 3; ++i)
        columns[i] = cdScale(1.0 / lengths[i], box->arms[i]);
    cdVec3 x = cdNormalize(columns[0]), z = cdNormalize(cdCross(x, columns[1])), y = cdCross(z, x);
    object->pose = object->intended = object->start = (cdPose){box->center, makeQuatOfAxes(x, y, z)};
    double off = fmax(cdLength(cdSub(columns[0], x)), cdLength(cdSub(columns[1], y)));
    object->stretched = fmax(off, cdLength(cdSub(columns[2], z))) > 1e-9;
    memcpy(object->columns, columns, sizeof columns);
}

// Returns the state at t: before the first contact free by the query's result, beyond it by the gap.
static cdState findState(const StageBoxes *boxes) {
    const cdBoxContact *contact = &boxes->contact;
    bool certified = contact->state != CD_OVERLAP && contact->state != CD_UNDECIDED;
    if (contact->state == CD_CONTACT && boxes->t == contact->t.lo) return CD_CONTACT;
    if (certified && boxes->t <= contact->t.lo) return CD_FREE;
    double gap = GetBoxGap(&boxes->a, &boxes->b);
    return gap > contact->tolerance ? CD_FREE : gap < -contact->tolerance ? CD_OVERLAP : CD_CONTACT;
}

static void setTime(Stage *stage, double t) {
    StageBoxes *boxes = &stage->boxes;
    boxes->t = t; // (3)
    cdGetBoxesAt(&boxes->input, t, &boxes->a, &boxes->b);
    boxes->state = findState(boxes);
}

// Moves both objects to their boxes without querying their meshes.
static void putObjects(Stage *stage) {
    StageBoxes *boxes = &stage->boxes;
    putObject(&stage->objects[boxes->objectA], &boxes->a, boxes->input.halfA);
    putObject(&stage->objects[boxes->objectB], &boxes->b, boxes->input.halfB);
    stage->objects[boxes->objectA].movedByScene = true;
    KeepAskedQuery(stage);
    memset(&stage->query, 0, sizeof stage->query);
    stage->query.object = boxes->objectA;
    stage->query.obstacle = stage->query.proxyObstacle = stage->query.pushed = -1;
    cdPose pose = stage->objects[boxes->objectA].pose;
    stage->query.motion = cdMakeMotion(pose, pose, (cdVec3){0.0, 0.0, 0.0});
    stage->query.status = GetStateStatus(boxes->state);
}

// --- Routes

DeedResult OpenBoxRoute(Stage *stage, int32_t route) {
    StageBoxes *boxes = &stage->boxes;
    if (!boxes->present) return DEED_NOTHING;
    SceneRoutes routes = getRoutes(stage);
    boxes->byHand = false;
    boxes->route = (route % routes.routeCount + routes.routeCount) % routes.routeCount;
    boxes->clock = 0.0;
    boxes->input = routes.routes[boxes->route].input; // (1)
    solve(boxes);
    setTime(stage, 0.0);
    putObjects(stage);
    return DEED_DONE;
}

// Includes all corners of a box at its pose.
static void growBounds(cdBox3 *bounds, const cdBoxAt *box) {
    cdVec3 reach = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; ++i) {
        cdVec3 arm = box->arms[i];
        reach = cdAdd(reach, (cdVec3){fabs(arm.x), fabs(arm.y), fabs(arm.z)});
    }
    cdVec3 lower = cdSub(box->center, reach), upper = cdAdd(box->center, reach);
    bounds->lower = (cdVec3){fmin(bounds->lower.x, lower.x), fmin(bounds->lower.y, lower.y),
                             fmin(bounds->lower.z, lower.z)};
    bounds->upper = (cdVec3){fmax(bounds->upper.x, upper.x), fmax(bounds->upper.y, upper.y),
                             fmax(bounds->upper.z, upper.z)};
}

// Bounds of all routes at samples: used only to compose pictures.
static cdBox3 findBounds(const SceneRoutes *routes) {
    enum { SAMPLES = 16 };
    cdBox3 bounds = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int32_t i = 0; i < routes->routeCount; ++i) {
        for (int k = 0; k <= SAMPLES; ++k) {
            cdBoxAt a, b;
            cdGetBoxesAt(&routes->routes[i].input, (double)k / SAMPLES, &a, &b);
            growBounds(&bounds, &a);
            growBounds(&bounds, &b);
        }
    }
    return bounds;
}

void RestartStageBoxes(Stage *stage) {
    StageBoxes *boxes = &stage->boxes;
    *boxes = (StageBoxes){0};
    if (!stage->scene || !stage->scene->getRoutes) return;
    SceneRoutes routes = getRoutes(stage);
    boxes->present = routes.routeCount > 0;
    boxes->objectA = routes.objectA;
    boxes->objectB = routes.objectB;
    boxes->bounds = findBounds(&routes);
    OpenBoxRoute(stage, 0);
}

// Returns from a step of a drag to the time at which the route was interrupted.
static void returnToRoute(Stage *stage) {
    double clock = stage->boxes.clock;
    OpenBoxRoute(stage, stage->boxes.route);
    stage->boxes.clock = clock;
}

// Implements PlayStageBoxes for boxes on a route.
static void roll(Stage *stage, double dt) {
    StageBoxes *boxes = &stage->boxes;
    if (boxes->byHand) returnToRoute(stage);
    double seconds = getRoutes(stage).routes[boxes->route].seconds, stop = GetRouteStop(&boxes->contact);
    double end = ROUTE_LEAD + stop * seconds;
    // From beyond the stop, which only scrubbing reaches, it returns to the stop.
    boxes->clock = fmax(fmin(boxes->clock, end + ROUTE_REST) + dt, 0.0);
    if (boxes->t > stop) boxes->clock = end;
    if (boxes->clock > end + ROUTE_REST) {
        OpenBoxRoute(stage, boxes->route + 1);
        return;
    }
    double t = boxes->clock >= end ? stop : (boxes->clock - ROUTE_LEAD) / seconds;
    setTime(stage, fmax(t, 0.0));
    putObjects(stage);
}

static bool areLedByRoute(const Stage *stage) {
    return stage->boxes.present && !stage->objects[stage->boxes.objectA].isBody;
}

DeedResult PlayStageBoxes(Stage *stage, double dt) {
    if (!areLedByRoute(stage)) return DEED_NOTHING;
    roll(stage, dt);
    return DEED_DONE;
}

DeedResult ScrubStageBoxes(Stage *stage, double t) {
    StageBoxes *boxes = &stage->boxes;
    if (!areLedByRoute(stage)) return DEED_NOTHING;
    setTime(stage, fmin(fmax(t, 0.0), 1.0));
    if (!boxes->byHand) boxes->clock = ROUTE_LEAD + boxes->t * getRoutes(stage).routes[boxes->route].seconds;
    putObjects(stage);
    return DEED_DONE;
}

// --- Steps of a drag

void ShowBoxStepAt(Stage *stage, double t) {
    if (stage->boxes.byHand) setTime(stage, t);
}

static cdVec3 getHalf(const StageObject *object) {
    return cdScale(0.5, cdSub(object->info.bounds.upper, object->info.bounds.lower));
}

void ShowBoxStep(Stage *stage, int32_t object) {
    StageBoxes *boxes = &stage->boxes;
    if (!boxes->present || object != boxes->objectA) return;
    StageObject *a = &stage->objects[boxes->objectA], *b = &stage->objects[boxes->objectB];
    const StageQuery *query = &stage->query;
    boxes->byHand = true;
    a->stretched = b->stretched = false; // dragged boxes are rigid
    cdPose start = query->present ? query->motion.start : a->pose;
    cdPose target = query->present ? query->motion.target : a->pose;
    boxes->input = (cdBoxesInput){.halfA = getHalf(a),
                                  .halfB = getHalf(b),
                                  .onScrew = true,
                                  .startA = start,
                                  .targetA = target,
                                  .poseB = b->pose}; // (1)
    solve(boxes);
    bool stops = query->mode == SCENE_CONTINUOUS && boxes->contact.state == CD_CONTACT;
    setTime(stage, stops ? boxes->contact.t.lo : 1.0);
}
