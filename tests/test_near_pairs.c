// Candidates by the sphere trees against all pairs of features, the order of pairs, and too little room.
#include "memory_fixture.h"
#include "touch_fixture.h"
#include "triangle_distance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static bool hasPair(const cdRegionWork *work, cdEntity a, cdEntity b) {
    int32_t first = 0, end = work->pairCount;
    while (first < end) {
        int32_t middle = (first + end) / 2;
        const cdEntityPair *p = &work->pairs[middle];
        if (p->a < a || (p->a == a && p->b < b))
            first = middle + 1;
        else
            end = middle;
    }
    return first < work->pairCount && work->pairs[first].a == a && work->pairs[first].b == b;
}

static void assertAscending(const cdRegionWork *work) {
    for (int32_t i = 1; i < work->pairCount; i++) {
        const cdEntityPair *p = &work->pairs[i - 1], *q = &work->pairs[i];
        assert_true(p->a < q->a || (p->a == q->a && p->b < q->b));
    }
}

// --- distances of features, by their corners, edges and triangles

// A feature as triangles, a vertex and an edge as ones without area: triangles[returned].
static int32_t listTriangles(const cdRegionWork *work, cdWorkSide side, cdEntity entity,
                             cdVec3 (*triangles)[3]) {
    const cdFeatures *surface = cdGetWorkFeatures(work, side);
    const cdBrep *brep = &surface->brep;
    cdLocation location = cdGetEntityLocation(surface, entity);
    if (location.kind == CD_ON_VERTEX)
        triangles[0][0] = triangles[0][1] = triangles[0][2] = cdGetWorkPoint(work, side, location.index);
    if (location.kind == CD_ON_EDGE) {
        triangles[0][0] = cdGetWorkPoint(work, side, brep->halfEdges[2 * location.index].start);
        triangles[0][1] = triangles[0][2] =
            cdGetWorkPoint(work, side, brep->halfEdges[2 * location.index + 1].start);
    }
    if (location.kind != CD_ON_FACE) return 1;
    const cdBrepFace *face = &brep->faces[location.index];
    for (int32_t i = 0; i < face->triangleCount; i++)
        for (int k = 0; k < 3; k++) {
            cdVec3 p =
                brep->meshPoints[brep->triangles[3 * brep->faceTriangles[face->firstTriangle + i] + k]];
            triangles[i][k] = side == CD_SIDE_B ? p : cdTransformPoint(work->toWork, p);
        }
    return face->triangleCount;
}

static cdBox3 boundTriangles(cdVec3 (*triangles)[3], int32_t count) {
    cdBox3 box = {triangles[0][0], triangles[0][0]};
    for (int32_t i = 0; i < 3 * count; i++) {
        cdVec3 p = triangles[i / 3][i % 3];
        box.lower = cdMakeVec3(cdMin(box.lower.x, p.x), cdMin(box.lower.y, p.y), cdMin(box.lower.z, p.z));
        box.upper = cdMakeVec3(cdMax(box.upper.x, p.x), cdMax(box.upper.y, p.y), cdMax(box.upper.z, p.z));
    }
    return box;
}

// INFINITY: the boxes are farther than the tolerance.
static double distanceOfFeatures(const cdRegionWork *work, cdEntity a, cdEntity b) {
    static cdVec3 ofA[512][3], ofB[512][3];
    int32_t countA = listTriangles(work, CD_SIDE_A, a, ofA), countB = listTriangles(work, CD_SIDE_B, b, ofB);
    double least = INFINITY;
    cdBox3 boxA = boundTriangles(ofA, countA), boxB = boundTriangles(ofB, countB);
    cdVec3 over = cdSub(boxA.lower, boxB.upper), under = cdSub(boxB.lower, boxA.upper);
    if (cdMax(cdMax(over.x, under.x), cdMax(cdMax(over.y, under.y), cdMax(over.z, under.z))) >
        work->tolerance)
        return INFINITY;
    for (int32_t i = 0; i < countA; i++)
        for (int32_t k = 0; k < countB; k++)
            least = cdMin(least, findTrianglesDistance(ofA[i], ofB[k]));
    return least;
}

