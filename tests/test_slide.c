// Sliding: a step that meets contact goes on along what the contacts allow, ends clear of everything, stays
// where it is when held, and ends at the same place however fast a hand led there.
#include "memory_fixture.h"
#include "random.h"
#include "slide_bodies.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void checkClear(const Body *body, cdPose pose, const Place *place) {
    for (int32_t i = 0; i < place->count; i++)
        assert_false(overlapAt(body->mesh, pose, place->obstacles[i].mesh, place->obstacles[i].pose));
}

static void checkPlace(cdVec3 place, double x, double y, double z, double error) {
    if (!(cdLength(cdSub(place, cdMakeVec3(x, y, z))) <= error))
        fail_msg("at %.12g %.12g %.12g", place.x, place.y, place.z);
}

// How far a pose is from another as slides measure it: by the inertia of the body.
static double getDistance(const Body *body, cdPose from, cdPose to) {
    cdFeaturesInfo info = cdGetFeaturesInfo(body->mesh);
    cdMotion motion = cdMakeMotion(from, to, info.centroid);
    cdVec3 moved = cdSub(cdTransformPoint(to, info.centroid), cdTransformPoint(from, info.centroid));
    double gyration = (info.inertia[0] + info.inertia[1] + info.inertia[2]) / 3.0;
    return sqrt(cdLengthSq(moved) + gyration * motion.omega * motion.omega);
}

static Place makeCorner(void) {
    cdVec3 x = {1.0, 0.0, 0.0}, z = {0.0, 0.0, 1.0};
    Place place = makeFloor();
    putIn(&place, &floorPlate, turnedPose(3.5, 0.0, 0.0, z, 0.5 * PI)); // wall at x = 3
    putIn(&place, &floorPlate, turnedPose(0.0, 0.0, 3.5, x, 0.5 * PI)); // wall at z = 3
    return place;
}

// Led by a hand in equal steps from one intended pose to another. Clear after each.
static cdPose lead(const Body *body, const Place *place, cdPose at, cdPose from, cdPose to, int steps) {
    cdSlideInput input = makeSlideInput(body, place, at, to);
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int i = 1; i <= steps; i++) {
        input.step.start = at;
        input.step.target = poseBetween(from, to, (double)i / steps);
        cdSlide slide = cdFindSlide(&input, NULL, workspace, NULL);
        assert_true(slide.contact.state == CD_FREE || slide.contact.state == CD_CONTACT);
        at = slide.contact.resolvedPose;
        checkClear(body, at, place);
    }
    cdDestroyWorkspace(workspace);
    return at;
}

// A box 0.1 above a floor, asked to go down and sideways: it comes down, then moves sideways all the way, and
// does not turn. The result names the first contact. Red: the slide ends at the contact, or sinks in, or the
// four corners that hold it let it turn.
static void testDownAndSidewaysOnAPlate(void **state) {
    (void)state;
    Place place = makeFloor();
    cdSlide slide = slideTo(&box, &place, poseAt(0.0, 1.1, 0.0), poseAt(3.0, 0.5, 2.0));
    assert_int_equal(slide.contact.state, CD_CONTACT);
    assert_int_equal(slide.contact.obstacle, 0);
    assert_true(fabs(slide.contact.t.lo - 0.1 / 0.6) < 1e-9);
    assert_true(slide.contact.normal.y > 1.0 - 1e-9);
    assert_true(slide.contact.resolvedTime < 1.0 && !slide.reached && !slide.exhausted);
    checkPlace(slide.contact.resolvedPose.p, 3.0, 1.0, 2.0, 1e-4);
    assert_true(getTurn(slide.contact.resolvedPose.q) < 1e-12);
    checkClear(&box, slide.contact.resolvedPose, &place);
}

