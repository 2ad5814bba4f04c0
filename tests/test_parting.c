// Translations that separate two meshes: shortest for convex ones, never too short.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "random.h"
#include "stage/mesh_source.h"
#include "stage/shown/parting.h"

#include <math.h>

static cdMesh *makeMesh(const char *name) {
    char message[512];
    cdMesh *mesh =
        CreateSourceMesh(name, (MeshPlacement){false, 1.0}, SCENE_MESH_PARTS, message, sizeof message);
    if (!mesh) fail_msg("%s", message);
    return mesh;
}

static cdPose poseAt(double x, double y, double z) {
    return (cdPose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static cdPose nextPose(Random *random) {
    cdVec3 p = cdScale(1.4, nextRandomVec3(random)), axis = nextRandomDirection(random);
    return (cdPose){p, cdMakeQuat(axis, nextRandomIn(random, -3.0, 3.0))};
}

static Parting findParting(const cdMesh *a, cdPose poseA, const cdMesh *b, cdPose poseB, bool sweeps) {
    cdWorkspace *workspace = cdCreateWorkspace();
    const PartingInput input = {.meshA = a, .meshB = b, .poseA = poseA, .poseB = poseB, .sweeps = sweeps};
    Parting parting = FindParting(&input, workspace);
    cdDestroyWorkspace(workspace);
    return parting;
}

static void assertParts(const cdMesh *a, cdPose poseA, const cdMesh *b, cdPose poseB,
                        const Parting *parting) {
    cdWorkspace *workspace = cdCreateWorkspace();
    assert_true(parting->found);
    assert_true(fabs(cdLength(parting->move) - parting->length) <= 1e-12 * parting->length);
    cdOverlapInput test = {.meshA = a, .meshB = b, .poseA = poseA, .poseB = poseB};
    assert_int_equal(cdFindOverlap(&test, NULL, workspace, NULL).state, CD_OVERLAP);
    test.poseA.p = cdAdd(poseA.p, parting->move);
    assert_int_equal(cdFindOverlap(&test, NULL, workspace, NULL).state, CD_FREE);
    cdDestroyWorkspace(workspace);
}

static cdVec3 getAxis(cdPose pose, int i) {
    return cdRotate(pose.q, (cdVec3){i == 0, i == 1, i == 2});
}

// Returns the minimum overlap of two cubes of half side 1 along the fifteen deciding directions; below 0:
// disjoint.
static double findBoxDepth(cdPose a, cdPose b) {
    double depth = INFINITY;
    for (int i = 0; i < 15; ++i) {
        cdVec3 n = i < 3   ? getAxis(a, i)
                   : i < 6 ? getAxis(b, i - 3)
                           : cdCross(getAxis(a, (i - 6) / 3), getAxis(b, (i - 6) % 3));
        if (cdLength(n) < 1e-6) continue;
        n = cdNormalize(n);
        double reach = 0.0;
        for (int k = 0; k < 3; ++k)
            reach += fabs(cdDot(n, getAxis(a, k))) + fabs(cdDot(n, getAxis(b, k)));
        depth = fmin(depth, reach - fabs(cdDot(n, cdSub(a.p, b.p))));
    }
    return depth;
}

// Boxes at random poses: the length is their depth by the fifteen directions, and at least the lower bound.
// Red: a polytope that stops growing early, a missing edge direction, hulls from another frame.
static void testBoxesHaveTheirDepth(void **state) {
    (void)state;
    cdMesh *box = makeMesh("builtin:box:x=1,y=1,z=1");
    Random random = {20260};
    int count = 0;
    for (int i = 0; i < 400; ++i) {
        cdPose a = nextPose(&random), b = nextPose(&random);
        double depth = findBoxDepth(a, b);
        if (depth < 1e-3) continue;
        Parting parting = findParting(box, a, box, b, true);
        assertParts(box, a, box, b, &parting);
        assert_true(parting.shortest);
        if (!(fabs(parting.length - depth) <= 1e-7)) fail_msg("%.12g, not %.12g", parting.length, depth);
        assert_true(parting.least <= depth + 1e-12 && parting.least >= depth - 1e-7);
        ++count;
    }
    assert_true(count > 150);
    cdDestroyMesh(box);
}

// A box that penetrates the corner of an L by 0.01: separating the hulls takes far more, separating the
// meshes 0.01. Nothing is claimed about shorter moves. Red: the depth of hulls reported as that of meshes,
// sweeps that end in the other mesh.
static void testSweepsFindShorterMoves(void **state) {
    (void)state;
    cdMesh *corner = makeMesh("builtin:l-shape:size=3,thickness=1,depth=2"),
           *box = makeMesh("builtin:box:x=0.4,y=0.4,z=0.4");
    const cdBox3 bounds = cdGetMeshInfo(corner).bounds;
    cdVec3 notch = {bounds.lower.x + 1.0, bounds.lower.y + 1.0, 0.5 * (bounds.lower.z + bounds.upper.z)};
    cdPose poseA = poseAt(notch.x + 0.39, notch.y + 0.6, notch.z), still = poseAt(0.0, 0.0, 0.0);
    Parting hulls = findParting(box, poseA, corner, still, false);
    Parting swept = findParting(box, poseA, corner, still, true);
    assertParts(box, poseA, corner, still, &hulls);
    assertParts(box, poseA, corner, still, &swept);
    assert_true(hulls.length > 0.3);
    assert_true(swept.length >= 0.01 && swept.length < 0.0105);
    assert_false(hulls.shortest);
    assert_false(swept.shortest);
    cdDestroyMesh(corner);
    cdDestroyMesh(box);
}

// Any two meshes, moved as reported, are free; and a second call gives the same. Red: a move that leaves a
// corner inside, one that puts a ring around a rod, a result that depends on earlier calls.
static void testMovesSeparate(void **state) {
    (void)state;
    static const char *const names[][2] = {{"builtin:teapot", "builtin:teapot"},
                                           {"builtin:torus", "builtin:torus"},
                                           {"builtin:ring", "builtin:box:x=2,y=0.2,z=0.2"},
                                           {"builtin:nut", "builtin:bolt"}};
    static const cdVec3 places[] = {{0.6, 0.1, 0.0}, {0.8, 0.1, 0.0}, {0.3, 0.0, 0.2}, {0.1, 0.0, 0.0}};
    for (int i = 0; i < 4; ++i) {
        cdMesh *a = makeMesh(names[i][0]), *b = makeMesh(names[i][1]);
        cdPose poseA = {places[i], {1.0, 0.0, 0.0, 0.0}};
        for (int sweeps = 0; sweeps < 2; ++sweeps) {
            Parting parting = findParting(a, poseA, b, poseAt(0.0, 0.0, 0.0), sweeps);
            assertParts(a, poseA, b, poseAt(0.0, 0.0, 0.0), &parting);
            assert_false(parting.shortest);
            Parting again = findParting(a, poseA, b, poseAt(0.0, 0.0, 0.0), sweeps);
            assert_true(again.length == parting.length);
        }
        cdDestroyMesh(a);
        cdDestroyMesh(b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testBoxesHaveTheirDepth),
                                       cmocka_unit_test(testSweepsFindShorterMoves),
                                       cmocka_unit_test(testMovesSeparate)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
