// Kinematic bodies: scripts, pushing, carrying, and waiting where nothing gives way.
//
// Exact overlap tests of all pairs, also those of kinematic and fixed bodies, after every step; closed forms
// for lifts, conveyors and turntables.
#include "cases.h"
#include "world_fixture.h"

static cdVec3 vec(double x, double y, double z) {
    return cdMakeVec3(x, y, z);
}

// A trial that tests pairs of kinematic bodies, too.
static int32_t addKinematic(Trial *trial, const Body *body, cdPose pose, cdVec3 velocity, cdVec3 angular,
                            double friction) {
    cdBodyDef def = cdDefaultBodyDef();
    def.kind = CD_BODY_KINEMATIC;
    def.pose = pose;
    def.velocity = velocity;
    def.angularVelocity = angular;
    def.friction = friction;
    def.restitution = 0.0;
    int32_t index = addToTrial(trial, body, &def);
    trial->movable[index] = true;
    trial->powered = true;
    return index;
}

static int32_t countEvents(const Trial *trial, cdContactEventKind kind, int32_t body) {
    int32_t count, found = 0;
    const cdContactEvent *events = cdGetContactEvents(trial->world, &count);
    for (int32_t i = 0; i < count; i++)
        found += events[i].kind == kind && events[i].bodyA == body;
    return found;
}

// --- Scripts

// A bug in the goal or its velocity: the pose after a second is not that of the velocities.
static void test_constant_velocity(void **state) {
    (void)state;
    Trial trial = makeWeightlessTrial();
    Body box = makeBody("box:x=1,y=0.2,z=0.5");
    int32_t body =
        addKinematic(&trial, &box, poseAt(0.0, 0.0, 0.0), vec(1.0, 2.0, -0.5), vec(0.0, 0.0, 3.0), 0.0);
    runTrial(&trial, 1.0, FRAME);
    cdBodyState now = getState(&trial, body);
    assertNearVec3(now.centroid, vec(1.0, 2.0, -0.5), 1e-12);
    assertNearVec3(cdRotate(now.pose.q, vec(1.0, 0.0, 0.0)), vec(cos(3.0), sin(3.0), 0.0), 1e-12);
    assertNearVec3(now.velocity, vec(1.0, 2.0, -0.5), 1e-12);
    assertNearVec3(now.angularVelocity, vec(0.0, 0.0, 3.0), 1e-12);
    cdSetBodyVelocity(trial.world, body, vec(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.0));
    runTrial(&trial, 0.1, FRAME);
    assertNearVec3(getState(&trial, body).centroid, vec(1.0, 2.0, -0.5), 1e-12);
    destroyTrial(&trial);
    destroyBody(&box);
}

static cdPose turned(double x, double y, double angle) {
    return (cdPose){{x, y, 0.0}, cdMakeQuat(vec(0.0, 0.0, 1.0), angle)};
}

// A step that passes a node, or its own time that drifts, leaves the path.
static void test_path_is_followed(void **state) {
    (void)state;
    Trial trial = makeWeightlessTrial();
    Body box = makeBody("l-shape");
    int32_t body =
        addKinematic(&trial, &box, poseAt(5.0, 0.0, 0.0), vec(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.0), 0.0);
    const cdPathNode nodes[] = {{0.25, turned(1.0, 0.0, 0.5)},
                                {0.26, turned(1.0, 0.1, 0.5)},
                                {0.5, turned(-1.0, 2.0, 3.0)},
                                {0.5 + 1.0 / 3.0, turned(-1.0, 2.0, 3.0)},
                                {1.0, turned(0.0, 0.0, 0.0)}};
    assert_true(cdSetKinematicPath(trial.world, body, nodes, 5, 0.0));
    // Steps that end at the nodes' times, which frames do not.
    const double times[] = {0.25, 0.26, 0.5, 0.5 + 1.0 / 3.0, 1.0};
    double now = 0.0;
    for (int i = 0; i < 5; i++) {
        double step = (times[i] - now) / 7.0;
        for (int k = 0; k < 7; k++)
            stepTrial(&trial, step);
        now = times[i];
        cdPose pose = getState(&trial, body).pose;
        assertNearVec3(pose.p, nodes[i].pose.p, 1e-12);
        assertNear(cdGetKinematicTime(trial.world, body), times[i], 1e-13);
        assertNearVec3(cdRotate(pose.q, vec(1.0, 0.0, 0.0)), cdRotate(nodes[i].pose.q, vec(1.0, 0.0, 0.0)),
                       1e-12);
    }
    runTrial(&trial, 0.5, FRAME);
    assert_true(cdIsSamePose(getState(&trial, body).pose, nodes[4].pose)); // the last one is kept
    assertNear(cdLength(getState(&trial, body).velocity), 0.0, 0.0);
    // One step over all nodes: exactly the last one.
    assert_true(cdSetKinematicPath(trial.world, body, nodes, 5, 0.0));
    stepTrial(&trial, 2.0);
    assert_true(cdIsSamePose(getState(&trial, body).pose, nodes[4].pose));
    // Between two nodes: on their screw.
    assert_true(cdSetKinematicPath(trial.world, body, nodes, 5, 0.0));
    stepTrial(&trial, 0.26);
    stepTrial(&trial, 0.12);
    cdMotion motion = cdMakeMotion(nodes[1].pose, nodes[2].pose, vec(0.0, 0.0, 0.0));
    assertNearVec3(getState(&trial, body).pose.p, cdGetPoseAt(&motion, 0.5).p, 1e-12);
    destroyTrial(&trial);
    destroyBody(&box);
}

