// Runs a search again with a trace.
//
// (1) Its input: objects, poses. (2) Whether the search is possible. (3) The search with a trace. (4) Opening
// and closing. steps_cursor.c builds the lists over the events.
#include "stage/shown/stage_steps.h"

#include "stage/motion/stage_limit.h"
#include "stage/motion/stage_query.h"
#include "stage/objects/object_options.h"
#include "stage/objects/stage_filter.h"
#include "stage/objects/stage_members.h"
#include "stage/shown/stage_solid.h"
#include "stage/world/stage_boxes.h"
#include "stage/world/stage_ground.h"
#include "stage/world/stage_world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *GetStepsSearchName(StepsSearch search) {
    static const char *const names[] = {"query", "vector", "index", "boxes"};
    return names[search];
}

// --- (1)

// Returns the object with the nearest bounding sphere; -1: there is no other.
static int32_t findNearest(const Stage *stage, int32_t object, double *gap) {
    int32_t nearest = -1;
    const StageObject *moved = &stage->objects[object];
    cdVec3 center = cdTransformPoint(moved->pose, moved->info.center);
    *gap = INFINITY;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *other = &stage->objects[i];
        if (i == object || !IsObjectPresent(other)) continue;
        cdVec3 there = cdTransformPoint(other->pose, other->info.center);
        double between = cdLength(cdSub(there, center)) - other->info.radius - moved->info.radius;
        if (between >= *gap) continue;
        nearest = i;
        *gap = between;
    }
    return nearest;
}

// Chooses the moved object and the one that its hull was tested with, or the nearest; if nothing can be
// dragged, the nearest two of all.
static void choosePair(const Stage *stage, StepsKey *key) {
    double gap = 0.0, least = INFINITY;
    key->object = stage->query.present ? stage->query.object : stage->selected;
    key->other = stage->query.present ? stage->query.proxyObstacle : -1;
    if (key->object >= 0 && key->other < 0) key->other = findNearest(stage, key->object, &gap);
    bool none = key->object < 0;
    for (int32_t i = 0; none && i < stage->objectCount; ++i) {
        if (!IsObjectPresent(&stage->objects[i])) continue;
        int32_t other = findNearest(stage, i, &gap);
        if (other < 0 || gap >= least) continue;
        key->object = i;
        key->other = other;
        least = gap;
    }
}

static StepsKey makeKey(const Stage *stage, StepsSearch search) {
    StepsKey key = {.object = -1, .other = -1, .route = -1, .objectCount = stage->objectCount};
    const StageQuery *query = &stage->query;
    if (search == STEPS_QUERY) {
        key.object = query->object;
        key.start = query->motion.start;
        key.target = query->motion.target;
        return key;
    }
    if (search == STEPS_BOXES) {
        key.object = stage->boxes.objectA;
        key.other = stage->boxes.objectB;
        key.route = stage->boxes.byHand ? -1 : stage->boxes.route;
        key.start = stage->boxes.input.startA;
        key.target = stage->boxes.input.targetA;
        return key;
    }
    if (search == STEPS_INDEX) {
        key.object = stage->probe.object;
        key.point = stage->probe.point;
    } else {
        choosePair(stage, &key);
    }
    if (key.object >= 0) key.start = key.target = stage->objects[key.object].pose;
    if (key.other >= 0) key.poseOther = stage->objects[key.other].pose;
    return key;
}

// True if the input of the search has changed.
static bool isStale(const Stage *stage) {
    const StepsKey *key = &stage->steps.key;
    const StageQuery *query = &stage->query;
    if (key->objectCount != stage->objectCount) return true;
    switch (stage->steps.search) {
    case STEPS_QUERY:
        return query->object != key->object || !cdIsSamePose(query->motion.start, key->start) ||
               !cdIsSamePose(query->motion.target, key->target);
    case STEPS_BOXES:
        return key->route != (stage->boxes.byHand ? -1 : stage->boxes.route) ||
               (stage->boxes.byHand && (!cdIsSamePose(stage->boxes.input.startA, key->start) ||
                                        !cdIsSamePose(stage->boxes.input.targetA, key->target)));
    case STEPS_INDEX:
        return stage->probe.object != key->object ||
               !cdIsSamePose(stage->objects[key->object].pose, key->start);
    default:
        return !cdIsSamePose(stage->objects[key->object].pose, key->start) ||
               !cdIsSamePose(stage->objects[key->other].pose, key->poseOther);
    }
}

