// Sliding: a step that meets contact continues along what the contacts allow, ends clear of everything, stays
// fixed when held, and ends at the same pose for any speed of the hand.
#include "memory_fixture.h"
#include "random.h"
#include "slide_bodies.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void checkClear(const Body *body, cdPose pose, const Obstacles *among) {
    for (int32_t i = 0; i < among->count; i++)
        assert_false(overlapAt(body->mesh, pose, among->obstacles[i].mesh, among->obstacles[i].pose));
}

static void checkPosition(cdVec3 p, double x, double y, double z, double error) {
    if (!(cdLength(cdSub(p, cdMakeVec3(x, y, z))) <= error)) fail_msg("at %.12g %.12g %.12g", p.x, p.y, p.z);
}

// Returns the distance of two poses as slides measure it: by the inertia of the body.
static double getDistance(const Body *body, cdPose from, cdPose to) {
    cdFeaturesInfo info = cdGetFeaturesInfo(body->mesh);
    cdMotion motion = cdMakeMotion(from, to, info.centroid);
    cdVec3 moved = cdSub(cdTransformPoint(to, info.centroid), cdTransformPoint(from, info.centroid));
    double gyration = (info.inertia[0] + info.inertia[1] + info.inertia[2]) / 3.0;
    return sqrt(cdLengthSq(moved) + gyration * motion.omega * motion.omega);
}

static Obstacles makeCorner(void) {
    cdVec3 x = {1.0, 0.0, 0.0}, z = {0.0, 0.0, 1.0};
    Obstacles among = makeFloor();
    addObstacle(&among, &floorPlate, turnedPose(3.5, 0.0, 0.0, z, 0.5 * PI)); // wall at x = 3
    addObstacle(&among, &floorPlate, turnedPose(0.0, 0.0, 3.5, x, 0.5 * PI)); // wall at z = 3
    return among;
}

// Led by a hand in equal steps from one intended pose to another. Tests for overlap after each.
static cdPose lead(const Body *body, const Obstacles *among, cdPose at, cdPose from, cdPose to, int steps) {
    cdSlideInput input = makeSlideInput(body, among, at, to);
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int i = 1; i <= steps; i++) {
        input.step.start = at;
        input.step.target = poseBetween(from, to, (double)i / steps);
        cdSlide slide = cdFindSlide(&input, NULL, workspace, NULL);
        assert_true(slide.contact.state == CD_FREE || slide.contact.state == CD_CONTACT);
        at = slide.contact.resolvedPose;
        checkClear(body, at, among);
    }
    cdDestroyWorkspace(workspace);
    return at;
}

// A box 0.1 above a floor, moved down and sideways: it descends, then moves sideways to the end, and does not
// rotate. The result names the first contact. Red: the slide ends at the contact, or penetrates, or the four
// corners let it rotate.
static void testDownAndSidewaysOnAPlate(void **state) {
    (void)state;
    Obstacles among = makeFloor();
    cdSlide slide = slideTo(&box, &among, poseAt(0.0, 1.1, 0.0), poseAt(3.0, 0.5, 2.0));
    assert_int_equal(slide.contact.state, CD_CONTACT);
    assert_int_equal(slide.contact.obstacle, 0);
    assert_true(fabs(slide.contact.t.lo - 0.1 / 0.6) < 1e-9);
    assert_true(slide.contact.normal.y > 1.0 - 1e-9);
    assert_true(slide.contact.resolvedTime < 1.0 && !slide.reached && !slide.exhausted);
    checkPosition(slide.contact.resolvedPose.p, 3.0, 1.0, 2.0, 1e-4);
    assert_true(getTurn(slide.contact.resolvedPose.q) < 1e-12);
    checkClear(&box, slide.contact.resolvedPose, &among);
}

