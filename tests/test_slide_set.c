// Sliding of rigid sets of meshes, against the same surfaces as one mesh, against all pairs of meshes, and in
// the ways that one mesh is tested.
#include "cases.h"
#include "memory_fixture.h"
#include "random.h"
#include "slide_bodies.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_SHAPES = 4 };

// A rigid set of meshes.
typedef struct Set {
    cdSlideShape shapes[MAX_SHAPES];
    int32_t count;
} Set;

static void addShape(Set *set, const Body *body, cdPose pose) {
    set->shapes[set->count++] = (cdSlideShape){body->mesh, pose};
}

static cdSlideInput makeSetInput(const Set *set, const Obstacles *among, cdPose start, cdPose target) {
    return (cdSlideInput){.step = {.start = start,
                                   .target = target,
                                   .obstacles = among->obstacles,
                                   .obstacleCount = among->count},
                          .shapes = set->shapes,
                          .shapeCount = set->count};
}

// The oracle of overlap: the exact test of all pairs.
static bool overlaps(const Set *set, cdPose pose, const Obstacles *among) {
    for (int32_t k = 0; k < set->count; k++)
        for (int32_t i = 0; i < among->count; i++)
            if (overlapAt(set->shapes[k].mesh, cdMulPose(pose, set->shapes[k].pose), among->obstacles[i].mesh,
                          among->obstacles[i].pose))
                return true;
    return false;
}

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

