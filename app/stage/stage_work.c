// Work in turns with the window's frames; see stage_work.h.
#include "stage/apply.h"
#include "stage/entries.h"
#include "stage/stage.h"

static void show(Stage *stage) {
    FollowUpStageQuery(stage);
    if (stage->regions.wanted && !stage->limit.givenUp) UpdateStageRegions(stage);
    if (!stage->limit.givenUp) UpdateStageDistance(stage);
}

static void run(void *context) {
    Stage *stage = context;
    const StageWork *work = &stage->work;
    switch (work->kind) {
    case STAGE_WORK_STEP:
    case STAGE_WORK_WHOLE:
        ApplyStageEntry(stage, work->entry);
        break;
    case STAGE_WORK_STORY:
        RunStoryStep(stage, work->count);
        break;
    case STAGE_WORK_TIME:
        AdvanceStageTo(stage, work->time);
        break;
    case STAGE_WORK_FRAMES:
        for (int32_t i = 0; i < work->count && MayStageContinue(stage); ++i)
            ApplyStageEntry(stage, MakeAdvance(work->time));
        break;
    case STAGE_WORK_SHOWN:
        show(stage);
        break;
    default:
        break;
    }
}

StageWorkKind GetPausedStageWork(const Stage *stage) {
    const gxTask *task = stage->limit.task;
    return task && gxIsTaskPaused(task) ? stage->work.kind : STAGE_WORK_NONE;
}

double GetStageTimeAhead(const Stage *stage) {
    const StageWork *work = &stage->work;
    StageWorkKind kind = GetPausedStageWork(stage);
    if (kind == STAGE_WORK_TIME) return work->time;
    if (kind == STAGE_WORK_FRAMES) return work->begun + work->count * work->time;
    return stage->time;
}

bool BeginStageWork(Stage *stage, StageWork work) {
    StageLimit *limit = &stage->limit;
    GiveUpStageWork(stage);
    stage->work = work;
    stage->work.begun = stage->time;
    limit->waits = work.kind != STAGE_WORK_STEP;
    if (limit->task && HasStageLimit(stage)) return gxStartTask(limit->task, run, stage);
    run(stage);
    return true;
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

bool MayStageContinue(Stage *stage) {
    StageLimit *limit = &stage->limit;
    bool running = limit->task && gxIsTaskRunning(limit->task);
    if (running && !limit->givenUp && IsStageLate(stage)) gxPauseTask(limit->task);
    return !limit->givenUp;
}

bool IsStageShownDue(const Stage *stage) {
    return stage->query.followUp || (stage->regions.wanted && AreRegionsDue(stage)) || IsDistanceDue(stage);
}
