// The contact points of a pair of bodies: recomputed at their poses, with impulses carried over.
#include "mesh/shapes/closest.h"
#include "pair_fixture.h"
#include "world/contacts/point_choice.h"

#include <math.h>

static const cdVec3 UP = {0.0, 1.0, 0.0};

// Returns the first contact of A's motion to a pose relative to B, as a point; A gets its resolved pose.
static cdContactPoint stopOnWay(Pair *pair, cdPose target) {
    cdPose start = cdInvMulPose(pair->b.pose, pair->a.pose);
    cdFirstContactInput input =
        makeStep(pair->bodies[0].mesh, start, target, pair->bodies[1].mesh, cdIdentityPose());
    input.margin = pair->margin;
    cdFirstContact hit = findContact(&input);
    assert_int_equal(hit.state, CD_CONTACT);
    cdMotion motion = cdMakeMotion(start, target, pair->bodies[0].mesh->center);
    pair->a.pose = cdMulPose(pair->b.pose, hit.resolvedPose);
    cdTouch touch = {hit.kind, hit.featureA, hit.featureB, hit.point, hit.normal};
    return cdMakeTouchPoint(&touch, input.meshA, input.meshB, cdGetPoseAt(&motion, hit.t.lo));
}

// --- Regions

// A cube flat on a floor, two margins above it, at scales of 1e-4 to 1e4, near the origin and a million away:
// four points with that gap; above the tolerance no points. Red: gaps lost to rounding, points of a separated
// pair.
static void testFlatOnFloor(void **state) {
    (void)state;
    static const double scales[] = {1e-4, 1.0, 1e4};
    for (int round = 0; round < 6; round++) {
        double scale = scales[round % 3], far = round < 3 ? 0.0 : 1e6 * scale;
        cdQuat turn = cdMakeQuat(cdNormalize(cdMakeVec3(1.0, 2.0, 3.0)), 0.4 * round);
        cdPose frame = {{far, far, -far}, turn};
        Pair pair = makePair(makeScaledBody(BOX, scale), frame, makeScaledBody(GROUND, scale), frame);
        pair.margin = MARGIN * scale;
        pair.a.pose = cdMulPose(frame, poseAt(0.1 * scale, (1.0 + 2.0 * MARGIN) * scale, 0.0));
        assert_int_equal(findPoints(&pair), 4);
        for (int32_t i = 0; i < 4; i++)
            assert_true(fabs(place(&pair, i).gap - 2.0 * MARGIN * scale) <
                        (round < 3 ? 1e-14 : 1e-9) * scale);
        pair.a.pose = cdMulPose(frame, poseAt(0.1 * scale, (1.0 + 8.1 * MARGIN) * scale, 0.0));
        assert_int_equal(findPoints(&pair), 0);
        pair.a.pose = cdMulPose(frame, poseAt(0.1 * scale, 5.0 * scale, 0.0));
        assert_int_equal(findPoints(&pair), 0);
        destroyPair(&pair);
    }
}

// The same on a tilted floor of 16 by 16 faces in one plane, an open surface: no seam shows. Red: a point for
// every seam.
static void testOnTiltedTiles(void **state) {
    (void)state;
    cdPose slope = turnedPose(3.0, 1.0, -2.0, cdMakeVec3(1.0, 0.0, 0.3), 0.4);
    Pair pair = makePair(makeBody(BOX), slope, makeBody("floor"), slope);
    pair.a.pose = cdMulPose(slope, turnedPose(0.13, 0.5 + 2.0 * MARGIN, 0.29, UP, 0.3));
    assert_int_equal(findPoints(&pair), 4);
    for (int32_t i = 0; i < 4; i++) {
        assert_true(fabs(place(&pair, i).gap - 2.0 * MARGIN) < 1e-12);
        assert_true(cdLength(cdSub(place(&pair, i).normal, cdRotate(slope.q, UP))) < 1e-9);
    }
    destroyPair(&pair);
}

