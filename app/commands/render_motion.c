// A step of a story played picture by picture; see render_motion.h.
//
// Input: a step that has been run. Output: the stage at a part of it. On its path to a first contact the
// object is free, which the query has certified. Where a step did not stop at a contact (discrete, or from an
// overlap) the overlap test says how the object stands in each picture.
#include "commands/render_motion.h"
#include "stage/motion/stage_query.h"

RenderMotion KeepRenderMotion(const Stage *stage, int32_t object) {
    return (RenderMotion){.query = stage->query, .object = object, .rest = stage->objects[object].pose};
}

static void findStatus(Stage *stage, const RenderMotion *motion, double fraction) {
    const cdFirstContact *contact = &motion->query.contact;
    StageQuery *query = &stage->query;
    bool certified = motion->query.mode == SCENE_CONTINUOUS && contact->state != CD_OVERLAP;
    if (certified) {
        query->status = fraction < contact->resolvedTime ? STAGE_FREE : motion->query.status;
        return;
    }
    cdPose pose = stage->objects[motion->object].pose;
    query->overlap = FindStageOverlap(stage, motion->object, pose, (cdBudget){0}, &query->obstacle);
    query->status = GetStateStatus(query->overlap.state);
}

// A slide is led along by a hand, picture by picture: the path of one long step differs from the path of a
// hand's many steps, though both end alike.
static void slideOn(Stage *stage, const RenderMotion *motion, int32_t i, int32_t count) {
    if (i == 1) ApplyStageEntry(stage, MakePlace(motion->object, motion->query.motion.start));
    ApplyStageEntry(stage, MakeMove(motion->object, cdGetPoseAt(&motion->query.motion, (double)i / count)));
}

void ShowRenderMotion(Stage *stage, const RenderMotion *motion, int32_t i, int32_t count) {
    const StageQuery *query = &motion->query;
    StageObject *object = &stage->objects[motion->object];
    if (query->mode == SCENE_CONTINUOUS && query->response == SCENE_SLIDE && count > 1) {
        slideOn(stage, motion, i, count);
        return;
    }
    stage->query = *query;
    if (i == count) {
        object->pose = motion->rest;
        ShowBoxStep(stage, motion->object);
        return;
    }
    double fraction = query->contact.resolvedTime * i / count;
    object->pose = cdGetPoseAt(&query->motion, fraction);
    ShowBoxStepAt(stage, fraction);
    findStatus(stage, motion, fraction);
    stage->query.present = false;
}
