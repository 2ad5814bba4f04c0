// The robustness of a world: any speed, any spin, any size, any position, bad input, no memory; and the same
// calls give the same bits. Where discrete stepping would fail, the same setup shows it.
#include "foundation/memory/hooks.h"
#include "world_fixture.h"

#include <string.h>

static cdVec3 none(void) {
    return cdMakeVec3(0.0, 0.0, 0.0);
}

// --- Determinism

enum { MIXED = 7 };

static const char *const mixedSpecs[] = {"box:x=0.3,y=0.2,z=0.4", "icosphere:radius=0.3,level=1",
                                         "ring:segments=12", "l-shape", "tetrahedron"};

typedef struct Mixture {
    Body floor, bodies[5];
    Trial trial;
} Mixture;

// Seven bodies of five kinds fall on a floor and on each other. The floor has the first number.
static Mixture makeMixture(void) {
    Mixture mixture = {.floor = makeBody("box:x=20,y=1,z=20"), .trial = makeTrial()};
    Random random = {77};
    addFixed(&mixture.trial, &mixture.floor, poseAt(0.0, -1.0, 0.0), 0.0, 0.4);
    for (int k = 0; k < 5; k++)
        mixture.bodies[k] = makeBody(mixedSpecs[k]);
    for (int32_t i = 0; i < MIXED; i++) {
        cdPose pose =
            turnedPose(0.3 * (i % 2), 1.5 + 2.1 * i, 0.2 * (i % 3), nextRandomDirection(&random), 2.0);
        cdBodyDef def =
            makeMovingDef(pose, nextRandomVec3(&random), cdScale(4.0, nextRandomVec3(&random)), 0.4, 0.4);
        addToTrial(&mixture.trial, &mixture.bodies[i % 5], &def);
    }
    return mixture;
}

static void destroyMixture(Mixture *mixture) {
    destroyTrial(&mixture->trial);
    destroyBody(&mixture->floor);
    for (int k = 0; k < 5; k++)
        destroyBody(&mixture->bodies[k]);
}

static void assertSameBits(const Trial *a, const Trial *b) {
    assert_int_equal(a->count, b->count);
    for (int32_t i = 0; i < a->count; i++) {
        cdBodyState first = getState(a, i), second = getState(b, i);
        assert_memory_equal(&first.pose, &second.pose, sizeof first.pose);
        assert_memory_equal(&first.velocity, &second.velocity, sizeof first.velocity);
        assert_memory_equal(&first.angularVelocity, &second.angularVelocity, sizeof first.angularVelocity);
        assert_true(first.asleep == second.asleep);
    }
    int32_t countA, countB;
    const cdContactEvent *eventsA = cdGetContactEvents(a->world, &countA),
                         *eventsB = cdGetContactEvents(b->world, &countB);
    assert_int_equal(countA, countB);
    for (int32_t i = 0; i < countA; i++) {
        assert_true(eventsA[i].time == eventsB[i].time && eventsA[i].impulse == eventsB[i].impulse);
        assert_true(eventsA[i].bodyA == eventsB[i].bodyA && eventsA[i].bodyB == eventsB[i].bodyB);
    }
}

// Creates a copy from readable state: its bodies at their poses, with their velocities.
static Mixture copyMixture(const Mixture *from) {
    Mixture copy = makeMixture();
    for (int32_t i = 1; i <= MIXED; i++) {
        cdBodyState state = getState(&from->trial, i);
        cdSetBodyPose(copy.trial.world, i, state.pose);
        cdSetBodyVelocity(copy.trial.world, i, state.velocity, state.angularVelocity);
    }
    return copy;
}

// The same calls give the same bits, at each of 300 steps; and so do two copies created in the middle of the
// fall. Until it touches something a copy follows the original world. Red: uninitialized memory, an order by
// addresses, state that cannot be read.
static void testSameBits(void **state) {
    (void)state;
    Mixture one = makeMixture(), two = makeMixture();
    for (int i = 0; i < 300; i++) {
        stepTrial(&one.trial, FRAME);
        stepTrial(&two.trial, FRAME);
        assertSameBits(&one.trial, &two.trial);
        if (i == 40) {
            Mixture first = copyMixture(&one), second = copyMixture(&one);
            for (int k = 0; k < 100; k++) {
                first.trial.powered = second.trial.powered = k == 0;
                stepTrial(&first.trial, FRAME);
                stepTrial(&second.trial, FRAME);
                assertSameBits(&first.trial, &second.trial);
            }
            destroyMixture(&first);
            destroyMixture(&second);
        }
    }
    assert_true(one.trial.impacts > 10);
    destroyMixture(&one);
    destroyMixture(&two);
}

