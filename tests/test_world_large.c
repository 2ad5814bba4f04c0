// Islands with many contacts: their collisions, steps that they make dear, and how they fall asleep.
#include "world_fixture.h"

static const double HALF = 0.1;

// A block of boxes that touch each other, as for stepping without gravity: x from 0, y and z about 0.
typedef struct Block {
    int32_t columns, rows, layers; // along x, y, z
    double spacing;
} Block;

static int32_t countBoxes(const Block *block) {
    return block->columns * block->rows * block->layers;
}

static cdVec3 placeBox(const Block *block, int32_t i) {
    int32_t column = i % block->columns, row = i / block->columns % block->rows,
            layer = i / (block->columns * block->rows);
    return cdScale(block->spacing,
                   (cdVec3){column + 0.5, row - 0.5 * (block->rows - 1), layer - 0.5 * (block->layers - 1)});
}

// Adds the boxes, the first ones of the trial.
static void addBlock(Trial *trial, const Body *box, const Block *block, double restitution) {
    for (int32_t i = 0; i < countBoxes(block); i++) {
        cdVec3 at = placeBox(block, i);
        addMoving(trial, box, poseAt(at.x, at.y, at.z), (cdVec3){0.0, 0.0, 0.0}, restitution, 0.3);
    }
}

static cdVec3 getMomentum(const Trial *trial) {
    cdVec3 sum = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < trial->count; i++) {
        cdBodyState body = getState(trial, i);
        sum = cdMulAdd(sum, body.mass, body.velocity);
    }
    return sum;
}

// --- A block is hit

typedef struct Hit {
    Trial trial;
    int32_t hitter;
    cdVec3 momentum; // of all, before
} Hit;

static const double SPEED = 4.0;

// A box flies against the middle of a block, so that all contacts of the block are one island.
static Hit makeHitOf(const Body *box, const Block *block, double restitution) {
    Hit hit = {.trial = makeWeightlessTrial()};
    addBlock(&hit.trial, box, block, restitution);
    cdVec3 at = {-HALF - 0.3 * SPEED * FRAME, 0.02, 0.03}, fly = {SPEED, 0.0, 0.0};
    hit.hitter = addMoving(&hit.trial, box, poseAt(at.x, at.y, at.z), fly, restitution, 0.3);
    hit.momentum = getMomentum(&hit.trial);
    return hit;
}

static Hit makeHit(const Body *box, double restitution) {
    const Block block = {6, 3, 5, 2.0 * HALF + 2e-5};
    return makeHitOf(box, &block, restitution);
}

// The impact of two bodies has one event in a step; slow ones are errors of the velocities, which collide,
// too.
static void checkSingleEvents(const cdContactEvent *events, int32_t count) {
    const double slow = 0.01 * SPEED;
    for (int32_t i = 0; i < count; i++) {
        if (events[i].kind != CD_EVENT_IMPACT || events[i].speed < slow) continue;
        for (int32_t k = 0; k < i; k++) {
            bool isAgain = events[k].kind == CD_EVENT_IMPACT && events[k].speed >= slow &&
                           events[k].bodyA == events[i].bodyA && events[k].bodyB == events[i].bodyB;
            assert_false(isAgain);
        }
    }
}

static bool isOfHitter(const Hit *hit, const cdContactEvent *event) {
    return event->kind == CD_EVENT_IMPACT && (event->bodyA == hit->hitter || event->bodyB == hit->hitter);
}

// Steps until the hitter has collided. Returns the sum of its impulses; `speed`: the fastest approach.
static double stepToImpacts(Hit *hit, double *speed) {
    double sum = 0.0;
    *speed = 0.0;
    for (int i = 0; i < 3 && sum == 0.0; i++) {
        stepTrial(&hit->trial, FRAME);
        int32_t count;
        const cdContactEvent *events = cdGetContactEvents(hit->trial.world, &count);
        checkSingleEvents(events, count);
        for (int32_t k = 0; k < count; k++) {
            if (!isOfHitter(hit, &events[k])) continue;
            sum += events[k].impulse;
            *speed = fmax(*speed, events[k].speed);
        }
    }
    return sum;
}

