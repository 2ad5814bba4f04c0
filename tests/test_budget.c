// Budgets: a query's certified part is true, results repeat bit for bit, and calls that continue from there
// reach the unlimited result.
#include "collision/distance.h"
#include "oracle/soak.h"
#include "random.h"
#include "slide_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const cdPose ORIGIN_POSE = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
static const double MARGIN = 1e-6;

enum { RING_COUNT = 7, STEP_COUNT = 24, SAMPLES = 48 };

static Body torus, gear, inner, outer;
static Obstacles ring; // gears about the origin

static int makeBodies(void **state) {
    (void)state;
    torus = makeBody("torus:segments=32");
    gear = makeBody("gear:teeth=16");
    inner = makeScaledBody("icosphere:level=3", 0.99);
    outer = makeBody("icosphere:level=3");
    for (int i = 0; i < RING_COUNT; i++) {
        double angle = 2.0 * PI * i / RING_COUNT;
        addObstacle(&ring, &gear,
                    turnedPose(3.0 * cos(angle), 3.0 * sin(angle), 0.0, (cdVec3){1.0, angle, 0.3}, angle));
    }
    return 0;
}

static int freeBodies(void **state) {
    (void)state;
    destroyBody(&torus);
    destroyBody(&gear);
    destroyBody(&inner);
    destroyBody(&outer);
    return 0;
}

// A step from the middle of the ring to somewhere beyond it, rotating.
static cdObstaclesInput makeRingStep(Random *random) {
    cdPose start = {cdScale(0.1, nextRandomVec3(random)),
                    cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI))};
    cdVec3 along = nextRandomDirection(random);
    along.z *= 0.2;
    cdQuat turn = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 2.0));
    cdPose target = {cdScale(4.0, along), cdNormalizeQuat(cdMulQuat(turn, start.q))};
    return (cdObstaclesInput){.mesh = torus.mesh,
                              .start = start,
                              .target = target,
                              .obstacles = ring.obstacles,
                              .obstacleCount = ring.count,
                              .margin = MARGIN};
}

static bool overlapsAmong(const cdObstaclesInput *input, cdPose pose, cdWorkspace *workspace) {
    cdOverlapAmongInput at = {.mesh = input->mesh,
                              .pose = pose,
                              .obstacles = input->obstacles,
                              .obstacleCount = input->obstacleCount};
    return cdFindOverlapAmong(&at, NULL, workspace, NULL).state != CD_FREE;
}

// Tests the resolved pose and many poses before t.lo exactly.
static void checkFreePart(const cdObstaclesInput *input, const cdFirstContact *result,
                          cdWorkspace *workspace) {
    cdMotion motion = cdMakeMotion(input->start, input->target, cdGetMeshInfo(input->mesh).center);
    for (int k = 0; k <= SAMPLES; k++)
        assert_false(overlapsAmong(input, cdGetPoseAt(&motion, result->t.lo * k / SAMPLES), workspace));
    assert_false(overlapsAmong(input, result->resolvedPose, workspace));
    assert_true(result->resolvedTime >= 0.0 && result->resolvedTime <= result->t.lo);
}

// Budgets from one test to plenty, among obstacles: an undecided answer has a reason, uses at most the
// allowed tests, and its free part contains no contact; a decided one equals the unlimited one, bit for bit.
// Red: a free part of the last obstacle only, a count for each obstacle.
static void testAmong(void **state) {
    (void)state;
    Random random = {71};
    int undecided = 0, advanced = 0;
    for (int k = 0; k < STEP_COUNT; k++) {
        cdObstaclesInput input = makeRingStep(&random);
        cdWorkspace *workspace = cdCreateWorkspace();
        cdFirstContact plain = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
        for (int64_t budget = 1; budget < 1000000; budget *= 5) {
            input.budget.maxPairTests = budget;
            cdFirstContact result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
            assert_true(result.stats.pairTests <= budget);
            if (result.state != CD_UNDECIDED) {
                assert_true(AreAnswersEqual(&plain, &result) && result.obstacle == plain.obstacle);
                assert_int_equal(result.reason, CD_REASON_NONE);
                continue;
            }
            undecided++;
            advanced += result.resolvedTime > 0.0;
            assert_int_equal(result.reason, CD_REASON_BUDGET);
            assert_true(result.obstacle >= 0 && result.t.lo <= plain.t.hi);
            checkFreePart(&input, &result, workspace);
            cdFirstContact again = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
            assert_true(AreAnswersEqual(&again, &result));
        }
        cdDestroyWorkspace(workspace);
    }
    if (undecided < 2 * STEP_COUNT || advanced < STEP_COUNT / 2)
        fail_msg("%d undecided, %d of them advanced", undecided, advanced);
}

