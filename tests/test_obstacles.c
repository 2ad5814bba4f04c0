// One moving mesh among many others, fixed or moving: the broad phase must find the same as a query of each
// obstacle.
#include "collision/collision.h"
#include "contact_fixture.h"
#include "memory_fixture.h"
#include "oracle/soak.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { OBSTACLE_COUNT = 40 };

static cdMesh *box, *torus, *thin;
static cdObstacle obstacles[OBSTACLE_COUNT];

static int makeMeshes(void **state) {
    (void)state;
    box = makeShape("box:x=0.4,y=0.3,z=0.5");
    torus = makeShape("torus:segments=10,major=0.6,minor=0.2");
    thin = makeShape("plate:width=1,depth=1,thickness=0.001");
    Random random = {61};
    cdMesh *const meshes[3] = {box, torus, thin};
    for (int i = 0; i < OBSTACLE_COUNT; i++) {
        obstacles[i].mesh = meshes[i % 3];
        obstacles[i].pose =
            (cdPose){cdScale(5.0, nextRandomVec3(&random)),
                     cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, PI))};
    }
    return 0;
}

static int freeMeshes(void **state) {
    (void)state;
    cdDestroyMesh(box);
    cdDestroyMesh(torus);
    cdDestroyMesh(thin);
    return 0;
}

static cdOverlap testAt(cdPose pose, cdWorkspace *workspace) {
    cdOverlapAmongInput input = {
        .mesh = torus, .pose = pose, .obstacles = obstacles, .obstacleCount = OBSTACLE_COUNT};
    return cdFindOverlapAmong(&input, NULL, workspace, NULL);
}

static cdPose freePose(Random *random, cdWorkspace *workspace) {
    for (;;) {
        cdPose pose = {cdScale(5.0, nextRandomVec3(random)),
                       cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI))};
        if (testAt(pose, workspace).state == CD_FREE) return pose;
    }
}

// Returns the earliest of all answers of single queries.
static cdFirstContact askEach(cdPose start, cdPose target, int32_t *obstacle) {
    cdFirstContact best = {.state = CD_FREE, .t = {1.0, 1.0}};
    *obstacle = -1;
    for (int i = 0; i < OBSTACLE_COUNT; i++) {
        cdFirstContactInput input = makeStep(torus, start, target, obstacles[i].mesh, obstacles[i].pose);
        cdFirstContact result = findContact(&input);
        if (result.state == CD_FREE || (*obstacle >= 0 && result.t.lo >= best.t.lo)) continue;
        best = result;
        *obstacle = i;
    }
    return best;
}

// 200 steps, short and across the whole scene, rotating by up to 150 degrees (swept bounds bulge then). Red:
// swept bounds without the arc, an order that stops at the wrong obstacle, a limit that hides an earlier
// contact.
static void testAgainstSingleQueries(void **state) {
    (void)state;
    Random random = {62};
    cdWorkspace *workspace = cdCreateWorkspace();
    cdPairCache caches[OBSTACLE_COUNT] = {{0}};
    int contacts = 0, looked = 0;
    for (int k = 0; k < 200; k++) {
        cdPose start = freePose(&random, workspace);
        double reach = k % 2 ? 1.0 : 6.0;
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 2.6));
        cdPose target = {cdMulAdd(start.p, reach, nextRandomVec3(&random)),
                         cdNormalizeQuat(cdMulQuat(turn, start.q))};
        cdObstaclesInput input = {.mesh = torus,
                                  .start = start,
                                  .target = target,
                                  .obstacles = obstacles,
                                  .obstacleCount = OBSTACLE_COUNT};
        int32_t expectedObstacle;
        cdFirstContact result = cdFindFirstContactAmong(&input, k % 3 ? caches : NULL, workspace, NULL);
        cdFirstContact expected = askEach(start, target, &expectedObstacle);
        assert_int_equal(result.state, expected.state);
        assert_int_equal(result.obstacle, expectedObstacle);
        assert_true(fabs(result.t.lo - expected.t.lo) <= 1e-12);
        if (result.state == CD_CONTACT) {
            assert_int_equal(result.featureB.index, expected.featureB.index);
            assert_true(result.resolvedTime <= result.t.lo);
        }
        cdOverlap after = testAt(result.state == CD_FREE ? target : result.resolvedPose, workspace);
        assert_int_equal(after.state, CD_FREE);
        assert_int_equal(after.obstacle, -1);
        contacts += result.state == CD_CONTACT;
        looked += (int)result.stats.obstacleTests;
    }
    assert_true(contacts > 40);
    assert_true(looked > 0);
    cdDestroyWorkspace(workspace);
}

