// Properties of every answer of first contact: symmetry, limits, caches, touching starts, drags, requests.
#include "contact_fixture.h"
#include "memory_fixture.h"
#include "oracle/soak.h"
#include "random.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const cdPose ORIGIN_POSE = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
enum { STEP_COUNT = 300 };

static cdMesh *torus, *gear, *box;

static int makeMeshes(void **state) {
    (void)state;
    torus = makeShape("torus:segments=12");
    gear = makeShape("gear:teeth=6");
    box = makeShape("box");
    return 0;
}

static int freeMeshes(void **state) {
    (void)state;
    cdDestroyMesh(torus);
    cdDestroyMesh(gear);
    cdDestroyMesh(box);
    return 0;
}

// A step of the torus from about 2.5 away to somewhere near the gear, rotating by up to 120 degrees.
static cdFirstContactInput randomStep(Random *random) {
    cdPose start = {cdScale(nextRandomIn(random, 1.8, 2.8), nextRandomDirection(random)),
                    cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI))};
    cdQuat turn = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 2.0));
    cdPose target = {nextRandomVec3(random), cdNormalizeQuat(cdMulQuat(turn, start.q))};
    cdPose place = {cdScale(0.2, nextRandomVec3(random)),
                    cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI))};
    return makeStep(torus, start, target, gear, place);
}

static void checkSameTime(const cdFirstContact *a, const cdFirstContact *b, double error) {
    assert_int_equal(a->state, b->state);
    if (fabs(a->t.lo - b->t.lo) > error) fail_msg("t %.17g and %.17g", a->t.lo, b->t.lo);
}

// B relative to A: B moves by the inverse screw, A is fixed. The same t, the kinds exchanged. Red:
// vertex-face tests better than face-vertex ones, a screw inverted about the wrong point.
static void testExchangeOfMeshes(void **state) {
    (void)state;
    Random random = {31};
    int contacts = 0;
    for (int k = 0; k < STEP_COUNT; k++) {
        cdFirstContactInput input = randomStep(&random);
        cdFirstContactInput swapped = makeStep(gear, cdInvMulPose(input.startA, input.startB),
                                               cdInvMulPose(input.targetA, input.startB), torus, ORIGIN_POSE);
        cdFirstContact one = findContact(&input), other = findContact(&swapped);
        checkSameTime(&one, &other, 1e-9);
        contacts += one.state == CD_CONTACT;
    }
    assert_true(contacts > STEP_COUNT / 3);
}

// Both meshes moved by one rigid motion, also 1e4 away: the same t.
static void testCommonMotion(void **state) {
    (void)state;
    Random random = {32};
    for (int k = 0; k < STEP_COUNT; k++) {
        cdFirstContactInput input = randomStep(&random), moved = input;
        cdPose common = {cdScale(k % 2 ? 1e4 : 1.0, nextRandomVec3(&random)),
                         cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, PI))};
        moved.startA = cdMulPose(common, input.startA);
        moved.targetA = cdMulPose(common, input.targetA);
        moved.startB = cdMulPose(common, input.startB);
        cdFirstContact one = findContact(&input), other = findContact(&moved);
        if (one.state == CD_CONTACT && one.t.lo > 1.0 - 1e-9) continue;
        checkSameTime(&one, &other, k % 2 ? 1e-8 : 1e-9);
    }
}

// Everything scaled by a power of two: every number that is no length is the same, to the last bit. Red: any
// absolute tolerance.
static void testScaling(void **state) {
    (void)state;
    Random random = {33};
    const double scale = 0x1p-20;
    cdMesh *smallTorus = makeScaledShape("torus:segments=12", scale, cdMakeVec3(0, 0, 0));
    cdMesh *smallGear = makeScaledShape("gear:teeth=6", scale, cdMakeVec3(0, 0, 0));
    for (int k = 0; k < STEP_COUNT; k++) {
        cdFirstContactInput input = randomStep(&random), small = input;
        small.meshA = smallTorus;
        small.meshB = smallGear;
        small.startA.p = cdScale(scale, input.startA.p);
        small.targetA.p = cdScale(scale, input.targetA.p);
        small.startB.p = cdScale(scale, input.startB.p);
        cdFirstContact one = findContact(&input), other = findContact(&small);
        checkSameTime(&one, &other, 0.0);
        assert_true(one.t.hi == other.t.hi && one.resolvedTime == other.resolvedTime);
        assert_int_equal(one.featureA.index, other.featureA.index);
        assert_int_equal(one.featureB.index, other.featureB.index);
    }
    cdDestroyMesh(smallTorus);
    cdDestroyMesh(smallGear);
}

