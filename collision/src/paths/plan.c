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
#include "foundation/memory/hooks.h"
#include "foundation/memory/memory.h"
#include "foundation/memory/workspace.h"
#include "foundation/numbers/functions.h"
#include "foundation/numbers/rounding.h"
#include "paths/plan_work.h"

#include <string.h>

enum { DEFAULT_STATES = 10000, MOST_STATES = 1 << 24 };

static const int64_t DEFAULT_TESTS = 20000000;

// In radii of gyration: poses nearer than this are one.
static const double SAME = 0.02;

// A slide that ends nearer than this share of its length to a pose of the tree leads to nothing new.
static const double LEAST_GAIN = 0.3;

// Each kind of step gets at least this share of the steps; the rest goes to them by their gains. Weight of
// the last step in the mean of these.
static const double LEAST_SHARE = 0.1, RECENT = 0.05;

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

// Returns the box around a sphere that contains an obstacle.
static cdBox3 getObstacleBounds(const cdObstacle *other) {
    cdMeshInfo info = cdGetMeshInfo(other->mesh);
    cdVec3 center = cdTransformPoint(other->pose, info.center);
    cdVec3 half = cdScale(0.5, cdSub(info.bounds.upper, info.bounds.lower));
    static const cdVec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    double reach[3];
    for (int k = 0; k < 3; k++) {
        cdVec3 axis = cdInvRotate(other->pose.q, axes[k]);
        reach[k] =
            fabs(axis.x) * half.x + fabs(axis.y) * half.y + fabs(axis.z) * half.z + info.roundingRadius;
    }
    cdVec3 size = {reach[0], reach[1], reach[2]};
    return (cdBox3){cdSub(center, size), cdAdd(center, size)};
}

