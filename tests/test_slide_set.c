// Sliding of rigid sets of meshes, against the same surfaces as one mesh and against all pairs of meshes.
#include "cases.h"
#include "random.h"
#include "set_fixture.h"

// The oracle of first contact: the earliest of all pairs, by queries of their own. Returns 2 if free.
static double findEarliest(const Set *set, const Obstacles *among, cdPose start, cdPose target,
                           double distance, int32_t *shape) {
    double earliest = 2.0;
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int32_t k = 0; k < set->count; k++)
        for (int32_t i = 0; i < among->count; i++) {
            cdPose own = set->shapes[k].pose;
            cdFirstContactInput input =
                makeStep(set->shapes[k].mesh, cdMulPose(start, own), cdMulPose(target, own),
                         among->obstacles[i].mesh, among->obstacles[i].pose);
            input.safetyDistance = distance;
            cdFirstContact contact = cdFindFirstContact(&input, NULL, workspace, NULL);
            assert_true(contact.state == CD_FREE || contact.state == CD_CONTACT);
            if (contact.state == CD_FREE || !(contact.t.lo < earliest)) continue;
            earliest = contact.t.lo;
            *shape = k;
        }
    cdDestroyWorkspace(workspace);
    return earliest;
}

// Returns a mesh of the surfaces of two boxes: [-1.5, -0.5] and [0.5, 1.5] along x, of the given heights.
static Body makePairOfBoxes(const Set *set) {
    cdVec3 points[16];
    int32_t triangles[72];
    for (int32_t k = 0; k < 2; k++) {
        cdMeshInfo info = cdGetMeshInfo(set->shapes[k].mesh);
        assert_true(info.vertexCount == 8 && info.triangleCount == 12);
        for (int32_t i = 0; i < 8; i++)
            points[8 * k + i] = cdTransformPoint(set->shapes[k].pose, cdAdd(info.center, info.vertices[i]));
        for (int32_t i = 0; i < 36; i++)
            triangles[36 * k + i] = 8 * k + info.triangles[i];
    }
    cdMeshDef def = {.points = points, .pointCount = 16, .triangles = triangles, .triangleCount = 24};
    return makeBodyOfMesh(cdCreateMesh(&def, NULL));
}

static double getDistance(const Body *body, cdPose from, cdPose to) {
    cdFeaturesInfo info = cdGetFeaturesInfo(body->mesh);
    cdMotion motion = cdMakeMotion(from, to, info.centroid);
    cdVec3 moved = cdSub(cdTransformPoint(to, info.centroid), cdTransformPoint(from, info.centroid));
    double gyration = (info.inertia[0] + info.inertia[1] + info.inertia[2]) / 3.0;
    return sqrt(cdLengthSq(moved) + gyration * motion.omega * motion.omega);
}

