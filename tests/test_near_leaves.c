// Walks to pairs of leaves that are near each other: they visit all near triangles, by brute force, at every
// scale, and few others.
#include "contact/pairs/near_leaves.h"
#include "contact/pairs/placed_leaves.h"
#include "contact_fixture.h"
#include "random.h"
#include "triangle_distance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { TRIANGLES_MOST = 512 };

// Pairs of triangles that the walk's caller must test: those in visited pairs of leaves, unless their boxes
// are disjoint.
typedef struct Shown {
    cdPlacedLeaves a, b;
    bool pairs[TRIANGLES_MOST][TRIANGLES_MOST];
    int count;
} Shown;

static Shown shown;

static bool show(void *context, int32_t leafA, int32_t leafB) {
    Shown *all = context;
    const cdPlacedLeaf *a = cdGetPlacedLeaf(&all->a, leafA, false);
    const cdPlacedLeaf *b = cdGetPlacedLeaf(&all->b, leafB, false);
    for (int32_t k = 0; k < b->count; k++)
        for (uint32_t near = cdFindNearBoxes(a, b, k), i = 0; near >> i != 0; i++)
            if (near >> i & 1) all->pairs[a->triangles[i].triangle][b->triangles[k].triangle] = true;
    return true;
}

static bool skipNone(void *context, int32_t nodeA, int32_t nodeB) {
    (void)context, (void)nodeA, (void)nodeB;
    return false;
}

static void placeCorners(const cdLeafWalk *walk, const cdMesh *mesh, int32_t triangle, cdVec3 corners[3]) {
    for (int k = 0; k < 3; k++) {
        corners[k] = mesh->vertices[mesh->triangles[3 * triangle + k]];
        if (mesh == walk->a) corners[k] = cdAdd(cdMulMat3Vec3(&walk->rotation, corners[k]), walk->position);
    }
}

// Returns the number of near pairs.
static int checkAgainstAll(const cdLeafWalk *walk) {
    int near = 0;
    for (int32_t a = 0; a < walk->a->triangleCount; a++) {
        cdVec3 p[3], q[3];
        placeCorners(walk, walk->a, a, p);
        for (int32_t b = 0; b < walk->b->triangleCount; b++) {
            placeCorners(walk, walk->b, b, q);
            shown.count += shown.pairs[a][b];
            if (findTrianglesDistance(p, q) > walk->reach) continue;
            near++;
            assert_true(shown.pairs[a][b]);
        }
    }
    return near;
}

// A pose at which the distance of two vertices nearly equals the walk's reach.
static void pickPose(Random *random, cdLeafWalk *walk) {
    cdQuat turn = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI));
    walk->rotation = cdMakeMat3FromQuat(turn);
    cdVec3 x = walk->a->vertices[nextRandomInt(random, 0, walk->a->vertexCount - 1)];
    cdVec3 y = walk->b->vertices[nextRandomInt(random, 0, walk->b->vertexCount - 1)];
    cdVec3 apart = cdMulAdd(y, (1.0 - 1e-6) * walk->reach, nextRandomDirection(random));
    walk->position = cdSub(apart, cdMulMat3Vec3(&walk->rotation, x));
}

// Returns the number of near pairs of triangles.
static int walkAndCheck(const cdMesh *a, const cdMesh *b, cdLeafWalk *walk) {
    assert_true(a->triangleCount <= TRIANGLES_MOST && b->triangleCount <= TRIANGLES_MOST);
    cdMeter meter = cdOpenMeter(&(cdBudget){0});
    size_t byteCount = cdGetLeafWalkSize(a, b);
    void *memory = malloc(byteCount);
    walk->visit = show;
    walk->skip = skipNone;
    walk->context = &shown;
    walk->meter = &meter;
    memset(&shown, 0, sizeof shown);
    shown.a = (cdPlacedLeaves){.placement = {a, &walk->rotation, walk->position}, .reach = walk->reach};
    shown.b = (cdPlacedLeaves){.placement.mesh = b, .reach = walk->reach};
    size_t placedCount = 2 * cdGetPlacedLeavesSize();
    void *placed = malloc(placedCount);
    cdMemory room = {.next = placed, .left = placedCount};
    assert_true(cdOpenPlacedLeaves(&shown.a, &room) && cdOpenPlacedLeaves(&shown.b, &room));
    assert_true(cdWalkNearLeaves(walk, (cdMemory){.next = memory, .left = byteCount}));
    free(memory);
    free(placed);
    return checkAgainstAll(walk);
}

