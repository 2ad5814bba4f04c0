// Pairs of features at a distance: exactly the right ones; and the limits of slides and contact points of
// worlds from them, with the features' heights, rows and rates.
#include "body_fixture.h"
#include "cases.h"
#include "collision/distance.h"
#include "contact/pairs/clear_pairs.h"
#include "contact/pairs/near_triangles.h"
#include "contact/slide/clear_limits.h"
#include "foundation/memory/workspace.h"
#include "mesh/shapes/closest.h"
#include "random.h"
#include "world/contacts/clear_points.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { BODIES = 6 };

static Body bodies[BODIES];

static int makeBodies(void **state) {
    (void)state;
    static const char *const specs[] = {"box", "torus:segments=8", "gear:teeth=6", "l-shape", "tetrahedron"};
    for (int i = 0; i < 5; i++)
        bodies[i] = makeBody(specs[i]);
    const cdVec3 ends[2] = {{-0.5, 0.1, 0.0}, {0.6, 0.0, 0.2}};
    bodies[5].mesh = cdCreateCapsule(ends, 0.1, NULL);
    return bodies[5].mesh ? 0 : -1;
}

static int destroyBodies(void **state) {
    (void)state;
    for (int i = 0; i < BODIES; i++)
        destroyBody(&bodies[i]);
    return 0;
}

// Two meshes at some distance, and the feature pairs from half of it to more than it.
typedef struct Case {
    const cdMesh *a, *b;
    cdPose poseA, poseB;
    double distance; // of the triangles
    cdWorkspace *workspace;
    cdClearSearch search;
    cdClearList list;
} Case;

static Case makeCase(Random *random, int i) {
    Case made = {.a = bodies[i % BODIES].mesh, .b = bodies[i / BODIES % BODIES].mesh};
    made.workspace = cdCreateWorkspace();
    made.poseA = turnedPose(nextRandomIn(random, 3.5, 5.0), 0.3, -0.4, nextRandomDirection(random), 2.0);
    made.poseB = turnedPose(0.1, -0.2, 0.3, nextRandomDirection(random), 1.0);
    cdDistanceInput input = {.meshA = made.a, .meshB = made.b, .poseA = made.poseA, .poseB = made.poseB};
    cdDistance found = cdFindDistance(&input, NULL, made.workspace, NULL);
    assert_int_equal(found.state, CD_FREE);
    made.distance = found.distance + made.a->rounding + made.b->rounding;
    made.search = (cdClearSearch){.a = made.a,
                                  .b = made.b,
                                  .toB = cdFindToB(made.a, made.poseA, made.b, made.poseB),
                                  .nearest = 0.5 * made.distance,
                                  .farthest = 1.1 * made.distance,
                                  .slope = 1e-9};
    made.list = cdFindClearPairs(&made.search, cdOpenArena(&made.workspace->arena));
    assert_true(made.list.whole);
    return made;
}

// --- Pairs

// Corners of a feature in the frame of the work; the last one is repeated.
static void placeFeature(const cdMesh *mesh, const cdPose *toB, cdFeatureKind kind, int32_t index,
                         cdVec3 corners[3]) {
    const int32_t *of = kind == CD_FEATURE_VERTEX ? &index
                        : kind == CD_FEATURE_EDGE ? mesh->edges + 2 * index
                                                  : mesh->triangles + 3 * index;
    int count = kind == CD_FEATURE_VERTEX ? 1 : kind == CD_FEATURE_EDGE ? 2 : 3;
    for (int k = 0; k < 3; k++) {
        cdVec3 vertex = mesh->vertices[of[k < count ? k : count - 1]];
        corners[k] = toB != NULL ? cdTransformPoint(*toB, vertex) : vertex;
    }
}

static double findFeatureDistance(const cdVec3 a[3], const cdVec3 b[3]) {
    return sqrt(cdGetTriangleDistanceSq(a, b));
}