// Two boxes, turned and placed in the frame of the set, and the same surfaces as one mesh, among a floor and
// two walls: 120 moves, pressed into them with and without turns. The set ends where the mesh does, within
// 1e-4 of its radius, and meets the same first contact. Red: the inertia or the reference
// point of one mesh alone, contacts or constraints of the first mesh only, a pose of the set taken for that
// of a mesh.
static void testTwoBoxesAreOneMesh(void **state) {
    (void)state;
    Body low = makeBody("box:x=0.5,y=0.4,z=0.6"), high = makeBody("box:x=0.5,y=0.8,z=0.5");
    Set set = {.count = 0};
    addShape(&set, &low, turnedPose(-1.0, -0.1, 0.0, cdMakeVec3(0.0, 1.0, 0.0), 0.5));
    addShape(&set, &high, turnedPose(1.0, 0.3, 0.1, cdMakeVec3(0.3, 1.0, 0.2), 1.1));
    Body whole = makePairOfBoxes(&set);
    Obstacles among = makeRoom();
    Random random = {3};
    double radius = cdGetMeshInfo(whole.mesh).radius, worst = 0.0;
    cdPose pose = poseAt(0.0, 2.0, 0.0);
    int contacts = 0, exhausted = 0;
    for (int i = 0; i < 120; i++) {
        cdVec3 goal = {nextRandomIn(&random, -1.0, 4.0), nextRandomIn(&random, -1.0, 2.5),
                       nextRandomIn(&random, -1.0, 4.0)};
        cdQuat turn =
            cdMakeQuat(nextRandomDirection(&random), i % 3 ? nextRandomIn(&random, 0.0, 0.15) : 0.0);
        cdPose target = {cdLerp(pose.p, goal, 0.5), cdNormalizeQuat(cdMulQuat(turn, pose.q))};
        cdSlideInput input = makeSetInput(&set, &among, pose, target);
        cdSlideInput alone = makeSlideInput(&whole, &among, pose, target);
        input.step.margin = alone.step.margin = 1e-7; // 16 margins are far less than the bound
        cdSlide ofSet = runSlide(&input), ofMesh = runSlide(&alone);
        assert_true(ofSet.contact.state == ofMesh.contact.state);
        assert_true(fabs(ofSet.contact.t.lo - ofMesh.contact.t.lo) < 1e-9);
        exhausted += ofSet.exhausted || ofMesh.exhausted;
        if (!ofSet.exhausted && !ofMesh.exhausted)
            worst = fmax(worst, getDistance(&whole, ofSet.contact.resolvedPose, ofMesh.contact.resolvedPose));
        assert_false(overlaps(&set, ofSet.contact.resolvedPose, &among));
        contacts += ofSet.contact.state == CD_CONTACT;
        pose = ofSet.contact.resolvedPose;
    }
    if (!(worst <= 1e-4 * radius)) fail_msg("ends %.3g away", worst);
    assert_true(contacts > 60 && exhausted < 4);
    destroyBody(&whole);
    destroyBody(&low);
    destroyBody(&high);
}

// An L of two boxes and one of one mesh, pressed into the corner of the floor and two walls in one move and
// in twenty: both lie flush in it, within 1e-4. Red: the seam between the boxes as a contact, or one box
// alone.
static void testAnLInACorner(void **state) {
    (void)state;
    Body foot = makeBody("box:x=1,y=0.25,z=0.5"), stem = makeBody("box:x=0.25,y=0.75,z=0.5");
    Set set = {.count = 0};
    addShape(&set, &foot, poseAt(0.0, 0.25, 0.0));
    addShape(&set, &stem, poseAt(0.75, 1.25, 0.0));
    Obstacles among = makeRoom();
    for (int steps = 1; steps <= 20; steps += 19) {
        cdPose from = poseAt(0.0, 1.5, 0.0), pose = from, target = poseAt(3.5, -1.0, 4.0);
        for (int i = 1; i <= steps; i++) {
            cdSlideInput input =
                makeSetInput(&set, &among, pose, poseBetween(from, target, (double)i / steps));
            pose = runSlide(&input).contact.resolvedPose;
            assert_false(overlaps(&set, pose, &among));
        }
        assert_true(cdLength(cdSub(pose.p, cdMakeVec3(2.0, 0.0, 2.5))) < 1e-4 && getTurn(pose.q) < 1e-6);
    }
    destroyBody(&foot);
    destroyBody(&stem);
}

