// Clearances of meshes: boxes in closed form, others against all pairs of triangles; bounds on paths.
#include "contact_fixture.h"
#include "foundation/numbers/rounding.h"
#include "mesh/mesh_data.h"
#include "mesh/shapes/closest.h"
#include "random.h"
#include "world/contacts/clearance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void placeTriangle(const cdMesh *mesh, cdPose pose, int32_t triangle, cdVec3 corners[3]) {
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    const cdVec3 *vertices = info.vertices;
    const int32_t *triangles = info.triangles;
    for (int k = 0; k < 3; k++)
        corners[k] = cdTransformPoint(pose, cdAdd(vertices[triangles[3 * triangle + k]], info.center));
}

// Returns the minimum distance of all corners from all faces and of all edges from each other.
static double findDistance(const cdMesh *a, const cdMesh *b, cdPose poseA) {
    int32_t countA = cdGetMeshInfo(a).triangleCount, countB = cdGetMeshInfo(b).triangleCount;
    double least = INFINITY;
    for (int32_t i = 0; i < countA; i++) {
        cdVec3 p[3], q[3];
        placeTriangle(a, poseA, i, p);
        for (int32_t j = 0; j < countB; j++) {
            placeTriangle(b, cdIdentityPose(), j, q);
            for (int k = 0; k < 3; k++) {
                least = cdMin(least, cdFindClosestPointTriangle(p[k], q[0], q[1], q[2]).distanceSq);
                least = cdMin(least, cdFindClosestPointTriangle(q[k], p[0], p[1], p[2]).distanceSq);
                for (int l = 0; l < 3; l++)
                    least = cdMin(
                        least, cdFindClosestSegments(p[k], p[(k + 1) % 3], q[l], q[(l + 1) % 3]).distanceSq);
            }
        }
    }
    return sqrt(least);
}

static const double scales[] = {1.0, 1e-4, 1e4};

// Cubes of side 2 above each other, by gaps from a millionth up, also small, large and far from their own
// origins: exact below a sixteenth of the requested value, never more than the gap. Red: a slab's half height
// forgotten, a plane that separates triangles it cuts.
static void testCubes(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        double s = scales[k];
        cdVec3 far = {3.0 * k * s, -2.0 * k * s, k * s};
        cdMesh *a = makeScaledShape("box:x=1,y=1,z=1", s, far);
        cdMesh *b = makeScaledShape("box:x=1,y=1,z=1", s, (cdVec3){0.0, 0.0, 0.0});
        for (double gap = 1e-6; gap < 2.0; gap *= 4.0) {
            cdPose pose = {cdSub((cdVec3){0.3 * s, (2.0 + gap) * s, -0.6 * s}, cdGetMeshInfo(a).center),
                           cdIdentityPose().q};
            double clear = cdFindClearance(a, b, pose, 20.0 * gap * s, NULL), exact = gap * s;
            assert_true(clear <= exact + 1e-14 * s && clear >= exact - 1e-12 * s);
            cdPose back = {cdNegate(pose.p), pose.q};
            assert_true(fabs(cdFindClearance(b, a, back, 20.0 * gap * s, NULL) - exact) <= 1e-12 * s);
            assert_true(cdFindClearance(a, b, pose, 0.5 * exact, NULL) <= 0.5 * exact);
            assert_true(cdFindClearance(a, b, pose, 2.0 * exact, NULL) <= exact);
        }
        cdDestroyMesh(a);
        cdDestroyMesh(b);
    }
}

// Rings and L-shapes at random poses about each other: never more than the distance, and no less than it or a
// sixteenth of the requested value. Red: a pair of nodes skipped below the minimum distance.
static void testAgainstAll(void **state) {
    (void)state;
    Random random = {3};
    cdMesh *a = makeShape("torus:major=0.6,minor=0.2,segments=10"),
           *b = makeShape("l-shape:size=1,thickness=0.4,depth=0.4");
    int near = 0;
    for (int round = 0; round < 150; round++) {
        cdVec3 way = nextRandomDirection(&random);
        cdPose pose = {cdScale(nextRandomIn(&random, 1.0, 2.0), way),
                       cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 3.0))};
        double exact = findDistance(a, b, pose), most = nextRandomIn(&random, 0.01, 3.0);
        double clear = cdFindClearance(a, b, pose, most, NULL);
        near += exact < most / 16.0;
        assert_true(clear <= exact + 1e-13 && clear <= most);
        assert_true(clear >= cdMin(exact, most / 16.0) - 1e-12);
    }
    assert_true(near >= 10);
    cdDestroyMesh(a);
    cdDestroyMesh(b);
}

// On screws of up to 60 degrees the bound holds for every vertex's distance from its start and is not much
// more than the maximum; longer rotations have no bound. Red: the chord of the end taken for the path.
static void testPathBound(void **state) {
    (void)state;
    Random random = {5};
    cdMesh *a = makeScaledShape("l-shape:size=1,thickness=0.4,depth=0.4", 1.0, (cdVec3){2.0, 1.0, 0.0});
    const cdMeshInfo info = cdGetMeshInfo(a);
    int32_t count = info.vertexCount;
    const cdVec3 *vertices = info.vertices;
    cdVec3 center = info.center;
    for (int round = 0; round < 300; round++) {
        cdPose from = {nextRandomVec3(&random), cdMakeQuat(nextRandomDirection(&random), 1.0)};
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 1.04));
        cdPose to = {cdMulAdd(from.p, nextRandomIn(&random, 0.0, 2.0), nextRandomVec3(&random)),
                     cdNormalizeQuat(cdMulQuat(turn, from.q))};
        double bound = cdGetWayBound(a->center, a->radius, from, to);
        cdMotion motion = cdMakeMotion(from, to, center);
        for (int i = 1; i <= 16; i++) {
            cdPose pose = cdGetPoseAt(&motion, i / 16.0);
            for (int32_t v = 0; v < count; v++) {
                cdVec3 local = cdAdd(vertices[v], center);
                cdVec3 gone = cdSub(cdTransformPoint(pose, local), cdTransformPoint(from, local));
                assert_true(cdLength(gone) <= bound * (1.0 + 1e-12));
            }
        }
        cdVec3 chord = cdSub(cdTransformPoint(to, center), cdTransformPoint(from, center));
        assert_true(bound <= 1.05 * (cdLength(chord) + 1.04 * info.radius));
    }
    cdPose from = cdIdentityPose(), to = {{0.0, 0.0, 0.0}, cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, 1.1)};
    assert_true(isinf(cdGetWayBound(a->center, a->radius, from, to)));
    assert_true(cdGetWayBound(a->center, a->radius, from, from) == 0.0);
    cdDestroyMesh(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testCubes),
        cmocka_unit_test(testAgainstAll),
        cmocka_unit_test(testPathBound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
