// Half turns of driven bodies with several shapes: all shapes turn in the same sense, that of the body's
// screw.
#include "cases.h"
#include "collision/kinematic.h"
#include "compound_fixture.h"

enum { ARMS = 4, SAMPLES = 720 };

static cdQuat makeRandomTurn(Random *random) {
    return cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 3.0));
}

// Returns the first sampled time at which a shape on the body's screw overlaps the post; above 1: none.
static double findOverlapTime(const cdMotion *screw, const cdShapeDef *arms, const Body *post, cdPose place,
                              cdWorkspace *workspace) {
    for (int i = 0; i <= SAMPLES; i++) {
        cdPose pose = cdGetPoseAt(screw, (double)i / SAMPLES);
        for (int k = 0; k < ARMS; k++) {
            cdOverlapInput pair = {.meshA = arms[k].mesh,
                                   .meshB = post->mesh,
                                   .poseA = cdMulPose(pose, arms[k].pose),
                                   .poseB = place};
            if (cdFindOverlap(&pair, NULL, workspace, NULL).state != CD_FREE) return (double)i / SAMPLES;
        }
    }
    return 2.0;
}

// Four arms about the body's centre turn by exactly half a turn, beside a post that one arm sweeps over in
// one of the two senses at most. The post is met when the body's screw meets it, with each response. Red:
// each shape chooses the sense by the rounding of its own pose, so that a post in the way is passed through.
static void testHalfTurns(void **state) {
    (void)state;
    Body arm = makeBody("box:x=0.1,y=0.12,z=0.14"), post = makeBody("box:x=0.05,y=0.06,z=0.07");
    cdWorkspace *workspace = cdCreateWorkspace();
    Random random = {5};
    int met = 0, free = 0, cases = countCases(60);
    for (int i = 0; i < cases; i++) {
        cdVec3 axis = nextRandomDirection(&random), out = cdNormalize(cdCross(axis, nextRandomVec3(&random)));
        cdPose from = {nextRandomVec3(&random), makeRandomTurn(&random)};
        cdShapeDef arms[ARMS];
        for (int k = 0; k < ARMS; k++) { // on a sixth of the circle
            cdVec3 at = cdRotate(cdMakeQuat(axis, 0.3 * k), out);
            arms[k] = shapeAt(&arm, cdInvMulPose((cdPose){cdIdentityPose().p, from.q},
                                                 (cdPose){at, makeRandomTurn(&random)}));
        }
        cdWorld *world = makeWorld(0.0);
        cdBodyDef def = makeCompoundDef(arms, ARMS, from);
        def.kind = CD_BODY_DRIVEN;
        cdBodyId body = cdAddBody(world, &def);
        cdVec3 away = cdRotate(cdMakeQuat(axis, nextRandomIn(&random, -2.2, 3.1)), out);
        cdPose place = {cdAdd(from.p, away), cdIdentityPose().q};
        addFixedMesh(world, &post, place);
        cdPose target = {from.p, cdNormalizeQuat(cdMulQuat(cdMakeQuat(axis, PI), from.q))};
        cdMotion screw = cdMakeMotion(from, target, cdIdentityPose().p);
        double time = findOverlapTime(&screw, arms, &post, place, workspace);
        if (time > 0.0) {
            cdMoveOptions options = {0};
            cdBodyMove move =
                cdFindBodyMove(world, body, target, i % 2 ? CD_MOVE_STOP : CD_MOVE_THROUGH, &options);
            assert_true(move.contact.state == (time <= 1.0 ? CD_CONTACT : CD_FREE));
            if (time <= 1.0) assert_true(move.contact.t.lo <= time && move.contact.t.lo > time - 2e-3);
            met += time <= 1.0, free += time > 1.0;
        }
        cdDestroyWorld(world);
    }
    assert_true(met > cases / 6 && free > cases / 6);
    cdDestroyWorkspace(workspace);
    destroyBody(&arm), destroyBody(&post);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testHalfTurns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
