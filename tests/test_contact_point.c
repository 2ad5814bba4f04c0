// Contact points: their data, and their gap with its rates, against distances and differences.
#include "mesh/shapes/closest.h"
#include "point_fixture.h"
#include "region_fixture.h"
#include "world/contacts/contact_point.h"

#include <math.h>

// --- Motion

static cdPose nextPose(Random *random, double reach, double turn) {
    cdQuat q = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, turn));
    return (cdPose){cdScale(reach, nextRandomVec3(random)), q};
}

static cdMoving nextMoving(Random *random, cdVec3 centroid) {
    return (cdMoving){centroid, nextRandomVec3(random), cdScale(2.0, nextRandomVec3(random))};
}

// Returns a body's pose after `t` seconds at constant velocities.
static cdPose moveFor(cdPose pose, const cdMoving *body, double t) {
    cdQuat turn = cdMakeQuat(cdNormalize(body->angular), t * cdLength(body->angular));
    cdVec3 centroid = cdMulAdd(body->centroid, t, body->velocity);
    return (cdPose){cdAdd(centroid, cdRotate(turn, cdSub(pose.p, body->centroid))), cdMulQuat(turn, pose.q)};
}

static cdContactPoint nextPoint(Random *random, cdPointKind kind) {
    return (cdContactPoint){.kind = kind,
                            .localA = nextRandomVec3(random),
                            .localB = nextRandomVec3(random),
                            .normal = nextRandomDirection(random),
                            .edgeA = nextRandomDirection(random),
                            .edgeB = nextRandomDirection(random)};
}

static double getSine(const cdContactPoint *point, cdPose poseA, cdPose poseB) {
    return cdLength(cdCross(cdRotate(poseA.q, point->edgeA), cdRotate(poseB.q, point->edgeB)));
}

// Points of all kinds between two bodies that move and rotate: the rate of the gap equals its difference
// quotient. Red: a velocity at the wrong body's point, a normal that rotates with the wrong body.
static void testRatesAreDifferences(void **state) {
    (void)state;
    Random random = {1};
    const double h = 1e-4;
    for (int round = 0; round < 600; round++) {
        cdContactPoint point = nextPoint(&random, (cdPointKind)(round % 3));
        cdPose poseA = nextPose(&random, 2.0, 3.0), poseB = nextPose(&random, 2.0, 3.0);
        if (point.kind == CD_EDGE_ON_EDGE && getSine(&point, poseA, poseB) < 0.3) continue;
        cdMoving a = nextMoving(&random, nextRandomVec3(&random));
        cdMoving b = nextMoving(&random, nextRandomVec3(&random));
        double gaps[3];
        for (int i = 0; i < 3; i++)
            gaps[i] = cdGetPointGap(&point, moveFor(poseA, &a, h * (i - 1)), moveFor(poseB, &b, h * (i - 1)));
        cdPlacedPoint placed = cdPlacePoint(&point, poseA, poseB);
        assert_true(fabs(placed.gap - gaps[1]) < 1e-14);
        double rate = (gaps[2] - gaps[0]) / (2.0 * h), found = cdGetGapRate(&placed, &a, &b);
        // Edges at a small angle have large third derivatives.
        if (fabs(rate - found) > 5e-5) fail_msg("kind %d: rate %g, not %g", point.kind, found, rate);
    }
}

// A point over a plane that moves straight, and one whose body rotates: the rate is that of its height. Red:
// rotation ignored.
static void testRateInClosedForm(void **state) {
    (void)state;
    cdContactPoint point = {.kind = CD_POINT_ON_PLANE, .localA = {1.0, 0.0, 0.0}, .normal = UP};
    cdPose poseA = {{0.0, 0.5, 0.0}, {1.0, 0.0, 0.0, 0.0}}, poseB = cdIdentityPose();
    cdPlacedPoint placed = cdPlacePoint(&point, poseA, poseB);
    cdMoving still = {0}, a = {.centroid = poseA.p, .velocity = {3.0, -2.0, 1.0}};
    assert_true(placed.gap == 0.5);
    assert_true(cdGetGapRate(&placed, &a, &still) == -2.0);
    // Rotated up by an angle with the sine 0.6, it lies 0.8 beside the centroid: it rises by 3 times that.
    poseA.q = cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), asin(0.6));
    a.angular = cdMakeVec3(0.0, 0.0, 3.0);
    placed = cdPlacePoint(&point, poseA, poseB);
    assert_true(fabs(placed.gap - 1.1) < 1e-15);
    assert_true(fabs(cdGetGapRate(&placed, &a, &still) - (3.0 * 0.8 - 2.0)) < 1e-14);
}

