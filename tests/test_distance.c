// The distance of two meshes: closed forms, all pairs of triangles, symmetry, scales, limits, caches.
#include "collision/distance.h"
#include "collision/draw.h"
#include "contact_fixture.h"
#include "mesh/shapes/closest.h"
#include "random.h"
#include "triangle_distance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void placeTriangle(const cdMesh *mesh, cdPose pose, int32_t triangle, cdVec3 corners[3]) {
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    const cdVec3 *vertices = info.vertices;
    const int32_t *triangles = info.triangles;
    for (int k = 0; k < 3; k++)
        corners[k] = cdTransformPoint(pose, cdAdd(vertices[triangles[3 * triangle + k]], info.center));
}

// The oracle: every pair of triangles, whole.
static double findDistanceSlowly(const cdDistanceInput *input) {
    int32_t countA = cdGetMeshInfo(input->meshA).triangleCount,
            countB = cdGetMeshInfo(input->meshB).triangleCount;
    double least = INFINITY;
    for (int32_t i = 0; i < countA; i++) {
        cdVec3 p[3], q[3];
        placeTriangle(input->meshA, input->poseA, i, p);
        for (int32_t j = 0; j < countB; j++) {
            placeTriangle(input->meshB, input->poseB, j, q);
            least = cdMin(least, findTrianglesDistance(p, q));
        }
    }
    return least;
}

static bool isSameVector(cdVec3 p, cdVec3 q) {
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

// Equal bit for bit, except for the counts.
static void assertSame(const cdDistance *p, const cdDistance *q) {
    assert_int_equal(p->state, q->state);
    assert_true(p->beyond == q->beyond && p->distance == q->distance && p->error == q->error);
    assert_true(p->lower == q->lower && p->upper == q->upper);
    assert_true(isSameVector(p->pointA, q->pointA) && isSameVector(p->pointB, q->pointB));
    assert_true(isSameVector(p->normal, q->normal));
    assert_memory_equal(&p->featureA, &q->featureA, sizeof p->featureA);
    assert_memory_equal(&p->featureB, &q->featureB, sizeof p->featureB);
}

// A point lies on its named feature.
static void assertOnFeature(const cdMesh *mesh, cdPose pose, cdFeature feature, cdVec3 point, double within) {
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    const cdVec3 *vertices = info.vertices;
    cdVec3 local = cdSub(cdInvTransformPoint(pose, point), info.center);
    if (feature.kind == CD_FEATURE_VERTEX) {
        assert_true(cdLength(cdSub(local, vertices[feature.index])) <= within);
    } else if (feature.kind == CD_FEATURE_EDGE) {
        const int32_t *ends = info.edges + 2 * feature.index;
        assert_true(cdGetSegmentDistanceSq(local, vertices[ends[0]], vertices[ends[1]]) <= within * within);
    } else {
        assert_int_equal(feature.kind, CD_FEATURE_FACE);
        const int32_t *t = info.triangles + 3 * feature.index;
        cdClosest closest = cdFindClosestPointTriangle(local, vertices[t[0]], vertices[t[1]], vertices[t[2]]);
        assert_true(closest.distanceSq <= within * within);
    }
}

// Two boxes corner to corner, edge to edge crosswise, corner over face, at many sizes and far from the
// origin. Red: a nearest point in the wrong frame, a feature named by the wrong mesh's numbers.
static void testBoxes(void **state) {
    (void)state;
    static const double scales[] = {1.0, 1e-4, 1e4};
    for (int k = 0; k < 3; k++) {
        double s = scales[k];
        cdVec3 own = {2.0 * k * s, -k * s, 0.5 * k * s}, at = {700.0 * k * s, 300.0 * k * s, -k * s};
        cdMesh *a = makeScaledShape("box:x=1,y=1,z=1", s, own),
               *b = makeScaledShape("box:x=1,y=1,z=1", s, (cdVec3){0.0, 0.0, 0.0});
        cdDistanceInput input = {.meshA = a, .meshB = b, .poseB = {at, cdIdentityPose().q}};
        cdVec3 gap = {0.3 * s, 0.4 * s, 1.2 * s};
        cdVec3 centers = cdAdd((cdVec3){2.0 * s, 2.0 * s, 2.0 * s}, gap);
        input.poseA = (cdPose){cdSub(cdAdd(at, centers), own), cdIdentityPose().q};
        cdDistance corner = cdFindDistance(&input, NULL, NULL, NULL);
        assert_int_equal(corner.state, CD_FREE);
        assert_true(fabs(corner.distance - 1.3 * s) <= 1e-12 * s * (1.0 + 1000.0 * k));
        assert_true(corner.lower <= corner.distance && corner.distance <= corner.upper);
        assert_int_equal(corner.featureA.kind, CD_FEATURE_VERTEX);
        assert_int_equal(corner.featureB.kind, CD_FEATURE_VERTEX);
        assert_true(cdLength(cdSub(corner.normal, cdScale(1.0 / (1.3 * s), gap))) <= 1e-9);
        assert_true(cdLength(cdSub(cdSub(corner.pointA, corner.pointB), gap)) <=
                    1e-12 * s * (1.0 + 1000.0 * k));

        cdQuat onCorner = cdMulQuat(cdMakeQuat((cdVec3){1.0, 0.0, 0.0}, atan(sqrt(0.5))),
                                    cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, PI / 4.0));
        cdVec3 over = {0.25 * s, (1.0 + sqrt(3.0) + 0.01) * s, -0.5 * s};
        input.poseA.q = onCorner;
        input.poseA.p = cdSub(cdAdd(at, over), cdRotate(onCorner, own));
        cdDistance tip = cdFindDistance(&input, NULL, NULL, NULL);
        assert_true(fabs(tip.distance - 0.01 * s) <= 1e-12 * s * (1.0 + 1000.0 * k));
        assert_int_equal(tip.featureA.kind, CD_FEATURE_VERTEX);
        assert_int_equal(tip.featureB.kind, CD_FEATURE_FACE);
        assert_true(fabs(tip.normal.y - 1.0) <= 1e-9);
        cdDestroyMesh(a);
        cdDestroyMesh(b);
    }
}