// The same for a box that rests already, and for one placed in exact touch, step after step; then up and
// away, which nothing hinders. Red: sticking, or a lift that is kept although nothing was gained.
static void testRestingAndTouchingStarts(void **state) {
    (void)state;
    Place place = makeFloor();
    cdPose pose = poseAt(0.0, 1.0, 0.0);
    cdPose held = slideTo(&box, &place, pose, poseAt(0.0, 0.5, 0.0)).contact.resolvedPose;
    assert_memory_equal(&held, &pose, sizeof pose);
    for (int i = 1; i <= 20; i++) {
        pose = slideTo(&box, &place, pose, poseAt(0.1 * i, 0.9, 0.05 * i)).contact.resolvedPose;
        checkPlace(pose.p, 0.1 * i, 1.0, 0.05 * i, 1e-4);
        checkClear(&box, pose, &place);
    }
    cdSlide up = slideTo(&box, &place, pose, poseAt(2.0, 4.0, 1.0));
    assert_int_equal(up.contact.state, CD_FREE);
    assert_true(up.reached && up.neededLimits == 0 && up.contact.resolvedTime == 1.0);
    checkPlace(up.contact.resolvedPose.p, 2.0, 4.0, 1.0, 0.0);
}

// An l-shape, a gear and a box on the floor with gaps from exact touch to ten margins, led sideways and
// pressed down a little or a lot: they go all the way and stay level. Red: a stop whose normal points down or
// sideways, taken for a limit, blocks the way or tips them over; one that opposes nothing forbids the lift.
static void testSidewaysFromGapsOfRounding(void **state) {
    (void)state;
    static const char *const specs[] = {"l-shape", "gear:teeth=8", "box"};
    static const double gaps[] = {0.0, 1e-16, 1e-14, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-6, 1e-5};
    static const cdVec3 ways[] = {{-1.0, -1e-4, 0.5}, {0.0, -0.3, 2.0}, {1.0, -0.05, -1.7}};
    Place place = makeFloor();
    for (size_t k = 0; k < sizeof specs / sizeof specs[0]; k++) {
        Body body = makeBody(specs[k]);
        double low = -cdGetMeshInfo(body.mesh).bounds.lower.y;
        for (size_t g = 0; g < sizeof gaps / sizeof gaps[0]; g++)
            for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++) {
                cdPose start = poseAt(0.0, low + gaps[g], 0.0), target = start;
                target.p = cdAdd(target.p, ways[w]);
                cdPose end = slideTo(&body, &place, start, target).contact.resolvedPose;
                checkPlace(end.p, ways[w].x, low, ways[w].z, 1e-4);
                assert_true(getTurn(end.q) < 1e-6);
                checkClear(&body, end, &place);
            }
        destroyBody(&body);
    }
}

// A touching box moves along the floor without being pressed: no contact holds it, one query does. Red: what
// touches but is not moved into counted as an obstacle.
static void testAlongWithoutPressing(void **state) {
    (void)state;
    Place place = makeFloor();
    cdPose rest = slideTo(&box, &place, poseAt(0.0, 1.1, 0.0), poseAt(0.0, 0.5, 0.0)).contact.resolvedPose;
    cdPose target = rest;
    target.p.x += 2.0;
    cdSlide slide = slideTo(&box, &place, rest, target);
    assert_true(slide.reached && slide.legCount == 1);
    assert_memory_equal(&slide.contact.resolvedPose, &target, sizeof target);
}

// Turned about the floor's normal and pressed down: it turns all the way and stays level; asked to tip over
// as well, it does not tip into the floor. Red: velocities taken for displacements, so that a finite turn
// leaves the plane.
static void testTurningOnTheFloor(void **state) {
    (void)state;
    Place place = makeFloor();
    cdVec3 up = {0.0, 1.0, 0.0};
    cdPose rest = slideTo(&box, &place, poseAt(0.0, 1.1, 0.0), poseAt(0.0, 0.5, 0.0)).contact.resolvedPose;
    cdPose target = turnedPose(0.5, 0.9, 0.0, up, 2.0);
    cdSlide slide = slideTo(&box, &place, rest, target);
    cdPose end = slide.contact.resolvedPose;
    checkPlace(end.p, 0.5, rest.p.y, 0.0, 1e-9);
    assert_true(fabs(getTurn(end.q) - 2.0) < 1e-9);
    assert_true(fabs(end.q.x) < 1e-12 && fabs(end.q.z) < 1e-12);
    cdPose tipped = turnedPose(0.5, 0.2, 0.0, cdMakeVec3(0.1, 1.0, 0.05), 2.0);
    end = slideTo(&box, &place, end, tipped).contact.resolvedPose;
    checkClear(&box, end, &place);
    assert_true(end.p.y > 0.99 && end.p.y < 1.1);
}

