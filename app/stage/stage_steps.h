// One search, step by step: what it asked, in order, with a cursor over it.
//
// Four searches can be stepped through: the query of the last step [RKC01], a separating vector of two hulls
// [CW96], the way of the probe's point down a solid's index [V90], the route of two boxes [AS05]. Opening
// one asks it again with a trace (collision/trace.h), as one plain query with nothing learned before; the
// stage stays as it is. All that is shown of an event is made when the cursor gets there, from lists made at
// the opening: no frame looks at all events.
#ifndef APP_STAGE_STEPS_H
#define APP_STAGE_STEPS_H

#include "collision/boxes.h"
#include "collision/draw.h"
#include "collision/query.h"

typedef struct Stage Stage;

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

// Whether there is something to step through; else why not. @lifetime static
const char *FindStepsReason(const Stage *stage, StepsSearch search);
const char *GetStepsSearchName(StepsSearch search);

// Opens the search that fits the scene, or that one.
void OpenStageSteps(Stage *stage);
void ChooseStageSteps(Stage *stage, StepsSearch search);
void CloseStageSteps(Stage *stage);
// Asks again where what was asked about has changed; not while it changes, `busy` for as long as a hand
// leads.
void RefreshStageSteps(Stage *stage, bool busy);
// Begins to play, from the start where the cursor is at the end; or stops.
void PlayOrPauseSteps(Stage *stage);
void PlayStageSteps(Stage *stage, double dt);

// Whether there is an event under the cursor.
bool HasStep(const Stage *stage);
void SetStep(Stage *stage, int32_t at);
void MoveStep(Stage *stage, int32_t count);
// To the next, or the previous, event of another kind or that tests elements.
void SkipStep(Stage *stage, int32_t direction);

// Of that kind among events[0 .. before).
int32_t CountSteps(const StageSteps *steps, cdTraceKind kind, int32_t before);
int32_t GetStepTotal(const StageSteps *steps, cdTraceKind kind);
// The last one of that kind at or before an event, -1: none.
int32_t FindStepBefore(const StageSteps *steps, cdTraceKind kind, int32_t at);

// Returns true if events of this kind compare two nodes of the sphere trees.
bool IsStepOfNodes(cdTraceKind kind);

// Returns the query that the event under the cursor belongs to, as cdDrawTraceEvent and cdDescribeTrace need
// it (collision/draw.h): the meshes, their poses on the screen, their names. meshB is NULL if the event
// concerns no obstacle.
cdTracedQuery GetStepQuery(const Stage *stage);

// The pose in which the picture shows the object; false: its own.
bool GetStepPose(const Stage *stage, int32_t object, cdPose *pose);
// Whether the event is about the object, so that one looks through it.
bool IsStepped(const Stage *stage, int32_t object);
// Whether it only stands in the way of what is shown: one of many, and not of those two.
bool IsBesideSteps(const Stage *stage, int32_t object);

// --- Among the files of the steps

bool IndexSteps(StageSteps *steps); // after the trace was recorded. @errors no memory
void FreeSteps(StageSteps *steps);
void ShowStep(Stage *stage); // fills `shown` from `at`
// The curve of an event of two nodes.
void MakeStepGap(const StageSteps *steps, const cdMesh *meshA, StepsShown *shown);

#endif
