// An operation on a stage, and its outcome.
#ifndef APP_STATE_ENTRY_H
#define APP_STATE_ENTRY_H

#include "collision/motion.h"
#include "collision/query.h"
#include "stage/state/limit.h"

typedef enum StageOp {
    STAGE_SET_MODE = 0, // index: a SceneMode
    STAGE_SET_RESPONSE, // index: a SceneResponse
    STAGE_SET_GRAVITY,  // index: 0 or 1
    STAGE_SET_PARAM,    // index of the scene's parameters, value
    STAGE_RESTART,
    STAGE_ADD,        // mesh, pose
    STAGE_PLACE,      // index of an object, pose
    STAGE_MOVE,       // index of an object, pose: the intended one
    STAGE_ADVANCE,    // value: seconds; count times
    STAGE_HOLD,       // index of an object; points: the grabbed one, mesh frame, and its target
    STAGE_RELEASE,    // index: 1 drops it, 0 lets it fly
    STAGE_ROUTE,      // index
    STAGE_SCRUB,      // value: t on the route
    STAGE_ROLL,       // value: seconds along the route; negative: back
    STAGE_LOOK,       // points: eye and target of the camera; changes no result
    STAGE_SET_OPTION, // index of an object, option, value
    STAGE_COPY,       // index of an object; pose: the copy's
    STAGE_SET_GROUND, // index: 0 or 1
    STAGE_SET_JOINT,  // index of a joint, option: a StageJointOption, value
    STAGE_WAY,        // index of an object; nodes of the way shown for it, none: no way; changes no result
    STAGE_OP_COUNT
} StageOp;

// Outcome of an operation. STAGE_MOVE and STAGE_PLACE run a query; STAGE_WAY certifies its edges.
typedef struct StageOutcome {
    bool known;    // false: the recording does not contain it
    cdState state; // answer of a move; of a place: overlap at the pose; of a way: certificate of all edges
    int32_t edge;  // of a way: the first edge that is not free; -1: none
    cdInterval t;  // of a continuous move with a contact, as the next three
    cdContactKind kind;
    cdFeature featureA, featureB;
    cdPose resolvedPose;
    int32_t events; // contact events of an advance
    uint64_t hash;  // over all objects' poses and all bodies' velocities
} StageOutcome;

typedef struct StageEntry {
    StageOp op;
    int32_t index, count;
    int32_t option; // a StageOption or StageJointOption
    StageStop stop; // of a move that was cut short, or an abandoned advance
    double value;
    cdPose pose;
    cdVec3 points[2];
    char *mesh;        // of STAGE_ADD, owned; else NULL
    cdPathNode *nodes; // of STAGE_WAY: nodes[nodeCount], owned, times 0, 1, 2, ...
    int32_t nodeCount;
    const cdMesh *read; // of STAGE_ADD: the mesh that was loaded; NULL: not loaded yet. @lifetime the stage's
    bool findsPlace;    // of STAGE_ADD and STAGE_COPY: a free pose is searched for and becomes `pose`
    StageOutcome outcome;
} StageEntry;

#endif