// Two edges crosswise, at a distance of a hundredth. Red: edges that are tested only at their ends.
static void testCrossedEdges(void **state) {
    (void)state;
    cdMesh *box = makeShape("box:x=1,y=1,z=1");
    cdQuat lower = cdMakeQuat((cdVec3){1.0, 0.0, 0.0}, PI / 4.0);
    cdQuat upper = cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, PI / 4.0);
    cdDistanceInput input = {box, box, {{0.0, 2.0 * sqrt(2.0) + 0.01, 0.0}, upper}, {{0.0, 0.0, 0.0}, lower},
                             0.0, {0}};
    cdDistance found = cdFindDistance(&input, NULL, NULL, NULL);
    assert_true(fabs(found.distance - 0.01) <= 1e-12);
    assert_int_equal(found.featureA.kind, CD_FEATURE_EDGE);
    assert_int_equal(found.featureB.kind, CD_FEATURE_EDGE);
    assert_true(fabs(found.normal.y - 1.0) <= 1e-9);
    cdDestroyMesh(box);
}

// A corner over the middle of an edge, with either mesh as A: edge and vertex are named, whichever pair of
// elements was tested. If the gap is too small for a direction, corner over face: the normal is the face's,
// from B to A. Red: a point searched on A's features in the wrong frame, a reversed normal.
static void testFeaturesAndNormals(void **state) {
    (void)state;
    cdMesh *box = makeShape("box:x=1,y=1,z=1");
    cdQuat onEdge = cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, PI / 4.0);
    cdQuat onCorner = cdMulQuat(cdMakeQuat((cdVec3){1.0, 0.0, 0.0}, atan(sqrt(0.5))), onEdge);
    cdPose edge = {{0.1, 0.2, 0.25}, onEdge}, corner = {{0.1, 0.21 + sqrt(2.0) + sqrt(3.0), 0.0}, onCorner};
    cdDistance over = cdFindDistance(&(cdDistanceInput){box, box, edge, corner, 0.0, {0}}, NULL, NULL, NULL);
    assert_true(fabs(over.distance - 0.01) <= 1e-12 && over.normal.y < -0.999999);
    assert_int_equal(over.featureA.kind, CD_FEATURE_EDGE);
    assert_int_equal(over.featureB.kind, CD_FEATURE_VERTEX);
    cdDistance under = cdFindDistance(&(cdDistanceInput){box, box, corner, edge, 0.0, {0}}, NULL, NULL, NULL);
    assert_true(fabs(under.distance - 0.01) <= 1e-12 && under.normal.y > 0.999999);
    assert_int_equal(under.featureA.kind, CD_FEATURE_VERTEX);
    assert_int_equal(under.featureB.kind, CD_FEATURE_EDGE);

    corner.p = (cdVec3){0.0, 0.0, 0.0};
    for (int side = -1; side <= 1; side += 2) {
        cdPose flat = poseAt(0.1, side * (1.0 + sqrt(3.0) + 1e-12), 0.2);
        cdDistance a = cdFindDistance(&(cdDistanceInput){box, box, flat, corner, 0.0, {0}}, NULL, NULL, NULL);
        cdDistance b = cdFindDistance(&(cdDistanceInput){box, box, corner, flat, 0.0, {0}}, NULL, NULL, NULL);
        assert_true(a.state == CD_FREE && b.state == CD_FREE);
        assert_true(fabs(a.normal.y - side) <= 1e-12 && fabs(b.normal.y + side) <= 1e-12);
    }
    cdDestroyMesh(box);
}