static Obstacles makeRoom(void) {
    cdVec3 x = {1.0, 0.0, 0.0}, z = {0.0, 0.0, 1.0};
    Obstacles among = makeFloor();
    addObstacle(&among, &floorPlate, turnedPose(3.5, 0.0, 0.0, z, 0.5 * PI)); // wall at x = 3
    addObstacle(&among, &floorPlate, turnedPose(0.0, 0.0, 3.5, x, 0.5 * PI)); // wall at z = 3
    return among;
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

static void checkSame(const cdSlide *a, const cdSlide *b) {
    assert_memory_equal(&a->contact.resolvedPose, &b->contact.resolvedPose, sizeof(cdPose));
    assert_true(a->legCount == b->legCount && a->regionCount == b->regionCount && a->shape == b->shape);
    assert_true(a->neededConstraints == b->neededConstraints && a->contact.obstacle == b->contact.obstacle);
    assert_true(a->reached == b->reached && a->exhausted == b->exhausted);
}

// Samples the path, which leads to the resolved pose: nothing overlaps.
static void checkPath(const Set *set, const Obstacles *among, const cdSlideInput *input,
                      const cdSlide *slide) {
    enum { SAMPLES = 4 };
    cdPose from = input->step.start;
    for (int32_t i = 0; i < slide->poseCount; i++) {
        cdMotion part = cdMakeMotion(from, input->poses[i], cdMakeVec3(0.0, 0.0, 0.0));
        for (int k = 1; k <= SAMPLES; k++)
            assert_false(overlaps(set, cdGetPoseAt(&part, (double)k / SAMPLES), among));
        from = input->poses[i];
    }
    assert_true(cdIsSamePose(from, slide->contact.resolvedPose));
}

static Set makeTool(const Body *bar, const Body *capsule) {
    Set set = {.count = 0};
    addShape(&set, bar, turnedPose(0.6, 0.1, 0.0, cdMakeVec3(0.2, 1.0, 0.0), 0.8));
    addShape(&set, capsule, turnedPose(-0.5, 0.2, 0.1, cdMakeVec3(1.0, 0.3, 0.5), 1.3));
    addShape(&set, bar, turnedPose(-0.2, 0.7, -0.3, cdMakeVec3(0.0, 0.3, 1.0), 0.6));
    return set;
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
// its mesh, the result is not farther from the target than the start, and a second slide does not move, with
// and without caches, bit for bit. Red: a leg that ends by one mesh's contact alone, the latest instead of
// the earliest, a limit of another mesh's pose, caches of one mesh given to another, lists of other shapes.
static void slideOverBumps(double distance, int moves) {
    Body bar = makeBody("l-shape:size=0.8,thickness=0.25,depth=0.3"), hill = makeBody("icosphere:level=2");
    Body capsule = {cdCreateCapsule((cdVec3[2]){{-0.4, 0.0, 0.0}, {0.5, 0.1, 0.0}}, 0.15, NULL)};
    Set set = makeTool(&bar, &capsule), other = set;
    other.shapes[1].pose.p.x += 1e-3;
    Obstacles among = makeHills(&hill);
    Random random = {11};
    cdPose pose = poseAt(0.0, 3.0, 0.0), poses[40];
    cdPairCache pairs[MAX_SHAPES * MAX_OBSTACLES] = {0};
    cdSlideCache cache = {.pairs = pairs};
    cdWorkspace *kept = cdCreateWorkspace();
    int slid = 0, exhausted = 0;
    for (int i = 0; i < moves; i++) {
        cdVec3 goal = {nextRandomIn(&random, -2.5, 2.5), nextRandomIn(&random, -0.5, 2.0),
                       nextRandomIn(&random, -2.5, 2.5)};
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), i % 2 ? nextRandomIn(&random, 0.0, 0.4) : 0.0);
        cdPose target = {cdLerp(pose.p, goal, nextRandomIn(&random, 0.1, 0.5)),
                         cdNormalizeQuat(cdMulQuat(turn, pose.q))};
        cdSlideInput input = makeSetInput(&set, &among, pose, target);
        input.step.safetyDistance = distance;
        input.poses = poses;
        input.poseCapacity = 40;
        cdSlide slide = runSlide(&input);
        assert_true(slide.contact.state == CD_FREE || slide.contact.state == CD_CONTACT);
        checkPath(&set, &among, &input, &slide);
        int32_t shape = -1;
        double earliest = findEarliest(&set, &among, pose, target, distance, &shape);
        assert_true(slide.shape == shape && (slide.shape < 0) == (slide.contact.state == CD_FREE));
        if (shape >= 0) assert_true(fabs(earliest - slide.contact.t.lo) < 1e-9);
        cdSlide cached = cdFindSlide(&input, &cache, kept, NULL);
        checkSame(&slide, &cached);
        if (i % 4 == 0) { // the same pose, another set
            cdSlideInput moved = input;
            moved.shapes = other.shapes;
            cdSlide plain = runSlide(&moved);
            cached = cdFindSlide(&moved, &cache, kept, NULL);
            checkSame(&plain, &cached);
        }
        pose = slide.contact.resolvedPose;
        exhausted += slide.exhausted;
        slid += slide.legCount > 2 && !slide.reached;
        if (slide.exhausted) continue;
        input.step.start = pose;
        cached = cdFindSlide(&input, &cache, kept, NULL);
        assert_memory_equal(&cached.contact.resolvedPose, &pose, sizeof pose);
    }
    cdDestroyWorkspace(kept);
    if (!(slid > moves / 8 && exhausted <= moves / 10))
        fail_msg("%d of %d slid, %d exhausted", slid, moves, exhausted);
    destroyBody(&bar);
    destroyBody(&hill);
    destroyBody(&capsule);
}

