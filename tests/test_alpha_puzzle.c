// The tubes of the alpha puzzle: closed, free of self-intersections, as far apart at their crossing legs as
// they say, and disjoint at the start.
#include "plan_fixture.h"

#include <stdio.h>

static const double TUBE = 0.12, tightnesses[] = {1.0, 1.1, 1.2, 1.5};
enum { TIGHTNESSES = sizeof tightnesses / sizeof tightnesses[0] };

// Returns the surfaces' gap at the crossing legs that the puzzle asks for.
static double getGap(double tightness) {
    return 2.0 * TUBE * (tightness + 0.02);
}

// Each tube bounds a solid. Red: legs that meet where they cross, a loop tighter than the tube, a strip or a
// cap turned inwards.
static void testTubesAreSolids(void **state) {
    (void)state;
    for (int i = 0; i < TIGHTNESSES; i++) {
        Puzzle puzzle = openPuzzle(PUZZLE_ALPHA, tightnesses[i]);
        char message[256];
        TriangleSoup soup = {0};
        assert_true(
            MakeShape(puzzle.data.objects[0].mesh + strlen("builtin:"), &soup, message, sizeof message));
        cdMeshDef def = MakeSoupMeshDef(&soup);
        def.parts = CD_PART_SOLID;
        def.refuseIntersections = true;
        cdMesh *mesh = cdCreateMesh(&def, NULL);
        cdMeshInfo info = cdGetMeshInfo(mesh);
        assert_true(info.closed && info.manifold && info.oriented && info.volume > 0.0);
        if ((info.parts & CD_PART_SOLID) == 0) fail_msg("%g: the tube crosses itself", tightnesses[i]);
        cdDestroyMesh(mesh);
        DestroyTriangleSoup(&soup);
        closePuzzle(&puzzle);
    }
}

static cdVec3 getMean(const TriangleSoup *soup, int32_t first, int32_t count) {
    cdVec3 sum = {0.0, 0.0, 0.0};
    for (int32_t k = 0; k < count; k++)
        sum = cdAdd(sum, soup->points[first + k]);
    return cdScale(1.0 / count, sum);
}

// The sections are round, and do not turn about the curve from one to the next. Red: a frame that is carried
// along by one reflection, or set up for each section from a fixed direction.
static void testSectionsDoNotTurn(void **state) {
    (void)state;
    enum { SIDES = 16, SECTIONS = 43 };
    TriangleSoup soup = {0};
    char message[256];
    assert_true(MakeShape("alpha:size=0.75,tube=0.12,gap=0.3", &soup, message, sizeof message));
    assert_int_equal(soup.pointCount, SIDES * SECTIONS);
    for (int32_t i = 0; i < SECTIONS; i++) {
        cdVec3 center = getMean(&soup, SIDES * i, SIDES);
        for (int32_t k = 0; k < SIDES; k++)
            assert_true(fabs(cdLength(cdSub(soup.points[SIDES * i + k], center)) - TUBE) < 1e-12);
        if (i + 1 == SECTIONS) break;
        cdVec3 next = getMean(&soup, SIDES * (i + 1), SIDES);
        cdVec3 along = cdNormalize(cdSub(next, center)), from = cdSub(soup.points[SIDES * i], center);
        cdVec3 to = cdSub(soup.points[SIDES * (i + 1)], next);
        assert_true(fabs(cdDot(cdCross(along, from), to)) < 0.003 * TUBE * TUBE);
    }
    DestroyTriangleSoup(&soup);
}