// A ring that hangs in another one, rotated by a quarter: they touch where the edges of their holes cross, in
// one to four points, each pushing A up. Red: a reversed normal of edges, which pulls.
static void testLinkedRings(void **state) {
    (void)state;
    cdQuat flat = cdMakeQuat(cdMakeVec3(1.0, 0.0, 0.0), 0.5 * PI);
    cdQuat across = cdMulQuat(cdMakeQuat(UP, 0.5 * PI), flat);
    Pair pair = makePair(makeBody("ring"), (cdPose){{0.0, -1.1, 0.0}, across}, makeBody("ring"),
                         (cdPose){{0.0, 0.0, 0.0}, flat});
    assert_false(overlapAt(pair.bodies[0].mesh, pair.a.pose, pair.bodies[1].mesh, pair.b.pose));
    cdPose target = cdInvMulPose(pair.b.pose, (cdPose){{0.0, -1.9, 0.0}, across});
    cdContactPoint stop = stopOnWay(&pair, target);
    assert_true(findPoints(&pair) >= 1 && findPoints(&pair) <= 4);
    for (int32_t i = 0; i < pair.points->pointCount; i++) {
        assert_true(place(&pair, i).normal.y > 0.5);
        assert_true(place(&pair, i).gap > 0.0 && place(&pair, i).gap < cdGetTouchTolerance(MARGIN));
    }
    assert_true(cdPlacePoint(&stop, pair.a.pose, pair.b.pose).normal.y > 0.5);
    destroyPair(&pair);
}

// --- Impulses

static void setImpulses(Pair *pair) {
    for (int32_t i = 0; i < pair->points->pointCount; i++) {
        cdContactPoint *point = &pair->points->points[i];
        point->impulse = 1.0 + i;
        point->friction[0] = 10.0 + i;
        point->friction[1] = 20.0 + i;
    }
}

// Returns the impulse of the point nearest to a corner of A.
static double getImpulseAt(const Pair *pair, double x, double z) {
    for (int32_t i = 0; i < pair->points->pointCount; i++) {
        const cdContactPoint *point = &pair->points->points[i];
        if (fabs(point->localA.x - x) < 1e-3 && fabs(point->localA.z - z) < 1e-3) {
            assert_true(point->friction[0] == 9.0 + point->impulse);
            assert_true(point->friction[1] == 19.0 + point->impulse);
            return point->impulse;
        }
    }
    return 0.0;
}

// A cube slides over a floor and rotates: each corner keeps its own impulses, for 50 steps. Red: impulses by
// order, which changes when the cube rotates; lost when it moves more than a tolerance.
static void testSlidingKeepsImpulses(void **state) {
    (void)state;
    Pair pair = makePair(makeBody(BOX), poseAt(0.0, 1.0 + MARGIN, 0.0), makeBody(GROUND), cdIdentityPose());
    assert_int_equal(findPoints(&pair), 4);
    setImpulses(&pair);
    double impulses[4];
    for (int i = 0; i < 4; i++)
        impulses[i] = getImpulseAt(&pair, i < 2 ? 0.5 : -0.5, i % 2 == 0 ? 0.5 : -0.5);
    for (int step = 1; step <= 50; step++) {
        pair.a.pose = turnedPose(0.05 * step, 1.0 + MARGIN, 0.02 * step, UP, 0.1 * step);
        assert_int_equal(findPoints(&pair), 4);
        for (int i = 0; i < 4; i++)
            assert_true(impulses[i] > 0.0 &&
                        getImpulseAt(&pair, i < 2 ? 0.5 : -0.5, i % 2 == 0 ? 0.5 : -0.5) == impulses[i]);
    }
    destroyPair(&pair);
}

// A pair reused for other bodies has no data of the earlier ones, and keeps its memory. Red: impulses of
// removed bodies.
static void testReset(void **state) {
    (void)state;
    Pair pair = makePair(makeBody(BOX), poseAt(0.0, 1.0 + MARGIN, 0.0), makeBody(GROUND), cdIdentityPose());
    findPoints(&pair);
    setImpulses(&pair);
    cdResetPair(pair.points, 1, 0, 2, 0);
    assert_true(pair.points->bodyA == 1 && pair.points->bodyB == 2 && !pair.points->touches);
    assert_int_equal(pair.points->pointCount, 0);
    assert_int_equal(findPoints(&pair), 4);
    for (int i = 0; i < 4; i++)
        assert_true(pair.points->points[i].impulse == 0.0);
    destroyPair(&pair);
}