// Stops at the n-th call and counts them.
typedef struct Clock {
    int calls, stopAt;
} Clock;

static bool tick(void *context) {
    Clock *clock = context;
    return ++clock->calls == clock->stopAt;
}

// An interrupt is called about every 256 tests, at the same counts each time, so stopping the query at the
// same call gives the same bits. Red: a loop that does not count, tests after the interrupt.
static void testInterrupt(void **state) {
    (void)state;
    Random random = {72};
    int interrupted = 0;
    for (int k = 0; k < STEP_COUNT; k++) {
        cdObstaclesInput input = makeRingStep(&random);
        cdWorkspace *workspace = cdCreateWorkspace();
        for (int stopAt = 1; stopAt < 200; stopAt = 2 * stopAt + 1) {
            Clock clock = {.stopAt = stopAt};
            input.budget = (cdBudget){.interrupt = tick, .context = &clock};
            cdFirstContact result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
            int64_t tests = result.stats.pairTests;
            assert_true(clock.calls <= stopAt && clock.calls >= tests / 280 &&
                        clock.calls <= tests / 256 + 1);
            if (result.state != CD_UNDECIDED) break;
            interrupted++;
            assert_int_equal(result.reason, CD_REASON_INTERRUPTED);
            clock.calls = 0;
            cdFirstContact again = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
            assert_true(AreAnswersEqual(&again, &result) && again.stats.pairTests == tests);
        }
        cdDestroyWorkspace(workspace);
    }
    assert_true(interrupted > STEP_COUNT);
    // By brute force all tests are of triangles.
    Clock clock = {.calls = 0};
    cdMesh *ball = makeShape("icosphere:level=1");
    cdFirstContactInput pair =
        makeStep(ball, poseAt(2.5, 0.0, 0.0), poseAt(1.0, 0.0, 0.0), ball, ORIGIN_POSE);
    pair.disabled = CD_DISABLE_TREE;
    pair.budget = (cdBudget){.interrupt = tick, .context = &clock};
    cdFirstContact result = findContact(&pair);
    assert_true(clock.calls > 10 && clock.calls >= result.stats.facePairTests / 280);
    cdDestroyMesh(ball);
}

// Returns the maximum work of a search at one pose, over samples of the path.
static int64_t countPoseTests(const cdObstaclesInput *input, double end, cdWorkspace *workspace) {
    cdMotion motion = cdMakeMotion(input->start, input->target, cdGetMeshInfo(input->mesh).center);
    int64_t most = 0;
    for (int k = 0; k <= SAMPLES; k++) {
        cdObstaclesInput still = *input;
        still.start = still.target = cdGetPoseAt(&motion, end * k / SAMPLES);
        int64_t tests = cdFindFirstContactAmong(&still, NULL, workspace, NULL).stats.pairTests;
        most = tests > most ? tests : most;
    }
    return most;
}

// Steps with a budget of eight times one pose's work, each from the last resolved pose: they arrive where the
// unlimited step does. Red: no progress, because an obstacle or a span takes all of the budget each time.
static int checkArrival(const cdObstaclesInput *input) {
    cdWorkspace *workspace = cdCreateWorkspace();
    cdFirstContact plain = cdFindFirstContactAmong(input, NULL, workspace, NULL);
    cdObstaclesInput part = *input;
    part.budget.maxPairTests = 1000 + 8 * countPoseTests(input, plain.resolvedTime, workspace);
    cdFirstContact result = {.state = CD_UNDECIDED};
    int calls = 0;
    for (; calls < 200 && result.state == CD_UNDECIDED; calls++) {
        result = cdFindFirstContactAmong(&part, NULL, workspace, NULL);
        part.start = result.resolvedPose;
        assert_false(overlapsAmong(input, part.start, workspace));
    }
    cdDestroyWorkspace(workspace);
    if (result.state != plain.state)
        fail_msg("%d calls, then %d, not %d", calls, (int)result.state, (int)plain.state);
    double apart = cdLength(cdSub(result.resolvedPose.p, plain.resolvedPose.p));
    if (apart > 1e-4) fail_msg("arrived %g away", apart);
    return calls;
}

