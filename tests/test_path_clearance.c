// cdFindPathClearance against closed forms, a division of the time by bounds on the speed, and samples.
#include "cases.h"
#include "memory_fixture.h"
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

static void assertBounds(double lower, double upper, double expected, double precision) {
    if (!(lower <= expected + 1e-12 && upper >= expected - 1e-12 && upper - lower <= precision))
        fail_msg("[%.12g, %.12g] for %.12g", lower, upper, expected);
}

// --- Closed forms

static cdPathClearanceInput makeInput(const cdPathNode *nodes, int32_t nodeCount, const cdSlideShape *shape,
                                      const cdPathObstacle *obstacles, int32_t obstacleCount) {
    return (cdPathClearanceInput){.path = {.nodes = nodes,
                                           .nodeCount = nodeCount,
                                           .shapes = shape,
                                           .shapeCount = 1,
                                           .obstacles = obstacles,
                                           .obstacleCount = obstacleCount}};
}

// A ball passes two walls; it is nearest to the second one, at its third node. Red: a minimum of a piece or
// of an obstacle taken for that of all.
static void testBallAndWalls(void **state) {
    (void)state;
    cdMesh *ball = makeBall(0.2), *wall = makeShape("box:x=0.5,y=5,z=5");
    const cdPathNode nodes[] = {{1.0, poseAt(-3.0, 0.0, 0.0)},
                                {2.0, poseAt(-2.0, 0.0, 0.0)},
                                {4.0, poseAt(0.75, 0.0, 0.0)},
                                {8.0, poseAt(-2.5, 0.0, 0.0)}};
    const cdSlideShape shape = {ball, cdIdentityPose()};
    const cdPathObstacle obstacles[] = {{.mesh = wall, .pose = poseAt(-4.0, 0.0, 0.0)},
                                        {.mesh = wall, .pose = poseAt(1.5, 0.0, 0.0)}};
    cdPathBound bounds[7];
    cdPathClearanceInput input = makeInput(nodes, 4, &shape, obstacles, 2);
    cdPathClearance found = cdFindPathClearance(&input, workspace);
    assert_int_equal(found.state, CD_FREE);
    assertBounds(found.lower, found.upper, 0.05, 2e-7);
    assert_true(fabs(found.time - 4.0) < 1e-6 && found.obstacle == 1 && found.shape == 0);
    assert_true(fabs(found.pointA.x - 0.95) < 1e-6 && found.normal.x < -1.0 + 1e-9);
    input.bounds = bounds;
    input.boundCount = 7; // the seconds from 1 to 8
    found = cdFindPathClearance(&input, workspace);
    assertBounds(found.lower, found.upper, 0.05, 2e-7);
    const double expected[7] = {0.3, 1.175 + 0.75 - 0.75, 0.05, 0.05, 0.8625, 0.8625 + 0.8125, 0.8};
    assertBounds(bounds[0].lower, bounds[0].upper, expected[0], 2e-7);
    assertBounds(bounds[2].lower, bounds[2].upper, expected[2], 2e-7);
    assertBounds(bounds[3].lower, bounds[3].upper, expected[3], 2e-7);
    assertBounds(bounds[4].lower, bounds[4].upper, expected[4], 2e-7);
    assertBounds(bounds[6].lower, bounds[6].upper, expected[6], 2e-7);
    assert_true(bounds[0].obstacle == 0 && bounds[2].obstacle == 1 && bounds[6].obstacle == 0);
    assert_true(bounds[6].time.lo == 7.0 && bounds[6].time.hi == 8.0);
    const double ignored[2] = {1.0, -1.0};
    input = makeInput(nodes, 4, &shape, obstacles, 2);
    input.path.safetyDistances = ignored;
    found = cdFindPathClearance(&input, workspace);
    assertBounds(found.lower, found.upper, 0.3, 2e-7);
    cdDestroyMesh(ball);
    cdDestroyMesh(wall);
}

