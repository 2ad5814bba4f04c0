// Driven bodies: cdMoveBody against the same queries made one by one, and a long drag by a random hand.
#include "cases.h"
#include "collision/kinematic.h"
#include "world_fixture.h"

enum { CROWD = 50, MOVES = 1000, SAMPLES = 6 };

static cdVec3 vec(double x, double y, double z) {
    return cdMakeVec3(x, y, z);
}

static int32_t addDriven(Trial *trial, const Body *body, cdPose pose) {
    cdBodyDef def = cdDefaultBodyDef();
    def.kind = CD_BODY_DRIVEN;
    def.pose = pose;
    int32_t index = addToTrial(trial, body, &def);
    trial->movable[index] = true;
    trial->powered = true;
    return index;
}

static cdPose randomPose(Random *random, double size) {
    cdVec3 axis = nextRandomDirection(random);
    cdPose pose = {nextRandomVec3(random), cdMakeQuat(axis, nextRandomIn(random, -3.0, 3.0))};
    pose.p = cdScale(size, pose.p);
    return pose;
}

// True if the mesh of a body at a pose overlaps no other body of the trial.
static bool isFreeAt(const Trial *trial, int32_t body, cdPose pose) {
    for (int32_t i = 0; i < trial->count; i++) {
        if (i == body) continue;
        cdPose other = getState(trial, i).pose;
        if (areSpheresApart(trial->meshes[body], pose, trial->meshes[i], other)) continue;
        cdOverlapInput input = {
            .meshA = trial->meshes[body], .meshB = trial->meshes[i], .poseA = pose, .poseB = other};
        if (cdFindOverlap(&input, NULL, trial->workspace, NULL).state != CD_FREE) return false;
    }
    return true;
}

// Adds a crowd of bodies around the origin that do not overlap.
static void addCrowd(Trial *trial, const Body *bodies, int32_t count, uint64_t seed, bool dynamic) {
    Random random = {seed};
    for (int32_t added = 0; added < count;) {
        cdPose pose = randomPose(&random, 3.2);
        const Body *body = &bodies[added % 3];
        trial->meshes[trial->count] = body->mesh;
        if (cdLength(pose.p) < 1.3 || !isFreeAt(trial, trial->count, pose)) continue;
        cdBodyDef def = makeMovingDef(pose, vec(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.0), 0.3, 0.3);
        if (!dynamic) def.kind = CD_BODY_FIXED;
        addToTrial(trial, body, &def);
        added++;
    }
}

// --- One move

typedef struct Expected {
    int32_t body;
    double t;
} Expected;

static Expected findFirstByHand(const Trial *trial, int32_t body, cdPose from, cdPose to) {
    Expected first = {-1, 1.0};
    for (int32_t i = 0; i < trial->count; i++) {
        if (i == body) continue;
        cdFirstContactInput input = {.meshA = trial->meshes[body],
                                     .meshB = trial->meshes[i],
                                     .startA = from,
                                     .targetA = to,
                                     .startB = getState(trial, i).pose};
        cdFirstContact contact = cdFindFirstContact(&input, NULL, trial->workspace, NULL);
        if (contact.state != CD_FREE && (first.body < 0 || contact.t.lo < first.t))
            first = (Expected){i, contact.t.lo};
    }
    return first;
}

// All at once and without caches: the same bits.
static cdFirstContact findAmong(const Trial *trial, int32_t body, cdPose from, cdPose to) {
    cdObstacle obstacles[TRIAL_BODIES];
    cdObstaclesInput input = {
        .mesh = trial->meshes[body], .start = from, .target = to, .obstacles = obstacles};
    for (int32_t i = 0; i < trial->count; i++)
        if (i != body)
            obstacles[input.obstacleCount++] = (cdObstacle){trial->meshes[i], getState(trial, i).pose};
    return cdFindFirstContactAmong(&input, NULL, trial->workspace, NULL);
}

typedef struct Crowd {
    Trial trial;
    Body bodies[3], mesh;
    int32_t driven;
} Crowd;