// Between a floor and a wall the box goes along both; into the corner of a floor and two walls it comes to
// rest there, in whatever way it is turned by the hand. Red: a second contact forgets the first, and the box
// sinks into the floor.
static void testIntoCorners(void **state) {
    (void)state;
    Place corner = makeCorner(), edge = makeCorner();
    edge.count = 2;
    cdPose start = poseAt(0.0, 1.5, 0.0);
    cdPose end = slideTo(&box, &edge, start, poseAt(4.0, -1.0, 1.5)).contact.resolvedPose;
    checkPlace(end.p, 2.0, 1.0, 1.5, 1e-4);
    checkClear(&box, end, &edge);
    end = slideTo(&box, &corner, start, poseAt(4.0, -1.0, 5.0)).contact.resolvedPose;
    checkPlace(end.p, 2.0, 1.0, 2.0, 1e-4);
    checkClear(&box, end, &corner);
    cdPose turned = turnedPose(4.0, -1.0, 5.0, cdMakeVec3(1.0, 2.0, 3.0), 0.5);
    cdPose still = slideTo(&box, &corner, end, turned).contact.resolvedPose;
    assert_memory_equal(&still, &end, sizeof end);
}

// One leg: the plain first contact, and said to be exhausted. An overlapping start is reported as such and
// kept. A box that stands in the corner names what holds it: points, normals and pushes of all three
// obstacles, and that there were more when there is room for two only. The counts are those of all legs.
static void testLimits(void **state) {
    (void)state;
    Place place = makeCorner();
    cdPose start = poseAt(0.0, 1.1, 0.0), target = poseAt(4.0, 0.5, 5.0);
    cdSlideInput input = makeSlideInput(&box, &place, start, target);
    input.maxLegs = 1;
    cdSlide stop = runSlide(&input);
    assert_true(stop.contact.state == CD_CONTACT && stop.exhausted && stop.legCount == 1);
    assert_true(stop.contact.resolvedPose.p.y > 1.0 && stop.contact.resolvedPose.p.x < 1.0);
    cdSlideLimit limits[MAX_LIMITS];
    input.maxLegs = 0;
    input.limits = limits;
    input.limitCapacity = MAX_LIMITS;
    cdSlide on = runSlide(&input);
    assert_true(on.contact.stats.bodyTests > stop.contact.stats.bodyTests);
    assert_true(on.contact.t.lo == stop.contact.t.lo && !on.exhausted && !on.truncated);
    assert_true(on.limitCount >= 9 && on.limitCount <= MAX_LIMITS);
    double pushes[3] = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < on.limitCount; i++) {
        assert_true(limits[i].push >= 0.0 && limits[i].obstacle >= 0 && limits[i].obstacle < 3);
        assert_true(fabs(cdLength(limits[i].normal) - 1.0) < 1e-9);
        pushes[limits[i].obstacle] += limits[i].push;
    }
    // What is left of the way, along each of the three normals, is what they push.
    assert_true(fabs(pushes[0] - 0.5) < 1e-3 && fabs(pushes[1] - 2.0) < 1e-3);
    assert_true(fabs(pushes[2] - 3.0) < 1e-3);
    input.limitCapacity = 2;
    on = runSlide(&input);
    assert_true(on.truncated && on.limitCount == 2 && on.neededLimits > 2);
    cdPose inside = poseAt(0.0, 0.5, 0.0);
    cdSlide overlap = slideTo(&box, &place, inside, poseAt(0.3, 0.5, 0.0));
    assert_int_equal(overlap.contact.state, CD_OVERLAP);
    assert_memory_equal(&overlap.contact.resolvedPose, &inside, sizeof inside);
}