// --- Points of first contacts

// A cube that stands on a corner falls onto a floor far below: its stop is added once, not twice; at the
// resolved pose a region reports the same, replaces it and takes its impulses. Red: the same constraint
// twice, which lets the solver share one load between two; a collision that restarts each step.
static void testTouchBecomesRegion(void **state) {
    (void)state;
    cdQuat corner = cdMakeQuat(cdNormalize(cdMakeVec3(1.0, 0.2, -1.1)), 0.9);
    Pair pair =
        makePair(makeBody(BOX), (cdPose){{0.3, 3.0, 0.1}, corner}, makeBody(GROUND), cdIdentityPose());
    assert_int_equal(findPoints(&pair), 0);
    cdPose high = pair.a.pose;
    cdContactPoint stop = stopOnWay(&pair, (cdPose){{0.3, 0.0, 0.1}, corner});
    cdPose start = pair.a.pose;
    pair.a.pose = high;
    assert_true(cdAddPairPoint(pair.points, &stop));
    assert_false(cdAddPairPoint(pair.points, &stop));
    assert_true(pair.points->touches && pair.points->pointCount == 1 && pair.points->regionPointCount == 0);
    pair.points->points[0].impulse = 5.0;
    pair.a.pose = start;
    assert_int_equal(findPoints(&pair), 1);
    assert_int_equal(pair.points->regionPointCount, 1);
    assert_false(cdIsTouchPoint(&pair.points->points[0]));
    assert_true(pair.points->points[0].impulse == 5.0);
    assert_false(cdAddPairPoint(pair.points, &stop));
    destroyPair(&pair);
}

// The elements of first contacts against their region: two triangles' seam in the floor under a cube that
// lies flat is within the hull of its four points, one beside the cube is not, and one with another normal is
// not. Red: rows added for every seam that a cube slides over.
static void testSeamUnderCube(void **state) {
    (void)state;
    Pair pair = makePair(makeBody(BOX), poseAt(0.0, 1.0 + MARGIN, 0.0), makeBody(GROUND), cdIdentityPose());
    findPoints(&pair);
    cdContactPoint seam = {.kind = CD_EDGE_ON_EDGE,
                           .localA = {0.2, -0.5, 0.5},
                           .localB = {0.2, 0.5, 0.5},
                           .normal = UP,
                           .edgeA = {1.0, 0.0, 0.0},
                           .edgeB = {cos(2.5), 0.0, -sin(2.5)},
                           .locationA = {CD_LOCATION_UNDECIDED, 1},
                           .locationB = {CD_LOCATION_UNDECIDED, 2},
                           .corner = CD_EDGE_EDGE};
    assert_false(cdAddPairPoint(pair.points, &seam));
    cdContactPoint tilted = seam;
    tilted.edgeA = cdNormalize(cdMakeVec3(1.0, 0.1, 0.0));
    assert_true(cdAddPairPoint(pair.points, &tilted));
    cdContactPoint beside = seam;
    beside.locationA.index = 4;
    beside.localA.z = beside.localB.z = 0.6;
    assert_true(cdAddPairPoint(pair.points, &beside));
    assert_int_equal(pair.points->pointCount, 6);
    destroyPair(&pair);
}

