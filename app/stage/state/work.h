// Work of a stage; see stage/motion/stage_work.h.
#ifndef APP_STATE_WORK_H
#define APP_STATE_WORK_H

#include "stage/state/entry.h"

typedef enum StageWorkKind {
    STAGE_WORK_NONE = 0,
    STAGE_WORK_STEP,   // entry: a step of a hand, cut short where it takes too long (stage_limit.h)
    STAGE_WORK_WHOLE,  // entry: one that comes to its end
    STAGE_WORK_STORY,  // count: the step of the story
    STAGE_WORK_TIME,   // time: AdvanceStageTo
    STAGE_WORK_FRAMES, // count: times an advance of `time` seconds
    STAGE_WORK_PLAY,   // the same, of a scene that plays: no user waits for it
    STAGE_WORK_SHOWN   // what the picture asks for: FollowUpStageQuery, regions, distance
} StageWorkKind;

typedef struct StageWork {
    StageWorkKind kind;
    StageEntry entry; // @lifetime its mesh's name: until the work is done
    int32_t count;
    double time;
    double begun; // set by BeginStageWork: the stage's time when it began
} StageWork;

#endif
