// The discrete method: overlap of two meshes at a pose, against all pairs of triangles tested exactly.
#include "contact_fixture.h"
#include "mesh/shapes/triangle_overlap.h"
#include "oracle/backtracking.h"
#include "oracle/oracle_overlap.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const cdPose ORIGIN_POSE = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};

static void placeTriangle(const cdMesh *mesh, int32_t triangle, cdPose pose, cdVec3 corners[3]) {
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    const cdVec3 *vertices = info.vertices;
    const int32_t *triangles = info.triangles;
    cdVec3 center = info.center;
    for (int k = 0; k < 3; k++)
        corners[k] = cdTransformPoint(pose, cdAdd(vertices[triangles[3 * triangle + k]], center));
}

// Finds the overlapping pairs of triangles by testing all; `pairs` has a byte for each pair.
static int32_t findAllPairs(const cdMesh *a, cdPose poseA, const cdMesh *b, cdPose poseB,
                            unsigned char *pairs) {
    int32_t countA = cdGetMeshInfo(a).triangleCount, countB = cdGetMeshInfo(b).triangleCount, found = 0;
    for (int32_t i = 0; i < countA; i++) {
        cdVec3 first[3], second[3];
        placeTriangle(a, i, poseA, first);
        for (int32_t k = 0; k < countB; k++) {
            placeTriangle(b, k, poseB, second);
            pairs[i * countB + k] = cdTrianglesOverlap(first, second);
            found += pairs[i * countB + k];
        }
    }
    return found;
}

static cdPose randomPose(Random *random, double reach) {
    return (cdPose){cdScale(reach, nextRandomVec3(random)),
                    cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI))};
}

// Random poses, from far away to deep inside: the same answer and the same set of pairs as by brute force.
// Red: a bound in the tree that cuts off a triangle, a leaf that misses some of its triangles.
static void testAgainstAllPairs(void **state) {
    (void)state;
    const char *const shapes[] = {"torus:segments=12", "gear:teeth=6", "box", "teapot:segments=2", "plate"};
    cdMesh *meshes[5];
    for (int i = 0; i < 5; i++)
        meshes[i] = makeShape(shapes[i]);
    cdWorkspace *workspace = cdCreateWorkspace();
    static int32_t listed[2 * 20000];
    static unsigned char pairs[1 << 20];
    Random random = {51};
    int overlaps = 0;
    for (int k = 0; k < 400; k++) {
        const cdMesh *a = meshes[nextRandomInt(&random, 0, 4)], *b = meshes[nextRandomInt(&random, 0, 4)];
        cdPose poseA = randomPose(&random, 1.5), poseB = randomPose(&random, 0.5);
        int32_t expected = findAllPairs(a, poseA, b, poseB, pairs), countB = cdGetMeshInfo(b).triangleCount;
        cdOverlapInput input = {.meshA = a, .meshB = b, .poseA = poseA, .poseB = poseB};
        cdOverlap first = cdFindOverlap(&input, NULL, workspace, NULL);
        assert_int_equal(first.state, expected > 0 ? CD_OVERLAP : CD_FREE);
        overlaps += expected > 0;
        input.trianglePairs = listed;
        input.pairCapacity = 20000;
        cdOverlap all = cdFindOverlap(&input, NULL, workspace, NULL);
        assert_int_equal(all.pairCount, expected);
        assert_false(all.truncated);
        for (int32_t i = 0; i < all.pairCount; i++) {
            unsigned char *pair = &pairs[listed[2 * i] * countB + listed[2 * i + 1]];
            assert_int_equal(*pair, 1);
            *pair = 0; // each is listed once
        }
    }
    assert_true(overlaps > 100 && overlaps < 390);
    cdDestroyWorkspace(workspace);
    for (int i = 0; i < 5; i++)
        cdDestroyMesh(meshes[i]);
}

// The library's exact test against rational arithmetic, on random triangles and on grid ones, which often
// touch, share corners and are coplanar.
static void testTrianglesAgainstRationals(void **state) {
    (void)state;
    Random random = {52};
    int overlaps = 0;
    for (int k = 0; k < 3000; k++) {
        cdVec3 a[3], b[3];
        for (int i = 0; i < 3; i++) {
            a[i] = k % 2 ? nextRandomVec3(&random) : nextRandomGridPoint(&random, 0, 3);
            b[i] = k % 2 ? nextRandomVec3(&random) : nextRandomGridPoint(&random, 0, 3);
        }
        bool exact = DoTrianglesOverlapExactly(a, b);
        assert_int_equal(cdTrianglesOverlap(a, b), exact);
        overlaps += exact;
    }
    assert_true(overlaps > 300);
}

