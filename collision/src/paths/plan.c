// Path planning by slides: trees of poses in contact.
//
// Sources: S. M. LaValle, J. J. Kuffner, "Rapidly-exploring random trees: progress and prospects", 2000, for
// random poses and for two trees that are joined; L. Zhang, D. Manocha, "An efficient retraction-based RRT
// planner", ICRA 2008, for poses brought back to the surfaces of contact. Here slides do that, and their
// paths are certified. Contact cones and their generators: [BV92 3], plan_directions.c.
//
// (1) The roots are the start and, if there is one, the goal. (2) A step of growth is one of three kinds: the
// next direction of a pose with the fewest tries; a slide from the pose nearest to a random one towards it; a
// random twist of a random pose. (3) The slide's end is a new pose unless a pose of the tree is near. (4) A
// new pose without a goal: straight motions out of the obstacles are tried. With a goal: a slide towards the
// nearest pose of the other tree. (5) The path is certified as a whole, shortened, and certified again.
#include "collision/plan.h"
#include "foundation/geometry/boxes.h"
#include "foundation/memory/hooks.h"
#include "foundation/memory/memory.h"
#include "foundation/memory/workspace.h"
#include "foundation/numbers/rounding.h"
#include "paths/plan_work.h"
#include "paths/rigid_set.h"

#include <string.h>

enum { DEFAULT_STATES = 10000, MOST_STATES = 1 << 24 };

static const int64_t DEFAULT_TESTS = 20000000;

// Minimum radius of gyration, in radii; that of a ball whose mass is at its centre is 0.
static const double LEAST_GYRATION = 0.1;

// In radii of gyration: poses nearer than this are one.
static const double SAME = 0.02;

// A slide that ends nearer than this share of its length to a pose of the tree leads to nothing new.
static const double LEAST_GAIN = 0.3;

static cdRigidSet getRigidSet(const cdPlanInput *input) {
    return (cdRigidSet){input->shapes, input->shapeCount, input->obstacles, input->obstacleCount};
}

// --- (1)

static bool layOutMemory(cdPlanWork *work) {
    const cdPlanInput *input = work->input;
    size_t nodes = (size_t)work->nodeLimit, obstacles = (size_t)input->obstacleCount;
    size_t pairs = obstacles * (size_t)input->shapeCount;
    if (pairs > SIZE_MAX / 8 / sizeof(cdPairCache)) return false;
    size_t size = nodes * (sizeof(cdPlanNode) + 2 * sizeof(cdPathNode)) + obstacles * sizeof(cdPathObstacle) +
                  sizeof(cdSlideCache) + pairs * sizeof(cdPairCache) + 1024;
    cdMemory memory = {.next = cdUseWorkPart(work->workspace, CD_WORK_PLAN, size), .left = size};
    if (memory.next == NULL) return false;
    work->pathLimit = work->nodeLimit + 2;
    work->nodes = cdTakeMemory(&memory, nodes, sizeof *work->nodes);
    work->path = cdTakeMemory(&memory, (size_t)work->pathLimit, sizeof *work->path);
    work->spare = cdTakeMemory(&memory, (size_t)work->pathLimit, sizeof *work->spare);
    work->obstacles = cdTakeMemory(&memory, obstacles, sizeof *work->obstacles);
    work->cache = cdTakeMemory(&memory, 1, sizeof *work->cache);
    cdPairCache *caches = cdTakeMemory(&memory, pairs, sizeof *caches);
    memset(work->cache, 0, sizeof *work->cache);
    memset(caches, 0, pairs * sizeof *caches);
    work->cache->pairs = caches;
    return true;
}

static void addPoint(cdBox3 *box, cdVec3 point) {
    const cdBox3 added = {point, point};
    *box = cdJoinBoxes(box, &added);
}

