// A search that is shown step by step; see stage/shown/stage_steps.h.
#ifndef APP_STATE_STEPS_H
#define APP_STATE_STEPS_H

#include "collision/boxes.h"
#include "collision/draw.h"
#include "collision/query.h"

typedef enum StepsSearch {
    STEPS_QUERY = 0,
    STEPS_VECTOR,
    STEPS_INDEX,
    STEPS_BOXES,
    STEPS_SEARCH_COUNT
} StepsSearch;

enum { STEPS_EVENT_MAX = 1 << 18, STEPS_TICK_COUNT = 512, STEPS_SAMPLE_COUNT = 129, STEPS_ROOT_MAX = 8 };

// The event's polynomial over its parameter.
typedef struct StepsCurve {
    bool present;
    double values[STEPS_SAMPLE_COUNT]; // from 0 to 1
    double from, to;                   // the part of interest
    double roots[STEPS_ROOT_MAX];      // in [0, 1], in order
    int32_t rootCount;
    int32_t passed; // the root at which the elements touch, -1: none
} StepsCurve;

// What there is to see of the event under the cursor.
typedef struct StepsShown {
    cdTraceEvent event;
    int32_t obstacle;                    // of the obstacles, -1: none yet
    double limit;                        // t_c: [0, limit] is of interest
    double t;                            // where the moved object is shown
    int32_t counts[CD_TRACE_KIND_COUNT]; // up to here
    int32_t firstVector; // the first event of the separating-vector search it belongs to, or -1
    int32_t part;        // the event of the route's part it belongs to, or -1
    StepsCurve curve;
} StepsShown;

// What the search was asked about; it is asked anew when that changes.
typedef struct StepsKey {
    int32_t object, other;           // that moves, is probed; the one beside it, -1: none
    cdPose start, target, poseOther; // of the object; equal where it does not move
    cdVec3 point;                    // of the probe, world frame
    int32_t route;                   // of boxes, -1: a hand's step
    int32_t objectCount;             // of the stage: an object joins, or goes
} StepsKey;

typedef struct StageSteps {
    bool open;
    bool waits; // what it is about changes just now: nothing of it is shown
    StepsSearch search;
    const char *reason; // why there is nothing to step through, NULL: there is. @lifetime static
    StepsKey key;
    cdMotion motion; // of the moved object, world frame
    cdObstacle *obstacles;
    int32_t *obstacleObjects; // both [obstacleCount], as they stood
    int32_t obstacleCount;
    cdState state; // what came out
    cdTrace trace;
    int32_t *order;                          // order[trace.eventCount]: the events by kind
    int32_t firsts[CD_TRACE_KIND_COUNT + 1]; // where each kind begins in it
    uint8_t ticks[STEPS_TICK_COUNT];         // 2: the interval was shortened, 1: elements were tested
    int32_t at;                              // the cursor: an event
    StepsShown shown;
    bool playing;
    double speed; // events a second
    double debt;
} StageSteps;

#endif
