// Options of joints: their ranges, and their way into definitions and the world.
//
// A world that runs gets the new motor or limits at once; one that is created later gets them with its
// joints. Limits count from the scene's start, a world's from its own creation (stage_joints.c).
#include "stage/objects/joint_options.h"

#include "stage/deeds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// --- Reading them

static double bound(double value) {
    return fmin(fmax(value, -STAGE_UNBOUNDED), STAGE_UNBOUNDED);
}

static double unbound(double value) {
    return fabs(value) >= STAGE_UNBOUNDED ? copysign(INFINITY, value) : value;
}

static void readOptions(const cdJointDef *def, double options[STAGE_JOINT_OPTION_COUNT]) {
    options[STAGE_MOTOR_SPEED] = bound(def->motor.speed);
    options[STAGE_MOTOR_POSITION] = def->motor.position;
    options[STAGE_MOTOR_KIND] = def->motor.kind;
    options[STAGE_MOTOR_FORCE] = def->motor.maxForce;
    options[STAGE_JOINT_LOWER] = def->limited ? bound(def->lower) : -STAGE_UNBOUNDED;
    options[STAGE_JOINT_UPPER] = def->limited ? bound(def->upper) : STAGE_UNBOUNDED;
}

bool CreateStageJoints(Stage *stage) {
    stage->joints = calloc((size_t)stage->data.jointCount + 1, sizeof *stage->joints);
    for (int32_t i = 0; stage->joints && i < stage->data.jointCount; ++i) {
        readOptions(&stage->data.joints[i].def, stage->joints[i].options);
        readOptions(&stage->data.joints[i].def, stage->joints[i].initial);
    }
    return stage->joints != NULL;
}

void DestroyStageJoints(Stage *stage) {
    free(stage->joints);
    stage->joints = NULL;
}

// --- Checks

static bool moves(const cdJointDef *def) {
    return def->kind == CD_JOINT_HINGE || def->kind == CD_JOINT_SLIDER;
}

bool HasJointOption(const Stage *stage, int32_t joint, StageJointOption option) {
    const cdJointDef *def = &stage->data.joints[joint].def;
    switch (option) {
    case STAGE_JOINT_LOWER:
        return moves(def) || (def->kind == CD_JOINT_DISTANCE && def->limited);
    case STAGE_JOINT_UPPER:
        return moves(def) || def->limited;
    case STAGE_MOTOR_POSITION:
        return moves(def) && stage->joints[joint].options[STAGE_MOTOR_KIND] == CD_MOTOR_POSITION;
    default:
        return moves(def);
    }
}

static const char *findFault(const cdJointDef *def, const double options[STAGE_JOINT_OPTION_COUNT]) {
    static const double halfTurn = 3.14159265358979323846;
    bool aims = options[STAGE_MOTOR_KIND] == CD_MOTOR_POSITION;
    if (!(options[STAGE_MOTOR_FORCE] >= 0.0)) return "the motor's force must be at least 0";
    if (aims && !(options[STAGE_MOTOR_SPEED] > 0.0))
        return "the speed of a motor with a position must be above 0";
    if (!aims && !(fabs(options[STAGE_MOTOR_SPEED]) < STAGE_UNBOUNDED))
        return "the motor's speed must be less than 1e100";
    if (!(options[STAGE_JOINT_LOWER] < options[STAGE_JOINT_UPPER]))
        return "the lower limit must be less than the upper one";
    if (def->kind == CD_JOINT_DISTANCE && def->limited && !(options[STAGE_JOINT_LOWER] >= 0.0))
        return "the limits of a distance must be at least 0";
    if (def->kind == CD_JOINT_BALL && def->limited && !(options[STAGE_JOINT_UPPER] <= halfTurn))
        return "the limit of a cone must be an angle of at most pi";
    return NULL;
}

static const char *getRange(StageJointOption option) {
    return option == STAGE_MOTOR_KIND ? "the goal must be 0, a speed, or 1, a position"
                                      : "the number is not finite, or above 1e100";
}

bool CanSetJointOption(const Stage *stage, int32_t joint, StageJointOption option, double value,
                       char *message, size_t messageSize) {
    const cdJointDef *def = &stage->data.joints[joint].def;
    double options[STAGE_JOINT_OPTION_COUNT];
    for (int k = 0; k < STAGE_JOINT_OPTION_COUNT; ++k)
        options[k] = stage->joints[joint].options[k];
    options[option] = value;
    const char *fault = !HasJointOption(stage, joint, option) ? "it has no such motor or limit"
                        : !IsJointOptionValue(option, value)  ? getRange(option)
                                                              : findFault(def, options);
    if (fault == NULL) return true;
    snprintf(message, messageSize, "joint %d: %g is not a valid value of %s: %s", (int)joint + 1, value,
             GetJointOptionNames()[option], fault);
    return false;
}

// --- Setting them

void SetJointDefOptions(const Stage *stage, int32_t joint, cdJointDef *def) {
    const double *options = stage->joints[joint].options;
    if (moves(def)) {
        def->motor.kind = (cdMotorKind)options[STAGE_MOTOR_KIND];
        def->motor.speed = unbound(options[STAGE_MOTOR_SPEED]);
        def->motor.position = options[STAGE_MOTOR_POSITION];
        def->motor.maxForce = options[STAGE_MOTOR_FORCE];
    }
    if (!HasJointOption(stage, joint, STAGE_JOINT_UPPER)) return;
    def->lower = def->kind == CD_JOINT_BALL ? 0.0 : unbound(options[STAGE_JOINT_LOWER]);
    def->upper = unbound(options[STAGE_JOINT_UPPER]);
    if (moves(def)) def->limited = isfinite(def->lower) || isfinite(def->upper);
}

int32_t GetStageJointNumber(const Stage *stage, int32_t joint) {
    const SceneJoint *own = &stage->data.joints[joint];
    bool there =
        stage->world.present && own->number >= 0 && cdIsJointValid(stage->world.scene.world, own->number);
    return there ? own->number : -1;
}

double GetStageJointPosition(const Stage *stage, int32_t joint) {
    int32_t number = GetStageJointNumber(stage, joint);
    double begin = stage->data.joints[joint].begin;
    return number < 0 ? begin : begin + cdGetJointState(stage->world.scene.world, number).position;
}

void PutJointOption(Stage *stage, int32_t joint, StageJointOption option, double value) {
    stage->joints[joint].options[option] = value;
    int32_t number = GetStageJointNumber(stage, joint);
    if (number < 0) return;
    cdJointDef def = stage->data.joints[joint].def;
    SetJointDefOptions(stage, joint, &def);
    double begin = stage->data.joints[joint].begin;
    def.motor.position -= begin;
    if (option == STAGE_JOINT_LOWER || option == STAGE_JOINT_UPPER)
        cdSetJointLimits(stage->world.scene.world, number, def.lower - begin, def.upper - begin);
    else
        cdSetJointMotor(stage->world.scene.world, number, &def.motor);
    stage->world.still = false;
    stage->world.touched = true;
}

DeedResult SetStageJoint(Stage *stage, int32_t joint, StageJointOption option, double value, char *message,
                         size_t messageSize) {
    if (!CanSetJointOption(stage, joint, option, value, message, messageSize)) return DEED_REFUSED;
    PutJointOption(stage, joint, option, value);
    return DEED_DONE;
}