// Lines that become parallel, exactly and nearly, and turn past each other: the gap stays the same, by the
// normal stored in B. Red: a division by the sine; a gap that changes its sign.
static void testLinesAlongEachOther(void **state) {
    (void)state;
    cdMoving moving = {.angular = {1.0, 2.0, 3.0}};
    static const double angles[] = {0.0, 1e-300, 1e-160, 1e-9, -1e-9};
    for (int i = 0; i < 5; i++) {
        cdContactPoint point = {.kind = CD_EDGE_ON_EDGE,
                                .localA = {0.3, 0.7, 0.1},
                                .normal = UP,
                                .edgeA = {1.0, 0.0, 0.0},
                                .edgeB = {cos(angles[i]), 0.0, sin(angles[i])}};
        cdPlacedPoint placed = cdPlacePoint(&point, cdIdentityPose(), cdIdentityPose());
        assert_true(placed.gap == 0.7 && placed.point.y == 0.35 && placed.normal.y == 1.0);
        assert_true(isfinite(cdGetGapRate(&placed, &moving, &(cdMoving){0})));
        for (double turn = -1.5; turn < 1.6; turn += 0.1) {
            cdPose turned = turnedPose(0.0, 0.0, 0.0, UP, turn);
            placed = cdPlacePoint(&point, turned, cdIdentityPose());
            assert_true(fabs(placed.gap - 0.7) < 1e-15 && fabs(placed.normal.y - 1.0) < 1e-15);
        }
    }
}

// --- Tangents

// Orthonormal with the normal and right-handed for any normal, along the axes and next to the exceptional
// direction; a normal that rotates by an angle rotates them by at most ten times that. Red: a frame that
// jumps where a coordinate changes its sign, as friction's impulses of a rolling body would.
static void testTangents(void **state) {
    (void)state;
    Random random = {2};
    static const cdVec3 special[] = {{0, 0, -1}, {0, 0, 1},         {0, -1, 0},
                                     {-1, 0, 0}, {0.36, 0.48, 0.8}, {-0.36, -0.48, -0.8}};
    for (int round = 0; round < 4000; round++) {
        cdVec3 normal = round < 6 ? special[round] : nextRandomDirection(&random);
        if (round >= 3000)
            normal = cdNormalize(cdMulAdd(special[5], pow(0.5, round % 50), nextRandomDirection(&random)));
        cdVec3 tangents[2], moved[2];
        cdMakeTangents(normal, tangents);
        for (int i = 0; i < 2; i++) {
            assert_true(fabs(cdLength(tangents[i]) - 1.0) < 1e-11);
            assert_true(fabs(cdDot(tangents[i], normal)) < 1e-11);
        }
        assert_true(cdLength(cdSub(cdCross(tangents[0], tangents[1]), normal)) < 1e-11);
        if (cdDot(normal, special[5]) > 0.9) continue;
        cdMakeTangents(cdNormalize(cdMulAdd(normal, 1e-6, nextRandomDirection(&random))), moved);
        for (int i = 0; i < 2; i++)
            assert_true(cdLength(cdSub(moved[i], tangents[i])) < 1e-5);
    }
}

// --- Of regions

typedef struct Made {
    cdContactPoint points[256];
    int32_t count;
} Made;

// The points of all regions of the sufficient subset within `tolerance`.
static Made makePoints(Contact *contact, const Body *a, cdPose poseA, const Body *b, cdPose poseB,
                       double tolerance) {
    findRegions(contact, (cdRegionsInput){.meshA = a->mesh,
                                          .meshB = b->mesh,
                                          .interior = CD_INTERIOR_EMPTY,
                                          .poseA = poseA,
                                          .poseB = poseB,
                                          .tolerance = tolerance,
                                          .sufficientOnly = true});
    Made made = {.count = 0};
    for (int32_t i = 0; i < contact->out.regionCount; i++)
        made.count +=
            cdMakeRegionPoints(&contact->out, &contact->regions[i], a->mesh->features, poseA,
                               b->mesh->features, poseB, made.points + made.count, 256 - made.count);
    return made;
}

