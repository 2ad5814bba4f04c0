// The test whether two nodes can meet: moving spheres against dense sampling in long double, slabs of nearly
// parallel surfaces, grids of pairs.
#include "contact_fixture.h"
#include "continuous/first_contact.h"
#include "four_fixture.h"
#include "oracle/oracle_motion.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static cdMesh *torus, *gear;
static cdWorkspace *workspace;

static int makeMeshes(void **state) {
    (void)state;
    torus = makeShape("torus:segments=10");
    gear = makeShape("gear:teeth=6");
    workspace = cdCreateWorkspace();
    return 0;
}

static int freeMeshes(void **state) {
    (void)state;
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(torus);
    cdDestroyMesh(gear);
    return 0;
}

// A step of one kind of motion: general, pure translation, pure rotation about the mesh's centre or about an
// axis elsewhere, more than 90 degrees, no motion.
static void openRandomSearch(cdSearch *search, Random *random) {
    int kind = nextRandomInt(random, 0, 5);
    double angle = nextRandomIn(random, 0.0, kind == 4 ? 3.1 : 1.5);
    cdPose start = {cdScale(nextRandomIn(random, 0.5, 2.5), nextRandomDirection(random)),
                    cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI))};
    cdQuat turn = cdMakeQuat(nextRandomDirection(random), kind == 1 || kind == 5 ? 0.0 : angle);
    cdPose target = {start.p, cdNormalizeQuat(cdMulQuat(turn, start.q))};
    if (kind == 3) target.p = cdRotate(turn, start.p);
    double scale = pow(10.0, nextRandomIn(random, -5.0, 0.5));
    if (kind == 0 || kind == 1 || kind == 4) target.p = cdMulAdd(start.p, scale, nextRandomDirection(random));
    assert_true(cdOpenSearch(search, torus, gear, start, target, poseAt(0.0, 0.0, 0.0), workspace));
    cdEnterScrew(search, nextRandomInt(random, 0, search->motion.screwCount - 1));
}

// Enters a part of the current screw that often ends before its span.
static void enterRandomSpan(cdSearch *search, Random *random) {
    double tau0 = nextRandomInt(random, 0, 1) ? 0.0 : nextRandom(random);
    double tau1 = nextRandomInt(random, 0, 1) ? 1.0 : nextRandomIn(random, tau0, 1.0);
    search->rootLimit = nextRandomInt(random, 0, 1) ? 1.0 : nextRandomIn(random, tau0, tau1);
    cdEnterSpan(search, tau0, tau1);
}

static int testPair(cdSearch *search, PickedNode a, PickedNode b, uint32_t disabled) {
    cdNodeGrid pair = placePicked(search, a, b);
    float nearness[16];
    search->disabled = disabled;
    return cdFindMeetingNodes(search, &pair, nearness);
}

// --- spheres
// ----------------------------------------------------------------------------------------------------

static Real distanceAt(const cdScrew *screw, RealVec3 x, RealVec3 fixed, Real tau) {
    RealVec3 g = toReal(screw->g);
    RealVec3 b = addReal(toReal(screw->bc), crossReal(g, subReal(x, toReal(screw->c))));
    RealVec3 turn = addReal(b, scaleReal(tau, crossReal(g, b)));
    RealVec3 across = scaleReal(2.0L * tau / (1.0L + dotReal(g, g) * tau * tau), turn);
    RealVec3 at = addReal(addReal(x, across), scaleReal(tau * screw->s, toReal(screw->u)));
    return lengthReal(subReal(at, fixed));
}

// Returns the minimum distance of two nodes' centres over the part of interest: sampled, then refined.
static Real findNearest(const cdSearch *search, int32_t a, int32_t b) {
    cdVec3 center = cdGetNodeVolume(&search->a->tree, a).center;
    RealVec3 x = toReal(cdAdd(cdMulMat3Vec3(&search->rotation, center), search->center));
    RealVec3 fixed = toReal(cdAdd(cdGetNodeVolume(&search->b->tree, b).center, search->offsetB));
    enum { SAMPLES = 60 };
    Real begin = search->span.tau0, step = ((Real)search->tauEnd - begin) / SAMPLES, best = begin;
    Real least = distanceAt(search->screw, x, fixed, begin);
    for (int i = 1; i <= SAMPLES; i++) {
        Real distance = distanceAt(search->screw, x, fixed, begin + i * step);
        if (distance < least) {
            least = distance;
            best = begin + i * step;
        }
    }
    Real lo = best - step > begin ? best - step : begin, hi = best + step;
    if (hi > (Real)search->tauEnd) hi = search->tauEnd;
    for (int round = 0; round < 100; round++) {
        Real third = (hi - lo) / 3.0L;
        if (distanceAt(search->screw, x, fixed, lo + third) < distanceAt(search->screw, x, fixed, hi - third))
            hi -= third;
        else
            lo += third;
    }
    Real narrowed = distanceAt(search->screw, x, fixed, lo);
    return narrowed < least ? narrowed : least;
}

