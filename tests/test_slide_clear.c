// Sliding at a clearance: a body with a safety distance, or with a rounded mesh or obstacle, continues along
// the surfaces at that distance, also around their edges and corners, and never comes nearer.
#include "collision/distance.h"
#include "memory_fixture.h"
#include "random.h"
#include "slide_bodies.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static double distanceAt(const cdMesh *a, cdPose poseA, const cdObstacle *other) {
    cdDistanceInput input = {.meshA = a, .meshB = other->mesh, .poseA = poseA, .poseB = other->pose};
    cdWorkspace *workspace = cdCreateWorkspace();
    cdDistance found = cdFindDistance(&input, NULL, workspace, NULL);
    cdDestroyWorkspace(workspace);
    return found.state == CD_FREE ? found.distance : 0.0;
}

static double leastDistance(const cdSlideInput *input, cdPose pose) {
    double least = INFINITY;
    for (int32_t i = 0; i < input->step.obstacleCount; i++)
        least = fmin(least, distanceAt(input->step.mesh, pose, &input->step.obstacles[i]));
    return least;
}

static void checkPlace(cdVec3 among, cdVec3 wanted, double error) {
    if (!(cdLength(cdSub(among, wanted)) <= error))
        fail_msg("at %.12g %.12g %.12g, not at %.12g %.12g %.12g", among.x, among.y, among.z, wanted.x,
                 wanted.y, wanted.z);
}

// A box with a safety distance moves down and sideways over a floor: it stays level, that far above it. Red:
// rejected, stuck where it first comes near, or as near as touching.
static void testOverFloor(void **state) {
    (void)state;
    static const double distances[] = {1e-13, 1e-11, 1e-9, 1e-7, 1e-4, 1e-2, 0.3, 2.0, 30.0};
    Obstacles among = makeFloor();
    for (int i = 0; i < 9; i++) {
        double d = distances[i];
        cdSlideInput input =
            makeSlideInput(&box, &among, poseAt(0.0, 1.1 + d, 0.0), poseAt(3.0, 0.5 + d, 2.0));
        input.step.safetyDistance = d;
        cdSlide slide = runSlide(&input);
        assert_int_equal(slide.contact.state, CD_CONTACT);
        assert_true(fabs(slide.contact.t.lo - 0.1 / 0.6) < 1e-8);
        assert_false(slide.exhausted);
        checkPlace(slide.contact.resolvedPose.p, cdMakeVec3(3.0, 1.0 + d, 2.0), 1e-4);
        assert_true(getTurn(slide.contact.resolvedPose.q) < 1e-9);
        assert_true(leastDistance(&input, slide.contact.resolvedPose) >= d);
    }
}

// The same in a rotated frame away from the origin, at distances down to nearly rounding. Red: no limit found
// where the distance is below the tolerance.
static void testOverTurnedFloor(void **state) {
    (void)state;
    static const double distances[] = {1e-13, 1e-11, 1e-9, 1e-6, 0.3};
    cdPose frame = turnedPose(1.0, -2.0, 3.0, cdMakeVec3(0.36, 0.48, 0.8), 1.0);
    Obstacles among = {.count = 0};
    addObstacle(&among, &floorPlate, cdMulPose(frame, poseAt(0.0, -0.5, 0.0)));
    for (int i = 0; i < 5; i++) {
        double d = distances[i];
        cdSlideInput input = makeSlideInput(&box, &among, cdMulPose(frame, poseAt(0.0, 1.1 + d, 0.0)),
                                            cdMulPose(frame, poseAt(3.0, 0.5 + d, 2.0)));
        input.step.safetyDistance = d;
        cdSlide slide = runSlide(&input);
        cdPose end = cdMulPose(cdInvMulPose(frame, cdIdentityPose()), slide.contact.resolvedPose);
        checkPlace(end.p, cdMakeVec3(3.0, 1.0 + d, 2.0), 1e-4);
        assert_true(getTurn(end.q) < 1e-7 && leastDistance(&input, slide.contact.resolvedPose) >= d);
    }
}

// The point of the box about the origin nearest to a point.
static cdVec3 clampTo(cdVec3 p, cdVec3 half) {
    return cdMakeVec3(fmin(fmax(p.x, -half.x), half.x), fmin(fmax(p.y, -half.y), half.y),
                      fmin(fmax(p.z, -half.z), half.z));
}

