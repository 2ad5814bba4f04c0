// Work of a stage; see stage/motion/stage_work.h.
#ifndef APP_STATE_WORK_H
#define APP_STATE_WORK_H

#include "stage/state/entry.h"

typedef enum StageWorkKind {
    STAGE_WORK_NONE = 0,
    STAGE_WORK_STEP,   // entry: a step of a drag, cut short if it takes too long (stage_limit.h)
    STAGE_WORK_WHOLE,  // entry: never cut short
    STAGE_WORK_STORY,  // count: index of the story's step
    STAGE_WORK_TIME,   // time: AdvanceStageTo
    STAGE_WORK_FRAMES, // count: times an advance of `time` seconds
    STAGE_WORK_PLAY,   // the same for a scene that plays: no user waits for it
    STAGE_WORK_REPLAY, // call: operations that are replayed
    STAGE_WORK_SHOWN   // results that the picture needs: FollowUpStageQuery, regions, distance
} StageWorkKind;

typedef struct StageWork {
    StageWorkKind kind;
    StageEntry entry; // @lifetime its mesh's name: until the work is done
    int32_t count;
    double time;
    void (*call)(void *context);
    void *context;
    double begun; // set by BeginStageWork: the stage's time at the beginning
} StageWork;

#endif
