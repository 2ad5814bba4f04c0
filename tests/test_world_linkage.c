// Joints under load: light links that support heavy bodies, at steps far longer than their own swing.
//
// The contract: after every step all joints hold within the margin, no body sleeps while one does not, no
// time is lost, and the energy does not grow. Against closed forms and reference integrations: a pendulum,
// and two hinged bodies. Scenes that once tore, flipped or froze, and a bounded set of random linkages;
// `firstcontact bench soak` runs thousands of these.
#include "cases.h"
#include "oracle/double_pendulum.h"
#include "oracle/mixed_linkage.h"
#include "scenes/scene_file.h"
#include "scenes/scene_world.h"
#include "world_fixture.h"

// --- Scenes that once went wrong

static cdMesh *createBuiltinMesh(const char *mesh) {
    static const char prefix[] = "builtin:";
    assert_memory_equal(mesh, prefix, strlen(prefix));
    return makeBody(mesh + strlen(prefix)).mesh;
}

static void checkScene(const char *file, double dt, double seconds) {
    SceneData data;
    SceneWorld sceneWorld;
    char path[300], message[300] = "";
    cdMesh *meshes[LINKAGE_BODIES];
    snprintf(path, sizeof path, "%s/joints/%s", FC_TEST_DATA, file);
    if (!ReadSceneFile(path, &data, message, sizeof message)) fail_msg("%s", message);
    assert_true(data.objectCount <= LINKAGE_BODIES);
    for (int32_t i = 0; i < data.objectCount; i++)
        meshes[i] = createBuiltinMesh(data.objects[i].mesh);
    if (!CreateSceneWorld(&data, (const cdMesh *const *)meshes, &sceneWorld, message, sizeof message))
        fail_msg("%s", message);
    LinkageWatch watch = {.world = sceneWorld.world};
    for (int32_t i = 0; i < data.jointCount; i++) {
        const SceneJoint *joint = &data.joints[i];
        cdJointDef def = joint->def;
        def.bodyA = sceneWorld.bodies[joint->objects[0]];
        def.bodyB = joint->objects[1] >= 0 ? sceneWorld.bodies[joint->objects[1]] : -1;
        watchJoint(&watch, &def, cdGetMeshInfo(meshes[joint->objects[0]]).radius);
    }
    for (double time = 0.0; time < seconds - 0.5 * dt; time += dt)
        stepLinkage(&watch, dt);
    if (!isLinkageGood(&watch))
        fail_msg(
            "%s at 1/%g s: torn %lld (%.3g margins), apart %lld, waiting %lld, asleep %lld, growing %lld",
            file, 1.0 / dt, (long long)watch.torn, watch.drift, (long long)watch.apart,
            (long long)watch.waiting, (long long)watch.asleep, (long long)watch.growing);
    DestroySceneWorld(&sceneWorld);
    for (int32_t i = 0; i < data.objectCount; i++)
        cdDestroyMesh(meshes[i]);
    DestroySceneData(&data);
}

// Chains of light links with a heavy ball at the end, whose joints once opened by up to 98 lengths, a hinge
// of which flipped, all of whose bodies slept in mid-air, lost up to 99 % of the time, or ended the run. Red:
// joint forces that act at a link's pose before it swings; corrections that rotate a link by more than the
// first order; impulses that do not converge between light and heavy.
static void testScenes(void **state) {
    (void)state;
    static const char *const files[] = {"light_links_ratio_230000.json", "light_links_ratio_23000.json",
                                        "two_hinges_ratio_780000.json",  "four_links_ratio_4560.json",
                                        "five_links_ratio_1090.json",    "five_links_ratio_3500.json",
                                        "six_links_ratio_430.json"};
    static const double rates[] = {30.0, 60.0, 240.0};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        for (size_t k = 0; k < sizeof rates / sizeof *rates; k++)
            checkScene(files[i], 1.0 / rates[k], 1.5);
    }
}

// A motor of 1000 radians a second with a torque for a thousand such links. Red: a body whose rotation in a
// step is cut short while the joints' other body continues.
static void testFastMotor(void **state) {
    (void)state;
    checkScene("fast_motor.json", 1.0 / 60.0, 0.5);
}

// --- Closed forms

