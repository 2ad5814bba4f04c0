// Interrupts of a stage's queries; see stage_limit.h.
#include "stage/stage.h"

static bool isStopped(void *context) {
    StageLimit *limit = context;
    ++limit->calls;
    return limit->replays ? limit->calls == limit->stop.call : limit->isLate(limit->context);
}

static cdBudget makeLiveBudget(StageLimit *limit) {
    return (cdBudget){
        .maxPairTests = limit->testMost, .interrupt = limit->isLate ? isStopped : NULL, .context = limit};
}

cdBudget BeginLimitedQuery(Stage *stage) {
    StageLimit *limit = &stage->limit;
    limit->calls = 0;
    if (limit->replays)
        return (cdBudget){.maxPairTests = limit->stop.tests,
                          .interrupt = limit->stop.call > 0 ? isStopped : NULL,
                          .context = limit};
    return stage->journal.depth <= 1 ? makeLiveBudget(limit) : (cdBudget){0};
}

cdBudget BeginShownQuery(Stage *stage) {
    stage->limit.calls = 0;
    return stage->limit.replays ? (cdBudget){0} : makeLiveBudget(&stage->limit);
}

StageStop DescribeStageStop(const Stage *stage, cdReason reason) {
    const StageLimit *limit = &stage->limit;
    if (reason != CD_REASON_BUDGET && reason != CD_REASON_INTERRUPTED) return (StageStop){0};
    return (StageStop){.tests = limit->replays ? limit->stop.tests : limit->testMost,
                       .call = reason == CD_REASON_INTERRUPTED ? limit->calls : 0};
}