static void checkRefused(const cdSlideInput *input, const cdSlide *slide, cdReason reason) {
    assert_int_equal(slide->contact.state, CD_UNDECIDED);
    assert_int_equal(slide->contact.reason, reason);
    assert_memory_equal(&slide->contact.resolvedPose, &input->step.start, sizeof(cdPose));
}

// A workspace that cannot grow, poses that are none, a mesh without its surface: undecided, at the start.
// Red: memory written beyond its end, a pose of NaN handed on.
static void testBadInput(void **state) {
    (void)state;
    Place place = makeFloor();
    cdSlideInput input = makeSlideInput(&box, &place, poseAt(0.0, 1.1, 0.0), poseAt(0.0, 0.5, 0.0));
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
    place.obstacles[0].mesh = bare;
    slide = runSlide(&input);
    checkRefused(&input, &slide, CD_REASON_NO_PART);
    place.obstacles[0].mesh = floorPlate.mesh;
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
    assert_true(a->limitCount == b->limitCount && a->neededLimits == b->neededLimits &&
                a->contact.obstacle == b->contact.obstacle);
    assert_true(a->reached == b->reached && a->exhausted == b->exhausted);
}

// 400 drags of a torus among gears and a box, with and without turning, each from where the last one ended:
// never an overlap, never farther from the intended pose than at the start, at rest after 20 more steps at
// most, and then the same step again changes nothing, bit for bit; with a cache the same as without. Red: a
// leg that is taken though it was not decided, circling between two poses, creeping while held, limits kept
// for another pose, or for another obstacle's, crawling from one limit to the next and back.
static void testRandomDrags(void **state) {
    (void)state;
    Random random = {1};
    Place place = {.count = 0};
    putIn(&place, &gear, poseAt(0.0, 0.0, 0.0));
    putIn(&place, &gear, turnedPose(2.0, 0.5, 0.3, cdMakeVec3(1.0, 2.0, 0.5), 1.0));
    putIn(&place, &box, turnedPose(-2.2, 0.3, 0.0, cdMakeVec3(0.3, 1.0, 0.2), 0.7));
    putIn(&place, &torus, turnedPose(0.3, -2.0, 0.2, cdMakeVec3(1.0, 0.0, 0.4), 2.0));
    cdPose pose = poseAt(0.0, 2.5, 0.0);
    cdSlideCache cache = {0};
    cdWorkspace *kept = cdCreateWorkspace();
    int slid = 0, exhausted = 0;
    for (int i = 0; i < 400; i++) {
        cdPose target = {cdScale(2.0, nextRandomVec3(&random)), pose.q};
        target.p = cdLerp(pose.p, target.p, nextRandomIn(&random, 0.02, 0.2));
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 0.2));
        if (i % 2) target.q = cdNormalizeQuat(cdMulQuat(turn, pose.q));
        cdSlideInput input = makeSlideInput(&torus, &place, pose, target);
        cdSlide slide = runSlide(&input);
        cdSlide cached = cdFindSlide(&input, &cache, kept, NULL);
        checkSame(&slide, &cached);
        Place other = place; // from the same pose among others
        other.obstacles[i % 4].pose.p.z += 1e-3;
        cdSlideInput elsewhere = makeSlideInput(&torus, &other, pose, target);
        cdSlide plain = runSlide(&elsewhere);
        cached = cdFindSlide(&elsewhere, &cache, kept, NULL);
        checkSame(&plain, &cached);
        cdPose rest = slide.contact.resolvedPose;
        assert_true(slide.contact.state == CD_FREE || slide.contact.state == CD_CONTACT);
        checkClear(&torus, rest, &place);
        double before = getDistance(&torus, pose, target), after = getDistance(&torus, rest, target);
        assert_true(after <= 1.5 * before); // the torus's tensor is no ball's
        exhausted += slide.exhausted;
        for (int k = 0; slide.exhausted && k < 20; k++)
            slide = slideTo(&torus, &place, slide.contact.resolvedPose, target);
        assert_false(slide.exhausted);
        rest = slide.contact.resolvedPose;
        cdPose again = slideTo(&torus, &place, rest, target).contact.resolvedPose;
        assert_memory_equal(&again, &rest, sizeof rest);
        slid += slide.contact.state == CD_CONTACT && cdLength(cdSub(rest.p, pose.p)) > 0.01;
        pose = rest;
    }
    cdDestroyWorkspace(kept);
    assert_true(slid > 100);
    assert_true(exhausted < 16);
}

