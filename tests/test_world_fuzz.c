// Random worlds, and the smallest worlds that reproduce their failures.
//
// Random sets of bodies, thrown and dropped into each other and onto a floor: any of the generated shapes,
// convex or not, closed or open, thick or thin, of sizes over a decade; any speed, spin, friction and
// restitution; joints, motors, hands, bodies moved and removed; margins, steps, sizes and positions over
// decades. After each step all checks of the fixture apply, and no body is blocked for long.
#include "world_fixture.h"

static cdVec3 none(void) {
    return cdMakeVec3(0.0, 0.0, 0.0);
}

static cdVec3 getVelocityOf(const Trial *trial, int32_t body) {
    return getState(trial, body).velocity;
}

// --- Reduced failures of random worlds

// A cube tumbles onto its corner, down on a sheet of any thickness, from a hundred margins to a tenth of one:
// it comes to rest on its side the same way as on the thick one. Red: corners near the far side of a thin
// sheet taken for contacts, with gaps below 0: the cube hangs in the air for ever.
static void testThinSheet(void **state) {
    (void)state;
    static const double halves[] = {5e-3, 2.5e-4, 1.5e-4, 5e-5, 1.5e-5, 5e-6};
    for (int i = 0; i < 6; i++) {
        char spec[64];
        snprintf(spec, sizeof spec, "box:x=5,y=%g,z=5", halves[i]);
        Body sheet = makeBody(spec), cube = makeBody("box:x=0.5,y=0.4,z=0.6");
        Trial trial = makeTrial();
        addFixed(&trial, &sheet, poseAt(0.0, 0.0, 0.0), 0.2, 0.5);
        addMoving(&trial, &cube, turnedPose(0.0, 1.5, 0.0, cdMakeVec3(0.3, 0.2, 1.0), 0.9), none(), 0.2, 0.5);
        runTrial(&trial, 3.0, FRAME);
        assert_int_equal(trial.blocked, 0);
        assert_true(getState(&trial, 1).asleep);
        assertNear(getState(&trial, 1).pose.p.y, 0.4 + halves[i] + trial.margin, trial.margin);
        destroyTrial(&trial);
        destroyBody(&sheet);
        destroyBody(&cube);
    }
}

// A block without friction, released on a slope of 0.3 radians, covers g sin(0.3) t^2 / 2 with any step and
// margin. Red: a body that hardly moves in one short step is put to sleep, and never begins to slide.
static void testSlowBeginning(void **state) {
    (void)state;
    static const double steps[] = {1.0 / 60.0, 1e-3, 1e-4, 1e-3}, margins[] = {0.0, 0.0, 0.0, 1e-2};
    const double slope = 0.3, time = 0.25;
    for (int i = 0; i < 4; i++) {
        Body floor = makeBody("box:x=20,y=1,z=20"), block = makeBody("box:x=0.5,y=0.5,z=0.5");
        cdWorldDef def = cdDefaultWorldDef();
        def.margin = margins[i];
        Trial trial = makeTrialOf(&def);
        cdQuat q = cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), slope);
        addFixed(&trial, &floor, (cdPose){none(), q}, 0.0, 0.0);
        double gap = margins[i] > 0.0 ? margins[i] : 1e-4;
        cdVec3 start = cdRotate(q, cdMakeVec3(0.0, 1.5 + gap, 0.0));
        addMoving(&trial, &block, (cdPose){start, q}, none(), 0.0, 0.0);
        runTrial(&trial, time, steps[i]);
        double way = cdLength(cdSub(getState(&trial, 1).pose.p, start));
        assertNear(way, 0.5 * GRAVITY * sin(slope) * time * time, 1e-3 * way);
        destroyTrial(&trial);
        destroyBody(&floor);
        destroyBody(&block);
    }
}