static Contact found;

// A box 2 by 1 by 3 flat on a larger one at a gap of 5e-4, both rotated and moved together, at scales of 1e-4
// to 1e4 and a million away: four points, at the corners, with exact gap and normal, fixed to A's corners.
// Red: gaps lost to rounding, points halfway between.
static void testBoxOnBox(void **state) {
    (void)state;
    Random random = {3};
    static const double scales[] = {1e-4, 1.0, 1e4};
    for (int round = 0; round < 24; round++) {
        double scale = scales[round % 3];
        Body a = makeScaledBody("box:x=1,y=0.5,z=1.5", scale), b = makeScaledBody("box:x=5,y=0.5,z=5", scale);
        cdPose frame = nextPose(&random, scale * (round < 12 ? 1.0 : 1e6), 3.0);
        cdPose poseA = cdMulPose(frame, (cdPose){{0.0, scale * 1.0005, 0.0}, cdMakeQuat(UP, 0.3 * round)});
        Made made = makePoints(&found, &a, poseA, &b, frame, 8e-4 * scale);
        assert_int_equal(made.count, 4);
        cdVec3 up = cdRotate(frame.q, UP);
        for (int32_t i = 0; i < 4; i++) {
            const cdContactPoint *point = &made.points[i];
            cdPlacedPoint placed = cdPlacePoint(point, poseA, frame);
            double rounding = round < 12 ? 1e-12 : 1e-9;
            assert_true(fabs(placed.gap - 5e-4 * scale) < rounding * scale);
            assert_true(cdLength(cdSub(placed.normal, up)) < 1e-12);
            assert_int_equal(point->kind, CD_POINT_ON_PLANE);
            assert_int_equal(point->corner, i);
            assert_true(fabs(fabs(point->localA.x) - scale) < 2e-9 * scale &&
                        point->localA.y == -0.5 * scale &&
                        fabs(fabs(point->localA.z) - 1.5 * scale) < 2e-9 * scale);
        }
        destroyBody(&a);
        destroyBody(&b);
    }
}

// The larger box on the smaller one: its plane over the corners of the other. Red: a point of A that leaves
// its corner of B as soon as A slides.
static void testCornersOfB(void **state) {
    (void)state;
    Body a = makeBody("box:x=5,y=0.5,z=5"), b = makeBody("box:x=1,y=0.5,z=1.5");
    cdPose poseA = poseAt(0.7, 1.0005, 0.3);
    Made made = makePoints(&found, &a, poseA, &b, cdIdentityPose(), 8e-4);
    assert_int_equal(made.count, 4);
    for (int32_t i = 0; i < 4; i++) {
        const cdContactPoint *point = &made.points[i];
        assert_int_equal(point->kind, CD_PLANE_ON_POINT);
        assert_true(fabs(fabs(point->localB.x) - 1.0) < 1e-12 && fabs(fabs(point->localB.z) - 1.5) < 1e-12);
        assert_true(point->normal.y == 1.0);
        // A tilts about its middle by an angle with the sine 0.01: its plane rises in proportion to the
        // offset.
        cdPose tilted = {poseA.p, cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), asin(0.01))};
        double gap = cos(asin(0.01)) * (1.0005 - 0.5) - 0.5 - 0.01 * (0.7 - point->localB.x);
        assert_true(fabs(cdGetPointGap(point, tilted, cdIdentityPose()) - gap) < 1e-12);
    }
    destroyBody(&a);
    destroyBody(&b);
}

// --- Against distances

// Returns the minimum distance of a vertex from all triangles of a mesh.
static double findVertexDistance(const Body *a, cdPose poseA, int32_t vertex, const Body *b, cdPose poseB) {
    double least = INFINITY;
    for (int32_t t = 0; t < b->mesh->triangleCount; t++) {
        const int32_t *corners = b->mesh->triangles + 3 * t;
        cdClosest closest = cdFindClosestPointTriangle(
            getMeshPoint(a->mesh, poseA, vertex), getMeshPoint(b->mesh, poseB, corners[0]),
            getMeshPoint(b->mesh, poseB, corners[1]), getMeshPoint(b->mesh, poseB, corners[2]));
        least = cdMin(least, sqrt(closest.distanceSq));
    }
    return least;
}

