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
    int32_t call;  // number of the interrupt's call that stopped it; 0: none
} StageStop;

typedef struct StageLimit {
    bool (*isLate)(void *context); // returns true if the frame's time is up; NULL: no clock
    void *context;
    int32_t testMost; // without a clock: pair tests of all queries of a frame; 0: no limit
    gxTask *task;     // that runs the work; NULL: work cannot pause
    int32_t stalls;   // steps of little progress since the last one that was not cut short
    bool replays;     // the present step is repeated: `stop` applies, not the above
    StageStop stop;
    bool repeats;       // a step that is cut short now is repeated: it gets half of the time
    bool lags;          // the last step was cut short
    int64_t frameCalls; // of the interrupt, by all queries of this frame
    // The query or work in progress:
    int32_t calls;      // calls of the interrupt so far
    double paused;      // seconds that a world's step has been paused
    int32_t tests;      // its maxPairTests
    int32_t pausesLeft; // number of pauses left
    bool waits;         // never cut short, however long it takes
    bool givenUp;       // abandoned: it ends as soon as possible, without a result
} StageLimit;

static inline bool IsStopped(StageStop stop) {
    return stop.tests > 0 || stop.call > 0;
}

#endif
