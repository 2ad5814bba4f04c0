// Path planning: a certified path that takes a set of meshes out of obstacles, or from pose to pose.
//
// A narrow passage is a surface of contacts. A planner that samples poses rarely hits it; here the set slides
// along it. The planner grows a tree of poses, each reached from its parent by a slide (slide.h). A slide
// leads along a direction of the contact cone (the screws that the normals of the contacts allow, and the
// normals themselves), along the screw of the slide before, an axis of the set, or to a random pose. With a
// goal pose a second tree grows from there, and the two are joined. The path is then shortened, and certified
// by cdFindPathContact as a whole.
//
// Guarantee of CD_PLAN_FOUND: cdFindPathContact is CD_FREE for the returned nodes, the same shapes, obstacles
// and margin. CD_PLAN_NOT_FOUND proves nothing: there may be a path.
//
// A plan is a pure function of its input: the same seed and budget give the same bits on every system,
// unless `interrupt` ends it. The workspace is the caller's, one per thread. Units: lengths in the mesh's
// unit. Frame: world.
#ifndef COLLISION_PLAN_H
#define COLLISION_PLAN_H

#include "collision/path.h"

#ifdef __cplusplus
extern "C" {
#endif

// A rigid set of meshes among fixed obstacles, its start, and its goal.
typedef struct cdPlanInput {
    const cdSlideShape *shapes; // shapes[shapeCount]: meshes of the set, with CD_PART_FEATURES unless rounded
    int32_t shapeCount;         // 1 or more
    const cdObstacle *obstacles; // obstacles[obstacleCount], fixed; meshes as those of the set
    int32_t obstacleCount;       // 0 or more
    cdPose start;                // of the set's frame
    // Goal pose. NULL: any pose at which a sphere around the set is outside the bounding box of all
    // obstacles.
    const cdPose *goal;
    double margin;       // gap kept to the obstacles, length; 0: as in cdFindFirstContact
    uint64_t seed;       // of the random numbers
    int32_t maxStates;   // maximum number of poses in the trees, at least 2; 0: 10000
    int32_t shortenings; // attempts to shorten the path; 0: 100; negative: none
    // Limit on the work of the search; maxPairTests 0: 20 million pair tests. A leg of a slide counts as 32
    // pair tests more for each pair of meshes. The certificate of a found path is not limited.
    cdBudget budget;
    cdPathNode *nodes;    // nodes[nodeCapacity]: receives the path; NULL: none
    int32_t nodeCapacity; // room in `nodes`
} cdPlanInput;

// Outcomes of a search for a path.
typedef enum cdPlanState {
    CD_PLAN_NOT_FOUND = 0, // a limit was reached, or the input is invalid: see `reason`
    CD_PLAN_FOUND,         // the path is certified free of contact
    CD_PLAN_OVERLAP        // the set overlaps an obstacle at the start or at the goal
} cdPlanState;

// Result of cdPlanPath.
typedef struct cdPlan {
    cdPlanState state;   // outcome
    cdReason reason;     // if not found; CD_REASON_BUDGET also if maxStates was reached
    int32_t nodeCount;   // nodes written to `nodes`, with the times 0, 1, 2, ... seconds
    int32_t neededNodes; // nodes of the path; 0 if not found
    bool truncated;      // true if nodeCapacity is too small for the path; nodeCount is 0 then
    double length;       // sum of the distances of its poses as in slide.h, length
    int32_t shape;       // the mesh of the set that overlaps; -1: none
    int32_t obstacle;    // the obstacle that overlaps; -1: none
    bool overlapsAtGoal; // true if they overlap at the goal, not at the start
    int32_t stateCount;  // poses in the trees
    int32_t slideCount;  // slides
    int32_t flightCount; // straight motions tested
    int64_t pairTests;   // counted against the budget
} cdPlan;

// Searches for a path from the start to the goal.
// @errors CD_PLAN_NOT_FOUND with a reason: CD_REASON_INPUT if there are no shapes or a count is negative;
// CD_REASON_NO_PART if features are missing; otherwise as in cdFindSlide
CD_API cdPlan cdPlanPath(const cdPlanInput *input, cdWorkspace *workspace);

#ifdef __cplusplus
}
#endif
#endif