// --- Obstacles that move

// Every third obstacle is fixed. The others move by up to `reach`, and rotate by up to 3.
static void moveObstacles(Random *random, double reach, cdPose targets[OBSTACLE_COUNT]) {
    for (int i = 0; i < OBSTACLE_COUNT; i++) {
        cdQuat turn = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 3.0));
        cdPose pose = obstacles[i].pose;
        targets[i] = (cdPose){cdMulAdd(pose.p, reach, nextRandomVec3(random)),
                              cdNormalizeQuat(cdMulQuat(turn, pose.q))};
        if (i % 3 == 0) targets[i] = pose;
    }
}

static cdFirstContactInput makePair(const cdObstaclesInput *among, int32_t obstacle) {
    return (cdFirstContactInput){.meshA = among->mesh,
                                 .meshB = among->obstacles[obstacle].mesh,
                                 .startA = among->start,
                                 .targetA = among->target,
                                 .startB = among->obstacles[obstacle].pose,
                                 .targetB = &among->obstacleTargets[obstacle],
                                 .inBetween = CD_EACH_OWN_SCREW,
                                 .safetyDistance = among->safetyDistance};
}

// Returns the earliest of all answers of single queries.
static cdFirstContact askEachPair(const cdObstaclesInput *among, cdWorkspace *workspace) {
    cdFirstContact best = {.state = CD_FREE, .t = {1.0, 1.0}, .obstacle = -1};
    for (int32_t i = 0; i < among->obstacleCount; i++) {
        cdFirstContactInput input = makePair(among, i);
        cdFirstContact result = cdFindFirstContact(&input, NULL, workspace, NULL);
        assert_true(result.state == CD_CONTACT || result.state == CD_FREE);
        if (result.state == CD_FREE || (best.obstacle >= 0 && result.t.lo >= best.t.lo)) continue;
        best = result;
        best.obstacle = i;
    }
    return best;
}

// All meshes at a time of the step: nothing overlaps the moving one, or is too near it.
static void checkPlaces(const cdObstaclesInput *among, double time, cdWorkspace *workspace) {
    cdMotion motion = cdMakeMotion(among->start, among->target, cdGetMeshInfo(among->mesh).center);
    for (int32_t i = 0; i < among->obstacleCount; i++) {
        const cdObstacle *other = &among->obstacles[i];
        cdMotion theirs =
            cdMakeMotion(other->pose, among->obstacleTargets[i], cdGetMeshInfo(other->mesh).center);
        cdDistanceInput at = {.meshA = among->mesh,
                              .meshB = other->mesh,
                              .poseA = cdGetPoseAt(&motion, time),
                              .poseB = cdGetPoseAt(&theirs, time)};
        assert_true(cdFindDistance(&at, NULL, workspace, NULL).upper > among->safetyDistance);
    }
}

static void checkMovingResult(const cdObstaclesInput *among, const cdFirstContact *result,
                              cdWorkspace *workspace) {
    cdFirstContact expected = askEachPair(among, workspace);
    assert_int_equal(result->state, expected.state);
    assert_int_equal(result->obstacle, expected.obstacle);
    assert_true(result->t.lo == expected.t.lo && result->t.hi == expected.t.hi);
    for (int i = 0; i <= 8; i++)
        checkPlaces(among, result->resolvedTime * i / 8.0, workspace);
    if (result->state != CD_CONTACT) return;
    assert_int_equal(result->featureB.index, expected.featureB.index);
    assert_true(cdIsSamePose(result->resolvedPose, expected.resolvedPose));
    assert_true(cdIsSamePose(result->resolvedPoseB, expected.resolvedPoseB));
    assert_memory_equal(&result->normal, &expected.normal, sizeof expected.normal);
}