// Rings, L-shapes and knots at random poses against every pair of triangles, in both orders, with a cache of
// any earlier query, and with a limit. Red: a node skipped below the minimum distance, an element that no
// triangle owns in its leaf, a trusted cache.
static void testAgainstAll(void **state) {
    (void)state;
    Random random = {11};
    cdMesh *meshes[] = {makeShape("torus:major=0.6,minor=0.2,segments=6"),
                        makeShape("l-shape:size=1,thickness=0.4,depth=0.4"),
                        makeShape("icosphere:radius=0.5,level=1")};
    cdPairCache cache = {0};
    int overlaps = 0;
    for (int round = 0; round < 120; round++) {
        const cdMesh *a = meshes[nextRandomInt(&random, 0, 2)], *b = meshes[nextRandomInt(&random, 0, 2)];
        cdDistanceInput input = {.meshA = a, .meshB = b};
        input.poseA = (cdPose){cdScale(nextRandomIn(&random, 0.3, 2.0), nextRandomDirection(&random)),
                               cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 3.0))};
        input.poseB = (cdPose){cdScale(0.2, nextRandomVec3(&random)),
                               cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 3.0))};
        double exact = findDistanceSlowly(&input);
        cdDistance found = cdFindDistance(&input, NULL, NULL, NULL);
        assert_int_equal(found.state, exact > 0.0 ? CD_FREE : CD_OVERLAP);
        assert_true(exact >= found.lower - 1e-14 && exact <= found.upper + 1e-14);
        overlaps += found.state == CD_OVERLAP;
        assertOnFeature(a, input.poseA, found.featureA, found.pointA, 1e-12);
        assertOnFeature(b, input.poseB, found.featureB, found.pointB, 1e-12);
        assert_true(fabs(cdLength(cdSub(found.pointA, found.pointB)) - exact) <= 1e-12);

        cdDistance cached = cdFindDistance(&input, &cache, NULL, NULL);
        assertSame(&cached, &found);

        cdDistanceInput swapped = {b, a, input.poseB, input.poseA, 0.0, {0}};
        cdDistance back = cdFindDistance(&swapped, NULL, NULL, NULL);
        assert_int_equal(back.state, found.state);
        assert_true(fabs(back.distance - found.distance) <= 1e-13);

        input.maxDistance = nextRandomIn(&random, 0.01, 1.0);
        cdDistance limited = cdFindDistance(&input, NULL, NULL, NULL);
        assert_true(limited.beyond == (exact > input.maxDistance));
        assert_true(limited.beyond ? limited.lower <= exact && limited.lower >= input.maxDistance - 1e-12
                                   : limited.distance == found.distance);
    }
    assert_true(overlaps > 10 && overlaps < 100);
    for (int k = 0; k < 3; k++)
        cdDestroyMesh(meshes[k]);
}