static Crowd makeCrowd(int32_t count, uint64_t seed, bool dynamic) {
    Crowd crowd = {.trial = makeWeightlessTrial(),
                   .bodies = {makeBody("box:x=0.3,y=0.3,z=0.3"),
                              makeBody("torus:segments=10,major=0.4,minor=0.12"),
                              makeBody("l-shape:size=0.7,thickness=0.2,depth=0.3")},
                   .mesh = makeBody("gear:teeth=7")};
    crowd.driven = addDriven(&crowd.trial, &crowd.mesh, cdIdentityPose());
    addCrowd(&crowd.trial, crowd.bodies, count, seed, dynamic);
    return crowd;
}

static void destroyCrowd(Crowd *crowd) {
    destroyTrial(&crowd->trial);
    for (int i = 0; i < 3; i++)
        destroyBody(&crowd->bodies[i]);
    destroyBody(&crowd->mesh);
}

// A body that is left out, or the wrong one of two, gives another time.
static void test_first_contact_is_the_minimum(void **state) {
    (void)state;
    Crowd crowd = makeCrowd(12, 3, false);
    Random random = {5};
    int32_t contacts = 0;
    for (int i = 0; i < 60; i++) {
        cdPose from = getState(&crowd.trial, crowd.driven).pose, to = randomPose(&random, 3.0);
        cdPose unit = {to.p, cdNormalizeQuat(to.q)};
        Expected expected = findFirstByHand(&crowd.trial, crowd.driven, from, unit);
        cdFirstContact among = findAmong(&crowd.trial, crowd.driven, from, unit);
        cdBodyMove move = cdMoveBody(crowd.trial.world, crowd.driven, to, CD_MOVE_STOP, NULL);
        assert_int_equal(move.body, expected.body);
        assert_int_equal(move.contact.state, expected.body < 0 ? CD_FREE : CD_CONTACT);
        assertNear(move.contact.t.lo, expected.t, 1e-12);
        assert_true(move.contact.t.lo == among.t.lo && cdIsSamePose(move.pose, among.resolvedPose));
        assert_true(cdIsSamePose(getState(&crowd.trial, crowd.driven).pose, move.pose));
        assert_true(move.reached == (expected.body < 0));
        assert_false(move.yields);
        contacts += expected.body >= 0;
    }
    assert_true(contacts > 20);
    destroyCrowd(&crowd);
}

static void test_slide_is_that_of_the_query(void **state) {
    (void)state;
    Crowd crowd = makeCrowd(1, 8, false);
    Random random = {7};
    cdPose obstacle = getState(&crowd.trial, 1).pose;
    int32_t slides = 0;
    for (int i = 0; i < 30; i++) {
        cdPose from = getState(&crowd.trial, crowd.driven).pose, to = randomPose(&random, 1.0);
        to.p = cdAdd(to.p, obstacle.p);
        cdPose paths[2][16];
        cdObstacle one = {crowd.trial.meshes[1], obstacle};
        cdSlideInput input = {.step = {.mesh = crowd.mesh.mesh,
                                       .start = from,
                                       .target = {to.p, cdNormalizeQuat(to.q)},
                                       .obstacles = &one,
                                       .obstacleCount = 1},
                              .poses = paths[0],
                              .poseCapacity = 16};
        cdSlide slide = cdFindSlide(&input, NULL, crowd.trial.workspace, NULL);
        cdMoveOptions options = {.poses = paths[1], .poseCapacity = 16};
        cdBodyMove move = cdMoveBody(crowd.trial.world, crowd.driven, to, CD_MOVE_SLIDE, &options);
        assert_true(cdIsSamePose(move.pose, slide.contact.resolvedPose));
        assert_int_equal(move.legCount, slide.legCount);
        assert_int_equal(move.poseCount, slide.poseCount);
        assert_memory_equal(paths[0], paths[1], (size_t)slide.poseCount * sizeof(cdPose));
        assert_true(move.exhausted == slide.exhausted && move.reached == slide.reached);
        slides += slide.legCount > 1;
    }
    assert_true(slides > 5);
    destroyCrowd(&crowd);
}