// Red: siblings in the wrong lane, a queue not emptied in the end, a box with the wrong rotation.
static void testShowsAll(void **state) {
    (void)state;
    Random random = {4};
    cdVec3 origin = {0.0, 0.0, 0.0};
    int near = 0, all = 0;
    for (int i = 0; i < 60; i++) {
        double scale = pow(10.0, nextRandomIn(&random, -25.0, 18.0));
        cdMesh *a = makeScaledShape(i % 2 ? "torus:segments=8" : "box", scale, origin);
        cdMesh *b =
            makeScaledShape("gear:teeth=5", scale * pow(10.0, nextRandomIn(&random, -1.0, 1.0)), origin);
        double size = a->radius + b->radius;
        cdLeafWalk input = {.a = a, .b = b, .reach = size * pow(10.0, nextRandomIn(&random, -9.0, -1.0))};
        pickPose(&random, &input);
        near += walkAndCheck(a, b, &input);
        all += shown.count;
        cdDestroyMesh(a);
        cdDestroyMesh(b);
    }
    assert_true(near > 3000 && all < 6 * near);
}

static cdMesh *makeTurnedFloor(cdQuat turn) {
    TriangleSoup soup = {0};
    char message[256];
    assert_true(MakeShape("floor:n=3", &soup, message, sizeof message));
    for (int32_t i = 0; i < soup.pointCount; i++)
        soup.points[i] = cdRotate(turn, soup.points[i]);
    cdMeshDef def = MakeSoupMeshDef(&soup);
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    assert_non_null(mesh);
    DestroyTriangleSoup(&soup);
    return mesh;
}

// Flat meshes in parallel planes, whose boxes have the same distance as the meshes. Red: a reach without the
// rounding of floats.
static void testFlatMeshes(void **state) {
    (void)state;
    Random random = {5};
    int near = 0;
    for (int i = 0; i < 300; i++) {
        cdQuat turnA = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, PI));
        cdQuat turnB = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, PI));
        cdMesh *a = makeTurnedFloor(turnA), *b = makeTurnedFloor(turnB);
        cdVec3 along = {nextRandomIn(&random, -0.9, 0.9), 0.0, nextRandomIn(&random, -0.9, 0.9)};
        cdLeafWalk input = {
            .a = a, .b = b, .reach = a->radius * pow(10.0, nextRandomIn(&random, -9.0, -3.0))};
        input.rotation = cdMakeMat3FromQuat(cdMulQuat(turnB, cdConjugate(turnA)));
        along.y = (1.0 - 1e-6) * input.reach;
        input.position = cdRotate(turnB, along);
        near += walkAndCheck(a, b, &input);
        cdDestroyMesh(a);
        cdDestroyMesh(b);
    }
    assert_true(near > 300);
}

static cdMesh *makeTriangle(cdVec3 a, cdVec3 b, cdVec3 c) {
    cdVec3 points[3] = {a, b, c};
    int32_t corners[3] = {0, 1, 2};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.triangles = corners;
    def.pointCount = 3;
    def.triangleCount = 1;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    assert_non_null(mesh);
    return mesh;
}

// Triangles that share a corner, of sizes whose squares underflow in floats. Red: squares compared after
// losing their digits.
static void testTinyMeshes(void **state) {
    (void)state;
    cdVec3 origin = {0.0, 0.0, 0.0};
    for (int i = 0; i < 2000; i++) {
        double s = pow(2.0, -50.0 - i / 32.0);
        cdMesh *a = makeTriangle(origin, cdMakeVec3(s, 0.0, 0.0), cdMakeVec3(0.0, s, 0.0));
        cdMesh *b = makeTriangle(origin, cdMakeVec3(s, 0.0, s), cdMakeVec3(0.0, -s, s));
        cdLeafWalk input = {.a = a, .b = b, .reach = 1e-6 * s, .position = cdSub(a->center, b->center)};
        input.rotation = cdMakeMat3FromQuat(cdIdentityPose().q);
        walkAndCheck(a, b, &input);
        assert_true(shown.pairs[0][0]);
        cdDestroyMesh(a);
        cdDestroyMesh(b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testShowsAll), cmocka_unit_test(testFlatMeshes),
                                       cmocka_unit_test(testTinyMeshes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