static void getEdgeEnds(const Body *body, cdPose pose, int32_t edge, cdVec3 ends[2]) {
    const cdBrep *brep = &body->mesh->features->brep;
    for (int i = 0; i < 2; i++) {
        cdVec3 local = cdAdd(brep->points[brep->halfEdges[2 * edge + i].start], body->mesh->center);
        ends[i] = cdTransformPoint(pose, local);
    }
}

// The distance of two edges of the surfaces.
static double findEdgeDistance(const Body *a, cdPose poseA, int32_t edgeA, const Body *b, cdPose poseB,
                               int32_t edgeB) {
    cdVec3 p[2], q[2];
    getEdgeEnds(a, poseA, edgeA, p);
    getEdgeEnds(b, poseB, edgeB, q);
    return sqrt(cdFindClosestSegments(p[0], p[1], q[0], q[1]).distanceSq);
}

static void checkMovedVertex(Random *random, const cdContactPoint *point, const Body *a, cdPose poseA,
                             const Body *b, cdPose poseB, int32_t vertex, bool swapped) {
    cdVec3 about = cdPlacePoint(point, swapped ? poseB : poseA, swapped ? poseA : poseB).point;
    for (int i = 0; i < 20; i++) {
        cdPose movedA = shake(random, poseA, about, 0.1), movedB = shake(random, poseB, about, 0.1);
        double gap = cdGetPointGap(point, swapped ? movedB : movedA, swapped ? movedA : movedB);
        double distance = findVertexDistance(a, movedA, vertex, b, movedB);
        if (fabs(fabs(gap) - distance) > 1e-12) fail_msg("gap %g, distance %g", gap, distance);
    }
}

// A box rotated at random with its lowest corner 1e-3 over the middle of a large face, all rotated together,
// and the same with A and B exchanged: one point of the right kind, whose gap remains the distance of that
// corner from the face's triangles when both move by a tenth. Red: a normal or a point fixed in the wrong
// body, the wrong sign.
static void testVertexOverFace(void **state) {
    (void)state;
    Random random = {4};
    Body a = makeBody("box:x=0.5,y=0.4,z=0.3"), b = makeBody("box:x=2,y=0.5,z=2");
    for (int round = 0; round < 100; round++) {
        cdPose frame = nextPose(&random, 3.0, 3.0);
        cdPose local = {{0.0, 0.0, 0.0},
                        cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.3, 3.0))};
        int32_t vertex = findLowest(&a, local, UP);
        cdVec3 lowest = getMeshPoint(a.mesh, local, vertex);
        local.p = cdSub(cdMakeVec3(0.3, 0.501, 0.2), lowest);
        cdPose poseA = cdMulPose(frame, local);
        Made made = makePoints(&found, &a, poseA, &b, frame, 2e-3);
        if (made.count != 1) continue; // not a corner but a flat edge or face
        assert_int_equal(made.points[0].kind, CD_POINT_ON_PLANE);
        checkMovedVertex(&random, &made.points[0], &a, poseA, &b, frame, vertex, false);
        assert_true(fabs(cdGetPointGap(&made.points[0], poseA, frame) - 1e-3) < 1e-12);
        Made swapped = makePoints(&found, &b, frame, &a, poseA, 2e-3);
        assert_int_equal(swapped.count, 1);
        assert_int_equal(swapped.points[0].kind, CD_PLANE_ON_POINT);
        checkMovedVertex(&random, &swapped.points[0], &a, poseA, &b, frame, vertex, true);
    }
    destroyBody(&a);
    destroyBody(&b);
}

// Two wedges of a right angle, edge across edge at an angle between 0.5 and 1.5, at distance 1e-3.
static cdPose nextCrossing(Random *random) {
    cdQuat over = cdMakeQuat(cdMakeVec3(1.0, 0.0, 0.0), PI);
    cdQuat turn = cdMakeQuat(UP, nextRandomIn(random, 0.5, 1.5));
    return (cdPose){{0.1, 1e-3, 0.05}, cdMulQuat(turn, over)};
}