// --- Throws of the teapot

static double getMiddle(const cdMesh *mesh, cdPose pose) {
    return cdTransformPoint(pose, cdGetMeshInfo(mesh).center).y;
}

typedef struct Throws {
    int32_t count, impacts, blocked,
        jumped; // a discrete step would be beneath the floor, undetected
    double lost;
} Throws;

// One throw of the teapot, an open surface of unshared edges, down at a floor of one layer of triangles, in
// any pose, with up to 200 units a second and 30 radians a second; half a second of it.
static void throwTeapot(const Body *teapot, const Body *floor, uint64_t seed, Throws *sum) {
    Random random = {seed};
    Trial trial = makeTrial();
    addFixed(&trial, floor, poseAt(0.0, 0.0, 0.0), 0.3, 0.4);
    cdPose pose = {{nextRandomIn(&random, -1.0, 1.0), 3.0, nextRandomIn(&random, -1.0, 1.0)},
                   cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, PI))};
    cdVec3 velocity = cdScale(10.0, nextRandomVec3(&random));
    velocity.y = nextRandomIn(&random, -200.0, 0.0);
    cdBodyDef def =
        makeMovingDef(pose, velocity, cdScale(30.0, nextRandomVec3(&random)), nextRandom(&random), 0.4);
    addToTrial(&trial, teapot, &def);
    for (int i = 0; i < 30; i++) {
        cdBodyState before = getState(&trial, 1);
        cdPose next = before.pose;
        next.p = cdMulAdd(next.p, FRAME, before.velocity);
        bool beneath = getMiddle(teapot->mesh, next) < 0.0;
        sum->jumped += beneath && !overlapAt(teapot->mesh, next, floor->mesh, poseAt(0.0, 0.0, 0.0));
        stepTrial(&trial, FRAME);
        assert_true(getMiddle(teapot->mesh, getState(&trial, 1).pose) > 0.0);
    }
    sum->count++;
    sum->impacts += trial.impacts;
    sum->blocked += trial.blocked;
    sum->lost = fmax(sum->lost, trial.blockedTime);
    destroyTrial(&trial);
}

// A hundred throws: none passes the floor or overlaps it at any step. Discrete steps would lose many of them
// beneath it. Red: an untested motion, the far side of an open surface taken for inside.
static void testThrownTeapot(void **state) {
    (void)state;
    Body teapot = makeScaledBody("teapot", 0.3), floor = makeBody("floor:size=60,n=6");
    Throws sum = {0};
    for (uint64_t seed = 0; seed < 100; seed++)
        throwTeapot(&teapot, &floor, seed, &sum);
    assert_true(sum.impacts >= 100 && sum.jumped > 10);
    assert_int_equal(sum.blocked, 0);
    destroyBody(&teapot);
    destroyBody(&floor);
}

// --- Speed and spin

// A cube that moves a hundred times its size a step, at a plate thinner than that by a factor of 10,000: it
// bounces, with the speed left by the restitution. Red: anything discrete.
static void testHighSpeed(void **state) {
    (void)state;
    static const double restitutions[] = {0.0, 0.5, 1.0};
    for (int i = 0; i < 3; i++) {
        Body cube = makeBody("box:x=0.5,y=0.5,z=0.5"), plate = makeBody("box:x=0.005,y=30,z=30");
        Trial trial = makeWeightlessTrial();
        double speed = 100.0 / FRAME;
        addFixed(&trial, &plate, poseAt(77.7, 0.0, 0.0), 0.0, 0.0);
        cdPose pose = turnedPose(0.0, 0.0, 0.0, cdMakeVec3(1.0, 1.0, 1.0), 0.4);
        cdBodyDef def = makeMovingDef(pose, cdMakeVec3(speed, 0.0, 0.0), none(), restitutions[i], 0.0);
        addToTrial(&trial, &cube, &def);
        // Discrete steps end at 100, beyond the plate, without detecting it.
        cdPose beyond = pose;
        beyond.p.x += speed * FRAME;
        assert_false(overlapAt(cube.mesh, beyond, plate.mesh, poseAt(77.7, 0.0, 0.0)));
        for (int k = 0; k < 3; k++) {
            stepTrial(&trial, FRAME);
            assert_true(getState(&trial, 1).pose.p.x < 77.7);
        }
        assert_int_equal(trial.blocked, 0);
        assert_true(restitutions[i] == 0.0 || getState(&trial, 1).velocity.x < 0.0);
        destroyTrial(&trial);
        destroyBody(&cube);
        destroyBody(&plate);
    }
}