static void test_through_reaches_the_target(void **state) {
    (void)state;
    Crowd crowd = makeCrowd(12, 3, false);
    cdPose at = getState(&crowd.trial, 4).pose;
    cdBodyMove move = cdMoveBody(crowd.trial.world, crowd.driven, at, CD_MOVE_THROUGH, NULL);
    assert_true(move.reached && move.body >= 0 && move.contact.state == CD_CONTACT);
    assert_true(cdIsSamePose(getState(&crowd.trial, crowd.driven).pose, move.pose));
    assert_false(isFreeAt(&crowd.trial, crowd.driven, move.pose));
    // It overlaps: a stop moves out, to a target that is free, or not at all.
    move = cdMoveBody(crowd.trial.world, crowd.driven, at, CD_MOVE_STOP, NULL);
    assert_int_equal(move.contact.state, CD_OVERLAP);
    move = cdMoveBody(crowd.trial.world, crowd.driven, cdIdentityPose(), CD_MOVE_STOP, NULL);
    assert_int_equal(move.contact.state, CD_OVERLAP);
    assert_true(move.reached);
    destroyCrowd(&crowd);
}

// --- Filters, input

static bool refuses(void *context, cdBodyId a, cdBodyId b) {
    int32_t *pair = context;
    return !(a == pair[0] && b == pair[1]);
}

static void test_filters(void **state) {
    (void)state;
    Trial trial = makeWeightlessTrial();
    Body box = makeBody("box:x=0.5,y=0.5,z=0.5");
    int32_t wall = addFixed(&trial, &box, poseAt(2.0, 0.0, 0.0), 0.0, 0.0);
    int32_t driven = addDriven(&trial, &box, poseAt(0.0, 0.0, 0.0)), pair[2] = {wall, driven};
    cdPose far = poseAt(4.0, 0.0, 0.0), home = poseAt(0.0, 0.0, 0.0);
    cdBodyMove move = cdMoveBody(trial.world, driven, far, CD_MOVE_STOP, NULL);
    assertNear(move.contact.t.lo, 0.25, 1e-9);
    assert_int_equal(move.body, wall);
    for (int kind = 0; kind < 4; kind++) {
        cdSetBodyPose(trial.world, driven, home);
        if (kind == 0) cdSetBodyFilter(trial.world, wall, 2, 2, 0);
        if (kind == 1) cdSetBodySensor(trial.world, wall, true);
        if (kind == 2) cdSetPairCallback(trial.world, refuses, pair);
        if (kind == 3) cdRemoveBody(trial.world, wall);
        assert_true(cdMoveBody(trial.world, driven, far, CD_MOVE_STOP, NULL).reached);
        cdSetBodyPose(trial.world, driven, home);
        if (kind == 0) cdSetBodyFilter(trial.world, wall, 1, UINT32_MAX, 0);
        if (kind == 1) cdSetBodySensor(trial.world, wall, false);
        if (kind == 2) cdSetPairCallback(trial.world, NULL, NULL);
        if (kind < 3) assert_false(cdMoveBody(trial.world, driven, far, CD_MOVE_STOP, NULL).reached);
    }
    destroyTrial(&trial);
    destroyBody(&box);
}

static void test_invalid_moves(void **state) {
    (void)state;
    Trial trial = makeWeightlessTrial();
    Body box = makeBody("box:x=0.5,y=0.5,z=0.5");
    int32_t wall = addFixed(&trial, &box, poseAt(2.0, 0.0, 0.0), 0.0, 0.0);
    int32_t driven = addDriven(&trial, &box, poseAt(0.0, 0.0, 0.0));
    cdPose to = poseAt(1.0, 0.0, 0.0), bad = to;
    assert_int_equal(cdMoveBody(trial.world, wall, to, CD_MOVE_STOP, NULL).contact.reason, CD_REASON_INPUT);
    bad.p.x = NAN;
    assert_int_equal(cdMoveBody(trial.world, driven, bad, CD_MOVE_THROUGH, NULL).contact.reason,
                     CD_REASON_NOT_FINITE);
    bad = to;
    bad.q.w = 3.0;
    cdBodyMove move = cdMoveBody(trial.world, driven, bad, CD_MOVE_STOP, NULL);
    assert_int_equal(move.contact.state, CD_UNDECIDED);
    cdMoveOptions options = {.margin = -1.0};
    assert_int_equal(cdMoveBody(trial.world, driven, to, CD_MOVE_STOP, &options).contact.state, CD_UNDECIDED);
    assert_true(cdIsSamePose(getState(&trial, driven).pose, poseAt(0.0, 0.0, 0.0)));
    assert_true(cdIsSamePose(move.pose, poseAt(0.0, 0.0, 0.0)));
    // A budget of one test ends at a pose of the free path.
    options = (cdMoveOptions){.budget = {.maxPairTests = 1}};
    move = cdMoveBody(trial.world, driven, poseAt(4.0, 0.0, 0.0), CD_MOVE_STOP, &options);
    assert_int_equal(move.contact.state, CD_UNDECIDED);
    assert_true(isFreeAt(&trial, driven, getState(&trial, driven).pose));
    destroyTrial(&trial);
    destroyBody(&box);
}

