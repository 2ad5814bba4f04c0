// Names and ranges of the options of objects.
#include "stage/objects/option_values.h"

#include "scenes/scene.h"

#include <math.h>
#include <stdio.h>

const char *const *GetStageOptionNames(void) {
    static const char *const names[STAGE_OPTION_COUNT + 1] = {[STAGE_REMOVED] = "removed",
                                                              [STAGE_BODY] = "body",
                                                              [STAGE_LEAF_RADIUS] = "leafRadius",
                                                              [STAGE_PROXY] = "proxy",
                                                              [STAGE_DENSITY] = "density",
                                                              [STAGE_MASS] = "mass",
                                                              [STAGE_RESTITUTION] = "restitution",
                                                              [STAGE_FRICTION] = "friction",
                                                              [STAGE_SCALE] = "scale",
                                                              [STAGE_GROUP] = "group",
                                                              [STAGE_PUSHES] = "pushes",
                                                              [STAGE_LINEAR_DAMPING] = "linearDamping",
                                                              [STAGE_ANGULAR_DAMPING] = "angularDamping",
                                                              [STAGE_MAX_SPEED] = "maxSpeed",
                                                              [STAGE_MAX_SPIN] = "maxSpin",
                                                              [STAGE_GRAVITY_SCALE] = "gravityScale",
                                                              [STAGE_FORCE_X] = "forceX",
                                                              [STAGE_FORCE_Y] = "forceY",
                                                              [STAGE_FORCE_Z] = "forceZ",
                                                              [STAGE_TORQUE_X] = "torqueX",
                                                              [STAGE_TORQUE_Y] = "torqueY",
                                                              [STAGE_TORQUE_Z] = "torqueZ",
                                                              [STAGE_LOCK_TRANSLATION] = "lockTranslation",
                                                              [STAGE_LOCK_ROTATION] = "lockRotation",
                                                              [STAGE_LOCK_FRAME] = "lockFrame",
                                                              [STAGE_SENSOR] = "sensor",
                                                              [STAGE_CATEGORY] = "category",
                                                              [STAGE_MASK] = "mask",
                                                              [STAGE_COLLISION_GROUP] = "collisionGroup",
                                                              [STAGE_VELOCITY_X] = "velocityX",
                                                              [STAGE_VELOCITY_Y] = "velocityY",
                                                              [STAGE_VELOCITY_Z] = "velocityZ",
                                                              [STAGE_SPIN_X] = "angularVelocityX",
                                                              [STAGE_SPIN_Y] = "angularVelocityY",
                                                              [STAGE_SPIN_Z] = "angularVelocityZ"};
    return names;
}

typedef struct Range {
    double lower, upper;
    bool whole;
} Range;

static Range getRange(StageOption option) {
    static const double most = 1e100;
    switch (option) {
    case STAGE_REMOVED:
    case STAGE_PROXY:
    case STAGE_GROUP:
    case STAGE_PUSHES:
    case STAGE_SENSOR:
    case STAGE_LOCK_FRAME:
        return (Range){0.0, 1.0, true};
    case STAGE_BODY:
        return (Range){SCENE_FIXED, SCENE_KINEMATIC, true};
    case STAGE_RESTITUTION:
        return (Range){0.0, 1.0, false};
    case STAGE_DENSITY:
        return (Range){1e-100, most, false};
    case STAGE_SCALE:
        return (Range){1e-3, 1e3, false};
    case STAGE_LEAF_RADIUS:
    case STAGE_MASS:
    case STAGE_FRICTION:
    case STAGE_LINEAR_DAMPING:
    case STAGE_ANGULAR_DAMPING:
    case STAGE_MAX_SPEED:
    case STAGE_MAX_SPIN:
        return (Range){0.0, most, false};
    case STAGE_LOCK_TRANSLATION:
    case STAGE_LOCK_ROTATION:
        return (Range){0.0, CD_AXES, true};
    case STAGE_CATEGORY:
    case STAGE_MASK:
        return (Range){0.0, UINT32_MAX, true};
    case STAGE_COLLISION_GROUP:
        return (Range){INT32_MIN, INT32_MAX, true};
    default:
        return (Range){-most, most, false}; // forces, velocities, gravity
    }
}

bool IsStageOptionValue(StageOption option, double value) {
    Range range = getRange(option);
    if (option == STAGE_BODY && value == SCENE_MOVED) return false; // its scene decides that
    return value >= range.lower && value <= range.upper && (!range.whole || value == floor(value));
}

void DescribeStageOptionRange(StageOption option, char *text, size_t textSize) {
    Range range = getRange(option);
    if (option == STAGE_BODY)
        snprintf(text, textSize, "%d (fixed), %d (driven), %d (dynamic) or %d (kinematic)", SCENE_FIXED,
                 SCENE_DRIVEN, SCENE_DYNAMIC, SCENE_KINEMATIC);
    else
        snprintf(text, textSize, "a %snumber from %.15g to %.15g", range.whole ? "whole " : "", range.lower,
                 range.upper);
}
