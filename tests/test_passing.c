// Meshes that start with a gap below the tolerance, or that move so far that rounding is larger than their
// gap. They may leave, but not pass through each other.
#include "collision/boxes.h"
#include "contact_fixture.h"
#include "random.h"
#include "soup.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const cdPose origin = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};

static cdMesh *makeSoupMesh(const Soup *soup) {
    cdMeshDef def = makeDef(soup);
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    assert_non_null(mesh);
    return mesh;
}

static cdMesh *makeTriangle(cdVec3 a, cdVec3 b, cdVec3 c) {
    Soup soup = {.points = {a, b, c}, .pointCount = 3};
    addTriangle(&soup, 0, 1, 2);
    return makeSoupMesh(&soup);
}

// Adds a box of extents +-side, +-half, +-side.
static void addSquarePlate(Soup *soup, double side, double half) {
    int32_t n = soup->pointCount;
    for (int i = 0; i < 8; i++)
        addPoint(soup, i & 1 ? side : -side, i & 2 ? half : -half, i & 4 ? side : -side);
    addQuad(soup, n + 0, n + 1, n + 5, n + 4);
    addQuad(soup, n + 2, n + 6, n + 7, n + 3);
    addQuad(soup, n + 0, n + 2, n + 3, n + 1);
    addQuad(soup, n + 4, n + 5, n + 7, n + 6);
    addQuad(soup, n + 0, n + 4, n + 6, n + 2);
    addQuad(soup, n + 1, n + 3, n + 7, n + 5);
}

static cdMesh *makePlate(double side, double half) {
    Soup soup = {.pointCount = 0};
    addSquarePlate(&soup, side, half);
    return makeSoupMesh(&soup);
}

static cdState getState(const cdMesh *a, cdPose start, cdPose target, const cdMesh *b) {
    cdFirstContactInput input = makeStep(a, start, target, b, origin);
    cdFirstContact result = findContact(&input);
    input.disabled = CD_DISABLE_TREE | CD_DISABLE_PROXY;
    assert_int_equal(findContact(&input).state, result.state);
    return result.state;
}

// A sheet 1e-18 to 1e-11 above an equal one moves down through it, or up. At a gap of exactly 0 it has no
// side. Red: within the tolerance of 1e-12 it left downwards.
static void testSheetsDoNotPass(void **state) {
    (void)state;
    cdMesh *sheet = makeTriangle((cdVec3){-1, 0, -1}, (cdVec3){1, 0, -1}, (cdVec3){0, 0, 1});
    for (double gap = 1e-18; gap < 2e-11; gap *= 10.0)
        for (double far = 1e-6; far < 1e20; far *= 1e3)
            for (int aside = 0; aside < 2; aside++) {
                cdPose start = poseAt(0.01 * aside, gap, 0.02 * aside);
                assert_int_equal(getState(sheet, start, poseAt(0.3, -far, 0.0), sheet), CD_CONTACT);
                // Flatter paths stay within the tolerance for long.
                if (far < 0.1) continue;
                assert_int_equal(getState(sheet, start, poseAt(0.3, far, 0.0), sheet), CD_FREE);
            }
    assert_int_equal(getState(sheet, origin, poseAt(0.0, -1.0, 0.0), sheet), CD_FREE);
    assert_int_equal(getState(sheet, origin, poseAt(0.0, 1.0, 0.0), sheet), CD_FREE);
    cdDestroyMesh(sheet);
}

// Sheets that turn about a line in which each has a corner, but not the same one: no triangle is wholly on
// one side of the other's plane.
static void testTurningSheetsDoNotPass(void **state) {
    (void)state;
    cdMesh *a = makeTriangle((cdVec3){0, 0, 0}, (cdVec3){-0.5, 0, 1}, (cdVec3){0.5, 0, 1});
    cdMesh *b = makeTriangle((cdVec3){3, 0, 0}, (cdVec3){-1, 0, 1}, (cdVec3){0.2, 0, 1});
    cdVec3 axis = {1.0, 0.0, 0.0};
    for (double gap = 1e-15; gap < 1e-12; gap *= 10.0) {
        cdPose start = poseAt(0.0, gap, 0.0);
        cdPose down = turnedPose(0.0, gap, 0.0, axis, 0.5), up = turnedPose(0.0, gap, 0.0, axis, -0.5);
        assert_int_equal(getState(a, start, down, b), CD_CONTACT);
        assert_int_equal(getState(a, start, up, b), CD_FREE);
    }
    cdDestroyMesh(a);
    cdDestroyMesh(b);
}

