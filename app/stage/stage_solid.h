// The solids of a stage's objects, and what is asked of one of them by hand: a point, a segment.
//
// A solid is made when it is first needed and kept with its mesh's address, so that objects of one mesh share
// it. A mesh that is no solid is remembered with the report that says why.
#ifndef APP_STAGE_SOLID_H
#define APP_STAGE_SOLID_H

#include "collision/classify.h"
#include "collision/culling.h"

typedef struct Stage Stage;

typedef struct StageSolidMaker StageSolidMaker; // makes one beside the window's frames

typedef struct StageSolid {
    const cdMesh *mesh;
    const cdMesh *solid; // the mesh, with its solid; NULL: it encloses none
    cdMeshReport report; // of its solid
    double seconds;      // that making it took
} StageSolid;

enum { PROBE_PATH_MAX = 512, PROBE_PIECE_MAX = 64 };

// What is asked of the solid that is looked at; world frame.
typedef struct StageProbe {
    int32_t object; // whose solid it is, -1: no index is shown
    bool hasPoint;
    cdVec3 point;
    cdPlace place;
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

// The object's solid, or why it has none; makes it at the first call. @errors NULL: no memory
const StageSolid *GetStageSolid(Stage *stage, int32_t object);
// The same where no frame must wait: then it is made beside the frames, and meanwhile NULL with `comes` set;
// NULL also of a mesh that is not closed. Without a limit on queries it is made at once.
const StageSolid *WantStageSolid(Stage *stage, int32_t object, bool *comes);
// True while one is made beside the frames.
bool IsStageSolidComing(const Stage *stage);
// Keeps one that is done, wanted or not. Not while work is paused, which may look at others.
void KeepFinishedStageSolid(Stage *stage);
// NULL as long as nobody asked for it.
const StageSolid *FindStageSolid(const Stage *stage, int32_t object);
void DestroyStageSolids(Stage *stage);

// The object whose index is shown: the selected one when it is a solid, else the first that is; -1: none is.
int32_t ChooseSolidObject(Stage *stage);

// Classifies the probe's point and segment anew, where their object is now.
void ClassifyStageProbe(Stage *stage);

// Finds what the last step culls, or that there was none: of a solid alone.
void CullStageStep(Stage *stage);

#endif