// --- Steps

// In steps a driven body is still and pushes nothing; a box falls on it and stays.
static void test_driven_bodies_are_still_in_steps(void **state) {
    (void)state;
    Trial trial = makeTrial();
    Body box = makeBody("box:x=0.5,y=0.5,z=0.5");
    int32_t driven = addDriven(&trial, &box, poseAt(0.0, 0.0, 0.0));
    int32_t load = addMoving(&trial, &box, poseAt(0.0, 1.2, 0.0), vec(0.0, 0.0, 0.0), 0.0, 0.5);
    cdPose low = poseAt(0.0, -0.3, 0.0);
    assert_true(cdMoveBody(trial.world, driven, low, CD_MOVE_STOP, NULL).reached);
    runTrial(&trial, 2.0, FRAME);
    assert_true(cdIsSamePose(getState(&trial, driven).pose, low));
    assert_true(getState(&trial, load).asleep);
    assertNear(getState(&trial, load).pose.p.y, 0.7, 4.0 * trial.margin);
    // The box blocks it from below, and falls when it is drawn away.
    cdBodyMove move = cdMoveBody(trial.world, driven, poseAt(0.0, 0.5, 0.0), CD_MOVE_STOP, NULL);
    assert_int_equal(move.body, load);
    assert_true(getState(&trial, driven).pose.p.y < -0.3 + 4.0 * trial.margin);
    assert_true(cdMoveBody(trial.world, driven, poseAt(0.0, -2.0, 0.0), CD_MOVE_STOP, NULL).reached);
    runTrial(&trial, 0.3, FRAME);
    assert_true(getState(&trial, load).velocity.y < -2.0);
    destroyTrial(&trial);
    destroyBody(&box);
}

// With `yields` a box gives way in the next step, and the body reaches its target, once.
static void test_yielding(void **state) {
    (void)state;
    Trial trial = makeWeightlessTrial();
    Body box = makeBody("box:x=0.5,y=0.5,z=0.5");
    int32_t driven = addDriven(&trial, &box, poseAt(0.0, 0.0, 0.0));
    int32_t load = addMoving(&trial, &box, poseAt(1.5, 0.0, 0.0), vec(0.0, 0.0, 0.0), 0.0, 0.5);
    cdMoveOptions options = {.yields = true};
    cdBodyMove move = cdMoveBody(trial.world, driven, poseAt(0.7, 0.1, 0.0), CD_MOVE_STOP, &options);
    assert_true(move.yields && !move.reached && move.body == load);
    assertNear(move.pose.p.x, 0.5, 1e-4);
    stepTrial(&trial, FRAME);
    assert_true(cdIsSamePose(getState(&trial, driven).pose, poseAt(0.7, 0.1, 0.0)));
    assert_true(getState(&trial, load).pose.p.x > 1.7);
    runTrial(&trial, 0.2, FRAME);
    assert_true(cdIsSamePose(getState(&trial, driven).pose, poseAt(0.7, 0.1, 0.0)));
    // Against a fixed body it is blocked, and the step does not move it into that one.
    addFixed(&trial, &box, poseAt(-1.5, 0.0, 0.0), 0.0, 0.0);
    move = cdMoveBody(trial.world, driven, poseAt(-1.0, 0.1, 0.0), CD_MOVE_STOP, &options);
    assert_false(move.yields || move.reached);
    destroyTrial(&trial);
    destroyBody(&box);
}

// --- A random hand

