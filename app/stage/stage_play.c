// A stage by itself: its story, its scene's time; and the names of what queries find.
#include "stage/stage.h"

void RunStoryStep(Stage *stage, int32_t index) {
    const SceneStoryStep *step = &stage->data.story[index];
    if (step->object < 0) {
        AdvanceStageTo(stage, step->time);
        return;
    }
    if (!stage->objects[step->object].caches || !IsObjectPresent(&stage->objects[step->object])) return;
    int32_t first = FindStoryStart(&stage->data, index);
    PlaceStageObject(stage, step->object, GetStoryStart(&stage->data, first));
    stage->selected = step->object;
    for (int32_t i = first; i <= index && !stage->limit.givenUp; ++i) {
        if (stage->mode != stage->data.story[i].mode) SetStageMode(stage, stage->data.story[i].mode);
        if (stage->response != stage->data.story[i].response)
            SetStageResponse(stage, stage->data.story[i].response);
        MoveStageObject(stage, step->object, stage->data.story[i].target);
        if (stage->regions.wanted && !stage->limit.givenUp) UpdateStageRegions(stage);
    }
}

// A body that its scene moves is put where the scene says; no query is asked.
static void putObject(StageObject *object, cdPose pose, cdState state) {
    object->pose = object->intended = object->start = pose;
    object->state = state;
}

static void stepScene(Stage *stage, double dt) {
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        stage->resolved[i] = stage->intended[i] = stage->objects[i].pose;
        stage->states[i] = CD_FREE;
    }
    SeparationTally tally = {0};
    SceneStep step = {&stage->data, stage->time, dt, stage->resolved, stage->intended, stage->states, &tally};
    stage->scene->step(&step);
    if (tally.frames > 0) AddTally(&stage->tally, &tally);
    for (int32_t i = 0; i < stage->data.objectCount; ++i) {
        if (!IsObjectPresent(&stage->objects[i])) continue;
        if (stage->objects[i].body == SCENE_MOVED) {
            putObject(&stage->objects[i], stage->intended[i], stage->states[i]);
        } else if (!cdIsSamePose(stage->resolved[i], stage->intended[i])) {
            stage->objects[i].led = true;
            MoveStageObject(stage, i, stage->intended[i]);
        }
    }
}

bool MovesByItself(const Stage *stage) {
    return stage->world.present || stage->boxes.present || (stage->scene && stage->scene->step);
}

void AdvanceStage(Stage *stage, double dt) {
    UpdateStageWorld(stage);
    if (!MovesByItself(stage)) return;
    BeginStageEntry(stage);
    stage->time += dt;
    if (stage->scene && stage->scene->step) stepScene(stage, dt);
    PlayStageBoxes(stage, dt);
    if (stage->world.present) StepStageWorld(stage, dt);
    EndStageEntry(stage, (StageEntry){.op = STAGE_ADVANCE, .value = dt});
    if (stage->regions.wanted) UpdateStageRegions(stage);
}

void AdvanceStageTo(Stage *stage, double time) {
    const double dt = 1.0 / 60.0;
    if (!MovesByItself(stage)) return;
    if (stage->time > time + 0.5 * dt) RestartStage(stage);
    while (stage->time < time - 0.5 * dt && MayStageContinue(stage))
        AdvanceStage(stage, dt);
}

StageStatus GetStateStatus(cdState state) {
    switch (state) {
    case CD_FREE:
        return STAGE_FREE;
    case CD_CONTACT:
        return STAGE_CONTACT;
    case CD_OVERLAP:
        return STAGE_OVERLAP;
    default:
        return STAGE_UNDECIDED;
    }
}

const char *GetStatusName(StageStatus status) {
    static const char *const names[] = {"free", "near", "contact", "overlap", "undecided"};
    return names[status];
}