// A rod spins with a thousand radians a second, 2.6 turns a step, and falls on the floor; another between two
// walls. It never overlaps, energy never grows. Red: rotations of more than half a turn taken for small ones.
static void testFastSpin(void **state) {
    (void)state;
    Body floor = makeBody("box:x=20,y=1,z=20"), rod = makeBody("box:x=1,y=0.05,z=0.05");
    for (int i = 0; i < 3; i++) {
        Trial trial = makeTrial();
        addFixed(&trial, &floor, poseAt(0.0, -1.0, 0.0), 0.3, 0.3);
        cdVec3 spin = cdScale(1000.0, cdNormalize(cdMakeVec3(0.1 * i, i == 2 ? 0.0 : 1.0, 1.0 * i)));
        cdBodyDef def = makeMovingDef(poseAt(0.0, 1.3, 0.0), cdMakeVec3(0.0, -3.0, 0.0), spin, 0.3, 0.3);
        addToTrial(&trial, &rod, &def);
        for (int k = 0; k < 120; k++)
            stepTrial(&trial, FRAME);
        assert_true(getState(&trial, 1).pose.p.y > 0.0);
        destroyTrial(&trial);
    }
    destroyBody(&floor);
    destroyBody(&rod);
}

// Thin plates fly at thin plates edge on, flat and at an angle, several plates' thickness a step, ten at
// once. Red: tunnelling, and two overlapping sheets.
static void testThinPlates(void **state) {
    (void)state;
    Body plate = makeBody("plate:width=1,depth=1,thickness=0.004");
    Random random = {5};
    for (int round = 0; round < 10; round++) {
        Trial trial = makeWeightlessTrial();
        for (int32_t i = 0; i < 10; i++) {
            double height = 1.0 - 0.2 * (i + 0.5), angle = 2.399963 * i, around = sqrt(1.0 - height * height);
            cdVec3 way = {around * cos(angle), height, around * sin(angle)};
            cdPose pose = {cdScale(3.0, way), cdMakeQuat(nextRandomDirection(&random), 3.0)};
            cdBodyDef def = makeMovingDef(pose, cdMulAdd(cdScale(-30.0, way), 4.0, nextRandomVec3(&random)),
                                          cdScale(10.0, nextRandomVec3(&random)), 0.5, 0.2);
            addToTrial(&trial, &plate, &def);
        }
        runTrial(&trial, 0.5, FRAME);
        assert_true(trial.impacts >= 3);
        destroyTrial(&trial);
    }
    destroyBody(&plate);
}

// --- Bad situations

// Two overlapping boxes, and one in the floor, at the start: nothing breaks, nothing blocks them for ever,
// and the free third one continues. Once separated they collide again. Red: a step that waits for the
// impossible, an unbounded impulse, a third body that is blocked too.
static void testOverlappingAtStart(void **state) {
    (void)state;
    Body floor = makeBody("box:x=20,y=1,z=20"), cube = makeBody("box:x=0.5,y=0.5,z=0.5");
    Trial trial = makeTrial();
    trial.overlapped = true;
    addFixed(&trial, &floor, poseAt(0.0, -1.0, 0.0), 0.5, 0.0);
    addMoving(&trial, &cube, poseAt(0.0, 3.0, 0.0), none(), 0.5, 0.0);
    addMoving(&trial, &cube, poseAt(0.3, 3.4, 0.2), cdMakeVec3(2.0, 0.0, 0.0), 0.5, 0.0);
    addMoving(&trial, &cube, poseAt(5.0, 0.3, 0.0), cdMakeVec3(0.0, 3.0, 0.0), 0.5, 0.0);
    addMoving(&trial, &cube, poseAt(-5.0, 2.0, 0.0), none(), 0.5, 0.0);
    for (int i = 0; i < 120; i++) {
        stepTrial(&trial, FRAME);
        for (int32_t k = 1; k <= 4; k++) {
            cdBodyState body = getState(&trial, k);
            assert_true(cdLength(body.velocity) < 20.0 && cdLength(body.pose.p) < 50.0);
        }
    }
    assert_false(overlapAt(floor.mesh, poseAt(0.0, -1.0, 0.0), cube.mesh, getState(&trial, 4).pose));
    assertNear(getState(&trial, 4).pose.p.x, -5.0, 1e-9);
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&cube);
}