// A touch whose elements have turned since it was added: the constraint that a path needs replaces it. Red:
// it is refused, as the same elements are there, and the path has no way.
static void testNeededTouch(void **state) {
    (void)state;
    Pair pair = makePair(makeBody(BOX), poseAt(0.0, 3.0, 0.0), makeBody(GROUND), cdIdentityPose());
    assert_int_equal(findPoints(&pair), 0);
    cdContactPoint touch = {.kind = CD_EDGE_ON_EDGE,
                            .localA = {0.2, -0.5, 0.5},
                            .localB = {0.2, 0.5, 0.5},
                            .normal = UP,
                            .edgeA = {1.0, 0.0, 0.0},
                            .edgeB = {0.0, 0.0, -1.0},
                            .locationA = {CD_LOCATION_UNDECIDED, 1},
                            .locationB = {CD_LOCATION_UNDECIDED, 2},
                            .corner = CD_EDGE_EDGE};
    assert_true(cdAddPairPoint(pair.points, &touch));
    cdContactPoint turned = touch, other = touch;
    turned.edgeA = cdNormalize(cdMakeVec3(1.0, 0.1, 0.0));
    assert_false(cdAddPairPoint(pair.points, &turned));
    assert_true(cdAddNeededPoint(pair.points, &turned));
    assert_int_equal(pair.points->pointCount, 1);
    assert_memory_equal(&pair.points->points[0], &turned, sizeof turned);
    other.locationA.index = 4;
    assert_true(cdAddNeededPoint(pair.points, &other));
    assert_int_equal(pair.points->pointCount, 2);
    destroyPair(&pair);
}

// Returns a point of first contact between an edge of the cube and a seam of the floor below it, with a
// normal that the edges do not have.
static cdContactPoint findSeamTouch(const Pair *pair) {
    const cdMesh *a = pair->bodies[0].mesh, *b = pair->bodies[1].mesh;
    for (int32_t i = 0; i < a->edgeCount * b->edgeCount; i++) {
        cdVec3 p[2], q[2];
        cdPlaceMeshEdge(a, pair->a.pose, i / b->edgeCount, p);
        cdPlaceMeshEdge(b, pair->b.pose, i % b->edgeCount, q);
        cdVec3 alongA = cdNormalize(cdSub(p[1], p[0])), alongB = cdNormalize(cdSub(q[1], q[0]));
        cdClosest closest = cdFindClosestSegments(p[0], p[1], q[0], q[1]);
        if (closest.distanceSq > 4.0 * MARGIN * MARGIN || cdLength(cdCross(alongA, alongB)) < 0.5) continue;
        bool up = cdCross(alongA, alongB).y > 0.0;
        return (cdContactPoint){.kind = CD_EDGE_ON_EDGE,
                                .localA = cdInvTransformPoint(pair->a.pose, closest.onFirst),
                                .localB = cdInvTransformPoint(pair->b.pose, closest.onSecond),
                                .normal = cdNormalize(cdMakeVec3(0.3, 1.0, 0.0)),
                                .edgeA = alongA,
                                .edgeB = up ? alongB : cdNegate(alongB),
                                .locationA = {CD_LOCATION_UNDECIDED, i / b->edgeCount},
                                .locationB = {CD_LOCATION_UNDECIDED, i % b->edgeCount},
                                .corner = CD_EDGE_EDGE};
    }
    fail();
    return (cdContactPoint){.kind = CD_EDGE_ON_EDGE};
}

// A touch of edges that stays has the normal of the new pose, so that its side is known however far it turns.
// Red: the normal of its first pose.
static void testNormalOfKeptEdges(void **state) {
    (void)state;
    Pair pair =
        makePair(makeBody(BOX), poseAt(0.3, 1.0 + MARGIN, 0.0), makeBody("floor:n=1"), poseAt(0.0, 0.5, 0.0));
    assert_int_equal(findPoints(&pair), 4);
    cdContactPoint touch = findSeamTouch(&pair);
    touch.edgeA = cdNormalize(cdMulAdd(touch.edgeA, 0.1, UP)); // no region implies it
    assert_true(cdAddPairPoint(pair.points, &touch));
    pair.a.pose.p.x += 1e-5;
    pair.a.pose.p.y += 4.0 * MARGIN; // farther than points stay without a search
    assert_int_equal(findPoints(&pair), 5);
    const cdContactPoint *kept = &pair.points->points[4];
    cdVec3 normal = cdPlacePoint(kept, pair.a.pose, pair.b.pose).normal;
    assert_true(cdIsTouchPoint(kept) && cdDot(kept->normal, normal) > 1.0 - 1e-12);
    destroyPair(&pair);
}

