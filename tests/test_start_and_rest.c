// Starts that touch, up to rounding, and resolved poses next to the seam of two screws.
#include "contact_fixture.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static cdMesh *box, *table;

static int makeMeshes(void **state) {
    (void)state;
    box = makeShape("box");                 // [-1, 1]^3
    table = makeShape("box:x=4,y=0.1,z=4"); // top at y = 0.1
    return 0;
}

static int freeMeshes(void **state) {
    (void)state;
    cdDestroyMesh(box);
    cdDestroyMesh(table);
    return 0;
}

static cdPose movedBy(cdPose pose, double x, double y, double z) {
    pose.p = cdAdd(pose.p, cdMakeVec3(x, y, z));
    return pose;
}

// A box on a table, penetrating by 1e-16 to 8e-12: more than the equations' rounding, less than an overlap.
// Moving down, steeply or slightly, is a contact at once with a normal that points up; moving up is free.
// Red: equations without a zero, since their elements are past it already, let the box penetrate the table.
static void testStartsThatAreInByATouch(void **state) {
    (void)state;
    static const cdVec3 DOWN[5] = {
        {0.0, -1.0, 0.0}, {0.3, -0.5, 0.1}, {1.0, -1e-6, 0.2}, {0.5, -1e-12, 0.0}, {0.0, -1e-3, 0.0}};
    for (double depth = 1e-16; depth < 9e-12; depth *= 2.0) {
        cdPose start = poseAt(0.1, 1.1 - depth, 0.07);
        for (int i = 0; i < 5; i++) {
            cdPose target = movedBy(start, DOWN[i].x, DOWN[i].y, DOWN[i].z);
            cdTouch touches[4];
            cdFirstContactInput input = makeStep(box, start, target, table, poseAt(0.0, 0.0, 0.0));
            input.touches = touches;
            input.touchCapacity = 4;
            cdFirstContact result = findContact(&input);
            assert_int_equal(result.state, CD_CONTACT);
            assert_true(result.t.lo == 0.0 && result.resolvedTime == 0.0);
            assert_true(result.normal.y > 0.999);
            assert_true(result.touchCount > 0);
            input.disabled = CD_DISABLE_TREE;
            cdFirstContact slow = findContact(&input);
            assert_int_equal(slow.kind, result.kind);
            assert_true(slow.t.hi == result.t.hi);
            assert_int_equal(slow.featureA.index, result.featureA.index);
            assert_int_equal(slow.featureB.index, result.featureB.index);
        }
        cdFirstContactInput up = makeStep(box, start, movedBy(start, 0.2, 0.5, 0.0), table, poseAt(0, 0, 0));
        assert_int_equal(findContact(&up).state, CD_FREE);
    }
}

// A box stops 0 to 1e-13 above the table, in frames rotated at random. Such a target counts as touching: the
// placed vertices may overlap by rounding. A step that is free ends without overlap. Red: equations whose
// zero comes just after the end of the step let the box reach a target that overlaps.
static void testTargetsThatTouchByRounding(void **state) {
    (void)state;
    Random random = {7};
    for (int i = 0; i < 400; i++) {
        cdPose frame = {nextRandomVec3(&random),
                        cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 6.0))};
        double gap = i % 4 == 0 ? 0.0 : pow(10.0, nextRandomIn(&random, -17.0, -13.0));
        cdPose tilt = {{0.0, 0.0, 0.0},
                       cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 3.0))};
        double low = 0.0;
        for (int k = 0; k < 8; k++) {
            cdVec3 corner = {k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0};
            low = fmin(low, cdTransformPoint(tilt, corner).y);
        }
        cdPose end = movedBy(tilt, 0.2, 0.1 - low + gap, 0.1);
        cdPose start = movedBy(end, 0.1, 1e-3, 0.05);
        cdFirstContactInput in = makeStep(box, cdMulPose(frame, start), cdMulPose(frame, end), table, frame);
        for (int all = 0; all < 2; all++) {
            in.disabled = all ? CD_DISABLE_TREE | CD_DISABLE_PROXY : 0;
            cdFirstContact result = findContact(&in);
            assert_int_equal(result.state, CD_CONTACT);
            assert_false(overlapAt(box, result.resolvedPose, table, frame));
        }
    }
}

// Two equal boxes, flush, one 1e-8 to 1e-2 into the other, in frames rotated at random: their surfaces only
// touch, since all sides lie in common planes up to rounding, yet the solids overlap. Just above each other
// they do not. Red: sides separated by rounding of 1e-16 hide the overlap.
static void testFlushBoxesInEachOther(void **state) {
    (void)state;
    Random random = {1};
    for (int i = 0; i < 300; i++) {
        cdPose frame = {cdScale(10.0, nextRandomVec3(&random)),
                        cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 6.0))};
        double depth = pow(10.0, nextRandomIn(&random, -8.0, -2.0));
        cdPose start = cdMulPose(frame, poseAt(0.0, 2.0 - depth, 0.0));
        cdPose target = cdMulPose(frame, poseAt(0.0, 1.0, 0.0));
        cdFirstContactInput in = makeStep(box, start, target, box, frame);
        assert_int_equal(findContact(&in).state, CD_OVERLAP);
        in.startA = cdMulPose(frame, poseAt(0.0, 2.0 + depth, 0.0));
        assert_int_equal(findContact(&in).state, CD_CONTACT);
    }
}

