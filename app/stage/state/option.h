// The options of a stage's objects; see stage/objects/option_values.h.
#ifndef APP_STATE_OPTION_H
#define APP_STATE_OPTION_H

typedef enum StageOption {
    STAGE_REMOVED = 0, // 0 or 1
    STAGE_BODY,        // a SceneBody: fixed, driven or dynamic
    STAGE_LEAF_RADIUS, // of its sphere tree, length; 0: chosen by the triangles
    STAGE_PROXY,       // 1: its queries try convex hulls first
    STAGE_DENSITY,     // of a dynamic body
    STAGE_MASS,        // in all; 0: by the density
    STAGE_RESTITUTION, // at most 1
    STAGE_FRICTION,
    STAGE_SCALE, // factor of its size about its middle; 1: as it came
    STAGE_GROUP, // 1: it moves together with the others that have 1
    STAGE_OPTION_COUNT
} StageOption;

enum { STAGE_TREE_MAX = 64 }; // sphere trees beyond the first, of all objects

#endif
