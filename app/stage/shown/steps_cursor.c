// Moves the cursor over the events of a search, and computes the details of the event there.
//
// (1) Once for each recording: the events sorted by kind, the ticks of the timeline. (2) The cursor. (3)
// Details of its event: the remaining interval, the obstacle, the polynomial with its roots. Everything in
// (3) is found by binary search in the lists of (1), or has a fixed size.
#include "stage/shown/stage_steps.h"

#include "stage/apply.h"
#include "stage/entries.h"
#include "stage/shown/stage_solid.h"
#include "stage/world/stage_boxes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- (1)

static uint8_t getTick(const cdTraceEvent *event) {
    switch (event->kind) {
    case CD_TRACE_SHORTENED:
    case CD_TRACE_HULLS:
    case CD_TRACE_DECIDED:
        return 2;
    case CD_TRACE_ELEMENTS:
    case CD_TRACE_SOLVED:
    case CD_TRACE_ROUTE_PART:
        return 1;
    default:
        return 0;
    }
}

bool IndexSteps(StageSteps *steps) {
    int32_t count = steps->trace.eventCount, places[CD_TRACE_KIND_COUNT];
    steps->order = malloc(((size_t)count + 1) * sizeof *steps->order);
    if (!steps->order) return false;
    const cdTraceEvent *events = steps->trace.events;
    memset(steps->firsts, 0, sizeof steps->firsts);
    for (int32_t i = 0; i < count; ++i)
        ++steps->firsts[events[i].kind + 1];
    for (int k = 0; k < CD_TRACE_KIND_COUNT; ++k) {
        steps->firsts[k + 1] += steps->firsts[k];
        places[k] = steps->firsts[k];
    }
    for (int32_t i = 0; i < count; ++i) {
        steps->order[places[events[i].kind]++] = i;
        uint8_t *tick = &steps->ticks[(int64_t)i * STEPS_TICK_COUNT / count];
        uint8_t wanted = getTick(&events[i]);
        if (wanted > *tick) *tick = wanted;
    }
    return true;
}

void FreeSteps(StageSteps *steps) {
    free(steps->obstacles);
    free(steps->obstacleObjects);
    free(steps->trace.events);
    free(steps->order);
    steps->obstacles = NULL;
    steps->obstacleObjects = steps->order = NULL;
    steps->trace = (cdTrace){0};
}

int32_t CountSteps(const StageSteps *steps, cdTraceKind kind, int32_t before) {
    int32_t low = steps->firsts[kind], high = steps->firsts[kind + 1];
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (steps->order[middle] < before)
            low = middle + 1;
        else
            high = middle;
    }
    return low - steps->firsts[kind];
}

int32_t GetStepTotal(const StageSteps *steps, cdTraceKind kind) {
    return steps->firsts[kind + 1] - steps->firsts[kind];
}

int32_t FindStepBefore(const StageSteps *steps, cdTraceKind kind, int32_t at) {
    int32_t count = CountSteps(steps, kind, at + 1);
    return count > 0 ? steps->order[steps->firsts[kind] + count - 1] : -1;
}

// --- (2)

bool HasStep(const Stage *stage) {
    const StageSteps *steps = &stage->steps;
    return steps->open && !steps->waits && !steps->reason && steps->trace.eventCount > 0;
}

// Moves both boxes to their poses at the event, and marks its face of the sum.
static void showBoxes(Stage *stage) {
    const StepsShown *shown = &stage->steps.shown;
    const cdTraceEvent *event = &shown->event;
    if (stage->boxes.byHand)
        ShowBoxStepAt(stage, shown->t);
    else
        ApplyStageEntry(stage, MakeScrub(shown->t));
    bool plane = event->kind == CD_TRACE_ROUTE_PLANE;
    ShowBoxPair(stage,
                plane ? (cdBoxPair){event->contact, event->a, event->b} : (cdBoxPair){CD_NO_CONTACT, 0, 0});
}

void SetStep(Stage *stage, int32_t at) {
    StageSteps *steps = &stage->steps;
    int32_t count = steps->trace.eventCount;
    if (count == 0) return;
    steps->at = at < 0 ? 0 : at >= count ? count - 1 : at;
    ShowStep(stage);
    if (steps->search == STEPS_BOXES) showBoxes(stage);
}

