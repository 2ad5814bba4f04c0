// Work that stays bounded: surfaces that nearly coincide and slide along each other, very long paths. Counts
// of work are bounded, never times; rejections are judged by sampling and by brute force.
#include "contact_fixture.h"
#include "continuous/first_contact.h"
#include "continuous/profiles/axis_profile.h"
#include "foundation/geometry/screw.h"
#include "mesh/shapes/closest.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const cdPose ORIGIN = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};

// A flat grid of n by n squares in the plane y = 0, from -1 to 1.
static cdMesh *makeFloor(int32_t n) {
    int32_t side = n + 1, count = 0;
    cdVec3 *points = calloc((size_t)(side * side), sizeof *points);
    int32_t *triangles = calloc((size_t)(6 * n * n), sizeof *triangles);
    if (!points || !triangles) abort();
    for (int32_t i = 0; i < side * side; i++)
        points[i] = cdMakeVec3(2.0 * (i / side) / n - 1.0, 0.0, 2.0 * (i % side) / n - 1.0);
    for (int32_t i = 0; i < n * n; i++) {
        int32_t a = i / n * side + i % n, c = a + side;
        int32_t corners[6] = {a, a + 1, c, a + 1, c + 1, c};
        for (int k = 0; k < 6; k++)
            triangles[count++] = corners[k];
    }
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.triangles = triangles;
    def.pointCount = side * side;
    def.triangleCount = 2 * n * n;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    if (!mesh) abort();
    free(points);
    free(triangles);
    return mesh;
}

// Counts the pairs of nodes, of triangles and of elements of a step, which must be free. Destroys the meshes,
// which may be equal.
static int64_t countWork(cdMesh *a, cdMesh *b, cdPose start, cdPose target) {
    cdFirstContactInput step = makeStep(a, start, target, b, ORIGIN);
    cdFirstContact result = findContact(&step);
    assert_int_equal(result.state, CD_FREE);
    const cdQueryStats *s = &result.stats;
    cdDestroyMesh(a);
    if (b != a) cdDestroyMesh(b);
    return s->sphereTests + s->facePairTests + s->edgeEdgeTests + s->vertexFaceTests + s->faceVertexTests;
}

// A floor of 20,000 triangles, and a ring of 2,000 sides, that rotate or slide 1e-6 over another. Red: a
// bound that takes all of a rotation for an approach; 50,000,000 pairs for the floor.
static void testFlatSurfaces(void **state) {
    (void)state;
    cdVec3 y = {0.0, 1.0, 0.0};
    for (int slides = 0; slides < 2; slides++) {
        cdVec3 to = {slides ? 0.3 : 0.0, 0.0, slides ? 0.1 : 0.0};
        cdPose floorEnd = turnedPose(to.x, 1e-6, to.z, y, slides ? 0.3 : 3.0);
        cdMesh *floor = makeFloor(100), *ring = makeShape("ring:segments=2000");
        assert_true(countWork(floor, floor, poseAt(0.0, 1e-6, 0.0), floorEnd) < 1000);
        cdPose ringEnd = turnedPose(to.x, 0.300001, to.z, y, slides ? 0.5 : 3.0);
        assert_true(countWork(ring, ring, poseAt(0.0, 0.300001, 0.0), ringEnd) < 1000);
    }
}

// A ring of 2,000 sides that rotates within another, 1e-6 smaller than its bore; also with a slide along the
// axis. Red: surfaces of revolution tested by flat bounds only, over a minute of equations.
static void testRingInARing(void **state) {
    (void)state;
    static const char *const SMALL = "ring:segments=2000,outer=0.599999,inner=0.3";
    cdVec3 y = {0.0, 1.0, 0.0};
    assert_true(countWork(makeShape(SMALL), makeShape("ring:segments=2000"), ORIGIN,
                          turnedPose(0.0, 0.0, 0.0, y, 3.0)) < 200000);
    assert_true(countWork(makeShape(SMALL), makeShape("ring:segments=2000"), ORIGIN,
                          turnedPose(0.0, 0.25, 0.0, y, 0.1)) < 200000);
}