// A press: a plate is moved down on a body a little each step, with cdSetBodyPose, until it touches and
// overlaps it. Bounded work, finite numbers, and the body stays out of the floor. Red: a solver whose
// impulses grow without limit between two fixed bodies.
static void testSqueezed(void **state) {
    (void)state;
    Body floor = makeBody("box:x=20,y=1,z=20"), cube = makeBody("icosphere:radius=0.5,level=1"),
         plate = makeBody("box:x=2,y=0.1,z=2");
    Trial trial = makeTrial();
    trial.powered = trial.overlapped = true;
    addFixed(&trial, &floor, poseAt(0.0, -1.0, 0.0), 0.5, 0.3);
    addMoving(&trial, &cube, poseAt(0.0, 0.55, 0.0), none(), 0.5, 0.3);
    addFixed(&trial, &plate, poseAt(0.0, 1.6, 0.0), 0.5, 0.3);
    for (int i = 0; i < 90; i++) {
        cdSetBodyPose(trial.world, 2, poseAt(0.0, 1.6 - 0.01 * i, 0.0));
        stepTrial(&trial, FRAME);
        assert_true(trial.step.advances <= 200);
        cdBodyState body = getState(&trial, 1);
        assert_true(isfinite(cdLength(body.velocity)) && cdLength(body.velocity) < 100.0);
        assert_false(overlapAt(floor.mesh, poseAt(0.0, -1.0, 0.0), cube.mesh, body.pose));
    }
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&cube);
    destroyBody(&plate);
}

// A cube thrown into the corner of three walls, corner first, with all restitutions, repeatedly; also with a
// limit of one collision a step: then further ones do not bounce, and the step still ends. Red: a corner in
// which it sticks or that it leaves, an unbounded step.
static void testCorner(void **state) {
    (void)state;
    static const double restitutions[] = {0.0, 0.5, 1.0};
    for (int i = 0; i < 6; i++) {
        Body corner = makeBody("corner:size=100,thickness=0.05"), cube = makeBody("box:x=0.4,y=0.4,z=0.4");
        cdWorldDef def = cdDefaultWorldDef();
        def.gravity = cdMakeVec3(-6.0, -6.0, -6.0);
        def.maxStops = i < 3 ? 0 : 1;
        Trial trial = makeTrialOf(&def);
        addFixed(&trial, &corner, poseAt(0.0, 0.0, 0.0), 0.0, 0.2);
        cdBodyDef body = makeMovingDef(turnedPose(1.5, 1.6, 1.4, cdMakeVec3(1.0, 0.0, 2.0), 0.7),
                                       cdMakeVec3(-20.0, -21.0, -19.0), cdMakeVec3(5.0, -3.0, 1.0),
                                       restitutions[i % 3], 0.2);
        addToTrial(&trial, &cube, &body);
        for (int k = 0; k < 240; k++) {
            stepTrial(&trial, FRAME);
            assert_true(trial.step.stops <= (i < 3 ? 64 : 1));
            cdVec3 place = getState(&trial, 1).pose.p;
            assert_true(place.x > 0.4 && place.y > 0.4 && place.z > 0.4);
        }
        destroyTrial(&trial);
        destroyBody(&corner);
        destroyBody(&cube);
    }
}

// --- Sizes and places

