// Plays a step of a story picture by picture; see render_motion.h.
//
// Input: a step that has been run. Output: the stage at a fraction of it. The query has certified the path to
// a first contact as free. For other steps (discrete, or from an overlap) the overlap test gives the object's
// status in each picture.
#include "commands/render_motion.h"
#include "stage/motion/stage_query.h"

RenderMotion KeepRenderMotion(const Stage *stage, int32_t object) {
    return (RenderMotion){
        .query = stage->query, .object = object, .resolvedPose = stage->objects[object].pose};
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

// Drags a slide along picture by picture. The path of one long step differs from that of a drag's many steps,
// though both end alike.
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
        object->pose = motion->resolvedPose;
        ShowBoxStep(stage, motion->object);
        return;
    }
    double fraction = query->contact.resolvedTime * i / count;
    object->pose = cdGetPoseAt(&query->motion, fraction);
    ShowBoxStepAt(stage, fraction);
    findStatus(stage, motion, fraction);
    stage->query.present = false;
}