// A capsule turns about its axis in a ring, at a constant distance; a division of the time would need a
// million distances. Red: a certificate that needs more searches where the distance is constant.
static void testShaftInBearing(void **state) {
    (void)state;
    const cdVec3 ends[2] = {{0.0, -3.0, 0.0}, {0.0, 3.0, 0.0}};
    cdMesh *shaft = cdCreateCapsule(ends, 0.5, NULL),
           *ring = makeShape("torus:major=1,minor=0.3,segments=24");
    assert_non_null(shaft);
    cdPathNode nodes[9];
    for (int i = 0; i < 9; i++)
        nodes[i] = (cdPathNode){i, {{0.0, 0.0, 0.0}, turnAbout(0.0, 1.0, 0.0, 1.5 * i)}};
    const cdSlideShape shape = {shaft, cdIdentityPose()};
    const cdPathObstacle obstacle = {.mesh = ring, .pose = cdIdentityPose()};
    cdPathClearanceInput input = makeInput(nodes, 9, &shape, &obstacle, 1);
    const cdDistanceInput at = {
        .meshA = shaft, .meshB = ring, .poseA = cdIdentityPose(), .poseB = cdIdentityPose()};
    double expected = cdFindDistance(&at, NULL, NULL, NULL).distance;
    cdPathClearance found = cdFindPathClearance(&input, workspace);
    assert_int_equal(found.state, CD_FREE);
    assertBounds(found.lower, found.upper, expected, 4e-6);
    assert_true(found.searchCount < 24 && found.distanceCount < 200);
    cdDestroyMesh(shaft);
    cdDestroyMesh(ring);
}

// A box and an obstacle move as one: the distance is constant, though both turn. Red: bounds on the motion of
// each instead of the relative motion.
static void testMovingAsOne(void **state) {
    (void)state;
    cdPathNode nodes[5], others[5];
    cdPose beside = poseAt(2.5, 0.3, 0.0);
    for (int i = 0; i < 5; i++) {
        nodes[i] = (cdPathNode){i, {{0.5 * i, 0.0, 0.2 * i}, turnAbout(0.1, 1.0, 0.3, 0.7 * i)}};
        others[i] = (cdPathNode){i, cdMulPose(nodes[i].pose, beside)};
    }
    const cdSlideShape shape = {meshes[0], cdIdentityPose()};
    const cdPathObstacle obstacle = {.mesh = meshes[2], .nodes = others, .nodeCount = 5};
    cdPathClearanceInput input = makeInput(nodes, 5, &shape, &obstacle, 1);
    const cdDistanceInput at = {
        .meshA = meshes[0], .meshB = meshes[2], .poseA = cdIdentityPose(), .poseB = beside};
    double expected = cdFindDistance(&at, NULL, NULL, NULL).distance;
    cdPathClearance found = cdFindPathClearance(&input, workspace);
    assert_int_equal(found.state, CD_FREE);
    assertBounds(found.lower, found.upper, expected, 1e-6);
    assert_true(found.searchCount < 24);
}

// A ball passes another: one smooth minimum, between the samples. Red: a descent that ends early, so that
// many searches creep down to the minimum.
static void testBallsPassing(void **state) {
    (void)state;
    cdMesh *ball = makeBall(0.5);
    const cdPathNode nodes[] = {{0.0, poseAt(-3.1, 0.0, 0.0)}, {1.0, poseAt(4.3, 0.0, 0.0)}};
    const cdSlideShape shape = {ball, cdIdentityPose()};
    const cdPathObstacle obstacle = {.mesh = ball, .pose = poseAt(0.0, 1.25, 0.0)};
    cdPathClearanceInput input = makeInput(nodes, 2, &shape, &obstacle, 1);
    for (input.precision = 1e-3; input.precision > 1e-9; input.precision *= 0.1) {
        cdPathClearance found = cdFindPathClearance(&input, workspace);
        assertBounds(found.lower, found.upper, 0.25, input.precision);
        assert_true(found.searchCount <= 3 && found.distanceCount < 120);
        assert_true(fabs(found.time - 3.1 / 7.4) < sqrt(input.precision));
    }
    cdDestroyMesh(ball);
}