static void testArrival(void **state) {
    (void)state;
    // A ball that passes through eleven rings with little clearance and meets the twelfth.
    Body ball = makeScaledBody("icosphere:level=3", 0.68);
    Obstacles row = {.count = 0};
    for (int i = 0; i < MAX_OBSTACLES; i++)
        addObstacle(&row, &torus, poseAt(i + 1 < MAX_OBSTACLES ? 0.0 : 0.1, 0.8 * i, 0.0));
    cdObstaclesInput passing = {.mesh = ball.mesh,
                                .start = poseAt(0.0, -2.0, 0.0),
                                .target = poseAt(0.0, 1.2 * MAX_OBSTACLES, 0.0),
                                .obstacles = row.obstacles,
                                .obstacleCount = row.count};
    int calls = checkArrival(&passing);
    if (calls < 3) fail_msg("%d calls", calls);
    destroyBody(&ball);
    // A sphere rotating within another one: every part of the surfaces is always near.
    cdObstacle around = {outer.mesh, ORIGIN_POSE};
    cdObstaclesInput turning = {.mesh = inner.mesh,
                                .start = ORIGIN_POSE,
                                .target = turnedPose(0.0, 0.0, 0.0, (cdVec3){0.0, 3.0, 4.0}, 1.0),
                                .obstacles = &around,
                                .obstacleCount = 1};
    checkArrival(&turning);
}

// --- Slides

// A torus that is moved against the ring of gears and along it.
static cdSlideInput makeRingSlide(Random *random) {
    cdObstaclesInput step = makeRingStep(random);
    cdSlideInput input = makeSlideInput(&torus, &ring, step.start, step.target);
    input.step.margin = MARGIN;
    return input;
}

// Interrupted anywhere, a slide ends at a free pose, with the same bits for the same budget; with enough
// budget it gives the unlimited answer.
static void testSlide(void **state) {
    (void)state;
    Random random = {74};
    int cut = 0, advanced = 0;
    for (int k = 0; k < 10; k++) {
        cdSlideInput input = makeRingSlide(&random);
        cdWorkspace *workspace = cdCreateWorkspace();
        cdSlide plain = cdFindSlide(&input, NULL, workspace, NULL);
        int64_t all = plain.contact.stats.pairTests;
        for (int part = 1; part < 16; part++) {
            input.step.budget.maxPairTests = 1 + all * part / 16;
            cdSlide slide = cdFindSlide(&input, NULL, workspace, NULL);
            cdSlide again = cdFindSlide(&input, NULL, workspace, NULL);
            assert_memory_equal(&slide.contact.resolvedPose, &again.contact.resolvedPose, sizeof(cdPose));
            assert_false(overlapsAmong(&input.step, slide.contact.resolvedPose, workspace));
            assert_true(slide.contact.stats.pairTests <= input.step.budget.maxPairTests);
            if (slide.contact.reason == CD_REASON_NONE) { // an unused budget changes nothing
                assert_memory_equal(&slide.contact.resolvedPose, &plain.contact.resolvedPose, sizeof(cdPose));
                continue;
            }
            cut++;
            assert_int_equal(slide.contact.reason, CD_REASON_BUDGET);
            assert_true(slide.exhausted && !slide.reached);
            advanced += !cdIsSamePose(slide.contact.resolvedPose, input.step.start);
        }
        input.step.budget.maxPairTests = 4 * all + 100000;
        cdSlide enough = cdFindSlide(&input, NULL, workspace, NULL);
        assert_memory_equal(&enough.contact.resolvedPose, &plain.contact.resolvedPose, sizeof(cdPose));
        cdDestroyWorkspace(workspace);
    }
    if (cut < 100 || advanced < 40) fail_msg("%d cut short, %d of them advanced", cut, advanced);
}

