// First contact of two meshes that both move: B on its own screw, A so that the relative motion is one screw.
#include "collision/distance.h"
#include "contact_fixture.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static cdPose nextPose(Random *random, double reach) {
    cdVec3 p = cdScale(reach, nextRandomVec3(random));
    return (cdPose){p, cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 3.0))};
}

static bool areApart(const cdMesh *a, cdPose poseA, const cdMesh *b, cdPose poseB, cdWorkspace *workspace) {
    cdOverlapInput input = {.meshA = a, .meshB = b, .poseA = poseA, .poseB = poseB};
    return cdFindOverlap(&input, NULL, workspace, NULL).state == CD_FREE;
}

// Unit cubes 4 from each other approach, each by 2: they meet halfway, at t = 3/4, with A's face at 0. Then
// both move together and never meet. Red: B's motion missing, or counted twice.
static void testCubesMeetHalfway(void **state) {
    (void)state;
    cdMesh *cube = makeShape("box:x=0.5,y=0.5,z=0.5");
    cdWorkspace *workspace = cdCreateWorkspace();
    cdPose targetB = poseAt(0.0, 0.0, 0.0);
    cdTouch touches[32];
    cdFirstContactInput input = {.meshA = cube,
                                 .meshB = cube,
                                 .startA = poseAt(2.0, 0.1, 0.2),
                                 .targetA = poseAt(0.0, 0.1, 0.2),
                                 .startB = poseAt(-2.0, 0.0, 0.0),
                                 .targetB = &targetB,
                                 .touches = touches,
                                 .touchCapacity = 32};
    cdFirstContact found = cdFindFirstContact(&input, NULL, workspace, NULL);
    assert_int_equal(found.state, CD_CONTACT);
    assert_true(fabs(found.t.lo - 0.75) < 1e-9 && found.t.lo <= 0.75 && found.t.hi >= 0.75);
    assert_true(fabs(found.point.x) < 1e-8 && fabs(found.normal.x - 1.0) < 1e-12);
    assert_true(fabs(found.resolvedPose.p.x - 0.5) < 1e-5 && fabs(found.resolvedPoseB.p.x + 0.5) < 1e-5);
    assert_true(found.resolvedPose.p.x - found.resolvedPoseB.p.x > 1.0);
    assert_true(found.touchCount >= 4);
    for (int32_t i = 0; i < found.touchCount; i++)
        assert_true(fabs(touches[i].point.x) < 1e-8);
    targetB = poseAt(-4.0, 0.0, 0.0);
    input.targetA = poseAt(0.5, 0.1, 0.2);
    found = cdFindFirstContact(&input, NULL, workspace, NULL);
    assert_int_equal(found.state, CD_FREE);
    assert_true(cdIsSamePose(found.resolvedPose, input.targetA) &&
                cdIsSamePose(found.resolvedPoseB, targetB));
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(cube);
}

// The same with a safety distance of a half: the gap of 3 reaches it at t = 5/8, and the cubes stop with more
// than that between them. Red: the distance missing in the relative step.
static void testCubesKeepADistance(void **state) {
    (void)state;
    cdMesh *cube = makeShape("box:x=0.5,y=0.5,z=0.5");
    cdWorkspace *workspace = cdCreateWorkspace();
    cdPose targetB = poseAt(0.0, 0.0, 0.0);
    cdFirstContactInput input = {.meshA = cube,
                                 .meshB = cube,
                                 .startA = poseAt(2.0, 0.1, 0.2),
                                 .targetA = poseAt(0.0, 0.1, 0.2),
                                 .startB = poseAt(-2.0, 0.0, 0.0),
                                 .targetB = &targetB,
                                 .safetyDistance = 0.5};
    cdFirstContact found = cdFindFirstContact(&input, NULL, workspace, NULL);
    assert_int_equal(found.state, CD_CONTACT);
    assert_true(fabs(found.t.lo - 0.625) < 1e-8 && found.t.lo <= 0.625 && found.t.hi >= 0.625);
    assert_true(found.resolvedPose.p.x - found.resolvedPoseB.p.x > 1.5);
    assert_true(fabs(found.resolvedPose.p.x - 0.75) < 1e-5 && fabs(found.resolvedPoseB.p.x + 0.75) < 1e-5);
    input.safetyDistance = NAN;
    found = cdFindFirstContact(&input, NULL, workspace, NULL);
    assert_true(found.state == CD_UNDECIDED && found.reason == CD_REASON_NOT_FINITE);
    assert_true(cdIsSamePose(found.resolvedPoseB, input.startB));
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(cube);
}