// A box slides along another with a gap that is no gap within the tolerance of touching, or overlaps it. Red:
// a search that repeats for ever, a lower bound above 0.
static void testTouching(void **state) {
    (void)state;
    cdMesh *box = makeShape("box:x=1,y=1,z=1");
    const cdSlideShape shape = {box, cdIdentityPose()};
    const cdPathObstacle obstacle = {.mesh = box, .pose = poseAt(0.0, 0.0, 0.0)};
    for (int k = 0; k < 3; k++) {
        double x = k == 0 ? 2.0 + 0x1p-43 : k == 1 ? 2.0 : 1.9;
        const cdPathNode nodes[] = {
            {0.0, poseAt(x, -3.0, 0.0)}, {1.0, poseAt(x, 3.1, 0.0)}, {2.0, poseAt(x, 6.0, 0.0)}};
        cdPathBound bounds[2];
        cdPathClearanceInput input = makeInput(nodes, 3, &shape, &obstacle, 1);
        input.bounds = bounds;
        input.boundCount = 2;
        cdPathClearance found = cdFindPathClearance(&input, workspace);
        assert_int_equal(found.state, CD_CONTACT);
        assert_true(found.lower == 0.0 && found.upper < 1e-12 && found.edge == 0);
        assert_true(bounds[0].lower == 0.0 && bounds[0].upper < 1e-12);
        assertBounds(bounds[1].lower, bounds[1].upper, k == 2 ? 1.1 : hypot(x - 2.0, 1.1), 2e-6);
    }
    cdDestroyMesh(box);
}

// --- The slow way

// Returns a bound on the speed of a mesh's points over a piece, length / fraction.
static double boundSpeed(const cdMesh *mesh, cdPose from, cdPose to) {
    cdMeshInfo info = cdGetMeshInfo(mesh);
    cdMotion motion = cdMakeMotion(from, to, info.center);
    const cdScrew *screw = &motion.screws[0];
    return motion.screwCount * 1.6 *
           (2.0 * (cdLength(screw->bc) + sqrt(screw->k2) * info.radius) + fabs(screw->s));
}

typedef struct Slow {
    const cdPathInput *input;
    const Timeline *line;
    int32_t shape, obstacle;
    double speed; // in time of the path
    double lower, upper, precision;
    int64_t count;
} Slow;

// Divides the time until the distance in the middle and the speed decide.
static void divideTime(Slow *slow, double from, double to) {
    double middle = 0.5 * (from + to);
    cdDistance at = findDistanceAtTime(slow->input, slow->shape, slow->obstacle, slow->line, middle);
    slow->count++;
    if (at.distance < slow->upper) slow->upper = at.distance;
    double bound = at.distance - 0.5 * slow->speed * (to - from);
    if (bound >= slow->upper - slow->precision) {
        if (bound < slow->lower) slow->lower = bound;
        return;
    }
    divideTime(slow, from, middle);
    divideTime(slow, middle, to);
}

// Bounds the minimum distance of a path between two times.
static cdInterval findSlowClearance(const cdPathInput *input, cdInterval times, double precision) {
    Timeline line = makeTimeline(input);
    cdInterval bounds = {INFINITY, INFINITY};
    for (int32_t pair = 0; pair < input->shapeCount * input->obstacleCount; pair++) {
        Slow slow = {.input = input,
                     .line = &line,
                     .shape = pair / input->obstacleCount,
                     .obstacle = pair % input->obstacleCount,
                     .lower = INFINITY,
                     .upper = bounds.hi,
                     .precision = precision};
        if (getPairDistance(input, slow.shape, slow.obstacle) < 0.0) continue;
        const cdPathObstacle *other = &input->obstacles[slow.obstacle];
        for (int32_t k = 0; k + 1 < line.count; k++) {
            double from = line.times[k], to = line.times[k + 1];
            slow.speed = (boundSpeed(input->shapes[slow.shape].mesh, getShapePose(input, slow.shape, from),
                                     getShapePose(input, slow.shape, to)) +
                          boundSpeed(other->mesh, getObstaclePose(other, from), getObstaclePose(other, to))) /
                         (to - from);
            if (from < times.hi && to > times.lo) divideTime(&slow, fmax(from, times.lo), fmin(to, times.hi));
        }
        bounds.lo = fmin(bounds.lo, slow.lower);
        bounds.hi = fmin(bounds.hi, slow.upper);
    }
    return bounds;
}