// The distance of the nearest points is that of the features; the normal points from one to the other.
static void checkPair(const Case *made, const cdClearPair *pair) {
    cdVec3 a[3], b[3];
    placeFeature(made->a, &made->search.toB, pair->kindA, pair->a, a);
    placeFeature(made->b, NULL, pair->kindB, pair->b, b);
    assert_true(fabs(findFeatureDistance(a, b) - pair->distance) < 1e-12);
    assert_true(cdFindClosestPointTriangle(pair->onA, a[0], a[1], a[2]).distanceSq < 1e-24);
    assert_true(cdFindClosestPointTriangle(pair->onB, b[0], b[1], b[2]).distanceSq < 1e-24);
    cdVec3 there = cdMulAdd(pair->onB, pair->distance, pair->normal);
    assert_true(cdLength(cdSub(there, pair->onA)) < 1e-12);
}

static bool isCornerOf(const int32_t corners[3], int32_t vertex) {
    return corners[0] == vertex || corners[1] == vertex || corners[2] == vertex;
}

// No motion on an adjacent triangle brings a point of the feature nearer to the other point.
static void checkLeast(const cdMesh *mesh, const cdPose *toB, cdFeatureKind kind, int32_t index, cdVec3 on,
                       cdVec3 other) {
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        const int32_t *corners = mesh->triangles + 3 * t;
        const int32_t *ends = kind == CD_FEATURE_EDGE ? mesh->edges + 2 * index : &index;
        bool beside = kind == CD_FEATURE_VERTEX
                          ? isCornerOf(corners, index)
                          : isCornerOf(corners, ends[0]) && isCornerOf(corners, ends[1]);
        cdVec3 c[3];
        placeFeature(mesh, toB, CD_FEATURE_FACE, t, c);
        for (int k = 0; k < 3 && beside; k++) {
            cdVec3 near = cdMulAdd(on, 1e-3, cdSub(c[k], on));
            assert_true(cdLength(cdSub(near, other)) > cdLength(cdSub(on, other)) - 1e-10);
        }
    }
}

static bool isListed(const Case *made, cdFeatureKind kindA, int32_t a, cdFeatureKind kindB, int32_t b) {
    for (int32_t i = 0; i < made->list.count; i++) {
        const cdClearPair *pair = &made->list.pairs[i];
        if (pair->kindA == kindA && pair->kindB == kindB && pair->a == a && pair->b == b) return true;
    }
    return false;
}

static bool isInRange(const Case *made, double distance) {
    return distance > made->search.nearest + 1e-9 && distance < made->search.farthest - 1e-9;
}

// True if a triangle of a mesh comes nearer to a point than one of its features on it does.
static bool comesNearer(const cdMesh *mesh, const cdPose *toB, cdVec3 point, double distance) {
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        cdVec3 c[3];
        placeFeature(mesh, toB, CD_FEATURE_FACE, t, c);
        double nearest = sqrt(cdFindClosestPointTriangle(point, c[0], c[1], c[2]).distanceSq);
        if (nearest < distance - 1e-9) return true;
    }
    return false;
}

// The mutually nearest points of both meshes, over all pairs of vertices and edges, are listed. Vertices and
// edges within flat faces are not.
static int32_t expectPairs(const Case *made, cdFeatureKind kindA, cdFeatureKind kindB) {
    int32_t countA = kindA == CD_FEATURE_VERTEX ? made->a->vertexCount : made->a->edgeCount, expected = 0;
    int32_t countB = kindB == CD_FEATURE_VERTEX ? made->b->vertexCount : made->b->edgeCount;
    for (int32_t i = 0; i < countA; i++)
        for (int32_t k = 0; k < countB; k++) {
            cdVec3 a[3], b[3];
            placeFeature(made->a, &made->search.toB, kindA, i, a);
            placeFeature(made->b, NULL, kindB, k, b);
            if (!isInRange(made, findFeatureDistance(a, b))) continue;
            cdClosest closest = cdFindClosestSegments(a[0], a[1], b[0], b[1]);
            double distance = sqrt(closest.distanceSq), far = 1e-6;
            bool inner =
                cdLength(cdSub(closest.onFirst, a[0])) > far && cdLength(cdSub(closest.onFirst, a[1])) > far;
            if (kindA == CD_FEATURE_EDGE && !inner) continue;
            inner = cdLength(cdSub(closest.onSecond, b[0])) > far &&
                    cdLength(cdSub(closest.onSecond, b[1])) > far;
            if (kindB == CD_FEATURE_EDGE && !inner) continue;
            if (comesNearer(made->a, &made->search.toB, closest.onSecond, distance)) continue;
            if (comesNearer(made->b, NULL, closest.onFirst, distance)) continue;
            expected++;
            if (!isListed(made, kindA, i, kindB, k))
                fail_msg("kinds %d and %d, features %d and %d", (int)kindA, (int)kindB, (int)i, (int)k);
        }
    return expected;
}