// The dropped box, rotated, at a scale and a position: returns its final pose, in its own units.
static cdPose dropAt(double scale, cdVec3 place) {
    Body floor = makeScaledBody("box:x=20,y=1,z=20", scale),
         box = makeScaledBody("box:x=0.3,y=0.2,z=0.5", scale);
    cdWorldDef def = cdDefaultWorldDef();
    def.gravity.y *= scale;
    Trial trial = makeTrialOf(&def);
    cdPose pose = turnedPose(0.0, 1.5, 0.0, cdMakeVec3(1.0, 0.3, 0.2), 0.6);
    pose.p = cdMulAdd(place, scale, pose.p);
    addFixed(&trial, &floor, (cdPose){cdAdd(place, cdMakeVec3(0.0, -scale, 0.0)), {1.0, 0.0, 0.0, 0.0}}, 0.3,
             0.5);
    cdBodyDef body =
        makeMovingDef(pose, cdMakeVec3(0.5 * scale, 0.0, 0.0), cdMakeVec3(1.0, 2.0, 0.0), 0.3, 0.5);
    addToTrial(&trial, &box, &body);
    runTrial(&trial, 4.0, FRAME);
    cdBodyState end = getState(&trial, 1);
    assert_true(end.asleep);
    assert_int_equal(trial.blocked, 0);
    end.pose.p = cdScale(1.0 / scale, cdSub(end.pose.p, place));
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&box);
    return end.pose;
}

// A fall is the same a thousand times as small and as large, to rounding that bounces amplify; and it comes
// to rest and never overlaps 100,000 from the origin, too. Red: an absolute length.
static void testScalesAndPositions(void **state) {
    (void)state;
    cdPose usual = dropAt(1.0, none());
    static const double scales[] = {1e-3, 1e3, 0x1p-10};
    for (int i = 0; i < 3; i++) {
        cdPose scaled = dropAt(scales[i], none());
        assertNearVec3(scaled.p, usual.p, i == 2 ? 0.0 : 1e-6);
    }
    cdPose far = dropAt(1.0, cdMakeVec3(1e5, -1e5, 1e5));
    assertNear(far.p.y, usual.p.y, 1e-4);
    assertNearVec3(far.p, usual.p, 0.1);
}

// --- Hands

// A hand pulls a cube against a wall, to behind it: the cube stays in front, touches it and comes to rest,
// and when the hand goes back it follows; released it flies with the speed of the hand. Red: a hand that
// pulls through walls, that trembles, whose throw is lost.
static void testHands(void **state) {
    (void)state;
    Body wall = makeBody("box:x=0.05,y=5,z=5"), cube = makeBody("box:x=0.5,y=0.5,z=0.5");
    Trial trial = makeWeightlessTrial();
    trial.powered = true;
    addFixed(&trial, &wall, poseAt(3.0, 0.0, 0.0), 0.3, 0.5);
    addMoving(&trial, &cube, poseAt(0.0, 0.0, 0.0), none(), 0.3, 0.5);
    cdHand hand = {.grab = {0.1, 0.4, 0.0}, .target = {6.0, 0.4, 0.0}};
    for (int i = 0; i < 240; i++) {
        hand.target.x = 6.0 * fmin(1.0, i / 60.0);
        cdHoldBody(trial.world, 1, &hand);
        stepTrial(&trial, FRAME);
        assert_true(getState(&trial, 1).pose.p.x < 2.95 - 0.5);
    }
    double gap = getLeastGap(&trial, 0, 1);
    assert_true(gap > 0.0 && gap <= 4.0 * trial.margin);
    assertNear(cdLength(getState(&trial, 1).velocity), 0.0, 1e-4);
    for (int i = 0; i < 120; i++) {
        hand.target = cdMakeVec3(3.0 - 3.0 * i * FRAME, 0.4, 0.0);
        cdHoldBody(trial.world, 1, &hand);
        stepTrial(&trial, FRAME);
    }
    cdReleaseBody(trial.world, 1);
    stepTrial(&trial, FRAME);
    assertNear(getState(&trial, 1).velocity.x, -3.0, 0.1);
    cdVec3 velocity = getState(&trial, 1).velocity;
    runTrial(&trial, 1.0, FRAME);
    assertNearVec3(getState(&trial, 1).velocity, velocity, 1e-12);
    destroyTrial(&trial);
    destroyBody(&wall);
    destroyBody(&cube);
}

