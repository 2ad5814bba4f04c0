// Work that may take longer than a frame: it pauses when the frame's time is up and continues in the next.
//
// Work is an entry, or several that belong together, and goes through ApplyStage (stage/apply.h).
// It runs on a task (engine/task.h), and while it is paused its results are not there yet: the stage shows
// what was before. Whoever changes the stage meanwhile, or asks it a query, ends the work first, and nothing
// comes of it; who wanted it begins it again. Without a task all of it is done at once.
#ifndef APP_STAGE_WORK_H
#define APP_STAGE_WORK_H

#include "stage/journal.h"

typedef struct Stage Stage;

typedef enum StageWorkKind {
    STAGE_WORK_NONE = 0,
    STAGE_WORK_STEP,   // entry: a step of a hand, cut short where it takes too long (stage_limit.h)
    STAGE_WORK_WHOLE,  // entry: one that comes to its end
    STAGE_WORK_STORY,  // count: the step of the story
    STAGE_WORK_TIME,   // time: AdvanceStageTo
    STAGE_WORK_FRAMES, // count: times an advance of `time` seconds
    STAGE_WORK_SHOWN   // what the picture asks for: FollowUpStageQuery, regions, distance
} StageWorkKind;

typedef struct StageWork {
    StageWorkKind kind;
    StageEntry entry; // @lifetime its mesh's name: until the work is done
    int32_t count;
    double time;
    double begun; // set by BeginStageWork: the stage's time when it began
} StageWork;

// Begins work, and ends what is paused. Returns true if it is done already.
bool BeginStageWork(Stage *stage, StageWork work);
// Continues what is paused. Returns true if it is done, or if there was none.
bool ContinueStageWork(Stage *stage);
// The kind of the paused work, or STAGE_WORK_NONE.
StageWorkKind GetPausedStageWork(const Stage *stage);
// The time to which the paused work leads; the stage's own where none changes it.
double GetStageTimeAhead(const Stage *stage);
// Ends what is paused: nothing comes of it. What it has finished before stays.
void GiveUpStageWork(Stage *stage);

// For work itself, between two of its parts: pauses where the frame's time is up. False: it was given up.
bool MayStageContinue(Stage *stage);

// True if something that the picture asks for is not known yet.
bool IsStageShownDue(const Stage *stage);

#endif