// Two rods, a hinge with a motor between them, far from both and on no axis of theirs, both spinning: their
// energy never exceeds the initial one plus the motor's maximum work. Red: inaccurate impulses add energy
// without limit to driven bodies; the world ends in NaN.
static void testDrivenFar(void **state) {
    (void)state;
    const double torque = 0.05, speed = 10.0;
    Body rod = makeBody("box:x=1,y=0.1,z=0.1");
    Trial trial = makeWeightlessTrial();
    trial.powered = true;
    for (int i = 0; i < 2; i++) {
        cdBodyDef def = makeMovingDef(poseAt(8.0 * i, 3.0 * i, 0.0), none(),
                                      cdMakeVec3(60.0, -150.0 * i, 110.0), 0.5, 0.5);
        def.density = i == 0 ? 1.0 : 30.0;
        addToTrial(&trial, &rod, &def);
    }
    cdJointDef joint = {.kind = CD_JOINT_HINGE,
                        .bodyA = 0,
                        .bodyB = 1,
                        .point = {4.0, 1.5, 0.0},
                        .axis = {0.3, 1.0, 0.2},
                        .motor = {.speed = speed, .maxForce = torque}};
    assert_int_equal(cdAddJoint(trial.world, &joint), 0);
    double before = getTotalEnergy(&trial);
    for (int i = 0; i < 200; i++) {
        stepTrial(&trial, FRAME);
        // At the angular speed that all of the energy gives the lighter rod about its length.
        assert_true(getTotalEnergy(&trial) <= 1.01 * before);
    }
    destroyTrial(&trial);
    destroyBody(&rod);
}

// A disk spins at 20,000 radians a second beside a ball that falls freely: the ball falls g t^2 / 2. Red: the
// world's time is that of its fastest body.
static void testFastNeighbour(void **state) {
    (void)state;
    Body disk = makeBody("box:x=0.3,y=0.05,z=0.3"), ball = makeBody("icosphere:radius=0.3,level=1");
    Trial trial = makeTrial();
    cdBodyDef def = makeMovingDef(poseAt(0.0, 0.0, 0.0), none(), cdMakeVec3(0.0, 20000.0, 0.0), 0.5, 0.5);
    addToTrial(&trial, &disk, &def);
    addMoving(&trial, &ball, poseAt(3.0, 0.0, 0.0), none(), 0.5, 0.5);
    runTrial(&trial, 1.0, FRAME);
    assertNear(getState(&trial, 1).pose.p.y, -0.5 * GRAVITY, 1e-9);
    assertNear(getVelocityOf(&trial, 1).y, -GRAVITY, 1e-9);
    destroyTrial(&trial);
    destroyBody(&disk);
    destroyBody(&ball);
}

// A cube inside a solid one, an invalid start, cannot move; a third one falls beside them. Red: the blocked
// body blocks the whole world.
static void testOthersContinue(void **state) {
    (void)state;
    Body large = makeBody("box:x=2,y=2,z=2"), small = makeBody("box:x=0.3,y=0.2,z=0.25");
    Trial trial = makeTrial();
    trial.powered = true;
    cdQuat q = cdMakeQuat(cdNormalize(cdMakeVec3(0.3, 0.2, 1.0)), 0.9);
    addMoving(&trial, &large, poseAt(0.0, 0.0, 0.0), cdMakeVec3(0.0, 0.0, -2.0), 0.2, 0.8);
    cdBodyDef def = makeMovingDef((cdPose){{0.3, -0.2, 1.5}, q}, none(), cdMakeVec3(1.0, 2.0, 0.5), 0.2, 0.8);
    addToTrial(&trial, &small, &def);
    addMoving(&trial, &small, poseAt(5.0, 0.0, 0.0), none(), 0.5, 0.5);
    runTrial(&trial, 1.0, 1e-3);
    assertNear(getState(&trial, 2).pose.p.y, -0.5 * GRAVITY, 1e-9);
    destroyTrial(&trial);
    destroyBody(&large);
    destroyBody(&small);
}

// --- Random worlds

static const char *const specs[] = {"box:x=0.6,y=0.6,z=0.6",
                                    "box:x=0.7,y=0.04,z=0.7",
                                    "box:x=1,y=0.06,z=0.06",
                                    "icosphere:level=1",
                                    "torus:segments=12",
                                    "torus-knot:segments=48",
                                    "ring:segments=12",
                                    "l-shape",
                                    "plate:thickness=0.001",
                                    "gear:teeth=8",
                                    "cavity:segments=10",
                                    "hook:segments=8",
                                    "corner",
                                    "tetrahedron",
                                    "floor:n=3",
                                    "fingers",
                                    "wire:segments=12,sides=5",
                                    "teapot:segments=2",
                                    "polytope-rod:n=20"};

enum { SPECS = sizeof specs / sizeof *specs, MOST = 7 };

