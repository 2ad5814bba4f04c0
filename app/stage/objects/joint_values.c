// Names and ranges of the options of joints.
#include "stage/objects/joint_values.h"

#include "collision/joint.h"

#include <math.h>
#include <stddef.h>

const char *const *GetJointOptionNames(void) {
    static const char *const names[STAGE_JOINT_OPTION_COUNT + 1] = {
        [STAGE_MOTOR_SPEED] = "motorSpeed", [STAGE_MOTOR_POSITION] = "motorPosition",
        [STAGE_MOTOR_FORCE] = "motorForce", [STAGE_JOINT_LOWER] = "lower",
        [STAGE_JOINT_UPPER] = "upper",      [STAGE_MOTOR_KIND] = "motorKind"};
    return names;
}

bool IsJointOptionValue(StageJointOption option, double value) {
    if (option == STAGE_MOTOR_KIND) return value == CD_MOTOR_SPEED || value == CD_MOTOR_POSITION;
    return fabs(value) <= STAGE_UNBOUNDED;
}