// A door turns about a distant hinge: the screw between two nodes is that turn, and the velocity of each
// point that of the turn, w x r, at the end of each step, too. Red: a centroid that moves along the chord.
static void test_door(void **state) {
    (void)state;
    Trial trial = makeWeightlessTrial();
    Body box = makeBody("box:x=1,y=1,z=0.05");
    double w = 1.5;
    int32_t body =
        addKinematic(&trial, &box, poseAt(1.0, 0.0, 0.0), vec(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.0), 0.0);
    const cdPathNode open = {1.0, {{cos(w), 0.0, -sin(w)}, cdMakeQuat(vec(0.0, 1.0, 0.0), w)}};
    assert_true(cdSetKinematicPath(trial.world, body, &open, 1, 0.0));
    for (int i = 1; i < 10; i++) {
        stepTrial(&trial, 0.1);
        double angle = 0.1 * i * w;
        cdBodyState now = getState(&trial, body);
        assertNearVec3(now.centroid, vec(cos(angle), 0.0, -sin(angle)), 1e-12);
        assertNearVec3(now.velocity, vec(-w * sin(angle), 0.0, -w * cos(angle)), 1e-10);
        assertNearVec3(now.angularVelocity, vec(0.0, w, 0.0), 1e-10);
    }
    destroyTrial(&trial);
    destroyBody(&box);
}

// cdMoveKinematic reaches its target in one step, then stands.
static void test_target_of_a_step(void **state) {
    (void)state;
    Trial trial = makeWeightlessTrial();
    Body box = makeBody("box:x=1,y=0.2,z=0.5");
    int32_t body =
        addKinematic(&trial, &box, poseAt(0.0, 0.0, 0.0), vec(9.0, 0.0, 0.0), vec(0.0, 0.0, 0.0), 0.0);
    cdPose target = turned(0.3, -0.2, 3.0);
    assert_true(cdMoveKinematic(trial.world, body, target));
    stepTrial(&trial, FRAME);
    assert_true(cdIsSamePose(getState(&trial, body).pose, (cdPose){target.p, cdNormalizeQuat(target.q)}));
    runTrial(&trial, 0.2, FRAME);
    assert_true(cdIsSamePose(getState(&trial, body).pose, (cdPose){target.p, cdNormalizeQuat(target.q)}));
    destroyTrial(&trial);
    destroyBody(&box);
}

static void test_invalid_scripts(void **state) {
    (void)state;
    Trial trial = makeWeightlessTrial();
    Body box = makeBody("box:x=1,y=0.2,z=0.5");
    int32_t body =
        addKinematic(&trial, &box, poseAt(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.0), 0.0);
    int32_t fixed = addFixed(&trial, &box, poseAt(0.0, 5.0, 0.0), 0.0, 0.0);
    cdPathNode nodes[] = {{0.5, poseAt(1.0, 0.0, 0.0)}, {0.5, poseAt(2.0, 0.0, 0.0)}};
    assert_false(cdSetKinematicPath(trial.world, body, nodes, 2, 0.0)); // not ascending
    assert_false(cdSetKinematicPath(trial.world, body, nodes, 0, 0.0));
    nodes[1].time = NAN;
    assert_false(cdSetKinematicPath(trial.world, body, nodes, 2, 0.0));
    nodes[1].time = 1.0;
    nodes[1].pose.q.w = 2.0;
    assert_false(cdSetKinematicPath(trial.world, body, nodes, 2, 0.0));
    nodes[0].time = -1.0;
    assert_false(cdSetKinematicPath(trial.world, body, nodes, 1, 0.0));
    nodes[0].time = 0.5;
    assert_false(cdSetKinematicPath(trial.world, fixed, nodes, 1, 0.0));
    assert_false(cdMoveKinematic(trial.world, fixed, nodes[0].pose));
    nodes[0].pose.p.x = INFINITY;
    assert_false(cdMoveKinematic(trial.world, body, nodes[0].pose));
    cdBodyDef def = cdDefaultBodyDef();
    def.mesh = box.mesh;
    def.kind = (cdBodyKind)7;
    assert_int_equal(cdAddBody(trial.world, &def), -1);
    destroyTrial(&trial);
    destroyBody(&box);
}

