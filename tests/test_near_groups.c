// Pairs of triangles of a list, four at a time in floats: a pair is dropped only if it stays farther apart
// than the slack throughout the path.
#include "contact_fixture.h"
#include "continuous/search/near_groups.h"
#include "random.h"
#include "triangle_distance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { PAIRS = 96, SHARES = 8 };

// Meshes of triangles that do not share corners, and a list of pairs of them.
typedef struct Pairs {
    cdVec3 points[2][3 * PAIRS];
    int32_t triangles[3 * PAIRS];
    cdMesh *a, *b;
    cdNearPair listed[PAIRS];
    cdNearGroup groups[PAIRS / 4];
    cdNearList list;
} Pairs;

static Pairs pairs;

static cdMesh *makeSoup(const cdVec3 *points) {
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.triangles = pairs.triangles;
    def.pointCount = 3 * PAIRS;
    def.triangleCount = PAIRS;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    assert_non_null(mesh);
    assert_int_equal(mesh->triangleCount, PAIRS);
    return mesh;
}

// Triangles of all sizes and shapes about the origin, down to slivers and specks, and partners of the second
// mesh near each, in the same plane or across it; `grazing`: their distance from it.
static void makePoints(Random *random, double scale, cdVec3 far, double grazing) {
    for (int i = 0; i < PAIRS; i++) {
        double size = pow(10.0, nextRandomIn(random, -5.0, 0.0)), thin = i % 3 == 0 ? 1e-6 : 1.0;
        cdVec3 at = nextRandomVec3(random), along = nextRandomDirection(random);
        cdVec3 across = cdNormalize(cdCross(along, nextRandomDirection(random)));
        cdVec3 normal = cdCross(along, across), side = i % 2 == 0 ? normal : cdNegate(across);
        cdVec3 corners[3] = {at, cdMulAdd(at, size, along), cdMulAdd(at, size * thin, across)};
        double other = size * pow(10.0, nextRandomIn(random, -1.0, 1.0));
        cdVec3 start = cdMulAdd(cdMulAdd(at, nextRandomIn(random, 0.0, 0.5) * size, along), grazing, side);
        cdVec3 lift = cdMulAdd(cdScale(i % 4 < 2 ? 0.0 : 0.3, side), 0.5, along);
        cdVec3 partner[3] = {start, cdMulAdd(start, other, lift),
                             cdMulAdd(start, other, cdMulAdd(side, -0.5, along))};
        for (int k = 0; k < 3; k++) {
            pairs.points[0][3 * i + k] = cdMulAdd(far, scale, corners[k]);
            pairs.points[1][3 * i + k] = cdMulAdd(far, scale, partner[k]);
        }
    }
}

// Makes the meshes and the list from the points.
static void listPairs(void) {
    for (int32_t i = 0; i < 3 * PAIRS; i++)
        pairs.triangles[i] = i;
    pairs.a = makeSoup(pairs.points[0]);
    pairs.b = makeSoup(pairs.points[1]);
    pairs.list = (cdNearList){.a = pairs.a,
                              .b = pairs.b,
                              .pairs = pairs.listed,
                              .count = PAIRS,
                              .capacity = PAIRS,
                              .groups = pairs.groups,
                              .groupCapacity = PAIRS / 4};
    for (int32_t i = 0; i < PAIRS; i++)
        pairs.listed[i] = (cdNearPair){i, i, -1.0};
    cdGroupNearPairs(&pairs.list);
}

static void dropPairs(void) {
    cdDestroyMesh(pairs.a);
    cdDestroyMesh(pairs.b);
}

static cdVec3 placeCorner(const cdNearPath *path, int end, cdVec3 local) {
    return cdAdd(cdMulMat3Vec3(&path->rotations[end], local), path->positions[end]);
}

// Returns the minimum distance of a pair at some places on the path.
static double findLeastDistance(const cdNearPath *path, int32_t triangle) {
    double least = INFINITY;
    for (int s = 0; s <= SHARES; s++) {
        cdVec3 p[3], q[3];
        for (int k = 0; k < 3; k++) {
            cdVec3 local = pairs.a->vertices[pairs.a->triangles[3 * triangle + k]];
            p[k] = cdLerp(placeCorner(path, 0, local), placeCorner(path, 1, local), (double)s / SHARES);
            q[k] = pairs.b->vertices[pairs.b->triangles[3 * triangle + k]];
        }
        least = fmin(least, findTrianglesDistance(p, q));
    }
    return least;
}