// A corner that meets an edge's end: three touches at one point that push in one direction. Touches of edges
// at an end are dropped if a triangle's plane is known, and that one if an edge met inside is known, in any
// order; one that pushes in another direction stays. Red: a cube that meets a face at its seam, thrown
// sideways by edges.
static void testBetterTouches(void **state) {
    (void)state;
    Pair pair = makePair(makeBody(BOX), poseAt(0.0, 3.0, 0.0), makeBody(GROUND), cdIdentityPose());
    assert_int_equal(findPoints(&pair), 0);
    cdContactPoint touches[4];
    for (int32_t i = 0; i < 4; i++)
        touches[i] = (cdContactPoint){.normal = cdNormalize(cdMakeVec3(0.3 * i, 1.0, 0.0)),
                                      .locationA = {CD_LOCATION_UNDECIDED, i},
                                      .locationB = {CD_LOCATION_UNDECIDED, 0},
                                      .corner = CD_VERTEX_FACE};
    touches[0].kind = CD_EDGE_ON_EDGE;
    touches[0].corner = CD_EDGE_EDGE;
    touches[0].edgeA = cdMakeVec3(0.0, 0.0, 1.0);
    touches[0].edgeB = cdMakeVec3(1.0, 0.0, 0.0);
    touches[0].atBorder = touches[1].atBorder = true;
    touches[0].localB = touches[1].localB = touches[2].localB = cdMakeVec3(0.0, 3.0, 0.0);
    touches[3].normal = cdMakeVec3(1.0, -0.3, 0.0);
    for (int32_t i = 0; i < 3; i++) {
        assert_true(cdAddPairPoint(pair.points, &touches[i]));
        assert_int_equal(pair.points->pointCount, 1);
        assert_int_equal(pair.points->points[0].locationA.index, i);
    }
    for (int32_t i = 0; i < 3; i++)
        assert_false(cdAddPairPoint(pair.points, &touches[i]));
    touches[3].normal = cdNormalize(touches[3].normal);
    assert_true(cdAddPairPoint(pair.points, &touches[3]));
    assert_int_equal(pair.points->pointCount, 2);
    destroyPair(&pair);
}

// A touch without a region stays while its elements are near, and is removed when the bodies separate, or
// slide so far that the elements are not over each other any more, though the gap to the plane is unchanged.
// Red: walls in the air at the planes of former triangles.
static void testTouchesLeave(void **state) {
    (void)state;
    Pair pair =
        makePair(makeBody(BOX), poseAt(0.3, 1.0 + MARGIN, 0.0), makeBody("floor:n=1"), poseAt(0.0, 0.5, 0.0));
    // The vertex of A at (0.5, -0.5, 0.5) over each of the two triangles, with a normal that no region has.
    int32_t vertex = -1, triangle = -1;
    for (int32_t i = 0; i < pair.bodies[0].mesh->vertexCount; i++) {
        cdVec3 p = pair.bodies[0].mesh->vertices[i];
        if (p.x > 0.0 && p.y < 0.0 && p.z > 0.0) vertex = i;
    }
    cdMesh *ground = pair.bodies[1].mesh;
    for (int32_t t = 0; t < ground->triangleCount; t++) {
        cdVec3 middle = {0.0, 0.0, 0.0};
        for (int k = 0; k < 3; k++)
            middle = cdMulAdd(middle, 1.0 / 3.0, ground->vertices[ground->triangles[3 * t + k]]);
        if (middle.x + 0.01 * middle.z > 0.0) triangle = t;
    }
    cdVec3 tilted = cdNormalize(cdMakeVec3(0.1, 1.0, 0.0));
    cdContactPoint touch = {.kind = CD_POINT_ON_PLANE,
                            .localA = {0.5, -0.5, 0.5},
                            .localB = {0.8, -1e-5, 0.5},
                            .normal = tilted,
                            .locationA = {CD_LOCATION_UNDECIDED, vertex},
                            .locationB = {CD_LOCATION_UNDECIDED, triangle},
                            .corner = CD_VERTEX_FACE};
    assert_int_equal(findPoints(&pair), 4);
    assert_true(cdAddPairPoint(pair.points, &touch));
    pair.a.pose.p.x += 1e-5;
    assert_int_equal(findPoints(&pair), 5);
    assert_true(cdIsTouchPoint(&pair.points->points[4]) && pair.points->regionPointCount == 4);
    pair.a.pose.p.x -= 3e-3; // along -x the tilted plane is nearer by 3e-4
    assert_int_equal(findPoints(&pair), 5);
    cdPose near = pair.a.pose;
    pair.a.pose.p.y += 9.0 * MARGIN; // separated
    assert_int_equal(findPoints(&pair), 0);
    pair.a.pose = near;
    assert_int_equal(findPoints(&pair), 4);
    assert_true(cdAddPairPoint(pair.points, &touch));
    // Beyond the floor's border: the plane's gap is the same, the triangle is not there.
    pair.a.pose.p.z += 1.6;
    assert_int_equal(findPoints(&pair), 4);
    destroyPair(&pair);
}