// A B that ends where it begins is fixed: the same bits. Red: a separate code path for it.
static void testBThatStays(void **state) {
    (void)state;
    cdMesh *a = makeShape("torus:segments=16"), *b = makeShape("l-shape");
    cdWorkspace *workspace = cdCreateWorkspace();
    Random random = {5};
    for (int k = 0; k < 200; k++) {
        cdPose poseB = nextPose(&random, 1.0);
        cdFirstContactInput input = {.meshA = a,
                                     .meshB = b,
                                     .startA = nextPose(&random, 4.0),
                                     .targetA = nextPose(&random, 2.0),
                                     .startB = poseB};
        cdFirstContact fixed = cdFindFirstContact(&input, NULL, workspace, NULL);
        input.targetB = &poseB;
        cdFirstContact stays = cdFindFirstContact(&input, NULL, workspace, NULL);
        assert_memory_equal(&fixed.t, &stays.t, sizeof fixed.t);
        assert_memory_equal(&fixed.resolvedPose, &stays.resolvedPose, sizeof fixed.resolvedPose);
        assert_true(cdIsSamePose(stays.resolvedPoseB, poseB) && cdIsSamePose(fixed.resolvedPoseB, poseB));
    }
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(a);
    cdDestroyMesh(b);
}

typedef struct Counts {
    int contacts, frees;
} Counts;

// One random pair of motions: the resolved poses do not overlap; only the relative motion counts; A and B can
// be exchanged.
static void checkPair(const cdMesh *a, const cdMesh *b, Random *random, cdWorkspace *workspace,
                      Counts *counts) {
    cdPose targetB = nextPose(random, 1.5);
    cdFirstContactInput input = {.meshA = a,
                                 .meshB = b,
                                 .startA = nextPose(random, 3.0),
                                 .targetA = nextPose(random, 1.5),
                                 .startB = nextPose(random, 3.0),
                                 .targetB = &targetB};
    cdFirstContact found = cdFindFirstContact(&input, NULL, workspace, NULL);
    if (found.state == CD_OVERLAP) return;
    assert_true(found.state == CD_CONTACT || found.state == CD_FREE);
    assert_true(areApart(a, found.resolvedPose, b, found.resolvedPoseB, workspace) || found.state == CD_FREE);
    counts->contacts += found.state == CD_CONTACT;
    counts->frees += found.state == CD_FREE;
    if (found.state == CD_CONTACT) {
        cdDistanceInput at = {
            .meshA = a, .meshB = b, .poseA = found.resolvedPose, .poseB = found.resolvedPoseB};
        assert_true(cdFindDistance(&at, NULL, workspace, NULL).distance < 1e-4);
    }
    // Relative to B.
    cdFirstContactInput relative = {.meshA = a,
                                    .meshB = b,
                                    .startA = cdInvMulPose(input.startB, input.startA),
                                    .targetA = cdInvMulPose(targetB, input.targetA),
                                    .startB = cdIdentityPose()};
    cdFirstContact seen = cdFindFirstContact(&relative, NULL, workspace, NULL);
    assert_int_equal(seen.state, found.state);
    assert_true(fabs(seen.t.lo - found.t.lo) < 1e-8);
    if (found.state == CD_CONTACT && seen.kind == found.kind) {
        cdPose poseB = found.resolvedPoseB; // nearly B's pose at the contact
        assert_true(cdLength(cdSub(found.normal, cdRotate(poseB.q, seen.normal))) < 1e-3);
        assert_true(cdLength(cdSub(found.point, cdTransformPoint(poseB, seen.point))) < 1e-3);
    }
    cdPose targetA = input.targetA;
    cdFirstContactInput swapped = {.meshA = b,
                                   .meshB = a,
                                   .startA = input.startB,
                                   .targetA = targetB,
                                   .startB = input.startA,
                                   .targetB = &targetA};
    cdFirstContact other = cdFindFirstContact(&swapped, NULL, workspace, NULL);
    assert_int_equal(other.state, found.state);
    assert_true(fabs(other.t.lo - found.t.lo) < 1e-8);
}

// Red: a target that is not relative to B's, a result, its normal or its point that keeps B's start.
static void testRelativeMotionCounts(void **state) {
    (void)state;
    const char *const specs[][2] = {
        {"box", "torus:segments=16"}, {"l-shape", "gear"}, {"ring", "icosphere:level=2"}};
    cdWorkspace *workspace = cdCreateWorkspace();
    Random random = {11};
    Counts counts = {0};
    for (int i = 0; i < 3; i++) {
        cdMesh *a = makeShape(specs[i][0]), *b = makeShape(specs[i][1]);
        for (int k = 0; k < 200; k++)
            checkPair(a, b, &random, workspace, &counts);
        cdDestroyMesh(a);
        cdDestroyMesh(b);
    }
    assert_true(counts.contacts > 50 && counts.frees > 50);
    cdDestroyWorkspace(workspace);
}