static void checkPath(const Crowd *crowd, cdPose from, const cdPose *path, int32_t count, int32_t move) {
    for (int32_t i = 0; i < count; i++) {
        cdMotion motion = cdMakeMotion(from, path[i], cdGetMeshInfo(crowd->mesh.mesh).center);
        for (int k = 1; k <= SAMPLES; k++)
            if (!isFreeAt(&crowd->trial, crowd->driven, cdGetPoseAt(&motion, (double)k / SAMPLES)))
                fail_msg("move %d overlaps on its path", (int)move);
        from = path[i];
    }
}

// Drags the mesh of a new crowd at random. Returns the number of moves that met something.
static int32_t dragAtRandom(int32_t round, bool dynamic, int32_t moves) {
    Crowd crowd = makeCrowd(CROWD, 21 + (uint64_t)round, dynamic);
    Random random = {99 + (uint64_t)round};
    int32_t contacts = 0;
    cdPose goal = cdIdentityPose();
    for (int32_t i = 0; i < moves; i++) {
        if (i % 10 == 0) goal = randomPose(&random, 3.5);
        cdPose from = getState(&crowd.trial, crowd.driven).pose, path[32];
        cdMotion whole = cdMakeMotion(from, goal, vec(0.0, 0.0, 0.0));
        cdMoveOptions options = {.yields = dynamic, .poses = path, .poseCapacity = 32};
        bool slides = i % 3 == 1;
        cdBodyMove move = cdMoveBody(crowd.trial.world, crowd.driven, cdGetPoseAt(&whole, 0.2),
                                     slides ? CD_MOVE_SLIDE : CD_MOVE_STOP, &options);
        assert_true(move.contact.state == CD_FREE || move.contact.state == CD_CONTACT);
        contacts += move.contact.state == CD_CONTACT;
        checkPath(&crowd, from, slides ? path : &move.pose, slides ? move.poseCount : 1, i);
        if (dynamic) stepTrial(&crowd.trial, FRAME);
    }
    destroyCrowd(&crowd);
    return contacts;
}

// A mesh dragged at random through 50 bodies, fixed ones and dynamic ones that yield: a move whose path or
// end overlaps, or a step that does. A pushed crowd scatters, so a longer run has more crowds.
static void test_random_hand(void **state) {
    (void)state;
    for (int dynamic = 0; dynamic < 2; dynamic++) {
        int32_t contacts = 0, rounds = countCases(1), moves = dynamic ? MOVES / 10 : MOVES;
        for (int32_t round = 0; round < rounds; round++)
            contacts += dragAtRandom(round, dynamic, moves);
        assert_true(contacts > rounds * moves / 20);
    }
}

// --- Searches

static bool isSameMove(const cdBodyMove *a, const cdBodyMove *b) {
    return cdIsSamePose(a->pose, b->pose) && cdIsSamePose(a->target, b->target) && a->body == b->body &&
           a->obstacle == b->obstacle && a->pushed == b->pushed && a->reached == b->reached &&
           a->yields == b->yields && a->legCount == b->legCount && a->contact.state == b->contact.state &&
           a->contact.t.lo == b->contact.t.lo && a->contact.obstacle == b->contact.obstacle;
}

static void assertSameBodies(const Trial *a, const Trial *b) {
    for (int32_t i = 0; i < a->count; i++) {
        cdBodyState one = getState(a, i), other = getState(b, i);
        assert_true(cdIsSamePose(one.pose, other.pose));
        assert_memory_equal(&one.velocity, &other.velocity, sizeof one.velocity);
        assert_true(one.asleep == other.asleep);
    }
}