// The same triangles in another order, points renumbered: the same t; ids follow the file.
static void testRelabelling(void **state) {
    (void)state;
    TriangleSoup soup = {0};
    char message[256];
    assert_true(MakeShape("gear:teeth=6", &soup, message, sizeof message));
    cdVec3 *points = malloc((size_t)soup.pointCount * sizeof *points);
    int32_t *triangles = malloc(3 * (size_t)soup.triangleCount * sizeof *triangles);
    for (int32_t i = 0; i < soup.pointCount; i++)
        points[soup.pointCount - 1 - i] = soup.points[i];
    for (int32_t i = 0; i < soup.triangleCount; i++)
        for (int k = 0; k < 3; k++)
            triangles[3 * (soup.triangleCount - 1 - i) + k] =
                soup.pointCount - 1 - soup.triangles[3 * i + (k + 1) % 3];
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.triangles = triangles;
    def.pointCount = soup.pointCount;
    def.triangleCount = soup.triangleCount;
    cdMesh *turned = cdCreateMesh(&def, NULL);
    assert_non_null(turned);
    Random random = {34};
    for (int k = 0; k < STEP_COUNT; k++) {
        cdFirstContactInput input = randomStep(&random), other = input;
        other.meshB = turned;
        cdFirstContact one = findContact(&input), two = findContact(&other);
        checkSameTime(&one, &two, 1e-9);
        if (two.state != CD_CONTACT || two.featureB.kind != CD_FEATURE_VERTEX) continue;
        const cdMeshInfo info = cdGetMeshInfo(turned);
        cdVec3 local = cdAdd(info.vertices[two.featureB.index], info.center);
        assert_true(cdLength(cdSub(local, points[two.featureB.id])) < 1e-15);
    }
    cdDestroyMesh(turned);
    free(points);
    free(triangles);
    DestroyTriangleSoup(&soup);
}

// Budgets from 0 to plenty: undecided answers are free up to t.lo and never later than the true contact;
// enough budget gives the unlimited answer.
static void testBudget(void **state) {
    (void)state;
    Random random = {35};
    int undecided = 0;
    for (int k = 0; k < 60; k++) {
        cdFirstContactInput input = randomStep(&random);
        cdFirstContact plain = findContact(&input);
        for (int64_t budget = 1; budget < 2000000; budget *= 8) {
            input.budget.maxPairTests = budget;
            cdFirstContact result = findContact(&input);
            if (result.state != CD_UNDECIDED) {
                checkSameTime(&plain, &result, 1e-9);
                continue;
            }
            undecided++;
            assert_true(result.t.lo >= 0.0 && (plain.state == CD_OVERLAP || result.t.lo <= plain.t.hi));
            assert_true(result.resolvedTime >= 0.0 && result.resolvedTime <= result.t.lo);
        }
        input.budget.maxPairTests = 0;
    }
    assert_true(undecided > 60);
}

// An allocator that fails at each call in turn: undecided with t.lo = 0 and its reason, the mesh stays at its
// start. Afterwards the workspace works, with the same bits. Red: a workspace that keeps a part it did not
// get.
static void testNoMemory(void **state) {
    (void)state;
    Random random = {36};
    cdFirstContactInput input = randomStep(&random);
    cdFirstContact plain = findContact(&input);
    cdWorkspace *workspace = cdCreateWorkspace();
    LimitedMemory memory = {.allowed = 0};
    useLimitedMemory(&memory);
    cdFirstContact result = cdFindFirstContact(&input, NULL, workspace, NULL);
    int failures = 0;
    for (; result.state == CD_UNDECIDED && failures < 20; failures++) {
        assert_int_equal(result.reason, CD_REASON_WORKSPACE);
        assert_true(result.t.lo == 0.0 && result.resolvedTime == 0.0);
        assert_memory_equal(&result.resolvedPose, &input.startA, sizeof input.startA);
        memory.allowed = failures + 1;
        result = cdFindFirstContact(&input, NULL, workspace, NULL);
    }
    assert_true(failures > 0 && AreAnswersEqual(&result, &plain));
    cdDestroyWorkspace(workspace);
    assert_int_equal(memory.live, -1); // the workspace itself was allocated elsewhere
}

