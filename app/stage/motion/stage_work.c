// Work distributed over the window's frames; see stage_work.h.
#include "stage/motion/stage_work.h"

#include "stage/apply.h"
#include "stage/entries.h"
#include "stage/motion/stage_follow.h"
#include "stage/motion/stage_limit.h"
#include "stage/motion/stage_pause.h"
#include "stage/shown/stage_clearance.h"
#include "stage/shown/stage_overlaps.h"
#include "stage/shown/stage_regions.h"
#include "stage/shown/stage_sensors.h"
#include "stage/world/stage_play.h"

static void show(Stage *stage) {
    FollowUpStageQuery(stage);
    if (stage->regions.wanted && !stage->limit.givenUp) UpdateStageRegions(stage);
    if (!stage->limit.givenUp) UpdateStageOverlaps(stage);
    if (!stage->limit.givenUp) UpdateStageSensors(stage);
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
    case STAGE_WORK_PLAY:
        for (int32_t i = 0; i < work->count && MayStageContinue(stage); ++i)
            ApplyStageEntry(stage, MakeAdvance(work->time));
        break;
    case STAGE_WORK_REPLAY:
        work->call(work->context);
        break;
    case STAGE_WORK_SHOWN:
        show(stage);
        break;
    default:
        break;
    }
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

bool IsStageShownDue(const Stage *stage) {
    return stage->query.followUp || (stage->regions.wanted && AreRegionsDue(stage)) ||
           AreOverlapsDue(stage) || AreSensorsDue(stage) || IsDistanceDue(stage);
}