// A sphere of radius 0.99 that rotates within one of radius 1. Red: trees whose nodes are rings.
static void testSphereInASphere(void **state) {
    (void)state;
    cdMesh *inner = makeShape("icosphere:level=5,radius=0.99"), *outer = makeShape("icosphere:level=5");
    cdPose target = {{0.0, 0.0, 0.0}, {0.07073720166770291, 0.0, 0.5984969909765, 0.7979959879687}};
    assert_true(countWork(inner, outer, ORIGIN, target) < 7000000); // up to 16 pairs for each that is opened
}

// Steps of 1e8 radii with rotation, away from a torus, past it and through its hole. Red: spans of a million
// radii, over which bounds of a path are useless.
static void testLongPaths(void **state) {
    (void)state;
    cdVec3 axis = {0.6, 0.0, 0.8}, y = {0.0, 1.0, 0.0};
    static const cdVec3 ENDS[4][2] = {{{3.0, 0.1, 0.0}, {1e8, 0.3, 2e7}},
                                      {{-1e8, 1e5, 1e5}, {1e8, -1e5, -1e5}},
                                      {{0.0, -1e8, 0.0}, {0.0, 1e8, 0.0}},
                                      {{0.0, 0.7, 0.0}, {0.0, 1e8, 0.0}}};
    for (int i = 0; i < 4; i++) {
        cdMesh *ball = makeShape("icosphere:level=4,radius=0.4"), *torus = makeShape("torus:segments=100");
        cdPose start = {ENDS[i][0], {1.0, 0.0, 0.0, 0.0}};
        cdVec3 end = ENDS[i][1];
        cdPose target = turnedPose(end.x, end.y, end.z, i < 2 ? axis : y, 1.0);
        assert_true(countWork(ball, torus, start, target) < 20000);
    }
}

// Plates and rings that rotate about any axis, close to each other: the trees find the same as brute force.
// Red: a slab that ignores a node's motion by rotation or bulge, an axis that is not unit.
static void testTurnsByBruteForce(void **state) {
    (void)state;
    Random random = {5};
    cdMesh *meshes[3] = {makeFloor(4), makeShape("ring:segments=9"), makeShape("plate")};
    int contacts = 0, frees = 0;
    for (int i = 0; i < 900; i++) {
        const cdMesh *a = meshes[i % 3], *b = meshes[i / 3 % 3];
        double gap = pow(10.0, nextRandomIn(&random, -7.0, -1.0));
        double height = (i % 3 == 0   ? 0.0
                         : i % 3 == 1 ? 0.15
                                      : 0.01) +
                        (i / 3 % 3 == 0   ? 0.0
                         : i / 3 % 3 == 1 ? 0.15
                                          : 0.01);
        // Nearly about the common normal, so that the tilt of the axis decides.
        double tilt = pow(10.0, nextRandomIn(&random, -8.0, 0.0));
        cdVec3 axis = cdNormalize(cdMulAdd(cdMakeVec3(0.0, 1.0, 0.0), tilt, nextRandomDirection(&random)));
        double x = nextRandomIn(&random, -0.5, 0.5), z = nextRandomIn(&random, -0.5, 0.5);
        cdPose start = poseAt(x, height + gap, z), target = start;
        target.q = cdMakeQuat(axis, nextRandomIn(&random, 0.0, 3.0));
        if (i % 2) target.p = cdMulAdd(target.p, gap, nextRandomDirection(&random));
        cdFirstContactInput step = makeStep(a, start, target, b, ORIGIN);
        cdFirstContact fast = findContact(&step);
        step.disabled = CD_DISABLE_TREE;
        cdFirstContact slow = findContact(&step);
        assert_int_equal(fast.state, slow.state);
        assert_true(fast.t.lo == slow.t.lo && fast.featureA.index == slow.featureA.index);
        contacts += fast.state == CD_CONTACT;
        frees += fast.state == CD_FREE;
    }
    assert_true(contacts > 90 && frees > 90);
    for (int i = 0; i < 3; i++)
        cdDestroyMesh(meshes[i]);
}