// Touching counts: boxes face on face at gap 0 overlap, with a gap of one unit in the last place they do not.
static void testTouchingCounts(void **state) {
    (void)state;
    cdMesh *box = makeShape("box");
    assert_true(overlapAt(box, poseAt(2, 0.3, 0.1), box, ORIGIN_POSE));
    assert_false(overlapAt(box, poseAt(nextafter(2, 3), 0.3, 0.1), box, ORIGIN_POSE));
    assert_true(overlapAt(box, poseAt(2, 2, 2), box, ORIGIN_POSE)); // one corner
    assert_false(overlapAt(box, poseAt(2, nextafter(2, 3), 2), box, ORIGIN_POSE));
    cdDestroyMesh(box);
}

// Surfaces, not solids: a small box inside a large one touches nothing.
static void testInsideIsNoOverlap(void **state) {
    (void)state;
    cdMesh *box = makeShape("box"), *small = makeShape("box:x=0.5,y=0.5,z=0.5");
    assert_false(overlapAt(small, poseAt(0.1, 0.2, 0), box, ORIGIN_POSE));
    assert_true(overlapAt(small, poseAt(0.6, 0, 0), box, ORIGIN_POSE));
    cdDestroyMesh(box);
    cdDestroyMesh(small);
}

// The point lies on both named triangles; a short buffer reports truncation and counts at most its room and
// the pairs found.
static void testPointAndTruncation(void **state) {
    (void)state;
    cdMesh *torus = makeShape("torus:segments=12");
    cdWorkspace *workspace = cdCreateWorkspace();
    int32_t pairs[6];
    memset(pairs, -1, sizeof pairs);
    cdPose pose = turnedPose(0.4, 0.1, 0, cdMakeVec3(1, 0, 0), 0.8);
    cdOverlapInput input = {.meshA = torus,
                            .meshB = torus,
                            .poseA = pose,
                            .poseB = ORIGIN_POSE,
                            .trianglePairs = pairs,
                            .pairCapacity = 2};
    cdOverlap result = cdFindOverlap(&input, NULL, workspace, NULL);
    assert_int_equal(result.state, CD_OVERLAP);
    assert_true(result.truncated && result.pairCount == 2);
    int32_t *room = malloc(2 * (size_t)result.neededPairs * sizeof *room);
    assert_non_null(room);
    cdOverlapInput again = input;
    again.trianglePairs = room;
    again.pairCapacity = result.neededPairs;
    cdOverlap all = cdFindOverlap(&again, NULL, workspace, NULL);
    assert_true(!all.truncated && all.pairCount > 2 && all.neededPairs == all.pairCount);
    free(room);
    assert_true(pairs[4] == -1 && pairs[5] == -1);
    cdVec3 a[3], b[3];
    placeTriangle(torus, result.featureA.index, pose, a);
    placeTriangle(torus, result.featureB.index, ORIGIN_POSE, b);
    assert_true(cdTrianglesOverlap(a, b));
    for (int side = 0; side < 2; side++) {
        const cdVec3 *t = side ? b : a;
        cdVec3 n = cdNormalize(cdCross(cdSub(t[1], t[0]), cdSub(t[2], t[0])));
        assert_true(fabs(cdDot(n, cdSub(result.point, t[0]))) < 1e-12);
    }
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(torus);
}

// Backtracking: finds the time by bisection if the target overlaps, within the resolution and at most that
// late; the resolved pose is free.
static void testBacktracking(void **state) {
    (void)state;
    cdMesh *box = makeShape("box");
    cdWorkspace *workspace = cdCreateWorkspace();
    cdFirstContactInput input = makeStep(box, poseAt(-6, 0, 0), poseAt(-1, 0.1, 0), box, ORIGIN_POSE);
    for (int k = 2; k <= 9; k++) {
        double resolution = pow(10.0, -k);
        cdFirstContact result = FindContactByBacktracking(&input, resolution, workspace);
        assert_int_equal(result.state, CD_CONTACT);
        assert_true(fabs(result.t.lo - 0.8) <= resolution && result.t.hi - result.t.lo <= resolution);
        assert_false(overlapAt(box, result.resolvedPose, box, ORIGIN_POSE));
    }
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testAgainstAllPairs),    cmocka_unit_test(testTrianglesAgainstRationals),
        cmocka_unit_test(testTouchingCounts),     cmocka_unit_test(testInsideIsNoOverlap),
        cmocka_unit_test(testPointAndTruncation), cmocka_unit_test(testBacktracking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