// The same for all vertices over triangles. `flipped`: the triangles are of A.
static int32_t expectOverFaces(const Case *made, bool flipped) {
    const cdMesh *vertices = flipped ? made->b : made->a, *faces = flipped ? made->a : made->b;
    const cdPose *vertexPose = flipped ? NULL : &made->search.toB,
                 *facePose = flipped ? &made->search.toB : NULL;
    int32_t expected = 0;
    for (int32_t v = 0; v < vertices->vertexCount; v++)
        for (int32_t t = 0; t < faces->triangleCount; t++) {
            cdVec3 p[3], c[3], normal = cdGetTriangleNormal(faces, t);
            placeFeature(vertices, vertexPose, CD_FEATURE_VERTEX, v, p);
            placeFeature(faces, facePose, CD_FEATURE_FACE, t, c);
            if (flipped) normal = cdRotate(made->search.toB.q, normal);
            double height = fabs(cdDot(normal, cdSub(p[0], c[0])));
            double distance = sqrt(cdFindClosestPointTriangle(p[0], c[0], c[1], c[2]).distanceSq);
            if (!isInRange(made, distance) || height < distance - 1e-12 || cdLengthSq(normal) == 0.0)
                continue;
            expected++;
            assert_true(flipped ? isListed(made, CD_FEATURE_FACE, t, CD_FEATURE_VERTEX, v)
                                : isListed(made, CD_FEATURE_VERTEX, v, CD_FEATURE_FACE, t));
        }
    return expected;
}

// Meshes of every kind at random poses: the minimum over the pairs is the distance of the meshes, and each
// pair found by exhaustive search is listed. Red: features owned by another triangle, too short a bound on
// the walk, neighbours of another feature, missing borders, pairs with a nearer neighbour.
static void testFindsAll(void **state) {
    (void)state;
    Random random = {31};
    int32_t found[4] = {0};
    for (int i = 0; i < countCases(5) * BODIES * BODIES; i++) {
        Case made = makeCase(&random, i);
        double least = INFINITY;
        for (int32_t k = 0; k < made.list.count; k++) {
            const cdClearPair *pair = &made.list.pairs[k];
            checkPair(&made, pair);
            if (pair->kindA != CD_FEATURE_FACE && pair->kindB != CD_FEATURE_FACE) {
                checkLeast(made.a, &made.search.toB, pair->kindA, pair->a, pair->onA, pair->onB);
                checkLeast(made.b, NULL, pair->kindB, pair->b, pair->onB, pair->onA);
            }
            least = fmin(least, made.list.pairs[k].distance);
        }
        assert_true(fabs(least - made.distance) < 1e-9);
        found[0] += expectPairs(&made, CD_FEATURE_VERTEX, CD_FEATURE_VERTEX);
        found[1] += expectPairs(&made, CD_FEATURE_VERTEX, CD_FEATURE_EDGE);
        found[1] += expectPairs(&made, CD_FEATURE_EDGE, CD_FEATURE_VERTEX);
        found[2] += expectPairs(&made, CD_FEATURE_EDGE, CD_FEATURE_EDGE);
        found[3] += expectOverFaces(&made, false) + expectOverFaces(&made, true);
        cdDestroyWorkspace(made.workspace);
    }
    for (int k = 0; k < 4; k++)
        assert_true(found[k] > 10);
}

// --- Limits and contact points