void MoveStep(Stage *stage, int32_t count) {
    if (!HasStep(stage)) return;
    stage->steps.playing = false;
    SetStep(stage, stage->steps.at + count);
}

void SkipStep(Stage *stage, int32_t direction) {
    StageSteps *steps = &stage->steps;
    if (!HasStep(stage)) return;
    const cdTraceEvent *events = steps->trace.events;
    int32_t at = steps->at + direction;
    cdTraceKind kind = events[steps->at].kind;
    while (at > 0 && at + 1 < steps->trace.eventCount && events[at].kind == kind &&
           kind != CD_TRACE_ELEMENTS && kind != CD_TRACE_SOLVED)
        at += direction;
    steps->playing = false;
    SetStep(stage, at);
}

void PlayOrPauseSteps(Stage *stage) {
    StageSteps *steps = &stage->steps;
    steps->playing = HasStep(stage) && !steps->playing;
    steps->debt = 0.0;
    if (steps->playing && steps->at + 1 == steps->trace.eventCount) SetStep(stage, 0);
}

void PlayStageSteps(Stage *stage, double dt) {
    StageSteps *steps = &stage->steps;
    if (!steps->playing || !HasStep(stage)) return;
    steps->debt += steps->speed * dt;
    int32_t due = (int32_t)fmin(steps->debt, STEPS_EVENT_MAX);
    steps->debt -= due;
    if (due > 0) SetStep(stage, steps->at + due);
    steps->playing = steps->at + 1 < steps->trace.eventCount;
}

// --- (3)

bool IsStepOfNodes(cdTraceKind kind) {
    return kind == CD_TRACE_NODES_DISJOINT || kind == CD_TRACE_NODES_MEET || kind == CD_TRACE_LABEL_SKIP;
}

static double clampShare(double x) {
    return fmin(fmax(x, 0.0), 1.0);
}

// Returns a zero of the event's polynomial between two parameters where its signs differ.
static double halve(const cdTraceEvent *event, double a, double b) {
    bool above = cdEvaluateTrace(event, a) > 0.0;
    for (int i = 0; i < 60; ++i) {
        double middle = 0.5 * (a + b);
        if ((cdEvaluateTrace(event, middle) > 0.0) == above)
            a = middle;
        else
            b = middle;
    }
    return 0.5 * (a + b);
}

// Finds the visible roots: those between the samples, and the search's own contact root.
static void findRoots(const cdTraceEvent *event, StepsCurve *curve) {
    curve->passed = -1;
    for (int i = 1; i < STEPS_SAMPLE_COUNT && curve->rootCount < STEPS_ROOT_MAX; ++i) {
        if ((curve->values[i] > 0.0) == (curve->values[i - 1] > 0.0)) continue;
        double step = 1.0 / (STEPS_SAMPLE_COUNT - 1);
        curve->roots[curve->rootCount++] = halve(event, (i - 1) * step, i * step);
    }
    bool solved = event->kind == CD_TRACE_SOLVED && event->how == CD_HOW_TOUCHED && event->rootCount > 0;
    if (!solved && event->how != CD_HOW_LAST) return;
    double touched = clampShare(solved ? event->c[4 + event->rootCount - 1] : event->tau.hi);
    for (int32_t i = 0; i < curve->rootCount; ++i) {
        if (fabs(curve->roots[i] - touched) < 1e-6) curve->passed = i;
    }
    if (curve->passed >= 0 || curve->rootCount == STEPS_ROOT_MAX) return;
    curve->passed = curve->rootCount;
    curve->roots[curve->rootCount++] = touched;
}

static void makeCurve(const cdTraceEvent *event, StepsCurve *curve) {
    curve->present = event->degree > 0;
    if (!curve->present) return;
    for (int i = 0; i < STEPS_SAMPLE_COUNT; ++i)
        curve->values[i] = cdEvaluateTrace(event, (double)i / (STEPS_SAMPLE_COUNT - 1));
    curve->from = clampShare(event->tau.lo);
    curve->to = clampShare(event->tau.hi);
    findRoots(event, curve);
}