// An impulse at a corner of a cube at rest: its momentum is the impulse, its angular momentum that about the
// centroid; and it wakes. Red: an impulse at the wrong point, a cube that stays asleep.
static void testBlow(void **state) {
    (void)state;
    Body floor = makeBody("box:x=5,y=0.5,z=5"), cube = makeBody("box:x=0.5,y=0.5,z=0.5");
    Trial trial = makeTrial();
    addFixed(&trial, &floor, poseAt(0.0, -0.5, 0.0), 0.0, 0.5);
    addMoving(&trial, &cube, poseAt(0.0, 0.501, 0.0), none(), 0.0, 0.5);
    runTrial(&trial, 1.0, FRAME);
    cdBodyState before = getState(&trial, 1);
    assert_true(before.asleep);
    cdVec3 blow = {0.5, 3.0, -0.25}, corner = cdAdd(before.centroid, cdMakeVec3(0.5, 0.5, 0.5));
    cdApplyImpulse(trial.world, 1, corner, blow);
    cdBodyState after = getState(&trial, 1);
    assert_true(!after.asleep);
    assertNearVec3(cdScale(after.mass, after.velocity), blow, 1e-12);
    // The tensor of a cube of side 1 is its mass / 6 about every axis.
    cdVec3 spin = cdCross(cdMakeVec3(0.5, 0.5, 0.5), blow);
    assertNearVec3(cdScale(after.mass / 6.0, after.angularVelocity), spin, 1e-12);
    cdApplyImpulse(trial.world, 0, corner, blow);
    trial.powered = true;
    runTrial(&trial, 0.2, FRAME);
    assert_true(getState(&trial, 1).pose.p.y > before.pose.p.y + 0.2);
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&cube);
}

// --- Bad input

// Red: a NaN accepted, a body without mass, a body number reused.
static void testBadInput(void **state) {
    (void)state;
    cdWorldDef badDef = cdDefaultWorldDef();
    badDef.gravity.x = NAN;
    assert_null(cdCreateWorld(&badDef));
    badDef = cdDefaultWorldDef();
    badDef.margin = -1.0;
    assert_null(cdCreateWorld(&badDef));
    const double wrong[] = {-1e-3, NAN, INFINITY};
    for (int i = 0; i < 3; i++) {
        badDef = cdDefaultWorldDef();
        badDef.safetyDistance = wrong[i];
        assert_null(cdCreateWorld(&badDef));
    }
    Body cube = makeBody("box");
    Trial trial = makeTrial();
    cdBodyDef good = makeMovingDef(poseAt(0.0, 0.0, 0.0), none(), none(), 0.5, 0.5), bad;
    good.mesh = cube.mesh;
    bad = good, bad.mesh = NULL;
    assert_int_equal(cdAddBody(trial.world, &bad), -1);
    cdMesh *bare = makeShape("box");
    bad = good, bad.mesh = bare; // without its features
    assert_int_equal(cdAddBody(trial.world, &bad), -1);
    cdDestroyMesh(bare);
    bad = good, bad.pose.p.x = NAN;
    assert_int_equal(cdAddBody(trial.world, &bad), -1);
    bad = good, bad.pose.q = (cdQuat){0.0, 0.0, 0.0, 0.0};
    assert_int_equal(cdAddBody(trial.world, &bad), -1);
    bad = good, bad.velocity.z = INFINITY;
    assert_int_equal(cdAddBody(trial.world, &bad), -1);
    bad = good, bad.restitution = 1.01;
    assert_int_equal(cdAddBody(trial.world, &bad), -1);
    bad = good, bad.restitution = NAN;
    assert_int_equal(cdAddBody(trial.world, &bad), -1);
    bad = good, bad.friction = -0.1;
    assert_int_equal(cdAddBody(trial.world, &bad), -1);
    bad = good, bad.density = 0.0;
    assert_int_equal(cdAddBody(trial.world, &bad), -1);
    bad = good, bad.mass = NAN;
    assert_int_equal(cdAddBody(trial.world, &bad), -1);
    cdMassProperties nothing = {0};
    bad = good, bad.massProperties = &nothing;
    assert_int_equal(cdAddBody(trial.world, &bad), -1);
    assert_int_equal(cdGetBodies(trial.world, NULL, 0), 0);
    assert_int_equal(cdAddBody(trial.world, &good), 0);
    cdJointDef joint = {.bodyA = 0, .bodyB = 0};
    assert_int_equal(cdAddJoint(trial.world, &joint), -1);
    joint = (cdJointDef){.kind = CD_JOINT_HINGE, .bodyA = 0, .bodyB = -1};
    assert_int_equal(cdAddJoint(trial.world, &joint), -1);
    joint = (cdJointDef){.bodyA = 1, .bodyB = -1};
    assert_int_equal(cdAddJoint(trial.world, &joint), -1);
    static const double steps[] = {0.0, -1.0, NAN, INFINITY};
    for (int i = 0; i < 4; i++) {
        cdPose before = getState(&trial, 0).pose;
        assert_int_equal(cdStepWorld(trial.world, steps[i]).state, CD_UNDECIDED);
        cdPose after = getState(&trial, 0).pose;
        assert_memory_equal(&before, &after, sizeof before);
    }
    destroyTrial(&trial);
    destroyBody(&cube);
}

