// Continues, reports and abandons paused work.
#include "stage/motion/stage_pause.h"

StageWorkKind GetPausedStageWork(const Stage *stage) {
    const gxTask *task = stage->limit.task;
    return task && gxIsTaskPaused(task) ? stage->work.kind : STAGE_WORK_NONE;
}

double GetStageTimeAhead(const Stage *stage) {
    const StageWork *work = &stage->work;
    StageWorkKind kind = GetPausedStageWork(stage);
    if (kind == STAGE_WORK_TIME) return work->time;
    if (kind == STAGE_WORK_FRAMES || kind == STAGE_WORK_PLAY) return work->begun + work->count * work->time;
    return stage->time;
}

bool ContinueStageWork(Stage *stage) {
    if (GetPausedStageWork(stage) == STAGE_WORK_NONE) return true;
    return gxContinueTask(stage->limit.task);
}

void GiveUpStageWork(Stage *stage) {
    if (GetPausedStageWork(stage) == STAGE_WORK_NONE) return;
    stage->limit.givenUp = true;
    while (!gxContinueTask(stage->limit.task))
        ;
    stage->limit.givenUp = false;
}