// The forces of the block stop the hitter: its impact has an event with the speed of the approach and an
// impulse that explains the loss of its speed; no momentum is lost. Red: no event, an impulse of none or of
// all contacts, an impact that is solved by itself.
static void testLargeIslandIsHit(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.1,y=0.1,z=0.1");
    Hit hit = makeHit(&box, 0.0);
    double speed, impulse = stepToImpacts(&hit, &speed);
    assert_true(3 * hit.trial.step.contacts > CD_MANY_ROWS);
    assertNear(speed, SPEED, 1e-9);
    cdBodyState after = getState(&hit.trial, hit.hitter);
    assertNear(impulse, after.mass * (SPEED - after.velocity.x), 1e-3 * impulse);
    assert_true(after.velocity.x < 0.6 * SPEED && after.velocity.x > 0.0);
    assertNearVec3(getMomentum(&hit.trial), hit.momentum, 1e-9 * cdLength(hit.momentum));
    assert_int_equal(hit.trial.step.blockedBodies, 0);
    assert_true(hit.trial.world->bodies[hit.hitter].damped);
    destroyTrial(&hit.trial);
    destroyBody(&box);
}

// A ball that hits a floor elsewhere stops the step while the block is hit. Forces would act through a part
// of the advance only, so the impact is solved first: it has one event, and the hitter is as fast as without
// the ball. Red: a hitter that keeps a part of its approach, and collides again.
static void testStopElsewhere(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.1,y=0.1,z=0.1"), floor = makeBody("box:x=8,y=1,z=8"),
         ball = makeBody("icosphere:radius=0.3,level=2");
    const Block block = {5, 2, 2, 2.0 * HALF + 2e-5};
    double speeds[2];
    for (int n = 0; n < 2; n++) {
        Hit hit = makeHitOf(&box, &block, 0.0);
        cdVec3 fall = {0.0, -5.0, 0.0};
        addFixed(&hit.trial, &floor, poseAt(20.0, -1.0, 0.0), 0.5, 0.5);
        if (n == 1) addMoving(&hit.trial, &ball, poseAt(20.0, 0.3 + 0.5 * 5.0 * FRAME, 0.0), fall, 0.5, 0.5);
        double speed, impulse = stepToImpacts(&hit, &speed);
        assert_true(3 * hit.trial.step.contacts > CD_MANY_ROWS);
        assert_int_equal(hit.trial.step.stops, 1 + n);
        assert_true(hit.trial.world->splits == (n == 1));
        assertNear(speed, SPEED, 1e-9);
        cdBodyState after = getState(&hit.trial, hit.hitter);
        assertNear(impulse, after.mass * (SPEED - after.velocity.x), 1e-3 * impulse);
        speeds[n] = after.velocity.x;
        destroyTrial(&hit.trial);
    }
    assertNear(speeds[1], speeds[0], 0.1 * speeds[0]);
    destroyBody(&box);
    destroyBody(&floor);
    destroyBody(&ball);
}

// Adds a point of a first contact that is far from both bodies, as targets that were given up leave it.
static cdWorldPair *addFarPoint(cdWorld *world) {
    for (int32_t i = 0; i < world->pairCount; i++) {
        cdWorldPair *pair = world->pairs[i];
        if (pair->regionPointCount == 0 || pair->pointCount != pair->regionPointCount) continue;
        cdContactPoint far = pair->points[0];
        far.localA = cdAdd(far.localA, (cdVec3){HALF, HALF, HALF});
        pair->points[pair->pointCount++] = far;
        return pair;
    }
    return NULL;
}

