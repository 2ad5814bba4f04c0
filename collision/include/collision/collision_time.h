// When two solids met, estimated from the poses before and after: the discrete method's way to a time
// [V90 3].
//
// Input: solid A at the start of a step, apart from the fixed solid B, and at its end, in B. Output: the
// earliest time at which what is in the other at the end entered it. A point's way is taken to be straight,
// so that one segment, classified, tells the time; edges are placed on the step's screw and their time is
// halved.
//
// No guarantee: a solid that has passed right through is reported apart, what touched first may be outside
// again at the end, and a turn by omega bends ways by up to r omega^2 / 8 at r from its axis, which the
// estimate is wrong by, divided by the speed at which the solids close. cdFindFirstContact has no such
// errors.
#ifndef COLLISION_COLLISION_TIME_H
#define COLLISION_COLLISION_TIME_H

#include "collision/classify.h"
#include "collision/motion.h"
#include "collision/state.h"

#ifdef __cplusplus
extern "C" {
#endif

// Two solids, and a step of A.
typedef struct cdCollisionTimeInput {
    const cdMesh *meshA, *meshB;   // with their solids; A moves, B is fixed
    cdPose startA, targetA, poseB; // world frame, unit quaternions
    cdBudget budget;               // limit on the work; each classification counts as one test. Zeroed: none
} cdCollisionTimeInput;

// The work an estimate took.
typedef struct cdCollisionTimeStats {
    int32_t pointsTested; // vertices, and a point of each face
    int32_t pointsInside; // of these, how many were in the other solid at the end and were pulled out
    int32_t edgesTested;  // at the earliest time known so far
    int32_t edgesInside;  // of these, how many went through the other solid then and were moved back
    int32_t steps;        // of halving, all edges together
    int64_t pairTests;    // classifications, counted against the budget
} cdCollisionTimeStats;

// What cdEstimateCollisionTime found.
typedef struct cdCollisionTime {
    // CD_FREE: nothing of either is inside the other at the end. CD_CONTACT: `time` is the estimate.
    // CD_OVERLAP: they overlap at the start already, by more than touching.
    cdState state;
    cdReason reason; // when undecided
    double time;     // fraction of the step; 1 when separate, 0 when undecided or at the start
    bool isOfB;      // whose vertex, edge or face entered the other; false: A's
    cdPlace entity;  // CD_ON_VERTEX, CD_ON_EDGE or CD_ON_FACE of that solid; CD_WHERE_UNDECIDED: none
    cdVec3 point;    // of the entity, where it entered: world frame, at `time`
    cdCollisionTimeStats stats; // the work it took
} cdCollisionTime;

// Halvings for one edge, at most: a step's fraction to 1e-12.
enum { CD_COLLISION_TIME_STEPS = 40 };

// The earliest estimate over vertices, edges and faces of either solid. Solids whose surfaces lie on each
// other wherever they meet (equal ones at one pose) have nothing inside each other and count as separate.
// @errors CD_UNDECIDED when the input is NULL (a programmer's error)
CD_API cdCollisionTime cdEstimateCollisionTime(const cdCollisionTimeInput *input);

#ifdef __cplusplus
}
#endif
#endif