static void turnRandomly(Random *random, cdPose *start, cdPose *target) {
    cdVec3 axis = nextRandomDirection(random);
    start->p = cdScale(nextRandomIn(random, 0.0, 1.5), nextRandomDirection(random));
    start->q = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI));
    cdQuat turn = cdMakeQuat(axis, nextRandomIn(random, 0.1, 3.0));
    target->q = cdNormalizeQuat(cdMulQuat(turn, start->q));
    // About an axis near both meshes, with a slide along it.
    cdVec3 center = cdScale(0.5, nextRandomVec3(random));
    cdVec3 arm = cdRotate(turn, cdSub(start->p, center));
    target->p = cdMulAdd(cdAdd(center, arm), nextRandomIn(random, -0.5, 0.5), axis);
}

static cdVec3 pickInTriangle(Random *random, const cdVec3 corners[3]) {
    double u = nextRandom(random), v = nextRandom(random);
    if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
    return cdMulAdd(cdMulAdd(corners[0], u, cdSub(corners[1], corners[0])), v, cdSub(corners[2], corners[0]));
}

// Returns the minimum distance of sampled points of two triangles in the part of interest: corners, inner
// points, at times including the ends.
static double sampleTriangles(Random *random, const cdSearch *search, int32_t a, int32_t b) {
    cdVec3 p[3], q[3];
    for (int k = 0; k < 3; k++) {
        cdVec3 local = search->a->vertices[search->a->triangles[3 * a + k]];
        p[k] = cdAdd(cdMulMat3Vec3(&search->rotation, local), search->center);
        q[k] = cdGetFixedVertex(search, search->b->triangles[3 * b + k]);
    }
    double least = INFINITY;
    for (int i = 0; i < 60; i++) {
        cdVec3 x = i < 9 ? p[i / 3] : pickInTriangle(random, p);
        double tau = search->span.tau0 + (search->tauEnd - search->span.tau0) * (i % 7) / 6.0;
        cdVec3 y = cdGetPointAt(search->screw, x, tau);
        least = cdMin(least, sqrt(cdFindClosestPointTriangle(y, q[0], q[1], q[2]).distanceSq));
    }
    return least;
}

static double sampleLeaves(Random *random, const cdSearch *search, int32_t leafA, int32_t leafB) {
    const cdNodeLinks *a = &search->a->tree.links[leafA], *b = &search->b->tree.links[leafB];
    double least = INFINITY;
    for (int32_t i = 0; i < a->entryCount; i++)
        for (int32_t k = 0; k < b->entryCount; k++)
            least = cdMin(least,
                          sampleTriangles(random, search, search->a->tree.entries[a->firstEntry + i].triangle,
                                          search->b->tree.entries[b->firstEntry + k].triangle));
    return least;
}

static cdVec3 getCentroid(const cdMesh *mesh, int32_t triangle) {
    const int32_t *corners = mesh->triangles + 3 * triangle;
    cdVec3 sum =
        cdAdd(mesh->vertices[corners[0]], cdAdd(mesh->vertices[corners[1]], mesh->vertices[corners[2]]));
    return cdScale(1.0 / 3.0, sum);
}

// Returns the triangle of B, of 40 random ones, that is nearest to a triangle of A at a random time.
static int32_t pickNear(Random *random, const cdSearch *search, int32_t a) {
    double tau = nextRandomIn(random, search->span.tau0, search->tauEnd), least = INFINITY;
    cdVec3 x = cdAdd(cdMulMat3Vec3(&search->rotation, getCentroid(search->a, a)), search->center);
    x = cdGetPointAt(search->screw, x, tau);
    int32_t nearest = 0;
    for (int i = 0; i < 40; i++) {
        int32_t b = nextRandomInt(random, 0, search->b->triangleCount - 1);
        double distance = cdLength(cdSub(x, cdAdd(getCentroid(search->b, b), search->offsetB)));
        if (distance < least) least = distance, nearest = b;
    }
    return nearest;
}

typedef struct ProfileCounts {
    int made, nodes, triangles; // searches with profiles; separated nodes and triangles
} ProfileCounts;