// The same for a box that touches already, and for one exactly touching, step after step; then up and away,
// which is free. Red: sticking, or a small gain of height kept without progress.
static void testRestingAndTouchingStarts(void **state) {
    (void)state;
    Obstacles among = makeFloor();
    cdPose pose = poseAt(0.0, 1.0, 0.0);
    cdPose again = slideTo(&box, &among, pose, poseAt(0.0, 0.5, 0.0)).contact.resolvedPose;
    assert_memory_equal(&again, &pose, sizeof pose);
    for (int i = 1; i <= 20; i++) {
        pose = slideTo(&box, &among, pose, poseAt(0.1 * i, 0.9, 0.05 * i)).contact.resolvedPose;
        checkPosition(pose.p, 0.1 * i, 1.0, 0.05 * i, 1e-4);
        checkClear(&box, pose, &among);
    }
    cdSlide up = slideTo(&box, &among, pose, poseAt(2.0, 4.0, 1.0));
    assert_int_equal(up.contact.state, CD_FREE);
    assert_true(up.reached && up.neededConstraints == 0 && up.contact.resolvedTime == 1.0);
    checkPosition(up.contact.resolvedPose.p, 2.0, 4.0, 1.0, 0.0);
}

// An l-shape, a gear and a box on the floor with gaps from exact touch to ten margins, led sideways and
// pressed down a little or a lot: they reach the target and stay level. Red: a stop whose normal points down
// or sideways, taken for a limit, blocks the path or tips them over; one that opposes nothing forbids the
// lift.
static void testSidewaysFromGapsOfRounding(void **state) {
    (void)state;
    static const char *const specs[] = {"l-shape", "gear:teeth=8", "box"};
    static const double gaps[] = {0.0, 1e-16, 1e-14, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-6, 1e-5};
    static const cdVec3 ways[] = {{-1.0, -1e-4, 0.5}, {0.0, -0.3, 2.0}, {1.0, -0.05, -1.7}};
    Obstacles among = makeFloor();
    for (size_t k = 0; k < sizeof specs / sizeof specs[0]; k++) {
        Body body = makeBody(specs[k]);
        double low = -cdGetMeshInfo(body.mesh).bounds.lower.y;
        for (size_t g = 0; g < sizeof gaps / sizeof gaps[0]; g++)
            for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++) {
                cdPose start = poseAt(0.0, low + gaps[g], 0.0), target = start;
                target.p = cdAdd(target.p, ways[w]);
                cdPose end = slideTo(&body, &among, start, target).contact.resolvedPose;
                checkPosition(end.p, ways[w].x, low, ways[w].z, 1e-4);
                assert_true(getTurn(end.q) < 1e-6);
                checkClear(&body, end, &among);
            }
        destroyBody(&body);
    }
}

// A touching box moves along the floor without being pressed: no contact blocks it, one query suffices. Red:
// touching without approaching counted as an obstacle.
static void testAlongWithoutPressing(void **state) {
    (void)state;
    Obstacles among = makeFloor();
    cdPose resolved =
        slideTo(&box, &among, poseAt(0.0, 1.1, 0.0), poseAt(0.0, 0.5, 0.0)).contact.resolvedPose;
    cdPose target = resolved;
    target.p.x += 2.0;
    cdSlide slide = slideTo(&box, &among, resolved, target);
    assert_true(slide.reached && slide.legCount == 1);
    assert_memory_equal(&slide.contact.resolvedPose, &target, sizeof target);
}

// Rotated about the floor's normal and pressed down: it rotates fully and stays level; with an additional
// tilt, it does not tip into the floor. Red: velocities taken for displacements, so that a finite rotation
// leaves the plane.
static void testTurningOnTheFloor(void **state) {
    (void)state;
    Obstacles among = makeFloor();
    cdVec3 up = {0.0, 1.0, 0.0};
    cdPose resolved =
        slideTo(&box, &among, poseAt(0.0, 1.1, 0.0), poseAt(0.0, 0.5, 0.0)).contact.resolvedPose;
    cdPose target = turnedPose(0.5, 0.9, 0.0, up, 2.0);
    cdSlide slide = slideTo(&box, &among, resolved, target);
    cdPose end = slide.contact.resolvedPose;
    checkPosition(end.p, 0.5, resolved.p.y, 0.0, 1e-9);
    assert_true(fabs(getTurn(end.q) - 2.0) < 1e-9);
    assert_true(fabs(end.q.x) < 1e-12 && fabs(end.q.z) < 1e-12);
    cdPose tipped = turnedPose(0.5, 0.2, 0.0, cdMakeVec3(0.1, 1.0, 0.05), 2.0);
    end = slideTo(&box, &among, end, tipped).contact.resolvedPose;
    checkClear(&box, end, &among);
    assert_true(end.p.y > 0.99 && end.p.y < 1.1);
}

