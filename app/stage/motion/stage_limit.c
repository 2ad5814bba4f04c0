// Interrupts of a stage's queries; see stage_limit.h.
#include "stage/motion/stage_limit.h"

#include "engine/platform/clock.h"
#include "stage/motion/stage_pause.h"

enum { STALLS_MAX = 16, CLOCK_TESTS = 1 << 22 };

// A search with a limit works in slices of a sixteenth of its tests, and repeats some work for each of them.
// So a query that the clock ends is allowed more tests than it has time for, and one that is never cut short
// more than it can run.
static const int64_t EVER = INT64_C(1) << 56;

static bool isInTask(const StageLimit *limit) {
    return limit->task && gxIsTaskRunning(limit->task);
}

static bool isFrameOver(const StageLimit *limit) {
    if (limit->isLate) return limit->isLate(limit->context);
    return limit->testMost > 0 && limit->frameCalls >= limit->testMost / STAGE_CALL_TESTS;
}

// A replayed operation ends where the recorded one did, however long that takes. It pauses meanwhile.
static bool isReplayStopped(StageLimit *limit) {
    if (!limit->givenUp && isInTask(limit) && isFrameOver(limit)) gxPauseTask(limit->task);
    return limit->calls == limit->stop.call;
}

static bool isStopped(void *context) {
    StageLimit *limit = context;
    ++limit->calls;
    ++limit->frameCalls;
    if (limit->replays) return isReplayStopped(limit);
    if (limit->givenUp) return true;
    if (!isFrameOver(limit)) return false;
    bool may = isInTask(limit) && (limit->waits || limit->pausesLeft > 0);
    if (!may) return limit->isLate != NULL; // without a clock the number of tests ends it
    limit->pausesLeft -= !limit->waits;
    gxPauseTask(limit->task);
    return limit->givenUp;
}

// The interrupt of a step of the world.
static bool isStepStopped(void *context) {
    StageLimit *limit = context;
    ++limit->calls;
    ++limit->frameCalls;
    if (limit->replays) return isReplayStopped(limit);
    if (!limit->givenUp && isInTask(limit) && isFrameOver(limit)) {
        double begin = gxGetTime();
        gxPauseTask(limit->task);
        limit->paused += gxGetTime() - begin;
    }
    return limit->givenUp;
}

static void beginQuery(Stage *stage) {
    GiveUpStageWork(stage);
    stage->limit.calls = 0;
}

// Without a clock: the tests left in this frame.
static int64_t getTestsLeft(const StageLimit *limit) {
    int64_t most = limit->repeats ? limit->testMost / 2 : limit->testMost;
    int64_t left = most - STAGE_CALL_TESTS * limit->frameCalls;
    return left > 1 ? left : 1;
}

// Doubles the tests after each step of little progress.
static int32_t chooseTests(const StageLimit *limit) {
    int32_t stalls = limit->stalls < STALLS_MAX ? limit->stalls : STALLS_MAX;
    int64_t most = limit->testMost > 0 ? limit->testMost : limit->isLate ? CLOCK_TESTS : 0;
    int64_t first = limit->testMost > 0 ? getTestsLeft(limit) : most;
    int64_t tests = first + most * ((INT64_C(1) << stalls) - 1);
    return tests < INT32_MAX ? (int32_t)tests : INT32_MAX;
}

static cdBudget makeLiveBudget(StageLimit *limit) {
    bool limited = limit->isLate || limit->testMost > 0, waits = limit->waits && isInTask(limit);
    limit->tests = chooseTests(limit);
    limit->pausesLeft = (1 << (limit->stalls < STALLS_MAX ? limit->stalls : STALLS_MAX)) - 1;
    return (cdBudget){.maxPairTests = waits && limited ? EVER : limit->tests,
                      .interrupt = limited ? isStopped : NULL,
                      .context = limit};
}

bool HasStageLimit(const Stage *stage) {
    const StageLimit *limit = &stage->limit;
    return !limit->replays && (limit->isLate || limit->testMost > 0);
}

bool IsStageLate(const Stage *stage) {
    const StageLimit *limit = &stage->limit;
    return !limit->replays && isFrameOver(limit);
}

cdBudget BeginLimitedQuery(Stage *stage) {
    StageLimit *limit = &stage->limit;
    beginQuery(stage);
    bool isPart = stage->journal.op != STAGE_MOVE && stage->journal.op != STAGE_PLACE;
    if (isPart) return (cdBudget){0};
    if (limit->replays)
        return (cdBudget){.maxPairTests = limit->stop.tests,
                          .interrupt = limit->stop.call > 0 || isInTask(limit) ? isStopped : NULL,
                          .context = limit};
    return makeLiveBudget(limit);
}

cdBudget BeginLimitedStep(Stage *stage) {
    StageLimit *limit = &stage->limit;
    beginQuery(stage);
    limit->tests = 0;
    limit->paused = 0.0;
    bool limited = limit->replays ? limit->stop.call > 0 || isInTask(limit) : HasStageLimit(stage);
    return limited ? (cdBudget){.interrupt = isStepStopped, .context = limit} : (cdBudget){0};
}

cdBudget BeginShownQuery(Stage *stage) {
    beginQuery(stage);
    return stage->limit.replays ? (cdBudget){0} : makeLiveBudget(&stage->limit);
}

StageStop DescribeStageStop(const Stage *stage, cdReason reason) {
    const StageLimit *limit = &stage->limit;
    if (reason != CD_REASON_BUDGET && reason != CD_REASON_INTERRUPTED) return (StageStop){0};
    return (StageStop){.tests = limit->replays ? limit->stop.tests : limit->tests,
                       .call = reason == CD_REASON_INTERRUPTED ? limit->calls : 0};
}

bool MayStageContinue(Stage *stage) {
    StageLimit *limit = &stage->limit;
    bool running = limit->task && gxIsTaskRunning(limit->task);
    if (running && !limit->givenUp && IsStageLate(stage)) gxPauseTask(limit->task);
    return !limit->givenUp;
}
