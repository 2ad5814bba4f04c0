// The time limit of a stage's queries; see stage/motion/stage_limit.h.
#ifndef APP_STATE_LIMIT_H
#define APP_STATE_LIMIT_H

#include "engine/task.h"
#include <stdbool.h>
#include <stdint.h>

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
    double paused;      // seconds for which a world's step has been paused
    int32_t tests;      // its maxPairTests
    int32_t pausesLeft; // how often it may continue in another frame
    bool waits;         // it is never cut short, whatever it takes
    bool givenUp;       // it is to end as soon as it can: nothing comes of it
} StageLimit;

static inline bool IsStopped(StageStop stop) {
    return stop.tests > 0 || stop.call > 0;
}

#endif