// Between a floor and a wall the box moves along both; in the corner of a floor and two walls it stops, for
// any rotation by the hand. Red: a second contact replaces the first, and the box penetrates the floor.
static void testIntoCorners(void **state) {
    (void)state;
    Obstacles corner = makeCorner(), edge = makeCorner();
    edge.count = 2;
    cdPose start = poseAt(0.0, 1.5, 0.0);
    cdPose end = slideTo(&box, &edge, start, poseAt(4.0, -1.0, 1.5)).contact.resolvedPose;
    checkPosition(end.p, 2.0, 1.0, 1.5, 1e-4);
    checkClear(&box, end, &edge);
    end = slideTo(&box, &corner, start, poseAt(4.0, -1.0, 5.0)).contact.resolvedPose;
    checkPosition(end.p, 2.0, 1.0, 2.0, 1e-4);
    checkClear(&box, end, &corner);
    cdPose turned = turnedPose(4.0, -1.0, 5.0, cdMakeVec3(1.0, 2.0, 3.0), 0.5);
    cdPose still = slideTo(&box, &corner, end, turned).contact.resolvedPose;
    assert_memory_equal(&still, &end, sizeof end);
}

// One leg: the plain first contact, marked exhausted. An overlapping start is reported as such and kept. A
// box in the corner names its contacts: points, normals and pushes of all three obstacles, and reports
// truncation with room for only two. The counts are those of all legs.
static void testLimits(void **state) {
    (void)state;
    Obstacles among = makeCorner();
    cdPose start = poseAt(0.0, 1.1, 0.0), target = poseAt(4.0, 0.5, 5.0);
    cdSlideInput input = makeSlideInput(&box, &among, start, target);
    input.maxLegs = 1;
    cdSlide stop = runSlide(&input);
    assert_true(stop.contact.state == CD_CONTACT && stop.exhausted && stop.legCount == 1);
    assert_true(stop.contact.resolvedPose.p.y > 1.0 && stop.contact.resolvedPose.p.x < 1.0);
    cdSlideConstraint limits[MAX_LIMITS];
    input.maxLegs = 0;
    input.constraints = limits;
    input.constraintCapacity = MAX_LIMITS;
    cdSlide on = runSlide(&input);
    assert_true(on.contact.stats.obstacleTests > stop.contact.stats.obstacleTests);
    assert_true(on.contact.t.lo == stop.contact.t.lo && !on.exhausted && !on.truncated);
    assert_true(on.constraintCount >= 9 && on.constraintCount <= MAX_LIMITS);
    double pushes[3] = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < on.constraintCount; i++) {
        assert_true(limits[i].push >= 0.0 && limits[i].obstacle >= 0 && limits[i].obstacle < 3);
        assert_true(fabs(cdLength(limits[i].normal) - 1.0) < 1e-9);
        pushes[limits[i].obstacle] += limits[i].push;
    }
    // The remaining motion, along each of the three normals, equals their pushes.
    assert_true(fabs(pushes[0] - 0.5) < 1e-3 && fabs(pushes[1] - 2.0) < 1e-3);
    assert_true(fabs(pushes[2] - 3.0) < 1e-3);
    input.constraintCapacity = 2;
    on = runSlide(&input);
    assert_true(on.truncated && on.constraintCount == 2 && on.neededConstraints > 2);
    cdPose inside = poseAt(0.0, 0.5, 0.0);
    cdSlide overlap = slideTo(&box, &among, inside, poseAt(0.3, 0.5, 0.0));
    assert_int_equal(overlap.contact.state, CD_OVERLAP);
    assert_memory_equal(&overlap.contact.resolvedPose, &inside, sizeof inside);
}

static void checkRefused(const cdSlideInput *input, const cdSlide *slide, cdReason reason) {
    assert_int_equal(slide->contact.state, CD_UNDECIDED);
    assert_int_equal(slide->contact.reason, reason);
    assert_memory_equal(&slide->contact.resolvedPose, &input->step.start, sizeof(cdPose));
}

