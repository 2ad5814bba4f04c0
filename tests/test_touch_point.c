// The contact points of first contacts: their planes and lines by the elements that touch.
#include "mesh/shapes/closest.h"
#include "point_fixture.h"
#include "world/contacts/contact_point.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static cdContactPoint makeTouch(const Body *a, const Body *b, const cdFirstContact *hit, cdPose relativeA) {
    cdTouch touch = {hit->kind, hit->featureA, hit->featureB, hit->point, hit->normal};
    return cdMakeTouchPoint(&touch, a->mesh, b->mesh, relativeA);
}

static double findElementDistance(const Body *a, const Body *b, const cdContactPoint *point, cdPose poseA) {
    cdPose none = cdIdentityPose();
    const cdMesh *face = point->corner == CD_VERTEX_FACE ? b->mesh : a->mesh;
    if (point->corner == CD_EDGE_EDGE) {
        const int32_t *p = a->mesh->edges + 2 * point->locationA.index,
                      *q = b->mesh->edges + 2 * point->locationB.index;
        cdClosest closest =
            cdFindClosestSegments(getMeshPoint(a->mesh, poseA, p[0]), getMeshPoint(a->mesh, poseA, p[1]),
                                  getMeshPoint(b->mesh, none, q[0]), getMeshPoint(b->mesh, none, q[1]));
        return sqrt(closest.distanceSq);
    }
    bool faceOfB = point->corner == CD_VERTEX_FACE;
    const int32_t *corners = face->triangles + 3 * (faceOfB ? point->locationB : point->locationA).index;
    cdPose facePose = faceOfB ? none : poseA;
    cdVec3 vertex = faceOfB ? getMeshPoint(a->mesh, poseA, point->locationA.index)
                            : getMeshPoint(b->mesh, none, point->locationB.index);
    cdClosest closest = cdFindClosestPointTriangle(vertex, getMeshPoint(face, facePose, corners[0]),
                                                   getMeshPoint(face, facePose, corners[1]),
                                                   getMeshPoint(face, facePose, corners[2]));
    return sqrt(closest.distanceSq);
}

// Tori and boxes thrown at each other at random, first contact found in B's frame: at the contact the gap is
// 0 to the query's tolerance, at the resolved pose it is within the query's guarantee, and up to 1e-4 around
// it it is the distance of the two elements. It decreases where the body approaches. Red: elements of the
// wrong mesh, the mesh's centre ignored, a normal towards B.
static void testFirstContacts(void **state) {
    (void)state;
    Random random = {6};
    Body bodies[3] = {makeBody("torus:segments=12"), makeBody("box:x=0.6,y=0.5,z=0.4"),
                      makeBodyOfMesh(makeScaledShape("icosphere:level=1", 0.7, cdMakeVec3(3.0, 2.0, 1.0)))};
    int kinds[3] = {0};
    for (int round = 0; round < 600; round++) {
        const Body *a = &bodies[round % 3], *b = &bodies[round / 3 % 3];
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), 3.0 * nextRandom(&random));
        cdVec3 from = cdScale(4.0, nextRandomDirection(&random)), to = cdScale(0.5, nextRandomVec3(&random));
        cdVec3 off = cdSub(b->mesh->center, cdRotate(turn, a->mesh->center));
        cdPose start = {cdAdd(from, off), turn}, target = {cdAdd(to, off), turn};
        cdFirstContactInput input = makeStep(a->mesh, start, target, b->mesh, cdIdentityPose());
        input.margin = 1e-4;
        cdFirstContact hit = findContact(&input);
        if (hit.state != CD_CONTACT) continue;
        cdPose at = {cdLerp(start.p, target.p, hit.t.lo), turn};
        cdContactPoint point = makeTouch(a, b, &hit, at);
        assert_true(cdIsTouchPoint(&point));
        cdPlacedPoint placed = cdPlacePoint(&point, at, cdIdentityPose());
        assert_true(fabs(placed.gap) <= 2.0 * hit.tolerance);
        assert_true(cdLength(cdSub(placed.normal, hit.normal)) < 1e-9);
        assert_true(cdLength(cdSub(placed.point, hit.point)) < 1e-6);
        double gap = cdGetPointGap(&point, hit.resolvedPose, cdIdentityPose());
        assert_true(gap > 0.0);
        cdMoving moving = {.centroid = at.p, .velocity = cdSub(target.p, start.p)}, still = {0};
        assert_true(cdGetGapRate(&placed, &moving, &still) < 0.0);
        kinds[point.kind]++;
        for (int i = 0; i < 5; i++) {
            cdPose moved = shake(&random, at, placed.point, 1e-4);
            double own = fabs(cdGetPointGap(&point, moved, cdIdentityPose()));
            double distance = findElementDistance(a, b, &point, moved);
            // If they met next to the end of an element, its end may be nearer than its line.
            if (own > distance + 1e-12 || distance > own + 3e-4) fail_msg("%g, not %g", own, distance);
        }
    }
    assert_true(kinds[0] > 20 && kinds[1] > 20 && kinds[2] > 20);
    for (int i = 0; i < 3; i++)
        destroyBody(&bodies[i]);
}