// The same with obstacles of which two thirds move, some right through the scene; half of the steps keep a
// distance, and caches change nothing. Red: bounds without the obstacle's path or its arc, results that leave
// the obstacle at its start, a time limit that hides an earlier contact, a slice that continues from the
// wrong time.
static void testMovingObstacles(void **state) {
    (void)state;
    Random random = {67};
    cdWorkspace *workspace = cdCreateWorkspace();
    cdPairCache caches[OBSTACLE_COUNT] = {{0}};
    int contacts = 0, moving = 0, decided = 0, asked = 0;
    for (int k = 0; k < 120; k++) {
        cdPose targets[OBSTACLE_COUNT];
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 2.6));
        cdObstaclesInput input = {.mesh = torus,
                                  .start = freePose(&random, workspace),
                                  .obstacles = obstacles,
                                  .obstacleCount = OBSTACLE_COUNT,
                                  .obstacleTargets = targets};
        double reach = k % 2 ? 0.5 : 6.0;
        moveObstacles(&random, k % 4 < 2 ? 0.7 : 5.0, targets);
        input.target = (cdPose){cdMulAdd(input.start.p, reach, nextRandomVec3(&random)),
                                cdNormalizeQuat(cdMulQuat(turn, input.start.q))};
        if (k % 5 == 0) input.target = input.start;
        input.safetyDistance = k % 2 ? 1e-3 : 0.0;
        cdFirstContact result = cdFindFirstContactAmong(&input, k % 3 ? caches : NULL, workspace, NULL);
        if (result.state == CD_OVERLAP) continue; // within the distance at the start
        checkMovingResult(&input, &result, workspace);
        asked++;
        contacts += result.state == CD_CONTACT;
        moving += result.state == CD_CONTACT && result.obstacle % 3 != 0;
        // With a limit the pairs are searched in slices, alternately.
        input.budget.maxPairTests = 3 * result.stats.pairTests + 16;
        cdFirstContact sliced = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
        if (sliced.state == CD_UNDECIDED) {
            assert_true(sliced.reason == CD_REASON_BUDGET && sliced.t.lo <= result.t.hi);
            continue;
        }
        decided++;
        assert_true(sliced.state == result.state && sliced.obstacle == result.obstacle);
        assert_memory_equal(&sliced.t, &result.t, sizeof result.t);
        assert_true(cdIsSamePose(sliced.resolvedPose, result.resolvedPose));
    }
    assert_true(decided > 0.8 * asked);
    assert_true(contacts > 30 && moving > 20 && moving < contacts);
    cdDestroyWorkspace(workspace);
}

// A box between two that close in from both sides, at x = +-3 at first; the left one moves by 4, the right
// one by 3. The left one comes first, at a distance of 2.2: t = 0.55. Red: touches of the wrong obstacle, or
// at its start.
static void testBoxesCloseIn(void **state) {
    (void)state;
    cdWorkspace *workspace = cdCreateWorkspace();
    const cdObstacle pair[] = {{box, poseAt(3.0, 0.0, 0.0)}, {box, poseAt(-3.0, 0.0, 0.0)}};
    const cdPose targets[] = {poseAt(0.0, 0.0, 0.0), poseAt(1.0, 0.0, 0.0)};
    cdTouch touches[64];
    cdObstaclesInput input = {.mesh = box,
                              .start = cdIdentityPose(),
                              .target = cdIdentityPose(),
                              .obstacles = pair,
                              .obstacleCount = 2,
                              .obstacleTargets = targets,
                              .touches = touches,
                              .touchCapacity = 64};
    cdFirstContact result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
    assert_true(result.state == CD_CONTACT && result.obstacle == 1);
    assert_true(fabs(result.t.lo - 0.55) < 1e-9 && result.t.lo <= 0.55 && result.t.hi >= 0.55);
    assert_true(fabs(result.resolvedPoseB.p.x + 0.8) < 1e-4 && result.resolvedPoseB.p.x < -0.8);
    assert_true(cdIsSamePose(result.resolvedPose, input.start));
    assert_true(result.touchCount >= 4);
    for (int32_t i = 0; i < result.touchCount; i++)
        assert_true(fabs(touches[i].point.x + 0.4) < 1e-9);
    input.safetyDistance = 0.2;
    result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
    assert_true(result.state == CD_CONTACT && fabs(result.t.lo - 0.5) < 1e-9);
    // An overlapping start resolves if the target is free of all obstacles at the ends of their steps.
    input.start = poseAt(3.1, 0.0, 0.0);
    input.target = poseAt(3.0, 0.0, 0.0);
    result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
    assert_true(result.state == CD_OVERLAP && result.obstacle == 0 && result.resolvedTime == 1.0);
    assert_true(cdIsSamePose(result.resolvedPoseB, targets[0]));
    input.target = poseAt(1.0, 0.0, 0.0);
    result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
    assert_true(result.state == CD_OVERLAP && result.resolvedTime == 0.0);
    assert_true(cdIsSamePose(result.resolvedPose, input.start));
    assert_true(cdIsSamePose(result.resolvedPoseB, pair[0].pose));
    cdDestroyWorkspace(workspace);
}

