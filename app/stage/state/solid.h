// Solids of a stage, and what is asked of one; see stage/shown/stage_solid.h.
#ifndef APP_STATE_SOLID_H
#define APP_STATE_SOLID_H

#include "collision/classify.h"
#include "collision/culling.h"

typedef struct StageSolidMaker StageSolidMaker; // makes one beside the window's frames

typedef struct StageSolid {
    const cdMesh *mesh;
    const cdMesh *solid; // the mesh, with its solid; NULL: it encloses none
    cdMeshReport report; // of its solid
    double seconds;      // that making it took
} StageSolid;

typedef struct StageSolids {
    StageSolid *list; // list[count], of the meshes that were asked for theirs
    int32_t count;
    StageSolidMaker *maker; // NULL: none is being made
    int32_t wanted;         // the object whose index waits for one that is being made, -1: none
} StageSolids;

enum { PROBE_PATH_MAX = 512, PROBE_PIECE_MAX = 64 };

// What is asked of the solid that is looked at; world frame.
typedef struct StageProbe {
    int32_t object; // whose solid it is, -1: no index is shown
    bool hasPoint;
    cdVec3 point;
    cdLocation location;
    int32_t pathCount; // nodes from the root to the leaf
    int32_t nodes[PROBE_PATH_MAX];
    int8_t sides[PROBE_PATH_MAX]; // taken at each: -1 below, 0 on, 1 above
    bool hasSegment;
    cdVec3 from, to;
    cdSegmentPiece pieces[PROBE_PIECE_MAX];
    int32_t pieceCount;
    bool truncated; // there are more pieces
} StageProbe;

// What of the object moved last moves away from what is around it, by the motion of its last step.
typedef struct StageCulling {
    bool present;
    int32_t object;
    uint8_t *marks; // marks[capacity]: the arrays of `result`, owned
    int32_t capacity;
    cdCulling result;
} StageCulling;

#endif