// Surfaces that cross by more than the tolerance have no regions: only the points of first contacts remain.
// Red: rows of regions of a penetrating pair, whose normals may have either sign.
static void testPenetrating(void **state) {
    (void)state;
    Pair pair = makePair(makeBody(BOX), poseAt(0.0, 0.99, 0.0), makeBody(GROUND), cdIdentityPose());
    assert_int_equal(findPoints(&pair), 0);
    pair.a.pose = poseAt(0.0, 1.0 + MARGIN, 0.0);
    assert_int_equal(findPoints(&pair), 4);
    destroyPair(&pair);
}

// More than fit: nothing is added, and existing points stay. Red: writing past the array.
static void testFull(void **state) {
    (void)state;
    Pair pair = makePair(makeBody(BOX), poseAt(0.0, 3.0, 0.0), makeBody(GROUND), cdIdentityPose());
    assert_int_equal(findPoints(&pair), 0);
    for (int32_t i = 0; i < 70; i++) {
        cdContactPoint point = {.localA = {0.01 * i, 0.0, 0.0},
                                .normal = UP,
                                .locationA = {CD_LOCATION_UNDECIDED, i},
                                .locationB = {CD_LOCATION_UNDECIDED, 0},
                                .corner = CD_VERTEX_FACE};
        assert_int_equal(cdAddPairPoint(pair.points, &point), i < CD_PAIR_POINTS);
    }
    assert_int_equal(pair.points->pointCount, CD_PAIR_POINTS);
    destroyPair(&pair);
}

// Two gears of 60 teeth on each other, rotated a little: more points than fit. A quarter of the room is
// reserved for first contacts, which are correct. Red: a pair full of regions, so that the contact that stops
// a step finds no room and the bodies hang.
static void testRoomIsReserved(void **state) {
    (void)state;
    Pair pair = makePair(makeBody("gear:teeth=60"), turnedPose(0.0, 0.3 + MARGIN, 0.0, UP, 0.01),
                         makeBody("gear:teeth=60"), cdIdentityPose());
    int32_t count = findPoints(&pair);
    assert_true(count >= 3 && count <= 48);
    for (int32_t i = 0; i < count; i++)
        assert_true(fabs(place(&pair, i).gap - MARGIN) < 1e-2 * MARGIN && place(&pair, i).normal.y > 0.999);
    destroyPair(&pair);
}

// A torus lies on the floor with a ring of 80 vertices: supported all around, by at most 16 of them. Red: the
// first ones, on one side, so that it tips over.
static void testRingOfVertices(void **state) {
    (void)state;
    Pair pair = makePair(makeBody("torus:segments=80"), poseAt(0.0, 0.3 + MARGIN, 0.0), makeBody("floor"),
                         cdIdentityPose());
    assert_int_equal(findPoints(&pair), 16);
    double angles[16], widest = 0.0;
    for (int32_t i = 0; i < 16; i++) {
        cdVec3 p = place(&pair, i).point;
        assert_true(fabs(hypot(p.x, p.z) - 1.0) < 0.01);
        angles[i] = atan2(p.z, p.x);
    }
    for (int32_t i = 0; i < 16; i++) {
        double next = 2.0 * PI;
        for (int32_t k = 0; k < 16; k++)
            if (k != i) next = fmin(next, fmod(angles[k] - angles[i] + 4.0 * PI, 2.0 * PI));
        widest = fmax(widest, next);
    }
    assert_true(widest < 0.6);
    destroyPair(&pair);
}

