// Two box meshes: the box algorithm gives the same bits as the trees.
//
// The mesh test is the reference: a query with CD_DISABLE_BOXES skips the box algorithm.
#include "contact_fixture.h"
#include "oracle/soak.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { BOXES = 5, TOUCHES = 16 };

static const char *const specs[BOXES] = {"box:x=0.5,y=0.5,z=0.5", "box:x=0.9,y=0.4,z=0.2",
                                         "box:x=1,y=0.01,z=0.7", "box:x=1,y=0.02,z=0.02",
                                         "box:x=0.05,y=0.05,z=0.05"};

// How often the box algorithm decided alone.
typedef struct Tally {
    int free, contacts, others, answers, queries;
} Tally;

static bool areTouchesEqual(const cdFirstContact *a, const cdTouch *touchesA, const cdFirstContact *b,
                            const cdTouch *touchesB) {
    if (a->touchCount != b->touchCount || a->truncated != b->truncated) return false;
    for (int32_t i = 0; i < a->touchCount; i++) {
        const cdTouch *x = &touchesA[i], *y = &touchesB[i];
        if (x->kind != y->kind || x->featureA.index != y->featureA.index ||
            x->featureB.index != y->featureB.index || cdLength(cdSub(x->point, y->point)) != 0.0 ||
            cdLength(cdSub(x->normal, y->normal)) != 0.0)
            return false;
    }
    return true;
}

static void expectSameAnswer(cdFirstContactInput input, cdWorkspace *workspace, Tally *tally) {
    cdTouch touches[2][TOUCHES];
    input.touchCapacity = TOUCHES;
    input.touches = touches[0];
    input.disabled = 0;
    cdFirstContact route = cdFindFirstContact(&input, NULL, workspace, NULL);
    input.touches = touches[1];
    input.disabled = CD_DISABLE_BOXES;
    cdFirstContact trees = cdFindFirstContact(&input, NULL, workspace, NULL);
    assert_true(AreAnswersEqual(&route, &trees));
    assert_true(areTouchesEqual(&route, touches[0], &trees, touches[1]));
    assert_int_equal(route.stats.boxTests, 1);
    assert_int_equal(trees.stats.boxTests, 0);
    // In the proxies' field: a bound of the distance, from A to B.
    assert_true(route.proxy.tested && route.proxy.ofBoxes && !trees.proxy.ofBoxes);
    assert_true(fabs(cdLength(route.proxy.vector) - 1.0) < 1e-9);
    if (route.state == CD_FREE) assert_true(route.proxy.separated == (route.stats.boxAnswers == 1));
    tally->queries++;
    tally->free += route.state == CD_FREE;
    tally->contacts += route.state == CD_CONTACT;
    tally->others += route.state != CD_FREE && route.state != CD_CONTACT;
    tally->answers += (int)route.stats.boxAnswers;
}

static cdMesh *makeBox(cdVec3 half) {
    char spec[120];
    snprintf(spec, sizeof spec, "box:x=%.17g,y=%.17g,z=%.17g", half.x, half.y, half.z);
    return makeShape(spec);
}

static cdQuat randomTurn(Random *random, double most) {
    return cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, most));
}

// Random boxes (cubes, plates, rods, pebbles) on random steps with all rotations, of several sizes, far away,
// and with the boxes rotated and off centre in their meshes' frames. Red: a wrong frame, a plane with a wrong
// sign, a feature pair on the wrong plane, another contact that comes first.
static void testRandomSteps(void **state) {
    (void)state;
    Random random = {11};
    Tally tally = {0};
    for (int round = 0; round < 8; round++) {
        double scale = round % 3 == 0 ? 1.0 : round % 3 == 1 ? 1e-4 : 1e4;
        cdVec3 away = cdScale(round >= 4 ? 100.0 * scale : 0.0, nextRandomDirection(&random));
        cdMesh *meshes[BOXES];
        for (int i = 0; i < BOXES; i++)
            meshes[i] =
                makeScaledShape(specs[i], scale, cdScale(round % 2 ? scale : 0.0, nextRandomVec3(&random)));
        cdWorkspace *workspace = cdCreateWorkspace();
        for (int k = 0; k < 600; k++) {
            const cdMesh *a = meshes[nextRandomInt(&random, 0, BOXES - 1)];
            const cdMesh *b = meshes[nextRandomInt(&random, 0, BOXES - 1)];
            cdPose start = {cdMulAdd(away, 1.5 * scale, nextRandomDirection(&random)),
                            randomTurn(&random, PI)};
            cdPose poseB = {cdMulAdd(away, 0.3 * scale, nextRandomDirection(&random)),
                            randomTurn(&random, PI)};
            cdVec3 to =
                cdMulAdd(poseB.p, nextRandomIn(&random, 0.0, 1.5) * scale, nextRandomDirection(&random));
            cdQuat turn = randomTurn(&random, k % 4 == 0 ? PI : 0.5);
            cdPose target = {to, cdNormalizeQuat(cdMulQuat(turn, start.q))};
            expectSameAnswer(makeStep(a, start, target, b, poseB), workspace, &tally);
        }
        cdDestroyWorkspace(workspace);
        for (int i = 0; i < BOXES; i++)
            cdDestroyMesh(meshes[i]);
    }
    assert_true(tally.free > 1000 && tally.contacts > 1000);
    assert_true(tally.answers > (tally.free + tally.contacts) * 99 / 100);
}

