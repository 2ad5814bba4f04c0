// The options of a stage's objects; see stage/objects/option_values.h.
#ifndef APP_STATE_OPTION_H
#define APP_STATE_OPTION_H

typedef enum StageOption {
    STAGE_REMOVED = 0, // 0 or 1
    STAGE_BODY,        // a SceneBody: fixed, driven or dynamic
    STAGE_LEAF_RADIUS, // of its sphere tree, length; 0: derived from the triangles
    STAGE_PROXY,       // 1: its queries test convex hulls first
    STAGE_DENSITY,     // of a dynamic body
    STAGE_MASS,        // total; 0: from the density
    STAGE_RESTITUTION, // at most 1
    STAGE_FRICTION,
    STAGE_SCALE,  // factor of its size about its centre; 1: initial size
    STAGE_GROUP,  // 1: moves together with all others of the group
    STAGE_PUSHES, // 1: dynamic bodies give way to it while it is driven
    STAGE_OPTION_COUNT
} StageOption;

enum { STAGE_TREE_MAX = 64 }; // additional sphere trees of all objects

#endif
