// Finds the points that a stop's picture must show: the library's drawing of its event by owner, the objects,
// or the contact regions.
#include "lessons/lesson_focus.h"

#include "lessons/lesson_events.h"

#include <math.h>
#include <string.h>

static void addPoint(LessonFocus *focus, cdVec3 p) {
    if (focus->count < LESSON_POINT_MAX) focus->points[focus->count++] = p;
}

// Adds the six points of a sphere along the world's axes.
static void addSphere(LessonFocus *focus, cdVec3 center, double radius) {
    for (int axis = 0; axis < 3; ++axis) {
        cdVec3 offset = {axis == 0 ? radius : 0.0, axis == 1 ? radius : 0.0, axis == 2 ? radius : 0.0};
        addPoint(focus, cdAdd(center, offset));
        addPoint(focus, cdSub(center, offset));
    }
}

// Adds the corners of its bounds, moved inwards a little, since no object fills its bounds.
static void addObjectAt(LessonFocus *focus, const StageObject *object, cdPose pose) {
    cdVec3 lower = object->info.bounds.lower, upper = object->info.bounds.upper;
    cdVec3 middle = cdLerp(lower, upper, 0.5);
    for (int corner = 0; corner < 8; ++corner) {
        cdVec3 p = {corner & 1 ? upper.x : lower.x, corner & 2 ? upper.y : lower.y,
                    corner & 4 ? upper.z : lower.z};
        addPoint(focus, cdTransformPoint(pose, cdLerp(middle, p, 0.92)));
    }
}

static void addObject(LessonFocus *focus, const Stage *stage, int32_t object) {
    cdPose pose = stage->objects[object].pose;
    GetStepPose(stage, object, &pose);
    addObjectAt(focus, &stage->objects[object], pose);
}

static void addStep(LessonFocus *focus, const Stage *stage) {
    const StageQuery *query = &stage->query;
    if (!query->present) return;
    const StageObject *moved = &stage->objects[query->object];
    addObjectAt(focus, moved, query->motion.start);
    addObjectAt(focus, moved, query->motion.target);
    addObjectAt(focus, moved, moved->pose);
    int32_t other = query->obstacle >= 0 ? query->obstacle : query->proxyObstacle;
    if (other >= 0) addObject(focus, stage, other);
}

// Among many objects the centre of each suffices.
static void addOneOfAll(LessonFocus *focus, const Stage *stage, int32_t object) {
    enum { CROWD = 64 };
    const StageObject *one = &stage->objects[object];
    if (one->removed) return;
    if (stage->objectCount > CROWD)
        addPoint(focus, cdTransformPoint(one->pose, one->info.center));
    else
        addObject(focus, stage, object);
}

// Parts of an event by owner, as the library draws them.
typedef struct Parts {
    LessonFocus *focus;
    cdVec3 corners[CD_OWNER_B + 1][4];
    int counts[CD_OWNER_B + 1];
    cdVec3 centers[CD_OWNER_B + 1];
    bool spheres[CD_OWNER_B + 1];
} Parts;

static bool counts(cdDrawStyle style) {
    bool above = style.role == CD_ROLE_SPHERE || style.role == CD_ROLE_HULL;
    return style.owner != CD_OWNER_NONE && style.fade == 0.0 && !above;
}

static void takePoint(cdVec3 p, cdDrawStyle style, void *context) {
    Parts *parts = context;
    if (!counts(style)) return;
    addPoint(parts->focus, p);
    if (parts->counts[style.owner] < 4) parts->corners[style.owner][parts->counts[style.owner]++] = p;
}

static void takeSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    takePoint(a, style, context);
    takePoint(b, style, context);
}

static void takeTriangle(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawStyle style, void *context) {
    takeSegment(a, b, style, context);
    takePoint(c, style, context);
}

static void takeSphere(cdVec3 center, double radius, cdDrawStyle style, void *context) {
    Parts *parts = context;
    if (!counts(style)) return;
    addSphere(parts->focus, center, radius);
    parts->centers[style.owner] = center;
    parts->spheres[style.owner] = true;
}