// A plate thinner than the tolerance and a mesh smaller than it do not pass through a box's top, which
// they do not touch; both may leave it.
static void testThinAndSmallMeshesDoNotPass(void **state) {
    (void)state;
    cdMesh *plate = makePlate(1.0, 1e-13), *other = makePlate(2.0, 1e-13);
    cdMesh *speck = makeScaledShape("icosphere:level=0", 1e-13, (cdVec3){0.0, 0.0, 0.0});
    cdPose start = poseAt(0.1, 3e-13, 0.05);
    assert_int_equal(getState(plate, start, poseAt(0.1, -1.0, 0.05), other), CD_CONTACT);
    assert_int_equal(getState(plate, start, poseAt(0.1, 1.0, 0.05), other), CD_FREE);
    assert_int_equal(getState(speck, start, poseAt(0.1, -1.0, 0.05), other), CD_CONTACT);
    assert_int_equal(getState(speck, start, poseAt(0.1, 1.0, 0.05), other), CD_FREE);
    cdDestroyMesh(plate);
    cdDestroyMesh(other);
    cdDestroyMesh(speck);
}

// Bricks side by side, and of equal height, up to rounding, part: their edges pass beside each other.
static void testBricksPart(void **state) {
    (void)state;
    cdMesh *brick = makeShape("box");
    for (int i = -4; i <= 4; i++)
        for (int k = -4; k <= 4; k++) {
            cdPose start = poseAt(2.0 + i * 0x1p-51, k * 0x1p-52, 0.0);
            assert_int_equal(getState(brick, start, poseAt(2.1, 5.0, 0.0), brick), CD_FREE);
            assert_int_equal(getState(brick, start, poseAt(2.1, 0.0, 0.3), brick), CD_FREE);
            assert_int_equal(getState(brick, start, poseAt(1.0, 0.0, 0.0), brick), CD_CONTACT);
        }
    cdDestroyMesh(brick);
}

// A box rests on a table in frames turned at random, with a gap of rounding, and leaves it slowly: the placed
// points may go down by rounding while it rises.
static void testLeavingSlowlyInTurnedFrames(void **state) {
    (void)state;
    Random random = {11};
    cdMesh *box = makeShape("box"), *table = makeShape("box:x=4,y=0.1,z=4");
    for (int i = 0; i < 2000; i++) {
        cdPose frame = {nextRandomVec3(&random),
                        cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 6.0))};
        double gap = i % 4 == 0 ? 0.0 : pow(10.0, nextRandomIn(&random, -17.0, -14.0));
        double slope = pow(10.0, nextRandomIn(&random, -2.5, 0.0));
        cdVec3 way = nextRandomDirection(&random);
        cdPose start = poseAt(0.1, 1.1 + gap, 0.07), target = start;
        target.p = cdAdd(start.p, (cdVec3){way.x, slope, way.z});
        cdFirstContactInput input =
            makeStep(box, cdMulPose(frame, start), cdMulPose(frame, target), table, frame);
        assert_int_equal(findContact(&input).state, CD_FREE);
    }
    cdDestroyMesh(box);
    cdDestroyMesh(table);
}

// --- Random sheets

// A square of four triangles with bumps of rounding size. Coordinates are multiples of powers of two, so that
// nothing is rounded.
static Soup makeBumpySheet(Random *random, double bump) {
    Soup soup = {.pointCount = 0};
    for (int i = 0; i < 5; i++) {
        int x = i == 4 ? 0 : i & 1 ? 48 : -48, z = i == 4 ? 0 : i & 2 ? 48 : -48;
        addPoint(&soup, (x + nextRandomInt(random, -15, 15)) / 64.0, bump * nextRandomInt(random, -8, 8),
                 (z + nextRandomInt(random, -15, 15)) / 64.0);
    }
    addTriangle(&soup, 0, 1, 4);
    addTriangle(&soup, 1, 3, 4);
    addTriangle(&soup, 3, 2, 4);
    addTriangle(&soup, 2, 0, 4);
    return soup;
}