// A mesh with a pose of its own in the set slides like the mesh from that pose; with the identity the results
// are those of the mesh alone, bit for bit. Red: a product of poses in the wrong order, or the other frame.
static void testOneShapeWithAPose(void **state) {
    (void)state;
    Random random = {5};
    Obstacles among = makeRoom();
    cdPose own = turnedPose(0.7, -0.3, 0.2, cdMakeVec3(0.2, 1.0, 0.4), 0.9), pose = poseAt(0.0, 2.5, 0.0);
    Set placed = {.count = 0}, plain = {.count = 0};
    addShape(&placed, &box, own);
    addShape(&plain, &box, cdIdentityPose());
    for (int i = 0; i < 60; i++) {
        cdVec3 goal = {nextRandomIn(&random, -1.0, 4.0), nextRandomIn(&random, -1.0, 2.5),
                       nextRandomIn(&random, -1.0, 4.0)};
        cdQuat turn =
            cdMakeQuat(nextRandomDirection(&random), i % 3 ? nextRandomIn(&random, 0.0, 0.15) : 0.0);
        cdPose target = {cdLerp(pose.p, goal, 0.5), cdNormalizeQuat(cdMulQuat(turn, pose.q))};
        cdPose start = cdMulPose(pose, own), end = cdMulPose(target, own);
        cdSlideInput input = makeSetInput(&placed, &among, pose, target);
        cdSlide ofSet = runSlide(&input), ofMesh = slideTo(&box, &among, start, end);
        assert_int_equal(ofSet.contact.state, ofMesh.contact.state);
        double away =
            getDistance(&box, cdMulPose(ofSet.contact.resolvedPose, own), ofMesh.contact.resolvedPose);
        if (!(away <= 1e-4)) fail_msg("move %d ends %.3g away", i, away);
        input = makeSetInput(&plain, &among, start, end);
        cdSlide same = runSlide(&input);
        assert_memory_equal(&same.contact.resolvedPose, &ofMesh.contact.resolvedPose, sizeof(cdPose));
        assert_true(same.legCount == ofMesh.legCount && same.regionCount == ofMesh.regionCount);
        pose = ofSet.contact.resolvedPose;
    }
}

// A set that a random hand moves among obstacles, with caches that stay from move to move.
typedef struct Hand {
    Set set;
    Obstacles among;
    double distance; // safety distance
    double press;    // length by which goals are lower
    Random random;
    cdPose pose;
    cdPairCache pairs[MAX_SHAPES * MAX_OBSTACLES];
    cdSlideCache cache;
    cdWorkspace *kept;
    int32_t slid, exhausted;
} Hand;

static cdSlideInput makeHandInput(const Hand *hand, cdPose target) {
    cdSlideInput input = makeSetInput(&hand->set, &hand->among, hand->pose, target);
    input.step.safetyDistance = hand->distance;
    return input;
}

// Samples the path, which leads to the resolved pose: nothing overlaps.
static void checkPath(const Hand *hand, const cdSlideInput *input, const cdSlide *slide) {
    enum { SAMPLES = 4 };
    cdPose from = input->step.start;
    for (int32_t i = 0; i < slide->poseCount; i++) {
        cdMotion part = cdMakeMotion(from, input->poses[i], cdMakeVec3(0.0, 0.0, 0.0));
        for (int k = 1; k <= SAMPLES; k++)
            assert_false(overlaps(&hand->set, cdGetPoseAt(&part, (double)k / SAMPLES), &hand->among));
        from = input->poses[i];
    }
    assert_true(cdIsSamePose(from, slide->contact.resolvedPose));
}

static void checkFirstContact(const Hand *hand, cdPose target, const cdSlide *slide) {
    int32_t shape = -1;
    double earliest = findEarliest(&hand->set, &hand->among, hand->pose, target, hand->distance, &shape);
    assert_true(slide->contact.state == CD_FREE || slide->contact.state == CD_CONTACT);
    assert_true(slide->shape == shape && (slide->shape < 0) == (slide->contact.state == CD_FREE));
    if (shape >= 0) assert_true(fabs(earliest - slide->contact.t.lo) < 1e-9);
}

// Slides with the caches: the same, bit for bit, also another set at the pose where they were left.
static void checkCached(Hand *hand, const cdSlideInput *input, const cdSlide *slide) {
    cdSlide cached = cdFindSlide(input, &hand->cache, hand->kept, NULL);
    checkSame(slide, &cached);
    Set other = hand->set;
    other.shapes[1].pose.p.y += 1e-4;
    cdSlideInput moved = *input;
    moved.shapes = other.shapes;
    moved.step.start = slide->contact.resolvedPose;
    cdSlide plain = runSlide(&moved);
    cached = cdFindSlide(&moved, &hand->cache, hand->kept, NULL);
    checkSame(&plain, &cached);
}