// --- Carrying

// A box on a lift that is not carried by contact falls behind, is thrown, or comes to overlap the lift.
static void test_lift_carries_a_box(void **state) {
    (void)state;
    for (int down = 0; down < 2; down++) {
        Trial trial = makeTrial();
        Body plate = makeBody("box:x=2,y=0.1,z=2"), box = makeBody("box:x=0.5,y=0.5,z=0.5");
        double speed = down ? -1.5 : 0.003;
        int32_t lift =
            addKinematic(&trial, &plate, poseAt(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.0), 0.5);
        int32_t load = addMoving(&trial, &box, poseAt(0.3, 0.6001, 0.2), vec(0.0, 0.0, 0.0), 0.0, 0.5);
        runTrial(&trial, 2.0, FRAME);
        assert_true(getState(&trial, load).asleep);
        cdSetBodyVelocity(trial.world, lift, vec(0.0, speed, 0.0), vec(0.0, 0.0, 0.0));
        double gap = getState(&trial, load).pose.p.y - getState(&trial, lift).pose.p.y;
        for (int i = 0; i < 120; i++) {
            stepTrial(&trial, FRAME);
            assert_false(cdIsBodyBlocked(trial.world, lift));
            if (i < 20 && down) continue; // the box falls behind at first, and lands
            cdBodyState now = getState(&trial, load);
            assertNear(now.velocity.y, speed, getSolvedSpeed(&trial, FRAME) + 1e-9);
            assertNear(now.pose.p.y - getState(&trial, lift).pose.p.y, gap, 4.0 * trial.margin);
        }
        assertNear(getState(&trial, load).pose.p.x, 0.3, trial.margin);
        destroyTrial(&trial);
        destroyBody(&plate);
        destroyBody(&box);
    }
}

// Contacts that do not see the belt's velocity leave the box where it is.
static void test_conveyor(void **state) {
    (void)state;
    Trial trial = makeTrial();
    Body plate = makeBody("box:x=40,y=0.1,z=2"), box = makeBody("box:x=0.5,y=0.5,z=0.5");
    double speed = 2.0, mu = 0.5;
    addKinematic(&trial, &plate, poseAt(0.0, 0.0, 0.0), vec(speed, 0.0, 0.0), vec(0.0, 0.0, 0.0), mu);
    int32_t load = addMoving(&trial, &box, poseAt(0.0, 0.6001, 0.0), vec(0.0, 0.0, 0.0), 0.0, mu);
    // It slides until mu g t = speed.
    double until = speed / (mu * GRAVITY), time = 0.0;
    for (int i = 0; i < 120; i++) {
        stepTrial(&trial, FRAME);
        time += FRAME;
        double expected = fmin(speed, mu * GRAVITY * time);
        if (fabs(time - until) < 2.0 * FRAME) continue;
        assertNear(getState(&trial, load).velocity.x, expected, 0.02 * speed);
    }
    assertNear(getState(&trial, load).velocity.x, speed, 1e-6);
    destroyTrial(&trial);
    destroyBody(&plate);
    destroyBody(&box);
}