// Samples the parts of a way: none may overlap, and the straight motion along each is free when it is asked
// again.
static void checkWay(const Body *body, const Place *place, const cdSlideInput *input, const cdSlide *slide) {
    enum { SAMPLES = 8 };
    cdPose from = input->step.start;
    for (int32_t i = 0; i < slide->poseCount; i++) {
        cdPose to = input->poses[i];
        cdMotion part = cdMakeMotion(from, to, cdGetMeshInfo(body->mesh).center);
        for (int k = 1; k <= SAMPLES; k++)
            checkClear(body, cdGetPoseAt(&part, (double)k / SAMPLES), place);
        from = to;
    }
    cdPose rest = slide->contact.resolvedPose;
    assert_true(slide->poseCount == 0 || cdIsSamePose(from, rest));
    assert_true(slide->poseCount > 0 || cdIsSamePose(input->step.start, rest));
}

// 150 long drags of a torus among a gear, a box and a plate: the way that is told leads from the start to the
// resolved pose, its parts are clear wherever they are sampled;
// with room for two poses the count says what is missing, and nothing
// else changes. Red: the pose over which two legs of one motion led is left out, a leg that was refused is
// told of.
static void testWay(void **state) {
    (void)state;
    enum { MOST = 40 };
    Random random = {7};
    Place place = {.count = 0};
    putIn(&place, &gear, poseAt(0.0, 0.0, 0.0));
    putIn(&place, &box, turnedPose(-2.2, 0.3, 0.0, cdMakeVec3(0.3, 1.0, 0.2), 0.7));
    putIn(&place, &floorPlate, poseAt(0.0, -2.5, 0.0));
    cdPose pose = poseAt(0.0, 2.5, 0.0), poses[MOST];
    int parts = 0, overs = 0;
    for (int i = 0; i < 150; i++) {
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 0.5));
        cdPose target = {cdScale(2.5, nextRandomVec3(&random)), cdNormalizeQuat(cdMulQuat(turn, pose.q))};
        cdSlideInput input = makeSlideInput(&torus, &place, pose, target);
        input.poses = poses;
        input.poseCapacity = MOST;
        cdSlide slide = runSlide(&input);
        assert_true(slide.neededPoses == slide.poseCount && slide.poseCount <= slide.legCount);
        checkWay(&torus, &place, &input, &slide);
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

// Pressed into the corner, and a torus pressed askew between gear and floor, a thousand times with one
// intended pose: where the first step left it, bit for bit. Red: a rest gap taken up bit by bit.
static void testHeldStaysStill(void **state) {
    (void)state;
    Place corner = makeCorner(), between = makeFloor();
    putIn(&between, &gear, turnedPose(1.2, 0.8, 0.0, cdMakeVec3(1.0, 0.2, 0.5), 1.2));
    const struct {
        const Body *body;
        const Place *place;
        cdPose start, target;
    } cases[] = {{&box, &corner, poseAt(0.0, 1.5, 0.0), poseAt(4.0, -1.0, 5.0)},
                 {&torus, &between, poseAt(-1.5, 1.0, 0.0),
                  turnedPose(2.0, -0.5, 0.3, cdMakeVec3(1.0, 1.0, 0.0), 0.6)}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        cdSlideInput input = makeSlideInput(cases[k].body, cases[k].place, cases[k].start, cases[k].target);
        cdWorkspace *workspace = cdCreateWorkspace();
        cdSlide slide = cdFindSlide(&input, NULL, workspace, NULL);
        for (int i = 0; slide.exhausted && i < 10; i++) {
            input.step.start = slide.contact.resolvedPose;
            slide = cdFindSlide(&input, NULL, workspace, NULL);
        }
        assert_false(slide.exhausted);
        cdPose rest = slide.contact.resolvedPose;
        for (int i = 0; i < 1000; i++) {
            input.step.start = slide.contact.resolvedPose;
            slide = cdFindSlide(&input, NULL, workspace, NULL);
            assert_memory_equal(&slide.contact.resolvedPose, &rest, sizeof rest);
        }
        cdDestroyWorkspace(workspace);
    }
}