// Boxes that share only a corner point, a face, and at the distance of a rounding unit. Red: a gap reported
// as an overlap by a tolerance, a touch reported free.
static void testTouching(void **state) {
    (void)state;
    cdMesh *box = makeShape("box:x=1,y=1,z=1");
    cdDistanceInput input = {box, box, poseAt(2.0, 2.0, 2.0), cdIdentityPose(), 0.0, {0}};
    assert_int_equal(cdFindDistance(&input, NULL, NULL, NULL).state, CD_OVERLAP);
    input.poseA = poseAt(2.0, 0.25, 0.5);
    cdDistance face = cdFindDistance(&input, NULL, NULL, NULL);
    assert_int_equal(face.state, CD_OVERLAP);
    assert_true(face.distance == 0.0 && face.lower == 0.0 && face.upper == 0.0);
    assert_true(fabs(face.pointA.x - 1.0) <= 1e-12);
    input.poseA = poseAt(2.0 + 0x1p-50, 0.25, 0.5);
    cdDistance hair = cdFindDistance(&input, NULL, NULL, NULL);
    assert_int_equal(hair.state, CD_FREE);
    assert_true(hair.distance == 0x1p-50 && hair.lower == 0.0 && hair.upper < 1e-12);
    assert_true(hair.normal.x == 1.0);
    input.poseA = poseAt(0.1, 0.2, 0.3); // each within the other's hull, surfaces cross
    assert_int_equal(cdFindDistance(&input, NULL, NULL, NULL).state, CD_OVERLAP);
    cdDestroyMesh(box);
    cdMesh *inner = makeShape("box:x=0.5,y=0.5,z=0.5"), *outer = makeShape("box:x=1,y=1,z=1");
    input = (cdDistanceInput){inner, outer, poseAt(0.25, 0.0, 0.0), cdIdentityPose(), 0.0, {0}};
    cdDistance inside = cdFindDistance(&input, NULL, NULL, NULL);
    assert_int_equal(inside.state, CD_FREE);
    assert_true(fabs(inside.distance - 0.25) <= 1e-13);
    cdDestroyMesh(inner);
    cdDestroyMesh(outer);
}

// Needles a millionth as wide as long, crosswise and end to end. Red: a direction tilted by a needle's bad
// normal taken for a separating one.
static void testNeedles(void **state) {
    (void)state;
    Random random = {17};
    for (int round = 0; round < 12; round++) {
        cdVec3 points[2][3];
        cdMesh *mesh[2];
        for (int i = 0; i < 2; i++) {
            cdVec3 from = nextRandomVec3(&random), along = nextRandomDirection(&random);
            points[i][0] = from;
            points[i][1] = cdMulAdd(from, 1.0, along);
            points[i][2] =
                cdAdd(cdMulAdd(from, nextRandom(&random), along),
                      cdScale(pow(10.0, -nextRandomIn(&random, 6.0, 12.0)), nextRandomVec3(&random)));
            cdMeshDef def = cdDefaultMeshDef();
            static const int32_t triangle[3] = {0, 1, 2};
            def.points = points[i], def.triangles = triangle;
            def.pointCount = 3, def.triangleCount = 1;
            mesh[i] = cdCreateMesh(&def, NULL);
            assert_non_null(mesh[i]);
        }
        cdDistanceInput input = {mesh[0], mesh[1], cdIdentityPose(), cdIdentityPose(), 0.0, {0}};
        cdDistance found = cdFindDistance(&input, NULL, NULL, NULL);
        double exact = findTrianglesDistance(points[0], points[1]);
        assert_true(exact >= found.lower && exact <= found.upper);
        cdDestroyMesh(mesh[0]);
        cdDestroyMesh(mesh[1]);
    }
}

