// The ground of a stage; see stage/world/stage_ground.h.
#ifndef APP_STATE_GROUND_H
#define APP_STATE_GROUND_H

#include "collision/collision.h"

typedef enum StageGroundKind {
    STAGE_GROUND_OFF = 0,
    STAGE_GROUND_ON,
    // The ground of older recordings: a slab once gravity is on, and no bounds of the world. Only for their
    // replays.
    STAGE_GROUND_OLD
} StageGroundKind;

typedef struct StageGroundBox {
    int exponent; // half of its side is 2 to the power of this
    cdMesh *mesh; // owned
} StageGroundBox;

typedef struct StageGround {
    StageGroundKind kind;
    double floor;          // of a sphere around these objects, world frame
    double height;         // world y: of the plane
    cdVec3 center;         // of a sphere about these objects, world frame
    double radius;         // radius of that sphere
    StageGroundBox *boxes; // boxes[boxCount], built on demand
    int32_t boxCount;
} StageGround;

#endif
