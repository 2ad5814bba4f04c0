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

// A body of four arms on a sixth of a circle, which turns by exactly half a turn, and a post at its rim.
typedef struct Turn {
    cdShapeDef arms[ARMS];
    cdPose from, target, place;
} Turn;

static Turn makeTurn(Random *random, const Body *arm) {
    cdVec3 axis = nextRandomDirection(random), out = cdNormalize(cdCross(axis, nextRandomVec3(random)));
    Turn turn = {.from = {nextRandomVec3(random), makeRandomTurn(random)}};
    for (int k = 0; k < ARMS; k++) {
        cdPose at = {cdRotate(cdMakeQuat(axis, 0.3 * k), out), makeRandomTurn(random)};
        turn.arms[k] = shapeAt(arm, cdInvMulPose((cdPose){cdIdentityPose().p, turn.from.q}, at));
    }
    cdVec3 away = cdRotate(cdMakeQuat(axis, nextRandomIn(random, -2.2, 3.1)), out);
    turn.place = (cdPose){cdAdd(turn.from.p, away), cdIdentityPose().q};
    turn.target = (cdPose){turn.from.p, cdNormalizeQuat(cdMulQuat(cdMakeQuat(axis, PI), turn.from.q))};
    return turn;
}

// `from`: receives the pose that the body has in the world. Near half a turn the last bits of its quaternion,
// which is normalized, decide the sense.
static cdFirstContact findTurnContact(const Turn *turn, const Body *post, cdMoveResponse response,
                                      cdPose *from) {
    cdWorld *world = makeWorld(0.0);
    cdBodyDef def = makeCompoundDef(turn->arms, ARMS, turn->from);
    def.kind = CD_BODY_DRIVEN;
    cdBodyId body = cdAddBody(world, &def);
    *from = cdGetBodyState(world, body).pose;
    addFixedMesh(world, post, turn->place);
    cdMoveOptions options = {0};
    cdFirstContact contact = cdFindBodyMove(world, body, turn->target, response, &options).contact;
    cdDestroyWorld(world);
    return contact;
}

// The post is met when the body's screw meets it, with each response: an arm sweeps over it in one of the two
// senses at most. Red: each shape chooses the sense by the rounding of its own pose, so that a post in the
// way is passed through.
static void testHalfTurns(void **state) {
    (void)state;
    static const cdMoveResponse responses[] = {CD_MOVE_STOP, CD_MOVE_SLIDE, CD_MOVE_THROUGH};
    Body arm = makeBody("box:x=0.1,y=0.12,z=0.14"), post = makeBody("box:x=0.05,y=0.06,z=0.07");
    cdWorkspace *workspace = cdCreateWorkspace();
    Random random = {5};
    int met = 0, free = 0, cases = countCases(60);
    for (int i = 0; i < cases; i++) {
        Turn turn = makeTurn(&random, &arm);
        cdPose from;
        cdFirstContact contact = findTurnContact(&turn, &post, responses[i % 3], &from);
        cdMotion screw = cdMakeMotion(from, turn.target, cdIdentityPose().p);
        double time = findOverlapTime(&screw, turn.arms, &post, turn.place, workspace);
        if (time == 0.0) continue;
        assert_true(contact.state == (time <= 1.0 ? CD_CONTACT : CD_FREE));
        if (time <= 1.0) assert_true(contact.t.lo <= time && contact.t.lo > time - 2e-3);
        met += time <= 1.0, free += time > 1.0;
    }
    assert_true(met > cases / 6 && free > cases / 6);
    cdDestroyWorkspace(workspace);
    destroyBody(&arm), destroyBody(&post);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testHalfTurns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