// A rod of length 1 that swings by 0.5 about its end for a minute, at 240 steps a second: its period is that
// of the elliptic integral to a thousandth, and so is its energy. In a ball joint and in a hinge. Red: a
// joint that takes energy, or acts at the wrong point.
static void testPendulumForAMinute(void **state) {
    (void)state;
    const double angle = 0.5, arm = 0.5, inertia = (0.25 + 0.0025) / 3.0 + 0.25;
    // K(k) by the arithmetic-geometric mean: T = 4 K(sin(angle / 2)) / w.
    double a = 1.0, b = cos(0.5 * angle);
    for (int i = 0; i < 8; i++) {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    double period = 2.0 * PI / a * sqrt(inertia / (GRAVITY * arm));
    for (int kind = 0; kind < 2; kind++) {
        Body rod = makeBody("box:x=0.05,y=0.5,z=0.08");
        Trial trial = makeTrial();
        cdQuat turn = cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), angle);
        cdPose pose = {cdRotate(turn, cdMakeVec3(0.0, -arm, 0.0)), turn};
        addMoving(&trial, &rod, pose, cdMakeVec3(0.0, 0.0, 0.0), 0.5, 0.0);
        cdJointDef joint = {
            .kind = kind == 0 ? CD_JOINT_BALL : CD_JOINT_HINGE, .bodyB = -1, .axis = {0, 0, 1}};
        assert_int_equal(cdAddJoint(trial.world, &joint), 0);
        double lowest = -getState(&trial, 0).mass * GRAVITY * arm;
        cdWorldEnergy start = cdGetWorldEnergy(trial.world);
        double first = 0.0, last = 0.0, before = pose.p.x;
        int crossings = 0;
        while (trial.step.time < 60.0) {
            stepTrial(&trial, 1.0 / 240.0);
            double now = getState(&trial, 0).pose.p.x;
            if ((now > 0.0) != (before > 0.0)) {
                last = trial.step.time - (1.0 / 240.0) * now / (now - before);
                if (crossings++ == 0) first = last;
            }
            before = now;
        }
        assertNear(2.0 * (last - first) / (crossings - 1), period, 1e-3 * period);
        cdWorldEnergy end = cdGetWorldEnergy(trial.world);
        double whole = start.kinetic + start.potential - lowest;
        assertNear(end.kinetic + end.potential - lowest, whole, 1e-3 * whole);
        destroyTrial(&trial);
        destroyBody(&rod);
    }
}

// Computes the angles from the vertical of two hinged rods after two seconds, with masses in the given ratio.
// Returns the larger of their differences to the reference.
static double getHingedError(double ratio, double dt) {
    Body rod = makeBody("box:x=0.05,y=0.25,z=0.04");
    Trial trial = makeTrial();
    const double masses[2] = {1.0, ratio}, angles[2] = {0.9, 0.4};
    DoublePendulum reference = {.gravity = GRAVITY};
    cdVec3 z = {0.0, 0.0, 1.0}, at = {0.0, 0.0, 0.0};
    for (int i = 0; i < 2; i++) {
        cdQuat turn = cdMakeQuat(z, angles[i]);
        cdVec3 half = cdRotate(turn, cdMakeVec3(0.0, -0.25, 0.0));
        // Side by side, so that they never touch.
        cdPose pose = {cdAdd(cdAdd(at, half), cdMakeVec3(0.0, 0.0, 0.3 * i)), turn};
        cdBodyDef def = makeMovingDef(pose, cdMakeVec3(0.0, 0.0, 0.0), cdMakeVec3(0.0, 0.0, 0.0), 0.0, 0.0);
        def.mass = masses[i];
        addToTrial(&trial, &rod, &def);
        cdJointDef joint = {.kind = CD_JOINT_HINGE, .bodyA = i, .bodyB = i - 1, .point = at, .axis = z};
        assert_int_equal(cdAddJoint(trial.world, &joint), i);
        at = cdMulAdd(at, 2.0, half);
        reference.length[i] = 0.5;
        reference.mass[i] = masses[i];
        reference.inertia[i] = masses[i] * (0.05 * 0.05 + 0.25 * 0.25) / 3.0;
        reference.angle[i] = angles[i];
    }
    while (trial.step.time < 2.0 - 0.5 * dt)
        stepTrial(&trial, dt);
    AdvanceDoublePendulum(&reference, trial.step.time, 200000);
    double error = 0.0;
    for (int32_t i = 0; i < 2; i++) {
        cdVec3 down = cdRotate(getState(&trial, i).pose.q, cdMakeVec3(0.0, -1.0, 0.0));
        error = fmax(error, fabs(remainder(atan2(down.x, -down.y) - reference.angle[i], 2.0 * PI)));
    }
    assert_true(trial.drift <= trial.margin && trial.blockedTime == 0.0);
    destroyTrial(&trial);
    destroyBody(&rod);
    return error;
}

// Two hinged rods against their own equations in two angles, integrated in steps of ten microseconds, for
// mass ratios of 1 and of 100: the error falls with the square of the step. Red: a hinge that acts at the
// wrong point, a link slowed down or sped up by its load, a method of the first order.
static void testTwoHingedRods(void **state) {
    (void)state;
    static const double ratios[] = {1.0, 100.0};
    for (int i = 0; i < 2; i++) {
        double coarse = getHingedError(ratios[i], 1.0 / 240.0), fine = getHingedError(ratios[i], 1.0 / 960.0);
        assert_true(coarse <= 0.02);
        assert_true(fine <= 0.12 * coarse);
    }
}

// --- Random ones

