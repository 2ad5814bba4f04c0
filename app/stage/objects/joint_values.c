// Names and ranges of the options of joints.
#include "stage/objects/joint_values.h"

#include "stage/state/joint.h"

#include <math.h>
#include <stddef.h>

const char *const *GetJointOptionNames(void) {
    static const char *const names[STAGE_JOINT_OPTION_COUNT + 1] = {[STAGE_MOTOR_SPEED] = "motorSpeed",
                                                                    [STAGE_MOTOR_POSITION] = "motorPosition",
                                                                    [STAGE_MOTOR_FORCE] = "motorForce",
                                                                    [STAGE_JOINT_LOWER] = "lower",
                                                                    [STAGE_JOINT_UPPER] = "upper"};
    return names;
}

bool IsJointOptionValue(double value) {
    return fabs(value) <= STAGE_UNBOUNDED;
}