// A box that touches the table leaves it sideways and upwards and meets a second one on its path: the initial
// touches are not part of that contact. Red: touches collected from the beginning of the step.
static void testTouchesAfterLeaving(void **state) {
    (void)state;
    // Floor and wall in one mesh: the wall stands at x = 3.
    static const cdVec3 POINTS[6] = {{-4.0, 0.0, -4.0}, {3.0, 0.0, -4.0}, {3.0, 5.0, -4.0},
                                     {-4.0, 0.0, 4.0},  {3.0, 0.0, 4.0},  {3.0, 5.0, 4.0}};
    static const int32_t TRIANGLES[12] = {0, 4, 1, 0, 3, 4, 1, 4, 5, 1, 5, 2};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = POINTS;
    def.triangles = TRIANGLES;
    def.pointCount = 6;
    def.triangleCount = 4;
    cdMesh *step = cdCreateMesh(&def, NULL);
    assert_non_null(step);
    cdTouch touches[64];
    cdFirstContactInput input =
        makeStep(box, poseAt(0.0, 1.0, 0.1), poseAt(4.0, 2.0, 0.1), step, poseAt(0.0, 0.0, 0.0));
    input.touches = touches;
    input.touchCapacity = 64;
    cdFirstContact result = findContact(&input);
    assert_int_equal(result.state, CD_CONTACT);
    assert_true(fabs(result.t.lo - 0.5) < 1e-9);
    assert_true(result.touchCount > 0 && !result.truncated);
    for (int32_t i = 0; i < result.touchCount; i++) {
        assert_true(fabs(touches[i].point.x - 3.0) < 1e-9);
        assert_true(touches[i].point.y > 0.4);
    }
    cdDestroyMesh(step);
}

// A bar rotates by 180 degrees, in two screws of 90, and its flank meets a post 1e-9 after the first of them.
// Its resolved pose is a full margin before, in the first. Red: its search ends at the seam, where the gap is
// nearly 0.
static void testResolvedPoseBehindTheSeam(void **state) {
    (void)state;
    cdMesh *bar = makeShape("box:x=2,y=0.1,z=0.1"), *post = makeShape("box:x=0.1,y=1,z=0.5");
    cdVec3 up = {0.0, 1.0, 0.0};
    cdPose start = turnedPose(0.0, 0.0, 0.0, up, 0.5 * PI);
    cdPose target = turnedPose(0.0, 0.0, 0.0, up, 1e-9 - 0.5 * PI);
    cdFirstContactInput input = makeStep(bar, start, target, post, poseAt(1.5, 0.0, 0.6));
    cdFirstContact result = findContact(&input);
    assert_int_equal(result.state, CD_CONTACT);
    assert_true(result.t.lo > 0.5 && result.t.lo < 0.5 + 1e-8);
    assert_true(result.resolvedTime < 0.5);
    double angle = PI * (0.5 - result.resolvedTime),
           gap = 1.4 * angle; // of the flank at the post's near side
    assert_true(gap > 1e-6 && gap < 2e-5);
    assert_false(overlapAt(bar, result.resolvedPose, post, input.startB));
    cdDestroyMesh(bar);
    cdDestroyMesh(post);
}

// A needle's tip on the top of a box, some hundred tolerances from its edge, moves down and out: it cuts the
// edge off, far deeper than a touch, and is free soon after. Red: only the exit point is tested, and the
// start is released.
static void testTouchThatCutsAnEdgeBlocks(void **state) {
    (void)state;
    const cdVec3 points[4] = {{0, 0, 0}, {1, 0.05, 1}, {1, -0.05, 1}, {1.05, 0, 0.95}};
    const int32_t triangles[12] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.pointCount = 4;
    def.triangles = triangles;
    def.triangleCount = 4;
    cdMesh *needle = cdCreateMesh(&def, NULL), *block = makeShape("box:x=1,y=1,z=1");
    cdPose start = poseAt(0.9, 0, 1), target = poseAt(1.01, 0, 0.9945), fixed = poseAt(0, 0, 0);
    cdFirstContactInput input = makeStep(needle, start, target, block, fixed);
    double tolerance = findContact(&input).tolerance;
    for (int k = 100; k <= 400; k += 100) {
        input.startA = poseAt(1.0 - k * tolerance, 0, 1);
        input.targetA = poseAt(1.01, 0, 0.9945);
        cdFirstContact result = findContact(&input);
        assert_int_equal(result.state, CD_CONTACT);
        assert_true(result.t.lo == 0.0);
    }
    cdDestroyMesh(needle);
    cdDestroyMesh(block);
}

// A box above a table with a gap of rounding size up to the tolerance, moved down in 200 directions: the
// normal points up in each. Red: the box's walls hit the edges within the table's top from the side, because
// the box comes within the tolerance of them before it descends.
static void testNormalsFromGapsOfRounding(void **state) {
    (void)state;
    for (double gap = 1e-16; gap < 2e-8; gap *= 10.0) {
        Random random = {5};
        cdPose start = poseAt(0.0, 1.1 + gap, 0.0);
        for (int i = 0; i < 200; i++) {
            cdVec3 way = nextRandomVec3(&random);
            cdPose target = movedBy(start, way.x, -fabs(way.y), way.z);
            cdFirstContactInput input = makeStep(box, start, target, table, poseAt(0.0, 0.0, 0.0));
            cdFirstContact result = findContact(&input);
            assert_int_equal(result.state, CD_CONTACT);
            assert_true(result.normal.y > 0.999);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testTouchThatCutsAnEdgeBlocks),  cmocka_unit_test(testStartsThatAreInByATouch),
        cmocka_unit_test(testTargetsThatTouchByRounding), cmocka_unit_test(testFlushBoxesInEachOther),
        cmocka_unit_test(testTouchesAfterLeaving),        cmocka_unit_test(testResolvedPoseBehindTheSeam),
        cmocka_unit_test(testNormalsFromGapsOfRounding),
    };
    return cmocka_run_group_tests(tests, makeMeshes, freeMeshes);
}