// The wedge's edge along z at the origin, its body below.
static Body makeEdgeUp(void) {
    return makeWedge(1.25 * PI, 1.75 * PI, -1.0, 1.0);
}

static void checkMovedEdges(Random *random, const cdContactPoint *point, const Body *a, cdPose poseA,
                            const Body *b, cdPose poseB) {
    assert_int_equal(point->kind, CD_EDGE_ON_EDGE);
    cdPlacedPoint placed = cdPlacePoint(point, poseA, poseB);
    for (int i = 0; i < 20; i++) {
        cdPose movedA = shake(random, poseA, placed.point, 0.1),
               movedB = shake(random, poseB, placed.point, 0.1);
        cdPlacedPoint moved = cdPlacePoint(point, movedA, movedB);
        double distance =
            findEdgeDistance(a, movedA, point->locationA.index, b, movedB, point->locationB.index);
        if (fabs(fabs(moved.gap) - distance) > 1e-12) fail_msg("gap %g, distance %g", moved.gap, distance);
        assert_true(cdDot(moved.normal, placed.normal) > 0.9);
        // In the middle of both lines, half the gap from each.
        cdVec3 onA = cdMulAdd(moved.point, 0.5 * moved.gap, moved.normal);
        cdVec3 offLine =
            cdCross(cdSub(onA, cdTransformPoint(movedA, point->localA)), cdRotate(movedA.q, point->edgeA));
        assert_true(cdLength(offLine) < 1e-12);
    }
}

// Edges that cross, of regions and with A and B exchanged: the gap remains the distance of both edges when
// they move by a tenth, the normal points to A, and the point lies between the lines. Red: a reversed cross
// product, a point that stays on one body.
static void testEdgesThatCross(void **state) {
    (void)state;
    Random random = {5};
    Body a = makeEdgeUp(), b = makeEdgeUp();
    for (int round = 0; round < 60; round++) {
        cdPose frame = nextPose(&random, 3.0, 3.0), poseA = cdMulPose(frame, nextCrossing(&random));
        Made made = makePoints(&found, &a, poseA, &b, frame, 2e-3);
        assert_int_equal(made.count, 1);
        cdPlacedPoint placed = cdPlacePoint(&made.points[0], poseA, frame);
        assert_true(fabs(placed.gap - 1e-3) < 1e-12);
        assert_true(cdLength(cdSub(placed.normal, cdRotate(frame.q, UP))) < 1e-12);
        checkMovedEdges(&random, &made.points[0], &a, poseA, &b, frame);
        Made swapped = makePoints(&found, &b, frame, &a, poseA, 2e-3);
        assert_int_equal(swapped.count, 1);
        cdPlacedPoint other = cdPlacePoint(&swapped.points[0], frame, poseA);
        assert_true(fabs(other.gap - placed.gap) < 1e-15);
        assert_true(cdLength(cdAdd(other.normal, placed.normal)) < 1e-12);
        assert_true(cdLength(cdSub(other.point, placed.point)) < 1e-12);
        checkMovedEdges(&random, &swapped.points[0], &b, frame, &a, poseA);
    }
    destroyBody(&a);
    destroyBody(&b);
}

// --- Kinds without a face or a crossing

// An edge of 60 degrees in a valley of 90: it must not enter either of the valley's faces, so there are two
// points for each of them, and the planes are those of the valley, which may be A or B. Red: a valley's
// normals stored in the other body, one of them lost.
static void testEdgeInAValley(void **state) {
    (void)state;
    // All eight cubes but those with x > 0 and y > 0: a valley along z at the origin.
    static const cdVec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    Body valley = makeBodyOfCubes(0x77, axes), edge = makeWedge(PI / 12.0, PI * 5.0 / 12.0, -0.5, 0.5);
    cdPose pose = poseAt(5e-4, 7e-4, 0.0), none = cdIdentityPose();
    for (int swapped = 0; swapped < 2; swapped++) {
        Made made = swapped ? makePoints(&found, &valley, none, &edge, pose, 2e-3)
                            : makePoints(&found, &edge, pose, &valley, none, 2e-3);
        int32_t counts[2] = {0};
        for (int32_t i = 0; i < made.count; i++) {
            assert_int_equal(made.points[i].kind, swapped ? CD_PLANE_ON_POINT : CD_POINT_ON_PLANE);
            cdPlacedPoint placed =
                cdPlacePoint(&made.points[i], swapped ? none : pose, swapped ? pose : none);
            cdVec3 toEdge = cdScale(swapped ? -1.0 : 1.0, placed.normal);
            assert_true(toEdge.x == 1.0 || toEdge.y == 1.0);
            counts[toEdge.y == 1.0]++;
            assert_true(fabs(placed.gap - (toEdge.x == 1.0 ? 5e-4 : 7e-4)) < 1e-15);
            assert_true(fabs(fabs(placed.point.z) - 0.5) < 1e-12);
        }
        assert_true(counts[0] == 2 && counts[1] == 2);
    }
    destroyBody(&valley);
    destroyBody(&edge);
}