// A workspace that cannot grow, invalid poses, a mesh without features: undecided, at the start. Red: memory
// written beyond its end, a NaN pose passed on.
static void testBadInput(void **state) {
    (void)state;
    Obstacles among = makeFloor();
    cdSlideInput input = makeSlideInput(&box, &among, poseAt(0.0, 1.1, 0.0), poseAt(0.0, 0.5, 0.0));
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int64_t allowed = 0; allowed < 4; allowed++) {
        LimitedMemory memory = {.allowed = allowed};
        useLimitedMemory(&memory);
        cdWorkspace *small = allowed > 0 ? cdCreateWorkspace() : NULL;
        cdSlide slide = cdFindSlide(&input, NULL, small != NULL ? small : workspace, NULL);
        cdDestroyWorkspace(small);
        restoreMemory(NULL);
        checkRefused(&input, &slide, CD_REASON_WORKSPACE);
    }
    cdDestroyWorkspace(workspace);
    cdMesh *bare = makeShape("box");
    input.step.mesh = bare;
    cdSlide slide = runSlide(&input);
    checkRefused(&input, &slide, CD_REASON_NO_PART);
    input.step.mesh = box.mesh;
    among.obstacles[0].mesh = bare;
    slide = runSlide(&input);
    checkRefused(&input, &slide, CD_REASON_NO_PART);
    among.obstacles[0].mesh = floorPlate.mesh;
    cdDestroyMesh(bare);
    input.step.target.p.x = NAN;
    slide = runSlide(&input);
    checkRefused(&input, &slide, CD_REASON_NOT_FINITE);
    input.step.target = input.step.start;
    input.step.target.q.w = 1.1;
    slide = runSlide(&input);
    checkRefused(&input, &slide, CD_REASON_NOT_UNIT);
}

static void checkSame(const cdSlide *a, const cdSlide *b) {
    assert_memory_equal(&a->contact.resolvedPose, &b->contact.resolvedPose, sizeof(cdPose));
    assert_true(a->legCount == b->legCount && a->regionCount == b->regionCount);
    assert_true(a->constraintCount == b->constraintCount && a->neededConstraints == b->neededConstraints &&
                a->contact.obstacle == b->contact.obstacle);
    assert_true(a->reached == b->reached && a->exhausted == b->exhausted);
}

// 400 drags of a torus among gears and a box, with and without rotation, each from the last resolved pose:
// never an overlap, never farther from the intended pose than at the start, fixed after at most 20 more
// steps; then the same step again changes nothing, bit for bit, with or without a cache. Red: a leg taken
// although undecided, circling between two poses, creeping while held, limits of another pose or another
// obstacle, crawling from one limit to the next and back.
static void testRandomDrags(void **state) {
    (void)state;
    Random random = {1};
    Obstacles among = {.count = 0};
    addObstacle(&among, &gear, poseAt(0.0, 0.0, 0.0));
    addObstacle(&among, &gear, turnedPose(2.0, 0.5, 0.3, cdMakeVec3(1.0, 2.0, 0.5), 1.0));
    addObstacle(&among, &box, turnedPose(-2.2, 0.3, 0.0, cdMakeVec3(0.3, 1.0, 0.2), 0.7));
    addObstacle(&among, &torus, turnedPose(0.3, -2.0, 0.2, cdMakeVec3(1.0, 0.0, 0.4), 2.0));
    cdPose pose = poseAt(0.0, 2.5, 0.0);
    cdSlideCache cache = {0};
    cdWorkspace *kept = cdCreateWorkspace();
    int slid = 0, exhausted = 0;
    for (int i = 0; i < 400; i++) {
        cdPose target = {cdScale(2.0, nextRandomVec3(&random)), pose.q};
        target.p = cdLerp(pose.p, target.p, nextRandomIn(&random, 0.02, 0.2));
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 0.2));
        if (i % 2) target.q = cdNormalizeQuat(cdMulQuat(turn, pose.q));
        cdSlideInput input = makeSlideInput(&torus, &among, pose, target);
        cdSlide slide = runSlide(&input);
        cdSlide cached = cdFindSlide(&input, &cache, kept, NULL);
        checkSame(&slide, &cached);
        Obstacles other = among; // the same pose among others
        other.obstacles[i % 4].pose.p.z += 1e-3;
        cdSlideInput elsewhere = makeSlideInput(&torus, &other, pose, target);
        cdSlide plain = runSlide(&elsewhere);
        cached = cdFindSlide(&elsewhere, &cache, kept, NULL);
        checkSame(&plain, &cached);
        cdPose resolved = slide.contact.resolvedPose;
        assert_true(slide.contact.state == CD_FREE || slide.contact.state == CD_CONTACT);
        checkClear(&torus, resolved, &among);
        double before = getDistance(&torus, pose, target), after = getDistance(&torus, resolved, target);
        assert_true(after <= 1.5 * before); // the torus's tensor is not a ball's
        exhausted += slide.exhausted;
        for (int k = 0; slide.exhausted && k < 20; k++)
            slide = slideTo(&torus, &among, slide.contact.resolvedPose, target);
        assert_false(slide.exhausted);
        resolved = slide.contact.resolvedPose;
        cdPose again = slideTo(&torus, &among, resolved, target).contact.resolvedPose;
        assert_memory_equal(&again, &resolved, sizeof resolved);
        slid += slide.contact.state == CD_CONTACT && cdLength(cdSub(resolved.p, pose.p)) > 0.01;
        pose = resolved;
    }
    cdDestroyWorkspace(kept);
    assert_true(slid > 100);
    assert_true(exhausted < 16);
}