static cdFeature makeFeature(cdFeatureKind kind, int32_t index) {
    return (cdFeature){.kind = kind, .index = index};
}

// A vertex that meets a triangle's border from the side, and parallel edges: the contact's own normal, fixed
// in B, and the elements' nearest points. Red: the triangle's normal, along which nothing stops the body.
static void testNormalsOfTheContact(void **state) {
    (void)state;
    Body a = makeBody("box:x=0.5,y=0.5,z=0.5"), b = makeBody("box:x=0.5,y=0.5,z=0.5");
    cdPose poseA = poseAt(1.0, 0.2, 0.3);
    cdVec3 normal = {1.0, 0.0, 0.0};
    int32_t triangle = 0, lowest = findLowest(&a, poseA, cdMakeVec3(1.0, 0.1, 0.1));
    for (int32_t t = 0; t < b.mesh->triangleCount; t++)
        if (cdGetTriangleNormal(b.mesh, t).y > 0.9) triangle = t;
    cdFeature vertex = makeFeature(CD_FEATURE_VERTEX, lowest), face = makeFeature(CD_FEATURE_FACE, triangle);
    cdVec3 at = {0.5, -0.3, -0.2};
    cdTouch touch = {CD_VERTEX_FACE, vertex, face, at, normal};
    cdContactPoint point = cdMakeTouchPoint(&touch, a.mesh, b.mesh, poseA);
    assert_true(point.kind == CD_POINT_ON_PLANE && point.normal.x == 1.0 && point.localB.x == 0.5);
    poseA.p.x += 0.01;
    assert_true(fabs(cdGetPointGap(&point, poseA, cdIdentityPose()) - 0.01) < 1e-15);
    poseA.p.x -= 0.01;
    cdTouch other = {CD_FACE_VERTEX, face, vertex, at, cdNegate(normal)};
    cdContactPoint mirrored = cdMakeTouchPoint(&other, b.mesh, a.mesh, cdInvMulPose(poseA, cdIdentityPose()));
    assert_true(mirrored.kind == CD_POINT_ON_PLANE && mirrored.normal.x == -1.0);
    cdPlacedPoint placed = cdPlacePoint(&mirrored, cdIdentityPose(), poseA);
    assert_true(fabs(placed.gap) < 1e-15 && fabs(placed.point.x - 0.5) < 1e-15);
    for (int32_t e = 0; e < a.mesh->edgeCount; e++) {
        const int32_t *ends = a.mesh->edges + 2 * e;
        bool seam = cdLength(cdSub(a.mesh->vertices[ends[0]], a.mesh->vertices[ends[1]])) > 1.1;
        if (seam) continue;
        cdFeature edge = makeFeature(CD_FEATURE_EDGE, e);
        cdTouch crossing = {CD_EDGE_EDGE, edge, edge, at, normal};
        cdContactPoint along = cdMakeTouchPoint(&crossing, a.mesh, b.mesh, poseAt(1e-3, 0.0, 0.0));
        assert_true(along.kind == CD_POINT_ON_PLANE && along.normal.x == 1.0);
        assert_true(fabs(cdGetPointGap(&along, poseAt(2e-3, 0.0, 0.0), cdIdentityPose())) <= 2e-3);
    }
    destroyBody(&a);
    destroyBody(&b);
}