// If an advance finds no way, these impacts are solved first, once in a step: bodies are no longer damped,
// the hitter is stopped, no momentum is lost, and far contacts are forgotten. In the next step, in which
// nothing approaches, none of this holds. Red: an impact that is left to the forces again, or never; bodies
// that stay damped.
static void testImpactsComeFirst(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.1,y=0.1,z=0.1");
    Hit hit = makeHit(&box, 0.0);
    double speed;
    stepToImpacts(&hit, &speed);
    cdWorld *world = hit.trial.world;
    cdSetBodyVelocity(world, hit.trial.bodies[hit.hitter], (cdVec3){SPEED, 0.0, 0.0},
                      (cdVec3){0.0, 0.0, 0.0});
    const cdVec3 before = getMomentum(&hit.trial);
    const cdAdvance advance = {.begin = world->time,
                               .duration = FRAME,
                               .left = FRAME,
                               .step = FRAME,
                               .restitutionThreshold = 1e-6,
                               .still = 1e-9};
    assert_true(world->bodies[hit.hitter].damped && !world->splits && cdMaySplitImpacts(world));
    cdWorldPair *pair = addFarPoint(world);
    assert_non_null(pair);
    assert_true(cdSplitImpacts(world, &advance));
    assert_int_equal(pair->pointCount, pair->regionPointCount);
    assert_true(world->splits && !world->bodies[hit.hitter].damped);
    assert_true(getState(&hit.trial, hit.hitter).velocity.x < 0.6 * SPEED);
    assertNearVec3(getMomentum(&hit.trial), before, 1e-9 * cdLength(before));
    assert_false(cdMaySplitImpacts(world) || cdSplitImpacts(world, &advance));
    for (int32_t i = 0; i < hit.trial.count; i++)
        cdSetBodyVelocity(world, hit.trial.bodies[i], (cdVec3){1.0, 0.0, 0.0}, (cdVec3){0.0, 0.0, 0.0});
    world->bodies[0].collides = world->bodies[0].damped = true;
    stepTrial(&hit.trial, FRAME);
    assert_false(world->splits || world->bodies[0].collides || world->bodies[0].damped);
    destroyTrial(&hit.trial);
    destroyBody(&box);
}

// Bodies that bounce do so before, one against the other. Red: a large island in which nothing bounces.
static void testLargeIslandBounces(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.1,y=0.1,z=0.1");
    Hit hit = makeHit(&box, 1.0);
    double speed, before = getTotalEnergy(&hit.trial), impulse = stepToImpacts(&hit, &speed);
    assertNear(speed, SPEED, 1e-9);
    assert_true(impulse > 0.0);
    assert_true(getTotalEnergy(&hit.trial) > 0.5 * before); // friction and slow echoes take the rest
    assertNearVec3(getMomentum(&hit.trial), hit.momentum, 1e-9 * cdLength(hit.momentum));
    destroyTrial(&hit.trial);
    destroyBody(&box);
}

// --- A step with many queries

// Boxes that drift slowly between each other, and a ball that falls onto a floor far away. Returns the ball.
static int32_t addCrowdAndBall(Trial *trial, const Body *box, const Body *floor, const Body *ball,
                               const Block *crowd) {
    Random random = {7};
    for (int32_t i = 0; i < countBoxes(crowd); i++) {
        cdVec3 drift = cdScale(0.2, nextRandomDirection(&random)), at = placeBox(crowd, i);
        addMoving(trial, box, poseAt(at.x, at.y, at.z), drift, 0.0, 0.3);
    }
    addFixed(trial, floor, poseAt(20.0, -1.0, 0.0), 0.5, 0.5);
    cdVec3 fall = {0.0, -5.0, 0.0};
    return addMoving(trial, ball, poseAt(20.0, 0.3 + 0.5 * 5.0 * FRAME, 0.0), fall, 0.5, 0.5);
}