// Spheres meet exactly if the samples do, up to a few tolerances; by the chord and the quartic together and
// by the quartic alone. All kinds of motion, any spans. Red: an end of the interval left out, a bulge too
// small, a chord bound over the wrong part, a quartic without the slide.
static void testSpheresAgainstSampling(void **state) {
    (void)state;
    Random random = {1};
    int meeting = 0, apart = 0, close = 0;
    for (int i = 0; i < 4000; i++) {
        cdSearch search;
        openRandomSearch(&search, &random);
        enterRandomSpan(&search, &random);
        for (int k = 0; k < 10; k++) {
            PickedNode a = pickNode(&random, &torus->tree, false);
            PickedNode b = pickNode(&random, &gear->tree, false);
            double radii = cdGetNodeRadius(&torus->tree, a.node) + cdGetNodeRadius(&gear->tree, b.node);
            Real gap = findNearest(&search, a.node, b.node) - radii;
            int found = testPair(&search, a, b, CD_DISABLE_SLABS | CD_DISABLE_LABELS);
            int byQuartic =
                testPair(&search, a, b, CD_DISABLE_SLABS | CD_DISABLE_LABELS | CD_DISABLE_TRAJECTORY_BOUND);
            if (gap <= 0.0L && !(found && byQuartic))
                fail_msg("spheres meet by %Lg, %d %d", -gap, found, byQuartic);
            if (gap > 2.0L * search.inflation && (found || byQuartic))
                fail_msg("spheres %Lg apart, %d %d", gap, found, byQuartic);
            meeting += gap <= 0.0L;
            apart += gap > 0.0L;
            close += fabsl(gap) < 0.01L;
        }
    }
    assert_true(meeting > 4000 && apart > 4000 && close > 100);
}

// Spheres that come closest at the very first or the very last moment of interest, and meet only then. Red:
// only the zeros of the derivative tested.
static void testEndsOfTheInterval(void **state) {
    (void)state;
    cdMesh *ball = makeShape("icosphere:level=1");
    cdWorkspace *own = cdCreateWorkspace();
    PickedNode root = {CD_ROOT_FOUR, 0, 1};
    double radii = 2.0 * cdGetNodeRadius(&ball->tree, 0);
    for (int turned = 0; turned < 2; turned++) {
        double angle = turned ? 1.2 : 0.0, apart = 2.0 * radii;
        cdPose near = poseAt(radii * (1.0 - 1e-9), 0.0, 0.0), far = near;
        far.p.x = apart;
        far.q = cdMakeQuat(cdNormalize(cdMakeVec3(1.0, 1.0, 0.0)), angle);
        for (int reversed = 0; reversed < 2; reversed++) {
            cdSearch search;
            assert_true(cdOpenSearch(&search, ball, ball, reversed ? far : near, reversed ? near : far,
                                     poseAt(0.0, 0.0, 0.0), own));
            cdEnterScrew(&search, 0);
            cdEnterSpan(&search, 0.0, 1.0);
            assert_true(testPair(&search, root, root, CD_DISABLE_SLABS));
            assert_true(testPair(&search, root, root, CD_DISABLE_SLABS | CD_DISABLE_TRAJECTORY_BOUND));
            // Without that moment they do not meet.
            search.rootLimit = reversed ? 0.999 : 1.0;
            cdEnterSpan(&search, reversed ? 0.0 : 0.001, 1.0);
            assert_false(testPair(&search, root, root, CD_DISABLE_SLABS));
            assert_false(testPair(&search, root, root, CD_DISABLE_SLABS | CD_DISABLE_TRAJECTORY_BOUND));
        }
    }
    cdDestroyWorkspace(own);
    cdDestroyMesh(ball);
}

// --- grids
// ------------------------------------------------------------------------------------------------------

// The pairs of a grid, and single pairs, give the same answers and the same order, with one row at once and
// with two. Red: a decision in a wrong cell, an unused cell.
static void testGridsAndPairs(void **state) {
    (void)state;
    Random random = {2};
    int counts[17] = {0};
    for (int i = 0; i < 3000; i++) {
        cdSearch search;
        openRandomSearch(&search, &random);
        enterRandomSpan(&search, &random);
        PickedNode a = pickNode(&random, &torus->tree, false), b = pickNode(&random, &gear->tree, false);
        cdNodeGrid grid = placePicked(&search, a, b);
        if (nextRandomInt(&random, 0, 3)) grid.cells = grid.a->at.cells & grid.b->at.cells;
        float nearness[16], single[16];
        if (nextRandomInt(&random, 0, 1)) search.tests = cdGetOneRowTests();
        int all = cdFindMeetingNodes(&search, &grid, nearness);
        assert_int_equal(all & ~grid.cells, 0);
        if (nextRandomInt(&random, 0, 1)) search.tests = cdGetOneRowTests();
        for (int k = 0; k < 16; k++) {
            if (!(grid.cells & 1 << k)) continue;
            cdNodeGrid alone = {grid.a, grid.b, 1 << k};
            assert_int_equal(all & 1 << k, cdFindMeetingNodes(&search, &alone, single));
            assert_true(single[k] == nearness[k]);
        }
        counts[cdCountBits(grid.cells)]++;
    }
    assert_true(counts[1] > 300 && counts[16] > 300);
}