enum { BODY_COUNT = 6 };

static const char *const specs[BODY_COUNT] = {"box:x=0.5,y=0.4,z=0.3", "l-shape",      "ring:segments=7",
                                              "icosphere:level=1",     "gear:teeth=3", "torus:segments=8"};

// In touching poses with tolerances from tiny to half the size of the body, every pair of features within the
// tolerance is a candidate, and no candidate is farther than a few tolerances. Red: a near node, triangle or
// element dropped, or nothing dropped at all.
static void testNoPairLost(void **state) {
    (void)state;
    static const double tolerances[] = {1e-6, 1e-3, 0.05, 0.5};
    Random random = {12};
    int32_t within = 0, listed = 0;
    for (int number = 0; number < 80; number++) {
        Body a = makeBody(specs[nextRandomInt(&random, 0, BODY_COUNT - 1)]);
        Body b = makeBody(specs[nextRandomInt(&random, 0, BODY_COUNT - 1)]);
        Query query = openQuery(&a, &b, false);
        double tolerance = tolerances[number % 4];
        query.input.tolerance = tolerance;
        query.input.poseB = (cdPose){nextRandomVec3(&random), cdMakeQuat(nextRandomDirection(&random), 1.0)};
        query.input.poseA =
            touchOn(pickTouchPlace(&random, a.mesh->features, pickWhere(&random)),
                    pickTouchPlace(&random, b.mesh->features, pickWhere(&random)), query.input.poseB,
                    pickSpin(&random), nextRandomIn(&random, -0.2, 1.2) * tolerance);
        cdRegionWork work = openStep(&query, 1 << 16);
        assert_true(cdFindNearPairs(&work));
        cdSortPairs(&work);
        assertAscending(&work);
        listed += work.pairCount;
        for (cdEntity i = 0; i < cdCountEntities(a.mesh->features); i++)
            for (cdEntity k = 0; k < cdCountEntities(b.mesh->features); k++) {
                double distance = distanceOfFeatures(&work, i, k);
                bool listedHere = hasPair(&work, i, k);
                within += distance <= tolerance;
                if (distance <= tolerance && !listedHere)
                    fail_msg("pair %d: features %d and %d, %g apart, are no candidate", number, i, k,
                             distance);
            }
        closeQuery(&query);
        destroyBody(&a);
        destroyBody(&b);
    }
    print_message("%d candidates for %d pairs within the tolerance\n", listed, within);
    assert_true(within > 1000 && listed < 4 * within);
}

// Candidates or all pairs of features: the intersection set is the same, bit for bit. Red: as above, for the
// result.
static void testSameAsAllPairs(void **state) {
    (void)state;
    Random random = {5};
    for (int number = 0; number < 60; number++) {
        Body a = makeBody(specs[number % 5]), b = makeBody(specs[(number / 5) % 5]);
        Query near = openQuery(&a, &b, false), all = openQuery(&a, &b, false);
        near.input.tolerance = all.input.tolerance = number % 2 ? 1e-5 : 0.02;
        near.input.poseA = all.input.poseA = touchOn(pickTouchPlace(&random, a.mesh->features, CD_ON_FACE),
                                                     pickTouchPlace(&random, b.mesh->features, CD_ON_FACE),
                                                     cdIdentityPose(), pickSpin(&random), 0.0);
        findIntersection(&near);
        cdRegionWork work = openStep(&all, 1);
        for (cdEntity i = 0; i < cdCountEntities(a.mesh->features); i++)
            for (cdEntity k = 0; k < cdCountEntities(b.mesh->features); k++)
                intersectEntities(&work, (cdEntityPair){i, k});
        assert_int_equal(near.out.regionCount, all.out.regionCount);
        assert_int_equal(near.out.pointCount, all.out.pointCount);
        assert_memory_equal(near.out.points, all.out.points, (size_t)all.out.pointCount * sizeof(cdVec3));
        closeQuery(&near);
        closeQuery(&all);
        destroyBody(&a);
        destroyBody(&b);
    }
}