// Budgets of every size with moving obstacles: the resolved pose is free of all of them. A slide rejects
// them, as are invalid target poses. Red: the free time of one obstacle taken for that of all.
static void testMovingLimits(void **state) {
    (void)state;
    Random random = {71};
    cdWorkspace *workspace = cdCreateWorkspace();
    cdPose targets[OBSTACLE_COUNT];
    moveObstacles(&random, 4.0, targets);
    cdObstaclesInput input = {.mesh = torus,
                              .start = freePose(&random, workspace),
                              .obstacles = obstacles,
                              .obstacleCount = OBSTACLE_COUNT,
                              .obstacleTargets = targets};
    input.target = (cdPose){cdNegate(input.start.p), input.start.q};
    cdFirstContact whole = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
    assert_int_equal(whole.state, CD_CONTACT);
    double furthest = 0.0;
    for (int64_t tests = 1; tests < whole.stats.pairTests; tests += 1 + tests / 8) {
        input.budget.maxPairTests = tests;
        cdFirstContact result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
        assert_true(result.stats.pairTests <= tests && result.t.lo <= whole.t.hi);
        if (result.state == CD_UNDECIDED) assert_int_equal(result.reason, CD_REASON_BUDGET);
        assert_true(result.state == CD_UNDECIDED || result.state == CD_CONTACT);
        checkPlaces(&input, result.resolvedTime, workspace);
        furthest = cdMax(furthest, result.t.lo);
    }
    assert_true(furthest > 0.2 * whole.t.lo);
    input.budget.maxPairTests = 0;
    cdSlideInput slide = {.step = input};
    assert_int_equal(cdFindSlide(&slide, NULL, workspace, NULL).contact.reason, CD_REASON_INPUT);
    targets[7].q.w = 3.0;
    assert_int_equal(cdFindFirstContactAmong(&input, NULL, workspace, NULL).reason, CD_REASON_NOT_UNIT);
    targets[7].p.x = NAN;
    assert_int_equal(cdFindFirstContactAmong(&input, NULL, workspace, NULL).reason, CD_REASON_NOT_FINITE);
    cdDestroyWorkspace(workspace);
}