// The same cubes, while both travel so far that their positions are rounded by more than the default margin:
// the resolved poses are still separated. Red: a margin from the poses of the relative step, which are near.
static void testFarTravel(void **state) {
    (void)state;
    cdMesh *cube = makeShape("box:x=0.5,y=0.5,z=0.5");
    cdWorkspace *workspace = cdCreateWorkspace();
    for (double way = 1e8; way < 1e13; way *= 1.7) {
        cdPose targetB = poseAt(way, 0.0, 0.0);
        cdFirstContactInput input = {.meshA = cube,
                                     .meshB = cube,
                                     .startA = poseAt(4.0, 0.1, 0.2),
                                     .targetA = poseAt(way, 0.1, 0.2),
                                     .startB = poseAt(0.0, 0.0, 0.0),
                                     .targetB = &targetB};
        cdFirstContact found = cdFindFirstContact(&input, NULL, workspace, NULL);
        assert_int_equal(found.state, CD_CONTACT);
        assert_true(found.resolvedPose.p.x - found.resolvedPoseB.p.x > 1.0);
    }
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(cube);
}

// A ball rides with a rotating wheel, far from the origin: no relative motion, no contact; when it stays
// behind, the wheel's spoke hits it. Red: poses used as points of the world.
static void testCommonMotion(void **state) {
    (void)state;
    cdMesh *wheel = makeShape("gear"), *ball = makeShape("icosphere:radius=0.1,level=2");
    cdWorkspace *workspace = cdCreateWorkspace();
    double radius = cdGetMeshInfo(wheel).radius;
    cdPose start = poseAt(1000.0, -2000.0, 500.0);
    cdPose end = {start.p, cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, 2.0)};
    cdVec3 beside = {radius + 0.2, 0.0, 0.0};
    cdFirstContactInput input = {.meshA = ball,
                                 .meshB = wheel,
                                 .startA = {cdTransformPoint(start, beside), start.q},
                                 .targetA = {cdTransformPoint(end, beside), end.q},
                                 .startB = start,
                                 .targetB = &end};
    cdFirstContact found = cdFindFirstContact(&input, NULL, workspace, NULL);
    assert_int_equal(found.state, CD_FREE);
    cdPose away = {cdAdd(start.p, (cdVec3){-3.0, 0.0, 0.0}), start.q}, into = away;
    into.p.x += 2.0 * radius + 6.0;
    input.targetB = &into;
    input.startB = away;
    input.targetA = input.startA;
    assert_int_equal(cdFindFirstContact(&input, NULL, workspace, NULL).state, CD_CONTACT);
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(wheel);
    cdDestroyMesh(ball);
}

// B's target is validated like the other poses. Red: a NaN that is followed.
static void testBadTargets(void **state) {
    (void)state;
    cdMesh *cube = makeShape("box");
    cdWorkspace *workspace = cdCreateWorkspace();
    cdPose targetB = poseAt(NAN, 0.0, 0.0);
    cdFirstContactInput input = {.meshA = cube, .meshB = cube, .targetB = &targetB};
    input.startA = input.targetA = poseAt(5.0, 0.0, 0.0);
    input.startB = cdIdentityPose();
    cdFirstContact found = cdFindFirstContact(&input, NULL, workspace, NULL);
    assert_true(found.state == CD_UNDECIDED && found.reason == CD_REASON_NOT_FINITE);
    assert_true(cdIsSamePose(found.resolvedPose, input.startA) &&
                cdIsSamePose(found.resolvedPoseB, input.startB));
    targetB = (cdPose){{0.0, 0.0, 0.0}, {2.0, 0.0, 0.0, 0.0}};
    found = cdFindFirstContact(&input, NULL, workspace, NULL);
    assert_true(found.state == CD_UNDECIDED && found.reason == CD_REASON_NOT_UNIT);
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(cube);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testCubesMeetHalfway), cmocka_unit_test(testCubesKeepADistance),
        cmocka_unit_test(testBThatStays),       cmocka_unit_test(testRelativeMotionCounts),
        cmocka_unit_test(testCommonMotion),     cmocka_unit_test(testBadTargets),
        cmocka_unit_test(testFarTravel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