// Returns how many pairs were dropped.
static int judgePath(const cdNearPath *path) {
    int dropped = 0;
    cdNearFrame frame = cdMakeNearFrame(&pairs.list, path);
    for (int32_t i = 0; i < PAIRS; i++) {
        if (!(cdFindPartedPairs(&frame, &pairs.groups[i / 4]) & 1 << i % 4)) continue;
        assert_true(findLeastDistance(path, i) > path->slack);
        dropped++;
    }
    return dropped;
}

// The first mesh in the coordinates of the second, shifted and turned a little; the second pose turned
// further.
static cdNearPath makePath(Random *random, double scale, double way) {
    cdNearPath path;
    cdVec3 axis = nextRandomDirection(random), between = cdSub(pairs.a->center, pairs.b->center);
    for (int end = 0; end < 2; end++) {
        cdQuat turn = cdMakeQuat(axis, way * end);
        path.rotations[end] = cdMakeMat3FromQuat(turn);
        path.positions[end] = cdMulAdd(between, scale * way * end, nextRandomDirection(random));
    }
    return path;
}

// Sizes from 1e-40 to 1e40, meshes far from their origins, paths of all lengths, slacks about the pairs'
// distance. Red: a rounding or a slack left out, a path taken at one end, a corner left out, squares that
// vanish.
static void testDropsOnlyFarPairs(void **state) {
    (void)state;
    static const double scales[] = {1.0, 1e-40, 1e40, 1e-7, 1e7};
    Random random = {5};
    int dropped = 0, all = 0;
    for (int i = 0; i < 60; i++) {
        double scale = scales[i % 5], grazing = pow(10.0, nextRandomIn(&random, -7.0, -1.0));
        cdVec3 far = cdScale(i % 4 == 0 ? 1e3 * scale : 0.0, nextRandomDirection(&random));
        makePoints(&random, scale, far, grazing);
        listPairs();
        for (int k = 0; k < 6; k++) {
            double way = k % 3 == 0 ? 0.0 : pow(10.0, nextRandomIn(&random, -8.0, -1.0));
            cdNearPath path = makePath(&random, scale, way);
            path.slack = scale * grazing * nextRandomIn(&random, 0.0, 1.2);
            dropped += judgePath(&path);
            all += PAIRS;
        }
        dropPairs();
    }
    assert_in_range(dropped, all / 20, all - all / 20);
}

// Parallel triangles over each other, 0.01 apart: kept with a slack of their distance, dropped with one that
// is smaller by more than floats round. Red: a comparison without the rounding of floats, a test that drops
// nothing.
static void testGrazes(void **state) {
    (void)state;
    static const cdVec3 corners[2][3] = {{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}},
                                         {{0.2, 0.2, 0.0}, {0.9, 0.3, 0.0}, {0.3, 0.8, 0.0}}};
    const double distance = 0.01;
    cdQuat tilt = cdMakeQuat(cdNormalize(cdMakeVec3(1.0, 2.0, 3.0)), 0.7); // no coordinate is exact
    for (int i = 0; i < PAIRS; i++)
        for (int k = 0; k < 3; k++) {
            cdVec3 shift = cdMakeVec3(3.0 * i / PAIRS, 0.01 * i, 0.0), up = cdMakeVec3(0.0, 0.0, distance);
            pairs.points[0][3 * i + k] = cdRotate(tilt, cdAdd(corners[0][k], shift));
            pairs.points[1][3 * i + k] = cdRotate(tilt, cdAdd(cdAdd(corners[1][k], shift), up));
        }
    listPairs();
    Random random = {9};
    for (int i = 0; i < 40; i++) {
        cdNearPath path = makePath(&random, 1.0, 0.0);
        path.slack = distance * (1.0 + nextRandomIn(&random, 0.0, 1e-9));
        assert_int_equal(judgePath(&path), 0);
        path.slack = distance * (1.0 - 1e-2);
        assert_int_equal(judgePath(&path), PAIRS);
    }
    dropPairs();
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testDropsOnlyFarPairs), cmocka_unit_test(testGrazes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
