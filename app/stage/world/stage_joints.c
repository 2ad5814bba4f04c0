// Joints of a stage's world, described again at the current poses.
//
// Points and axes move with their bodies. Positions of hinges and sliders begin at 0 in each world: so limits
// and the goals of motors are moved by the position since the scene's start, over all worlds in between. A
// broken joint does not return until the scene starts again.
#include "stage/world/stage_joints.h"

#include "stage/objects/joint_options.h"

#include <string.h>

// True if the joint connects dynamic objects that are present, by the objects of `data`.
static bool isDescribed(const Stage *stage, const SceneJoint *joint, const SceneData *data) {
    const StageObject *first = &stage->objects[joint->objects[0]];
    bool tied = joint->objects[1] < 0 || !stage->objects[joint->objects[1]].removed;
    return !joint->broken && !first->removed && tied &&
           data->objects[joint->objects[0]].body == SCENE_DYNAMIC;
}

static cdVec3 movePoint(const StageObject *object, cdVec3 point) {
    if (cdIsSamePose(object->pose, object->home)) return point;
    return cdTransformPoint(object->pose, cdInvTransformPoint(object->home, point));
}

static cdVec3 moveAxis(const StageObject *object, cdVec3 axis) {
    if (cdIsSamePose(object->pose, object->home)) return axis;
    return cdRotate(object->pose.q, cdInvRotate(object->home.q, axis));
}

// A cone has an axis of each body; other axes and points of A and B coincide.
static void describePlace(const Stage *stage, const SceneJoint *joint, cdJointDef *def) {
    const StageObject *first = &stage->objects[joint->objects[0]];
    const StageObject *second = joint->objects[1] >= 0 ? &stage->objects[joint->objects[1]] : NULL;
    if (def->kind == CD_JOINT_BALL && def->limited) {
        if (cdLengthSq(def->axisB) == 0.0) def->axisB = def->axis;
        if (second != NULL) def->axisB = moveAxis(second, def->axisB);
    }
    def->point = movePoint(first, def->point);
    def->axis = moveAxis(first, def->axis);
    if (second != NULL) def->pointB = movePoint(second, def->pointB);
}

static bool hasBegin(const cdJointDef *def) {
    return def->kind == CD_JOINT_HINGE || def->kind == CD_JOINT_SLIDER;
}

static void describePosition(const Stage *stage, int32_t joint, cdJointDef *def) {
    if (!hasBegin(def)) return;
    double position = GetStageJointPosition(stage, joint);
    def->lower -= position;
    def->upper -= position;
    def->motor.position -= position;
}

bool DescribeStageJoints(const Stage *stage, SceneData *data) {
    for (int32_t i = 0; i < stage->data.jointCount; ++i) {
        const SceneJoint *joint = &stage->data.joints[i];
        if (!isDescribed(stage, joint, data)) continue;
        SceneJoint *described = AddSceneJoint(data, joint->def.kind, joint->objects[0], joint->objects[1],
                                              joint->def.point, joint->def.axis);
        if (described == NULL) return false;
        memcpy(described->name, joint->name, sizeof described->name);
        described->def = joint->def;
        SetJointDefOptions(stage, i, &described->def);
        describePlace(stage, joint, &described->def);
        describePosition(stage, i, &described->def);
    }
    return true;
}

void NumberStageJoints(Stage *stage, const SceneData *data) {
    int32_t next = 0;
    for (int32_t i = 0; i < stage->data.jointCount; ++i) {
        SceneJoint *joint = &stage->data.joints[i];
        if (hasBegin(&joint->def)) joint->begin = GetStageJointPosition(stage, i);
        joint->number = isDescribed(stage, joint, data) ? next++ : -1;
    }
}

void KeepJointPositions(Stage *stage) {
    for (int32_t i = 0; i < stage->data.jointCount; ++i) {
        SceneJoint *joint = &stage->data.joints[i];
        if (hasBegin(&joint->def)) joint->begin = GetStageJointPosition(stage, i);
        joint->number = -1;
    }
}

void NoteBrokenJoint(Stage *stage, int32_t number) {
    for (int32_t i = 0; i < stage->data.jointCount; ++i)
        if (stage->data.joints[i].number == number) stage->data.joints[i].broken = true;
}

void ForgetStageJoints(Stage *stage) {
    for (int32_t i = 0; i < stage->data.jointCount; ++i) {
        stage->data.joints[i].number = -1;
        stage->data.joints[i].broken = false;
        stage->data.joints[i].begin = 0.0;
    }
}

bool PassByStageJoint(const Stage *stage, int32_t a, int32_t b) {
    for (int32_t i = 0; i < stage->data.jointCount; ++i) {
        const SceneJoint *joint = &stage->data.joints[i];
        const int32_t *tied = joint->objects;
        bool between = (tied[0] == a && tied[1] == b) || (tied[0] == b && tied[1] == a);
        if (between && joint->def.passes && !joint->broken) return true;
    }
    return false;
}