static void testOverBumps(void **state) {
    (void)state;
    slideOverBumps(0.0, countCases(120));
    slideOverBumps(0.03, countCases(40));
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

static Set makeDumbbell(const Body *body) {
    Set set = {.count = 0};
    addShape(&set, body, poseAt(-1.5, 0.0, 0.0));
    addShape(&set, body, poseAt(1.5, 0.0, 0.0));
    return set;
}

// A set in the corner names its meshes: the first contact, the touches of that mesh, and constraints of both
// on the floor, of the right one alone at the wall, with the pushes of the remaining motion. Red: an index of
// the wrong mesh, or 0 throughout.
static void testNames(void **state) {
    (void)state;
    Set set = makeDumbbell(&box);
    Obstacles among = makeRoom();
    cdSlideConstraint limits[MAX_LIMITS];
    cdTouch touches[8];
    cdSlideInput input = makeSetInput(&set, &among, poseAt(-0.5, 2.0, 0.0), poseAt(1.5, 0.5, 0.0));
    input.constraints = limits;
    input.constraintCapacity = MAX_LIMITS;
    input.step.touches = touches;
    input.step.touchCapacity = 8;
    cdSlide slide = runSlide(&input);
    assert_true(slide.shape == 1 && slide.contact.obstacle == 1 && slide.contact.touchCount > 0);
    assert_true(cdLength(cdSub(slide.contact.resolvedPose.p, cdMakeVec3(0.5, 1.0, 0.0))) < 1e-4);
    double pushes[2][2] = {{0.0, 0.0}, {0.0, 0.0}};
    for (int32_t i = 0; i < slide.constraintCount; i++) {
        assert_true(limits[i].shape >= 0 && limits[i].shape < 2 && limits[i].obstacle < 2);
        pushes[limits[i].shape][limits[i].obstacle] += limits[i].push;
        assert_true(limits[i].shape == 1 ? limits[i].point.x > 0.9 : limits[i].point.x < 0.1);
    }
    assert_true(pushes[0][0] > 0.1 && pushes[1][0] > 0.1 && fabs(pushes[0][0] + pushes[1][0] - 0.5) < 1e-3);
    assert_true(fabs(pushes[1][1] - 1.0) < 1e-3 && pushes[0][1] == 0.0);
    input.step.start.p.x = -2.0;
    input.step.target.p.x = -2.0;
    input.step.start.q = cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), 0.05);
    slide = runSlide(&input);
    assert_true(slide.shape == 0 && slide.contact.obstacle == 0);
}

// A budget of n pair tests, from 1 up: every result is a free pose; continued from there, the set arrives
// where it does without. An interrupt ends at the start or a free pose. Red: progress of one mesh's query
// taken for the set's.
static void testBudget(void **state) {
    (void)state;
    Set set = makeDumbbell(&gear);
    Obstacles among = makeRoom();
    cdPose start = poseAt(0.0, 2.4, 0.0), target = poseAt(2.0, 0.5, 2.5);
    cdSlideInput input = makeSetInput(&set, &among, start, target);
    cdSlide whole = runSlide(&input);
    assert_true(!whole.exhausted && whole.contact.state == CD_CONTACT);
    int exhausted = 0;
    for (int64_t most = 1; most < 1 << 20; most *= 2) {
        input.step.budget.maxPairTests = most;
        input.step.start = start;
        cdSlide slide = runSlide(&input);
        exhausted += slide.exhausted;
        assert_false(overlaps(&set, slide.contact.resolvedPose, &among));
        if (!slide.exhausted) checkSame(&slide, &whole);
    }
    assert_true(exhausted > 3);
    input.step.budget.maxPairTests = 0;
    input.step.start = start;
    input.maxLegs = 1;
    cdSlide slide = runSlide(&input);
    assert_true(slide.exhausted && slide.contact.state == CD_CONTACT);
}

static void ignoreAssert(const char *condition, const char *file, int line, void *context) {
    (void)condition;
    (void)file;
    (void)line;
    (void)context;
}