// Nodes and triangles reported disjoint are, at all samples.
static void checkProfiles(Random *random, cdSearch *search, ProfileCounts *counts) {
    const cdSphereTree *treeA = &search->a->tree, *treeB = &search->b->tree;
    for (int k = 0; k < 60; k++) {
        int32_t a = nextRandomInt(random, 0, treeA->nodeCount - 1);
        int32_t b = nextRandomInt(random, 0, treeB->nodeCount - 1);
        bool above = cdProfilesApart(search, a, b);
        while (treeA->links[a].firstChild >= 0)
            a = treeA->links[a].firstChild + nextRandomInt(random, 0, 1);
        while (treeB->links[b].firstChild >= 0)
            b = treeB->links[b].firstChild + nextRandomInt(random, 0, 1);
        bool below = cdProfilesApart(search, a, b);
        assert_true(below || !above);
        counts->nodes += below;
        if (below) assert_true(sampleLeaves(random, search, a, b) > search->inflation);
        a = nextRandomInt(random, 0, search->a->triangleCount - 1);
        b = pickNear(random, search, a);
        if (!cdAreTrianglesPartedAboutAxis(search, a, b)) continue;
        counts->triangles++;
        assert_true(sampleTriangles(random, search, a, b) > search->inflation);
    }
}

static ProfileCounts checkMotions(Random *random, const cdMesh *moving, const cdMesh *fixed,
                                  void pick(Random *random, cdPose *start, cdPose *target)) {
    ProfileCounts counts = {0};
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int i = 0; i < 200; i++) {
        cdPose start, target;
        pick(random, &start, &target);
        cdSearch search;
        assert_true(cdOpenSearch(&search, moving, fixed, start, target, ORIGIN, workspace));
        cdEnterScrew(&search, nextRandomInt(random, 0, search.motion.screwCount - 1));
        double tau0 = nextRandomIn(random, 0.0, 1.0);
        cdEnterSpan(&search, tau0, nextRandomIn(random, tau0, 1.0));
        search.stats.sphereTests = INT64_MAX / 2;
        if (cdGetSearchWork(&search) > cdGetProfileWork(&search)) cdTryProfiles(&search);
        if (!cdHasProfiles(&search)) continue;
        counts.made++;
        checkProfiles(random, &search, &counts);
    }
    cdDestroyWorkspace(workspace);
    return counts;
}

// Red: a slide not added to heights, a minimum distance from the axis taken at the corners, a node that does
// not contain its children, angles of a triangle a full turn from each other, a missing bend or slip.
static void testProfilesBySampling(void **state) {
    (void)state;
    Random random = {6};
    cdMesh *torus = makeShape("torus:segments=8"), *gear = makeShape("gear:teeth=5");
    ProfileCounts counts = checkMotions(&random, torus, gear, turnRandomly);
    assert_true(counts.made > 190 && counts.nodes > 10000 && counts.triangles > 7500);
    cdDestroyMesh(torus);
    cdDestroyMesh(gear);
}

// Almost along the thread: rotated by up to half a turn, which needs two screws.
static void turnOnBolt(Random *random, cdPose *start, cdPose *target) {
    cdVec3 axis = {0.0, 1.0, 0.0};
    double angle = nextRandomIn(random, -3.0, 3.0);
    *start = cdIdentityPose();
    *target = (cdPose){cdScale(0.02, nextRandomVec3(random)), cdMakeQuat(axis, angle)};
    target->p.y += 0.25 / (2.0 * PI) * angle * nextRandomIn(random, -1.5, 1.5);
    start->p = cdScale(0.02, nextRandomVec3(random));
}

// A nut that rotates on its bolt.
static void testThreadsBySampling(void **state) {
    (void)state;
    Random random = {8};
    cdMesh *nut = makeShape("nut:segments=12"), *bolt = makeShape("bolt:segments=12");
    ProfileCounts counts = checkMotions(&random, nut, bolt, turnOnBolt);
    assert_true(counts.made > 190 && counts.nodes > 11000 && counts.triangles > 9800);
    cdDestroyMesh(nut);
    cdDestroyMesh(bolt);
}