static void runLinkages(uint64_t first, uint64_t count, bool mixed) {
    Body bodies[LINKAGE_SHAPE_COUNT];
    cdMesh *meshes[LINKAGE_SHAPE_COUNT];
    double radii[LINKAGE_SHAPE_COUNT];
    for (int i = 0; i < LINKAGE_SHAPE_COUNT; i++) {
        bodies[i] = makeBody(linkageShapes[i]);
        meshes[i] = bodies[i].mesh;
        radii[i] = cdGetMeshInfo(bodies[i].mesh).radius;
    }
    for (uint64_t seed = first; seed < first + count; seed++) {
        Linkage linkage = mixed ? makeMixedLinkage(seed) : makeLinkage(seed);
        LinkageWatch watch = openLinkage(&linkage, meshes, radii);
        assert_non_null(watch.world);
        assert_true(!mixed || watchOverlaps(&watch, &linkage, meshes));
        for (double time = 0.0; time < 0.5 && watch.steps < 60; time += linkage.dt)
            stepLinkage(&watch, linkage.dt);
        if (mixed && linkage.ratio > 1e4) watch.waiting = 0;
        if (!isLinkageGood(&watch))
            fail_msg(
                "seed %llu: torn %lld (%.3g margins), apart %lld, waiting %lld, asleep %lld, growing %lld",
                (unsigned long long)seed, (long long)watch.torn, watch.drift, (long long)watch.apart,
                (long long)watch.waiting, (long long)watch.asleep, (long long)watch.growing);
        closeLinkage(&watch);
    }
    for (int i = 0; i < LINKAGE_SHAPE_COUNT; i++)
        destroyBody(&bodies[i]);
}

// Chains, trees and closed loops, like the thousands of the soak. Red: any joint that opens by more than a
// margin in any step, a step that gains energy, a run that ends, bodies that sleep in mid-air.
static void testRandomLinkages(void **state) {
    (void)state;
    runLinkages(1, 60, false);
}

// The same of all kinds of joints, with limits, motors, breaking forces and bodies that pass; no bodies that
// collide overlap. Linkages of masses far apart may lose time. Red: a limit that is passed, a motor that adds
// more energy than its work, a rod or slider that opens.
static void testMixedLinkages(void **state) {
    (void)state;
    runLinkages(1, (uint64_t)countCases(20), true);
}

// A load of 15,000 masses falls, and a limit stops it that no velocity reaches, only the end of the curved
// path: the correction of the target lifts the load. Red: an island that counts as free then, and keeps the
// energy.
static void testLimitOfCorrection(void **state) {
    (void)state;
    runLinkages(4853, 1, true);
}

// --- Limits

// A cube tied to two posts, one of which is moved out of the cube's reach: no pose satisfies both joints. The
// world continues, the cube does not sleep meanwhile, and the drift reports the error. Red: a cube that is
// put to sleep, unbounded numbers, a drift that hides it.
static void testInfeasibleJoints(void **state) {
    (void)state;
    Body cube = makeBody("box:x=0.1,y=0.1,z=0.1");
    Trial trial = makeWeightlessTrial();
    for (int i = 0; i < 2; i++)
        addFixed(&trial, &cube, (cdPose){cdMakeVec3(i == 0 ? -1.0 : 1.0, 0.0, 0.0), {1.0, 0.0, 0.0, 0.0}},
                 0.0, 0.0);
    addMoving(&trial, &cube, cdIdentityPose(), cdMakeVec3(0.0, 0.0, 0.0), 0.0, 0.0);
    for (int i = 0; i < 2; i++) {
        cdJointDef joint = {.bodyA = 2, .bodyB = i, .point = {i == 0 ? -0.5 : 0.5, 0.0, 0.0}};
        assert_int_equal(cdAddJoint(trial.world, &joint), i);
    }
    cdSetBodyPose(trial.world, 1, (cdPose){cdMakeVec3(1.2, 0.0, 0.0), {1.0, 0.0, 0.0, 0.0}});
    for (int i = 0; i < 60; i++) {
        cdWorldStep step = cdStepWorld(trial.world, FRAME);
        assert_int_equal(step.state, CD_FREE);
        assert_true(step.drift >= 0.09 && step.drift <= 0.21);
        cdBodyState now = getState(&trial, 2);
        assert_false(now.asleep);
        assert_true(cdLength(now.pose.p) <= 0.3 && cdLength(now.velocity) <= 10.0);
    }
    destroyTrial(&trial);
    destroyBody(&cube);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testScenes),
        cmocka_unit_test(testFastMotor),
        cmocka_unit_test(testPendulumForAMinute),
        cmocka_unit_test(testTwoHingedRods),
        cmocka_unit_test(testRandomLinkages),
        cmocka_unit_test(testMixedLinkages),
        cmocka_unit_test(testLimitOfCorrection),
        cmocka_unit_test(testInfeasibleJoints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