// Returns how far a point is inside the border of its feature.
static double getDepthInside(const cdVec3 corners[3], cdFeatureKind kind, cdVec3 point) {
    double depth = INFINITY;
    if (kind == CD_FEATURE_EDGE)
        depth = fmin(cdLength(cdSub(point, corners[0])), cdLength(cdSub(point, corners[1])));
    for (int k = 0; k < 3 && kind == CD_FEATURE_FACE; k++)
        depth = fmin(depth, sqrt(cdGetSegmentDistanceSq(point, corners[k], corners[(k + 1) % 3])));
    return depth;
}

static const double STEP = 0.01;

// True if the nearest points stay on their features in a motion of STEP.
static bool isWellInside(const Case *made, const cdClearPair *pair) {
    cdVec3 a[3], b[3];
    placeFeature(made->a, &made->search.toB, pair->kindA, pair->a, a);
    placeFeature(made->b, NULL, pair->kindB, pair->b, b);
    double far = 16.0 * STEP;
    return getDepthInside(a, pair->kindA, pair->onA) > far && getDepthInside(b, pair->kindB, pair->onB) > far;
}

// A motion so small that the nearest points hardly move on their features.
static cdPose moveLittle(Random *random, cdPose pose, double length) {
    cdPose moved = turnedPose(0.0, 0.0, 0.0, nextRandomDirection(random), length);
    moved.p = cdMulAdd(pose.p, length, nextRandomVec3(random));
    moved.q = cdNormalizeQuat(cdMulQuat(moved.q, pose.q));
    return moved;
}

// Returns the distance of a pair's features after A has moved.
static double findDistanceAfter(const Case *made, const cdClearPair *pair, cdPose poseA) {
    cdPose toB = cdFindToB(made->a, poseA, made->b, made->poseB);
    cdVec3 a[3], b[3];
    placeFeature(made->a, &toB, pair->kindA, pair->a, a);
    placeFeature(made->b, NULL, pair->kindB, pair->b, b);
    return findFeatureDistance(a, b);
}

static double getRowSpeed(const cdLimitRow *row, cdTwist twist) {
    return cdDot(row->linear, twist.linear) + cdDot(row->angular, twist.angular);
}

// The mark of a pair: its height, wherever A has moved, is the distance of its features beyond the clearance,
// and its row the rate of change. Red: a height that follows a plane instead of being round, a row about
// another point.
static void checkMark(const Case *made, const cdClearPair *pair, Random *random) {
    cdObstacle obstacle = {made->b, made->poseB};
    cdSlideShape shape = {made->a, cdIdentityPose()};
    cdSlideInput input = {
        .step = {.obstacles = &obstacle, .obstacleCount = 1}, .shapes = &shape, .shapeCount = 1};
    input.step.safetyDistance = 0.4 * made->distance;
    const cdSlidePair meshes = {0, 0};
    double kept = cdGetSlideClearance(&input, meshes);
    cdLimitMark mark = cdMakeClearMark(&input, meshes, made->poseA, pair);
    cdPose moved = moveLittle(random, made->poseA, STEP);
    double height = cdGetHeightAfter(&mark, made->poseA, moved);
    double distance = findDistanceAfter(made, pair, moved) - kept;
    if (isWellInside(made, pair)) assert_true(fabs(height - distance) < 1e-11);
    cdPose further = moveLittle(random, moved, 1e-7);
    cdVec3 local = made->a->center, center = cdTransformPoint(moved, local);
    cdLimitRow row = cdMoveLimit(&mark, made->poseA, moved, center);
    double grown = cdGetHeightAfter(&mark, made->poseA, further) - height;
    assert_true(fabs(row.bound + height) < 1e-12);
    assert_true(fabs(grown - getRowSpeed(&row, cdFindTwist(moved, further, local))) < 1e-11);
}

