// Work that stays bounded: surfaces that nearly coincide and slide along each other, very long paths. Counts
// of work are bounded, never times; and what rejects pairs there is judged by sampling and by brute force.
#include "contact_fixture.h"
#include "continuous/axis_profile.h"
#include "continuous/first_contact.h"
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

// The pairs of nodes, of triangles and of elements that a step took, which must be free. Destroys the meshes,
// which may be one.
static int64_t countWork(cdMesh *a, cdMesh *b, cdPose start, cdPose target) {
    cdFirstContactInput step = makeStep(a, start, target, b, ORIGIN);
    cdFirstContact result = findContact(&step);
    assert_int_equal(result.state, CD_FREE);
    const cdQueryStats *s = &result.stats;
    cdDestroyMesh(a);
    if (b != a) cdDestroyMesh(b);
    return s->sphereTests + s->facePairTests + s->edgeEdgeTests + s->vertexFaceTests + s->faceVertexTests;
}

// A floor of 20,000 triangles, and a ring of 2,000 sides, that turn or slide 1e-6 over another. Red: a bound
// that takes all of a turn for an approach; 50,000,000 pairs for the floor.
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

// A ring of 2,000 sides that turns within another, 1e-6 smaller than its bore; with a slide along the axis,
// too. Red: surfaces of revolution judged by flat bounds alone, over a minute of equations.
static void testRingInARing(void **state) {
    (void)state;
    static const char *const SMALL = "ring:segments=2000,outer=0.599999,inner=0.3";
    cdVec3 y = {0.0, 1.0, 0.0};
    assert_true(countWork(makeShape(SMALL), makeShape("ring:segments=2000"), ORIGIN,
                          turnedPose(0.0, 0.0, 0.0, y, 3.0)) < 200000);
    assert_true(countWork(makeShape(SMALL), makeShape("ring:segments=2000"), ORIGIN,
                          turnedPose(0.0, 0.25, 0.0, y, 0.1)) < 200000);
}

// A sphere of radius 0.99 that turns within one of radius 1. Red: trees whose nodes are rings.
static void testSphereInASphere(void **state) {
    (void)state;
    cdMesh *inner = makeShape("icosphere:level=5,radius=0.99"), *outer = makeShape("icosphere:level=5");
    cdPose target = {{0.0, 0.0, 0.0}, {0.07073720166770291, 0.0, 0.5984969909765, 0.7979959879687}};
    assert_true(countWork(inner, outer, ORIGIN, target) < 5000000);
}

// Steps of 1e8 radii that turn, away from a torus, past it and through its hole. Red: spans of a million
// radii, over which no bound of a path says anything.
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

// Plates and rings that turn about any axis, close to each other: the trees find what brute force finds. Red:
// a slab that forgets how far a turn or a bulge takes a node, an axis that is not unit.
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

// The nearest that two leaves' corners come in samples of the part of interest.
static double sampleDistance(const cdSearch *search, int32_t leafA, int32_t leafB) {
    const cdNodeLinks *a = &search->a->tree.links[leafA], *b = &search->b->tree.links[leafB];
    double least = INFINITY;
    for (int32_t i = 0; i < 3 * a->entryCount; i++) {
        int32_t triangle = search->a->tree.entries[a->firstEntry + i / 3].triangle;
        cdVec3 local = search->a->vertices[search->a->triangles[3 * triangle + i % 3]];
        cdVec3 x = cdAdd(cdMulMat3Vec3(&search->rotation, local), search->center);
        for (int32_t k = 0; k < 3 * b->entryCount; k++) {
            int32_t other = search->b->tree.entries[b->firstEntry + k / 3].triangle;
            cdVec3 y = cdGetFixedVertex(search, search->b->triangles[3 * other + k % 3]);
            for (int s = 0; s <= 16; s++) {
                double tau = search->span.tau0 + (search->tauEnd - search->span.tau0) * s / 16.0;
                least = cdMin(least, cdLength(cdSub(cdGetPointAt(search->screw, x, tau), y)));
            }
        }
    }
    return least;
}

// Leaves that profiles keep apart are apart, by more than nothing, wherever they are sampled; nodes above
// leaves that are not are not kept apart either. Red: a slide that is not added to heights, a least distance
// from the axis taken at the corners, a node that does not hold its children.
static void testProfilesBySampling(void **state) {
    (void)state;
    Random random = {6};
    cdMesh *torus = makeShape("torus:segments=8"), *gear = makeShape("gear:teeth=5");
    cdScratch scratch = cdCreateScratch(cdGetScratchSize(torus, gear));
    int apart = 0, made = 0;
    for (int i = 0; i < 100; i++) {
        cdPose start, target;
        turnRandomly(&random, &start, &target);
        cdSearch search;
        assert_true(cdOpenSearch(&search, torus, gear, start, target, ORIGIN, scratch));
        cdEnterScrew(&search, nextRandomInt(&random, 0, search.motion.screwCount - 1));
        double tau0 = nextRandomIn(&random, 0.0, 1.0);
        cdEnterSpan(&search, tau0, nextRandomIn(&random, tau0, 1.0));
        search.stats.sphereTests = INT64_MAX / 2;
        cdMakeProfilesWhenLong(&search);
        made += search.hasProfiles;
        for (int k = 0; k < 60; k++) {
            int32_t a = nextRandomInt(&random, 0, torus->tree.nodeCount - 1);
            int32_t b = nextRandomInt(&random, 0, gear->tree.nodeCount - 1);
            bool above = cdProfilesApart(&search, a, b);
            while (torus->tree.links[a].firstChild >= 0)
                a = torus->tree.links[a].firstChild + nextRandomInt(&random, 0, 1);
            while (gear->tree.links[b].firstChild >= 0)
                b = gear->tree.links[b].firstChild + nextRandomInt(&random, 0, 1);
            bool below = cdProfilesApart(&search, a, b);
            assert_true(below || !above);
            apart += below;
            if (below) assert_true(sampleDistance(&search, a, b) > search.inflation);
        }
    }
    assert_true(made > 60 && apart > 1300);
    cdDestroyScratch(&scratch);
    cdDestroyMesh(torus);
    cdDestroyMesh(gear);
}

// The parts in which meshes are near hold every time at which their root spheres meet; on a long path they
// are a small share of it. Red: a stride longer than the gap, an end lost.
static void testNearParts(void **state) {
    (void)state;
    Random random = {7};
    cdMesh *torus = makeShape("torus:segments=8"), *gear = makeShape("gear:teeth=5");
    cdScratch scratch = cdCreateScratch(cdGetScratchSize(torus, gear));
    int none = 0, some = 0;
    for (int i = 0; i < 500; i++) {
        cdPose start, target;
        turnRandomly(&random, &start, &target);
        double reach = pow(10.0, nextRandomIn(&random, 0.0, 8.0));
        if (i % 2) start.p = cdScale(reach * nextRandom(&random), nextRandomDirection(&random));
        target.p = cdMulAdd(target.p, reach, nextRandomDirection(&random));
        cdSearch search;
        assert_true(cdOpenSearch(&search, torus, gear, start, target, ORIGIN, scratch));
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
    cdDestroyScratch(&scratch);
    cdDestroyMesh(torus);
    cdDestroyMesh(gear);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFlatSurfaces),      cmocka_unit_test(testRingInARing),
        cmocka_unit_test(testSphereInASphere),   cmocka_unit_test(testLongPaths),
        cmocka_unit_test(testTurnsByBruteForce), cmocka_unit_test(testProfilesBySampling),
        cmocka_unit_test(testNearParts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