// A sphere beside a box is led to points beyond the box's surface: it ends where no motion along the surface,
// offset by its radius and the safety distance, gets nearer to the target, or at the target. A third of the
// targets are by a corner. Red: it stops at the first edge, or at a corner, as if these were not round; or
// comes too near.
static void testSphereAroundBox(void **state) {
    (void)state;
    Random random = {11};
    const cdVec3 half = {1.0, 1.0, 1.0}, middle = {0.1, 0.2, -0.1};
    const double radius = 0.25;
    Body ball = {cdCreateSphere(middle, radius, NULL)};
    Obstacles among = {.count = 0};
    addObstacle(&among, &box, poseAt(0.0, 0.0, 0.0));
    int reached = 0, edges = 0, corners = 0;
    for (int i = 0; i < 300; i++) {
        double reach = radius + (i % 2 ? 0.0 : 0.15);
        cdVec3 from = cdScale(3.0, nextRandomDirection(&random));
        cdVec3 to = cdScale(nextRandomIn(&random, 1.2, 1.9), nextRandomDirection(&random));
        if (i % 3 == 0) to = cdMakeVec3(copysign(1.05, to.x), copysign(1.1, to.y), copysign(1.03, to.z));
        cdPose start = {cdSub(from, middle), cdIdentityPose().q}, target = {cdSub(to, middle), start.q};
        cdSlideInput input = makeSlideInput(&ball, &among, start, target);
        input.step.safetyDistance = reach - radius;
        cdSlide slide = runSlide(&input);
        assert_false(slide.exhausted);
        cdVec3 end = cdTransformPoint(slide.contact.resolvedPose, middle), on = clampTo(end, half);
        assert_true(cdLength(cdSub(end, on)) >= reach);
        reached += slide.reached && slide.contact.state == CD_CONTACT;
        if (slide.reached) continue;
        cdVec3 normal = cdNormalize(cdSub(end, on)), left = cdSub(to, end);
        assert_true(cdLength(cdSub(end, on)) <= reach + 1e-5 && cdDot(left, normal) < 0.0);
        if (cdLength(cdCross(left, normal)) > 1e-4 * sqrt(3.0))
            fail_msg("case %d ends beside the nearest among", i);
        int32_t axes = (fabs(normal.x) > 0.01) + (fabs(normal.y) > 0.01) + (fabs(normal.z) > 0.01);
        edges += axes == 2;
        corners += axes == 3;
    }
    if (!(reached > 30 && edges > 10 && corners > 50))
        fail_msg("%d reached, %d at edges, %d at corners", reached, edges, corners);
    destroyBody(&ball);
}

// Bodies of all kinds led into a corner of walls, and against each other, at a safety distance: nothing comes
// nearer than that, most of the progress without a distance remains, and a held body stays fixed, bit for
// bit. Red: a leg queried without the distance; a limit at another height.
static void testAmongOthers(void **state) {
    (void)state;
    const Body *bodies[] = {&box, &torus, &gear};
    Random random = {12};
    int gained = 0, count = 0;
    for (int i = 0; i < 60; i++) {
        const Body *body = bodies[i % 3];
        Obstacles among = makeFloor();
        addObstacle(&among, bodies[i / 3 % 3], turnedPose(3.5, 1.5, 0.5, nextRandomDirection(&random), 1.0));
        double d = pow(10.0, nextRandomIn(&random, -5.0, -0.3));
        cdPose start = turnedPose(-1.0, 3.0, 0.0, nextRandomDirection(&random), 1.0);
        cdPose target =
            turnedPose(5.0, nextRandomIn(&random, -1.0, 2.0), 1.0, nextRandomDirection(&random), 1.0);
        cdSlideInput input = makeSlideInput(body, &among, start, target);
        double without = cdLength(cdSub(runSlide(&input).contact.resolvedPose.p, target.p));
        input.step.safetyDistance = d;
        if (leastDistance(&input, start) <= d) continue;
        cdSlide slide = runSlide(&input);
        cdPose end = slide.contact.resolvedPose;
        if (!(leastDistance(&input, end) >= d)) fail_msg("case %d: nearer than %g", i, d);
        double left = cdLength(cdSub(end.p, target.p));
        gained += left < without + 2.0 * d + 0.3;
        count++;
        if (slide.exhausted) continue;
        input.step.start = end;
        cdSlide again = runSlide(&input);
        assert_memory_equal(&again.contact.resolvedPose, &end, sizeof end);
    }
    assert_true(count > 40 && 10 * gained >= 8 * count);
}