static void moveHand(Hand *hand, cdPose target) {
    cdPose poses[40];
    cdSlideInput input = makeHandInput(hand, target);
    input.poses = poses;
    input.poseCapacity = 40;
    cdSlide slide = runSlide(&input);
    checkPath(hand, &input, &slide);
    checkFirstContact(hand, target, &slide);
    checkCached(hand, &input, &slide);
    hand->pose = slide.contact.resolvedPose;
    hand->exhausted += slide.exhausted;
    hand->slid += slide.legCount > 1 && !slide.reached;
    input.step.start = hand->pose;
    cdSlide again = cdFindSlide(&input, &hand->cache, hand->kept, NULL);
    if (!slide.exhausted) assert_memory_equal(&again.contact.resolvedPose, &hand->pose, sizeof(cdPose));
}

static void leadHand(Hand *hand, int32_t moves, double share, double turned) {
    hand->kept = cdCreateWorkspace();
    hand->cache.pairs = hand->pairs;
    Random *random = &hand->random;
    for (int32_t i = 0; i < moves; i++) {
        cdVec3 goal = {nextRandomIn(random, -2.5, 2.5), nextRandomIn(random, -0.5, 2.0),
                       nextRandomIn(random, -2.5, 2.5)};
        cdQuat turn =
            cdMakeQuat(nextRandomDirection(random), i % 2 ? nextRandomIn(random, 0.0, turned) : 0.0);
        goal.y -= hand->press;
        moveHand(hand, (cdPose){cdLerp(hand->pose.p, goal, share * nextRandomIn(random, 0.2, 1.0)),
                                cdNormalizeQuat(cdMulQuat(turn, hand->pose.q))});
    }
    cdDestroyWorkspace(hand->kept);
    if (!(hand->slid > moves / 8 && hand->exhausted <= moves / 10))
        fail_msg("%d of %d slid, %d exhausted", hand->slid, moves, hand->exhausted);
}

static Obstacles makeHills(const Body *hill) {
    Obstacles among = makeFloor();
    addObstacle(&among, &gear, turnedPose(0.8, 0.2, 0.4, cdMakeVec3(1.0, 2.0, 0.5), 1.0));
    addObstacle(&among, hill, poseAt(-1.0, 0.0, 0.3));
    addObstacle(&among, &torus, turnedPose(0.3, 0.3, -1.8, cdMakeVec3(1.0, 0.0, 0.4), 2.0));
    return among;
}

// Random moves of two bars and a capsule over a floor with bumps, without and with a safety distance. No pose
// of a path overlaps by the exact test of all pairs, the first contact is the earliest of all pairs and names
// its mesh, and a second slide does not move, with and without caches, bit for bit. Red: a leg that ends by
// one mesh's contact alone, the latest instead of the earliest, a limit of another mesh's pose, limits of
// other shapes.
static void testOverBumps(void **state) {
    (void)state;
    Body bar = makeBody("l-shape:size=0.8,thickness=0.25,depth=0.3"), hill = makeBody("icosphere:level=2");
    Body capsule = {cdCreateCapsule((cdVec3[2]){{-0.4, 0.0, 0.0}, {0.5, 0.1, 0.0}}, 0.15, NULL)};
    Hand hand = {.among = makeHills(&hill), .random = {11}, .pose = poseAt(0.0, 3.0, 0.0)};
    addShape(&hand.set, &bar, turnedPose(0.6, 0.1, 0.0, cdMakeVec3(0.2, 1.0, 0.0), 0.8));
    addShape(&hand.set, &capsule, turnedPose(-0.5, 0.2, 0.1, cdMakeVec3(1.0, 0.3, 0.5), 1.3));
    addShape(&hand.set, &bar, turnedPose(-0.2, 0.7, -0.3, cdMakeVec3(0.0, 0.3, 1.0), 0.6));
    leadHand(&hand, countCases(100), 0.5, 0.4);
    Hand distant = {.set = hand.set, .among = hand.among, .distance = 0.03, .random = {11}};
    distant.pose = poseAt(0.0, 3.0, 0.0);
    leadHand(&distant, countCases(40), 0.5, 0.4);
    destroyBody(&bar);
    destroyBody(&hill);
    destroyBody(&capsule);
}