// Spheres of 80 to 82,000 triangles on a plate: a tolerance that shrinks with the triangles keeps the number
// of candidates constant. Red: everything near the plate, or all pairs, become candidates.
static void testCandidatesDoNotGrow(void **state) {
    (void)state;
    Body plate = makeBody("plate:width=4,depth=4,thickness=0.2");
    double top = cdGetMeshInfo(plate.mesh).bounds.upper.y;
    for (int level = 1; level <= 6; level++) {
        char spec[64];
        snprintf(spec, sizeof spec, "icosphere:level=%d", level);
        Body ball = makeBody(spec);
        Query query = openQuery(&ball, &plate, false);
        double lowest = INFINITY;
        for (int32_t v = 0; v < ball.mesh->features->info.vertexCount; v++)
            lowest = cdMin(lowest, getBrepPoint(ball.mesh->features, v).y);
        query.input.tolerance = 1e-6;
        query.input.poseA = poseAt(0.1, top - lowest + 5e-7, 0.2);
        cdRegionWork work = openStep(&query, 1 << 12);
        assert_true(cdFindNearPairs(&work));
        cdSortPairs(&work);
        assert_true(work.pairCount >= 1 && work.pairCount <= 40);
        closeQuery(&query);
        destroyBody(&ball);
    }
    destroyBody(&plate);
}

// Three triangles with a common edge, like a book: a feature edge for each, and a corner near that edge is
// near all three. Red: only the first of several edges along one of the mesh.
static void testEdgesOfOneMeshEdge(void **state) {
    (void)state;
    static const cdVec3 points[] = {{0, 0, -1}, {0, 0, 1}, {1, 0, 0}, {0.2, -1, 0}, {-1, 0.2, 0}};
    static const int32_t triangles[] = {0, 1, 2, 0, 1, 3, 0, 1, 4};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.triangles = triangles;
    def.pointCount = 5;
    def.triangleCount = 3;
    Body book = makeBodyOfMesh(cdCreateMesh(&def, NULL)), box = makeBody("box:x=0.5,y=0.5,z=0.5");
    Query query = openQuery(&box, &book, false);
    query.input.tolerance = 1e-5;
    query.input.poseA = poseAt(0.5, 0.5, 0.6);
    cdRegionWork work = openStep(&query, 1 << 12);
    assert_true(cdFindNearPairs(&work));
    cdSortPairs(&work);
    int32_t corner = -1, along = 0;
    for (int32_t v = 0; v < box.mesh->features->info.vertexCount; v++)
        if (cdLength(cdSub(getBrepPoint(box.mesh->features, v), cdMakeVec3(-0.5, -0.5, -0.5))) < 1e-9)
            corner = v;
    for (int32_t e = 0; e < book.mesh->features->info.edgeCount; e++) {
        const cdHalfEdge *h = book.mesh->features->brep.halfEdges + 2 * e;
        cdVec3 middle = cdLerp(getBrepPoint(book.mesh->features, h[0].start),
                               getBrepPoint(book.mesh->features, h[1].start), 0.5);
        if (cdLength(middle) > 1e-9) continue;
        along++;
        assert_true(hasPair(&work, corner, book.mesh->features->info.vertexCount + e));
    }
    assert_int_equal(along, 3);
    closeQuery(&query);
    destroyBody(&book);
    destroyBody(&box);
}

