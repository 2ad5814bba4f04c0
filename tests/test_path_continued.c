// Clearances of paths that budgets cut short, and that continue: the parts together bound the minimum over
// the whole motion.
#include "cases.h"
#include "path_fixture.h"

#include <stdio.h>

static cdWorkspace *workspace;

static int openAll(void **state) {
    (void)state;
    makeMeshes();
    workspace = cdCreateWorkspace();
    return 0;
}

static int closeAll(void **state) {
    (void)state;
    freeMeshes();
    cdDestroyWorkspace(workspace);
    return 0;
}

// Bounds over a motion that several calls have searched.
typedef struct Combined {
    double lower, upper;
    int calls, pieces; // calls; those that ended within the path
    cdState state;
} Combined;

// Searches a path with a small budget again and again, from where the call before ended.
static Combined combineCalls(cdPathClearanceInput input, int64_t budget) {
    Combined all = {.lower = INFINITY, .upper = INFINITY};
    double from = input.path.nodes[0].time, end = input.path.nodes[input.path.nodeCount - 1].time;
    while (from < end) {
        input.path.from = from;
        input.path.budget.maxPairTests = budget;
        cdPathClearance found = cdFindPathClearance(&input, workspace);
        assert_true(++all.calls < 200);
        assert_true(found.certified >= from && found.certified <= end);
        assert_true((found.state == CD_UNDECIDED) == (found.reason == CD_REASON_BUDGET));
        all.lower = fmin(all.lower, found.certifiedLower);
        all.upper = fmin(all.upper, found.upper);
        all.state = found.state == CD_UNDECIDED ? all.state : found.state;
        if (found.state == CD_CONTACT) return all;
        assert_true(found.state == CD_UNDECIDED || found.certified == end);
        all.pieces += found.certified > from && found.certified < end;
        if (found.certified == from) assert_true(found.certifiedLower == INFINITY);
        if (found.certified == from) budget *= 2;
        from = found.certified;
    }
    return all;
}

// The smallest distance at sampled times up to one.
static double sampleUpTo(const cdPathInput *input, double end) {
    Timeline line = makeTimeline(input);
    double least = INFINITY, begin = line.times[0];
    for (int32_t pair = 0; pair < input->shapeCount * input->obstacleCount; pair++) {
        int32_t shape = pair / input->obstacleCount, obstacle = pair % input->obstacleCount;
        if (getPairDistance(input, shape, obstacle) < 0.0) continue;
        for (int i = 0; i <= 40; i++) {
            double time = begin + (end - begin) * i / 40.0;
            least = fmin(least, findDistanceAtTime(input, shape, obstacle, &line, time).distance);
        }
    }
    return least;
}

// Red: a lower bound of pieces that the call did not pass, a time beyond them, a bound that is lost between
// two calls, precision that is lost.
static void testContinued(void **state) {
    (void)state;
    Random random = {61};
    int free = 0, continued = 0, count = countCases(25);
    for (int k = 0; k < count; k++) {
        RandomPath path;
        pickRandomPath(&random, 5.0, true, &path);
        cdPathClearanceInput input = {.path = path.input};
        cdPathClearance whole = cdFindPathClearance(&input, workspace);
        Combined parts = combineCalls(input, whole.stats.pairTests / 3 + 40);
        assert_true(whole.state == parts.state);
        assert_true(whole.certified == path.nodes[path.input.nodeCount - 1].time);
        assert_true(whole.certifiedLower == whole.lower);
        if (whole.state != CD_FREE || !isfinite(whole.upper)) continue;
        free++;
        continued += parts.pieces;
        if (!(parts.lower <= whole.upper && parts.upper >= whole.lower && parts.upper - parts.lower <= 2e-6))
            fail_msg("path %d: [%.12g, %.12g], in parts [%.12g, %.12g]", k, whole.lower, whole.upper,
                     parts.lower, parts.upper);
    }
    assert_true(free > count / 4 && continued > count / 4);
}

// Red: a lower bound that holds for the whole path only, or for less than the certified time.
static void testCertifiedBeginning(void **state) {
    (void)state;
    Random random = {62};
    int compared = 0, count = countCases(25);
    for (int k = 0; k < count; k++) {
        RandomPath path;
        pickRandomPath(&random, 4.0, true, &path);
        cdPathBound bounds[4];
        cdPathClearanceInput input = {.path = path.input};
        cdPathClearance whole = cdFindPathClearance(&input, workspace);
        input.path.budget.maxPairTests = whole.stats.pairTests * (1 + k % 3) / 4 + 1;
        if (k % 2 != 0) input.bounds = bounds;
        if (k % 2 != 0) input.boundCount = 4;
        cdPathClearance found = cdFindPathClearance(&input, workspace);
        if (found.state != CD_UNDECIDED || !(found.certified > path.nodes[0].time)) continue;
        compared++;
        double least = sampleUpTo(&path.input, found.certified);
        if (!(found.certifiedLower <= least + 1e-12))
            fail_msg("path %d: %.12g up to %.9g, sampled %.12g", k, found.certifiedLower, found.certified,
                     least);
        for (int i = 0; i < 4 && input.bounds != NULL; i++)
            assert_true((bounds[i].lower > 0.0) <= (bounds[i].time.hi <= found.certified));
    }
    assert_true(compared > count / 3);
}

// A ball passes a near wall first and a far one later. Red: the near wall's distance for a call that begins
// after it.
static void testBallAndWalls(void **state) {
    (void)state;
    cdMesh *ball = makeBall(0.2), *wall = makeShape("box:x=0.5,y=5,z=5");
    const cdPathNode nodes[] = {
        {0.0, poseAt(0.0, 0.0, 0.0)}, {1.0, poseAt(1.0, 0.0, 0.0)}, {3.0, poseAt(-1.5, 0.0, 0.0)}};
    const cdSlideShape shape = {ball, cdIdentityPose()};
    const cdPathObstacle obstacles[] = {{.mesh = wall, .pose = poseAt(-3.0, 0.0, 0.0)},
                                        {.mesh = wall, .pose = poseAt(1.8, 0.0, 0.0)}};
    cdPathClearanceInput input = {.path = {.nodes = nodes,
                                           .nodeCount = 3,
                                           .shapes = &shape,
                                           .shapeCount = 1,
                                           .obstacles = obstacles,
                                           .obstacleCount = 2}};
    cdPathClearance found = cdFindPathClearance(&input, workspace);
    assert_true(found.certified == 3.0 && fabs(found.certifiedLower - 0.1) < 1e-6);
    input.path.from = 2.0; // 0.25 from the second wall's 1.3: the ball is at -0.25
    found = cdFindPathClearance(&input, workspace);
    assert_true(found.state == CD_FREE && fabs(found.certifiedLower - 0.8) < 1e-6);
    input.path.budget.maxPairTests = 1;
    found = cdFindPathClearance(&input, workspace);
    assert_true(found.state == CD_UNDECIDED && found.certified == 2.0 && found.certifiedLower == INFINITY);
    cdDestroyMesh(ball);
    cdDestroyMesh(wall);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testContinued),
        cmocka_unit_test(testCertifiedBeginning),
        cmocka_unit_test(testBallAndWalls),
    };
    return cmocka_run_group_tests(tests, openAll, closeAll);
}