static Trial makeCrowdTrial(void) {
    cdWorldDef def = cdDefaultWorldDef();
    def.gravity = cdMakeVec3(0.0, 0.0, 0.0);
    def.restitutionThreshold = 1.0;
    return makeTrialOf(&def);
}

// Beside a small crowd the step stops for the ball. Beside a large one it does not, since another advance
// would ask for as many queries again: the ball waits at the floor and bounces in the next step. Red: a stop
// whatever it costs, none at all, a ball that loses its speed.
static void testNoStopThatIsDear(void **state) {
    (void)state;
    Body floor = makeBody("box:x=8,y=1,z=8"), box = makeBody("box:x=0.1,y=0.1,z=0.1"),
         round = makeBody("icosphere:radius=0.3,level=2");
    for (int large = 0; large < 2; large++) {
        Block crowd = {large ? 5 : 2, large ? 5 : 2, large ? 5 : 2, 2.0 * HALF + 1e-3};
        Trial trial = makeCrowdTrial();
        int32_t ball = addCrowdAndBall(&trial, &box, &floor, &round, &crowd);
        stepTrial(&trial, FRAME);
        assert_int_equal(trial.step.stops, large ? 0 : 1);
        assert_true(large ? trial.step.queries > CD_STOP_QUERIES / 2
                          : trial.step.queries < CD_STOP_QUERIES / 2);
        double height = getState(&trial, ball).pose.p.y, lowest = 0.3 * 0.98;
        if (large) {
            assertNear(getState(&trial, ball).velocity.y, -5.0, 1e-9);
            assert_true(height > lowest && height < 0.301);
            stepTrial(&trial, FRAME);
        }
        assertNear(getState(&trial, ball).velocity.y, 2.5, 1e-6);
        destroyTrial(&trial);
    }
    destroyBody(&floor);
    destroyBody(&box);
    destroyBody(&round);
}

// --- A step with much work

// Adds a floor, and on it a block of boxes, the first of the trial.
static void addBlockOnFloor(Trial *trial, const Body *box, const Body *floor, const Block *block) {
    double rise = 0.5 * block->rows * block->spacing;
    for (int32_t i = 0; i < countBoxes(block); i++) {
        cdVec3 at = placeBox(block, i);
        addMoving(trial, box, poseAt(at.x, at.y + rise, at.z), (cdVec3){0.0, 0.0, 0.0}, 0.0, 0.5);
    }
    addFixed(trial, floor, poseAt(0.0, -1.0, 0.0), 0.5, 0.5);
}

// Pushes a box by a quarter of its weight, which friction balances: its block does not move, but all forces
// change, and it does not sleep.
static void pushTop(Trial *trial, int32_t box, bool back) {
    cdBodyState top = getState(trial, box);
    double force = 0.25 * GRAVITY * top.mass;
    cdApplyForce(trial->world, trial->bodies[box], top.pose.p, (cdVec3){back ? -force : force, 0.0, 0.0});
}

// Beside a small block that stands on a floor the step stops for a ball. Beside a large one it does not,
// since the forces of the block would be solved again, though few queries are made. Red: a stop whatever it
// costs.
static void testNoStopBesideMuchWork(void **state) {
    (void)state;
    enum { STANDING = 6 }; // steps
    Body floor = makeBody("box:x=30,y=1,z=30"), box = makeBody("box:x=0.1,y=0.1,z=0.1"),
         round = makeBody("icosphere:radius=0.3,level=2");
    for (int large = 0; large < 2; large++) {
        Block block = {large ? 5 : 2, large ? 5 : 2, large ? 5 : 2, 2.0 * HALF + 2e-5};
        Trial trial = makeTrial();
        addBlockOnFloor(&trial, &box, &floor, &block);
        double time = (STANDING + 0.5) * FRAME, height = 0.3 + (5.0 + 0.5 * GRAVITY * time) * time;
        addMoving(&trial, &round, poseAt(20.0, height, 0.0), (cdVec3){0.0, -5.0, 0.0}, 0.5, 0.5);
        trial.powered = true;
        for (int i = 0; i <= STANDING; i++) {
            pushTop(&trial, countBoxes(&block) - 1, i % 2 == 0);
            stepTrial(&trial, FRAME);
        }
        assert_true(trial.step.queries < CD_STOP_QUERIES / 2);
        assert_true(large == (trial.world->solverWork > CD_STOP_WORK / 2));
        assert_int_equal(trial.step.stops, large ? 0 : 1);
        destroyTrial(&trial);
    }
    destroyBody(&floor);
    destroyBody(&box);
    destroyBody(&round);
}