typedef struct Chaos {
    Random random;
    double size; // of lengths
    cdVec3 origin;
    double gravity;
    Body bodies[MOST + 1];
    Trial trial;
} Chaos;

static bool isFreeAt(const Chaos *chaos, const Body *body, cdPose pose) {
    for (int32_t i = 0; i < chaos->trial.count; i++) {
        cdPose other = getState(&chaos->trial, i).pose;
        cdMeshInfo a = cdGetMeshInfo(body->mesh), b = cdGetMeshInfo(chaos->bodies[i].mesh);
        cdVec3 way = cdSub(cdTransformPoint(pose, a.center), cdTransformPoint(other, b.center));
        bool floor = i == 0; // whose sphere is larger than all
        if (!floor && cdLength(way) <= a.radius + b.radius) return false;
        if (floor && way.y <= a.radius + chaos->size) return false;
    }
    return true;
}

static void addChaosBody(Chaos *chaos, double speed, double spin) {
    Random *random = &chaos->random;
    Trial *trial = &chaos->trial;
    double scale = chaos->size * pow(10.0, nextRandomIn(random, -0.5, 0.3));
    Body body = makeScaledBody(specs[nextRandomInt(random, 0, SPECS - 1)], scale);
    cdPose pose;
    do {
        cdVec3 place = cdScale(4.0 * chaos->size, nextRandomVec3(random));
        place.y += 5.0 * chaos->size;
        pose.p = cdAdd(chaos->origin, place);
        pose.q = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 6.0));
    } while (!isFreeAt(chaos, &body, pose));
    cdVec3 velocity = cdScale(speed * scale * nextRandom(random), nextRandomDirection(random));
    cdVec3 angular = cdScale(spin * nextRandom(random), nextRandomDirection(random));
    cdBodyDef def =
        makeMovingDef(pose, velocity, angular, nextRandom(random), nextRandomIn(random, 0.0, 2.0));
    if (nextRandomInt(random, 0, 3) == 0) def.restitution = 1.0;
    if (nextRandomInt(random, 0, 3) == 0) def.friction = 0.0;
    def.density = pow(10.0, nextRandomIn(random, -1.0, 1.0));
    chaos->bodies[trial->count] = body;
    addToTrial(trial, &body, &def);
}

static void addChaosJoint(Chaos *chaos) {
    Random *random = &chaos->random;
    Trial *trial = &chaos->trial;
    int32_t a = nextRandomInt(random, 1, trial->count - 1), b = nextRandomInt(random, 1, trial->count - 1);
    if (a == b) b = -1;
    cdVec3 from = getState(trial, a).pose.p, to = b < 0 ? from : getState(trial, b).pose.p;
    cdJointDef def = {.kind = (cdJointKind)nextRandomInt(random, CD_JOINT_BALL, CD_JOINT_DISTANCE),
                      .bodyA = a,
                      .bodyB = b,
                      .point = cdLerp(from, to, 0.5),
                      .axis = nextRandomDirection(random)};
    def.pointB = cdMulAdd(def.point, chaos->size, nextRandomDirection(random));
    if (def.kind != CD_JOINT_FIXED && nextRandomInt(random, 0, 1)) {
        def.limited = true;
        def.upper = 2.0 * (def.kind == CD_JOINT_BALL || def.kind == CD_JOINT_HINGE ? 1.0 : chaos->size);
        bool signs = def.kind == CD_JOINT_HINGE || def.kind == CD_JOINT_SLIDER;
        def.lower = signs ? -0.1 * def.upper : 0.0;
    }
    if (def.kind == CD_JOINT_HINGE && nextRandomInt(random, 0, 1)) {
        def.motor.speed = nextRandomIn(random, -20.0, 20.0);
        def.motor.maxForce = 10.0 * getState(trial, a).mass * chaos->size * chaos->size;
        trial->powered = true;
    }
    assert_true(cdAddJoint(trial->world, &def) >= 0);
}