// --- (2)

const char *FindStepsReason(const Stage *stage, StepsSearch search) {
    switch (search) {
    case STEPS_QUERY:
        if (stage->query.present) return NULL;
        if (stage->world.present)
            return "Forces move these bodies. Pause with Space and drag one: that step can be "
                   "replayed.";
        if (stage->selected < 0) return "No object in this scene can be dragged.";
        return stage->recent.count > 0
                   ? "Method, response or objects changed since the last query. Drag the object again."
                   : "No step yet. Drag the object, or press Space for the demonstration.";
    case STEPS_VECTOR:
        return CountStageObjects(stage) > 1 ? NULL : "This scene has a single object.";
    case STEPS_INDEX:
        if (stage->probe.object < 0) return "No index is shown. Press I and point at a solid.";
        return stage->probe.hasPoint || (stage->steps.open && stage->steps.search == STEPS_INDEX &&
                                         stage->steps.key.object == stage->probe.object)
                   ? NULL
                   : "Point at the solid to replay the classification of that point.";
    default:
        return stage->boxes.present && !stage->world.present
                   ? NULL
                   : "No box pair moves here: see the scene \"flying boxes\".";
    }
}

static StepsSearch chooseSearch(const Stage *stage) {
    if (!FindStepsReason(stage, STEPS_BOXES)) return STEPS_BOXES;
    if (stage->probe.object >= 0 && stage->probe.hasPoint) return STEPS_INDEX;
    if (stage->selected < 0 && !stage->query.present && CountStageObjects(stage) > 1) return STEPS_VECTOR;
    return STEPS_QUERY;
}

// --- (3)

static void addObstacle(const Stage *stage, StageSteps *steps, int32_t index) {
    steps->obstacles[steps->obstacleCount] =
        (cdObstacle){stage->objects[index].mesh, stage->objects[index].pose};
    steps->obstacleObjects[steps->obstacleCount++] = index;
}

// Lists all other objects outside its group, and the ground behind them, at their current poses: the picture
// of a step does not change with them.
static bool listObstacles(Stage *stage, StageSteps *steps) {
    size_t n = (size_t)stage->objectCount;
    const StageObject *moved = steps->key.object >= 0 ? &stage->objects[steps->key.object] : NULL;
    steps->obstacles = calloc(n, sizeof *steps->obstacles);
    steps->obstacleObjects = calloc(n, sizeof *steps->obstacleObjects);
    if (!steps->obstacles || !steps->obstacleObjects) return false;
    steps->obstacleCount = 0;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (i == steps->key.object || !IsObjectPresent(&stage->objects[i])) continue;
        bool meets = moved && DoStageObjectsMeet(stage, steps->key.object, i) &&
                     !(IsInStageGroup(stage, steps->key.object) && IsGroupMember(stage, i));
        if (steps->key.other < 0 ? meets : i == steps->key.other) addObstacle(stage, steps, i);
    }
    bool meetsGround = moved && steps->key.other < 0 && CanMeetGround(moved);
    int32_t ground = meetsGround ? PlaceStageGround(stage, moved, steps->key.start, steps->key.target) : -1;
    if (ground >= 0) addObstacle(stage, steps, ground);
    return true;
}

static void traceQuery(Stage *stage) {
    StageSteps *steps = &stage->steps;
    cdObstaclesInput input = {.mesh = stage->objects[steps->key.object].mesh,
                              .start = steps->key.start,
                              .target = steps->key.target,
                              .obstacles = steps->obstacles,
                              .obstacleCount = steps->obstacleCount,
                              .margin = stage->data.margin,
                              .disabled = GetStageDisabled(stage, steps->key.object),
                              .budget = BeginShownQuery(stage)};
    steps->state = cdFindFirstContactAmong(&input, NULL, stage->scratch.workspace, &steps->trace).state;
}