// Two edges of right angles over each other: the geometry determines no normal, the region chooses one; two
// points fixed to a plane of B along it. Red: parallel lines taken for crossing ones.
static void testEdgeOverEdge(void **state) {
    (void)state;
    Body a = makeEdgeUp(), b = makeEdgeUp();
    cdPose poseA = {{0.0, 1e-3, 0.3}, cdMakeQuat(cdMakeVec3(1.0, 0.0, 0.0), PI)};
    Made made = makePoints(&found, &a, poseA, &b, cdIdentityPose(), 2e-3);
    assert_true(made.count > 0 && made.count == 2 * found.regions[0].normalCount);
    for (int32_t i = 0; i < made.count; i++) {
        assert_int_equal(made.points[i].kind, CD_POINT_ON_PLANE);
        cdPlacedPoint placed = cdPlacePoint(&made.points[i], poseA, cdIdentityPose());
        assert_true(placed.normal.y > 0.5 && fabs(placed.gap - 1e-3 * placed.normal.y) < 1e-12);
    }
    destroyBody(&a);
    destroyBody(&b);
}

// --- Polygons

static double findTurn(const Made *made, cdPose poseA, int32_t i) {
    cdVec3 p[3];
    for (int32_t k = 0; k < 3; k++)
        p[k] = cdPlacePoint(&made->points[(i + k) % made->count], poseA, cdIdentityPose()).point;
    return cdDot(UP, cdCross(cdSub(p[1], p[0]), cdSub(p[2], p[1])));
}

// A prism of 40 sides on a floor: 16 of its corners, in order about the normal and all around. Red: the first
// 16, on one side, so that it tips over.
static void testOutermostCorners(void **state) {
    (void)state;
    Body a = makeBody("peg:sides=40"), b = makeBody("box:x=4,y=0.5,z=4");
    double low = a.mesh->info.bounds.lower.y;
    cdPose poseA = turnedPose(0.0, 0.5 + 1e-3 - low, 0.0, UP, 0.1);
    Made made = makePoints(&found, &a, poseA, &b, cdIdentityPose(), 2e-3);
    assert_int_equal(made.count, 16);
    double radius = cdLength(cdMakeVec3(made.points[0].localA.x, 0.0, made.points[0].localA.z));
    for (int32_t i = 0; i < made.count; i++) {
        assert_true(findTurn(&made, poseA, i) > 0.0);
        cdVec3 p = made.points[i].localA, q = made.points[(i + 1) % made.count].localA;
        assert_true(fabs(cdLength(cdMakeVec3(p.x, 0.0, p.z)) - radius) < 1e-9 * radius);
        assert_true(cdLength(cdSub(p, q)) < 2.0 * radius * sin(1.6 * PI / 16.0));
    }
    destroyBody(&a);
    destroyBody(&b);
}

// A flat L: its six corners but the inner one are the hull's. Red: the concave corner kept, whose row is
// redundant, or a corner lost.
static void testHullOfL(void **state) {
    (void)state;
    Body a = makeBody("l-shape"), b = makeBody("box:x=4,y=0.5,z=4");
    cdQuat lay = cdMakeQuat(cdMakeVec3(1.0, 0.0, 0.0), -0.5 * PI);
    double low = a.mesh->info.bounds.lower.z;
    cdPose poseA = {{0.0, 0.5 + 1e-3 - low, 0.0}, lay};
    Made made = makePoints(&found, &a, poseA, &b, cdIdentityPose(), 2e-3);
    assert_int_equal(made.count, 5);
    for (int32_t i = 0; i < made.count; i++) {
        assert_true(findTurn(&made, poseA, i) > 0.0);
        assert_true(fabs(cdGetPointGap(&made.points[i], poseA, cdIdentityPose()) - 1e-3) < 1e-12);
    }
    destroyBody(&a);
    destroyBody(&b);
}