static Chaos makeChaos(uint64_t seed) {
    static const double sizes[] = {1.0, 1.0, 1e-4, 1e4}, speeds[] = {0.0, 2.0, 10.0, 100.0},
                        spins[] = {0.0, 5.0, 30.0, 500.0};
    Chaos chaos = {.random = {seed}};
    Random *random = &chaos.random;
    chaos.size = sizes[nextRandomInt(random, 0, 3)];
    if (nextRandomInt(random, 0, 4) == 0)
        chaos.origin = cdScale(1e6 * chaos.size, nextRandomDirection(random));
    chaos.gravity = nextRandomInt(random, 0, 4) == 0 ? 0.0 : GRAVITY * chaos.size;
    cdWorldDef def = {.gravity = {0.0, -chaos.gravity, 0.0}};
    if (nextRandomInt(random, 0, 3) == 0)
        def.margin = chaos.size * pow(10.0, nextRandomIn(random, -8.0, -2.5));
    chaos.trial = makeTrialOf(&def);
    chaos.bodies[0] = makeScaledBody("box:x=40,y=1,z=40", chaos.size);
    addFixed(&chaos.trial, &chaos.bodies[0], (cdPose){chaos.origin, cdIdentityPose().q}, nextRandom(random),
             0.5);
    int count = nextRandomInt(random, 1, MOST), wild = nextRandomInt(random, 0, 3);
    for (int i = 0; i < count; i++)
        addChaosBody(&chaos, speeds[wild], spins[nextRandomInt(random, 0, 3)]);
    if (nextRandomInt(random, 0, 3) == 0) addChaosJoint(&chaos);
    return chaos;
}

static void destroyChaos(Chaos *chaos) {
    for (int32_t i = 0; i < chaos->trial.count; i++)
        destroyBody(&chaos->bodies[i]);
    destroyTrial(&chaos->trial);
}

// Hands that pull bodies to random targets, and removed bodies.
static void meddle(Chaos *chaos) {
    Random *random = &chaos->random;
    Trial *trial = &chaos->trial;
    int32_t body = nextRandomInt(random, 1, trial->count - 1);
    if (!getState(trial, body).present) return;
    trial->powered = true;
    int what = nextRandomInt(random, 0, 4);
    cdHand hand = {.target = cdAdd(chaos->origin, cdScale(6.0 * chaos->size, nextRandomVec3(random)))};
    if (what < 2) cdHoldBody(trial->world, body, &hand);
    if (what == 2) cdReleaseBody(trial->world, body);
    if (what == 3) cdRemoveBody(trial->world, body);
}

// The fixture's own bound is for the earth's gravity: this uses the world's own.
static void stepChaos(Chaos *chaos, double dt) {
    Trial *trial = &chaos->trial;
    bool powered = trial->powered;
    double before = getTotalEnergy(trial), size = getEnergySize(trial, chaos->gravity);
    trial->powered = true;
    stepTrial(trial, dt);
    trial->powered = powered;
    double growth = getTotalEnergy(trial) - before;
    if (!powered && growth > 1e-11 * size)
        fail_msg("energy grew by %.3g of %.3g in step %d", growth, size, (int)trial->steps);
}

// Returns the maximum number of consecutive steps with a blocked body.
static int runChaos(Chaos *chaos, bool meddles) {
    static const double steps[] = {1.0 / 60.0, 1.0 / 60.0, 1.0 / 240.0, 1e-3, 0.05};
    double dt = steps[nextRandomInt(&chaos->random, 0, 4)];
    int waits = 0, most = 0;
    for (int i = 0; i < 120; i++) {
        if (meddles && i % 20 == 10) meddle(chaos);
        stepChaos(chaos, dt);
        waits = chaos->trial.step.blockedTime > 0.0 ? waits + 1 : 0;
        if (waits > most) most = waits;
    }
    return most;
}

// 160 random worlds: no pair overlaps, all is finite, no energy is created, and blocked bodies, which are
// rare, continue. Red: anything.
static void testRandomWorlds(void **state) {
    (void)state;
    int waiting = 0;
    for (uint64_t seed = 1; seed <= 160; seed++) {
        Chaos chaos = makeChaos(seed);
        int waits = runChaos(&chaos, seed % 4 == 0);
        if (waits > 0) print_message("world %d: waits %d steps in a row\n", (int)seed, waits);
        waiting += waits > 0;
        destroyChaos(&chaos);
    }
    assert_true(waiting <= 160 / 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testThinSheet),      cmocka_unit_test(testSlowBeginning),
        cmocka_unit_test(testDrivenFar),      cmocka_unit_test(testFastNeighbour),
        cmocka_unit_test(testOthersContinue), cmocka_unit_test(testRandomWorlds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
