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
    int32_t passed; // the root of the contact; -1: none
} StepsCurve;

// Details of the event under the cursor.
typedef struct StepsShown {
    cdTraceEvent event;
    int32_t obstacle;                    // index in the obstacles; -1: none yet
    double limit;                        // t_c: the search is limited to [0, limit]
    double t;                            // time at which the moved object is shown
    int32_t counts[CD_TRACE_KIND_COUNT]; // up to here
    int32_t firstVector;                 // first event of its separating-vector search; -1: none
    int32_t part;                        // event of its part of the route; -1: none
    StepsCurve curve;
} StepsShown;

// Input of the search; it is run again when this changes.
typedef struct StepsKey {
    int32_t object, other;           // the moved or probed one; the other one, -1: none
    cdPose start, target, poseOther; // of the object; equal if it does not move
    cdVec3 point;                    // of the probe, world frame
    int32_t route;                   // of boxes; -1: a step of a drag
    int32_t objectCount;             // of the stage; changes when an object is added or removed
} StepsKey;

typedef struct StageSteps {
    bool open;
    bool waits; // its input is changing: nothing is shown
    StepsSearch search;
    const char *reason; // why no search can be shown; NULL: one can. @lifetime static
    StepsKey key;
    cdMotion motion; // of the moved object, world frame
    cdObstacle *obstacles;
    int32_t *obstacleObjects; // both [obstacleCount], at their poses of that time
    int32_t obstacleCount;
    cdState state; // the result
    cdTrace trace;
    int32_t *order;                          // order[trace.eventCount]: the events by kind
    int32_t firsts[CD_TRACE_KIND_COUNT + 1]; // index in `order` where each kind begins
    uint8_t ticks[STEPS_TICK_COUNT];         // 2: the interval was shortened, 1: elements were tested
    int32_t at;                              // the cursor: index of an event
    StepsShown shown;
    bool playing;
    double speed; // events a second
    double debt;
} StageSteps;

#endif