// Bodies removed, in flight, from a joint and under a hand: the others continue, ids stay, events report
// the end of contacts. Red: a pair with a removed body, an id given twice.
static void testRemovedBodies(void **state) {
    (void)state;
    Body cube = makeBody("box:x=0.5,y=0.5,z=0.5");
    Trial trial = makeTrial();
    trial.powered = true;
    addFixed(&trial, &cube, poseAt(0.0, 0.0, 0.0), 0.0, 0.5);
    for (int32_t i = 1; i < 6; i++)
        addMoving(&trial, &cube, poseAt(0.0, 1.001 * i, 0.0), none(), 0.0, 0.5);
    cdJointDef joint = {.kind = CD_JOINT_BALL, .bodyA = 5, .bodyB = 4, .point = {0.0, 4.5, 0.0}};
    assert_int_equal(cdAddJoint(trial.world, &joint), 0);
    runTrial(&trial, 1.0, FRAME);
    cdHoldBody(trial.world, 2, &(cdHand){.target = {1.0, 2.0, 0.0}});
    cdRemoveBody(trial.world, 2);
    cdRemoveBody(trial.world, 4);
    stepTrial(&trial, FRAME);
    int32_t ends = 0, count;
    const cdContactEvent *events = cdGetContactEvents(trial.world, &count);
    for (int32_t i = 0; i < count; i++)
        ends += events[i].kind == CD_EVENT_END;
    assert_int_equal(ends, 3); // the joint keeps the uppermost two a thousandth from each other
    assert_false(getState(&trial, 2).present || getState(&trial, 4).present);
    assert_int_equal(cdGetBodies(trial.world, NULL, 0), 4);
    runTrial(&trial, 2.0, FRAME);
    assertNear(getState(&trial, 3).pose.p.y, 2.0, 0.01);
    assertNear(getState(&trial, 5).pose.p.y, 3.0, 0.01);
    int32_t number = addMoving(&trial, &cube, poseAt(0.0, 9.0, 0.0), none(), 0.0, 0.5);
    cdBodyId added = trial.bodies[number];
    assert_int_equal(cdGetBodyIndex(added), 2);
    assert_true(added != 2 && cdIsBodyValid(trial.world, added) && !cdIsBodyValid(trial.world, 2));
    runTrial(&trial, 1.0, FRAME);
    destroyTrial(&trial);
    destroyBody(&cube);
}

// --- Memory

typedef struct Budget {
    int64_t left, asked; // allocations
} Budget;

static void *takeFromBudget(size_t byteCount, void *context) {
    Budget *budget = context;
    budget->asked++;
    if (budget->left == 0) return NULL;
    budget->left--;
    return malloc(byteCount);
}

static void giveBack(void *memory, void *context) {
    (void)context;
    free(memory);
}

static int restoreHooks(void **state) {
    (void)state;
    cdSetHooks(NULL);
    return 0;
}

// Memory for tests of overlap, which must not fail.
static cdWorkspace *reserveForOverlap(const Body *a, const Body *b) {
    const cdMesh *const meshes[] = {a->mesh, b->mesh};
    cdWorkspace *workspace = cdCreateWorkspace();
    assert_true(cdReserveWorkspace(workspace, &(cdWorkspaceNeed){.meshes = meshes, .meshCount = 2}));
    return workspace;
}

