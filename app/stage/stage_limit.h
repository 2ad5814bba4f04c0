// How long the queries of a frame may take, and what happens to those that need longer.
//
// In a window no frame waits for a query. One that needs more than the frame's time does one of two things:
//     - A step of a hand is cut short: the object stays in the part of its way that is known to be free, and
//       the next step continues from there. One that gains little is tried again with twice the time.
//     - All others, and what a step gets beyond a frame's time, pause and continue in the next frame
//       (stage_work.h).
// So that a replay gets the same bits without a clock, the journal keeps what cut a step short: a number of
// tests, and at which call of the library's interrupt it was stopped (collision/state.h). What is known then
// depends on the caches as well. Therefore a step that is cut short counts only when it began with empty
// caches: the first one is done again so, in what is left of the frame's time.
#ifndef APP_STAGE_LIMIT_H
#define APP_STAGE_LIMIT_H

#include "collision/state.h"
#include "engine/task.h"

typedef struct Stage Stage;

enum { STAGE_CALL_TESTS = 256 }; // an interrupt is called once in so many pair tests

// Reason why a step was cut short.
typedef struct StageStop {
    int32_t tests; // the budget's maxPairTests; 0: no limit
    int32_t call;  // of the interrupt, at which it stopped; 0: at none
} StageStop;

typedef struct StageLimit {
    bool (*isLate)(void *context); // whether the frame's time is up; NULL: there is no clock
    void *context;
    int32_t testMost; // without a clock: pair tests of all queries of a frame together; 0: no limit
    gxTask *task;     // that work runs on; NULL: nothing can pause
    int32_t stalls;   // steps that gained little since one was not cut short
    bool replays;     // the present step is done again: `stop` holds, not the above
    StageStop stop;
    bool repeats;       // a step that is cut short now is done again: it gets half of the time
    bool lags;          // the last step was cut short
    int64_t frameCalls; // of the interrupt, by all queries of this frame
    // The query or work in progress:
    int32_t calls;      // of the interrupt, so far
    int32_t tests;      // its maxPairTests
    int32_t pausesLeft; // how often it may continue in another frame
    bool waits;         // it is never cut short, whatever it takes
    bool givenUp;       // it is to end as soon as it can: nothing comes of it
} StageLimit;

// True if queries have a limit now: it is not a replay, nor a stage without a window.
bool HasStageLimit(const Stage *stage);
// True if the frame's time is up, or its tests are done.
bool IsStageLate(const Stage *stage);
// The limit of a step's query, which begins now. A step that is part of another operation has none.
cdBudget BeginLimitedQuery(Stage *stage);
// The limit of a query whose answer only makes a picture.
cdBudget BeginShownQuery(Stage *stage);
// Returns the reason why the query of the last BeginLimitedQuery was cut short.
StageStop DescribeStageStop(const Stage *stage, cdReason reason);

static inline bool IsStopped(StageStop stop) {
    return stop.tests > 0 || stop.call > 0;
}

#endif