// Red: a minimum missed between samples, a certificate of another motion, a pair left out, a safety distance
// that is not lowered after a new minimum.
static void testAgainstDivision(void **state) {
    (void)state;
    Random random = {51};
    int free = 0, touching = 0, count = countCases(30);
    double precision = 0.02;
    for (int k = 0; k < count; k++) {
        RandomPath path;
        pickRandomPath(&random, 4.0, true, &path);
        cdPathClearanceInput input = {.path = path.input};
        cdPathClearance found = cdFindPathClearance(&input, workspace);
        Timeline line = makeTimeline(&path.input);
        cdInterval all = {line.times[0], line.times[line.count - 1]};
        cdInterval slow = findSlowClearance(&path.input, all, precision);
        if (!isfinite(found.upper)) {
            assert_true(found.state == CD_FREE && found.lower == found.upper && slow.lo == slow.hi);
            continue;
        }
        if (found.state == CD_CONTACT) {
            touching++;
            assert_true(found.lower == 0.0 && found.upper < 1e-9 && slow.lo <= 0.0);
            continue;
        }
        free++;
        assert_int_equal(found.state, CD_FREE);
        if (!(found.upper - found.lower <= 2e-6))
            fail_msg("path %d: [%.9g, %.9g]", k, found.lower, found.upper);
        if (found.upper < slow.lo - 1e-9 || found.lower > slow.hi + 1e-9)
            fail_msg("path %d: [%.9g, %.9g], division [%.9g, %.9g]", k, found.lower, found.upper, slow.lo,
                     slow.hi);
        cdDistance at = findDistanceAtTime(&path.input, found.shape, found.obstacle, &line, found.time);
        assert_true(at.distance <= found.upper + 1e-12 && at.distance >= found.lower);
        assert_true(fabs(cdLength(cdSub(found.pointA, found.pointB)) - at.distance) < 1e-9);
        assert_true(found.time >= path.nodes[found.edge].time &&
                    found.time <= path.nodes[found.edge + 1].time);
    }
    assert_true(free > count / 3 && touching > count / 10);
}

// Red: a part that takes the minimum of another, or whose certificate ends too early.
static void testParts(void **state) {
    (void)state;
    Random random = {52};
    int compared = 0, count = countCases(12);
    for (int k = 0; k < count; k++) {
        RandomPath path;
        pickRandomPath(&random, 5.0, true, &path);
        cdPathBound bounds[5];
        cdPathClearanceInput input = {.path = path.input, .bounds = bounds, .boundCount = 5};
        cdPathClearance found = cdFindPathClearance(&input, workspace);
        double least = INFINITY;
        for (int i = 0; i < 5 && isfinite(found.upper); i++) {
            cdInterval slow = findSlowClearance(&path.input, bounds[i].time, 0.02);
            least = fmin(least, bounds[i].upper);
            assert_true(bounds[i].at >= bounds[i].time.lo - 1e-9 && bounds[i].at <= bounds[i].time.hi + 1e-9);
            assert_true(bounds[i].lower <= bounds[i].upper && bounds[i].upper - bounds[i].lower < 2e-6);
            if (bounds[i].upper < slow.lo - 1e-9 || bounds[i].lower > slow.hi + 1e-9)
                fail_msg("path %d, part %d: [%.9g, %.9g], division [%.9g, %.9g]", k, i, bounds[i].lower,
                         bounds[i].upper, slow.lo, slow.hi);
            compared++;
        }
        if (isfinite(found.upper)) assert_true(least == found.upper);
    }
    assert_true(compared > 3 * count);
}

// A finer precision needs hardly more searches. Red: searches in proportion to the precision.
static void testPrecision(void **state) {
    (void)state;
    Random random = {53};
    int coarse = 0, fine = 0;
    for (int k = 0; k < 20; k++) {
        RandomPath path;
        pickRandomPath(&random, 5.0, true, &path);
        cdPathClearanceInput input = {.path = path.input, .precision = 1e-3};
        cdPathClearance found = cdFindPathClearance(&input, workspace);
        coarse += found.searchCount;
        input.precision = 1e-8;
        found = cdFindPathClearance(&input, workspace);
        fine += found.searchCount;
        if (found.state == CD_FREE && isfinite(found.upper)) assert_true(found.upper - found.lower <= 1e-8);
    }
    assert_true(fine < 2 * coarse);
}

static void movePath(RandomPath *path, cdVec3 by) {
    for (int32_t i = 0; i < path->input.nodeCount; i++)
        path->nodes[i].pose.p = cdAdd(path->nodes[i].pose.p, by);
    for (int32_t i = 0; i < path->input.obstacleCount; i++) {
        path->obstacles[i].pose.p = cdAdd(path->obstacles[i].pose.p, by);
        for (int32_t k = 0; k < path->obstacles[i].nodeCount; k++)
            path->obstacleNodes[i][k].pose.p = cdAdd(path->obstacleNodes[i][k].pose.p, by);
    }
}