static void measure(cdPlanWork *work) {
    const cdPlanInput *input = work->input;
    cdSlideInput set = {.shapes = input->shapes, .shapeCount = input->shapeCount};
    work->measures = cdMeasureSet(&set);
    const double *inertia = work->measures.inertia;
    work->gyration = sqrt(cdMax(0.5 * (inertia[0] + inertia[1] + inertia[2]), 0.0));
    work->resolution = SAME * work->gyration;
    work->bounds = (cdBox3){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    cdBox3 *bounds = &work->bounds;
    for (int32_t i = 0; i < input->obstacleCount; i++) {
        cdBox3 own = getObstacleBounds(&input->obstacles[i]);
        bounds->lower = (cdVec3){cdMin(bounds->lower.x, own.lower.x), cdMin(bounds->lower.y, own.lower.y),
                                 cdMin(bounds->lower.z, own.lower.z)};
        bounds->upper = (cdVec3){cdMax(bounds->upper.x, own.upper.x), cdMax(bounds->upper.y, own.upper.y),
                                 cdMax(bounds->upper.z, own.upper.z)};
        work->obstacles[i] =
            (cdPathObstacle){.mesh = input->obstacles[i].mesh, .pose = input->obstacles[i].pose};
    }
}

// --- (2)

static double pickBetween(cdPlanWork *work, double lower, double upper) {
    return lower + (upper - lower) * cdNextPlanNumber(work);
}

// Picks a length whose logarithm is evenly distributed.
static double pickLength(cdPlanWork *work) {
    double octaves = cdLog2(CD_PLAN_LONGEST / CD_PLAN_SHORTEST) * cdNextPlanNumber(work);
    return work->gyration * CD_PLAN_SHORTEST * cdExp(0.6931471805599453 * octaves);
}

static cdVec3 pickUnit(cdPlanWork *work) {
    for (;;) {
        double x = pickBetween(work, -1.0, 1.0), y = pickBetween(work, -1.0, 1.0);
        cdVec3 v = {x, y, pickBetween(work, -1.0, 1.0)};
        double lengthSq = cdLengthSq(v);
        if (lengthSq > 0.01 && lengthSq < 1.0) return cdNormalize(v);
    }
}

// Picks a twist of unit size, that mostly moves, mostly turns, or does both.
static cdTwist pickTwist(cdPlanWork *work) {
    double part = 0.5 * 3.14159265358979323846 * cdNextPlanNumber(work);
    cdTwist twist = {cdScale(cdCos(part), pickUnit(work)), {0.0, 0.0, 0.0}};
    twist.angular = cdScale(cdSin(part) / work->gyration, pickUnit(work));
    return twist;
}

// Picks a pose around the obstacles, with the centroid at most a radius outside their bounds.
static cdPose pickPose(cdPlanWork *work) {
    const cdBox3 *box = &work->bounds;
    double away = work->measures.radius;
    double x = pickBetween(work, box->lower.x - away, box->upper.x + away);
    double y = pickBetween(work, box->lower.y - away, box->upper.y + away);
    double z = pickBetween(work, box->lower.z - away, box->upper.z + away);
    cdVec3 axis = pickUnit(work);
    cdPose pose = {{x, y, z}, cdMakeQuat(axis, pickBetween(work, 0.0, 3.0))};
    pose.p = cdSub(pose.p, cdRotate(pose.q, work->measures.centroid));
    return pose;
}

// A slide to make: from a pose of a tree.
typedef struct Step {
    int32_t node;
    cdPose to;
} Step;

static Step stepAlong(cdPlanWork *work, int32_t node, cdTwist twist, double length) {
    cdPose from = work->nodes[node].pose;
    return (Step){node, cdFollowTwist(work, from, cdScaleTwist(length, twist))};
}

static Step stepKeen(cdPlanWork *work, int32_t tree) {
    int32_t index = cdFindKeenPlanNode(work, tree);
    cdPlanNode *node = &work->nodes[index];
    int32_t tries = node->tries++;
    if (tries >= node->directionCount) return stepAlong(work, index, pickTwist(work), pickLength(work));
    return stepAlong(work, index, node->directions[tries], 1.0);
}

static Step stepTo(cdPlanWork *work, int32_t node, cdPose target, double longest) {
    cdPose from = work->nodes[node].pose;
    cdBodyMetric metric = cdGetPlanMetric(work, from);
    cdTwist twist = cdFindTwist(from, target, work->measures.centroid);
    double size = cdGetTwistSize(&metric, twist), turn = cdLength(twist.angular);
    if (size <= longest && turn < 1.5) return (Step){node, target};
    return stepAlong(work, node, twist, cdMin(1.0, longest / size));
}

static Step stepRandom(cdPlanWork *work, int32_t tree) {
    cdPose target = pickPose(work);
    double distance;
    int32_t node = cdFindNearestPlanNode(work, target, tree, &distance);
    return stepTo(work, node, target, 10.0 * pickLength(work));
}

// From a random pose, more often from a later one.
static Step stepAround(cdPlanWork *work, int32_t tree) {
    double share = cdNextPlanNumber(work);
    int32_t node = (int32_t)((1.0 - share * share) * work->nodeCount);
    while (node >= work->nodeCount || work->nodes[node].tree != tree)
        node = node > 0 && node <= work->nodeCount ? node - 1 : work->nodeCount - 1;
    return stepAlong(work, node, pickTwist(work), pickLength(work));
}

static Step pickStep(cdPlanWork *work, int32_t tree, cdPlanKind *kind) {
    double total = 0.0, at = cdNextPlanNumber(work);
    for (int k = 0; k < CD_PLAN_KINDS; k++)
        total += work->gains[k];
    *kind = CD_PLAN_KEEN;
    for (int k = 0; k < CD_PLAN_KINDS; k++) {
        *kind = (cdPlanKind)k;
        at -= LEAST_SHARE + (1.0 - CD_PLAN_KINDS * LEAST_SHARE) * work->gains[k] / total;
        if (at < 0.0) break;
    }
    if (*kind == CD_PLAN_KEEN) return stepKeen(work, tree);
    return *kind == CD_PLAN_RANDOM ? stepRandom(work, tree) : stepAround(work, tree);
}

// Counts the distance by which a step left all poses behind, in radii of gyration, at most one.
static void countGain(cdPlanWork *work, cdPlanKind kind, int32_t node) {
    double gain = node >= 0 ? cdMin(1.0, work->nodes[node].gain / work->gyration) : 0.0;
    work->gains[kind] = (1.0 - RECENT) * work->gains[kind] + RECENT * cdMax(gain, 1e-3);
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
static int32_t extend(cdPlanWork *work, Step step, bool *reached) {
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

// --- (5)

static void reversePath(cdPathNode *nodes, int32_t count) {
    for (int32_t i = 0; i < count / 2; i++) {
        cdPathNode node = nodes[i];
        nodes[i] = nodes[count - 1 - i];
        nodes[count - 1 - i] = node;
    }
}

// Adds the poses from one of a tree to its root.
static void addToRoot(cdPlanWork *work, int32_t node) {
    for (; node >= 0; node = work->nodes[node].parent)
        work->path[work->pathCount++].pose = work->nodes[node].pose;
}

static void numberPath(cdPlanWork *work) {
    for (int32_t i = 0; i < work->pathCount; i++)
        work->path[i].time = i;
}

// Takes away all poses that are reached by the screw between two poses.
static void dropEdge(cdPlanWork *work, cdPose a, cdPose b) {
    for (int32_t i = 0; i < work->nodeCount; i++) {
        cdPlanNode *node = &work->nodes[i];
        if (node->parent < 0) continue;
        const cdPlanNode *parent = &work->nodes[node->parent];
        bool along = cdIsSamePose(parent->pose, a) && cdIsSamePose(node->pose, b);
        bool back = cdIsSamePose(parent->pose, b) && cdIsSamePose(node->pose, a);
        if (along || back || parent->tree < 0) node->tree = -1;
    }
}

// Certifies the path edge by edge; drops the first edge that is not free.
static bool certifyEdges(cdPlanWork *work) {
    numberPath(work);
    for (int32_t i = 0; i + 1 < work->pathCount && !work->stopped; i++) {
        if (cdIsPlanFree(work, &work->path[i], 2)) continue;
        dropEdge(work, work->path[i].pose, work->path[i + 1].pose);
        return false;
    }
    return !work->stopped;
}

static double measurePath(const cdPlanWork *work) {
    double length = 0.0;
    for (int32_t i = 0; i + 1 < work->pathCount; i++) {
        cdBodyMetric metric = cdGetPlanMetric(work, work->path[i].pose);
        length +=
            cdGetPoseDistance(&metric, work->path[i].pose, work->path[i + 1].pose, work->measures.centroid);
    }
    return length;
}

// Returns true if the path is certified; it is then the result.
static bool finish(cdPlanWork *work) {
    if (!certifyEdges(work)) return false;
    cdShortenPlan(work);
    numberPath(work);
    if (!cdIsPlanFree(work, work->path, work->pathCount)) return false;
    const cdPlanInput *input = work->input;
    cdPlan *out = work->out;
    out->state = CD_PLAN_FOUND;
    out->reason = CD_REASON_NONE;
    out->neededNodes = work->pathCount;
    out->truncated = input->nodes != NULL && input->nodeCapacity < work->pathCount;
    if (input->nodes != NULL && !out->truncated) {
        memcpy(input->nodes, work->path, (size_t)work->pathCount * sizeof *work->path);
        out->nodeCount = work->pathCount;
    }
    out->length = measurePath(work);
    work->stopped = true;
    return true;
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
    addToRoot(work, index);
    reversePath(work->path, work->pathCount);
    if (flies || work->pathCount == 1) work->path[work->pathCount++].pose = outside;
    finish(work);
}

// Slides from the nearest pose of the other tree to a pose; ends the plan if it gets there.
static void tryJoin(cdPlanWork *work, int32_t index) {
    int32_t tree = work->nodes[index].tree;
    double distance;
    int32_t nearest = cdFindNearestPlanNode(work, work->nodes[index].pose, 1 - tree, &distance);
    if (nearest < 0) return;
    bool reached;
    Step step = stepTo(work, nearest, work->nodes[index].pose, 4.0 * CD_PLAN_LONGEST * work->gyration);
    bool whole = cdIsSamePose(step.to, work->nodes[index].pose);
    int32_t joined = extend(work, step, &reached);
    if (joined < 0 || !reached || !whole) return;
    int32_t fromStart = tree == 0 ? index : joined, fromGoal = tree == 0 ? joined : index;
    work->pathCount = 0;
    addToRoot(work, fromStart);
    reversePath(work->path, work->pathCount);
    addToRoot(work, work->nodes[fromGoal].parent);
    finish(work);
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
        Step step = pickStep(work, tree, &kind);
        int32_t node = extend(work, step, &reached);
        countGain(work, kind, node);
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
    if (input->shapeCount < 1 || !CD_REQUIRE(input->shapes != NULL)) return CD_REASON_INPUT;
    if (input->obstacleCount < 0 || input->maxStates < 0 || input->maxStates > MOST_STATES)
        return CD_REASON_INPUT;
    if (input->obstacleCount > 0 && !CD_REQUIRE(input->obstacles != NULL)) return CD_REASON_INPUT;
    if (input->budget.maxPairTests < 0 || input->nodeCapacity < 0) return CD_REASON_INPUT;
    cdReason reason = cdCheckPose(input->start);
    if (reason == CD_REASON_NONE && input->goal != NULL) reason = cdCheckPose(*input->goal);
    for (int32_t i = 0; i < input->shapeCount && reason == CD_REASON_NONE; i++)
        if (!CD_REQUIRE(input->shapes[i].mesh != NULL)) return CD_REASON_INPUT;
    for (int32_t i = 0; i < input->obstacleCount && reason == CD_REASON_NONE; i++)
        if (!CD_REQUIRE(input->obstacles[i].mesh != NULL)) return CD_REASON_INPUT;
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
    out.reason = CD_REASON_WORKSPACE;
    if (!layOutMemory(&work)) return out;
    out.reason = CD_REASON_NONE;
    for (int k = 0; k < CD_PLAN_KINDS; k++)
        work.gains[k] = 1.0;
    measure(&work);
    plan(&work);
    out.stateCount = work.nodeCount;
    return out;
}
