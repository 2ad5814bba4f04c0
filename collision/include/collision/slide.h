// Sliding: a step that meets contact goes on along what the contacts allow, turning where that helps.
//
// Gauss' principle of least constraint: at each stop the rest of the intended motion, as six velocities of
// the body, is replaced by the nearest one (in the metric of its inertia) that moves no point of a contact
// region against its normals: a convex quadratic program over the contact regions (regions.h). That motion is
// carried out by continuous detection, and so on until the motion is used up or nothing more is allowed, as
// in god-object methods with six degrees of freedom.
//
// Guarantee: every part of the way is a cdFindFirstContact of its own, so [start, rest] is free of contact
// throughout and the resolved pose does not overlap. Held at a contact with the same intended pose the result
// is the start, bit for bit. Motions of less than 16 margins along a contact are not made. Poses are as far
// from each other as the way of the centroid and the turn about it, weighed by the inertia. Where contacts
// leave one nearest pose to the intended one, as a plane does, or the planes of a corner, a hand that leads
// the same way in other steps ends within 1e-4 of the larger radius, once its steps are not exhausted.
// Elsewhere the way decides on which side of an obstacle it ends.
//
// Safety distance: the surfaces stay more than d = step.safetyDistance apart throughout. A slides along the
// obstacles at the distance d; around their edges and corners it follows arcs. The limits are pairs of
// features at the distance d, not contact regions. The same holds for rounded meshes, with the sum of their
// radii.
#ifndef COLLISION_SLIDE_H
#define COLLISION_SLIDE_H

#include "collision/query.h"
#include "collision/regions.h"

#ifdef __cplusplus
extern "C" {
#endif

// A point on A's surface that may not move against a normal.
typedef struct cdSlideLimit {
    cdVec3 point, normal; // world frame, at the resolved pose
    double push;          // how much it holds back in the end, >= 0 (the multiplier; 0: inactive)
    int32_t obstacle;     // whose surface it is on, an index of the obstacles
} cdSlideLimit;

enum { CD_SLIDE_CACHE_WORDS = 800 }; // room for all there can be

// The limits where the last slide of a mesh ended, with all that they depend on: the next slide mostly begins
// there. A slide that is given the same cache and the same workspace also reuses the lists of near triangles
// that the last slide left there. Zeroed means empty. A cache never changes a result, whatever meshes or
// workspaces were destroyed since.
typedef struct cdSlideCache {
    cdPairCache *pairs;                 // pairs[step.obstacleCount], of the queries of each leg; NULL: none
    double words[CD_SLIDE_CACHE_WORDS]; // private
} cdSlideCache;

// One step of a mesh among obstacles that goes on after contact.
typedef struct cdSlideInput {
    // Mesh, start, intended target, obstacles, safety distance; touches as in cdFindFirstContactAmong. All
    // meshes that are not rounded have their surface. The budget is that of the whole slide.
    cdObstaclesInput step;
    int32_t maxLegs;       // continuous queries at most; 0: 24
    cdSlideLimit *limits;  // limits[limitCapacity], filled on request; NULL: none
    int32_t limitCapacity; // room in `limits`
    cdPose *poses;         // poses[poseCapacity], filled on request; NULL: none
    int32_t poseCapacity;  // room in `poses`
} cdSlideInput;

// What cdFindSlide found.
typedef struct cdSlide {
    // The first contact of the straight way from the start to the intended pose, as cdFindFirstContactAmong
    // has it, but resolvedPose: where A is left in the end, resolvedTime: 1 when that is the intended pose,
    // reason: also what ended the slide, when it is exhausted by other than maxLegs, and stats: those of all
    // legs.
    cdFirstContact contact;
    int32_t legCount;     // continuous queries made
    int32_t regionCount;  // contact regions, or pairs of features, looked at by all legs
    int32_t roundCount;   // of the quadratic programs
    int32_t limitCount;   // written to `limits`
    int32_t neededLimits; // of the last program; 0 when the intended pose was reached
    // The way of A: from the start to poses[0], on to poses[1], and so on to resolvedPose, each part along
    // the screw between two poses (motion.h) and certified. None where A stays at its start.
    int32_t poseCount;   // written to `poses`
    int32_t neededPoses; // of the whole way
    bool reached;        // the intended pose
    bool exhausted;      // maxLegs or the budget ended it before it had come to rest
    bool truncated;      // more limits than limitCapacity, or more poses than poseCapacity
} cdSlide;

// The trace is of the query of the straight way alone.
// Where the budget ends it A is left at a pose that it came to by free motions; a slide from there to the
// same target continues it. One that left A at its start needs a larger budget: it has to suffice for the
// contact regions, the plan and the query of a leg. A budget that is not reached changes nothing.
// @errors contact.state CD_UNDECIDED with CD_REASON_INPUT for a safety distance or obstacles that move
// (step.obstacleTargets is not NULL); as in cdFindFirstContactAmong, which leaves A in the free part
CD_API cdSlide cdFindSlide(const cdSlideInput *input, cdSlideCache *cache, cdWorkspace *workspace,
                           cdTrace *trace);

#ifdef __cplusplus
}
#endif
#endif
