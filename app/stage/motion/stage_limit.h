// Time limits of the queries of a frame.
//
// In a window no frame waits for a query. One that needs more than the frame's time does one of two things:
// - A step of a drag is cut short: the object stays in the part of its path that is known to be free, and the
//   next step continues from there. A step with little progress is tried again with twice the time.
// - All others, and steps given more than a frame's time, pause and continue in the next (stage_work.h).
//
// So that a replay gets the same bits without a clock, the journal keeps the reason: a number of tests, and
// the call of the library's interrupt at which the step was stopped (collision/state.h). The results up to
// then depend on the caches as well. Therefore a step that is cut short counts only if it began with empty
// caches: the first one is repeated so, in the rest of the frame's time.
//
// A step of the world is never cut short by the clock: it pauses. Abandoned, it ends early
// (cdSetWorldBudget), and the journal keeps the call at which it did.
#ifndef APP_STAGE_LIMIT_H
#define APP_STAGE_LIMIT_H

#include "stage/state/stage_state.h"

// True if queries have a limit now: not in replays, nor in a stage without a window.
bool HasStageLimit(const Stage *stage);
// True if the frame's time is up, or its pair tests are used up.
bool IsStageLate(const Stage *stage);
// For work, between two of its parts: pauses if the frame's time is up. Returns false if it was abandoned.
bool MayStageContinue(Stage *stage);
// Returns the limit of a step's query that begins now. A step that is part of another operation has none.
cdBudget BeginLimitedQuery(Stage *stage);
// Returns the limit of a query that is only for the picture.
cdBudget BeginShownQuery(Stage *stage);
// Returns the limit of a step of the world.
cdBudget BeginLimitedStep(Stage *stage);
// Returns the reason why the query of the last BeginLimitedQuery, or the step of BeginLimitedStep, was cut
// short.
StageStop DescribeStageStop(const Stage *stage, cdReason reason);

#endif