// One way in 10, 100 and 1000 steps: a box into the corner, a ball over a bump (half sunken ball) and down on
// the other side. They end within 1e-4 of each other, a hundred times the gap at rest. Red: a step that gives
// away what it could not use up, friction by numbers.
static void testSpeedDoesNotMatter(void **state) {
    (void)state;
    Place corner = makeCorner(), bump = makeFloor();
    Body ball = makeBody("icosphere:level=2"), hill = makeBody("icosphere:level=3");
    putIn(&bump, &hill, poseAt(0.0, -0.4, 0.0));
    cdPose ends[2][3];
    for (int k = 0, steps = 10; k < 3; k++, steps *= 10) {
        cdPose start = poseAt(0.0, 1.5, 0.0);
        ends[0][k] = lead(&box, &corner, start, start, poseAt(4.0, -1.0, 5.0), steps);
        start = poseAt(-3.0, 1.2, 0.1);
        ends[1][k] = lead(&ball, &bump, start, start, poseAt(3.0, 0.6, 0.25), steps);
    }
    checkPlace(ends[0][0].p, 2.0, 1.0, 2.0, 1e-4);
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

// Tilted bodies led into the floor in 1 to 1000 steps, a ball of facets, a torus, nut, gear and box, turned
// on the way or not: they end within 1e-4 of the larger radius of each other, as slide.h says, over the
// intended place. Red: velocities that lead to the intended pose taken for those along which the distance
// falls, so that what is nearest by one is not by the other, and a slide ends wherever the two disagree.
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
    Place place = makeFloor();
    double bound = 1e-4 * cdGetMeshInfo(floorPlate.mesh).radius;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        Body body = makeBody(cases[k].spec);
        cdPose start = cases[k].start, target = cases[k].target, first = start;
        start.q = cdNormalizeQuat(start.q);
        target.q = cdNormalizeQuat(target.q);
        for (size_t n = 0; n < sizeof steps / sizeof steps[0]; n++) {
            cdPose end = lead(&body, &place, start, start, target, steps[n]);
            end = lead(&body, &place, end, target, target, 3);
            if (n == 0) first = end;
            double away = getDistance(&body, end, first);
            if (!(away < bound)) fail_msg("%s in %d steps: %.3g away", cases[k].spec, steps[n], away);
            assert_true(fabs(end.p.x - target.p.x) < 1e-3 && fabs(end.p.z - target.p.z) < 1e-3);
        }
        destroyBody(&body);
    }
}