// A search, carried out, is the move, also in the steps that follow. Red: a search that moves or wakes the
// body, one that forgets the push, a move that is carried out without waking.
static void test_search_then_take_is_the_move(void **state) {
    (void)state;
    Crowd moved = makeCrowd(30, 21, true), searched = makeCrowd(30, 21, true);
    Random random = {4};
    int32_t pushes = 0;
    for (int i = 0; i < 40; i++) {
        cdPose from = getState(&moved.trial, moved.driven).pose, goal = randomPose(&random, 3.5);
        cdMotion whole = cdMakeMotion(from, goal, vec(0.0, 0.0, 0.0));
        cdPose to = cdGetPoseAt(&whole, 0.3);
        cdMoveOptions options = {.yields = true};
        cdMoveResponse response = i % 2 ? CD_MOVE_SLIDE : CD_MOVE_STOP;
        to.q = cdNormalizeQuat(to.q);
        cdBodyMove move = cdMoveBody(moved.trial.world, moved.driven, to, response, &options);
        cdBodyMove found =
            cdFindBodyMove(searched.trial.world, searched.driven, move.target, response, &options);
        assert_true(isSameMove(&move, &found));
        assert_true(cdIsSamePose(getState(&searched.trial, searched.driven).pose, from));
        assert_true(cdTakeBodyMove(searched.trial.world, searched.driven, &found));
        stepTrial(&moved.trial, FRAME);
        stepTrial(&searched.trial, FRAME);
        assertSameBodies(&moved.trial, &searched.trial);
        pushes += move.yields;
    }
    assert_true(pushes > 5);
    destroyCrowd(&moved);
    destroyCrowd(&searched);
}

// A body that sleeps beside the path is asleep after a search, and awake after the move.
static void test_search_wakes_nothing(void **state) {
    (void)state;
    Trial trial = makeTrial();
    Body box = makeBody("box:x=0.5,y=0.5,z=0.5");
    addFixed(&trial, &box, poseAt(0.0, 0.0, 0.0), 0.0, 0.0);
    int32_t load = addMoving(&trial, &box, poseAt(0.0, 1.001, 0.0), vec(0.0, 0.0, 0.0), 0.0, 0.5);
    int32_t driven = addDriven(&trial, &box, poseAt(1.2, 1.2, 0.0));
    runTrial(&trial, 2.0, FRAME);
    assert_true(getState(&trial, load).asleep);
    cdMoveOptions options = {.yields = true};
    cdPose to = poseAt(0.8, 1.2, 0.0);
    assert_true(cdFindBodyMove(trial.world, driven, to, CD_MOVE_STOP, &options).yields);
    assert_true(getState(&trial, load).asleep);
    assert_true(cdMoveBody(trial.world, driven, to, CD_MOVE_STOP, &options).yields);
    stepTrial(&trial, FRAME);
    assert_false(getState(&trial, load).asleep);
    destroyTrial(&trial);
    destroyBody(&box);
}

// Ignored bodies let it pass; the caller's obstacles block, and constraints and proxies name them. Bodies of
// any kind can be searched, at poses of the caller's. Red: an obstacle named by its place in the list, a
// search from the body's own pose.
static void test_options(void **state) {
    (void)state;
    Trial trial = makeWeightlessTrial();
    Body box = makeBody("box:x=0.5,y=0.5,z=0.5");
    int32_t gone = addFixed(&trial, &box, poseAt(9.0, 9.0, 9.0), 0.0, 0.0);
    int32_t wall = addFixed(&trial, &box, poseAt(2.0, 0.0, 0.0), 0.0, 0.0);
    int32_t driven = addDriven(&trial, &box, poseAt(0.0, 0.0, 0.0));
    cdRemoveBody(trial.world, gone);
    cdPose far = poseAt(6.0, 0.1, 0.0);
    cdBodyId ignored[1] = {wall};
    cdSlideConstraint constraints[8];
    cdObstacle others[2] = {{box.mesh, poseAt(0.0, 7.0, 0.0)}, {box.mesh, poseAt(4.0, 0.0, 0.0)}};
    cdMoveOptions options = {.constraints = constraints, .constraintCapacity = 8};
    cdBodyMove move = cdFindBodyMove(trial.world, driven, far, CD_MOVE_SLIDE, &options);
    assert_true(move.body == wall && move.obstacle == -1 && move.constraintCount > 0);
    for (int32_t i = 0; i < move.constraintCount; i++)
        assert_int_equal(constraints[i].obstacle, cdGetBodyIndex(wall));
    options.ignored = ignored;
    options.ignoredCount = 1;
    assert_true(cdFindBodyMove(trial.world, driven, far, CD_MOVE_SLIDE, &options).reached);
    options.obstacles = others;
    options.obstacleCount = 2;
    options.disabled = CD_DISABLE_BOXES;
    move = cdFindBodyMove(trial.world, driven, far, CD_MOVE_SLIDE, &options);
    assert_true(move.body == -1 && move.obstacle == 1 && move.contact.obstacle == 0);
    assert_true(move.contact.proxy.tested && move.contact.proxy.obstacle == -2);
    assert_true(move.constraintCount > 0 && constraints[0].obstacle == -2);
    assertNear(move.contact.t.lo, 0.5, 1e-9);
    // The fixed wall, from another pose, against the driven body.
    cdPose poses[3] = {poseAt(0.0, 0.0, 0.0), poseAt(-4.0, 0.0, 0.0), poseAt(-1.0, 0.0, 0.0)};
    options = (cdMoveOptions){.bodyPoses = poses};
    move = cdFindBodyMove(trial.world, wall, poseAt(0.0, 0.0, 0.0), CD_MOVE_STOP, &options);
    assert_true(move.body == driven && move.contact.state == CD_CONTACT);
    assertNear(move.contact.t.lo, 0.5, 1e-9);
    assert_int_equal(cdMoveBody(trial.world, driven, far, CD_MOVE_STOP, &options).contact.reason,
                     CD_REASON_INPUT);
    assert_false(cdTakeBodyMove(trial.world, wall, &move));
    assert_true(cdIsSamePose(getState(&trial, driven).pose, poseAt(0.0, 0.0, 0.0)));
    destroyTrial(&trial);
    destroyBody(&box);
}