// A search with a limited number of pairs: undecided with valid bounds, then complete. Red: a bound that
// ignores the rest of the stack.
static void testBudget(void **state) {
    (void)state;
    cdMesh *a = makeShape("torus:major=0.6,minor=0.2,segments=20");
    cdDistanceInput input = {
        a, a, turnedPose(0.9, 0.3, 0.8, (cdVec3){1.0, 2.0, 0.0}, 1.0), cdIdentityPose(), 0.0, {0}};
    cdDistance whole = cdFindDistance(&input, NULL, NULL, NULL);
    double last = 0.0;
    int undecided = 0;
    for (input.budget.maxPairTests = 1; input.budget.maxPairTests < 100000; input.budget.maxPairTests *= 2) {
        cdDistance cut = cdFindDistance(&input, NULL, NULL, NULL);
        assert_true(cut.lower <= whole.distance && cut.upper >= whole.distance - 1e-13);
        if (cut.state == CD_UNDECIDED)
            undecided++;
        else
            assert_true(cut.distance == whole.distance);
        last = cut.lower;
    }
    assert_true(undecided > 2 && last == whole.lower);
    input.budget.maxPairTests = 0;
    input.poseA.p.x = NAN;
    assert_int_equal(cdFindDistance(&input, NULL, NULL, NULL).state, CD_UNDECIDED);
    cdDestroyMesh(a);
}

// Among boxes in a row: the nearest is named, the first of two at the same distance, none beyond the limit,
// and an overlap ends the search. Red: the order of the queries changes the answer.
static void testAmong(void **state) {
    (void)state;
    cdMesh *box = makeShape("box:x=0.5,y=0.5,z=0.5");
    cdObstacle row[] = {{box, poseAt(-3.0, 0.0, 0.0)},
                        {box, poseAt(2.0, 0.0, 0.0)},
                        {box, poseAt(-2.0, 0.0, 0.0)},
                        {box, poseAt(5.0, 0.0, 0.0)}};
    cdPairCache caches[4] = {0};
    cdDistanceAmongInput input = {
        .mesh = box, .pose = cdIdentityPose(), .obstacles = row, .obstacleCount = 4};
    for (int round = 0; round < 3; round++) {
        cdDistance found = cdFindDistanceAmong(&input, round > 0 ? caches : NULL, NULL, NULL);
        assert_int_equal(found.obstacle, 1);
        assert_int_equal(found.state, CD_FREE);
        assert_true(fabs(found.distance - 1.0) <= 1e-14 && found.lower <= 1.0 && found.upper >= 1.0);
    }
    input.pose.p.x = -0.1;
    cdDistance moved = cdFindDistanceAmong(&input, caches, NULL, NULL);
    assert_true(fabs(moved.distance - 0.9) <= 1e-14);
    assert_int_equal(moved.obstacle, 2);
    input.maxDistance = 0.5;
    cdDistance far = cdFindDistanceAmong(&input, caches, NULL, NULL);
    assert_true(far.beyond && far.obstacle == -1 && far.lower <= 0.5 && far.lower >= 0.5 - 1e-12);
    input.pose.p.x = 4.5;
    cdDistance crossing = cdFindDistanceAmong(&input, caches, NULL, NULL);
    assert_int_equal(crossing.state, CD_OVERLAP);
    assert_int_equal(crossing.obstacle, 3);
    input.maxDistance = 0.0;
    input.budget.maxPairTests = 1;
    cdDistance cut = cdFindDistanceAmong(&input, caches, NULL, NULL);
    assert_true(cut.state == CD_UNDECIDED && !cut.beyond && cut.lower <= 0.0);
    cdMesh *larger = makeShape("box:x=0.5,y=2,z=2"); // queried first: its bounding sphere is nearer
    cdObstacle equal[] = {{box, poseAt(-2.0, 0.0, 0.0)}, {larger, poseAt(2.0, 0.0, 0.0)}};
    input =
        (cdDistanceAmongInput){.mesh = box, .pose = cdIdentityPose(), .obstacles = equal, .obstacleCount = 2};
    cdDistance tie = cdFindDistanceAmong(&input, NULL, NULL, NULL);
    assert_true(tie.distance == 1.0 && tie.obstacle == 0);
    input.obstacleCount = 1;
    assert_true(tie.stats.sphereTests > cdFindDistanceAmong(&input, NULL, NULL, NULL).stats.sphereTests);
    input.obstacleCount = 0;
    cdDistance none = cdFindDistanceAmong(&input, NULL, NULL, NULL);
    assert_true(none.beyond && none.obstacle == -1);
    cdDestroyMesh(larger);
    cdDestroyMesh(box);
}

