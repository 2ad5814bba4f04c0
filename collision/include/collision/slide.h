// Sliding: after a contact a step continues in the directions that the contacts allow; it may also turn.
//
// Gauss' principle of least constraint: at each stop the remaining motion, as a constant velocity with six
// components, is replaced by the nearest velocity (in the metric of the body's inertia) that moves no point
// of a contact region against its normals. This is a convex quadratic program over the contact regions
// (regions.h). A continuous query carries out that motion, a leg of the slide. Legs follow until the motion
// is used up or the contacts allow no more, as in god-object methods with six degrees of freedom.
//
// Guarantees:
// - Every leg is a cdFindFirstContact of its own, so the path is free of contact throughout and the resolved
//   pose does not overlap.
// - A second slide, from the resolved pose to the same intended pose, does not move, bit for bit, unless the
//   first was exhausted (ended by maxLegs or the budget). Motions of less than 16 margins along a contact are
//   ignored.
// - If one pose is nearest to the intended pose (at a plane or in a corner), different divisions of the path
//   into steps end at poses that differ by at most 1e-4 of the larger radius, unless a step is exhausted.
//   Otherwise the path decides on which side of an obstacle it ends. The distance of two poses combines the
//   displacement of the centroid and the rotation about it, weighted by the inertia.
//
// Several meshes: a rigid set of meshes slides as one body (cdSlideInput.shapes). Every leg is free for each
// of its meshes, and ends at the earliest contact of any of them.
//
// Safety distance: the surfaces stay farther than d = step.safetyDistance from each other. The mesh A slides
// along the obstacles at the distance d, on arcs around their edges and corners. The constraints are pairs of
// features at the distance d, not contact regions. Rounded meshes do the same with the sum of their radii.
#ifndef COLLISION_SLIDE_H
#define COLLISION_SLIDE_H

#include "collision/query.h"
#include "collision/regions.h"

#ifdef __cplusplus
extern "C" {
#endif

// A constraint: a point on A's surface that may not move against a normal.
typedef struct cdSlideConstraint {
    cdVec3 point, normal; // world frame, at the resolved pose
    double push;          // Lagrange multiplier of the last quadratic program, >= 0; 0: inactive
    int32_t obstacle;     // index of the obstacle that it touches
    int32_t shape;        // index of the mesh of A that touches it; 0 for a mesh alone
} cdSlideConstraint;

enum { CD_SLIDE_CACHE_WORDS = 1024 }; // size of cdSlideCache.words

// Cache of the constraints at the end of the last slide of a mesh, where the next slide usually begins. With
// the same cache and the same workspace a slide also reuses the lists of near triangles in that workspace.
// Zeroed means empty. A cache never changes a result, even if meshes or workspaces were destroyed in between.
typedef struct cdSlideCache {
    // Caches of the legs' queries: pairs[step.obstacleCount], or pairs[shapeCount * step.obstacleCount],
    // those of each shape together. NULL: none.
    cdPairCache *pairs;
    double words[CD_SLIDE_CACHE_WORDS]; // private
} cdSlideCache;

// One of the meshes of a rigid set.
typedef struct cdSlideShape {
    const cdMesh *mesh; // may be shared with other shapes and with obstacles
    cdPose pose;        // in the frame of the set
} cdSlideShape;

// One step of a mesh, or of a rigid set of meshes, among obstacles that continues after contact.
typedef struct cdSlideInput {
    // Mesh, start, intended target, obstacles, safety distance; touches as in cdFindFirstContactAmong. Meshes
    // need CD_PART_FEATURES unless they are rounded. The budget is that of the whole slide.
    cdObstaclesInput step;
    int32_t maxLegs;                // maximum number of legs; 0: 24
    cdSlideConstraint *constraints; // constraints[constraintCapacity], optional: those at the end; NULL: none
    int32_t constraintCapacity;     // room in `constraints`
    cdPose *poses;                  // poses[poseCapacity], optional: receives the path; NULL: none
    int32_t poseCapacity;           // room in `poses`
    // shapes[shapeCount], optional: A is this set of meshes, and step.mesh is ignored. Poses of A are then
    // those of the set's frame. Its inertia is that of mass spread evenly over all surfaces. NULL: step.mesh
    // alone.
    const cdSlideShape *shapes;
    int32_t shapeCount; // above 0 with `shapes`
} cdSlideInput;

// Result of cdFindSlide.
typedef struct cdSlide {
    // First contact on the screw from the start to the intended pose, as in cdFindFirstContactAmong, except:
    // resolvedPose: A's pose at the end of the slide; resolvedTime: 1 if that is the intended pose, else of
    // the first contact; reason: also set if the budget ended the slide; stats: sums over all legs. With
    // several meshes touches and trace come from another query of the mesh `shape`.
    cdFirstContact contact;
    int32_t shape;             // index of A's mesh that `contact` is about; -1: free, or the input is invalid
    int32_t legCount;          // legs: continuous queries, the first and any that moved nothing included
    int32_t regionCount;       // contact regions, or pairs of features, tested by all legs
    int32_t roundCount;        // iterations of the quadratic programs
    int32_t constraintCount;   // constraints written to `constraints`
    int32_t neededConstraints; // those of the last quadratic program; 0 if the target was reached
    // The path of A leads from the start to poses[0], to poses[1], ... to resolvedPose. Each part is the
    // certified screw between two poses (motion.h). Empty if A stays at its start.
    int32_t poseCount;   // poses written to `poses`
    int32_t neededPoses; // poses of the whole path
    bool reached;        // true if A is at the intended pose
    bool exhausted;      // true if maxLegs or the budget ended the slide early
    bool truncated;      // more constraints than constraintCapacity, or more poses than poseCapacity
} cdSlide;

// Moves A towards a target and slides it along obstacles. The trace records only the query of `contact`. If
// the budget ends the slide, resolvedPose is a pose on its free path; call again from there to continue. If
// that pose is the start, use a larger budget: it must be enough for the contact regions, the quadratic
// program and the query of a leg. A budget that is not reached changes nothing.
// @errors contact.state CD_UNDECIDED: CD_REASON_INPUT if obstacles move (step.obstacleTargets is not NULL) or
// a shape is missing; CD_REASON_NO_PART if features are missing (resolvedPose is the start); otherwise as in
// cdFindFirstContactAmong; resolvedPose is then a pose of the free path
CD_API cdSlide cdFindSlide(const cdSlideInput *input, cdSlideCache *cache, cdWorkspace *workspace,
                           cdTrace *trace);

#ifdef __cplusplus
}
#endif
#endif