// A square and a round peg over a hole with 1 % clearance, led by a hand to a pose 5 % of its width off and
// 2 degrees tilted, which the hole does not allow, and through the bottom: it aligns and goes in to the
// bottom. Red: the tilt that the walls forbid holds up the way down too.
static void testPegInAHole(void **state) {
    (void)state;
    static const char *const pegs[] = {"peg", "peg:sides=16"}, *const sockets[] = {"socket",
                                                                                   "socket:sides=16"};
    for (int k = 0; k < 2; k++) {
        Body peg = makeBody(pegs[k]), socket = makeBody(sockets[k]);
        Place place = {.count = 0};
        putIn(&place, &socket, poseAt(0.0, 0.0, 0.0));
        // Half width 0.3, from -0.6 to 0.6; the hole is from -0.7 to 0.
        cdPose start = poseAt(0.0, 0.62, 0.0);
        cdPose target = turnedPose(0.03, -0.2, 0.015, cdMakeVec3(1.0, 0.0, 0.4), 2.0 * PI / 180.0);
        const int steps[] = {40, 300};
        for (int s = 0; s < 2; s++) {
            cdPose end = lead(&peg, &place, start, start, target, steps[s]);
            end = lead(&peg, &place, end, target, target, 3);
            assert_true(end.p.y > -0.1 && end.p.y < -0.0999);
            assert_true(cdMax(fabs(end.p.x), fabs(end.p.z)) < 0.0031);
            assert_true(getTurn(end.q) < 1e-4); // its bottom lies on the hole's
        }
        destroyBody(&peg);
        destroyBody(&socket);
    }
}

// A ring about a wire bent to a wave; the hand goes straight along the wave's middle and keeps the ring's
// orientation. The ring follows the bends, which rise four times the play that it has, and comes past them
// all without a step that overlaps. Red: a leg that ends at the first bend, a ring that jumps off the wire.
static void testRingAlongAWire(void **state) {
    (void)state;
    Body ring = makeBody("ring:outer=0.2,inner=0.12,height=0.06,segments=24");
    Body wire = makeBody("wire:segments=48,sides=8");
    Place place = {.count = 0};
    putIn(&place, &wire, poseAt(0.0, 0.0, 0.0));
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
        at = lead(&ring, &place, at, a, b, 1);
        highest = cdMax(highest, at.p.y);
        lowest = cdMin(lowest, at.p.y);
    }
    assert_true(at.p.x > 1.7 && highest > 0.4 && lowest < -0.4);
    destroyBody(&ring);
    destroyBody(&wire);
}

// The corner in other sizes and far from the origin: the same, to the gap of the size. Red: a threshold in
// metres, centroids subtracted after they were placed.
static void testScalesAndPlaces(void **state) {
    (void)state;
    const double scales[] = {1e-4, 1e4, 1.0};
    const double offsets[] = {0.0, 0.0, 1e5};
    for (int k = 0; k < 3; k++) {
        double s = scales[k], d = offsets[k];
        Body smallBox = makeScaledBody("box", s), smallPlate = makeScaledBody("box:x=10,y=0.5,z=10", s);
        Place place = {.count = 0};
        cdVec3 x = {1.0, 0.0, 0.0}, z = {0.0, 0.0, 1.0};
        putIn(&place, &smallPlate, poseAt(d, d - 0.5 * s, d));
        putIn(&place, &smallPlate, turnedPose(d + 3.5 * s, d, d, z, 0.5 * PI));
        putIn(&place, &smallPlate, turnedPose(d, d, d + 3.5 * s, x, 0.5 * PI));
        cdPose start = poseAt(d, d + 1.5 * s, d), target = poseAt(d + 4.0 * s, d - s, d + 5.0 * s);
        cdSlide slide = slideTo(&smallBox, &place, start, target);
        cdVec3 end = cdScale(1.0 / s, cdSub(slide.contact.resolvedPose.p, cdMakeVec3(d, d, d)));
        checkPlace(end, 2.0, 1.0, 2.0, 1e-4);
        checkClear(&smallBox, slide.contact.resolvedPose, &place);
        cdPose again = slideTo(&smallBox, &place, slide.contact.resolvedPose, target).contact.resolvedPose;
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
        cmocka_unit_test(testWay),
        cmocka_unit_test(testHeldStaysStill),
        cmocka_unit_test(testSpeedDoesNotMatter),
        cmocka_unit_test(testTiltedOnTheFloor),
        cmocka_unit_test(testPegInAHole),
        cmocka_unit_test(testRingAlongAWire),
        cmocka_unit_test(testScalesAndPlaces),
    };
    return cmocka_run_group_tests(tests, makeBodies, destroyBodies);
}