// Samples the legs of a path: none may overlap, and the straight motion along each is free when queried
// again.
static void checkWay(const Body *body, const Obstacles *among, const cdSlideInput *input,
                     const cdSlide *slide) {
    enum { SAMPLES = 8 };
    cdPose from = input->step.start;
    for (int32_t i = 0; i < slide->poseCount; i++) {
        cdPose to = input->poses[i];
        cdMotion part = cdMakeMotion(from, to, cdGetMeshInfo(body->mesh).center);
        for (int k = 1; k <= SAMPLES; k++)
            checkClear(body, cdGetPoseAt(&part, (double)k / SAMPLES), among);
        from = to;
    }
    cdPose resolved = slide->contact.resolvedPose;
    assert_true(slide->poseCount == 0 || cdIsSamePose(from, resolved));
    assert_true(slide->poseCount > 0 || cdIsSamePose(input->step.start, resolved));
}

// 150 long drags of a torus among a gear, a box and a plate: the reported path leads from the start to the
// resolved pose, and its legs are clear at all samples; with room for two poses the count reports the missing
// ones, and nothing else changes. Red: the pose between two legs of one motion left out, a rejected leg
// reported.
static void testPath(void **state) {
    (void)state;
    enum { MOST = 40 };
    Random random = {7};
    Obstacles among = {.count = 0};
    addObstacle(&among, &gear, poseAt(0.0, 0.0, 0.0));
    addObstacle(&among, &box, turnedPose(-2.2, 0.3, 0.0, cdMakeVec3(0.3, 1.0, 0.2), 0.7));
    addObstacle(&among, &floorPlate, poseAt(0.0, -2.5, 0.0));
    cdPose pose = poseAt(0.0, 2.5, 0.0), poses[MOST];
    int parts = 0, overs = 0;
    for (int i = 0; i < 150; i++) {
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 0.5));
        cdPose target = {cdScale(2.5, nextRandomVec3(&random)), cdNormalizeQuat(cdMulQuat(turn, pose.q))};
        cdSlideInput input = makeSlideInput(&torus, &among, pose, target);
        input.poses = poses;
        input.poseCapacity = MOST;
        cdSlide slide = runSlide(&input);
        assert_true(slide.neededPoses == slide.poseCount && slide.poseCount <= slide.legCount);
        checkWay(&torus, &among, &input, &slide);
        input.poseCapacity = 2;
        cdSlide cut = runSlide(&input);
        checkSame(&slide, &cut);
        assert_true(cut.neededPoses == slide.neededPoses && cut.truncated == (slide.neededPoses > 2));
        parts += slide.poseCount;
        overs += slide.poseCount > 2;
        pose = slide.contact.resolvedPose;
    }
    assert_true(parts > 300 && overs > 30);
}