// Everything moved far away: the same contact and the same clearance, up to rounding. Red: a bound that grows
// with the distance from the origin, a pose that is composed in the world.
static void testMovedAway(void **state) {
    (void)state;
    Random random = {55};
    for (int k = 0; k < 12; k++) {
        RandomPath path;
        pickRandomPath(&random, 4.0, true, &path);
        cdPathClearanceInput input = {.path = path.input};
        cdPathContact contact = cdFindPathContact(&path.input, workspace, NULL);
        cdPathClearance found = cdFindPathClearance(&input, workspace);
        movePath(&path, (cdVec3){3e4, -1e5, 2e4});
        cdPathContact away = cdFindPathContact(&path.input, workspace, NULL);
        cdPathClearance moved = cdFindPathClearance(&input, workspace);
        assert_true(contact.contact.state == away.contact.state && found.state == moved.state);
        assert_true(fabs(contact.time.lo - away.time.lo) < 1e-7);
        if (!isfinite(found.upper)) continue;
        assert_true(moved.lower <= found.upper + 1e-9 && found.lower <= moved.upper + 1e-9);
        if (found.state == CD_FREE) assert_true(moved.upper - moved.lower < 3e-6);
    }
}

// --- Limits and bad input

static void testBudget(void **state) {
    (void)state;
    Random random = {54};
    int undecided = 0;
    for (int k = 0; k < 20; k++) {
        RandomPath path;
        pickRandomPath(&random, 4.0, true, &path);
        cdPathClearanceInput input = {.path = path.input};
        cdPathClearance whole = cdFindPathClearance(&input, workspace);
        input.path.budget.maxPairTests = 100;
        cdPathClearance found = cdFindPathClearance(&input, workspace);
        undecided += found.state == CD_UNDECIDED;
        assert_true(found.state == CD_UNDECIDED ? found.lower == 0.0 : found.lower == whole.lower);
        assert_true(found.upper >= whole.lower);
        assert_true((found.reason == CD_REASON_BUDGET) == (found.state == CD_UNDECIDED));
        input.path.budget.maxPairTests = 1000000000; // searched in slices, with the same answer
        found = cdFindPathClearance(&input, workspace);
        assert_true(found.state == whole.state && fabs(found.upper - whole.upper) <= 2e-6);
    }
    assert_true(undecided > 5);
}

static void testBadInput(void **state) {
    cdPathNode nodes[] = {{0.0, poseAt(-3.0, 2.0, 0.0)}, {1.0, poseAt(3.0, 2.0, 0.0)}};
    const cdSlideShape shape = {meshes[0], cdIdentityPose()};
    const cdPathObstacle obstacle = {.mesh = meshes[2], .pose = cdIdentityPose()};
    cdPathClearanceInput input = makeInput(nodes, 2, &shape, &obstacle, 1);
    assert_int_equal(cdFindPathClearance(&input, workspace).state, CD_FREE);
    input.precision = -1.0;
    assert_int_equal(cdFindPathClearance(&input, workspace).reason, CD_REASON_INPUT);
    cdPathBound bound;
    input.precision = 0.0;
    input.bounds = &bound;
    assert_int_equal(cdFindPathClearance(&input, workspace).reason, CD_REASON_INPUT);
    input.bounds = NULL;
    cdWorkspace *empty = cdCreateWorkspace();
    LimitedMemory memory = {.allowed = 0};
    useLimitedMemory(&memory);
    assert_int_equal(cdFindPathClearance(&input, empty).reason, CD_REASON_WORKSPACE);
    restoreMemory(state);
    cdDestroyWorkspace(empty);
    input.path.obstacleCount = 0;
    cdPathClearance found = cdFindPathClearance(&input, workspace);
    assert_true(found.state == CD_FREE && found.lower == INFINITY && found.edge == -1);
    nodes[1].time = -1.0;
    assert_int_equal(cdFindPathClearance(&input, workspace).reason, CD_REASON_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBallAndWalls),
        cmocka_unit_test(testShaftInBearing),
        cmocka_unit_test(testMovingAsOne),
        cmocka_unit_test(testBallsPassing),
        cmocka_unit_test(testTouching),
        cmocka_unit_test(testAgainstDivision),
        cmocka_unit_test(testParts),
        cmocka_unit_test(testPrecision),
        cmocka_unit_test(testMovedAway),
        cmocka_unit_test(testBudget),
        cmocka_unit_test_teardown(testBadInput, restoreMemory),
    };
    return cmocka_run_group_tests(tests, openAll, closeAll);
}
