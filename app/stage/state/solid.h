// Solids of a stage, and the queries of one; see stage/shown/stage_solid.h.
#ifndef APP_STATE_SOLID_H
#define APP_STATE_SOLID_H

#include "collision/classify.h"
#include "collision/culling.h"

typedef struct StageSolidMaker StageSolidMaker; // builds a solid beside the window's frames

typedef struct StageSolid {
    const cdMesh *mesh;
    const cdMesh *solid; // the mesh with its solid; NULL: it encloses no volume
    cdMeshReport report; // of its solid
    double seconds;      // time to build it
} StageSolid;

typedef struct StageSolids {
    StageSolid *list; // list[count], of the meshes whose solids were requested
    int32_t count;
    StageSolidMaker *maker; // NULL: no solid is being built
    int32_t wanted;         // the object whose index waits for a solid that is being built; -1: none
} StageSolids;

enum { PROBE_PATH_MAX = 512, PROBE_PIECE_MAX = 64 };

// Queries of the solid whose index is shown; world frame.
typedef struct StageProbe {
    int32_t object; // the solid's object; -1: no index is shown
    bool hasPoint;
    cdVec3 point;
    cdLocation location;
    int32_t pathCount; // nodes from the root to the leaf
    int32_t nodes[PROBE_PATH_MAX];
    int8_t sides[PROBE_PATH_MAX]; // side taken at each: -1 below, 0 on, 1 above
    bool hasSegment;
    cdVec3 from, to;
    cdSegmentPiece pieces[PROBE_PIECE_MAX];
    int32_t pieceCount;
    bool truncated; // there are more pieces
} StageProbe;

// Back-face culling of the object moved last, by the motion of its last step.
typedef struct StageCulling {
    bool present;
    int32_t object;
    uint8_t *marks; // marks[capacity]: the arrays of `result`, owned
    int32_t capacity;
    cdCulling result;
} StageCulling;

#endif
