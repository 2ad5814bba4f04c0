// Steps of exactly 90 and 180 degrees: a query's time and direction of rotation agree with cdGetPoseAt, for
// any orientation of the fixed mesh, from which the query sees the step.
#include "contact_fixture.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static cdMesh *bar, *post;

static int makeMeshes(void **state) {
    (void)state;
    bar = makeShape("box:x=2,y=0.1,z=0.1");
    post = makeShape("box:x=0.2,y=0.2,z=0.2");
    return 0;
}

static int freeMeshes(void **state) {
    (void)state;
    cdDestroyMesh(bar);
    cdDestroyMesh(post);
    return 0;
}

// The bar, one end at the origin of a randomly rotated frame, rotates about the frame's y axis by `angle` and
// rises by `rise`; the post is fixed in the frame, rotated at random.
static cdFirstContactInput makeSwing(Random *random, double angle, double rise, cdVec3 place) {
    cdQuat frame = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 6.0));
    cdVec3 axis = cdRotate(frame, cdMakeVec3(0.0, 1.0, 0.0)), arm = {2.0, 0.0, 0.0};
    cdPose start = {cdRotate(frame, arm), frame};
    cdPose target = {{0.0, 0.0, 0.0}, cdNormalizeQuat(cdMulQuat(cdMakeQuat(axis, angle), frame))};
    target.p = cdMulAdd(cdRotate(target.q, arm), rise, axis);
    cdQuat turn = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 6.0));
    return makeStep(bar, start, target, post, (cdPose){cdRotate(frame, place), turn});
}

static bool overlapsAtTime(const cdFirstContactInput *input, double t) {
    cdMotion motion = cdMakeMotion(input->startA, input->targetA, cdMakeVec3(0.0, 0.0, 0.0));
    return overlapAt(bar, cdGetPoseAt(&motion, t), post, input->startB);
}

// 90 degrees while rising by 0.5: one screw or two differ by 0.1 in the time of the rise. Red: the query
// splits the step in two where the world does not, since rounding puts the angle on either side.
static void testQuarterTurns(void **state) {
    (void)state;
    Random random = {1};
    for (int i = 0; i < 400; i++) {
        cdVec3 place = {1.6 + 0.2 * nextRandom(&random), 0.3 * nextRandom(&random), -1.2};
        cdFirstContactInput input = makeSwing(&random, 0.5 * PI, 0.5, place);
        cdFirstContact result = findContact(&input);
        assert_int_equal(result.state, CD_CONTACT);
        assert_false(overlapsAtTime(&input, result.t.lo - 1e-9));
        assert_true(overlapsAtTime(&input, result.t.hi + 1e-7));
        assert_false(overlapAt(bar, result.resolvedPose, post, input.startB));
    }
}

// 180 degrees, up to 1e-14: the bar sweeps one side of its frame or the other, and hits a post only on that
// side. Red: rounding reverses the rotation in the query.
static void testHalfTurns(void **state) {
    (void)state;
    Random random = {2};
    int hits = 0;
    for (int i = 0; i < 400; i++) {
        double angle =
            PI + (nextRandomInt(&random, 0, 2) - 1) * pow(10.0, nextRandomIn(&random, -17.0, -14.0));
        cdVec3 place = {0.0, 0.0, nextRandomInt(&random, 0, 1) ? 1.5 : -1.5};
        cdFirstContactInput input = makeSwing(&random, angle, 0.0, place);
        cdFirstContact result = findContact(&input);
        bool meets = overlapsAtTime(&input, 0.5); // at right angles, towards one side
        assert_int_equal(result.state, meets ? CD_CONTACT : CD_FREE);
        assert_false(overlapAt(bar, result.resolvedPose, post, input.startB));
        hits += meets;
    }
    assert_true(hits > 100 && hits < 300);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testQuarterTurns),
        cmocka_unit_test(testHalfTurns),
    };
    return cmocka_run_group_tests(tests, makeMeshes, freeMeshes);
}