// Invalid shapes, a mesh without features, an overlapping start, which is left for a free target alone. Red:
// an input that is written past or moved.
static void testBadSets(void **state) {
    (void)state;
    Set set = makeDumbbell(&box);
    Obstacles among = makeRoom();
    cdPose start = poseAt(0.0, 2.0, 0.0);
    cdMesh *bare = makeShape("box");
    for (int k = 0; k < 5; k++) {
        Set bad = set;
        cdSlideInput input = makeSetInput(&bad, &among, start, poseAt(0.0, 0.5, 0.0));
        cdReason reason = CD_REASON_INPUT;
        if (k == 0) input.shapeCount = 0;
        if (k == 1) input.shapeCount = -1;
        if (k == 2) bad.shapes[1].mesh = NULL;
        if (k == 3) bad.shapes[1].mesh = bare, reason = CD_REASON_NO_PART;
        if (k == 4) bad.shapes[1].pose.q.w = 1.1, reason = CD_REASON_NOT_UNIT;
        cdSetHooks(&(cdHooks){.assertFailed = ignoreAssert});
        cdSlide slide = runSlide(&input);
        cdSetHooks(NULL);
        assert_true(slide.contact.state == CD_UNDECIDED && slide.contact.reason == reason);
        assert_int_equal(slide.shape, -1);
    }
    cdDestroyMesh(bare);
    cdPose sunk = poseAt(0.0, 0.5, 0.0);
    cdSlideInput input = makeSetInput(&set, &among, sunk, poseAt(0.3, 0.5, 0.0));
    cdSlide slide = runSlide(&input);
    assert_true(slide.contact.state == CD_OVERLAP && cdIsSamePose(slide.contact.resolvedPose, sunk));
    input.step.target = start;
    assert_true(cdIsSamePose(runSlide(&input).contact.resolvedPose, start));
    // One of the meshes leaves, the other does not.
    input.step.start = turnedPose(0.0, 1.0, 0.0, cdMakeVec3(0.0, 0.0, 1.0), 0.3);
    input.step.target = turnedPose(0.0, 1.0, 0.0, cdMakeVec3(0.0, 0.0, 1.0), -0.3);
    assert_true(cdIsSamePose(runSlide(&input).contact.resolvedPose, input.step.start));
}

// With any number of allocations the result is that with enough, or CD_REASON_WORKSPACE at the start; after
// cdReserveWorkspace for as many shapes a slide allocates nothing. Red: memory written beyond its end, a size
// for one mesh.
static void testMemory(void **state) {
    (void)state;
    Set set = makeDumbbell(&gear);
    addShape(&set, &box, poseAt(0.0, 0.6, 0.0));
    Obstacles among = makeRoom();
    cdSlideInput input = makeSetInput(&set, &among, poseAt(0.0, 2.4, 0.0), poseAt(2.0, 0.5, 2.5));
    cdSlide whole = runSlide(&input);
    bool enough = false;
    for (int64_t allowed = 1; allowed < 40 && !enough; allowed++) {
        LimitedMemory memory = {.allowed = allowed};
        useLimitedMemory(&memory);
        cdWorkspace *workspace = cdCreateWorkspace();
        cdSlide slide = cdFindSlide(&input, NULL, workspace, NULL);
        enough = memory.refused == 0;
        cdDestroyWorkspace(workspace);
        restoreMemory(NULL);
        assert_true(memory.live == 0);
        assert_false(overlaps(&set, slide.contact.resolvedPose, &among));
        if (enough) checkSame(&slide, &whole);
        if (slide.contact.state == CD_UNDECIDED) assert_int_equal(slide.contact.reason, CD_REASON_WORKSPACE);
    }
    assert_true(enough);
    const cdMesh *const meshes[3] = {gear.mesh, box.mesh, floorPlate.mesh};
    cdWorkspaceNeed need = {.meshes = meshes, .meshCount = 3, .obstacleCount = 3, .shapeCount = 3};
    cdWorkspace *workspace = cdCreateWorkspace();
    assert_true(cdReserveWorkspace(workspace, &need));
    size_t before = cdGetWorkspaceSize(workspace);
    cdSlide slide = cdFindSlide(&input, NULL, workspace, NULL);
    checkSame(&slide, &whole);
    assert_true(cdGetWorkspaceSize(workspace) == before);
    need.shapeCount = -1;
    assert_false(cdReserveWorkspace(workspace, &need));
    cdDestroyWorkspace(workspace);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testTwoBoxesAreOneMesh),
        cmocka_unit_test(testAnLInACorner),
        cmocka_unit_test(testOneShapeWithAPose),
        cmocka_unit_test(testOverBumps),
        cmocka_unit_test(testHalfTurns),
        cmocka_unit_test(testNames),
        cmocka_unit_test(testBudget),
        cmocka_unit_test(testBadSets),
        cmocka_unit_test_teardown(testMemory, restoreMemory),
    };
    return cmocka_run_group_tests(tests, makeBodies, destroyBodies);
}
