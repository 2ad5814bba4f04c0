// How long the queries of a frame may take, and how a query that was cut short is repeated.
//
// In a window a step that takes too long is cut short: the object is left in the part of its way that is
// known to be free, and the next frame continues from there. So that a replay gets the same bits without a
// clock, the journal keeps what cut a step short: a number of tests, and at which call of the library's
// interrupt it was stopped (collision/budget.h). What is known then depends on the caches as well. Therefore
// a step that is cut short counts only when it began with empty caches: the first one is done again so, in
// what is left of the frame's time.
#ifndef APP_STAGE_LIMIT_H
#define APP_STAGE_LIMIT_H

#include "collision/budget.h"

typedef struct Stage Stage;

// Reason why a step was cut short.
typedef struct StageStop {
    int32_t tests; // the budget's maxPairTests; 0: no limit
    int32_t call;  // of the interrupt, at which it stopped; 0: at none
} StageStop;

typedef struct StageLimit {
    bool (*isLate)(void *context); // whether the present query is to end; NULL: none ever is
    void *context;
    int32_t testMost; // pair tests of a step; 0: no limit
    bool replays;     // the present step is done again: `stop` holds, not the above
    StageStop stop;
    bool repeats;  // a step that is cut short now is done again: it gets half of the time
    bool lags;     // the last step was cut short
    int32_t calls; // of the present query
} StageLimit;

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