// Returns the fraction of the step at a parameter of the event's screw.
static double getTime(const StageSteps *steps, const cdTraceEvent *event, double tau) {
    const cdMotion *motion = &steps->motion;
    if (event->screw < 0 || event->screw >= motion->screwCount) return clampShare(tau);
    double within = cdGetTimeFromTau(&motion->screws[event->screw], tau);
    return clampShare((event->screw + within) / motion->screwCount);
}

// Returns the time at which two nodes are nearest within their interval, by 32 samples: the samples at which
// their spheres are drawn.
static double findNearestTime(const StageSteps *steps, const cdMesh *meshA) {
    enum { SAMPLES = 32 };
    const cdTraceEvent *event = &steps->shown.event;
    const cdObstacle *obstacle = &steps->obstacles[steps->shown.obstacle];
    cdVec3 center = cdGetSphereNode(meshA, event->a).center;
    cdVec3 fixed = cdTransformPoint(obstacle->pose, cdGetSphereNode(obstacle->mesh, event->b).center);
    double nearest = event->t.lo, least = INFINITY;
    for (int i = 0; i <= SAMPLES; ++i) {
        double t = clampShare(event->t.lo + (event->t.hi - event->t.lo) * i / SAMPLES);
        double distance = cdLength(cdSub(cdTransformPoint(cdGetPoseAt(&steps->motion, t), center), fixed));
        if (distance >= least) continue;
        least = distance;
        nearest = t;
    }
    return nearest;
}

// A test concerns a part of the step: two triangles or elements without known roots are shown at its middle.
static bool isOfPart(cdTraceKind kind) {
    return kind == CD_TRACE_FACES_DISJOINT || kind == CD_TRACE_FACES_MEET || kind == CD_TRACE_ELEMENTS ||
           kind == CD_TRACE_TABLE_SKIP;
}

// Returns the time at which the moved object is shown: the last root, if roots were computed; the time of a
// tested pose; else the end of the remaining interval.
static double chooseTime(const StageSteps *steps) {
    const StepsShown *shown = &steps->shown;
    const cdTraceEvent *event = &shown->event;
    bool solved = event->kind == CD_TRACE_SOLVED && event->rootCount > 0;
    if (solved) return getTime(steps, event, event->c[4 + event->rootCount - 1]);
    if (event->kind == CD_TRACE_POSE || event->kind == CD_TRACE_OVERLAP || event->kind == CD_TRACE_ROUTE_PART)
        return clampShare(event->t.lo);
    if (event->kind == CD_TRACE_ROUTE_PLANE) return clampShare(event->t.hi);
    if (steps->search == STEPS_BOXES) return clampShare(event->t.lo);
    if (isOfPart(event->kind)) return clampShare(0.5 * (event->t.lo + event->t.hi));
    return shown->limit;
}

// Plots a number that all events of a short search have, from the first to the last, with linear
// interpolation; the interval of interest ends at the current event.
static void makeListCurve(const StageSteps *steps, int32_t first, cdTraceKind kind, int field,
                          StepsCurve *curve) {
    const cdTraceEvent *events = steps->trace.events;
    int32_t last = first, at = steps->at;
    while (last + 1 < steps->trace.eventCount && events[last + 1].kind == kind)
        ++last;
    if (last == first || events[first].kind != kind) return;
    *curve = (StepsCurve){.present = true, .passed = -1};
    for (int i = 0; i < STEPS_SAMPLE_COUNT; ++i) {
        double position = (double)i / (STEPS_SAMPLE_COUNT - 1) * (last - first);
        int32_t k = (int32_t)fmin(floor(position), last - first - 1);
        const cdTraceEvent *event = &events[first + k];
        curve->values[i] = event->c[field] + (position - k) * (event[1].c[field] - event->c[field]);
    }
    curve->to = clampShare((double)((at < last ? at : last) - first) / (last - first));
}

