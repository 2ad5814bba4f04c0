// Version of the library at run time, and a check that it fits the headers.
//
// A program that loads the shared library may find another version than the one it was compiled for. Call
// cdIsCompatible once at start. It compares the version of the interface and the size of every public struct,
// as the caller's compiler sees them, with those of the library. It does not detect members that moved within
// a struct of the same size.
#ifndef COLLISION_VERSION_H
#define COLLISION_VERSION_H

#include "collision/base.h"
#include "collision/batches.h"
#include "collision/body.h"
#include "collision/boxes.h"
#include "collision/broad_phase.h"
#include "collision/classify.h"
#include "collision/closest_point.h"
#include "collision/convex.h"
#include "collision/culling.h"
#include "collision/distance.h"
#include "collision/draw.h"
#include "collision/features.h"
#include "collision/joint.h"
#include "collision/kinematic.h"
#include "collision/mechanism.h"
#include "collision/mechanism_path.h"
#include "collision/mesh.h"
#include "collision/motion.h"
#include "collision/path.h"
#include "collision/plan.h"
#include "collision/query.h"
#include "collision/ray.h"
#include "collision/regions.h"
#include "collision/slide.h"
#include "collision/solid.h"
#include "collision/state.h"
#include "collision/tasks.h"
#include "collision/trace.h"
#include "collision/trap.h"
#include "collision/vecmath.h"
#include "collision/workspace.h"
#include "collision/world.h"
#include "collision/world_queries.h"
#include "collision/world_regions.h"
#include "collision/world_snapshot.h"

#ifdef __cplusplus
extern "C" {
#endif

// A version. The headers have CD_VERSION_MAJOR, CD_VERSION_MINOR and CD_VERSION_PATCH.
typedef struct cdVersion {
    int32_t major; // while it is 0, a minor version may change the interface
    int32_t minor; // additions to the interface
    int32_t patch; // corrections, same interface
} cdVersion;

// Returns the version of the library that is linked at run time.
CD_API cdVersion cdGetVersion(void);

// Every public struct, as X(name).
// clang-format off
#define CD_PUBLIC_STRUCTS(X) \
    X(cdVersion) \
    X(cdHooks) \
    X(cdFirstContactBatch) X(cdSlideBatch) X(cdDistanceBatch) X(cdOverlapBatch) X(cdRayBatch) \
    X(cdClosestPointBatch) X(cdLocationBatch) \
    X(cdQuadraticMatrix) X(cdBoxesInput) X(cdBoxPair) X(cdBoxContact) X(cdBoxAt) \
    X(cdLocation) X(cdSegmentPiece) X(cdSegmentInput) X(cdSegmentPieces) X(cdRegion) X(cdRegionSet) \
    X(cdIndexNode) \
    X(cdClosestPointInput) X(cdClosestPoint) \
    X(cdConvexDef) X(cdConvexReport) X(cdConvexInfo) X(cdSeparationInput) X(cdSeparation) X(cdConvexCache) \
    X(cdVelocity) X(cdCulling) \
    X(cdDistanceInput) X(cdDistance) X(cdDistanceAmongInput) \
    X(cdDrawStyle) X(cdDebugDraw) X(cdTracedQuery) \
    X(cdMeshDef) X(cdBuildWatch) X(cdDefect) X(cdSolidReport) X(cdInset) X(cdMeshReport) X(cdMeshInfo) X(cdSphereNode) \
    X(cdScrew) X(cdMotion) X(cdPathNode) \
    X(cdPathObstacle) X(cdPathInput) X(cdPathContact) X(cdPathBound) X(cdPathClearanceInput) X(cdPathClearance) \
    X(cdPathBatch) \
    X(cdPlanInput) X(cdPlan) X(cdTrapInput) X(cdTrap) \
    X(cdLink) X(cdLinkPair) X(cdLinkDistance) X(cdMechanism) X(cdSweepJoint) X(cdSweepBox) X(cdSweepInput) X(cdSweep) \
    X(cdMechanismClearanceInput) X(cdMechanismClearance) \
    X(cdJointPath) X(cdMechanismContactInput) X(cdMechanismContact) \
    X(cdFeature) X(cdQueryStats) X(cdPairCache) X(cdProxy) X(cdTouch) X(cdFirstContactInput) \
    X(cdFirstContact) X(cdOverlapInput) X(cdOverlap) X(cdObstacle) X(cdObstaclesInput) \
    X(cdOverlapAmongInput) X(cdLinearInput) X(cdLinearContact) \
    X(cdRayInput) X(cdTriangleCache) X(cdPointStats) X(cdRayHit) \
    X(cdContactRegion) X(cdContactRegions) X(cdRegionsInput) \
    X(cdSlideConstraint) X(cdSlideCache) X(cdSlideShape) X(cdSlideInput) X(cdSlide) \
    X(cdMassProperties) X(cdSolidInfo) X(cdSolidVertex) X(cdSolidEdge) X(cdSolidFace) X(cdSolidLoop) \
    X(cdBudget) \
    X(cdFeaturesInfo) \
    X(cdBroadPhasePair) X(cdBroadPhaseUpdate) \
    X(cdTasks) \
    X(cdInterval) X(cdTraceEvent) X(cdTrace) \
    X(cdVec3) X(cdQuat) X(cdPose) X(cdBox3) \
    X(cdWorkspaceNeed) \
    X(cdShapeDef) X(cdBodyDef) X(cdBodyState) X(cdHand) \
    X(cdMoveOptions) X(cdBodyMove) \
    X(cdWorldDef) X(cdJointDef) X(cdJointMotor) X(cdJointState) X(cdJointReaction) X(cdWorldStep) X(cdWorldContact) \
    X(cdContactEvent) X(cdWorldEnergy) \
    X(cdBodyFilter) X(cdWorldRayInput) X(cdWorldRayHit) X(cdWorldRayHits) X(cdWorldPointInput) \
    X(cdWorldClosestPoint) X(cdWorldOverlapInput) X(cdWorldOverlap) X(cdWorldContactInput) \
    X(cdWorldFirstContact) \
    X(cdBodyRegionsInput) X(cdRegionLoad)
// clang-format on

// Size of one struct, as an element of a list.
#define CD_LIST_SIZE(name) (uint32_t)sizeof(name),

// Returns true if the library was compiled with these sizes of the CD_PUBLIC_STRUCTS, in their order. False
// for NULL. cdIsCompatible calls this function.
CD_API bool cdHasStructSizes(const uint32_t *sizes, int32_t count);

// Returns true if the library at run time has the interface of these headers: the same major version, at
// least the same minor version (exactly the same while the major version is 0), and public structs of equal
// sizes.
static inline bool cdIsCompatible(void) {
    static const uint32_t sizes[] = {CD_PUBLIC_STRUCTS(CD_LIST_SIZE)};
    const cdVersion linked = cdGetVersion();
    if (linked.major != CD_VERSION_MAJOR) return false;
    if (linked.major == 0 ? linked.minor != CD_VERSION_MINOR : linked.minor < CD_VERSION_MINOR) return false;
    return cdHasStructSizes(sizes, (int32_t)(sizeof sizes / sizeof sizes[0]));
}

#ifdef __cplusplus
}
#endif
#endif