// Cubes on a grid: faces on faces, edges along edges, edges on faces, corners on edges and on corners,
// parallel throughout or rotated by multiples of 45 degrees, touching starts that slide or leave, no motion.
// Here several pairs of elements touch at once. Red: the named pair differs from the trees' choice, or a
// touching start blocks leaving.
static void testAlignedSteps(void **state) {
    (void)state;
    Random random = {12};
    Tally tally = {0};
    cdMesh *cube = makeShape("box:x=0.5,y=0.5,z=0.5"), *plate = makeShape("box:x=1,y=0.5,z=0.25");
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int k = 0; k < 6000; k++) {
        cdVec3 from = cdScale(0.25, nextRandomGridPoint(&random, -6, 6));
        cdVec3 to = cdScale(0.25, nextRandomGridPoint(&random, -6, 6));
        cdVec3 axis = nextRandomGridPoint(&random, -1, 1);
        double angle = 0.25 * PI * nextRandomInt(&random, 0, 3);
        cdQuat q = cdLengthSq(axis) > 0.0 ? cdMakeQuat(cdNormalize(axis), angle) : (cdQuat){1, 0, 0, 0};
        cdPose start = {from, q}, target = {to, q};
        if (k % 3 == 0) target.q = (cdQuat){1.0, 0.0, 0.0, 0.0};
        if (k % 7 == 0) target = start;
        const cdMesh *a = k & 1 ? cube : plate, *b = k & 2 ? cube : plate;
        expectSameAnswer(makeStep(a, start, target, b, poseAt(0, 0, 0)), workspace, &tally);
    }
    assert_true(tally.free > 500 && tally.contacts > 1500 && tally.others > 200);
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(cube);
    cdDestroyMesh(plate);
}

// A cube at a small gap over a plate is dragged along it, pushed into it and lifted, repeatedly, each step
// from the last resolved pose. Red: an answer that differs once makes the two drags diverge.
static void testDragFromSmallGap(void **state) {
    (void)state;
    Random random = {13};
    Tally tally = {0};
    cdMesh *cube = makeShape("box:x=0.2,y=0.2,z=0.2"), *plate = makeShape("box:x=2,y=0.1,z=2");
    cdWorkspace *workspace = cdCreateWorkspace();
    cdPose pose = turnedPose(0.1, 0.5, 0.0, cdMakeVec3(1, 2, 3), 0.7);
    for (int k = 0; k < 2000; k++) {
        cdPose target = pose;
        target.p = cdMulAdd(target.p, 0.05, nextRandomDirection(&random));
        target.p.y -= 0.02;
        target.q = cdNormalizeQuat(cdMulQuat(randomTurn(&random, 0.1), target.q));
        cdFirstContactInput input = makeStep(cube, pose, target, plate, poseAt(0, 0, 0));
        expectSameAnswer(input, workspace, &tally);
        pose = cdFindFirstContact(&input, NULL, workspace, NULL).resolvedPose;
        if (fabs(pose.p.x) > 1.8 || fabs(pose.p.z) > 1.8)
            pose = turnedPose(0, 0.5, 0, cdMakeVec3(1, 2, 3), 0.7);
    }
    assert_true(tally.contacts > 200 && tally.free > 200);
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(cube);
    cdDestroyMesh(plate);
}