// A nut is pulled about on its bolt, with a distance to surfaces that are close all along it. Without looking
// ahead a step takes eight legs on average. Red: facing features not found, or heights without the distance.
static void testNutOnBolt(void **state) {
    (void)state;
    enum { STEPS = 48 };
    const double distance = 0.003;
    Body nut = makeBody("nut:segments=24"), bolt = makeBody("bolt:segments=24");
    Obstacles among = {.count = 0};
    addObstacle(&among, &bolt, turnedPose(5.0, -2.0, 1.0, cdMakeVec3(0.6, 0.0, 0.8), 1.0));
    cdPose boltPose = among.obstacles[0].pose, pose = placeOnBolt(boltPose, cdMakeVec3(0.0, 0.0, 0.0), 0.0);
    cdVec3 axis = cdRotate(boltPose.q, cdMakeVec3(0.0, 1.0, 0.0)), along = axis;
    Random random = {4};
    double turn = 0.0;
    int legs = 0, moved = 0;
    for (int i = 0; i < STEPS; i++) {
        if (i % 6 == 0) {
            along = nextRandomDirection(&random);
            turn = nextRandomIn(&random, -0.2, 0.2);
        }
        cdPose target = {cdMulAdd(pose.p, nextRandomIn(&random, 0.005, 0.05), along),
                         cdNormalizeQuat(cdMulQuat(cdMakeQuat(axis, turn), pose.q))};
        cdSlideInput input = makeSlideInput(&nut, &among, pose, target);
        input.step.safetyDistance = distance;
        cdSlide slide = runSlide(&input);
        legs += slide.legCount;
        moved += cdLength(cdSub(slide.contact.resolvedPose.p, pose.p)) > 1e-3;
        pose = slide.contact.resolvedPose;
        assert_true(leastDistance(&input, pose) >= distance);
    }
    assert_true(legs < 6 * STEPS && moved > 40);
    destroyBody(&nut);
    destroyBody(&bolt);
}

enum { GRID = 60 };

// A flat square sheet in the plane y = 0, of many triangles.
static Body makeSheet(double half) {
    static cdVec3 points[(GRID + 1) * (GRID + 1)];
    static int32_t triangles[6 * GRID * GRID];
    int32_t count = 0;
    for (int i = 0; i <= GRID; i++)
        for (int k = 0; k <= GRID; k++)
            points[i * (GRID + 1) + k] =
                cdMakeVec3(half * (2.0 * i / GRID - 1.0), 0.0, half * (2.0 * k / GRID - 1.0));
    for (int i = 0; i < GRID; i++)
        for (int k = 0; k < GRID; k++) {
            int32_t at = i * (GRID + 1) + k,
                    corners[] = {at, at + 1, at + GRID + 2, at, at + GRID + 2, at + GRID + 1};
            memcpy(triangles + count, corners, sizeof corners);
            count += 6;
        }
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.pointCount = (GRID + 1) * (GRID + 1);
    def.triangles = triangles;
    def.triangleCount = count / 3;
    return makeBodyOfMesh(cdCreateMesh(&def, NULL));
}

// A sheet of 7,200 triangles over another one, with far more pairs at the distance than fit: it slides like a
// box, since all but its border lies within a flat face. Red: every triangle kept.
static void testFineSheets(void **state) {
    (void)state;
    Body sheet = makeSheet(1.0), floor = makeSheet(3.0);
    Obstacles among = {.count = 0};
    addObstacle(&among, &floor, poseAt(0.0, 0.0, 0.0));
    cdSlideInput input = makeSlideInput(&sheet, &among, poseAt(-1.0, 0.2, 0.0), poseAt(1.0, -0.3, 0.5));
    input.step.safetyDistance = 0.1;
    cdSlide slide = runSlide(&input);
    checkPlace(slide.contact.resolvedPose.p, cdMakeVec3(1.0, 0.1, 0.5), 1e-4);
    assert_true(slide.legCount < 4 && leastDistance(&input, slide.contact.resolvedPose) >= 0.1);
    destroyBody(&sheet);
    destroyBody(&floor);
}

