// The options of a stage's objects; see stage/objects/option_values.h.
#ifndef APP_STATE_OPTION_H
#define APP_STATE_OPTION_H

typedef enum StageOption {
    STAGE_REMOVED = 0, // 0 or 1
    STAGE_BODY,        // a SceneBody: fixed, driven, dynamic or kinematic
    STAGE_LEAF_RADIUS, // of its sphere tree, length; 0: derived from the triangles
    STAGE_PROXY,       // 1: its queries test convex hulls first
    STAGE_DENSITY,     // of a dynamic body
    STAGE_MASS,        // total; 0: from the density
    STAGE_RESTITUTION, // at most 1
    STAGE_FRICTION,
    STAGE_SCALE,  // factor of its size about its centre; 1: initial size
    STAGE_GROUP,  // 1: moves together with all others of the group
    STAGE_PUSHES, // 1: dynamic bodies give way to it while it is driven
    // Members of cdBodyDef:
    STAGE_LINEAR_DAMPING,
    STAGE_ANGULAR_DAMPING,
    STAGE_MAX_SPEED, // 0: no limit
    STAGE_MAX_SPIN,
    STAGE_GRAVITY_SCALE,
    STAGE_FORCE_X,
    STAGE_FORCE_Y,
    STAGE_FORCE_Z,
    STAGE_TORQUE_X,
    STAGE_TORQUE_Y,
    STAGE_TORQUE_Z,
    STAGE_LOCK_TRANSLATION, // CD_AXIS bits
    STAGE_LOCK_ROTATION,
    STAGE_LOCK_FRAME, // a cdLockFrame
    STAGE_SENSOR,     // 0 or 1
    STAGE_CATEGORY,
    STAGE_MASK,
    STAGE_COLLISION_GROUP,
    STAGE_VELOCITY_X, // at the scene's start; a kinematic body keeps it
    STAGE_VELOCITY_Y,
    STAGE_VELOCITY_Z,
    STAGE_SPIN_X,
    STAGE_SPIN_Y,
    STAGE_SPIN_Z,
    STAGE_OPTION_COUNT
} StageOption;

enum { STAGE_TREE_MAX = 64 }; // additional sphere trees of all objects

#endif