// With too little room: the outermost corners, never more than fit. Red: writing past the caller's array.
static void testRoomForFew(void **state) {
    (void)state;
    Body a = makeBody("box:x=1,y=0.5,z=1.5"), b = makeBody("box:x=4,y=0.5,z=4");
    cdPose poseA = poseAt(0.0, 1.001, 0.0);
    Made made = makePoints(&found, &a, poseA, &b, cdIdentityPose(), 2e-3);
    assert_int_equal(made.count, 4);
    for (int32_t room = 0; room < 5; room++) {
        cdContactPoint points[5];
        memset(points, 0x5a, sizeof points);
        int32_t count = cdMakeRegionPoints(&found.out, &found.regions[0], a.mesh->features, poseA,
                                           b.mesh->features, cdIdentityPose(), points, room);
        assert_int_equal(count, room < 4 ? room : 4);
        assert_true(points[count].corner == 0x5a5a5a5a);
    }
    destroyBody(&a);
    destroyBody(&b);
}

// --- Exchanging A and B

// Boxes, tori and wedges resting after a throw: with A and B exchanged the number of points is the same, each
// with the opposite normal, the same gap to rounding, and the same position to the tolerance. Red: a sign or
// a side that belongs to A alone.
static void testExchanged(void **state) {
    (void)state;
    Random random = {7};
    Body bodies[3] = {makeBody("ring:segments=12"), makeBody("box:x=0.6,y=0.5,z=0.4"), makeEdgeUp()};
    int32_t compared = 0;
    for (int round = 0; round < 300; round++) {
        const Body *a = &bodies[round % 3], *b = &bodies[round / 3 % 3];
        cdPose start = nextPose(&random, 1.0, 3.0), target = nextPose(&random, 0.3, 3.0);
        start.p = cdScale(4.0, nextRandomDirection(&random));
        cdFirstContactInput input = makeStep(a->mesh, start, target, b->mesh, cdIdentityPose());
        input.margin = 1e-4;
        cdFirstContact hit = findContact(&input);
        if (hit.state != CD_CONTACT) continue;
        Made made = makePoints(&found, a, hit.resolvedPose, b, cdIdentityPose(), 8e-4);
        if (found.out.regionCount > 0 && found.regions[0].indeterminate) continue;
        Made other = makePoints(&found, b, cdIdentityPose(), a, hit.resolvedPose, 8e-4);
        assert_int_equal(made.count, other.count);
        for (int32_t i = 0; i < made.count; i++) {
            cdPlacedPoint own = cdPlacePoint(&made.points[i], hit.resolvedPose, cdIdentityPose());
            bool is = false;
            for (int32_t k = 0; k < other.count; k++) {
                cdPlacedPoint twin = cdPlacePoint(&other.points[k], cdIdentityPose(), hit.resolvedPose);
                is =
                    is || (cdLength(cdAdd(twin.normal, own.normal)) < 1e-9 &&
                           cdLength(cdSub(twin.point, own.point)) < 1e-3 && fabs(twin.gap - own.gap) < 1e-12);
            }
            assert_true(is);
            compared++;
        }
    }
    assert_true(compared > 50);
    for (int i = 0; i < 3; i++)
        destroyBody(&bodies[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRatesAreDifferences),
        cmocka_unit_test(testRateInClosedForm),
        cmocka_unit_test(testLinesAlongEachOther),
        cmocka_unit_test(testTangents),
        cmocka_unit_test(testBoxOnBox),
        cmocka_unit_test(testCornersOfB),
        cmocka_unit_test(testVertexOverFace),
        cmocka_unit_test(testEdgesThatCross),
        cmocka_unit_test(testEdgeInAValley),
        cmocka_unit_test(testEdgeOverEdge),
        cmocka_unit_test(testOutermostCorners),
        cmocka_unit_test(testHullOfL),
        cmocka_unit_test(testRoomForFew),
        cmocka_unit_test(testExchanged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