static void measure(cdPlanWork *work) {
    const cdPlanInput *input = work->input;
    cdSlideInput set = {.shapes = input->shapes, .shapeCount = input->shapeCount};
    work->measures = cdMeasureSet(&set);
    const double *inertia = work->measures.inertia;
    double gyration = sqrt(cdMax(0.5 * (inertia[0] + inertia[1] + inertia[2]), 0.0));
    work->gyration = cdMax(gyration, LEAST_GYRATION * work->measures.radius);
    work->resolution = SAME * work->gyration;
    cdVec3 center = cdGetPlanCenter(work, input->start);
    work->room = (cdBox3){center, center};
    if (input->goal != NULL) addPoint(&work->room, cdGetPlanCenter(work, *input->goal));
    for (int32_t i = 0; i < input->obstacleCount; i++)
        work->obstacles[i] =
            (cdPathObstacle){.mesh = input->obstacles[i].mesh, .pose = input->obstacles[i].pose};
    if (input->obstacleCount == 0) return;
    const cdRigidSet rigid = getRigidSet(input);
    work->bounds = cdBoundObstacles(&rigid);
    work->room = cdJoinBoxes(&work->room, &work->bounds);
}

// --- (3)

// Adds the poses of the last slide. Returns the last one; -1: there is no room.
static int32_t addPoses(cdPlanWork *work, int32_t from) {
    int32_t tree = work->nodes[from].tree, node = from;
    if (work->nodeCount + work->poseCount > work->nodeLimit) {
        cdCountPlanWork(work, 0, CD_REASON_NONE);
        if (!work->stopped) work->out->reason = CD_REASON_BUDGET;
        work->stopped = true;
        return -1;
    }
    for (int32_t i = 0; i < work->poseCount; i++) {
        cdAddPlanNode(work, work->poses[i], node, tree)->origin = from;
        node = work->nodeCount - 1;
    }
    return node;
}

// Slides, and adds the end of the slide. Returns it; -1: it is not new.
static int32_t extend(cdPlanWork *work, cdPlanStep step, bool *reached) {
    cdPose from = work->nodes[step.node].pose;
    if (!cdMakePlanSlide(work, from, step.to, reached)) return -1;
    cdPose end = work->poses[work->poseCount - 1];
    double distance;
    cdFindNearestPlanNode(work, end, work->nodes[step.node].tree, &distance);
    cdBodyMetric metric = cdGetPlanMetric(work, from);
    double moved = cdGetPoseDistance(&metric, from, end, work->measures.centroid);
    if (distance < cdMax(work->resolution, LEAST_GAIN * moved) && !*reached) return -1;
    int32_t node = addPoses(work, step.node);
    if (node < 0) return -1;
    work->nodes[node].gain = distance;
    cdFindPlanDirections(work, node);
    return node;
}

// --- (4)

// Ends the plan if a pose is outside, or a straight motion from it leads out.
static void tryExit(cdPlanWork *work, int32_t index) {
    const cdPlanNode *node = &work->nodes[index];
    cdPose outside = node->pose;
    cdVec3 middle = cdScale(0.5, cdAdd(work->bounds.lower, work->bounds.upper));
    bool found = cdIsPlanOutside(work, node->pose);
    bool flies = !found;
    if (!found)
        found = cdFindFlight(work, node->pose, cdSub(cdGetPlanCenter(work, node->pose), middle), &outside);
    if (!found && node->directionCount > 0)
        found = cdFindFlight(work, node->pose, node->directions[0].linear, &outside);
    if (!found) return;
    work->pathCount = 0;
    cdAddPlanRoot(work, index);
    cdReversePlan(work);
    if (flies || work->pathCount == 1) work->path[work->pathCount++].pose = outside;
    cdFinishPlan(work);
}

// Slides from the nearest pose of the other tree to a pose; ends the plan if it gets there.
static void tryJoin(cdPlanWork *work, int32_t index) {
    int32_t tree = work->nodes[index].tree;
    double distance;
    int32_t nearest = cdFindNearestPlanNode(work, work->nodes[index].pose, 1 - tree, &distance);
    if (nearest < 0) return;
    bool reached;
    cdPlanStep step =
        cdStepTo(work, nearest, work->nodes[index].pose, 4.0 * CD_PLAN_LONGEST * work->gyration);
    bool whole = cdIsSamePose(step.to, work->nodes[index].pose);
    int32_t joined = extend(work, step, &reached);
    if (joined < 0 || !reached || !whole) return;
    int32_t fromStart = tree == 0 ? index : joined, fromGoal = tree == 0 ? joined : index;
    work->pathCount = 0;
    cdAddPlanRoot(work, fromStart);
    cdReversePlan(work);
    cdAddPlanRoot(work, work->nodes[fromGoal].parent);
    cdFinishPlan(work);
}