// A large triangle in the pieces of many leaves, beside small ones that permit so many pieces, and a triangle
// that is a single point, which is on no feature.
static Body makeCutTriangle(void) {
    cdVec3 points[512];
    cdMesh *ball = makeShape("icosphere:level=2,radius=0.2");
    const cdMeshInfo info = cdGetMeshInfo(ball);
    int32_t triangles[3 * 512], pointCount = info.vertexCount, triangleCount = info.triangleCount;
    const cdVec3 *corners = info.vertices;
    const int32_t *sides = info.triangles;
    for (int i = 0; i < pointCount; i++)
        points[i] = cdAdd(corners[i], cdMakeVec3(5.0, 3.0, 0.0));
    memcpy(triangles, sides, 3 * (size_t)triangleCount * sizeof *sides);
    cdDestroyMesh(ball);
    static const cdVec3 large[4] = {{-2.0, 0.0, -2.0}, {0.0, 0.0, 3.0}, {2.0, 0.0, -2.0}, {0.2, 0.0, 0.3}};
    for (int k = 0; k < 4; k++)
        points[pointCount + k] = large[k];
    for (int k = 0; k < 6; k++)
        triangles[3 * triangleCount + k] = pointCount + (k < 3 ? k : 3);
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.triangles = triangles;
    def.pointCount = pointCount + 4;
    def.triangleCount = triangleCount + 2;
    def.leafRadius = 0.2;
    return makeBodyOfMesh(cdCreateMesh(&def, NULL));
}

// Leaves with the same triangle are tested once; a point without a feature is near nothing. Red: equal
// triangles taken for done when nothing was, or a feature -1.
static void testLargeTriangleInPieces(void **state) {
    (void)state;
    Random random = {21};
    Body cut = makeCutTriangle(), box = makeBody("box:x=0.5,y=0.3,z=0.4");
    cdMeshInfo info = cdGetMeshInfo(cut.mesh);
    assert_true(info.leafRadius < 0.5 && info.labelCount + 300 < 2 * info.leafCount);
    for (int number = 0; number < 60; number++) {
        Query query = openQuery(number % 2 ? &cut : &box, number % 2 ? &box : &cut, false);
        query.input.tolerance = 1e-4;
        cdVec3 at = cdMakeVec3(nextRandomIn(&random, -1.0, 1.0), number % 3 ? 0.3 : 0.1,
                               nextRandomIn(&random, -1.0, 1.0));
        *(number % 2 ? &query.input.poseB : &query.input.poseA) = (cdPose){at, cdIdentityPose().q};
        cdRegionWork work = openStep(&query, 1 << 12);
        assert_true(cdFindNearPairs(&work));
        cdSortPairs(&work);
        for (int32_t i = 0; i < work.pairCount; i++)
            assert_true(work.pairs[i].a >= 0 && work.pairs[i].b >= 0);
        for (cdEntity i = 0; i < cdCountEntities(work.a); i++)
            for (cdEntity k = 0; k < cdCountEntities(work.b); k++)
                if (distanceOfFeatures(&work, i, k) <= 1e-4) assert_true(hasPair(&work, i, k));
        closeQuery(&query);
    }
    destroyBody(&cut);
    destroyBody(&box);
}

// Opens a step with room for exactly this many pairs.
static cdRegionWork openWithRoom(Query *query, int32_t room) {
    cdFreeBlock(&query->workspace->parts[CD_WORK_PAIRS]);
    cdRegionWork work = openStep(query, room);
    assert_int_equal(work.pairCapacity, room);
    return work;
}