// The corner of a cube over the middle of a larger one's face, where the seam of its two triangles runs: the
// cube's edges meet the seam too, with normals all around, but they touch the plane. On the larger cube's own
// edges they are edges that meet at an end. Red: a collision along a seam's cross product, which throws the
// cube sideways.
static void testSeams(void **state) {
    (void)state;
    Body a = makeBody("box:x=0.2,y=0.2,z=0.2"), b = makeBody("box:x=1,y=0.5,z=1");
    cdVec3 corner = cdNormalize(cdMakeVec3(1.0, 1.0, 1.0));
    cdPose poseA = poseAt(0.0, 0.5 + 0.2 * sqrt(3.0), 0.0);
    poseA.q = cdMakeQuat(cdNormalize(cdCross(corner, cdNegate(UP))), acos(-corner.y));
    int32_t vertex = findLowest(&a, poseA, UP), seams = 0, sharp = 0;
    for (int32_t i = 0; i < a.mesh->edgeCount; i++) {
        const int32_t *ends = a.mesh->edges + 2 * i;
        double length = cdLength(cdSub(a.mesh->vertices[ends[0]], a.mesh->vertices[ends[1]]));
        bool ownSeam = length > 0.5;
        if (ownSeam || (ends[0] != vertex && ends[1] != vertex)) continue;
        for (int32_t k = 0; k < b.mesh->edgeCount; k++) {
            cdVec3 p = getMeshPoint(b.mesh, cdIdentityPose(), b.mesh->edges[2 * k]);
            cdVec3 q = getMeshPoint(b.mesh, cdIdentityPose(), b.mesh->edges[2 * k + 1]);
            if (p.y < 0.4 || q.y < 0.4) continue;
            bool seam = p.x * q.x < 0.0 && p.z * q.z < 0.0;
            cdPose shifted = poseA;
            if (!seam) shifted.p = cdAdd(poseA.p, cdMakeVec3(0.5 * (p.x + q.x), 0.0, 0.5 * (p.z + q.z)));
            cdVec3 at = getMeshPoint(a.mesh, shifted, vertex);
            cdVec3 along =
                cdSub(getMeshPoint(a.mesh, shifted, ends[0]), getMeshPoint(a.mesh, shifted, ends[1]));
            cdVec3 normal = cdNormalize(cdCross(along, cdSub(q, p)));
            if (normal.y < 0.0) normal = cdNegate(normal);
            cdFeature edgeA = makeFeature(CD_FEATURE_EDGE, i), edgeB = makeFeature(CD_FEATURE_EDGE, k);
            cdTouch touch = {CD_EDGE_EDGE, edgeA, edgeB, at, normal};
            cdContactPoint point = cdMakeTouchPoint(&touch, a.mesh, b.mesh, shifted);
            cdPlacedPoint placed = cdPlacePoint(&point, shifted, cdIdentityPose());
            assert_true(point.atBorder && fabs(placed.gap) < 1e-12);
            assert_int_equal(point.kind, seam ? CD_POINT_ON_PLANE : CD_EDGE_ON_EDGE);
            assert_true(cdLength(cdSub(placed.normal, seam ? UP : normal)) < 1e-9);
            seams += seam, sharp += !seam;
            cdTouch other = {CD_EDGE_EDGE, edgeB, edgeA, cdInvTransformPoint(shifted, at),
                             cdNegate(cdInvRotate(shifted.q, normal))};
            cdContactPoint mirrored =
                cdMakeTouchPoint(&other, b.mesh, a.mesh, cdInvMulPose(shifted, cdIdentityPose()));
            assert_int_equal(mirrored.kind, seam ? CD_PLANE_ON_POINT : CD_EDGE_ON_EDGE);
            placed = cdPlacePoint(&mirrored, cdIdentityPose(), shifted);
            assert_true(cdLength(cdAdd(placed.normal, seam ? UP : normal)) < 1e-9);
        }
    }
    assert_true(seams >= 3 && sharp >= 12);
    destroyBody(&a);
    destroyBody(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFirstContacts),
        cmocka_unit_test(testNormalsOfTheContact),
        cmocka_unit_test(testSeams),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