// True if a cylinder fits between the crossing legs, where their distance is least, at a right angle to both
// their distance and the axis of their symmetry.
static bool fitsGauge(const Puzzle *puzzle, double diameter) {
    char spec[96];
    snprintf(spec, sizeof spec, "peg:half=%.9g,length=1,sides=32", 0.5 * diameter);
    cdMesh *gauge = makeBare(spec);
    const cdOverlapInput input = {.meshA = gauge,
                                  .meshB = puzzle->meshes.meshes[0],
                                  .poseA = {{-0.03, 0.0, 0.0}, cdMakeQuat((cdVec3){1.0, 0.0, 0.0}, 0.14)},
                                  .poseB = cdIdentityPose()};
    bool fits = cdFindOverlap(&input, NULL, workspace, NULL).state == CD_FREE;
    cdDestroyMesh(gauge);
    return fits;
}

// A gauge 3 % smaller than the gap fits between the legs, one 6 % larger does not. Red: a lift of the wrong
// size, such as that of the centre lines' gap without the tubes.
static void testLegsLeaveTheGap(void **state) {
    (void)state;
    for (int i = 0; i < TIGHTNESSES; i++) {
        Puzzle puzzle = openPuzzle(PUZZLE_ALPHA, tightnesses[i]);
        assert_true(fitsGauge(&puzzle, 0.97 * getGap(tightnesses[i])));
        assert_false(fitsGauge(&puzzle, 1.06 * getGap(tightnesses[i])));
        closePuzzle(&puzzle);
    }
}

// The tubes do not overlap at the start, and are closest at 1.0. A tightness below 1 counts as 1. Red: a
// start at another place, or at the same place for each tightness.
static void testStart(void **state) {
    (void)state;
    double closest = 0.01;
    for (int i = 0; i < TIGHTNESSES; i++) {
        Puzzle puzzle = openPuzzle(PUZZLE_ALPHA, tightnesses[i]);
        const cdDistanceInput input = {.meshA = puzzle.meshes.meshes[0],
                                       .meshB = puzzle.meshes.meshes[1],
                                       .poseA = puzzle.data.objects[0].pose,
                                       .poseB = puzzle.data.objects[1].pose};
        cdDistance found = cdFindDistance(&input, NULL, workspace, NULL);
        assert_int_equal(found.state, CD_FREE);
        assert_true(found.lower > closest);
        if (i == 0) closest = found.upper;
        closePuzzle(&puzzle);
    }
    Puzzle least = openPuzzle(PUZZLE_ALPHA, 1.0), below = openPuzzle(PUZZLE_ALPHA, 0.5);
    assert_string_equal(least.data.objects[0].mesh, below.data.objects[0].mesh);
    closePuzzle(&least);
    closePuzzle(&below);
}

// The loops hold each other: pulled apart in any of many directions, a tube stops. Red: loops that are not
// linked.
static void testLoopsAreLinked(void **state) {
    (void)state;
    Puzzle puzzle = openPuzzle(PUZZLE_ALPHA, 1.5);
    for (int i = 0; i < 60; i++) {
        cdVec3 direction = {cos(1.7 * i) * sin(0.7 * i), sin(1.7 * i) * sin(0.7 * i), cos(0.7 * i)};
        cdPose start = puzzle.data.objects[1].pose, target = start;
        target.p = cdMulAdd(start.p, 8.0, direction);
        const cdPathNode nodes[2] = {{0.0, start}, {1.0, target}};
        const cdPathObstacle obstacle = {.mesh = puzzle.meshes.meshes[0], .pose = cdIdentityPose()};
        const cdPathInput input = {.nodes = nodes,
                                   .nodeCount = 2,
                                   .shapes = puzzle.set.shapes,
                                   .shapeCount = 1,
                                   .obstacles = &obstacle,
                                   .obstacleCount = 1};
        assert_int_equal(cdFindPathContact(&input, workspace, NULL).contact.state, CD_CONTACT);
    }
    closePuzzle(&puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testTubesAreSolids),  cmocka_unit_test(testSectionsDoNotTurn),
        cmocka_unit_test(testLegsLeaveTheGap), cmocka_unit_test(testStart),
        cmocka_unit_test(testLoopsAreLinked),
    };
    return cmocka_run_group_tests(tests, makeWorkspace, freeWorkspace);
}