// On a turntable a box stays if mu g > w^2 r, and slips if not.
static void test_turntable(void **state) {
    (void)state;
    double mu = 0.4, w = 2.0, limit = mu * GRAVITY / (w * w); // 0.981
    for (int k = 0; k < 2; k++) {
        Trial trial = makeTrial();
        Body plate = makeBody("box:x=3,y=0.1,z=3"), box = makeBody("box:x=0.05,y=0.02,z=0.05");
        double radius = (k == 0 ? 0.94 : 1.06) * limit;
        addKinematic(&trial, &plate, poseAt(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.0), vec(0.0, w, 0.0), mu);
        cdBodyDef def =
            makeMovingDef(poseAt(radius, 0.1201, 0.0), vec(0.0, 0.0, -w * radius), vec(0.0, w, 0.0), 0.0, mu);
        int32_t load = addToTrial(&trial, &box, &def);
        double most = 0.0;
        for (int i = 0; i < 240; i++) {
            stepTrial(&trial, FRAME / 4.0);
            cdVec3 p = getState(&trial, load).pose.p;
            most = fmax(most, hypot(p.x, p.z));
        }
        if (k == 0) assertNear(most, radius, 0.01 * radius);
        if (k == 1) assert_true(most > 1.1 * radius);
        destroyTrial(&trial);
        destroyBody(&plate);
        destroyBody(&box);
    }
}

// A sleeping box that a wall reaches wakes and is pushed, at the wall's speed.
static void test_wall_pushes_a_sleeping_box(void **state) {
    (void)state;
    Trial trial = makeTrial();
    Body floor = makeBody("box:x=20,y=0.5,z=20"), box = makeBody("box:x=0.5,y=0.5,z=0.5"),
         plate = makeBody("box:x=0.1,y=0.4,z=2");
    addFixed(&trial, &floor, poseAt(0.0, -0.5, 0.0), 0.0, 0.3);
    int32_t load = addMoving(&trial, &box, poseAt(0.0, 0.5001, 0.0), vec(0.0, 0.0, 0.0), 0.0, 0.3);
    runTrial(&trial, 1.0, FRAME);
    assert_true(getState(&trial, load).asleep);
    int32_t wall =
        addKinematic(&trial, &plate, poseAt(-2.0, 0.45, 0.0), vec(1.0, 0.0, 0.0), vec(0.0, 0.0, 0.0), 0.3);
    for (int i = 0; i < 240; i++) {
        stepTrial(&trial, FRAME);
        assert_false(cdIsBodyBlocked(trial.world, wall));
    }
    cdBodyState now = getState(&trial, load), by = getState(&trial, wall);
    assert_false(now.asleep);
    assertNear(now.velocity.x, 1.0, 1e-3);
    assertNear(by.pose.p.x, 2.0, 1e-9);
    assertNear(now.pose.p.x - by.pose.p.x, 0.6, 8.0 * trial.margin);
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&box);
    destroyBody(&plate);
}

// A wall that creeps pushes a box, too. Red: a box that has too little energy for its corrections is stopped,
// and the wall with it.
static void test_slow_wall(void **state) {
    (void)state;
    Trial trial = makeTrial();
    Body floor = makeBody("box:x=20,y=0.5,z=20"), box = makeBody("box:x=0.5,y=0.5,z=0.5"),
         plate = makeBody("box:x=0.1,y=0.4,z=2");
    addFixed(&trial, &floor, poseAt(0.0, -0.5, 0.0), 0.0, 0.3);
    int32_t load = addMoving(&trial, &box, poseAt(0.0, 0.5001, 0.0), vec(0.0, 0.0, 0.0), 0.0, 0.3);
    int32_t wall = addKinematic(&trial, &plate, poseAt(-0.601, 0.45, 0.0), vec(0.001, 0.0, 0.0),
                                vec(0.0, 0.0, 0.0), 0.3);
    for (int i = 0; i < 240; i++) {
        stepTrial(&trial, FRAME);
        assert_false(cdIsBodyBlocked(trial.world, wall));
    }
    assertNear(getState(&trial, wall).pose.p.x, -0.597, 1e-9);
    assertNear(getState(&trial, load).pose.p.x, 0.003, 4.0 * trial.margin);
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&box);
    destroyBody(&plate);
}

// A wall that moves by a thousandth of a margin in a step moves a box without friction at its own speed. Red:
// the box stays where it is until the wall has used up its gap, because lifting it to its margin takes more
// energy than it has.
static void test_creeping_wall(void **state) {
    (void)state;
    const double speed = 1e-5, time = 2.0;
    Trial trial = makeTrial();
    Body floor = makeBody("box:x=20,y=0.5,z=20"), box = makeBody("box:x=0.5,y=0.5,z=0.5"),
         plate = makeBody("box:x=0.1,y=0.4,z=2");
    addFixed(&trial, &floor, poseAt(0.0, -0.5, 0.0), 0.0, 0.0);
    int32_t load = addMoving(&trial, &box, poseAt(0.0, 0.5001, 0.0), vec(0.0, 0.0, 0.0), 0.0, 0.0);
    runTrial(&trial, 0.5, FRAME);
    addKinematic(&trial, &plate, poseAt(-0.6001, 0.45, 0.0), vec(speed, 0.0, 0.0), vec(0.0, 0.0, 0.0), 0.0);
    runTrial(&trial, time, FRAME);
    assertNear(getState(&trial, load).pose.p.x, speed * time, 1e-2 * speed * time);
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&box);
    destroyBody(&plate);
}