// --- Falling asleep

// Returns the number of steps until a block sleeps. `tries`: of each body, which have failed since it moved
// last.
static int countStepsToSleep(Trial *trial, const Block *block, int32_t tries) {
    int steps = 0;
    for (; !getState(trial, 0).asleep; steps++) {
        assert_true(steps < 200);
        for (int32_t i = 0; i < countBoxes(block); i++)
            if (trial->world->bodies[i].tries < tries) trial->world->bodies[i].tries = tries;
        stepTrial(trial, FRAME);
    }
    for (int32_t i = 0; i < countBoxes(block); i++)
        assert_true(getState(trial, i).asleep && !getState(trial, i).unbalanced);
    return steps;
}

// Returns the force of a sleeping block on the floor.
static double sumFloorForces(const Trial *trial, int32_t floor) {
    double sum = 0.0;
    for (int32_t i = 0; i < trial->world->pairCount; i++) {
        const cdWorldPair *pair = trial->world->pairs[i];
        bool isA = pair->bodyA == floor;
        if (!isA && pair->bodyB != floor) continue;
        for (int32_t k = 0; k < pair->pointCount; k++) {
            cdPlacedPoint placed = cdPlacePoint(&pair->points[k], pair->seenA, pair->seenB);
            sum += (isA ? -1.0 : 1.0) * pair->points[k].impulse * placed.normal.y;
        }
    }
    return sum;
}

// A block sleeps with forces that carry its weight, whichever of the tries finds them. Red: forces that do
// not carry the block, a try that waits for none.
static void testBlocksSleep(void **state) {
    (void)state;
    Body floor = makeBody("box:x=30,y=1,z=30"), box = makeBody("box:x=0.1,y=0.1,z=0.1");
    for (int large = 0; large < 2; large++) {
        Block block = {large ? 6 : 2, large ? 5 : 2, large ? 3 : 1, 2.0 * HALF + 2e-5};
        int steps[3];
        for (int n = 0; n < 3; n++) {
            Trial trial = makeTrial();
            addBlockOnFloor(&trial, &box, &floor, &block);
            steps[n] = countStepsToSleep(&trial, &block, n);
            assert_true(steps[n] <= steps[0] + 1);
            double weight = GRAVITY * countBoxes(&block) * getState(&trial, 0).mass;
            assertNear(sumFloorForces(&trial, countBoxes(&block)), weight, 1e-3 * weight);
            destroyTrial(&trial);
        }
    }
    destroyBody(&floor);
    destroyBody(&box);
}

// Acceleration of a body that hardly falls.
static const double SLOW_PACE = 1e-9;

// Returns the seconds for which such a body has to be quiet.
static double getSlowTime(const Trial *trial) {
    return 5.0 * sqrt(trial->margin / SLOW_PACE);
}

// Lays a block to rest that has been still for long. `pace`: of its first body. If it is slow, no forces are
// accurate enough to balance the block.
static void tryToSleep(Trial *trial, int32_t count, double pace) {
    const cdVec3 still = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < count; i++) {
        cdWorldBody *body = &trial->world->bodies[i];
        body->quiet = 1e9;
        body->quietPose = body->pose;
        body->velocity = body->spin = still;
    }
    trial->world->bodies[0].pace = pace;
    cdLayToRest(trial->world, FRAME, FRAME);
}