// A ball so large that many of its vertices are within the tolerance: the chosen points represent each of
// them at its own gap, including the lowest in the middle. Red: a bulge within the hull of its surroundings
// left out, on which the ball then stands without a constraint.
static void testBulge(void **state) {
    (void)state;
    cdQuat turn = cdMakeQuat(cdNormalize(cdMakeVec3(1.0, 2.0, 0.5)), 0.7);
    Pair pair = makePair(makeBody("icosphere:level=4"), (cdPose){{0.0, 0.0, 0.0}, turn},
                         makeBody("floor:n=1"), cdIdentityPose());
    pair.margin = 2e-3;
    double tolerance = cdGetTouchTolerance(pair.margin), low = 0.0;
    const cdMesh *mesh = pair.bodies[0].mesh;
    for (int32_t i = 0; i < mesh->vertexCount; i++)
        low = fmin(low, cdRotate(turn, mesh->vertices[i]).y);
    pair.a.pose.p.y = pair.margin - low;
    assert_true(findPoints(&pair) > 3);
    int32_t within = 0;
    for (int32_t i = 0; i < mesh->vertexCount; i++) {
        cdVec3 p = cdTransformPoint(pair.a.pose, mesh->vertices[i]);
        if (p.y > 0.9 * tolerance) continue;
        cdPlacedPoint placed = {p, UP, p.y};
        assert_true(cdIsPointImplied(pair.points->points, pair.points->regionPointCount, pair.a.pose,
                                     pair.b.pose, tolerance, &placed));
        within++;
    }
    assert_true(within > 10);
    // No representation is lower than a point between them by a margin.
    cdPlacedPoint lower = place(&pair, 0);
    lower.gap -= pair.margin;
    assert_false(cdIsPointImplied(pair.points->points, pair.points->regionPointCount, pair.a.pose,
                                  pair.b.pose, tolerance, &lower));
    destroyPair(&pair);
}

// The velocity that chooses indeterminate normals is that of both bodies at the contact: a cube's edge above
// another cube's, parallel, and falling: the normal does not oppose the sideways fall. Repeated, it gives the
// same bits.
static void testSameBits(void **state) {
    (void)state;
    static cdContactPoint first[CD_PAIR_POINTS];
    int32_t count = 0;
    for (int round = 0; round < 2; round++) {
        cdQuat eighth = cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), 0.25 * PI);
        Pair pair = makePair(makeBody(BOX), (cdPose){{0.0, 0.0, 0.0}, eighth}, makeBody(BOX),
                             (cdPose){{0.0, 0.0, 0.0}, eighth});
        pair.a.velocity = cdMakeVec3(0.1, -1.0, 0.0);
        pair.a.spin = cdMakeVec3(0.0, 0.2, 0.1);
        for (int step = 0; step < 20; step++) {
            pair.a.pose.p = cdMakeVec3(1e-5 * step, sqrt(2.0) + MARGIN, 0.01 * step);
            findPoints(&pair);
        }
        assert_true(pair.points->pointCount >= 2);
        if (round == 0) {
            count = pair.points->pointCount;
            memcpy(first, pair.points->points, sizeof first);
        }
        assert_int_equal(pair.points->pointCount, count);
        assert_memory_equal(first, pair.points->points, (size_t)count * sizeof *first);
        destroyPair(&pair);
    }
}

// Returns the normal of two parallel edges, one above the other; B moves. A's edge is at (0, sqrt(0.5), 0).
static cdVec3 findEdgeNormal(const cdWorldBody *motion) {
    cdQuat eighth = cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), 0.25 * PI);
    Pair pair = makePair(makeBody(BOX), (cdPose){{0.0, sqrt(2.0) + MARGIN, 0.0}, eighth}, makeBody(BOX),
                         (cdPose){{0.0, 0.0, 0.0}, eighth});
    pair.b.kind = CD_BODY_KINEMATIC;
    pair.b.inertia.centroid = cdInvRotate(eighth, motion->inertia.centroid);
    pair.b.velocity = motion->velocity;
    pair.b.spin = motion->spin;
    assert_true(findPoints(&pair) >= 2);
    cdVec3 normal = place(&pair, 0).normal;
    destroyPair(&pair);
    return normal;
}