// The same for a contact point of two bodies, which lies between the surfaces.
static void checkPoint(const Case *made, const cdClearPair *pair, Random *random) {
    cdPointOffsets offsets = {0.3 * pair->distance, 0.6 * pair->distance};
    cdContactPoint point = cdMakeClearPoint(pair, made->a, made->b, made->search.toB, offsets);
    cdPlacedPoint at = cdPlacePoint(&point, made->poseA, made->poseB);
    assert_true(fabs(at.gap - 0.1 * pair->distance) < 1e-12);
    cdVec3 onB = cdTransformPoint(made->poseB, cdAdd(pair->onB, made->b->center));
    double height = cdDot(at.normal, cdSub(at.point, onB));
    assert_true(height > offsets.b - 1e-9 && height < pair->distance - offsets.a + 1e-9);
    assert_true(cdLength(cdSub(cdMulAdd(onB, height, at.normal), at.point)) < 1e-9);
    cdPose moved = moveLittle(random, made->poseA, STEP);
    double gap = cdGetPointGap(&point, moved, made->poseB);
    double wanted = findDistanceAfter(made, pair, moved) - 0.9 * pair->distance;
    if (isWellInside(made, pair) && point.kind != CD_POINT_ON_PLANE) assert_true(fabs(gap - wanted) < 1e-11);
    cdPose further = moveLittle(random, moved, 1e-7);
    cdTwist twist = cdFindTwist(moved, further, made->a->center);
    cdMoving movingA = {cdTransformPoint(moved, made->a->center), twist.linear, twist.angular};
    cdPlacedPoint placed = cdPlacePoint(&point, moved, made->poseB);
    double rate =
        cdGetGapRate(&placed, &movingA, &(cdMoving){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}});
    assert_true(fabs(cdGetPointGap(&point, further, made->poseB) - gap - rate) < 1e-11);
}

// The stop of a query at a safety distance, as a mark: its height is 0 there, and from then on that of its
// features. Red: points that are not those of the features.
static void checkStop(const Case *made, Random *random) {
    cdObstacle obstacle = {made->b, made->poseB};
    cdSlideShape shape = {made->a, cdIdentityPose()};
    cdSlideInput input = {.step = {.mesh = made->a, .obstacles = &obstacle, .obstacleCount = 1},
                          .shapes = &shape,
                          .shapeCount = 1};
    cdObstaclesInput *step = &input.step;
    step->safetyDistance = 0.4 * made->distance;
    step->start = step->target = made->poseA;
    step->target.p = cdSub(made->poseB.p, cdScale(0.2, made->poseA.p));
    cdFirstContact stop = cdFindFirstContactAmong(step, NULL, made->workspace, NULL);
    if (stop.state != CD_CONTACT) return;
    cdMotion motion = cdMakeMotion(step->start, step->target, made->a->center);
    cdPose there = cdGetPoseAt(&motion, stop.t.lo), moved = moveLittle(random, there, STEP);
    cdLimitMark mark = cdMakeClearStop(&input, there, &stop, 0);
    assert_true(fabs(cdGetHeightAfter(&mark, there, there)) < 1e-9);
    cdPose toB = cdFindToB(made->a, there, made->b, made->poseB);
    cdClearPair pair = {
        .kindA = stop.featureA.kind,
        .kindB = stop.featureB.kind,
        .a = stop.featureA.index,
        .b = stop.featureB.index,
        .onA = cdTransformPoint(toB, cdSub(cdInvTransformPoint(there, mark.point), made->a->center)),
        .onB = cdSub(cdInvTransformPoint(made->poseB, mark.under), made->b->center)};
    Case at = *made;
    at.search.toB = toB;
    if (!isWellInside(&at, &pair)) return;
    double kept = cdGetSlideClearance(&input, (cdSlidePair){0, 0}),
           distance = findDistanceAfter(&at, &pair, moved) - kept;
    assert_true(fabs(cdGetHeightAfter(&mark, there, moved) - distance) < 1e-9);
}

static void testLimitsAndPoints(void **state) {
    (void)state;
    Random random = {32};
    for (int i = 0; i < countCases(3) * BODIES * BODIES; i++) {
        Case made = makeCase(&random, i);
        for (int32_t k = 0; k < made.list.count; k++) {
            checkMark(&made, &made.list.pairs[k], &random);
            checkPoint(&made, &made.list.pairs[k], &random);
        }
        checkStop(&made, &random);
        cdDestroyWorkspace(made.workspace);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFindsAll),
        cmocka_unit_test(testLimitsAndPoints),
    };
    return cmocka_run_group_tests(tests, makeBodies, destroyBodies);
}