static void setTries(Trial *trial, int32_t count, int32_t tries) {
    for (int32_t i = 0; i < count; i++)
        trial->world->bodies[i].tries = tries;
}

static void setUntried(Trial *trial, int32_t count, double untried) {
    for (int32_t i = 0; i < count; i++)
        trial->world->bodies[i].untried = untried;
}

// A large block of boxes on a floor, after a step.
static Trial makeRestingBlock(Body *floor, Body *box, int32_t *count) {
    const Block block = {6, 5, 3, 2.0 * HALF + 2e-5};
    *floor = makeBody("box:x=30,y=1,z=30");
    *box = makeBody("box:x=0.1,y=0.1,z=0.1");
    *count = countBoxes(&block);
    Trial trial = makeTrial();
    addBlockOnFloor(&trial, box, floor, &block);
    stepTrial(&trial, FRAME);
    return trial;
}

// The first try to lay a large block to rest is a quick one, and a whole solution follows at once. Then the
// block is not tried for 48 times as long as it has to be quiet, also if it moves meanwhile, which ends the
// count of its tries. After the third try it sleeps without a balance. Red: a try in each step, a wait that
// ends with a motion, no end of the tries.
static void testTriesAreSpaced(void **state) {
    (void)state;
    Body floor, box;
    int32_t count = 0;
    Trial trial = makeRestingBlock(&floor, &box, &count);
    cdWorldBody *last = &trial.world->bodies[count - 1];
    setTries(&trial, count, 0);
    tryToSleep(&trial, count, SLOW_PACE);
    assert_true(last->tries == 1 && last->untried == INFINITY);
    tryToSleep(&trial, count, SLOW_PACE);
    assert_true(last->tries == 2 && last->untried == 0.0);
    for (int n = 1; n < 4; n++) {
        tryToSleep(&trial, count, SLOW_PACE);
        assert_int_equal(last->tries, n == 1 ? 2 : 0);
        assertNear(last->untried, n * FRAME, 1e-12);
        setTries(&trial, count, 0);
    }
    double time = getSlowTime(&trial);
    setTries(&trial, count, 2);
    setUntried(&trial, count, 47.0 * time);
    tryToSleep(&trial, count, SLOW_PACE);
    assert_true(last->tries == 2 && !last->asleep);
    setUntried(&trial, count, 49.0 * time);
    tryToSleep(&trial, count, SLOW_PACE);
    assert_true(last->asleep && last->tries == 3 && last->untried == 0.0);
    assert_true(getState(&trial, count - 1).unbalanced);
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&box);
}

// A wait for the sake of a slow body ends with the slow body. Red: a wait that outlasts its cause.
static void testWaitEndsWithItsCause(void **state) {
    (void)state;
    Body floor, box;
    int32_t count = 0;
    Trial trial = makeRestingBlock(&floor, &box, &count);
    const cdWorldBody *last = &trial.world->bodies[count - 1];
    setTries(&trial, count, 1);
    tryToSleep(&trial, count, SLOW_PACE);
    assert_true(last->tries == 2 && last->untried == 0.0);
    setUntried(&trial, count, 100.0 * FRAME);
    tryToSleep(&trial, count, SLOW_PACE);
    assert_true(last->tries == 2 && !last->asleep);
    tryToSleep(&trial, count, GRAVITY);
    assert_true(last->asleep && last->tries == 0 && last->untried == INFINITY);
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testLargeIslandIsHit),     cmocka_unit_test(testStopElsewhere),
        cmocka_unit_test(testImpactsComeFirst),     cmocka_unit_test(testLargeIslandBounces),
        cmocka_unit_test(testNoStopThatIsDear),     cmocka_unit_test(testNoStopBesideMuchWork),
        cmocka_unit_test(testBlocksSleep),          cmocka_unit_test(testTriesAreSpaced),
        cmocka_unit_test(testWaitEndsWithItsCause),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