// The velocity that chooses indeterminate normals is that at the contact, of a kinematic body too, whose spin
// is its angular velocity: a cube at the rim of a turntable moves there as one that does not turn. Red: a
// spin taken for an angular momentum, which a body of infinite mass turns by nothing.
static void testTurntable(void **state) {
    (void)state;
    const double speed = 0.5, radius = 5.0;
    cdVec3 contact = {0.0, sqrt(0.5), 0.0}, way = {-speed, speed, 0.0};
    cdWorldBody still = {0}, straight = {.velocity = way}, turning = {.spin = {0.0, 0.0, speed / radius}};
    turning.inertia.centroid = cdSub(contact, cdMakeVec3(radius, radius, 0.0));
    cdVec3 expected = findEdgeNormal(&straight), normal = findEdgeNormal(&turning);
    assert_true(cdLength(cdSub(normal, expected)) < MARGIN);
    assert_true(cdLength(cdSub(normal, findEdgeNormal(&still))) > 0.1);
    assert_true(cdDot(normal, way) < MARGIN);
}

// Lack of memory gives an answer, not a crash.
static void *refuse(size_t byteCount, void *context) {
    (void)byteCount;
    (void)context;
    return NULL;
}

static void testNoMemory(void **state) {
    (void)state;
    cdSetHooks(&(cdHooks){.allocate = refuse});
    assert_null(cdCreatePair());
    cdSetHooks(&(cdHooks){0});
    cdDestroyPair(NULL);
}

// A search that its meter ends leaves the pair as it was, bit for bit; the next one without a limit finds the
// points that a pair finds whose search was not ended. Red: poses taken as seen, or points dropped, before
// all were found.
static void testMeterKeepsThePair(void **state) {
    (void)state;
    Pair pair = makePair(makeBody(BOX), cdIdentityPose(), makeBody(GROUND), cdIdentityPose());
    pair.a.pose = poseAt(0.1, 1.0 + 2.0 * MARGIN, 0.0);
    int32_t count = findPoints(&pair);
    assert_true(count > 2);
    pair.a.pose.p.x += 0.2;
    cdWorldPair before = *pair.points;
    cdContactPoint points[CD_PAIR_POINTS];
    size_t size = (size_t)count * sizeof *points;
    memcpy(points, before.points, size);
    for (int64_t most = 1; most < 8; most++) {
        cdMeter meter = cdOpenMeter(&(cdBudget){.maxPairTests = most});
        findPairPoints(&pair, &meter);
        assert_int_equal(meter.reason, CD_REASON_BUDGET);
        assert_memory_equal(pair.points, &before, sizeof before);
        assert_memory_equal(before.points, points, size);
    }
    assert_int_equal(findPoints(&pair), count);
    double moved = place(&pair, 0).point.x - cdPlacePoint(&points[0], before.seenA, before.seenB).point.x;
    assert_true(fabs(moved) > 0.1);
    destroyPair(&pair);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testMeterKeepsThePair),
        cmocka_unit_test(testFlatOnFloor),
        cmocka_unit_test(testOnTiltedTiles),
        cmocka_unit_test(testLinkedRings),
        cmocka_unit_test(testSlidingKeepsImpulses),
        cmocka_unit_test(testReset),
        cmocka_unit_test(testTouchBecomesRegion),
        cmocka_unit_test(testSeamUnderCube),
        cmocka_unit_test(testNeededTouch),
        cmocka_unit_test(testNormalOfKeptEdges),
        cmocka_unit_test(testBetterTouches),
        cmocka_unit_test(testTouchesLeave),
        cmocka_unit_test(testPenetrating),
        cmocka_unit_test(testFull),
        cmocka_unit_test(testRoomIsReserved),
        cmocka_unit_test(testRingOfVertices),
        cmocka_unit_test(testBulge),
        cmocka_unit_test(testSameBits),
        cmocka_unit_test(testTurntable),
        cmocka_unit_test(testNoMemory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