// Pressed into the corner, and a torus pressed at an angle between gear and floor, a thousand times with one
// intended pose: the first step's pose, bit for bit. Red: a gap that shrinks bit by bit.
static void testHeldBodyStaysFixed(void **state) {
    (void)state;
    Obstacles corner = makeCorner(), between = makeFloor();
    addObstacle(&between, &gear, turnedPose(1.2, 0.8, 0.0, cdMakeVec3(1.0, 0.2, 0.5), 1.2));
    const struct {
        const Body *body;
        const Obstacles *among;
        cdPose start, target;
    } cases[] = {{&box, &corner, poseAt(0.0, 1.5, 0.0), poseAt(4.0, -1.0, 5.0)},
                 {&torus, &between, poseAt(-1.5, 1.0, 0.0),
                  turnedPose(2.0, -0.5, 0.3, cdMakeVec3(1.0, 1.0, 0.0), 0.6)}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        cdSlideInput input = makeSlideInput(cases[k].body, cases[k].among, cases[k].start, cases[k].target);
        cdWorkspace *workspace = cdCreateWorkspace();
        cdSlide slide = cdFindSlide(&input, NULL, workspace, NULL);
        for (int i = 0; slide.exhausted && i < 10; i++) {
            input.step.start = slide.contact.resolvedPose;
            slide = cdFindSlide(&input, NULL, workspace, NULL);
        }
        assert_false(slide.exhausted);
        cdPose resolved = slide.contact.resolvedPose;
        for (int i = 0; i < 1000; i++) {
            input.step.start = slide.contact.resolvedPose;
            slide = cdFindSlide(&input, NULL, workspace, NULL);
            assert_memory_equal(&slide.contact.resolvedPose, &resolved, sizeof resolved);
        }
        cdDestroyWorkspace(workspace);
    }
}

// One path in 10, 100 and 1000 steps: a box into the corner, a ball over a bump (half a ball) and down on the
// other side. They end within 1e-4 of each other, a hundred times the final gap. Red: a step that drops its
// unused motion, numerical friction.
static void testSpeedDoesNotMatter(void **state) {
    (void)state;
    Obstacles corner = makeCorner(), bump = makeFloor();
    Body ball = makeBody("icosphere:level=2"), hill = makeBody("icosphere:level=3");
    addObstacle(&bump, &hill, poseAt(0.0, -0.4, 0.0));
    cdPose ends[2][3];
    for (int k = 0, steps = 10; k < 3; k++, steps *= 10) {
        cdPose start = poseAt(0.0, 1.5, 0.0);
        ends[0][k] = lead(&box, &corner, start, start, poseAt(4.0, -1.0, 5.0), steps);
        start = poseAt(-3.0, 1.2, 0.1);
        ends[1][k] = lead(&ball, &bump, start, start, poseAt(3.0, 0.6, 0.25), steps);
    }
    checkPosition(ends[0][0].p, 2.0, 1.0, 2.0, 1e-4);
    assert_true(ends[1][0].p.x > 2.9 && ends[1][0].p.y < 1.001);
    for (int body = 0; body < 2; body++) {
        for (int k = 1; k < 3; k++)
            if (getDistance(body == 0 ? &box : &ball, ends[body][0], ends[body][k]) > 1e-4)
                fail_msg("body %d ends %.3g away", body,
                         getDistance(body == 0 ? &box : &ball, ends[body][0], ends[body][k]));
    }
    destroyBody(&ball);
    destroyBody(&hill);
}