// A zeroed cache, a warm one, and one full of garbage: the same answer bit for bit.
static void testCacheChangesNothing(void **state) {
    (void)state;
    Random random = {37};
    cdWorkspace *workspace = cdCreateWorkspace();
    cdPairCache warm = {0};
    for (int k = 0; k < STEP_COUNT; k++) {
        cdFirstContactInput input = randomStep(&random);
        cdFirstContact plain = cdFindFirstContact(&input, NULL, workspace, NULL);
        cdPairCache nonsense = {.kind = 1 + k % 5,
                                .elementA = nextRandomInt(&random, -9, 999),
                                .elementB = nextRandomInt(&random, -9, 999),
                                .hitCount = k};
        nonsense.convex.state = k % 4;
        nonsense.convex.vertexA = nextRandomInt(&random, -9, 999);
        nonsense.convex.vertexB = nextRandomInt(&random, -9, 999);
        nonsense.convex.vector = nextRandomDirection(&random);
        cdFirstContact cached = cdFindFirstContact(&input, &warm, workspace, NULL);
        cdFirstContact again = cdFindFirstContact(&input, &warm, workspace, NULL);
        cdFirstContact misled = cdFindFirstContact(&input, &nonsense, workspace, NULL);
        assert_true(AreAnswersEqual(&plain, &cached) && AreAnswersEqual(&plain, &again));
        assert_true(AreAnswersEqual(&plain, &misled));
    }
    cdDestroyWorkspace(workspace);
}

typedef struct Worker {
    cdFirstContact results[STEP_COUNT];
} Worker;

static void *runWorker(void *context) {
    Worker *worker = context;
    Random random = {38};
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int k = 0; k < STEP_COUNT; k++) {
        cdFirstContactInput input = randomStep(&random);
        worker->results[k] = cdFindFirstContact(&input, NULL, workspace, NULL);
    }
    cdDestroyWorkspace(workspace);
    return NULL;
}

// Two threads run the same queries on the same meshes, each with its own workspace: no shared state, equal
// answers.
static void testReentrant(void **state) {
    (void)state;
    Worker *workers = calloc(2, sizeof *workers);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, runWorker, &workers[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (int k = 0; k < STEP_COUNT; k++)
        assert_true(AreAnswersEqual(&workers[0].results[k], &workers[1].results[k]));
    free(workers);
}

// A workspace used for other meshes, larger and smaller, in between.
static void testWorkspaceServesManyPairs(void **state) {
    (void)state;
    Random random = {39};
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int k = 0; k < STEP_COUNT; k++) {
        cdFirstContactInput input = randomStep(&random), other = input;
        other.meshA = k % 2 ? box : gear;
        other.meshB = k % 3 ? torus : box;
        cdFindFirstContact(&other, NULL, workspace, NULL);
        cdFirstContact shared = cdFindFirstContact(&input, NULL, workspace, NULL), own = findContact(&input);
        assert_true(AreAnswersEqual(&shared, &own));
    }
    cdDestroyWorkspace(workspace);
}

// A box that came to rest on a box: lifting it, sliding it, rotating it about the vertical are free; pushing
// on stops at once, as contact and not as overlap.
static void testLeavingIsNeverBlocked(void **state) {
    (void)state;
    cdFirstContactInput fall = makeStep(box, poseAt(0.2, 3, 0.1), poseAt(0.2, 1, 0.1), box, ORIGIN_POSE);
    cdFirstContact landed = findContact(&fall);
    assert_int_equal(landed.state, CD_CONTACT);
    cdPose resolved = landed.resolvedPose;
    assert_true(resolved.p.y > 2.0 && resolved.p.y <= 2.0 + 4e-6 * cdGetMeshInfo(box).radius);
    const cdVec3 ways[] = {{0, 0.5, 0}, {0.5, 0, 0}, {0, 0, -0.7}, {0.3, 1e-7, 0.2}, {-4, 0, 0}};
    for (int i = 0; i < 5; i++) {
        cdPose target = {cdAdd(resolved.p, ways[i]), resolved.q};
        cdFirstContactInput leave = makeStep(box, resolved, target, box, ORIGIN_POSE);
        assert_int_equal(findContact(&leave).state, CD_FREE);
    }
    cdPose turned = {resolved.p, cdMakeQuat(cdMakeVec3(0, 1, 0), 1.0)};
    cdFirstContactInput turn = makeStep(box, resolved, turned, box, ORIGIN_POSE);
    assert_int_equal(findContact(&turn).state, CD_FREE);
    cdPose down = {cdAdd(resolved.p, cdMakeVec3(0.1, -0.4, 0)), resolved.q};
    cdFirstContactInput push = makeStep(box, resolved, down, box, ORIGIN_POSE);
    for (int again = 0; again < 20; again++) {
        cdFirstContact result = findContact(&push);
        assert_int_equal(result.state, CD_CONTACT);
        assert_true(result.t.lo < 1e-4);
        assert_false(overlapAt(box, result.resolvedPose, box, ORIGIN_POSE));
        push.startA = result.resolvedPose;
    }
}

