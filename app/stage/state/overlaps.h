// The pairs of objects that overlap; see stage/shown/stage_overlaps.h.
#ifndef APP_STATE_OVERLAPS_H
#define APP_STATE_OVERLAPS_H

#include "collision/mesh.h"
#include "stage/state/ground.h"

// An object as it was when its pairs were tested.
typedef struct StageTested {
    const cdMesh *mesh; // NULL: not tested, or not present
    cdPose pose;
    bool moves; // driven or dynamic: pairs of two objects that do not move are not tested
    // Its filter; pairs that pass through each other are not tested.
    uint32_t category, mask;
    int32_t group;
    bool sensor;
} StageTested;

typedef struct StageOverlap {
    int32_t objects[2]; // the second is -1 for the ground
    StageTested tested[2];
} StageOverlap;

typedef struct StageOverlaps {
    StageTested *tested; // tested[testedCapacity]; their pairs are free, but for those of the list
    int32_t testedCapacity;
    StageOverlap *list; // list[count]
    int32_t count, capacity;
    StageGroundKind ground; // that was tested
} StageOverlaps;

#endif
