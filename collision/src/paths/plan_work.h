// State that the files of one plan share: the trees, the measures of the set, and the memory.
#ifndef CD_PLAN_WORK_H
#define CD_PLAN_WORK_H

#include "collision/plan.h"
#include "contact/slide/slide_motion.h"
#include "contact/slide/slide_set.h"

enum { CD_PLAN_DIRECTIONS = 28, CD_PLAN_POSES = 64, CD_PLAN_CONSTRAINTS = 96 };

// A pose of a tree. One screw leads to it from its parent.
typedef struct cdPlanNode {
    cdPose pose;
    int32_t parent;                         // -1: a root
    int32_t origin;                         // the pose from which the slide began that led here; -1: a root
    int32_t tree;                           // 0: from the start, 1: from the goal; -1: not certified
    int32_t tries;                          // slides from here; the next one follows directions[tries]
    double gain;                            // distance from the nearest pose when it was added
    int32_t directionCount;                 // 0: within a slide
    cdTwist directions[CD_PLAN_DIRECTIONS]; // whole motions, about the centroid, world axes
} cdPlanNode;

// Kinds of steps of growth: along the next direction of the pose with the greatest hope, towards a random
// pose, along a random twist.
typedef enum cdPlanKind { CD_PLAN_KEEN = 0, CD_PLAN_RANDOM, CD_PLAN_AROUND, CD_PLAN_KINDS } cdPlanKind;

typedef struct cdPlanWork {
    const cdPlanInput *input;
    cdPlan *out;
    cdWorkspace *workspace;
    // In CD_WORK_PLAN:
    cdPlanNode *nodes; // nodes[nodeLimit], parents before children
    int32_t nodeCount, nodeLimit;
    cdPathNode *path, *spare; // [pathLimit]: the path, and room to change it
    int32_t pathCount, pathLimit;
    cdPathObstacle *obstacles; // obstacles[obstacleCount], for checks of paths
    cdSlideCache *cache;       // of all slides
    // The result of a slide:
    cdPose poses[CD_PLAN_POSES];
    cdSlideConstraint constraints[CD_PLAN_CONSTRAINTS];
    int32_t poseCount, constraintCount;
    // The set and the obstacles:
    cdSetMeasures measures;
    double gyration;             // radius of gyration about the centroid
    double resolution;           // distance below which two poses of a tree count as one
    cdBox3 room;                 // random poses have their centroid in it, or a radius outside
    cdBox3 bounds;               // of all obstacles
    double gains[CD_PLAN_KINDS]; // mean gains of the last steps
    uint64_t random;             // state of the random numbers
    bool isUnlimited;            // the budget does not end the work
    bool stopped;                // a limit, or a failure, ended the plan
} cdPlanWork;

// Returns a number in [0, 1) (SplitMix64).
static inline double cdNextPlanNumber(cdPlanWork *work) {
    uint64_t z = (work->random += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static inline cdBodyMetric cdGetPlanMetric(const cdPlanWork *work, cdPose pose) {
    return cdMakeBodyMetric(work->measures.inertia, work->measures.radius, pose.q);
}

static inline cdVec3 cdGetPlanCenter(const cdPlanWork *work, cdPose pose) {
    return cdTransformPoint(pose, work->measures.centroid);
}

// Returns the budget that is left, for a part of the plan with a limit of its own; 0: none.
cdBudget cdGetPlanBudget(const cdPlanWork *work, int64_t limit);

// Counts the work of a query, and ends the plan at a limit or after a failure.
void cdCountPlanWork(cdPlanWork *work, int64_t pairTests, cdReason reason);

// plan_tree.c

// Adds a pose. There must be room.
cdPlanNode *cdAddPlanNode(cdPlanWork *work, cdPose pose, int32_t parent, int32_t tree);
// Returns the pose of a tree that is nearest to a pose, and its distance; -1: the tree is empty.
int32_t cdFindNearestPlanNode(const cdPlanWork *work, cdPose pose, int32_t tree, double *distance);
// Returns the pose of a tree whose slides are expected to lead farthest, by its gain and its tries.
int32_t cdFindKeenPlanNode(const cdPlanWork *work, int32_t tree);

// plan_directions.c: fills the directions of a pose, where the last slide ended.
void cdFindPlanDirections(cdPlanWork *work, int32_t node);

// plan_moves.c

// Lengths of slides in radii of gyration.
#define CD_PLAN_SHORTEST 0.05
#define CD_PLAN_LONGEST  2.0

// Returns the pose after a constant twist for one unit of time, at most a quarter turn.
cdPose cdFollowTwist(const cdPlanWork *work, cdPose from, cdTwist twist);
// Slides from a pose towards another. The result is in `poses` and `constraints`. Returns true if it moved.
// `reached`: receives true if the slide ended at the target.
bool cdMakePlanSlide(cdPlanWork *work, cdPose from, cdPose to, bool *reached);
// Tests if a path, nodes[count], is free. @errors false: it is not, or a limit was reached
bool cdIsPlanFree(cdPlanWork *work, const cdPathNode *nodes, int32_t count);
// True if the set is outside the bounds of the obstacles.
bool cdIsPlanOutside(const cdPlanWork *work, cdPose pose);
// Tests if a straight motion leads out of the obstacles. `outside`: receives its end.
bool cdFindFlight(cdPlanWork *work, cdPose from, cdVec3 direction, cdPose *outside);

// plan_steps.c

// A slide to make.
typedef struct cdPlanStep {
    int32_t node; // from its pose
    cdPose to;
} cdPlanStep;

cdPlanStep cdPickPlanStep(cdPlanWork *work, int32_t tree, cdPlanKind *kind);
// Returns a step towards a pose, at most `longest` far, and at most a quarter turn.
cdPlanStep cdStepTo(cdPlanWork *work, int32_t node, cdPose target, double longest);
// Counts the distance by which a step left all poses behind, in radii of gyration, at most one. `node`: the
// new pose; -1: none.
void cdCountPlanGain(cdPlanWork *work, cdPlanKind kind, int32_t node);

// plan_finish.c

// Adds the poses from one of a tree to its root to the path.
void cdAddPlanRoot(cdPlanWork *work, int32_t node);
void cdReversePlan(cdPlanWork *work);
// Certifies and shortens the path. True: it is the result. False: a limit was reached, or an edge is not
// free, which is then no longer part of its tree.
bool cdFinishPlan(cdPlanWork *work);

// plan_shorten.c: shortens the path.
void cdShortenPlan(cdPlanWork *work);

#endif
