// Plays a stage: its story, its scene's time.
#include "stage/world/stage_play.h"

#include "stage/apply.h"
#include "stage/deeds.h"
#include "stage/entries.h"
#include "stage/motion/stage_limit.h"
#include "stage/shown/stage_regions.h"
#include "stage/world/stage_world.h"

void RunStoryStep(Stage *stage, int32_t index) {
    const SceneStoryStep *step = &stage->data.story[index];
    if (step->object < 0) {
        AdvanceStageTo(stage, step->time);
        return;
    }
    if (!IsMovedByQueries(&stage->objects[step->object]) || !IsObjectPresent(&stage->objects[step->object]))
        return;
    int32_t first = FindStoryStart(&stage->data, index);
    ApplyStageEntry(stage, MakePlace(step->object, GetStoryStart(&stage->data, first)));
    stage->selected = step->object;
    for (int32_t i = first; i <= index && !stage->limit.givenUp; ++i) {
        const SceneStoryStep *part = &stage->data.story[i];
        if (stage->mode != part->mode) ApplyStageEntry(stage, MakeSetMode(part->mode));
        if (stage->response != part->response) ApplyStageEntry(stage, MakeSetResponse(part->response));
        ApplyStageEntry(stage, MakeMove(step->object, part->target));
        if (stage->regions.wanted && !stage->limit.givenUp) UpdateStageRegions(stage);
    }
}

// Sets the pose of a body that its scene moves, without a query.
static void putObject(StageObject *object, cdPose pose, cdState state) {
    object->pose = object->intended = object->start = pose;
    object->state = state;
}

static void stepScene(Stage *stage, double dt) {
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        stage->scratch.resolved[i] = stage->scratch.intended[i] = stage->objects[i].pose;
        stage->scratch.states[i] = CD_FREE;
    }
    SeparationTally tally = {0};
    SceneStep step = {
        &stage->data,          stage->time, dt, stage->scratch.resolved, stage->scratch.intended,
        stage->scratch.states, &tally};
    stage->scene->step(&step);
    if (tally.frames > 0) AddTally(&stage->tally, &tally);
    for (int32_t i = 0; i < stage->data.objectCount; ++i) {
        if (!IsObjectPresent(&stage->objects[i])) continue;
        if (stage->objects[i].body == SCENE_MOVED) {
            putObject(&stage->objects[i], stage->scratch.intended[i], stage->scratch.states[i]);
        } else if (!cdIsSamePose(stage->scratch.resolved[i], stage->scratch.intended[i])) {
            stage->objects[i].movedByScene = true;
            MoveStageObject(stage, i, stage->scratch.intended[i]);
        }
    }
}

DeedResult AdvanceStage(Stage *stage, double dt) {
    UpdateStageWorld(stage);
    if (!MovesByItself(stage)) return DEED_NOTHING;
    double begin = stage->time;
    stage->time += dt;
    if (stage->scene && stage->scene->step) stepScene(stage, dt);
    PlayStageBoxes(stage, dt);
    if (!stage->world.present) return DEED_DONE;
    stage->time = begin; // while the step is paused
    stage->time = begin + StepStageWorld(stage, dt);
    return DEED_DONE;
}

void AdvanceStageTo(Stage *stage, double time) {
    const double dt = 1.0 / 60.0;
    if (!MovesByItself(stage)) return;
    if (stage->time > time + 0.5 * dt) ApplyStageEntry(stage, MakeRestart());
    while (stage->time < time - 0.5 * dt && MayStageContinue(stage))
        ApplyStageEntry(stage, MakeAdvance(dt));
}