// Touching exactly, gap 0, as in a scene file: leaving is free.
static void testExactTouchMayLeave(void **state) {
    (void)state;
    cdFirstContactInput lift = makeStep(box, poseAt(0.2, 2, 0.1), poseAt(0.2, 2.5, 0.1), box, ORIGIN_POSE);
    cdFirstContact result = findContact(&lift);
    assert_int_equal(result.state, CD_FREE);
    lift.targetA = poseAt(0.2, 1.5, 0.1);
    result = findContact(&lift);
    assert_true(result.state == CD_CONTACT || result.state == CD_OVERLAP);
    assert_true(result.resolvedTime == 0.0);
}

// A start in real overlap is a state of its own; the resolved pose is the start unless the step leads out.
static void testOverlapAtStart(void **state) {
    (void)state;
    cdFirstContactInput input = makeStep(box, poseAt(0.5, 1, 0.3), poseAt(0.6, 1, 0.3), box, ORIGIN_POSE);
    cdFirstContact result = findContact(&input);
    assert_int_equal(result.state, CD_OVERLAP);
    assert_true(result.t.lo == 0.0 && result.t.hi == 0.0);
}

// A drag of 1,500 steps of the torus on and around the gear, aimed at it, along it and away at random; each
// step starts at the last resolved pose. Never an overlap by the exact test, and never stuck: most steps
// move.
static void testDragNeverOverlapsNorSticks(void **state) {
    (void)state;
    Random random = {40};
    cdWorkspace *workspace = cdCreateWorkspace();
    cdPose pose = poseAt(0, 2.2, 0);
    int contacts = 0, stuck = 0;
    for (int k = 0; k < 1500; k++) {
        cdVec3 pull = cdScale(-0.05, cdNormalize(pose.p));
        if (k % 4 == 3) pull = cdMakeVec3(0, 0, 0);
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), 0.05);
        cdPose target = {cdAdd(cdAdd(pose.p, pull), cdScale(0.05, nextRandomVec3(&random))),
                         cdNormalizeQuat(cdMulQuat(turn, pose.q))};
        cdFirstContactInput input = makeStep(torus, pose, target, gear, ORIGIN_POSE);
        cdFirstContact result = cdFindFirstContact(&input, NULL, workspace, NULL);
        assert_true(result.state == CD_FREE || result.state == CD_CONTACT);
        assert_false(overlapAt(torus, result.resolvedPose, gear, ORIGIN_POSE));
        contacts += result.state == CD_CONTACT;
        stuck = result.resolvedTime == 0.0 ? stuck + 1 : 0;
        assert_true(stuck < 100);
        pose = result.resolvedPose;
    }
    assert_true(contacts > 300);
    cdDestroyWorkspace(workspace);
}

static bool isFirstContact(const cdTouch *touch, const cdFirstContact *contact) {
    return touch->kind == contact->kind && touch->featureA.index == contact->featureA.index &&
           touch->featureB.index == contact->featureB.index;
}

// A box set down flat: all touches are listed on request, including the first contact. A short buffer reports
// that, and its content does not depend on the order of the search. Red: a full list that keeps those that
// the trees visit first.
static void testTouchesAreListed(void **state) {
    (void)state;
    cdTouch touches[256];
    cdFirstContactInput input = makeStep(box, poseAt(0.2, 3, 0.1), poseAt(0.2, 1, 0.1), box, ORIGIN_POSE);
    cdFirstContact plain = findContact(&input);
    input.touches = touches;
    input.touchCapacity = 256;
    cdFirstContact result = findContact(&input);
    assert_true(AreAnswersEqual(&plain, &result));
    assert_true(result.touchCount >= 4 && result.touchCount <= 256 && !result.truncated);
    assert_int_equal(result.neededTouches, result.touchCount);
    int32_t all = result.touchCount;
    bool found = false;
    for (int32_t i = 0; i < result.touchCount; i++) {
        found = found || isFirstContact(&touches[i], &result);
        assert_true(fabs(touches[i].point.y - 1.0) < 1e-6);
        assert_true(fabs(cdLength(touches[i].normal) - 1.0) < 1e-12);
    }
    assert_true(found);
    // Room for two: the first contact, and the first of the others in order.
    cdTouch shorter[2];
    input.touches = shorter;
    input.touchCapacity = 2;
    result = findContact(&input);
    assert_true(result.truncated && result.touchCount == 2 && result.neededTouches >= all);
    int32_t other = isFirstContact(&touches[0], &result) ? 1 : 0;
    for (int32_t i = 0; i < 2; i++)
        assert_true(isFirstContact(&shorter[i], &result) ||
                    (shorter[i].kind == touches[other].kind &&
                     shorter[i].featureA.index == touches[other].featureA.index &&
                     shorter[i].featureB.index == touches[other].featureB.index));
    assert_true(isFirstContact(&shorter[0], &result) != isFirstContact(&shorter[1], &result));
}