// Tests the hulls at their current poses with empty caches.
static void traceVector(Stage *stage) {
    StageSteps *steps = &stage->steps;
    const StageObject *a = &stage->objects[steps->key.object], *b = &stage->objects[steps->key.other];
    cdSeparationInput input = {.convexA = cdGetMeshInfo(a->mesh).hull,
                               .convexB = cdGetMeshInfo(b->mesh).hull,
                               .poseA = steps->key.start,
                               .poseB = steps->key.poseOther};
    if (!input.convexA || !input.convexB) return;
    cdSeparation found = cdFindSeparatingVector(&input, NULL, &steps->trace);
    steps->state = found.state == CD_OVERLAP ? CD_OVERLAP : CD_FREE;
}

static void traceIndex(Stage *stage) {
    StageSteps *steps = &stage->steps;
    const StageSolid *solid = FindStageSolid(stage, steps->key.object);
    if (!solid || !solid->solid) return;
    cdClassifyPoint(solid->solid, cdInvTransformPoint(steps->key.start, steps->key.point), &steps->trace);
}

static void traceBoxes(Stage *stage) {
    StageSteps *steps = &stage->steps;
    const StageBoxes *boxes = &stage->boxes;
    steps->state = cdFindBoxContact(&boxes->input, &steps->trace).state;
}

static bool trace(Stage *stage) {
    StageSteps *steps = &stage->steps;
    steps->trace.events = malloc(STEPS_EVENT_MAX * sizeof *steps->trace.events);
    steps->trace.eventCapacity = STEPS_EVENT_MAX;
    if (!steps->trace.events || !listObstacles(stage, steps)) return false;
    cdVec3 center = stage->objects[steps->key.object].info.center;
    steps->motion = cdMakeMotion(steps->key.start, steps->key.target, center);
    static void (*const searches[])(Stage *) = {traceQuery, traceVector, traceIndex, traceBoxes};
    searches[steps->search](stage);
    return IndexSteps(steps);
}

// --- (4)

void ChooseStageSteps(Stage *stage, StepsSearch search) {
    StageSteps *steps = &stage->steps;
    double speed = steps->speed > 0.0 ? steps->speed : 8.0;
    const char *reason = FindStepsReason(stage, search);
    StepsKey key = reason ? (StepsKey){.object = -1, .other = -1} : makeKey(stage, search);
    FreeSteps(steps);
    *steps = (StageSteps){.open = true, .search = search, .reason = reason, .key = key, .speed = speed};
    if (MovesByItself(stage)) stage->playing = false;
    if (reason) return;
    if (!trace(stage)) {
        FreeSteps(steps);
        steps->reason = "Out of memory.";
        return;
    }
    SetStep(stage, 0);
}

void OpenStageSteps(Stage *stage) {
    ChooseStageSteps(stage, chooseSearch(stage));
}

void CloseStageSteps(Stage *stage) {
    ShowBoxPair(stage, (cdBoxPair){CD_NO_CONTACT, 0, 0});
    FreeSteps(&stage->steps);
    stage->steps = (StageSteps){.speed = stage->steps.speed};
}

void RefreshStageSteps(Stage *stage, bool busy) {
    StageSteps *steps = &stage->steps;
    if (!steps->open) return;
    steps->waits = busy || (stage->playing && MovesByItself(stage));
    if (steps->waits) return;
    const char *reason = FindStepsReason(stage, steps->search);
    bool changed = (reason == NULL) != (steps->reason == NULL) || (!reason && isStale(stage));
    if (changed) ChooseStageSteps(stage, steps->search);
}

bool GetStepPose(const Stage *stage, int32_t object, cdPose *pose) {
    const StageSteps *steps = &stage->steps;
    if (!HasStep(stage) || steps->search != STEPS_QUERY || object != steps->key.object) return false;
    *pose = cdGetPoseAt(&steps->motion, steps->shown.t);
    return true;
}

bool IsStepped(const Stage *stage, int32_t object) {
    const StageSteps *steps = &stage->steps;
    if (!HasStep(stage) || steps->search == STEPS_BOXES) return false;
    int32_t met = steps->shown.obstacle;
    bool other = met >= 0 && met < steps->obstacleCount && steps->obstacleObjects[met] == object;
    return object == steps->key.object || object == steps->key.other || other;
}

bool IsBesideSteps(const Stage *stage, int32_t object) {
    bool vector = HasStep(stage) && stage->steps.search == STEPS_VECTOR;
    return vector && stage->objectCount > 8 && !IsStepped(stage, object);
}