// A box moved into a corner by slides that are cut short repeatedly ends where one slide does. After no
// motion the budget is doubled.
static void testSlideArrival(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.5,y=0.5,z=0.5"), wall = makeBody("plate:width=20,depth=20,thickness=1");
    Obstacles corner = {.count = 0};
    addObstacle(&corner, &wall, poseAt(0.0, -0.5, 0.0));
    addObstacle(&corner, &wall, turnedPose(5.5, 0.0, 0.0, (cdVec3){0.0, 0.0, 1.0}, 0.5 * PI));
    cdPose start = turnedPose(0.0, 2.0, 0.0, (cdVec3){0.2, 1.0, 0.1}, 0.3);
    cdSlideInput input = makeSlideInput(&box, &corner, start, poseAt(6.0, -1.0, 0.4));
    cdWorkspace *workspace = cdCreateWorkspace();
    cdSlide plain = cdFindSlide(&input, NULL, workspace, NULL);
    assert_false(plain.exhausted);
    input.step.budget.maxPairTests = plain.contact.stats.pairTests / 3;
    int calls = 0;
    cdSlide slide = {.exhausted = true};
    for (; calls < 60 && slide.exhausted; calls++) {
        slide = cdFindSlide(&input, NULL, workspace, NULL);
        if (cdIsSamePose(slide.contact.resolvedPose, input.step.start)) input.step.budget.maxPairTests *= 2;
        input.step.start = slide.contact.resolvedPose;
    }
    if (slide.exhausted || calls < 2) fail_msg("%d calls", calls);
    assert_true(cdLength(cdSub(slide.contact.resolvedPose.p, plain.contact.resolvedPose.p)) < 1e-3);
    cdDestroyWorkspace(workspace);
    destroyBody(&box);
    destroyBody(&wall);
}

// --- The others

// Overlap: with few tests undecided or correct, never free if it overlaps.
static void testOverlap(void **state) {
    (void)state;
    Random random = {75};
    int undecided = 0;
    for (int k = 0; k < STEP_COUNT; k++) {
        cdOverlapInput input = {.meshA = torus.mesh, .meshB = gear.mesh, .poseB = ORIGIN_POSE};
        input.poseA = (cdPose){cdScale(1.5, nextRandomVec3(&random)),
                               cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, PI))};
        cdWorkspace *workspace = cdCreateWorkspace();
        cdOverlap plain = cdFindOverlap(&input, NULL, workspace, NULL);
        for (int64_t budget = 1; budget <= plain.stats.pairTests; budget *= 3) {
            input.budget.maxPairTests = budget;
            cdOverlap result = cdFindOverlap(&input, NULL, workspace, NULL);
            assert_true(result.stats.pairTests <= budget);
            if (budget == plain.stats.pairTests) break;
            bool isCut = result.state == CD_UNDECIDED && result.reason == CD_REASON_BUDGET;
            assert_true(isCut || (result.state == CD_OVERLAP && plain.state == CD_OVERLAP));
            undecided += isCut;
        }
        input.budget.maxPairTests = plain.stats.pairTests;
        assert_int_equal(cdFindOverlap(&input, NULL, workspace, NULL).state, plain.state);
        int32_t pairs[2 * 512];
        input.trianglePairs = pairs;
        input.pairCapacity = 512;
        input.budget.maxPairTests = 40;
        cdOverlap listed = cdFindOverlap(&input, NULL, workspace, NULL);
        if (listed.state == CD_OVERLAP && listed.stats.pairTests == 40) assert_true(listed.truncated);
        cdDestroyWorkspace(workspace);
    }
    assert_true(undecided > STEP_COUNT);
}