// Opening a node gives each child's children once, or the child itself where it is a leaf. Red: a node left
// out, the sibling of a leaf included twice.
static void testOpenedNodes(void **state) {
    (void)state;
    const cdSphereTree *trees[2] = {&torus->tree, &gear->tree};
    int counts[5] = {0};
    for (int t = 0; t < 2; t++)
        for (int32_t node = 0; node < trees[t]->nodeCount; node++) {
            int32_t child = trees[t]->links[node].firstChild;
            if (child < 0) continue;
            int32_t wanted[4], count = 0;
            for (int32_t i = child; i < child + 2; i++) {
                int32_t below = trees[t]->links[i].firstChild;
                wanted[count++] = below < 0 ? i : below;
                if (below >= 0) wanted[count++] = below + 1;
            }
            cdNodeFour four = cdOpenNode(trees[t], node);
            int32_t seen = 0;
            for (int k = 0; k < 4; k++)
                if (four.lanes & 1 << k) assert_int_equal(cdGetFourNode(&four, k), wanted[seen++]);
            assert_int_equal(seen, count);
            counts[count]++;
        }
    assert_true(counts[2] > 10 && counts[3] > 10 && counts[4] > 10);
    cdNodeFour root = cdOpenNode(trees[0], CD_ROOT_FOUR);
    assert_int_equal(root.lanes, 2);
    assert_int_equal(cdGetFourNode(&root, 1), 0);
}

// --- slabs
// ------------------------------------------------------------------------------------------------------

// A square plate whose points are rotated, so that its normals have rounding errors.
static cdMesh *makePlate(cdQuat turn) {
    static const cdVec3 CORNERS[4] = {{-1.0, 0.0, -1.0}, {1.0, 0.0, -1.0}, {1.0, 0.0, 1.0}, {-1.0, 0.0, 1.0}};
    static const int32_t TRIANGLES[6] = {0, 2, 1, 0, 3, 2};
    cdVec3 points[4];
    for (int i = 0; i < 4; i++)
        points[i] = cdRotate(turn, CORNERS[i]);
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.triangles = TRIANGLES;
    def.pointCount = 4;
    def.triangleCount = 2;
    def.leafRadius = 10.0;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    if (!mesh) abort();
    return mesh;
}

// Two plates tilted by 3e-9 to 1e-7 radians against each other approach until the lowest corner penetrates by
// a part of the tilt times their size. The cosine of such an angle differs from 1 by less than rounding. Red:
// slabs with too small a tolerance for it report the plates disjoint, and the contact is missed.
static void testSlabsOfNearlyParallelPlates(void **state) {
    (void)state;
    enum { PLATES = 12 };
    Random random = {3};
    cdMesh *plates[PLATES];
    cdQuat turns[PLATES];
    for (int i = 0; i < PLATES; i++) {
        turns[i] = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 6.0));
        plates[i] = makePlate(turns[i]);
    }
    for (int i = 0; i < 3000; i++) {
        int a = nextRandomInt(&random, 0, PLATES - 1), b = nextRandomInt(&random, 0, PLATES - 1);
        double angle = pow(10.0, nextRandomIn(&random, -8.5, -7.0)),
               heading = nextRandomIn(&random, 0.0, 6.0);
        cdQuat common = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 6.0));
        cdQuat tilt = cdMakeQuat(cdMakeVec3(cos(heading), 0.0, sin(heading)), angle);
        double reach = angle * (fabs(cos(heading)) + fabs(sin(heading)));
        cdPose start = {cdRotate(common, cdMakeVec3(0.0, 1e-3, 0.0)),
                        cdMulQuat(cdMulQuat(common, tilt), cdConjugate(turns[a]))};
        cdPose target = start, place = {{0.0, 0.0, 0.0}, cdMulQuat(common, cdConjugate(turns[b]))};
        start.q = target.q = cdNormalizeQuat(start.q);
        place.q = cdNormalizeQuat(place.q);
        target.p = cdRotate(common, cdMakeVec3(0.0, reach * nextRandomIn(&random, 0.2, 0.9), 0.0));
        cdFirstContactInput input = makeStep(plates[a], start, target, plates[b], place);
        cdFirstContact fast = findContact(&input);
        input.disabled = CD_DISABLE_SLABS | CD_DISABLE_TREE;
        cdFirstContact slow = findContact(&input);
        assert_int_equal(fast.state, slow.state);
        assert_true(fast.t.lo == slow.t.lo);
    }
    for (int i = 0; i < PLATES; i++)
        cdDestroyMesh(plates[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSpheresAgainstSampling),
        cmocka_unit_test(testEndsOfTheInterval),
        cmocka_unit_test(testGridsAndPairs),
        cmocka_unit_test(testOpenedNodes),
        cmocka_unit_test(testSlabsOfNearlyParallelPlates),
    };
    return cmocka_run_group_tests(tests, makeMeshes, freeMeshes);
}