// Calls the interrupt, which queries of few pair tests may never do.
static bool isInterrupted(cdPlanWork *work) {
    const cdBudget *budget = &work->input->budget;
    if (budget->interrupt == NULL || !budget->interrupt(budget->context)) return false;
    work->out->reason = CD_REASON_INTERRUPTED;
    work->stopped = true;
    return true;
}

static void growTrees(cdPlanWork *work) {
    int32_t tree = 0, trees = work->input->goal != NULL ? 2 : 1;
    for (; !work->stopped && !isInterrupted(work); tree = (tree + 1) % trees) {
        bool reached;
        cdPlanKind kind;
        cdPlanStep step = cdPickPlanStep(work, tree, &kind);
        int32_t node = extend(work, step, &reached);
        cdCountPlanGain(work, kind, node);
        if (node < 0 || work->stopped) continue;
        if (trees == 1)
            tryExit(work, node);
        else
            tryJoin(work, node);
    }
}

// --- The whole plan

// Returns true if the set overlaps an obstacle at a pose, by more than a touch.
static bool overlapsAt(cdPlanWork *work, cdPose pose) {
    bool reached;
    work->out->shape = work->out->obstacle = -1;
    cdMakePlanSlide(work, pose, pose, &reached);
    return work->out->obstacle >= 0;
}

static void plan(cdPlanWork *work) {
    const cdPlanInput *input = work->input;
    cdPlan *out = work->out;
    const cdPose *roots[2] = {&input->start, input->goal};
    for (int32_t tree = 0; tree < 2 && roots[tree] != NULL && !work->stopped; tree++) {
        if (overlapsAt(work, *roots[tree])) {
            out->state = CD_PLAN_OVERLAP;
            out->overlapsAtGoal = tree == 1;
            return;
        }
        cdAddPlanNode(work, *roots[tree], -1, tree);
        cdFindPlanDirections(work, tree);
    }
    if (work->stopped) return;
    if (input->goal == NULL)
        tryExit(work, 0);
    else
        tryJoin(work, 0);
    growTrees(work);
}

static cdReason checkInput(const cdPlanInput *input) {
    const cdRigidSet set = getRigidSet(input);
    cdReason reason = cdCheckRigidSet(&set);
    if (reason != CD_REASON_NONE) return reason;
    if (input->maxStates < 0 || input->maxStates > MOST_STATES) return CD_REASON_INPUT;
    if (input->budget.maxPairTests < 0 || input->nodeCapacity < 0) return CD_REASON_INPUT;
    reason = cdCheckPose(input->start);
    if (reason == CD_REASON_NONE && input->goal != NULL) reason = cdCheckPose(*input->goal);
    return reason;
}

cdPlan cdPlanPath(const cdPlanInput *given, cdWorkspace *workspace) {
    cdPlan out = {.reason = CD_REASON_INPUT, .shape = -1, .obstacle = -1};
    if (!CD_REQUIRE(given != NULL && workspace != NULL)) return out;
    cdPlanInput input = *given;
    out.reason = checkInput(&input);
    if (out.reason != CD_REASON_NONE) return out;
    if (input.budget.maxPairTests == 0) input.budget.maxPairTests = DEFAULT_TESTS;
    cdPlanWork work = {.input = &input, .out = &out, .workspace = workspace, .random = input.seed};
    work.nodeLimit = input.maxStates > 0 ? input.maxStates : DEFAULT_STATES;
    if (work.nodeLimit < 2) work.nodeLimit = 2; // the roots
    out.reason = CD_REASON_WORKSPACE;
    if (!layOutMemory(&work)) return out;
    out.reason = CD_REASON_NONE;
    for (int k = 0; k < CD_PLAN_KINDS; k++)
        work.gains[k] = 1.0;
    measure(&work);
    plan(&work);
    out.stateCount = work.nodeCount;
    if (out.state != CD_PLAN_OVERLAP) out.shape = out.obstacle = -1;
    return out;
}