// The minimum distance among obstacles: the bounds hold for every budget of the whole call.
static void testDistance(void **state) {
    (void)state;
    Random random = {76};
    int undecided = 0;
    for (int k = 0; k < STEP_COUNT; k++) {
        cdObstaclesInput step = makeRingStep(&random);
        cdDistanceAmongInput input = {
            .mesh = torus.mesh, .pose = step.start, .obstacles = ring.obstacles, .obstacleCount = ring.count};
        cdDistance plain = cdFindDistanceAmong(&input, NULL, NULL, NULL);
        for (int64_t budget = 1; budget < plain.stats.pairTests; budget *= 3) {
            input.budget.maxPairTests = budget;
            cdDistance cut = cdFindDistanceAmong(&input, NULL, NULL, NULL);
            bool isCut = cut.state == CD_UNDECIDED && cut.reason == CD_REASON_BUDGET;
            assert_true(isCut || cut.distance == plain.distance);
            assert_true(cut.stats.pairTests <= budget && !cut.beyond);
            assert_true(cut.lower <= plain.distance && cut.upper >= plain.lower);
            undecided += isCut;
        }
        Clock clock = {.stopAt = 2};
        input.budget = (cdBudget){.interrupt = tick, .context = &clock};
        cdDistance stopped = cdFindDistanceAmong(&input, NULL, NULL, NULL);
        if (clock.calls == 2) assert_int_equal(stopped.reason, CD_REASON_INTERRUPTED);
        assert_true(clock.calls > 0 && clock.calls <= 2);
    }
    assert_true(undecided > STEP_COUNT);
}

// Contact regions of two gears face on face: no regions if the budget ends the search for them, all with
// enough.
static void testRegions(void **state) {
    (void)state;
    cdContactRegion regions[512];
    cdVec3 points[8192];
    cdBox3 bounds = cdGetMeshInfo(gear.mesh).bounds;
    for (int indexed = 0; indexed < 2; indexed++) {
        cdRegionsInput input = {.meshA = gear.mesh,
                                .meshB = gear.mesh,
                                .interior = indexed ? CD_INTERIOR_AUTO : CD_INTERIOR_EMPTY,
                                .poseB = ORIGIN_POSE,
                                .regions = regions,
                                .points = points,
                                .regionCapacity = 512,
                                .pointCapacity = 8192};
        input.poseA = poseAt(0.1, bounds.upper.y - bounds.lower.y + 1e-6, 0.05);
        cdWorkspace *workspace = cdCreateWorkspace();
        cdContactRegions out = cdFindContactRegions(&input, NULL, workspace, NULL);
        assert_int_equal(out.state, CD_CONTACT);
        int32_t all = out.regionCount;
        int64_t tests = out.pairTests;
        assert_true(tests > 100);
        for (int64_t budget = 1; budget < tests; budget += 1 + tests / 50) {
            input.budget.maxPairTests = budget;
            out = cdFindContactRegions(&input, NULL, workspace, NULL);
            assert_int_equal(out.state, CD_UNDECIDED);
            assert_int_equal(out.reason, CD_REASON_BUDGET);
            assert_true(out.regionCount == 0 && out.pairTests <= budget);
        }
        input.budget.maxPairTests = tests;
        out = cdFindContactRegions(&input, NULL, workspace, NULL);
        assert_true(out.state == CD_CONTACT && out.regionCount == all && out.reason == CD_REASON_NONE);
        cdDestroyWorkspace(workspace);
    }
}

// Each reason has its own name.
static void testReasonNames(void **state) {
    (void)state;
    for (int reason = CD_REASON_NONE; reason <= CD_REASON_PRECISION; reason++) {
        const char *name = cdGetReasonName((cdReason)reason);
        assert_true(strlen(name) > 3);
        for (int other = CD_REASON_NONE; other < reason; other++)
            assert_string_not_equal(name, cdGetReasonName((cdReason)other));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testAmong),    cmocka_unit_test(testInterrupt),    cmocka_unit_test(testArrival),
        cmocka_unit_test(testSlide),    cmocka_unit_test(testSlideArrival), cmocka_unit_test(testOverlap),
        cmocka_unit_test(testDistance), cmocka_unit_test(testRegions),      cmocka_unit_test(testReasonNames),
    };
    return cmocka_run_group_tests(tests, makeBodies, freeBodies);
}
