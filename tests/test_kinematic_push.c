// Kinematic bodies that push a box over a floor: a box that can give way is never taken for a squeezed one,
// and a squeezed box is.
#include "collision/kinematic.h"
#include "world_fixture.h"

typedef struct Push {
    cdVec3 half;       // of the box, which rests on the floor at `x`, `z`
    double x, z, turn; // `turn`: of box, pusher and direction about y
    double friction, speed;
    bool round; // the pusher is a ball; otherwise a box
} Push;

typedef struct Pushing {
    Trial trial;
    Body floor, box, pusher;
    int32_t boxIndex, pusherIndex;
    cdVec3 along;
    double gap; // from the pusher to the box at the start
} Pushing;

static Body makeBox(cdVec3 half) {
    char text[96];
    snprintf(text, sizeof text, "box:x=%.17g,y=%.17g,z=%.17g", half.x, half.y, half.z);
    return makeBody(text);
}

static Body makePusher(const Push *push, double half) {
    const cdVec3 center = {0.0, 0.0, 0.0};
    return push->round ? (Body){cdCreateSphere(center, half, NULL)} : makeBox(cdMakeVec3(half, half, half));
}

static Pushing makePushing(const Push *push) {
    double half = 0.4 * push->half.y, height = 0.6 * push->half.y;
    Pushing pushing = {.trial = makeTrial(),
                       .floor = makeBox(cdMakeVec3(1.6, 0.2, 1.6)),
                       .box = makeBox(push->half),
                       .pusher = makePusher(push, half),
                       .gap = 0.0005};
    cdQuat turn = cdMakeQuat(cdMakeVec3(0.0, 1.0, 0.0), push->turn);
    pushing.along = cdRotate(turn, cdMakeVec3(1.0, 0.0, 0.0));
    addFixed(&pushing.trial, &pushing.floor, poseAt(0.0, -0.2, 0.0), 0.0, push->friction);
    cdPose pose = {{push->x, push->half.y + 1e-4, push->z}, turn};
    cdBodyDef def =
        makeMovingDef(pose, cdMakeVec3(0.0, 0.0, 0.0), cdMakeVec3(0.0, 0.0, 0.0), 0.0, push->friction);
    pushing.boxIndex = addToTrial(&pushing.trial, &pushing.box, &def);
    def.kind = CD_BODY_KINEMATIC;
    def.pose.p = cdMulAdd(pose.p, -(push->half.x + half + pushing.gap), pushing.along);
    def.pose.p.y = height;
    def.velocity = cdScale(push->speed, pushing.along);
    pushing.pusherIndex = addToTrial(&pushing.trial, &pushing.pusher, &def);
    pushing.trial.movable[pushing.pusherIndex] = pushing.trial.powered = true;
    return pushing;
}

static void destroyPushing(Pushing *pushing) {
    destroyTrial(&pushing->trial);
    destroyBody(&pushing->floor);
    destroyBody(&pushing->box);
    destroyBody(&pushing->pusher);
}

// Overlap is tested after every step.
static void checkPush(const Push *push) {
    Pushing pushing = makePushing(push);
    cdVec3 start = getState(&pushing.trial, pushing.boxIndex).pose.p;
    double time = 60.0 * FRAME;
    for (int i = 0; i < 60; i++) {
        stepTrial(&pushing.trial, FRAME);
        if (getState(&pushing.trial, pushing.pusherIndex).blocked)
            fail_msg("blocked in step %d: box %g %g %g at %g %g, turned by %g, friction %g, speed %g", i,
                     push->half.x, push->half.y, push->half.z, push->x, push->z, push->turn, push->friction,
                     push->speed);
    }
    cdVec3 moved = cdSub(getState(&pushing.trial, pushing.boxIndex).pose.p, start);
    double way = cdDot(moved, pushing.along), pushed = push->speed * time - pushing.gap;
    // A push below the centroid can throw the box ahead without friction.
    assert_true(way >= pushed - 1e-3 && way <= 1.3 * pushed + 1e-3);
    destroyPushing(&pushing);
}

static const cdVec3 BOXES[] = {{0.6, 0.1, 0.2}, {0.3, 0.2, 0.4}, {0.25, 0.2, 0.25}, {0.4, 0.3, 0.6}};

// A box exactly in the middle of the floor, and beside it, is pushed along each axis and diagonally. Red:
// rows whose friction does not converge taken for a contradiction, which stops the pusher for ever.
static void test_box_gives_way(void **state) {
    (void)state;
    const double turns[] = {0.0, 0.5, 1.0, 1.5, 0.25, 0.3}, places[] = {0.0, 0.013, -0.2};
    const double speeds[] = {0.02, 0.1, 0.4};
    int32_t number = 0;
    for (int32_t box = 0; box < 4; box++) {
        for (int32_t turn = 0; turn < 6; turn++) {
            for (int32_t part = 0; part <= 5; part++) {
                number++;
                Push push = {.half = BOXES[box],
                             .x = places[number % 3],
                             .z = places[number / 3 % 3],
                             .turn = turns[turn] * 3.14159265358979323846,
                             .friction = 0.2 * part,
                             .speed = speeds[number % 7 % 3],
                             .round = number % 2 == 0};
                checkPush(&push);
                push.x = push.z = 0.0;
                push.round = !push.round;
                checkPush(&push);
            }
        }
    }
}