// A trace records the search and reports when it did not fit; recording changes nothing.
static void testTraceChangesNothing(void **state) {
    (void)state;
    static cdTraceEvent events[20000];
    Random random = {41};
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int k = 0; k < 50; k++) {
        cdFirstContactInput input = randomStep(&random);
        cdTrace whole = {.events = events, .eventCapacity = 20000},
                tiny = {.events = events, .eventCapacity = 3};
        cdFirstContact plain = cdFindFirstContact(&input, NULL, workspace, NULL);
        cdFirstContact traced = cdFindFirstContact(&input, NULL, workspace, &whole);
        assert_true(AreAnswersEqual(&plain, &traced));
        assert_true(whole.eventCount > 0 && whole.eventCount <= whole.eventCapacity);
        traced = cdFindFirstContact(&input, NULL, workspace, &tiny);
        assert_true(AreAnswersEqual(&plain, &traced));
        assert_true(tiny.eventCount <= 3 && (tiny.truncated || whole.eventCount <= 3));
    }
    cdDestroyWorkspace(workspace);
}

// Poses with NaN: never "free".
static void testNotANumberIsNotFree(void **state) {
    (void)state;
    Random random = {42};
    double *fields[3];
    for (int k = 0; k < 3; k++) {
        cdFirstContactInput input = randomStep(&random);
        fields[0] = &input.startA.p.x;
        fields[1] = &input.targetA.q.y;
        fields[2] = &input.startB.p.z;
        *fields[k] = NAN;
        cdFirstContact result = findContact(&input);
        assert_int_equal(result.state, CD_UNDECIDED);
        assert_int_equal(result.reason, CD_REASON_NOT_FINITE);
    }
}

// A quaternion of twice unit length, and zero: never "free", for one mesh or for many. Red: a mesh off its
// own origin is transformed wrongly and passes through.
static void testQuaternionsOffUnitAreNotFree(void **state) {
    (void)state;
    cdMesh *solid = makeScaledShape("box", 1.0, cdMakeVec3(5, 0, 0));
    for (int k = 0; k < 6; k++) {
        cdFirstContactInput input =
            makeStep(solid, poseAt(-4, 0, 0), poseAt(4, 0, 0), solid, poseAt(0, 0, 0));
        cdQuat *quats[] = {&input.startA.q, &input.targetA.q, &input.startB.q};
        quats[k % 3]->w = k < 3 ? 2.0 : 0.0;
        cdFirstContact result = findContact(&input);
        assert_int_equal(result.state, CD_UNDECIDED);
        assert_int_equal(result.reason, CD_REASON_NOT_UNIT);
        cdObstacle obstacle = {solid, input.startB};
        cdWorkspace *workspace = cdCreateWorkspace();
        cdObstaclesInput many = {.mesh = solid,
                                 .start = input.startA,
                                 .target = input.targetA,
                                 .obstacles = &obstacle,
                                 .obstacleCount = 1};
        cdFirstContact among = cdFindFirstContactAmong(&many, NULL, workspace, NULL);
        assert_int_equal(among.state, CD_UNDECIDED);
        assert_int_equal(among.reason, CD_REASON_NOT_UNIT);
        cdDestroyWorkspace(workspace);
    }
    cdDestroyMesh(solid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testQuaternionsOffUnitAreNotFree),
        cmocka_unit_test(testExchangeOfMeshes),
        cmocka_unit_test(testCommonMotion),
        cmocka_unit_test(testScaling),
        cmocka_unit_test(testRelabelling),
        cmocka_unit_test(testBudget),
        cmocka_unit_test_teardown(testNoMemory, restoreMemory),
        cmocka_unit_test(testCacheChangesNothing),
        cmocka_unit_test(testReentrant),
        cmocka_unit_test(testWorkspaceServesManyPairs),
        cmocka_unit_test(testLeavingIsNeverBlocked),
        cmocka_unit_test(testExactTouchMayLeave),
        cmocka_unit_test(testOverlapAtStart),
        cmocka_unit_test(testDragNeverOverlapsNorSticks),
        cmocka_unit_test(testTouchesAreListed),
        cmocka_unit_test(testTraceChangesNothing),
        cmocka_unit_test(testNotANumberIsNotFree),
    };
    return cmocka_run_group_tests(tests, makeMeshes, freeMeshes);
}
