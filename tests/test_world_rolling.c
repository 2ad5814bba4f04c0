// Rolling without slip of disks and of a thrown ball; spheres, rollers and cones are in test_world_laws.c.
#include "world_fixture.h"

static cdVec3 none(void) {
    return cdMakeVec3(0.0, 0.0, 0.0);
}

// --- Disks on a slope

// Returns how far a body has gone down a slope in `time`, length. `properties`: NULL: those of its mesh.
static double slideDown(const Body *body, const cdMassProperties *properties, double height, double slope,
                        double friction, double time, double step) {
    Body wedge = makeBody("box:x=50,y=1,z=5");
    Trial trial = makeTrial();
    cdQuat turn = cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), slope);
    addFixed(&trial, &wedge, (cdPose){cdRotate(turn, cdMakeVec3(0.0, -1.0, 0.0)), turn}, 0.0, friction);
    cdVec3 place = cdRotate(turn, cdMakeVec3(20.0, height + 1e-4, 0.0));
    cdBodyDef def = makeMovingDef((cdPose){place, turn}, none(), none(), 0.0, friction);
    def.massProperties = properties;
    addToTrial(&trial, body, &def);
    runTrial(&trial, time, step);
    double way = -cdInvRotate(turn, cdSub(getState(&trial, 1).pose.p, place)).x;
    assert_true(trial.blockedTime == 0.0);
    destroyTrial(&trial);
    destroyBody(&wedge);
    return way;
}

enum { RIM = 256 };

// Returns a cylinder about z of a regular polygon whose sides deviate from the circle by less than a margin.
static Body makeDisk(double radius, double halfWidth) {
    cdVec3 points[2 * RIM];
    int32_t triangles[3 * (4 * RIM - 4)], count = 0;
    for (int32_t i = 0; i < RIM; i++) {
        double angle = 2.0 * 3.14159265358979323846 * i / RIM;
        points[i] = cdMakeVec3(radius * cos(angle), radius * sin(angle), halfWidth);
        points[RIM + i] = cdMakeVec3(points[i].x, points[i].y, -halfWidth);
        int32_t next = (i + 1) % RIM;
        const int32_t side[6] = {i, RIM + i, next, next, RIM + i, RIM + next};
        const int32_t caps[6] = {0, i, next, RIM, RIM + next, RIM + i};
        for (int k = 0; k < 6; k++)
            triangles[count++] = side[k];
        for (int k = 0; k < 6 && i > 0 && next > 0; k++)
            triangles[count++] = caps[k];
    }
    cdMeshDef def = {
        .points = points, .triangles = triangles, .pointCount = 2 * RIM, .triangleCount = count / 3};
    return makeBodyOfMesh(cdCreateMesh(&def, NULL));
}

// A solid disk on its rim, smooth, with I = m r^2 / 2 about its axis, rolls down a slope with 2/3 g sin a;
// with mu below tan(a) / 3 it slips, with g (sin a - mu cos a). Red: friction that brakes a rolling rim, a
// tensor of another axis.
static void testRollingDisk(void **state) {
    (void)state;
    const double slope = 0.3, time = 2.0, r = 0.5, fall = 0.5 * 9.81 * time * time, mu = 0.05;
    Body disk = {cdCreateSphere(none(), r, NULL)};
    const cdMassProperties solid = {.volume = 1.0,
                                    .inertia = {0.25 * r * r, 0.25 * r * r, 0.5 * r * r, 0.0, 0.0, 0.0}};
    double rolled = 2.0 / 3.0 * fall * sin(slope), slipped = fall * (sin(slope) - mu * cos(slope));
    assertNear(slideDown(&disk, &solid, r, slope, 0.6, time, 0.01), rolled, 0.002 * rolled);
    assertNear(slideDown(&disk, &solid, r, slope, mu, time, 0.01), slipped, 0.002 * slipped);
    destroyBody(&disk);
}

// The same of a mesh, a polygon of many sides: each corner that comes down takes energy, and so does each
// step, in which it tips over the corner that is the lowest at the step's end. It comes within 6 % of the
// smooth disk at 100 Hz, and nearer in shorter steps. Red: a contact that jumps between the corners of the
// rim, corners ahead that hold the disk.
static void testRollingPolygon(void **state) {
    (void)state;
    const double slope = 0.3, time = 2.0, r = 0.5, rolled = 1.0 / 3.0 * 9.81 * time * time * sin(slope);
    Body disk = makeDisk(r, 0.05);
    double coarse = slideDown(&disk, NULL, r, slope, 0.6, time, 0.01),
           fine = slideDown(&disk, NULL, r, slope, 0.6, time, 0.001);
    assert_true(coarse > 0.94 * rolled && coarse < fine && fine > 0.96 * rolled && fine < rolled);
    destroyBody(&disk);
}

// --- A thrown ball

// A bowling ball thrown without spin at v0 slides, then rolls with 5/7 v0 from the time 2 v0 / (7 mu g) on;
// it has then dissipated 2/7 of its energy. Red: friction that acts on a rolling ball, or whose torque has
// another arm than its force.
static void testBowlingBall(void **state) {
    (void)state;
    const double r = 0.11, v0 = 5.0, mu = 0.2, slides = 2.0 * v0 / (7.0 * mu * 9.81), step = 0.005;
    Body lane = makeBody("box:x=20,y=1,z=1"), ball = {cdCreateSphere(none(), r, NULL)};
    Trial trial = makeTrial();
    addFixed(&trial, &lane, poseAt(0.0, -1.0, 0.0), 0.0, mu);
    addMoving(&trial, &ball, poseAt(-10.0, r + 1e-5, 0.0), cdMakeVec3(v0, 0.0, 0.0), 0.0, mu);
    double first = cdGetWorldEnergy(trial.world).kinetic;
    for (int i = 0; i < 400; i++) {
        stepTrial(&trial, step);
        double now = trial.step.time, v = getState(&trial, 1).velocity.x;
        double spin = -getState(&trial, 1).angularVelocity.z;
        bool slips = now < slides;
        assertNear(v, slips ? v0 - mu * 9.81 * now : 5.0 / 7.0 * v0, 2e-3 * v0);
        assertNear(r * spin, slips ? 2.5 * mu * 9.81 * now : v, slips ? 5e-3 * v0 : 1e-4 * v0);
    }
    assertNear(cdGetWorldEnergy(trial.world).dissipated, 2.0 / 7.0 * first, 1e-3 * first);
    destroyTrial(&trial);
    destroyBody(&lane);
    destroyBody(&ball);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRollingDisk),
        cmocka_unit_test(testRollingPolygon),
        cmocka_unit_test(testBowlingBall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