// Small moves of three meshes in one frame, pressed onto a floor: lists of near triangles stay in use from
// leg to leg, and from slide to slide. Red: the list of another mesh, which misses contacts; lists of another
// set.
static void testSmallMoves(void **state) {
    (void)state;
    static const char *const specs[] = {"gear:teeth=6", "torus:segments=10", "l-shape"};
    Body bodies[3];
    Hand hand = {.among = makeFloor(), .random = {13}, .press = 3.0};
    hand.pose = poseAt(0.0, 1.9, 0.0);
    for (int k = 0; k < 3; k++) {
        cdVec3 offset = {0.9 * (k - 1), 0.0, k % 2 ? 0.9 : -0.5};
        bodies[k] = makeBodyOfMesh(makeScaledShape(specs[k], 0.5, offset));
        addShape(&hand.set, &bodies[k], cdIdentityPose());
    }
    for (int32_t i = 0; i < 12; i++) { // down to the first contacts
        cdPose target = hand.pose;
        target.p.y -= 0.3;
        cdSlideInput input = makeHandInput(&hand, target);
        hand.pose = runSlide(&input).contact.resolvedPose;
    }
    leadHand(&hand, countCases(80), 0.01, 0.004);
    for (int k = 0; k < 3; k++)
        destroyBody(&bodies[k]);
}

// The set is turned by exactly half a turn, and by a little more than a quarter, with an advance along the
// axis, past a box that only one side of the turn meets. Each mesh goes the same way round as the set. Red:
// the sense of half a turn by the rounding of each mesh's pose.
static void testHalfTurns(void **state) {
    (void)state;
    Body small = makeBody("box:x=0.2,y=0.2,z=0.2");
    Set set = {.count = 0};
    for (int k = 0; k < 4; k++)
        addShape(&set, &small,
                 turnedPose(k < 2 ? 2.0 : -2.0, 0.1 * k, 0.0, cdMakeVec3(0.3 * k, 1.0, 0.1), 0.7 * k));
    cdVec3 up = {0.0, 1.0, 0.0};
    for (int side = -1; side <= 1; side += 2) {
        Obstacles among = {.count = 0};
        addObstacle(&among, &small, poseAt(0.0, 0.3, 2.0 * side));
        for (int i = 0; i < 8; i++) {
            cdPose start = turnedPose(0.0, 0.0, 0.0, up, 0.01 * i),
                   target = turnedPose(0.0, 0.5, 0.0, up, PI);
            target.q = cdNormalizeQuat(cdMulQuat(target.q, start.q));
            cdSlideInput input = makeSetInput(&set, &among, start, target);
            input.maxLegs = 1;
            cdSlide slide = runSlide(&input);
            cdMotion motion = cdMakeMotion(start, target, cdMakeVec3(0.0, 0.0, 0.0));
            double first = 1.0;
            for (int k = 1; k <= 4000 && first == 1.0; k++)
                if (overlaps(&set, cdGetPoseAt(&motion, k / 4000.0), &among)) first = k / 4000.0;
            assert_int_equal(slide.contact.state, CD_CONTACT);
            assert_true(slide.contact.t.lo <= first && slide.contact.t.lo > first - 1.0 / 2000.0);
            cdPose there = cdGetPoseAt(&motion, slide.contact.resolvedTime);
            assert_true(cdLength(cdSub(there.p, slide.contact.resolvedPose.p)) < 1e-9);
        }
    }
    destroyBody(&small);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testTwoBoxesAreOneMesh), cmocka_unit_test(testAnLInACorner),
        cmocka_unit_test(testOneShapeWithAPose),  cmocka_unit_test(testOverBumps),
        cmocka_unit_test(testSmallMoves),         cmocka_unit_test(testHalfTurns),
    };
    return cmocka_run_group_tests(tests, makeBodies, destroyBodies);
}