// The exact answer for two triangles of which one moves by `by`.
static bool doTrianglesMeet(const cdVec3 a[3], const cdVec3 b[3], cdVec3 by) {
    const cdVec3 still = {0.0, 0.0, 0.0};
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 3; k++) {
            const cdVec3 *vertex = side ? &b[k] : &a[k], *face = side ? a : b;
            cdLinearInput input = {CD_VERTEX_FACE, {*vertex, face[0], face[1], face[2]}, {{0.0, 0.0, 0.0}}};
            for (int i = 0; i < 4; i++)
                input.end[i] = cdAdd(input.start[i], (i == 0) == (side == 0) ? by : still);
            if (cdFindLinearContact(&input).state == CD_CONTACT) return true;
        }
    for (int i = 0; i < 9; i++) {
        cdVec3 a0 = a[i / 3], a1 = a[(i / 3 + 1) % 3], b0 = b[i % 3], b1 = b[(i % 3 + 1) % 3];
        cdLinearInput input = {CD_EDGE_EDGE, {a0, a1, b0, b1}, {cdAdd(a0, by), cdAdd(a1, by), b0, b1}};
        if (cdFindLinearContact(&input).state == CD_CONTACT) return true;
    }
    return false;
}

static bool doSoupsMeet(const Soup *a, cdVec3 at, const Soup *b, cdVec3 by) {
    for (int i = 0; i < a->triangleCount; i++)
        for (int k = 0; k < b->triangleCount; k++) {
            cdVec3 cornersA[3], cornersB[3];
            for (int c = 0; c < 3; c++) {
                cornersA[c] = cdAdd(a->points[a->triangles[3 * i + c]], at);
                cornersB[c] = b->points[b->triangles[3 * k + c]];
            }
            if (doTrianglesMeet(cornersA, cornersB, by)) return true;
        }
    return false;
}

// The exact answer, if it stays the same for a start a little to any side. Returns -1 if not, or if the
// sheets share a point at the start.
static int getExactAnswer(const cdMesh *const meshes[2], const Soup soups[2], cdVec3 at, cdVec3 by) {
    static const cdVec3 BESIDE[5] = {
        {0, 0, 0}, {0x1p-20, 0, 0}, {-0x1p-20, 0, 0}, {0, 0, 0x1p-20}, {0, 0, -0x1p-20}};
    int meeting = 0;
    for (int i = 0; i < 5; i++) {
        cdVec3 from = cdAdd(at, BESIDE[i]);
        if (overlapAt(meshes[0], (cdPose){from, origin.q}, meshes[1], origin)) return -1;
        meeting += doSoupsMeet(&soups[0], from, &soups[1], by);
    }
    return meeting == 0 ? 0 : meeting == 5 ? 1 : -1;
}

// Bumpy sheets within the tolerance of each other move up, down and aside, some of them nearly along each
// other. The answers are those of exact tests.
static void testBumpySheetsAreExact(void **state) {
    (void)state;
    Random random = {3};
    int counts[2] = {0, 0};
    for (int i = 0; i < 3000; i++) {
        double bump = ldexp(1.0, nextRandomInt(&random, -56, -44));
        const Soup soups[2] = {makeBumpySheet(&random, bump), makeBumpySheet(&random, bump)};
        cdVec3 at = {nextRandomInt(&random, -96, 96) / 64.0, bump * nextRandomInt(&random, -24, 24),
                     nextRandomInt(&random, -96, 96) / 64.0};
        cdVec3 by = {nextRandomInt(&random, -64, 64) / 64.0,
                     (nextRandomInt(&random, 0, 1) ? 1.0 : -1.0) * ldexp(1.0, nextRandomInt(&random, -8, 1)),
                     nextRandomInt(&random, -64, 64) / 64.0};
        cdMesh *meshes[2] = {makeSoupMesh(&soups[0]), makeSoupMesh(&soups[1])};
        int exact = getExactAnswer((const cdMesh *const *)meshes, soups, at, by);
        if (exact >= 0) {
            counts[exact]++;
            cdState found =
                getState(meshes[0], (cdPose){at, origin.q}, (cdPose){cdAdd(at, by), origin.q}, meshes[1]);
            assert_int_equal(found, exact ? CD_CONTACT : CD_FREE);
        }
        destroyAllShapes(meshes, 2);
    }
    assert_true(counts[0] > 300 && counts[1] > 300);
}

// --- Long steps