// Returns the first event of the search that contains the event as a step or as its outcome; it is short.
static int32_t findFirstVector(const StageSteps *steps) {
    const cdTraceEvent *events = steps->trace.events;
    int32_t first = steps->at;
    if (events[first].kind != CD_TRACE_VECTOR && events[first].kind != CD_TRACE_HULLS) return -1;
    while (first > 0 && events[first - 1].kind == CD_TRACE_VECTOR)
        --first;
    return first;
}

void ShowStep(Stage *stage) {
    StageSteps *steps = &stage->steps;
    StepsShown *shown = &steps->shown;
    int32_t at = steps->at;
    memset(shown, 0, sizeof *shown);
    shown->event = steps->trace.events[at];
    for (int k = 0; k < CD_TRACE_KIND_COUNT; ++k)
        shown->counts[k] = CountSteps(steps, (cdTraceKind)k, at + 1);
    int32_t met = FindStepBefore(steps, CD_TRACE_OBSTACLE, at);
    int32_t shortened = FindStepBefore(steps, CD_TRACE_SHORTENED, at);
    shown->obstacle = met >= 0 ? steps->trace.events[met].a : -1;
    shown->limit = shortened >= 0 ? clampShare(steps->trace.events[shortened].t.hi) : 1.0;
    bool nodes = IsStepOfNodes(shown->event.kind) && steps->search == STEPS_QUERY && shown->obstacle >= 0 &&
                 shown->obstacle < steps->obstacleCount;
    shown->t = nodes ? findNearestTime(steps, stage->objects[steps->key.object].mesh) : chooseTime(steps);
    shown->part = FindStepBefore(steps, CD_TRACE_ROUTE_PART, at);
    shown->firstVector = findFirstVector(steps);
    if (!IsStepOfNodes(shown->event.kind) || shown->obstacle < 0 || shown->obstacle >= steps->obstacleCount) {
        makeCurve(&shown->event, &shown->curve);
        if (shown->firstVector >= 0)
            makeListCurve(steps, shown->firstVector, CD_TRACE_VECTOR, 3, &shown->curve);
        if (steps->search == STEPS_INDEX) makeListCurve(steps, 0, CD_TRACE_INDEX_NODE, 0, &shown->curve);
        return;
    }
    MakeStepGap(steps, stage->objects[steps->key.object].mesh, shown);
}

// Returns the obstacle that the event names, else the one queried last; -1: none.
static int32_t chooseObstacle(const StageSteps *steps) {
    const cdTraceEvent *event = &steps->shown.event;
    bool names = event->kind == CD_TRACE_PAIR_DECIDED || event->kind == CD_TRACE_DECIDED;
    int32_t obstacle = names ? event->a : steps->shown.obstacle;
    if (obstacle < 0 && steps->obstacleCount == 1) return 0;
    return obstacle < steps->obstacleCount ? obstacle : -1;
}

static cdTracedQuery getIndexQuery(const Stage *stage) {
    const StageSteps *steps = &stage->steps;
    const StageSolid *known = FindStageSolid(stage, steps->key.object);
    const StageObject *object = &stage->objects[steps->key.object];
    cdVec3 point = cdInvTransformPoint(object->pose, steps->key.point);
    return (cdTracedQuery){.meshA = known ? known->solid : NULL,
                           .poseA = object->pose,
                           .p = point,
                           .q = point,
                           .nameA = object->name};
}

cdTracedQuery GetStepQuery(const Stage *stage) {
    const StageSteps *steps = &stage->steps;
    if (steps->search == STEPS_INDEX) return getIndexQuery(stage);
    const StageObject *moved = &stage->objects[steps->key.object];
    cdTracedQuery query = {.meshA = moved->mesh,
                           .poseA = cdGetPoseAt(&steps->motion, steps->shown.t),
                           .motion = steps->search == STEPS_QUERY ? &steps->motion : NULL,
                           .nameA = moved->name,
                           .nameB = "the others"};
    int32_t obstacle = chooseObstacle(steps);
    if (obstacle < 0) return query;
    query.meshB = steps->obstacles[obstacle].mesh;
    query.poseB = steps->obstacles[obstacle].pose;
    query.nameB = stage->objects[steps->obstacleObjects[obstacle]].name;
    return query;
}