// The same with a fixed wall just behind the box: the pusher stops, at the width of the box from the wall.
// Red: a squeezed box taken for one that only friction holds.
static void test_squeezed_box_stops(void **state) {
    (void)state;
    for (int32_t box = 0; box < 4; box++) {
        for (int32_t part = 0; part <= 5; part++) {
            Push push = {
                .half = BOXES[box], .turn = 0.3 * (box + part), .friction = 0.2 * part, .speed = 0.1};
            push.round = part % 2 == 0;
            Pushing pushing = makePushing(&push);
            Body wall = makeBox(cdMakeVec3(0.1, 0.5, 0.8));
            cdPose pose = getState(&pushing.trial, pushing.boxIndex).pose, pusher;
            pose.p = cdMulAdd(pose.p, push.half.x + 0.11, pushing.along);
            pose.p.y = 0.51;
            addFixed(&pushing.trial, &wall, pose, 0.0, push.friction);
            double way = 0.01 + pushing.gap;
            pusher = getState(&pushing.trial, pushing.pusherIndex).pose;
            for (int i = 0; i < 60; i++)
                stepTrial(&pushing.trial, FRAME);
            assert_true(getState(&pushing.trial, pushing.pusherIndex).blocked);
            cdVec3 moved = cdSub(getState(&pushing.trial, pushing.pusherIndex).pose.p, pusher.p);
            assertNear(cdLength(moved), way, 0.1 * way);
            destroyPushing(&pushing);
            destroyBody(&wall);
        }
    }
}

// A platform carries twenty boxes, in towers of up to three, along a square; where it turns down they fall
// onto it. It is never late, and no box leaves it. Red: rows that more iterations would solve taken for a
// contradiction.
static void test_platform_carries(void **state) {
    (void)state;
    enum { CARRIED = 20 };
    const cdPathNode nodes[] = {{0.0, poseAt(0.0, 0.0, 0.0)},
                                {1.0, poseAt(0.0, 1.0, 0.0)},
                                {2.0, poseAt(1.0, 1.0, 0.0)},
                                {3.0, poseAt(1.0, 0.0, 0.0)},
                                {4.0, poseAt(0.0, 0.0, 0.0)}};
    const cdVec3 none = {0.0, 0.0, 0.0};
    Trial trial = makeTrial();
    Body platform = makeBox(cdMakeVec3(4.0, 0.2, 4.0)), box = makeBox(cdMakeVec3(0.4, 0.3, 0.5));
    cdBodyDef def = makeMovingDef(nodes[0].pose, none, none, 0.0, 0.5);
    def.kind = CD_BODY_KINEMATIC;
    int32_t carrier = addToTrial(&trial, &platform, &def);
    trial.movable[carrier] = trial.powered = true;
    for (int32_t i = 0; i < CARRIED; i++) {
        cdPose pose = poseAt(1.2 * (i % 4) - 1.8, 0.501 + 0.602 * (i / 8), 1.4 * (i / 4 % 2) - 0.7);
        addMoving(&trial, &box, pose, none, 0.0, 0.5);
    }
    assert_true(cdSetKinematicPath(trial.world, carrier, nodes, 5, 0.0));
    for (int i = 0; i < 240; i++) {
        stepTrial(&trial, FRAME);
        cdBodyState below = getState(&trial, carrier);
        if (below.blocked) fail_msg("blocked in step %d", i);
        for (int32_t k = 1; k <= CARRIED; k++)
            assert_true(getState(&trial, k).pose.p.y > below.pose.p.y + 0.45);
    }
    assertNear(cdGetKinematicTime(trial.world, carrier), 240.0 * FRAME, 1e-9);
    destroyTrial(&trial);
    destroyBody(&platform);
    destroyBody(&box);
}

// --- Driven bodies

// A sleeping box that a driven body will push wakes as soon as the push is taken, with what stands on it and
// before the next step, and the step pushes it. The upper box is set back, so that the lower one is met
// first. What is found and not taken wakes nothing. Red: a box that sleeps on until the next step touches it.
static void test_taken_push_wakes(void **state) {
    (void)state;
    Body floor = makeBox(cdMakeVec3(4.0, 0.2, 4.0)), box = makeBox(cdMakeVec3(0.3, 0.3, 0.3));
    Trial trial = makeTrial();
    trial.powered = true;
    addFixed(&trial, &floor, poseAt(0.0, -0.2, 0.0), 0.0, 0.3);
    int32_t lower = addMoving(&trial, &box, poseAt(0.0, 0.301, 0.0), cdMakeVec3(0.0, 0.0, 0.0), 0.0, 0.3);
    int32_t upper = addMoving(&trial, &box, poseAt(0.01, 0.902, 0.0), cdMakeVec3(0.0, 0.0, 0.0), 0.0, 0.3);
    cdBodyDef def = cdDefaultBodyDef();
    def.kind = CD_BODY_DRIVEN;
    def.pose = poseAt(-1.0, 0.35, 0.0);
    int32_t driven = addToTrial(&trial, &box, &def);
    trial.movable[driven] = true;
    runTrial(&trial, 3.0, FRAME);
    assert_true(getState(&trial, lower).asleep && getState(&trial, upper).asleep);
    cdMoveOptions options = {.yields = true};
    cdPose target = poseAt(-0.55, 0.35, 0.0);
    cdBodyMove move = cdFindBodyMove(trial.world, trial.bodies[driven], target, CD_MOVE_STOP, &options);
    assert_true(move.yields && move.pushed == trial.bodies[lower]);
    assert_true(getState(&trial, lower).asleep && getState(&trial, upper).asleep);
    assert_true(cdTakeBodyMove(trial.world, trial.bodies[driven], &move));
    assert_false(getState(&trial, lower).asleep || getState(&trial, upper).asleep);
    stepTrial(&trial, FRAME);
    assert_true(getState(&trial, lower).pose.p.x > 0.04);
    destroyTrial(&trial);
    destroyBody(&floor), destroyBody(&box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_box_gives_way), cmocka_unit_test(test_squeezed_box_stops),
        cmocka_unit_test(test_platform_carries), cmocka_unit_test(test_taken_push_wakes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