// A box above another falls so far that rounding is larger than the gap, even than the boxes. It meets the
// other after 1 of up to 1e90; upwards it is free. Turned, too, and with a safety distance.
static void testLongStepsDoNotPass(void **state) {
    (void)state;
    cdMesh *box = makeShape("box");
    cdVec3 axis = {0.1, 1.0, 0.2};
    for (double far = 1e2; far < 1e91; far *= 1e4)
        for (int turned = 0; turned < 2; turned++)
            for (int clear = 0; clear < 2; clear++) {
                cdPose down = turnedPose(0.25, -far, 0.125, axis, 3.0 * turned);
                cdPose up = turnedPose(0.25, far, 0.125, axis, 3.0 * turned);
                cdFirstContactInput input = makeStep(box, poseAt(0.25, 3.0, 0.125), down, box, origin);
                input.safetyDistance = 0.25 * clear;
                cdFirstContact result = findContact(&input);
                assert_int_equal(result.state, CD_CONTACT);
                assert_false(overlapAt(box, result.resolvedPose, box, origin));
                double met = (1.0 - 0.25 * clear) / (far + 3.0); // of a straight path
                if (!turned) assert_true(result.t.lo <= met && met <= result.t.hi + 1e-12 * met);
                if (!turned && far > 1e3) assert_true(result.t.hi - result.t.lo < 1e-9 * met);
                input.targetA = up;
                assert_int_equal(findContact(&input).state, CD_FREE);
            }
    cdDestroyMesh(box);
}

// A box that starts at its safety distance from another leaves it, however long its way.
static void testLongStepsLeaveASafetyDistance(void **state) {
    (void)state;
    cdMesh *box = makeShape("box");
    for (double far = 1e6; far < 1e16; far *= 2.0) {
        cdFirstContactInput input =
            makeStep(box, poseAt(0.25, 2.25, 0.125), poseAt(0.25, far, 0.125), box, origin);
        input.safetyDistance = 0.25;
        assert_int_equal(findContact(&input).state, CD_FREE);
        input.targetA.p.y = -far;
        assert_int_equal(findContact(&input).state, CD_CONTACT);
    }
    cdDestroyMesh(box);
}

// A thin plate above another with a gap of a tenth of its thickness, alone or in one mesh with a box: on a
// long way down it does not overlap at the start, but touches, and it may leave.
static void testLongStepsOfThinPlates(void **state) {
    (void)state;
    for (int withBoxes = 0; withBoxes < 2; withBoxes++) {
        Soup plate = {.pointCount = 0}, base = {.pointCount = 0};
        addSquarePlate(&plate, 1.0, 1e-6);
        addSquarePlate(&base, 2.0, 1e-6);
        if (withBoxes) addBox(&plate, (cdVec3){10.0, 0.0, 0.0});
        if (withBoxes) addBox(&base, (cdVec3){-10.0, 0.0, 0.0});
        cdMesh *meshes[2] = {makeSoupMesh(&plate), makeSoupMesh(&base)};
        cdPose start = poseAt(0.01, 2.1e-6, 0.02);
        for (double far = 1.0; far < 1e20; far *= 10.0) {
            cdFirstContactInput input =
                makeStep(meshes[0], start, poseAt(0.01, -far, 0.02), meshes[1], origin);
            cdFirstContact result = findContact(&input);
            assert_int_equal(result.state, CD_CONTACT);
            assert_true(result.resolvedPose.p.y > 2e-6);
            input.targetA = poseAt(0.01, far, 0.02);
            assert_int_equal(findContact(&input).state, CD_FREE);
        }
        destroyAllShapes(meshes, 2);
    }
}

// A box that spins on a long way meets another near its start. Its resolved pose is on the motion of the
// step, and the times in the trace are those of the step.
static void testLongStepsFollowTheirMotion(void **state) {
    (void)state;
    static cdTraceEvent events[20000];
    cdMesh *box = makeShape("box");
    for (double far = 100.0; far < 1e12; far *= 3.0) {
        cdPose target = turnedPose(far, 2.0 * far, far, (cdVec3){1, 2, 1}, 3.0);
        cdFirstContactInput input = makeStep(box, origin, target, box, poseAt(2.0, 3.5, 1.5));
        cdTrace trace = {.events = events, .eventCapacity = 20000};
        cdWorkspace *workspace = cdCreateWorkspace();
        cdFirstContact result = cdFindFirstContact(&input, NULL, workspace, &trace);
        cdDestroyWorkspace(workspace);
        assert_int_equal(result.state, CD_CONTACT);
        cdMotion motion = cdMakeMotion(origin, target, cdGetMeshInfo(box).center);
        cdPose on = cdGetPoseAt(&motion, result.resolvedTime);
        assert_true(result.resolvedTime > 0.0);
        assert_true(cdLength(cdSub(on.p, result.resolvedPose.p)) < 1e-12);
        for (int32_t i = 0; i < trace.eventCount; i++) {
            bool isWhole = events[i].kind == CD_TRACE_QUERY || events[i].kind == CD_TRACE_OBSTACLE;
            assert_true(isWhole || events[i].t.hi < 100.0 * result.t.hi);
        }
    }
    cdDestroyMesh(box);
}