// --- Waiting

// A wall that does not see fixed bodies passes through one; one that forgets its path does not go on.
static void test_wall_waits_for_a_fixed_body(void **state) {
    (void)state;
    Trial trial = makeTrial();
    Body wall = makeBody("box:x=0.1,y=1,z=1"), stop = makeBody("box:x=0.5,y=0.5,z=0.5");
    int32_t moving =
        addKinematic(&trial, &wall, poseAt(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.0), 0.5);
    int32_t fixed = addFixed(&trial, &stop, poseAt(2.0, 0.0, 0.0), 0.0, 0.5);
    const cdPathNode nodes[] = {{0.0, poseAt(0.0, 0.0, 0.0)}, {4.0, poseAt(4.0, 0.0, 0.0)}};
    assert_true(cdSetKinematicPath(trial.world, moving, nodes, 2, 0.0));
    int32_t events = 0, blocked = 0;
    for (int i = 0; i < 180; i++) {
        stepTrial(&trial, FRAME);
        events += countEvents(&trial, CD_EVENT_BLOCKED, moving);
        blocked += trial.step.blockedKinematics;
        assert_int_equal(trial.step.blockedKinematics, cdIsBodyBlocked(trial.world, moving));
    }
    cdBodyState now = getState(&trial, moving);
    assertNear(now.pose.p.x, 1.4, 1e-4);
    assert_true(now.pose.p.x < 1.4 && now.blocked);
    assert_int_equal(events, 1);
    assertNear(blocked, 180 - 84, 2.0);
    assertNear(cdGetKinematicTime(trial.world, moving), 1.4, 1e-4);
    // The path is free again: it continues from there, later by the time it waited, and sends no event.
    cdSetBodyPose(trial.world, fixed, poseAt(2.0, 5.0, 0.0));
    stepTrial(&trial, FRAME);
    assert_false(cdIsBodyBlocked(trial.world, moving));
    runTrial(&trial, 1.0, FRAME);
    assertNear(getState(&trial, moving).pose.p.x, 2.4 + FRAME, 1e-4);
    assert_int_equal(countEvents(&trial, CD_EVENT_BLOCKED, moving), 0);
    runTrial(&trial, 2.0, FRAME);
    assert_true(cdIsSamePose(getState(&trial, moving).pose, nodes[1].pose));
    destroyTrial(&trial);
    destroyBody(&wall);
    destroyBody(&stop);
}

// Two walls that meet, of which one then leaves; a fast one that follows a slow one is not stuck behind it.
static void test_two_walls_meet(void **state) {
    (void)state;
    for (int order = 0; order < 2; order++) {
        Trial trial = makeTrial();
        Body wall = makeBody("box:x=0.1,y=1,z=1");
        double left = order == 0 ? -2.0 : 2.0;
        cdVec3 none = vec(0.0, 0.0, 0.0);
        int32_t a =
            addKinematic(&trial, &wall, poseAt(left, 0.0, 0.0), vec(-left / 2.0, 0.0, 0.0), none, 0.5);
        int32_t b =
            addKinematic(&trial, &wall, poseAt(-left, 0.0, 0.0), vec(left / 2.0, 0.0, 0.0), none, 0.5);
        runTrial(&trial, 3.0, FRAME);
        assert_true(cdIsBodyBlocked(trial.world, a) && cdIsBodyBlocked(trial.world, b));
        assertNear(fabs(getState(&trial, a).pose.p.x), 0.1, 0.02);
        // B leaves at half the speed of A, which follows it.
        double before = getState(&trial, b).pose.p.x;
        cdSetBodyVelocity(trial.world, b, vec(-left / 4.0, 0.0, 0.0), none);
        for (int i = 0; i < 120; i++) {
            stepTrial(&trial, FRAME);
            assert_false(cdIsBodyBlocked(trial.world, b));
        }
        assertNear(getState(&trial, b).pose.p.x - before, -left / 2.0, 1e-9);
        assert_true(fabs(getState(&trial, b).pose.p.x - getState(&trial, a).pose.p.x) < 0.2 + 0.05);
        destroyTrial(&trial);
        destroyBody(&wall);
    }
}