// A box on a plate at gaps from 0 to a few touch tolerances, slid and rotated along it, upright or nearly;
// and boxes that fall on each other rotated by 1e-2 to 1e-16 from parallel. Red: a gap that only one counts
// as touching, a corner or an edge reported alone although adjacent edges, almost in the plane, touch too.
static void testWithinRounding(void **state) {
    (void)state;
    Random random = {15};
    Tally tally = {0};
    for (int round = 0; round < 300; round++) {
        cdVec3 halfA = cdMakeVec3(nextRandomIn(&random, 0.1, 1.5), nextRandomIn(&random, 0.1, 1.5), 0.25);
        cdVec3 halfB = cdMakeVec3(nextRandomIn(&random, 0.1, 1.5), nextRandomIn(&random, 0.1, 1.5), 0.5);
        cdMesh *a = makeBox(halfA), *b = makeBox(halfB);
        cdWorkspace *workspace = cdCreateWorkspace();
        for (int k = 0; k < 20; k++) {
            double sliver = pow(10.0, -nextRandomIn(&random, 2.0, 16.0));
            cdVec3 from = nextRandomVec3(&random), to = nextRandomVec3(&random);
            cdQuat q = randomTurn(&random, sliver), turn = {1.0, 0.0, 0.0, 0.0};
            if (k % 2 == 0) {
                from.z = to.z = 0.75 + nextRandomInt(&random, 0, 20) * 2e-13;
                q = (cdQuat){1.0, 0.0, 0.0, 0.0};
                if (k % 4 == 0) turn = cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), nextRandomIn(&random, 0.0, 1.0));
            } else {
                from = cdScale(4.0, nextRandomDirection(&random));
            }
            cdQuat frame = k % 8 < 4 ? (cdQuat){1.0, 0.0, 0.0, 0.0} : randomTurn(&random, PI);
            cdPose start = {cdRotate(frame, from), cdNormalizeQuat(cdMulQuat(frame, q))};
            cdPose target = {cdRotate(frame, to), cdNormalizeQuat(cdMulQuat(frame, cdMulQuat(turn, q)))};
            cdPose poseB = {cdMakeVec3(0.0, 0.0, 0.0), frame};
            expectSameAnswer(makeStep(a, start, target, b, poseB), workspace, &tally);
        }
        cdDestroyWorkspace(workspace);
        cdDestroyMesh(a);
        cdDestroyMesh(b);
    }
    assert_true(tally.free > 500 && tally.contacts > 2000);
}

// A small box inside a large one, which queries treat as surfaces: free. Red: the box algorithm, for which
// boxes are solid, reports an overlap.
static void testBoxInABox(void **state) {
    (void)state;
    Tally tally = {0};
    cdMesh *room = makeShape("box:x=2,y=2,z=2"), *cube = makeShape("box:x=0.2,y=0.2,z=0.2");
    cdWorkspace *workspace = cdCreateWorkspace();
    cdFirstContactInput input = makeStep(cube, poseAt(0, 0, 0), poseAt(1, 0, 0), room, poseAt(0, 0, 0));
    expectSameAnswer(input, workspace, &tally);
    assert_int_equal(cdFindFirstContact(&input, NULL, workspace, NULL).state, CD_FREE);
    input.targetA = poseAt(2.2, 0.0, 0.0);
    expectSameAnswer(input, workspace, &tally);
    cdFirstContact hit = cdFindFirstContact(&input, NULL, workspace, NULL);
    assert_int_equal(hit.state, CD_CONTACT);
    assert_true(fabs(hit.t.lo - 1.8 / 2.2) < 1e-9);
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(room);
    cdDestroyMesh(cube);
}

// Among many boxes, the time limit set by earlier answers applies to the box algorithm, too. Red: a contact
// after it, or a missed one before it.
static void testAmongBoxes(void **state) {
    (void)state;
    Random random = {14};
    enum { COUNT = 24 };
    cdMesh *cube = makeShape("box:x=0.3,y=0.2,z=0.1");
    cdObstacle obstacles[COUNT];
    int contacts = 0;
    for (int i = 0; i < COUNT; i++)
        obstacles[i] = (cdObstacle){cube, {cdScale(2.0, nextRandomVec3(&random)), randomTurn(&random, PI)}};
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int k = 0; k < 500; k++) {
        cdObstaclesInput input = {.mesh = cube, .obstacles = obstacles, .obstacleCount = COUNT};
        input.start = (cdPose){cdScale(2.5, nextRandomVec3(&random)), randomTurn(&random, PI)};
        input.target = (cdPose){cdScale(2.5, nextRandomVec3(&random)), randomTurn(&random, PI)};
        cdFirstContact route = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
        input.disabled = CD_DISABLE_BOXES;
        cdFirstContact trees = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
        assert_true(AreAnswersEqual(&route, &trees));
        assert_int_equal(route.obstacle, trees.obstacle);
        contacts += route.state == CD_CONTACT;
    }
    assert_true(contacts > 100);
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(cube);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRandomSteps),      cmocka_unit_test(testAlignedSteps),
        cmocka_unit_test(testDragFromSmallGap), cmocka_unit_test(testWithinRounding),
        cmocka_unit_test(testBoxInABox),        cmocka_unit_test(testAmongBoxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