// Returns the line of two centres, the normal of a face, or the perpendicular of two edges.
static cdVec3 findAcross(const Parts *parts) {
    const cdVec3 *a = parts->corners[CD_OWNER_A], *b = parts->corners[CD_OWNER_B];
    int countA = parts->counts[CD_OWNER_A], countB = parts->counts[CD_OWNER_B];
    cdVec3 across = {0.0, 0.0, 0.0};
    if (parts->spheres[CD_OWNER_A] && parts->spheres[CD_OWNER_B])
        across = cdSub(parts->centers[CD_OWNER_A], parts->centers[CD_OWNER_B]);
    else if (countB >= 3)
        across = cdCross(cdSub(b[1], b[0]), cdSub(b[2], b[0]));
    else if (countA >= 3)
        across = cdCross(cdSub(a[1], a[0]), cdSub(a[2], a[0]));
    else if (countA == 2 && countB == 2)
        across = cdCross(cdSub(a[1], a[0]), cdSub(b[1], b[0]));
    else if (countA == 1 && countB == 1)
        across = cdSub(a[0], b[0]);
    double length = cdLength(across);
    return length > 0.0 ? cdScale(1.0 / length, across) : across;
}

// Returns the last vector of the search, which is normal to the plane between two hulls.
static cdVec3 findLastVector(const StageSteps *steps) {
    int32_t last = FindLastEvent(steps, CD_TRACE_VECTOR, CD_HOW_NONE);
    if (last < 0) return (cdVec3){0.0, 0.0, 0.0};
    const double *c = steps->trace.events[last].c;
    return (cdVec3){c[0], c[1], c[2]};
}

static void addEvent(LessonFocus *focus, const Stage *stage) {
    if (!HasStep(stage)) return;
    Parts parts = {.focus = focus};
    const cdDebugDraw draw = {.segment = takeSegment,
                              .triangle = takeTriangle,
                              .point = takePoint,
                              .sphere = takeSphere,
                              .context = &parts};
    cdTracedQuery query = GetStepQuery(stage);
    // The paths of elements would enlarge the picture; spheres are shown at their closest approach.
    if (!IsStepOfNodes(stage->steps.shown.event.kind)) query.motion = NULL;
    if (query.meshA && query.meshB) cdDrawTraceEvent(&draw, &stage->steps.shown.event, &query);
    focus->across = stage->steps.search == STEPS_VECTOR ? findLastVector(&stage->steps) : findAcross(&parts);
}

static void addPair(LessonFocus *focus, const Stage *stage) {
    const StageSteps *steps = &stage->steps;
    int32_t other = steps->key.other;
    int32_t met = steps->shown.obstacle;
    if (other < 0 && met >= 0 && met < steps->obstacleCount) other = steps->obstacleObjects[met];
    if (steps->open && steps->key.object >= 0) addObject(focus, stage, steps->key.object);
    if (steps->open && other >= 0) addObject(focus, stage, other);
    if (HasStep(stage) && steps->search == STEPS_VECTOR) focus->across = findLastVector(steps);
}

static void addRegions(LessonFocus *focus, const Stage *stage) {
    for (int32_t i = 0; stage->regions.present && i < stage->regions.count; ++i) {
        if (!GetStageRegion(stage, i)->sufficient) continue;
        const cdVec3 *points = GetStageRegionPoints(stage, i);
        for (int32_t k = 0; k < GetStageRegion(stage, i)->pointCount; ++k)
            addPoint(focus, points[k]);
    }
}

static void bound(LessonFocus *focus) {
    if (focus->count == 0) return;
    cdVec3 lower = focus->points[0], upper = lower;
    for (int32_t i = 1; i < focus->count; ++i) {
        cdVec3 p = focus->points[i];
        lower = (cdVec3){fmin(lower.x, p.x), fmin(lower.y, p.y), fmin(lower.z, p.z)};
        upper = (cdVec3){fmax(upper.x, p.x), fmax(upper.y, p.y), fmax(upper.z, p.z)};
    }
    focus->center = cdLerp(lower, upper, 0.5);
    for (int32_t i = 0; i < focus->count; ++i)
        focus->radius = fmax(focus->radius, cdLength(cdSub(focus->points[i], focus->center)));
}

void FindLessonFocus(const Stage *stage, const LessonStop *stop, LessonFocus *focus) {
    memset(focus, 0, sizeof *focus);
    switch (stop->look) {
    case LESSON_LOOK_SCENE:
        break;
    case LESSON_LOOK_ALL:
        for (int32_t i = 0; i < stage->objectCount; ++i)
            addOneOfAll(focus, stage, i);
        break;
    case LESSON_LOOK_STEP:
        addStep(focus, stage);
        break;
    case LESSON_LOOK_PAIR:
        addPair(focus, stage);
        break;
    case LESSON_LOOK_EVENT:
        addEvent(focus, stage);
        break;
    case LESSON_LOOK_REGIONS:
        addRegions(focus, stage);
        break;
    case LESSON_LOOK_POINT:
        if (stage->probe.object >= 0) {
            addObject(focus, stage, stage->probe.object);
            if (stage->probe.hasPoint) addPoint(focus, stage->probe.point);
        }
        break;
    }
    bound(focus);
}