// A piston presses a row of boxes against a wall: it stops when they touch, and nothing overlaps.
static void test_piston_compresses_a_row(void **state) {
    (void)state;
    int most = chooseSize(4, 6);
    for (int count = 1; count <= most; count += most - 1) {
        Trial trial = makeTrial();
        Body floor = makeBody("box:x=20,y=0.5,z=5"), box = makeBody("box:x=0.5,y=0.5,z=0.5"),
             plate = makeBody("box:x=0.1,y=0.4,z=0.4");
        addFixed(&trial, &floor, poseAt(0.0, -0.5, 0.0), 0.0, 0.3);
        addFixed(&trial, &box, poseAt(5.0, 0.6, 0.0), 0.0, 0.3);
        for (int i = 0; i < count; i++)
            addMoving(&trial, &box, poseAt(3.8 - 1.3 * i, 0.5001, 0.0), vec(0.0, 0.0, 0.0), 0.0, 0.3);
        int32_t piston = addKinematic(&trial, &plate, poseAt(-5.0, 0.45, 0.0), vec(1.0, 0.0, 0.0),
                                      vec(0.0, 0.0, 0.0), 0.3);
        int32_t events = 0;
        double end = 4.5 - count - 0.1;
        int steps = (int)((end + 5.0 + 2.0) / FRAME); // two seconds after it arrives
        for (int i = 0; i < steps; i++) {
            stepTrial(&trial, FRAME);
            events += countEvents(&trial, CD_EVENT_BLOCKED, piston);
        }
        double x = getState(&trial, piston).pose.p.x;
        if (!(x < end && x > end - 0.01)) fail_msg("piston of %d boxes at %.9g, not %.9g", count, x, end);
        assert_true(cdIsBodyBlocked(trial.world, piston));
        assert_true(events >= 1 && events <= 3);
        for (int i = 0; i < count; i++)
            assert_true(cdLength(getState(&trial, 2 + i).velocity) < 1e-2);
        // It draws back, freely.
        cdSetBodyVelocity(trial.world, piston, vec(-1.0, 0.0, 0.0), vec(0.0, 0.0, 0.0));
        runTrial(&trial, 1.0, FRAME);
        assertNear(getState(&trial, piston).pose.p.x, x - 1.0, 1e-9);
        destroyTrial(&trial);
        destroyBody(&floor);
        destroyBody(&box);
        destroyBody(&plate);
    }
}

// A press closes on a box that stands on the floor, fast and slowly. Red: a slow one shortens the advances of
// the whole world to come near.
static void test_press_stops_at_a_box(void **state) {
    (void)state;
    for (int slow = 0; slow < 2; slow++) {
        Trial trial = makeTrial();
        Body floor = makeBody("box:x=5,y=0.5,z=5"), box = makeBody("box:x=0.5,y=0.5,z=0.5"),
             plate = makeBody("box:x=1,y=0.2,z=1");
        double speed = slow ? 0.1 : 1.0, height = slow ? 1.3 : 3.0;
        addFixed(&trial, &floor, poseAt(0.0, -0.5, 0.0), 0.0, 0.3);
        int32_t load = addMoving(&trial, &box, poseAt(0.0, 0.5001, 0.0), vec(0.0, 0.0, 0.0), 0.0, 0.3);
        int32_t press = addKinematic(&trial, &plate, poseAt(0.0, height, 0.0), vec(0.0, -speed, 0.0),
                                     vec(0.0, 0.0, 0.0), 0.3);
        int32_t advances = 0;
        for (int i = 0; i < 180; i++) {
            stepTrial(&trial, FRAME);
            advances = trial.step.advances > advances ? trial.step.advances : advances;
        }
        assert_true(advances <= 2);
        assertNear(getState(&trial, press).pose.p.y, 1.2, 0.001);
        assertNear(getState(&trial, load).pose.p.y, 0.5, 0.001);
        assert_true(cdIsBodyBlocked(trial.world, press));
        assert_int_equal(trial.blocked, 0); // the box never waits
        destroyTrial(&trial);
        destroyBody(&floor);
        destroyBody(&box);
        destroyBody(&plate);
    }
}