// The reported convex proxies belong to the obstacle hit, or, if all are free, to the one whose separating
// vector leaves the smallest gap. Red: those of the last obstacle queried, an index into the query order.
static void testProxiesAreOfTheNearest(void **state) {
    (void)state;
    cdWorkspace *workspace = cdCreateWorkspace();
    const cdObstacle row[] = {{box, {{0.0, 1.1, 0.0}, {1.0, 0.0, 0.0, 0.0}}},
                              {box, {{0.0, -0.7, 0.0}, {1.0, 0.0, 0.0, 0.0}}},
                              {box, {{0.0, 1.1, 0.1}, {1.0, 0.0, 0.0, 0.0}}},
                              {box, {{9.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}}};
    cdObstaclesInput input = {.mesh = box,
                              .start = {{-0.2, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                              .target = {{0.2, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                              .obstacles = row,
                              .obstacleCount = 4};
    for (int k = 0; k < 2; k++) {
        input.disabled = k == 0 ? CD_DISABLE_BOXES : 0; // hulls, then the box test instead
        input.target.p.y = 0.0;
        cdFirstContact result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
        assert_true(result.state == CD_FREE && result.proxy.tested && result.proxy.separated);
        assert_int_equal(k == 0 ? result.stats.proxyTests : result.stats.boxTests, 3);
        assert_int_equal(result.proxy.obstacle, 1);
        assert_true(result.proxy.gap > 0.09 && result.proxy.gap < 0.11);
        input.target.p.y = 0.7;
        result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
        assert_int_equal(result.state, CD_CONTACT);
        assert_int_equal(result.proxy.obstacle, result.obstacle);
        assert_true(result.proxy.tested && !result.proxy.separated);
    }
    cdDestroyWorkspace(workspace);
}

// Overlap among many: the named obstacle overlaps.
static void testOverlapNamesTheObstacle(void **state) {
    (void)state;
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int i = 0; i < OBSTACLE_COUNT; i++) {
        cdPose pose = obstacles[i].pose;
        pose.p.x += 0.45;
        cdOverlap result = testAt(pose, workspace);
        if (result.state == CD_FREE) continue;
        int32_t obstacle = result.obstacle;
        assert_true(obstacle >= 0 && obstacle < OBSTACLE_COUNT);
        assert_true(overlapAt(torus, pose, obstacles[obstacle].mesh, obstacles[obstacle].pose));
    }
    cdDestroyWorkspace(workspace);
}

// Three coincident obstacles are touched, and overlapped, at once: the one of the lowest index is named. Red:
// the last one tested wins.
static void testTiesGoToTheFirst(void **state) {
    (void)state;
    Random random = {67};
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int k = 0; k < 50; k++) {
        cdPose place = obstacles[k % OBSTACLE_COUNT].pose;
        cdObstacle same[3] = {{box, place}, {box, place}, {box, place}};
        cdObstaclesInput input = {.mesh = torus, .obstacles = same, .obstacleCount = 3};
        input.start = (cdPose){cdMulAdd(place.p, 3.0, nextRandomDirection(&random)), cdIdentityPose().q};
        input.target = (cdPose){place.p, cdMakeQuat(nextRandomDirection(&random), 1.0)};
        cdFirstContact result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
        assert_int_equal(result.state, CD_CONTACT);
        assert_int_equal(result.obstacle, 0);
        cdOverlapAmongInput still = {.mesh = box, .pose = place, .obstacles = same, .obstacleCount = 3};
        assert_int_equal(cdFindOverlapAmong(&still, NULL, workspace, NULL).obstacle, 0);
    }
    cdDestroyWorkspace(workspace);
}

// No obstacles, and a workspace that cannot grow: free, and undecided at 0.
static void testLimits(void **state) {
    (void)state;
    cdWorkspace *workspace = cdCreateWorkspace();
    cdObstaclesInput input = {.mesh = torus, .start = poseAt(0, 9, 0), .target = poseAt(0, -9, 0)};
    cdFirstContact result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
    assert_true(result.state == CD_FREE && result.obstacle == -1 && result.resolvedTime == 1.0);
    input.obstacles = obstacles;
    input.obstacleCount = OBSTACLE_COUNT;
    LimitedMemory none = {.allowed = 0};
    useLimitedMemory(&none);
    result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
    assert_true(result.state == CD_UNDECIDED && result.reason == CD_REASON_WORKSPACE);
    assert_true(result.t.lo == 0.0 && memcmp(&result.resolvedPose, &input.start, sizeof input.start) == 0);
    cdOverlap overlap = testAt(obstacles[1].pose, workspace);
    assert_true(overlap.state == CD_UNDECIDED && overlap.reason == CD_REASON_WORKSPACE);
    restoreMemory(NULL);
    result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
    assert_int_equal(result.reason, CD_REASON_NONE);
    cdDestroyWorkspace(workspace);
}

// Drags through the crowd: 500 steps aimed at the middle of the scene, never inside an obstacle.
static void testDragThroughTheCrowd(void **state) {
    (void)state;
    Random random = {63};
    cdWorkspace *workspace = cdCreateWorkspace();
    cdPose pose = freePose(&random, workspace);
    int contacts = 0;
    for (int k = 0; k < 500; k++) {
        cdVec3 goal = cdScale(5.0, nextRandomVec3(&random));
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), 0.2);
        cdPose target = {cdLerp(pose.p, goal, 0.3), cdNormalizeQuat(cdMulQuat(turn, pose.q))};
        cdObstaclesInput input = {.mesh = torus,
                                  .start = pose,
                                  .target = target,
                                  .obstacles = obstacles,
                                  .obstacleCount = OBSTACLE_COUNT};
        cdFirstContact result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
        assert_true(result.state == CD_FREE || result.state == CD_CONTACT);
        contacts += result.state == CD_CONTACT;
        pose = result.resolvedPose;
        assert_int_equal(testAt(pose, workspace).state, CD_FREE);
    }
    if (contacts < 50) fail_msg("%d contacts", contacts);
    cdDestroyWorkspace(workspace);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testAgainstSingleQueries),
        cmocka_unit_test(testOverlapNamesTheObstacle),
        cmocka_unit_test(testTiesGoToTheFirst),
        cmocka_unit_test(testProxiesAreOfTheNearest),
        cmocka_unit_test_teardown(testLimits, restoreMemory),
        cmocka_unit_test(testDragThroughTheCrowd),
        cmocka_unit_test(testMovingObstacles),
        cmocka_unit_test(testBoxesCloseIn),
        cmocka_unit_test(testMovingLimits),
    };
    return cmocka_run_group_tests(tests, makeMeshes, freeMeshes);
}