// Teleports, other filters and removed bodies between moves: the same bits as without caches.
static void test_caches_of_other_poses(void **state) {
    (void)state;
    Crowd crowd = makeCrowd(20, 5, false);
    Random random = {12};
    for (int i = 0; i < 80; i++) {
        int32_t other = 1 + i % 20;
        cdPose place = randomPose(&random, 3.5), from = getState(&crowd.trial, crowd.driven).pose;
        if (isFreeAt(&crowd.trial, other, place))
            cdSetBodyPose(crowd.trial.world, crowd.trial.bodies[other], place);
        cdPose to = randomPose(&random, 3.0);
        to.q = cdNormalizeQuat(to.q);
        cdBodyMove move = cdMoveBody(crowd.trial.world, crowd.driven, to, CD_MOVE_STOP, NULL);
        cdFirstContact among = findAmong(&crowd.trial, crowd.driven, from, move.target);
        assert_true(move.contact.state == among.state && move.contact.t.lo == among.t.lo);
        assert_true(cdIsSamePose(move.pose, among.resolvedPose));
    }
    destroyCrowd(&crowd);
}

// With empty caches a search that its budget ends comes as far again, bit for bit. Red: caches that remain.
static void test_forgotten_caches(void **state) {
    (void)state;
    Crowd crowd = makeCrowd(30, 21, false);
    Random random = {6};
    for (int i = 0; i < 20; i++) {
        cdPose to = randomPose(&random, 3.0);
        cdMoveOptions options = {.budget = {.maxPairTests = 40}};
        cdForgetBodyMoves(crowd.trial.world, crowd.driven);
        cdBodyMove cold = cdFindBodyMove(crowd.trial.world, crowd.driven, to, CD_MOVE_SLIDE, &options);
        for (int k = 0; k < 3; k++)
            cdFindBodyMove(crowd.trial.world, crowd.driven, to, CD_MOVE_SLIDE, NULL);
        cdForgetBodyMoves(crowd.trial.world, crowd.driven);
        cdBodyMove again = cdFindBodyMove(crowd.trial.world, crowd.driven, to, CD_MOVE_SLIDE, &options);
        assert_true(isSameMove(&cold, &again));
        assert_memory_equal(&cold.contact.stats, &again.contact.stats, sizeof cold.contact.stats);
    }
    destroyCrowd(&crowd);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_contact_is_the_minimum),
        cmocka_unit_test(test_slide_is_that_of_the_query),
        cmocka_unit_test(test_through_reaches_the_target),
        cmocka_unit_test(test_filters),
        cmocka_unit_test(test_invalid_moves),
        cmocka_unit_test(test_driven_bodies_are_still_in_steps),
        cmocka_unit_test(test_yielding),
        cmocka_unit_test(test_random_hand),
        cmocka_unit_test(test_search_then_take_is_the_move),
        cmocka_unit_test(test_search_wakes_nothing),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_caches_of_other_poses),
        cmocka_unit_test(test_forgotten_caches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