// The defect: a platform teleported through 50 bodies leaves overlaps; a kinematic one does not.
static void test_platform_through_fifty_bodies(void **state) {
    (void)state;
    Trial trial = makeTrial();
    Body floor = makeBody("box:x=20,y=0.5,z=20"), box = makeBody("box:x=0.3,y=0.3,z=0.3"),
         ball = makeBody("icosphere:radius=0.3,level=1"), plate = makeBody("box:x=0.2,y=0.8,z=3");
    addFixed(&trial, &floor, poseAt(0.0, -0.5, 0.0), 0.1, 0.4);
    Random random = {11};
    for (int i = 0; i < 50; i++) {
        cdPose pose = poseAt(-2.0 + 0.8 * (i % 5), 0.35 + 0.75 * (i / 25), -1.7 + 0.8 * (i / 5 % 5));
        pose.p.x += nextRandomIn(&random, -0.05, 0.05);
        addMoving(&trial, i % 2 ? &box : &ball, pose, vec(0.0, 0.0, 0.0), 0.1, 0.4);
    }
    int32_t pusher =
        addKinematic(&trial, &plate, poseAt(-5.0, 0.85, 0.0), vec(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.0), 0.4);
    for (int i = 0; i < 180; i++) {
        double x = -5.0 + 9.0 * (i + 1) / 180.0;
        cdPose target = poseAt(x, 0.85, 0.0);
        target.q = cdMakeQuat(vec(0.0, 1.0, 0.0), 0.3 * sin(6.0 * PI * i / 180.0));
        assert_true(cdMoveKinematic(trial.world, pusher, target));
        stepTrial(&trial, FRAME);
    }
    assertNear(getState(&trial, pusher).pose.p.x, 4.0, 0.2);
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&box);
    destroyBody(&ball);
    destroyBody(&plate);
}

// A racket of infinite mass hits a ball at rest: it leaves at (1 + e) times the racket's speed. Red: energy
// that the racket gives taken for an error, and removed.
static void test_racket_hits_a_ball(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        double bounce = 0.5 * i;
        Trial trial = makeWeightlessTrial();
        Body racket = makeBody("box:x=0.1,y=1,z=1"), ball = makeBody("box:x=0.3,y=0.3,z=0.3");
        addKinematic(&trial, &racket, poseAt(-1.0, 0.0, 0.0), vec(3.0, 0.0, 0.0), vec(0.0, 0.0, 0.0), 0.0);
        addMoving(&trial, &ball, poseAt(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.0), bounce, 0.0);
        runTrial(&trial, 0.5, FRAME);
        assertNearVec3(getState(&trial, 1).velocity, vec(3.0 * (1.0 + bounce), 0.0, 0.0), 1e-3);
        assertNear(getState(&trial, 0).pose.p.x, 0.5, 1e-12);
        destroyTrial(&trial);
        destroyBody(&racket);
        destroyBody(&ball);
    }
}

// Filters and sensors: a kinematic body passes what its filter excludes, and its passage through a sensor is
// seen.
static void test_filters_and_sensors(void **state) {
    (void)state;
    Trial trial = makeWeightlessTrial();
    trial.overlapped = true;
    Body box = makeBody("box:x=0.5,y=0.5,z=0.5");
    cdBodyDef def = cdDefaultBodyDef();
    def.pose = poseAt(2.0, 0.0, 0.0);
    def.group = -3;
    int32_t excluded = addToTrial(&trial, &box, &def);
    def = cdDefaultBodyDef();
    def.pose = poseAt(6.0, 0.0, 0.0);
    def.sensor = true;
    int32_t sensor = addToTrial(&trial, &box, &def);
    int32_t body =
        addKinematic(&trial, &box, poseAt(0.0, 0.0, 0.0), vec(40.0, 0.0, 0.0), vec(0.0, 0.0, 0.0), 0.0);
    cdSetBodyFilter(trial.world, body, 1, UINT32_MAX, -3);
    assert_false(cdCanBodiesCollide(trial.world, excluded, body));
    int32_t begins = 0, ends = 0;
    for (int i = 0; i < 15; i++) {
        stepTrial(&trial, FRAME);
        begins += countEvents(&trial, CD_EVENT_SENSOR_BEGIN, sensor);
        ends += countEvents(&trial, CD_EVENT_SENSOR_END, sensor);
        assert_false(cdIsBodyBlocked(trial.world, body));
    }
    assertNear(getState(&trial, body).pose.p.x, 10.0, 1e-9);
    assert_int_equal(begins, 1);
    assert_int_equal(ends, 1);
    destroyTrial(&trial);
    destroyBody(&box);
}