// The parts in which meshes are near contain every time at which their root spheres meet; on a long path they
// are a small part. Red: a stride longer than the gap, a lost end.
static void testNearParts(void **state) {
    (void)state;
    Random random = {7};
    cdMesh *torus = makeShape("torus:segments=8"), *gear = makeShape("gear:teeth=5");
    cdWorkspace *workspace = cdCreateWorkspace();
    int none = 0, some = 0;
    for (int i = 0; i < 500; i++) {
        cdPose start, target;
        turnRandomly(&random, &start, &target);
        double reach = pow(10.0, nextRandomIn(&random, 0.0, 8.0));
        if (i % 2) start.p = cdScale(reach * nextRandom(&random), nextRandomDirection(&random));
        target.p = cdMulAdd(target.p, reach, nextRandomDirection(&random));
        cdSearch search;
        assert_true(cdOpenSearch(&search, torus, gear, start, target, ORIGIN, workspace));
        cdEnterScrew(&search, 0);
        cdVec3 center =
            cdAdd(cdMulMat3Vec3(&search.rotation, cdGetNodeVolume(&torus->tree, 0).center), search.center);
        cdVec3 fixed = cdAdd(cdGetNodeVolume(&gear->tree, 0).center, search.offsetB);
        double radii = cdGetNodeRadius(&torus->tree, 0) + cdGetNodeRadius(&gear->tree, 0);
        cdInterval part = {0.0, 0.0};
        double before = 0.0, width = 0.0;
        for (int parts = 0; before < 1.0; parts++) {
            assert_true(parts < 1000);
            bool found = cdFindNearPart(&search, before, &part);
            double free = found ? part.lo : 1.0;
            for (int s = 0; s < 50 && free > before; s++) {
                double tau = before + (free - before) * s / 50.0;
                assert_true(cdLength(cdSub(cdGetPointAt(search.screw, center, tau), fixed)) > radii);
            }
            if (!found) break;
            width += part.hi - part.lo;
            before = part.hi;
        }
        none += width == 0.0;
        some += width > 0.0 && reach > 1e4;
        if (reach > 1e4) assert_true(width < 0.1);
    }
    assert_true(none > 50 && some > 50);
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(torus);
    cdDestroyMesh(gear);
}

// Steps of a box into a sphere of 20,480 triangles: the box has leaves as large as its faces, 15 times as
// large as those of the sphere. Red: spans that suit the larger leaves, in which five times as many pairs of
// triangles are tested.
static void testUnlikeLeaves(void **state) {
    (void)state;
    Random random = {7};
    cdMesh *box = makeShape("box:x=0.6,y=0.5,z=0.4"), *sphere = makeShape("icosphere:level=5");
    assert_true(cdGetMeshInfo(box).leafRadius > 15.0 * cdGetMeshInfo(sphere).leafRadius);
    double pairs = 0.0;
    for (int i = 0; i < 40; i++) {
        cdVec3 from = nextRandomDirection(&random);
        cdPose start = {cdScale(2.2, from), cdMakeQuat(nextRandomDirection(&random), 1.0)}, target = start;
        target.p = cdScale(0.5, from);
        target.q = cdMulQuat(cdMakeQuat(nextRandomDirection(&random), 0.5), start.q);
        cdFirstContactInput step = makeStep(box, start, target, sphere, ORIGIN);
        cdFirstContact result = findContact(&step);
        assert_int_equal(result.state, CD_CONTACT);
        pairs += (double)result.stats.facePairTests / 40.0;
    }
    assert_true(pairs < 700.0);
    cdDestroyMesh(box);
    cdDestroyMesh(sphere);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFlatSurfaces),      cmocka_unit_test(testRingInARing),
        cmocka_unit_test(testSphereInASphere),   cmocka_unit_test(testLongPaths),
        cmocka_unit_test(testTurnsByBruteForce), cmocka_unit_test(testProfilesBySampling),
        cmocka_unit_test(testThreadsBySampling), cmocka_unit_test(testNearParts),
        cmocka_unit_test(testUnlikeLeaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