// One cache and one workspace for slides at different distances: each ends where it ends without a cache, bit
// for bit. Red: limits of another distance.
static void testCaches(void **state) {
    (void)state;
    Obstacles among = makeFloor();
    addObstacle(&among, &gear, poseAt(3.0, 1.5, 0.0));
    cdSlideCache cache = {0};
    cdWorkspace *workspace = cdCreateWorkspace();
    cdPose pose = poseAt(-1.0, 1.6, 0.0);
    for (int i = 0; i < 24; i++) {
        cdPose target = poseAt(-1.0 + 0.4 * i, 0.8, 0.05 * i);
        cdSlideInput input = makeSlideInput(&box, &among, pose, target);
        input.step.safetyDistance = i % 4 == 0 ? 0.05 : i % 4 == 1 ? 0.02 : i % 4 == 2 ? 0.0 : 0.02;
        cdSlide without = runSlide(&input), with = cdFindSlide(&input, &cache, workspace, NULL);
        assert_memory_equal(&without.contact.resolvedPose, &with.contact.resolvedPose, sizeof pose);
        pose = with.contact.resolvedPose;
        pose.p.y += i % 4 == 2 ? 0.06 : 0.0;
    }
    cdDestroyWorkspace(workspace);
}

// Returns the slide of a body past one obstacle.
static cdSlide slidePast(const Body *body, const Obstacles *among, cdPose start, cdPose target, double d) {
    cdSlideInput input = makeSlideInput(body, among, start, target);
    input.step.safetyDistance = d;
    return runSlide(&input);
}

// Bodies slide off an obstacle, which is behind them then, and are free: they go on to the target. Whatever a
// slide ends with, a second one does not move. Red: limits of earlier poses stop a body in free space.
static void testPastObstacles(void **state) {
    (void)state;
    const cdVec3 ends[2] = {{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    Body capsule = {cdCreateCapsule(ends, 0.2, NULL)}, ball = makeBody("icosphere:level=1"),
         rod = makeBody("box:x=3,y=0.01,z=0.02");
    Obstacles among = {.count = 0};
    addObstacle(&among, &capsule,
                (cdPose){{-0.82027721061261616, 0.82559700416368953, -1.4369850356903715},
                         {0.0, 0.38211374270023585, -0.75728081015900073, 0.52963653782999687}});
    cdPose start = {{-1.7525022351341306, 3.9717900092776226, -3.5417760495010455},
                    {0.87758256189037276, 0.36620205466979755, -0.13431682428809966, 0.27875418012060105}};
    cdPose target = {{0.96799580166000798, 0.37887346712794412, 0.13262878523257626},
                     {0.87758256189037276, -0.10320826841583533, -0.30388319584990298, 0.35616274886150651}};
    assert_true(slidePast(&ball, &among, start, target, 0.1).reached);
    Random random = {99};
    for (int i = 0; i < 6000; i++) {
        double d = nextRandomInt(&random, 0, 1) ? 0.1 : 0.0;
        const Body *body = nextRandomInt(&random, 0, 1) ? &ball : &capsule;
        among.count = 0;
        addObstacle(
            &among, nextRandomInt(&random, 0, 1) ? &capsule : &rod,
            (cdPose){cdScale(1.5, nextRandomVec3(&random)), cdMakeQuat(nextRandomDirection(&random), 3.0)});
        start =
            (cdPose){cdScale(4.0, nextRandomVec3(&random)), cdMakeQuat(nextRandomDirection(&random), 1.0)};
        target =
            (cdPose){cdScale(1.5, nextRandomVec3(&random)), cdMakeQuat(nextRandomDirection(&random), 1.0)};
        cdSlide slide = slidePast(body, &among, start, target, d);
        if (slide.contact.state != CD_CONTACT || slide.exhausted) continue;
        cdPose end = slide.contact.resolvedPose;
        assert_true(cdIsSamePose(slidePast(body, &among, end, target, d).contact.resolvedPose, end));
    }
    destroyBody(&capsule);
    destroyBody(&ball);
    destroyBody(&rod);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testOverFloor),       cmocka_unit_test(testOverTurnedFloor),
        cmocka_unit_test(testSphereAroundBox), cmocka_unit_test(testAmongOthers),
        cmocka_unit_test(testNutOnBolt),       cmocka_unit_test(testFineSheets),
        cmocka_unit_test(testCaches),          cmocka_unit_test(testPastObstacles),
    };
    return cmocka_run_group_tests(tests, makeBodies, destroyBodies);
}