// Most pairs occur repeatedly. The list is the same for any initial room. If memory is denied, twice the room
// of the existing pairs suffices; less than needed does not, and is reported. Red: repeats that fill the
// room, a pair lost silently or when the list grows.
static void testLittleRoom(void **state) {
    (void)state;
    Body a = makeBody("icosphere:level=2"), b = makeBody("gear:teeth=5");
    Query query = openQuery(&a, &b, false);
    query.input.tolerance = 0.2;
    query.input.poseA = poseAt(0.3, 1.1, 0.2);
    cdRegionWork work = openWithRoom(&query, 1 << 14);
    assert_true(cdFindNearPairs(&work) && work.pairCount > 500);
    cdSortPairs(&work);
    int32_t count = work.pairCount;
    size_t size = (size_t)count * sizeof *work.pairs;
    cdEntityPair *pairs = malloc(size);
    assert_non_null(pairs);
    memcpy(pairs, work.pairs, size);
    const int32_t rooms[] = {1, 2, 100, count - 1, count, 2 * count};
    for (int i = 0; i < 12; i++) {
        int32_t room = rooms[i % 6];
        LimitedMemory memory = {.allowed = i < 6 ? INT64_MAX : 0};
        work = openWithRoom(&query, room);
        useLimitedMemory(&memory);
        bool found = cdFindNearPairs(&work);
        restoreMemory(NULL);
        if (i < 6 || room == 2 * count) assert_true(found);
        if (i >= 6 && room < count) assert_false(found);
        if (!found) continue;
        cdSortPairs(&work);
        assert_int_equal(work.pairCount, count);
        assert_memory_equal(work.pairs, pairs, size);
    }
    work = openStep(&query, 2 * count);
    cdFreeArena(&query.workspace->arena);
    work.memory = cdOpenArena(&query.workspace->arena);
    LimitedMemory none = {.allowed = 0};
    useLimitedMemory(&none);
    assert_false(cdFindNearPairs(&work));
    restoreMemory(NULL);
    free(pairs);
    closeQuery(&query);
    destroyBody(&a);
    destroyBody(&b);
}

static int comparePairs(const void *left, const void *right) {
    const cdEntityPair *x = left, *y = right;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

// Inputs of all orders: sorted, reversed, all equal, up and down, few values, two interleaved runs, random;
// with and without sorting memory. Red: a pair lost, duplicated or out of order.
static void testSort(void **state) {
    (void)state;
    enum { COUNT_MAX = 3000 };
    static cdEntityPair pairs[2 * COUNT_MAX], should[COUNT_MAX];
    Random random = {8};
    cdArena arena = {.chunkCount = 0};
    for (int number = 0; number < 200; number++) {
        int32_t count = nextRandomInt(&random, 0, number % 3 ? 100 : COUNT_MAX), kind = number % 7;
        for (int32_t i = 0; i < count; i++) {
            int32_t a = kind == 0   ? i
                        : kind == 1 ? -i
                        : kind == 2 ? 7
                        : kind == 3 ? (i < count / 2 ? i : count - i)
                        : kind == 4 ? nextRandomInt(&random, 0, 3)
                        : kind == 5 ? (i % 2 ? i : i / 2 + count / 2)
                                    : nextRandomInt(&random, 0, 1 << 20);
            pairs[i] = should[i] = (cdEntityPair){a, kind == 4 ? nextRandomInt(&random, 0, 5) : a ^ 5};
        }
        cdRegionWork work = {
            .pairs = pairs, .pairCount = count, .pairCapacity = number % 2 ? count : 2 * COUNT_MAX};
        if (number % 4 == 0) work.memory = cdOpenArena(&arena);
        cdSortPairs(&work);
        qsort(should, (size_t)count, sizeof *should, comparePairs);
        int32_t kept = 0;
        for (int32_t i = 0; i < count; i++)
            if (i == 0 || comparePairs(&should[i - 1], &should[i]) != 0) {
                assert_true(kept < work.pairCount);
                assert_int_equal(comparePairs(&should[i], &pairs[kept]), 0);
                kept++;
            }
        assert_int_equal(kept, work.pairCount);
    }
    cdFreeArena(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testNoPairLost),
                                       cmocka_unit_test(testSameAsAllPairs),
                                       cmocka_unit_test(testCandidatesDoNotGrow),
                                       cmocka_unit_test(testEdgesOfOneMeshEdge),
                                       cmocka_unit_test(testLargeTriangleInPieces),
                                       cmocka_unit_test_teardown(testLittleRoom, restoreMemory),
                                       cmocka_unit_test(testSort)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