// A box hangs on a cart by a hinge: it follows, and its hinge holds, also while the cart stops and turns
// back.
static void test_joint_to_a_cart(void **state) {
    (void)state;
    Trial trial = makeTrial();
    Body cart = makeBody("box:x=0.5,y=0.1,z=0.5"), box = makeBody("box:x=0.2,y=0.2,z=0.2");
    int32_t leads =
        addKinematic(&trial, &cart, poseAt(0.0, 0.0, 0.0), vec(1.0, 0.0, 0.0), vec(0.0, 0.0, 0.0), 0.3);
    int32_t hangs = addMoving(&trial, &box, poseAt(0.0, -1.0, 0.0), vec(0.0, 0.0, 0.0), 0.0, 0.3);
    cdJointDef joint = {.kind = CD_JOINT_HINGE,
                        .bodyA = hangs,
                        .bodyB = leads,
                        .point = {0.0, -0.2, 0.0},
                        .axis = {0.0, 0.0, 1.0}};
    assert_true(cdAddJoint(trial.world, &joint) >= 0);
    for (int i = 0; i < 240; i++) {
        if (i == 120) cdSetBodyVelocity(trial.world, leads, vec(-2.0, 0.0, 0.0), vec(0.0, 0.0, 0.0));
        stepTrial(&trial, FRAME);
        assert_true(cdLength(getState(&trial, hangs).velocity) < 9.0);
    }
    assertNear(getState(&trial, leads).pose.p.x, -2.0, 1e-9);
    assert_true(fabs(getState(&trial, hangs).pose.p.x + 2.0) < 0.85);
    assert_true(trial.drift < trial.margin);
    destroyTrial(&trial);
    destroyBody(&cart);
    destroyBody(&box);
}

// A step that the budget ends early keeps the target; the next step reaches it.
static void test_budget_keeps_the_target(void **state) {
    (void)state;
    cdWorldDef def = cdDefaultWorldDef();
    cdWorld *world = cdCreateWorld(&def);
    Body box = makeBody("box:x=0.5,y=0.5,z=0.5");
    cdBodyDef body = cdDefaultBodyDef();
    body.mesh = box.mesh;
    body.kind = CD_BODY_KINEMATIC;
    cdBodyId moved = cdAddBody(world, &body);
    body.kind = CD_BODY_DYNAMIC;
    for (int i = 0; i < 20; i++) {
        body.pose = poseAt(3.0 + 1.0001 * i, 0.0, 0.0);
        cdAddBody(world, &body);
    }
    assert_true(cdMoveKinematic(world, moved, poseAt(0.4, 0.1, 0.0)));
    cdSetWorldBudget(world, (cdBudget){.maxPairTests = 4});
    assert_int_equal(cdStepWorld(world, FRAME).state, CD_UNDECIDED);
    assert_true(cdIsSamePose(cdGetBodyState(world, moved).pose, poseAt(0.0, 0.0, 0.0)));
    cdSetWorldBudget(world, (cdBudget){0});
    assert_int_equal(cdStepWorld(world, FRAME).state, CD_FREE);
    assert_true(cdIsSamePose(cdGetBodyState(world, moved).pose, poseAt(0.4, 0.1, 0.0)));
    cdDestroyWorld(world);
    destroyBody(&box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constant_velocity),
        cmocka_unit_test(test_path_is_followed),
        cmocka_unit_test(test_door),
        cmocka_unit_test(test_target_of_a_step),
        cmocka_unit_test(test_invalid_scripts),
        cmocka_unit_test(test_lift_carries_a_box),
        cmocka_unit_test(test_conveyor),
        cmocka_unit_test(test_turntable),
        cmocka_unit_test(test_wall_pushes_a_sleeping_box),
        cmocka_unit_test(test_slow_wall),
        cmocka_unit_test(test_creeping_wall),
        cmocka_unit_test(test_wall_waits_for_a_fixed_body),
        cmocka_unit_test(test_two_walls_meet),
        cmocka_unit_test(test_piston_compresses_a_row),
        cmocka_unit_test(test_press_stops_at_a_box),
        cmocka_unit_test(test_platform_through_fifty_bodies),
        cmocka_unit_test(test_racket_hits_a_ball),
        cmocka_unit_test(test_filters_and_sensors),
        cmocka_unit_test(test_joint_to_a_cart),
        cmocka_unit_test(test_budget_keeps_the_target),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
