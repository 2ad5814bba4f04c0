// The joints between two meshes of a mechanism, and bounds on the motion that they allow.
//
// The pose of mesh A in the frame of mesh B is a product along the path between their links,
//     M[0] J[0](v[0]) M[1] J[1](v[1]) ... M[count],
// of constant poses M and the motions J of the varying joints, from B to A.
#ifndef CD_MECHANISM_CHAIN_H
#define CD_MECHANISM_CHAIN_H

#include "collision/mechanism.h"
#include "foundation/numbers/float_mode.h"

// A varying joint between two meshes.
typedef struct cdChainJoint {
    int32_t index; // among the joints of the sweep
    bool isHinge;
    cdVec3 axis; // unit, joint frame, so directed that the value is that of the sweep
} cdChainJoint;

typedef struct cdChain {
    const cdMesh *a, *b;
    cdChainJoint joints[CD_SWEEP_JOINT_MAX]; // joints[count], from B to A
    cdPose between[CD_SWEEP_JOINT_MAX + 1];
    int32_t count;
} cdChain;

// Ranges of the values of the joints of a chain.
typedef struct cdChainCell {
    double lo[CD_SWEEP_JOINT_MAX], hi[CD_SWEEP_JOINT_MAX];
} cdChainCell;

// A mesh of a link.
typedef struct cdLinkShape {
    int32_t link, shape;
} cdLinkShape;

// Returns the defect of a mechanism, or CD_REASON_NONE.
cdReason cdCheckMechanism(const cdMechanism *mechanism, const double *values);

// Returns the pose of a joint's motion at a value.
cdPose cdMoveJoint(bool isHinge, cdVec3 axis, double value);

// Returns the chain of A's and B's meshes. `joints`: joints[jointCount], those that vary.
cdChain cdMakeChain(const cdMechanism *mechanism, const double *values, const cdSweepJoint *joints,
                    int32_t jointCount, cdLinkShape a, cdLinkShape b);

// Returns the pose of a mesh in the world at values of the sweep's joints, at[jointCount].
cdPose cdPlaceLinkShape(const cdSweepInput *input, const double *at, cdLinkShape shape);

// A pair of meshes, among those that count.
typedef struct cdChainCursor {
    cdLinkShape a, b;
} cdChainCursor;

// Returns the cursor before the first pair.
cdChainCursor cdBeginChains(void);

// Advances to the next pair that counts. False: there is no other.
bool cdFindNextPair(const cdMechanism *mechanism, cdChainCursor *at);

// The same, and makes its chain.
bool cdFindNextChain(const cdSweepInput *input, cdChainCursor *at, cdChain *chain);

// Returns the safety distance of two links. `common`: that of pairs without one of their own.
double cdGetLinkDistance(const cdMechanism *mechanism, int32_t a, int32_t b, double common);

// Returns the defect of an input, or CD_REASON_NONE.
cdReason cdCheckSweep(const cdSweepInput *input);

// Returns A's pose in the frame of B at values[count].
cdPose cdGetChainPose(const cdChain *chain, const double *values);

// Returns a bound on the sum of the lengths in the product, times the turns of its hinges: its rounding is a
// multiple.
double cdGetChainLength(const cdChain *chain, const cdChainCell *cell);

// Bounds on the change of the distance of the meshes within a cell.
typedef struct cdChainBound {
    double own[CD_SWEEP_JOINT_MAX];    // by half the range of this joint alone
    double others[CD_SWEEP_JOINT_MAX]; // by half the ranges of the other joints, for any value of this one
    double all;                        // by half the ranges of all joints
} cdChainBound;

cdChainBound cdBoundChain(const cdChain *chain, const cdChainCell *cell);

// Returns a length: the meshes share a point as long as no point of A moves farther than that relative to B.
// The triangles touch at the pose of A in the frame of B. 0: there is no such length.
double cdFindCrossingDepth(const cdChain *chain, cdPose pose, int32_t triangleA, int32_t triangleB);

#endif
