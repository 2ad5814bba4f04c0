// The options of a stage's joints; see stage/objects/joint_options.h.
#ifndef APP_STATE_JOINT_H
#define APP_STATE_JOINT_H

typedef enum StageJointOption {
    STAGE_MOTOR_SPEED = 0, // length / s or radians / s; of a motor with a position: its maximum
    STAGE_MOTOR_POSITION,
    STAGE_MOTOR_FORCE, // maximum force or torque
    STAGE_JOINT_LOWER,
    STAGE_JOINT_UPPER,
    STAGE_MOTOR_KIND, // a cdMotorKind
    STAGE_JOINT_OPTION_COUNT
} StageJointOption;

// Options of one joint of the scene.
typedef struct StageJoint {
    double options[STAGE_JOINT_OPTION_COUNT]; // current values
    double initial[STAGE_JOINT_OPTION_COUNT]; // values of the scene
} StageJoint;

#endif