// Two tori with a trace, complete and truncated: the same answer as without; the nearest recorded elements
// have the distance found, no skipped nodes are nearer; the descriptions are about distances, not contacts.
// Red: a step not recorded, or as one of another search.
static void testTrace(void **state) {
    (void)state;
    enum { EVENTS = 1 << 14 };
    static cdTraceEvent events[EVENTS];
    cdMesh *a = makeScaledShape("torus", 1.0, (cdVec3){0.0, 0.0, 0.0});
    cdDistanceInput input = {.meshA = a, .meshB = a, .poseB = cdIdentityPose()};
    input.poseA = (cdPose){{0.3, 2.2, 0.4}, cdMakeQuat((cdVec3){1.0, 0.0, 0.0}, 0.7)};
    cdDistance plain = cdFindDistance(&input, NULL, NULL, NULL);
    assert_int_equal(plain.state, CD_FREE);
    for (int32_t room = 3; room <= EVENTS; room += EVENTS - 3) {
        cdTrace trace = {events, room, 0, false};
        cdDistance traced = cdFindDistance(&input, NULL, NULL, &trace);
        assertSame(&traced, &plain);
        assert_true(trace.truncated == (room == 3));
        assert_true(trace.eventCount <= room);
        double least = INFINITY;
        for (int32_t i = 0; i < trace.eventCount; i++) {
            const cdTraceEvent *event = &events[i];
            assert_int_equal(event->how, CD_HOW_DISTANCE);
            char text[CD_TRACE_TEXT_SIZE];
            cdDescribeTrace(event, NULL, text, sizeof text);
            assert_true(strstr(text, "distance") && strstr(text, " [ours]"));
            if (event->kind == CD_TRACE_ELEMENTS) least = cdMin(least, event->c[0]);
            if (event->kind == CD_TRACE_NODES_DISJOINT) assert_true(event->c[0] >= plain.lower);
        }
        if (!trace.truncated) assert_true(least == plain.distance);
    }
    cdDestroyMesh(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBoxes),
        cmocka_unit_test(testCrossedEdges),
        cmocka_unit_test(testFeaturesAndNormals),
        cmocka_unit_test(testAgainstAll),
        cmocka_unit_test(testTouching),
        cmocka_unit_test(testNeedles),
        cmocka_unit_test(testBudget),
        cmocka_unit_test(testAmong),
        cmocka_unit_test(testTrace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
