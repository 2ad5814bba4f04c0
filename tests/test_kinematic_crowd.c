// Random kinematic bodies in crowds of dynamic ones: nothing overlaps, whatever the scripts demand.
//
// Crowds on a floor between walls, of all kinds of meshes, rounded ones too, some with joints, with and
// without a safety distance; kinematic bodies with random velocities, paths and targets, which change, push
// bodies against walls, floor and each other, and start inside none of them. After each step the exact
// overlap test of all pairs, and bounds on the speeds.
#include "cases.h"
#include "collision/distance.h"
#include "world_fixture.h"

enum { SHAPES = 5, STEPS = 150, THINGS = 14, PUSHERS = 4 };

typedef struct Shapes {
    Body floor, wall, bodies[SHAPES];
} Shapes;

static Shapes makeShapes(void) {
    return (Shapes){.floor = makeBody("box:x=4,y=0.5,z=4"),
                    .wall = makeBody("box:x=0.2,y=2,z=4"),
                    .bodies = {makeBody("box:x=0.4,y=0.3,z=0.5"),
                               makeBody("icosphere:radius=0.4,level=1"),
                               makeBody("l-shape:size=1,thickness=0.3,depth=0.4"),
                               makeBody("torus:segments=10,major=0.4,minor=0.15"),
                               {cdCreateSphere((cdVec3){0.0, 0.0, 0.0}, 0.35, NULL)}}};
}

static void destroyShapes(Shapes *shapes) {
    destroyBody(&shapes->floor);
    destroyBody(&shapes->wall);
    for (int i = 0; i < SHAPES; i++)
        destroyBody(&shapes->bodies[i]);
}

// Bodies that begin nearer than the safety distance overlap, for the world, and pass through each other.
static bool isFree(const Trial *trial, const cdMesh *mesh, cdPose pose, double safetyDistance) {
    for (int32_t i = 0; i < trial->count; i++) {
        cdDistanceInput input = {
            .meshA = mesh, .meshB = trial->meshes[i], .poseA = pose, .poseB = getState(trial, i).pose};
        cdDistance found = cdFindDistance(&input, NULL, trial->workspace, NULL);
        if (found.state != CD_FREE || !(found.distance > safetyDistance)) return false;
    }
    return true;
}

static cdPose randomPose(Random *random, double size) {
    cdVec3 p = nextRandomVec3(random);
    return turnedPose(size * p.x, 2.2 + 1.8 * p.y, size * p.z, nextRandomDirection(random),
                      nextRandomIn(random, -3.0, 3.0));
}

static void addThings(Trial *trial, const Shapes *shapes, Random *random, double safetyDistance, bool tied) {
    int32_t last = -1;
    for (int32_t added = 0; added < THINGS + PUSHERS;) {
        const Body *body = &shapes->bodies[nextRandomInt(random, 0, SHAPES - 1)];
        cdPose pose = randomPose(random, 2.5);
        if (!isFree(trial, body->mesh, pose, safetyDistance)) continue;
        cdBodyDef def = makeMovingDef(pose, nextRandomVec3(random), nextRandomVec3(random),
                                      nextRandomIn(random, 0.0, 0.6), nextRandomIn(random, 0.0, 0.8));
        if (added >= THINGS) def.kind = CD_BODY_KINEMATIC;
        int32_t index = addToTrial(trial, body, &def);
        trial->movable[index] = true;
        if (tied && added < THINGS && added % 3 == 1) {
            cdJointDef joint = {.kind = added % 2 ? CD_JOINT_BALL : CD_JOINT_HINGE,
                                .bodyA = index,
                                .bodyB = last,
                                .point = cdLerp(pose.p, getState(trial, last).pose.p, 0.5),
                                .axis = {0.0, 1.0, 0.3}};
            assert_true(cdAddJoint(trial->world, &joint) >= 0);
        }
        last = index;
        added++;
    }
}

static void changeScript(Trial *trial, Random *random, int32_t body) {
    double speed = nextRandomIn(random, 0.0, 1.0) < 0.2 ? 20.0 : 2.0;
    int kind = nextRandomInt(random, 0, 3);
    if (kind <= 1) {
        cdSetBodyVelocity(trial->world, body, cdScale(speed, nextRandomVec3(random)),
                          cdScale(kind * 2.0 * speed, nextRandomVec3(random)));
    } else if (kind == 2) {
        cdPathNode nodes[4];
        for (int i = 0; i < 4; i++)
            nodes[i] = (cdPathNode){0.01 + 0.37 * i, randomPose(random, 2.5)};
        assert_true(cdSetKinematicPath(trial->world, body, nodes, 4, 0.0));
    } else {
        cdMotion motion =
            cdMakeMotion(getState(trial, body).pose, randomPose(random, 2.5), cdMakeVec3(0.0, 0.0, 0.0));
        assert_true(cdMoveKinematic(trial->world, body, cdGetPoseAt(&motion, 0.004 * speed)));
    }
}

static void runCrowd(const Shapes *shapes, int seed) {
    Random random = {(uint64_t)seed};
    cdWorldDef def = cdDefaultWorldDef();
    if (seed % 4 == 3) def.safetyDistance = 0.02;
    if (seed % 5 == 4) def.margin = 1e-6;
    Trial trial = makeTrialOf(&def);
    trial.powered = true;
    addFixed(&trial, &shapes->floor, poseAt(0.0, -0.5, 0.0), 0.2, 0.5);
    addFixed(&trial, &shapes->wall, poseAt(-3.3, 2.1, 0.0), 0.2, 0.5);
    addFixed(&trial, &shapes->wall, poseAt(3.3, 2.1, 0.0), 0.2, 0.5);
    addThings(&trial, shapes, &random, def.safetyDistance, seed % 2 == 1);
    int32_t first = trial.count - PUSHERS;
    for (int step = 0; step < STEPS; step++) {
        for (int32_t i = first; i < trial.count; i++)
            if (nextRandomInt(&random, 0, 29) == 0 || step == 0) changeScript(&trial, &random, i);
        stepTrial(&trial, seed % 3 == 2 ? 2.0 * FRAME : FRAME);
        for (int32_t i = 3; i < first; i++)
            if (!(cdLength(getState(&trial, i).velocity) < 1000.0))
                fail_msg("body %d of crowd %d moves at %g in step %d", (int)i, seed,
                         cdLength(getState(&trial, i).velocity), step);
    }
    destroyTrial(&trial);
}

// A pair without a certificate, a pusher that runs on while its body is held, a path beyond its end.
static void test_nothing_overlaps(void **state) {
    (void)state;
    Shapes shapes = makeShapes();
    int count = countCases(4);
    for (int seed = 1; seed <= count; seed++)
        runCrowd(&shapes, seed);
    destroyShapes(&shapes);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing_overlaps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