// A budget ends a long step undecided, never free. One of some times the work that the step takes decides it.
static void testLongStepsInSlices(void **state) {
    (void)state;
    cdMesh *large = makeShape("icosphere:level=2"), *ball = makeShape("icosphere:level=3");
    cdFirstContactInput input =
        makeStep(ball, poseAt(0.25, 3.0, 0.125), poseAt(0.25, -1e14, 0.125), large, origin);
    cdFirstContact whole = findContact(&input);
    double met = whole.t.hi;
    int64_t work = whole.stats.pairTests;
    double before = 0.0;
    int undecided = 0;
    for (int64_t most = 1; most < 64 * work; most *= 4) {
        input.budget.maxPairTests = most;
        cdFirstContact result = findContact(&input);
        assert_true(result.state == CD_UNDECIDED || result.state == CD_CONTACT);
        assert_true(result.t.lo <= met && result.t.lo >= before);
        before = result.t.lo;
        undecided += result.state == CD_UNDECIDED;
        if (most >= 4 * work) assert_int_equal(result.state, CD_CONTACT);
    }
    assert_true(undecided > 0);
    cdDestroyMesh(large);
    cdDestroyMesh(ball);
}

// --- The test of boxes

static cdQuadraticMatrix makeTranslation(cdVec3 from, cdVec3 by) {
    const double start[3] = {from.x, from.y, from.z}, step[3] = {by.x, by.y, by.z};
    cdQuadraticMatrix motion = {{{{0.0}}}};
    for (int i = 0; i < 3; i++) {
        motion.c[i][i][0] = 1.0;
        motion.c[i][3][0] = start[i];
        motion.c[i][3][1] = step[i];
    }
    motion.c[3][3][0] = 1.0;
    return motion;
}

// A plate above another, with gaps and thicknesses above and below the tolerance, moves down or up, a short
// way or a long one. Red: where both are below the tolerance it left downwards.
static void testBoxesDoNotPass(void **state) {
    (void)state;
    for (double far = 1.0; far < 1e91; far *= 1e4)
        for (double half = 1e-12; half < 1e4; half *= 1e3)
            for (double gap = 1e-15; gap < 1e3; gap *= 10.0)
                for (int polynomial = 0; polynomial < 2; polynomial++) {
                    cdVec3 from = {0.01, 2.0 * half + gap, 0.02}, by = {0.0, -far - from.y, 0.0};
                    if (!(from.y > 2.0 * half)) continue;
                    cdBoxesInput input = {.halfA = {1.0, half, 1.0},
                                          .halfB = {2.0, half, 2.0},
                                          .motionA = makeTranslation(from, by),
                                          .motionB = makeTranslation(origin.p, origin.p),
                                          .onScrew = !polynomial,
                                          .startA = {from, origin.q},
                                          .targetA = {cdAdd(from, by), origin.q},
                                          .poseB = origin};
                    assert_int_equal(cdFindBoxContact(&input, NULL).state, CD_CONTACT);
                    input.motionA = makeTranslation(from, cdScale(-1.0, by));
                    input.targetA.p = cdSub(from, by);
                    assert_int_equal(cdFindBoxContact(&input, NULL).state, CD_FREE);
                }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSheetsDoNotPass),
        cmocka_unit_test(testTurningSheetsDoNotPass),
        cmocka_unit_test(testThinAndSmallMeshesDoNotPass),
        cmocka_unit_test(testBricksPart),
        cmocka_unit_test(testBumpySheetsAreExact),
        cmocka_unit_test(testLongStepsDoNotPass),
        cmocka_unit_test(testLongStepsOfThinPlates),
        cmocka_unit_test(testLongStepsLeaveASafetyDistance),
        cmocka_unit_test(testLongStepsInSlices),
        cmocka_unit_test(testLeavingSlowlyInTurnedFrames),
        cmocka_unit_test(testLongStepsFollowTheirMotion),
        cmocka_unit_test(testBoxesDoNotPass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