// Tilted bodies led into the floor in 1 to 1000 steps, a ball of facets, a torus, nut, gear and box, rotated
// on the path or not: they end within 1e-4 of the larger radius of each other, as slide.h says, over the
// intended position. Red: velocities towards the intended pose taken for those along which the distance
// falls, so that the nearest pose by one is not by the other, and a slide ends wherever the two disagree.
static void testTiltedOnTheFloor(void **state) {
    (void)state;
    const struct {
        const char *spec;
        cdPose start, target;
    } cases[] = {
        {"box", {{0.0, 2.5, 0.0}, {0.9, 0.3, 0.1, 0.0}}, {{2.0, 0.3, 0.0}, {0.9, 0.3, 0.1, 0.0}}},
        {"torus:segments=16",
         {{0.0, 2.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
         {{1.0, 0.1, 1.0}, {0.9, 0.3, 0.3, 0.1}}},
        {"nut:segments=12", {{0.0, 1.0, 0.0}, {0.9, 0.3, 0.1, 0.0}}, {{2.0, 0.1, 0.0}, {0.9, 0.3, 0.1, 0.0}}},
        {"gear:teeth=8", {{0.0, 2.5, 0.0}, {0.9, 0.3, 0.1, 0.0}}, {{2.0, 0.1, 0.0}, {0.9, 0.3, 0.1, 0.0}}},
        {"icosphere:level=1",
         {{0.0, 2.5, 0.0}, {0.9, 0.3, 0.1, 0.0}},
         {{2.0, 0.3, 0.0}, {0.8, 0.3, 0.1, 0.3}}}};
    static const int steps[] = {1, 3, 10, 37, 100, 1000};
    Obstacles among = makeFloor();
    double bound = 1e-4 * cdGetMeshInfo(floorPlate.mesh).radius;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        Body body = makeBody(cases[k].spec);
        cdPose start = cases[k].start, target = cases[k].target, first = start;
        start.q = cdNormalizeQuat(start.q);
        target.q = cdNormalizeQuat(target.q);
        for (size_t n = 0; n < sizeof steps / sizeof steps[0]; n++) {
            cdPose end = lead(&body, &among, start, start, target, steps[n]);
            end = lead(&body, &among, end, target, target, 3);
            if (n == 0) first = end;
            double away = getDistance(&body, end, first);
            if (!(away < bound)) fail_msg("%s in %d steps: %.3g away", cases[k].spec, steps[n], away);
            assert_true(fabs(end.p.x - target.p.x) < 1e-3 && fabs(end.p.z - target.p.z) < 1e-3);
        }
        destroyBody(&body);
    }
}

// A square and a round peg over a hole with 1 % clearance, led by a hand to a pose 5 % of its width off and 2
// degrees tilted, which the hole prevents, and through the bottom: it aligns and goes in to the bottom. Red:
// the tilt that the walls forbid blocks the descent, too.
static void testPegInAHole(void **state) {
    (void)state;
    static const char *const pegs[] = {"peg", "peg:sides=16"}, *const sockets[] = {"socket",
                                                                                   "socket:sides=16"};
    for (int k = 0; k < 2; k++) {
        Body peg = makeBody(pegs[k]), socket = makeBody(sockets[k]);
        Obstacles among = {.count = 0};
        addObstacle(&among, &socket, poseAt(0.0, 0.0, 0.0));
        // Half width 0.3, from -0.6 to 0.6; the hole is from -0.7 to 0.
        cdPose start = poseAt(0.0, 0.62, 0.0);
        cdPose target = turnedPose(0.03, -0.2, 0.015, cdMakeVec3(1.0, 0.0, 0.4), 2.0 * PI / 180.0);
        const int steps[] = {40, 300};
        for (int s = 0; s < 2; s++) {
            cdPose end = lead(&peg, &among, start, start, target, steps[s]);
            end = lead(&peg, &among, end, target, target, 3);
            assert_true(end.p.y > -0.1 && end.p.y < -0.0999);
            assert_true(cdMax(fabs(end.p.x), fabs(end.p.z)) < 0.0031);
            assert_true(getTurn(end.q) < 1e-4); // its bottom lies on the hole's
        }
        destroyBody(&peg);
        destroyBody(&socket);
    }
}

// A ring about a wire bent to a wave; the hand moves straight along the wave's middle and keeps the ring's
// orientation. The ring follows the bends, which rise four times its play, and passes them all without a step
// that overlaps. Red: a leg that ends at the first bend, a ring that jumps off the wire.
static void testRingAlongAWire(void **state) {
    (void)state;
    Body ring = makeBody("ring:outer=0.2,inner=0.12,height=0.06,segments=24");
    Body wire = makeBody("wire:segments=48,sides=8");
    Obstacles among = {.count = 0};
    addObstacle(&among, &wire, poseAt(0.0, 0.0, 0.0));
    cdVec3 z = {0.0, 0.0, 1.0};
    // y = bend sin(2 pi x / length): -0.156 at the start
    cdPose start = turnedPose(-1.8, -0.156, 0.0, z, 0.5 * PI), from = start, to = start;
    assert_false(overlapAt(ring.mesh, start, wire.mesh, poseAt(0.0, 0.0, 0.0)));
    from.p.y = to.p.y = 0.0;
    to.p.x = 1.8;
    cdPose at = start;
    double highest = 0.0, lowest = 0.0;
    for (int i = 0; i < 120; i++) {
        cdPose a = poseBetween(from, to, i / 120.0), b = poseBetween(from, to, (i + 1) / 120.0);
        at = lead(&ring, &among, at, a, b, 1);
        highest = cdMax(highest, at.p.y);
        lowest = cdMin(lowest, at.p.y);
    }
    assert_true(at.p.x > 1.7 && highest > 0.4 && lowest < -0.4);
    destroyBody(&ring);
    destroyBody(&wire);
}

// The corner in other sizes and far from the origin: the same, up to the gap of the size. Red: an absolute
// threshold, centroids subtracted after the transform.
static void testScalesAndPositions(void **state) {
    (void)state;
    const double scales[] = {1e-4, 1e4, 1.0};
    const double offsets[] = {0.0, 0.0, 1e5};
    for (int k = 0; k < 3; k++) {
        double s = scales[k], d = offsets[k];
        Body smallBox = makeScaledBody("box", s), smallPlate = makeScaledBody("box:x=10,y=0.5,z=10", s);
        Obstacles among = {.count = 0};
        cdVec3 x = {1.0, 0.0, 0.0}, z = {0.0, 0.0, 1.0};
        addObstacle(&among, &smallPlate, poseAt(d, d - 0.5 * s, d));
        addObstacle(&among, &smallPlate, turnedPose(d + 3.5 * s, d, d, z, 0.5 * PI));
        addObstacle(&among, &smallPlate, turnedPose(d, d, d + 3.5 * s, x, 0.5 * PI));
        cdPose start = poseAt(d, d + 1.5 * s, d), target = poseAt(d + 4.0 * s, d - s, d + 5.0 * s);
        cdSlide slide = slideTo(&smallBox, &among, start, target);
        cdVec3 end = cdScale(1.0 / s, cdSub(slide.contact.resolvedPose.p, cdMakeVec3(d, d, d)));
        checkPosition(end, 2.0, 1.0, 2.0, 1e-4);
        checkClear(&smallBox, slide.contact.resolvedPose, &among);
        cdPose again = slideTo(&smallBox, &among, slide.contact.resolvedPose, target).contact.resolvedPose;
        assert_memory_equal(&again, &slide.contact.resolvedPose, sizeof again);
        destroyBody(&smallBox);
        destroyBody(&smallPlate);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testDownAndSidewaysOnAPlate),
        cmocka_unit_test(testRestingAndTouchingStarts),
        cmocka_unit_test(testSidewaysFromGapsOfRounding),
        cmocka_unit_test(testAlongWithoutPressing),
        cmocka_unit_test(testTurningOnTheFloor),
        cmocka_unit_test(testIntoCorners),
        cmocka_unit_test(testLimits),
        cmocka_unit_test_teardown(testBadInput, restoreMemory),
        cmocka_unit_test(testRandomDrags),
        cmocka_unit_test(testPath),
        cmocka_unit_test(testHeldBodyStaysFixed),
        cmocka_unit_test(testSpeedDoesNotMatter),
        cmocka_unit_test(testTiltedOnTheFloor),
        cmocka_unit_test(testPegInAHole),
        cmocka_unit_test(testRingAlongAWire),
        cmocka_unit_test(testScalesAndPositions),
    };
    return cmocka_run_group_tests(tests, makeBodies, destroyBodies);
}