// Two cubes on a floor, with a limited number of allocations; each call may fail, none breaks. True if
// everything succeeded.
static bool fallWithBudget(const Body *floor, const Body *cube, cdWorkspace *workspace) {
    cdWorldDef worldDef = cdDefaultWorldDef();
    cdWorld *world = cdCreateWorld(&worldDef);
    if (world == NULL) return false;
    cdBodyDef def = cdDefaultBodyDef();
    def.mesh = floor->mesh;
    def.pose = poseAt(0.0, -1.0, 0.0);
    bool good = cdAddBody(world, &def) >= 0;
    def = makeMovingDef(poseAt(0.0, 0.6, 0.0), none(), none(), 0.5, 0.5);
    def.mesh = cube->mesh;
    good = cdAddBody(world, &def) >= 0 && good;
    def.pose.p.y = 1.8;
    good = cdAddBody(world, &def) >= 0 && good;
    for (int i = 0; i < 60; i++) {
        cdWorldStep step = cdStepWorld(world, FRAME);
        good = good && step.state == CD_FREE && step.blockedTime == 0.0;
        for (int32_t k = 1; k < cdGetBodies(world, NULL, 0); k++) {
            cdBodyState state = cdGetBodyState(world, k);
            assert_true(isfinite(cdLength(state.pose.p)));
            cdOverlapInput input = {.meshA = floor->mesh,
                                    .meshB = cube->mesh,
                                    .poseA = poseAt(0.0, -1.0, 0.0),
                                    .poseB = state.pose};
            assert_int_equal(cdFindOverlap(&input, NULL, workspace, NULL).state, CD_FREE);
        }
    }
    cdDestroyWorld(world);
    return good;
}

// The allocator fails at the first request, at the second, and so on: no call breaks or leaks, nothing
// overlaps; without failures everything succeeds. Red: an unchecked pointer, a block leaked on failure.
static void testNoMemory(void **state) {
    (void)state;
    Body floor = makeBody("box:x=20,y=1,z=20"), cube = makeBody("box:x=0.5,y=0.5,z=0.5");
    cdWorkspace *workspace = reserveForOverlap(&floor, &cube);
    bool done = false;
    int64_t allowed = 0;
    for (; allowed < 5000 && !done; allowed++) {
        Budget budget = {.left = allowed};
        cdSetHooks(&(cdHooks){.allocate = takeFromBudget, .release = giveBack, .context = &budget});
        bool good = fallWithBudget(&floor, &cube, workspace);
        cdSetHooks(NULL);
        done = budget.asked <= allowed;
        assert_true(good || !done);
    }
    assert_true(done && allowed > 10);
    cdDestroyWorkspace(workspace);
    destroyBody(&floor);
    destroyBody(&cube);
}

// A ball that bounces approaches the floor and leaves it repeatedly: after the first bounces no step
// allocates, as world.h states. Red: memory freed with a pair, or allocated for each new one.
static void testStepsDoNotAllocate(void **state) {
    (void)state;
    Budget budget = {.left = INT64_MAX};
    cdSetHooks(&(cdHooks){.allocate = takeFromBudget, .release = giveBack, .context = &budget});
    Body floor = makeBody("box:x=20,y=1,z=20"), cube = makeBody("box:x=0.5,y=0.5,z=0.5");
    cdWorldDef def = cdDefaultWorldDef();
    cdWorld *world = cdCreateWorld(&def);
    cdBodyDef body = cdDefaultBodyDef();
    body.mesh = floor.mesh;
    body.pose = poseAt(0.0, -1.0, 0.0);
    cdAddBody(world, &body);
    body = makeMovingDef(poseAt(0.0, 1.0, 0.0), none(), none(), 1.0, 0.5);
    body.mesh = cube.mesh;
    cdAddBody(world, &body);
    int32_t impacts = 0;
    int64_t asked = 0;
    for (int i = 0; i < 600; i++) {
        impacts += cdStepWorld(world, FRAME).impacts;
        if (impacts == 2) asked = budget.asked;
    }
    assert_true(impacts > 5);
    assert_int_equal(budget.asked, asked);
    cdDestroyWorld(world);
    destroyBody(&floor);
    destroyBody(&cube);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSameBits),
        cmocka_unit_test(testThrownTeapot),
        cmocka_unit_test(testHighSpeed),
        cmocka_unit_test(testFastSpin),
        cmocka_unit_test(testThinPlates),
        cmocka_unit_test(testOverlappingAtStart),
        cmocka_unit_test(testSqueezed),
        cmocka_unit_test(testCorner),
        cmocka_unit_test(testScalesAndPositions),
        cmocka_unit_test(testHands),
        cmocka_unit_test(testBlow),
        cmocka_unit_test(testBadInput),
        cmocka_unit_test(testRemovedBodies),
        cmocka_unit_test_teardown(testNoMemory, restoreHooks),
        cmocka_unit_test_teardown(testStepsDoNotAllocate, restoreHooks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
