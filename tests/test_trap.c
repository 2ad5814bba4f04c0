// Proofs that a set cannot get out: each where it holds, none where there is a way out, and bounds by hand.
#include "cases.h"
#include "memory_fixture.h"
#include "plan_fixture.h"
#include "random.h"

#include <math.h>

static cdPose place(double x, double y, double z) {
    return (cdPose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static cdPose turn(double x, double y, double z, double angle) {
    return (cdPose){{x, y, z}, cdMakeQuat((cdVec3){0.6, 0.0, 0.8}, angle)};
}

// A set of one mesh among obstacles of one or two meshes.
static cdTrap tryProofs(const cdMesh *mesh, cdPose start, const cdObstacle *obstacles, int32_t count,
                        uint32_t proofs) {
    const cdSlideShape shape = {mesh, cdIdentityPose()};
    const cdTrapInput input = {.shapes = &shape,
                               .shapeCount = 1,
                               .obstacles = obstacles,
                               .obstacleCount = count,
                               .start = start,
                               .proofs = proofs};
    return cdFindTrap(&input, workspace);
}

// --- Topology

// Two linked tori, turned and far from the origin, are linked once; side by side they are not.
static void testLinked(void **state) {
    (void)state;
    cdMesh *ring = makeBare("torus:major=1,minor=0.2,segments=24");
    for (int i = 0; i < 20; i++) {
        cdPose a = turn(100.0, -3.0, 0.3 * i, 0.3 * i);
        cdQuat across = cdMakeQuat((cdVec3){1.0, 0.0, 0.0}, 1.5707963267948966);
        cdPose linked = cdMulPose(a, (cdPose){{1.0, 0.0, 0.02 * i}, across});
        cdPose apart = cdMulPose(a, (cdPose){{2.5, 0.0, 0.0}, across});
        const cdObstacle other = {ring, a};
        cdTrap found = tryProofs(ring, linked, &other, 1, 0);
        assert_int_equal(found.proofs, CD_TRAP_LINKED);
        assert_int_equal(abs(found.linkingNumber), 1);
        assert_int_equal(found.shape, 0);
        assert_int_equal(found.obstacle, 0);
        assert_int_equal(tryProofs(ring, apart, &other, 1, 0).proofs, 0);
    }
    cdDestroyMesh(ring);
}

// A ball in a closed box is enclosed, and a box around a ball; beside it, it is not.
static void testEnclosed(void **state) {
    (void)state;
    cdMesh *box = makeBare("box"), *ball = makeBare("icosphere:radius=0.5,level=1");
    const cdObstacle boxes = {box, turn(7.0, 1.0, 0.0, 0.4)}, balls = {ball, turn(7.0, 1.0, 0.0, 2.0)};
    cdTrap found = tryProofs(ball, place(7.1, 1.0, 0.2), &boxes, 1, 0);
    assert_int_equal(found.proofs, CD_TRAP_ENCLOSED);
    assert_int_equal(found.obstacle, 0);
    assert_int_equal(tryProofs(box, place(7.1, 1.0, 0.2), &balls, 1, 0).proofs, CD_TRAP_ENCLOSED);
    assert_int_equal(tryProofs(ball, place(9.0, 1.0, 0.2), &boxes, 1, 0).proofs, 0);
    cdDestroyMesh(box);
    cdDestroyMesh(ball);
}

// A ball in a box from which one triangle is missing is not enclosed.
static void testOpenBox(void **state) {
    (void)state;
    cdMesh *box = makeBare("box"), *ball = makeBare("icosphere:radius=0.3,level=1");
    cdMeshInfo info = cdGetMeshInfo(box);
    cdMeshDef def = {.points = info.vertices,
                     .pointCount = info.vertexCount,
                     .triangles = info.triangles,
                     .triangleCount = info.triangleCount - 1,
                     .parts = CD_PART_HULL};
    cdMesh *open = cdCreateMesh(&def, NULL);
    assert_non_null(open);
    const cdObstacle other = {open, cdIdentityPose()};
    assert_int_equal(tryProofs(ball, cdIdentityPose(), &other, 1, CD_TRAP_ENCLOSED).proofs, 0);
    cdDestroyMesh(open);
    cdDestroyMesh(box);
    cdDestroyMesh(ball);
}

// A loop of triangles without an inside is linked with a ring as well: the surfaces alone count.
static void testOpenSurfaces(void **state) {
    (void)state;
    cdMesh *ring = makeBare("torus:major=1,minor=0.2,segments=24");
    enum { SIDES = 12 };
    cdVec3 points[2 * SIDES];
    int32_t triangles[6 * SIDES];
    for (int32_t i = 0; i < SIDES; i++) {
        double angle = 6.283185307179586 * i / SIDES;
        points[2 * i] = (cdVec3){cos(angle), sin(angle), 0.05};
        points[2 * i + 1] = (cdVec3){cos(angle), sin(angle), -0.05};
        int32_t next = (i + 1) % SIDES;
        const int32_t own[6] = {2 * i, 2 * i + 1, 2 * next, 2 * i + 1, 2 * next + 1, 2 * next};
        memcpy(triangles + 6 * i, own, sizeof own);
    }
    cdMeshDef def = {.points = points,
                     .pointCount = 2 * SIDES,
                     .triangles = triangles,
                     .triangleCount = 2 * SIDES,
                     .parts = CD_PART_HULL};
    cdMesh *band = cdCreateMesh(&def, NULL);
    assert_non_null(band);
    const cdObstacle other = {ring, cdIdentityPose()};
    assert_int_equal(tryProofs(band, place(1.0, 0.0, 0.0), &other, 1, 0).proofs, CD_TRAP_LINKED);
    assert_int_equal(tryProofs(band, place(2.3, 0.0, 0.0), &other, 1, 0).proofs, 0);
    cdDestroyMesh(band);
    cdDestroyMesh(ring);
}

// --- Contacts

enum { PLATES = 6 };

// Six plates around a cube with half edges of 1, all with the same gap.
static void surround(const cdMesh *plate, double gap, cdObstacle *plates) {
    for (int k = 0; k < PLATES; k++) {
        double at = (k % 2 == 0 ? 1.0 : -1.0) * (1.1 + gap);
        const cdVec3 axis = {k / 2 == 1 ? 1.0 : 0.0, 0.0, k / 2 == 0 ? 1.0 : 0.0};
        plates[k] =
            (cdObstacle){plate, {{0.0, 0.0, 0.0}, cdMakeQuat(axis, k / 2 < 2 ? 1.5707963267948966 : 0.0)}};
        if (k / 2 == 2) plates[k].pose.q = (cdQuat){1.0, 0.0, 0.0, 0.0};
        plates[k].pose.p = cdRotate(plates[k].pose.q, (cdVec3){0.0, at, 0.0});
    }
}

// Returns the largest displacement of a corner by slides to random poses.
static double slideAway(cdMesh *cube, const cdObstacle *obstacles, int32_t count) {
    double most = 0.0;
    for (int i = 0; i < 20; i++) {
        cdPose start = cdIdentityPose(),
               target = turn(0.4 * sin(i), 0.3 * cos(3.0 * i), 0.2, 0.3 * sin(2.0 * i));
        const cdSlideInput input = {.step = {.mesh = cube,
                                             .start = start,
                                             .target = target,
                                             .obstacles = obstacles,
                                             .obstacleCount = count}};
        cdSlide slide = cdFindSlide(&input, NULL, workspace, NULL);
        cdMeshInfo info = cdGetMeshInfo(cube);
        for (int32_t k = 0; k < info.vertexCount; k++) {
            cdVec3 corner = cdAdd(info.center, info.vertices[k]);
            most = cdMax(most, cdLength(cdSub(cdTransformPoint(slide.contact.resolvedPose, corner), corner)));
        }
    }
    return most;
}

// A cube between six plates is locked, for gaps from a touch on: no slide leads farther than the reach, which
// is not far above what slides reach. Without one of the plates it is not locked, nor with large gaps.
static void testLocked(void **state) {
    (void)state;
    cdMesh *cube = makeFeatured("box:x=1,y=1,z=1"), *plate = makeFeatured("box:x=1.5,y=0.1,z=1.5");
    cdObstacle plates[PLATES];
    const double gaps[] = {0.0, 1e-6, 1e-4, 1e-3, 1e-2};
    for (int i = 0; i < 5; i++) {
        surround(plate, gaps[i], plates);
        cdTrap found = tryProofs(cube, cdIdentityPose(), plates, PLATES, CD_TRAP_LOCKED);
        assert_int_equal(found.proofs, CD_TRAP_LOCKED);
        double reached = slideAway(cube, plates, PLATES);
        assert_true(reached <= found.reach + 1e-5);
        assert_true(found.reach < 30.0 * gaps[i] + 1e-9);
        for (int k = 0; k < PLATES; k++) {
            cdObstacle rest[PLATES];
            memcpy(rest, plates, sizeof rest);
            rest[k] = rest[PLATES - 1];
            assert_int_equal(tryProofs(cube, cdIdentityPose(), rest, PLATES - 1, CD_TRAP_LOCKED).proofs, 0);
        }
    }
    surround(plate, 1e-4, plates); // turned, and far from the origin
    cdPose far = turn(1000.0, -300.0, 50.0, 1.3);
    for (int k = 0; k < PLATES; k++)
        plates[k].pose = cdMulPose(far, plates[k].pose);
    cdTrap moved = tryProofs(cube, far, plates, PLATES, CD_TRAP_LOCKED);
    assert_true(moved.proofs == CD_TRAP_LOCKED && moved.reach > 1e-4 && moved.reach < 3e-3);
    surround(plate, 0.3, plates);
    assert_int_equal(tryProofs(cube, cdIdentityPose(), plates, PLATES, CD_TRAP_LOCKED).proofs, 0);
    cdMesh *sheet =
        makeFeatured("box:x=1.5,y=0.00325,z=1.5"); // its half balls are smaller than the cube's play
    surround(plate, 0.002, plates);
    for (int k = 0; k < PLATES; k++) {
        plates[k].mesh = sheet;
        plates[k].pose.p = cdScale(1.00525 / 1.102, plates[k].pose.p);
    }
    assert_int_equal(tryProofs(cube, cdIdentityPose(), plates, PLATES, CD_TRAP_LOCKED).proofs, 0);
    cdDestroyMesh(sheet);
    cdDestroyMesh(cube);
    cdDestroyMesh(plate);
}

// A block in a square tube moves along it alone. With stops at both ends it is trapped on that screw, with
// one stop it is not.
static void testScrew(void **state) {
    (void)state;
    cdMesh *cube = makeFeatured("box:x=1,y=1,z=1"), *wall = makeFeatured("box:x=1.5,y=0.1,z=6");
    cdMesh *stop = makeFeatured("box:x=1.5,y=0.1,z=1.5");
    cdObstacle walls[PLATES];
    surround(wall, 1e-5, walls);
    // The last two walls are those across z; they become stops, away from the cube.
    for (int k = 0; k < PLATES; k++) {
        cdVec3 outward = walls[k].pose.p;
        if (fabs(outward.z) < 0.5) {
            cdQuat q = fabs(outward.x) > 0.5 ? cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, 1.5707963267948966)
                                             : (cdQuat){1.0, 0.0, 0.0, 0.0};
            walls[k].pose.q = q;
            continue;
        }
        walls[k].mesh = stop;
        walls[k].pose.p = cdScale(3.0, outward);
    }
    cdTrap found = tryProofs(cube, cdIdentityPose(), walls, PLATES, CD_TRAP_SCREW);
    assert_int_equal(found.proofs, CD_TRAP_SCREW);
    assert_true(fabs(found.axis.z) > 0.999 && isinf(found.pitch));
    for (int k = 0; k < PLATES; k++) {
        if (walls[k].mesh != stop) continue;
        cdPose before = walls[k].pose;
        walls[k].pose.p.y += 20.0;
        assert_int_equal(tryProofs(cube, cdIdentityPose(), walls, PLATES, CD_TRAP_SCREW).proofs, 0);
        walls[k].pose = before;
    }
    cdObstacle rest[PLATES];
    int32_t count = 0;
    for (int k = 0; k < PLATES; k++) // without the wall above it is free to rise
        if (!(walls[k].mesh == wall && walls[k].pose.p.y > 0.5)) rest[count++] = walls[k];
    assert_int_equal(count, PLATES - 1);
    assert_int_equal(tryProofs(cube, cdIdentityPose(), rest, count, CD_TRAP_SCREW).proofs, 0);
    count = 0;
    for (int k = 0; k < PLATES; k++) // without stops it leaves along z
        if (walls[k].mesh == wall) rest[count++] = walls[k];
    const uint32_t floods = CD_TRAP_CAGED | CD_TRAP_TRANSLATIONS;
    assert_int_equal(tryProofs(cube, cdIdentityPose(), rest, count, floods).proofs, 0);
    cdDestroyMesh(cube);
    cdDestroyMesh(wall);
    cdDestroyMesh(stop);
}

// --- Floods

// A block in a box of plates is caged while the openings are narrower than a ball in the block, and its
// translations lead nowhere while they are narrower than the block.
static void testCaged(void **state) {
    (void)state;
    cdMesh *block = makeBare("box:x=1,y=0.9,z=1"), *plate = makeBare("box:x=1.1,y=0.2,z=1.1");
    const uint32_t both = CD_TRAP_CAGED | CD_TRAP_TRANSLATIONS;
    cdPose start = turn(0.01, 0.02, 0.0, 0.05);
    cdObstacle plates[PLATES];
    surround(plate, 0.2, plates); // openings of about 0.15 along the edges
    cdTrap found = tryProofs(block, start, plates, PLATES, both);
    assert_int_equal(found.proofs, CD_TRAP_CAGED);
    assert_true(found.ballRadius > 0.85 && found.ballRadius <= 0.9);
    found = tryProofs(block, start, plates, PLATES, CD_TRAP_TRANSLATIONS);
    assert_int_equal(found.proofs, CD_TRAP_TRANSLATIONS);
    plates[0].pose.p = cdScale(3.0, plates[0].pose.p); // an opening of 2.4 all around
    assert_int_equal(tryProofs(block, start, plates, PLATES, both).proofs, 0);
    cdDestroyMesh(block);
    cdDestroyMesh(plate);
}

// A cube leaves a room by translations through a window with little play that is beside the cube.
static void testWindow(void **state) {
    (void)state;
    cdMesh *cube = makeBare("box:x=1,y=1,z=1"), *wall = makeBare("box:x=1.6,y=0.2,z=1.6");
    cdMesh *beside = makeBare("box:x=1,y=0.2,z=4"), *above = makeBare("box:x=4,y=0.2,z=1");
    const double half = 1.015, x = 0.0731, z = 0.0417;
    cdObstacle walls[PLATES + 3];
    int32_t count = 0;
    surround(wall, 0.25, walls);
    for (int k = 0; k < PLATES; k++)
        if (walls[k].pose.p.y < 0.5) walls[count++] = walls[k];
    assert_int_equal(count, PLATES - 1);
    for (int side = -1; side <= 1; side += 2) {
        walls[count++] = (cdObstacle){beside, place(x + side * (half + 1.0), 1.7, 0.0)};
        walls[count++] = (cdObstacle){above, place(0.0, 1.7, z + side * (half + 1.0))};
    }
    assert_int_equal(tryProofs(cube, cdIdentityPose(), walls, count, CD_TRAP_TRANSLATIONS).proofs, 0);
    walls[count - 1].pose.p.z -= 0.1; // the window is too narrow now
    assert_int_equal(tryProofs(cube, cdIdentityPose(), walls, count, CD_TRAP_TRANSLATIONS).proofs,
                     CD_TRAP_TRANSLATIONS);
    cdDestroyMesh(cube);
    cdDestroyMesh(wall);
    cdDestroyMesh(beside);
    cdDestroyMesh(above);
}

// A cube between two plates and four posts cannot leave between the posts by translations in the plane.
static void testPlane(void **state) {
    (void)state;
    cdMesh *cube = makeFeatured("box:x=1,y=1,z=1"), *plate = makeFeatured("box:x=6,y=0.1,z=6");
    cdMesh *post = makeFeatured("box:x=0.2,y=1,z=0.2");
    cdObstacle all[6] = {{plate, place(0.0, 1.100001, 0.0)}, {plate, place(0.0, -1.100001, 0.0)}};
    for (int k = 0; k < 4; k++)
        all[2 + k] = (cdObstacle){post, place(k / 2 == 0 ? 1.5 : -1.5, 0.0, k % 2 == 0 ? 1.0 : -1.0)};
    cdTrap found = tryProofs(cube, cdIdentityPose(), all, 6, CD_TRAP_PLANE);
    assert_int_equal(found.proofs, 0); // it leaves along z
    for (int k = 0; k < 4; k++)
        all[2 + k].pose = place(k < 2 ? 0.0 : k == 2 ? 1.5 : -1.5, 0.0, k == 0 ? 1.5 : k == 1 ? -1.5 : 0.0);
    found = tryProofs(cube, cdIdentityPose(), all, 6, CD_TRAP_PLANE);
    assert_int_equal(found.proofs, CD_TRAP_PLANE);
    assert_true(fabs(found.axis.y) > 0.999999);
    assert_int_equal(tryProofs(cube, cdIdentityPose(), all + 1, 5, CD_TRAP_PLANE).proofs, 0); // a floor alone
    cdDestroyMesh(cube);
    cdDestroyMesh(plate);
    cdDestroyMesh(post);
}

// --- No proof where there is a way

// No proof for all motions holds for a puzzle that comes apart. The nut and the bayonet have to turn: no
// translations lead out. Peg, L and the burr's first piece slide out.
static void testPuzzles(void **state) {
    (void)state;
    for (int kind = 0; kind < PUZZLE_COUNT; kind++) {
        Puzzle puzzle = openPuzzle((PuzzleKind)kind, 1.0);
        cdPlanInput plan = makePuzzleInput(&puzzle);
        const cdTrapInput input = {.shapes = plan.shapes,
                                   .shapeCount = plan.shapeCount,
                                   .obstacles = plan.obstacles,
                                   .obstacleCount = plan.obstacleCount,
                                   .start = plan.start};
        cdTrap found = cdFindTrap(&input, workspace);
        bool isLinked = kind == PUZZLE_LINK, turns = kind == PUZZLE_NUT || kind == PUZZLE_BAYONET;
        bool slidesOut = kind == PUZZLE_PEG || kind == PUZZLE_L_IN_L || kind == PUZZLE_BURR;
        assert_int_equal(found.proofs & CD_TRAP_ALL_MOTIONS, isLinked ? CD_TRAP_LINKED : 0);
        if (turns) assert_true((found.proofs & CD_TRAP_TRANSLATIONS) != 0);
        if (slidesOut) assert_true((found.proofs & CD_TRAP_TRANSLATIONS) == 0);
        if (turns) {
            cdTrap again = cdFindTrap(&input, workspace);
            assert_memory_equal(&again, &found, sizeof found);
        }
        closePuzzle(&puzzle);
    }
}

// Tests if a straight motion leads out.
static bool fliesOut(const cdPlanInput *input, cdVec3 direction) {
    cdPathNode nodes[2] = {{0.0, input->start}, {1.0, input->start}};
    nodes[1].pose.p = cdMulAdd(input->start.p, 12.0, direction);
    cdPathObstacle obstacles[16];
    for (int32_t i = 0; i < input->obstacleCount; i++)
        obstacles[i] = (cdPathObstacle){.mesh = input->obstacles[i].mesh, .pose = input->obstacles[i].pose};
    const cdPathInput path = {.nodes = nodes,
                              .nodeCount = 2,
                              .shapes = input->shapes,
                              .shapeCount = input->shapeCount,
                              .obstacles = obstacles,
                              .obstacleCount = input->obstacleCount};
    return cdFindPathContact(&path, workspace, NULL).contact.state == CD_FREE;
}

static bool findsFlight(const cdPlanInput *input, Random *random) {
    for (int i = 0; i < 200; i++)
        if (fliesOut(input, nextRandomDirection(random))) return true;
    return false;
}

// Random bodies among random plates around them: where a plan finds a way, no proof excludes it;
// where a straight motion leads out, none denies translations. Both kinds of proof occur, and ways.
static void testRandomCages(void **state) {
    (void)state;
    static const char *const specs[] = {"box:x=0.5,y=0.4,z=0.3", "l-shape", "icosphere:radius=0.5,level=1",
                                        "torus:major=0.5,minor=0.2,segments=12"};
    cdMesh *bodies[4], *plate = makeFeatured("box:x=1,y=0.1,z=1");
    for (int i = 0; i < 4; i++)
        bodies[i] = makeFeatured(specs[i]);
    Random random = {.state = 7};
    int ways = 0, flights = 0, caged = 0, still = 0;
    for (int32_t n = 0; n < countCases(32); n++) {
        cdObstacle plates[PLATES];
        surround(plate, nextRandomIn(&random, -0.4, 0.3), plates);
        for (int k = 0; k < PLATES; k++)
            plates[k].pose.p =
                cdMulAdd(plates[k].pose.p, nextRandomIn(&random, 0.0, 0.35), nextRandomDirection(&random));
        const cdSlideShape shape = {bodies[n % 4], cdIdentityPose()};
        const cdPlanInput plan = {
            .shapes = &shape,
            .shapeCount = 1,
            .obstacles = plates,
            .obstacleCount = nextRandomInt(&random, 0, 4) == 0 ? PLATES - 1 : PLATES,
            .start = {{0.0, 0.0, 0.0},
                      cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 3.0))},
            .budget.maxPairTests = 300000};
        cdTrapInput input = {.shapes = &shape,
                             .shapeCount = 1,
                             .obstacles = plates,
                             .obstacleCount = plan.obstacleCount,
                             .start = plan.start};
        cdTrap found = cdFindTrap(&input, workspace);
        if (found.overlaps) continue;
        bool isAll = (found.proofs & CD_TRAP_ALL_MOTIONS) != 0;
        bool hasWay = cdPlanPath(&plan, workspace).state == CD_PLAN_FOUND;
        bool flies = findsFlight(&plan, &random);
        assert_false(isAll && (hasWay || flies));
        ways += hasWay, flights += flies, caged += isAll;
        input.proofs = CD_TRAP_TRANSLATIONS;
        bool isStill = n % 4 == 0 && cdFindTrap(&input, workspace).proofs != 0;
        assert_false(isStill && flies);
        still += isStill;
    }
    print_message("%d ways, %d flights, %d caged, %d without translations\n", ways, flights, caged, still);
    assert_true(ways > 3 && flights > 2 && caged > 3 && still > 0);
    for (int i = 0; i < 4; i++)
        cdDestroyMesh(bodies[i]);
    cdDestroyMesh(plate);
}

// --- Limits and bad input

static void testLimits(void **state) {
    (void)state;
    Puzzle puzzle = openPuzzle(PUZZLE_NUT, 1.0);
    cdPlanInput plan = makePuzzleInput(&puzzle);
    cdTrapInput input = {.shapes = plan.shapes,
                         .shapeCount = plan.shapeCount,
                         .obstacles = plan.obstacles,
                         .obstacleCount = plan.obstacleCount,
                         .start = plan.start,
                         .budget.maxPairTests = 100000};
    cdTrap few = cdFindTrap(&input, workspace);
    assert_int_equal(few.proofs, 0);
    assert_int_equal(few.reason, CD_REASON_BUDGET);
    assert_true(few.pairTests <= 100000);
    uint8_t flag = 1;
    input.budget = (cdBudget){.interrupt = cdIsFlagSet, .context = &flag};
    assert_int_equal(cdFindTrap(&input, workspace).reason, CD_REASON_INTERRUPTED);
    closePuzzle(&puzzle);
}

static void testBadInput(void **state) {
    (void)state;
    cdMesh *cube = makeBare("box:x=1,y=1,z=1");
    const cdObstacle other = {cube, place(0.5, 0.0, 0.0)};
    cdTrap found = tryProofs(cube, cdIdentityPose(), &other, 1, 0);
    assert_true(found.overlaps && found.proofs == 0);
    assert_int_equal(found.shape, 0);
    assert_int_equal(found.obstacle, 0);
    assert_int_equal(tryProofs(cube, cdIdentityPose(), &other, 1, 128).reason, CD_REASON_INPUT);
    assert_int_equal(tryProofs(cube, cdIdentityPose(), &other, -1, 0).reason, CD_REASON_INPUT);
    assert_int_equal(tryProofs(cube, place(NAN, 0.0, 0.0), &other, 1, 0).reason, CD_REASON_NOT_FINITE);
    cdTrap none = tryProofs(cube, cdIdentityPose(), NULL, 0, 0);
    assert_true(none.reason == CD_REASON_NONE && none.proofs == 0);
    cdDestroyMesh(cube);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testLinked),   cmocka_unit_test(testEnclosed),    cmocka_unit_test(testOpenSurfaces),
        cmocka_unit_test(testLocked),   cmocka_unit_test(testScrew),       cmocka_unit_test(testCaged),
        cmocka_unit_test(testPlane),    cmocka_unit_test(testWindow),      cmocka_unit_test(testOpenBox),
        cmocka_unit_test(testPuzzles),  cmocka_unit_test(testRandomCages), cmocka_unit_test(testLimits),
        cmocka_unit_test(testBadInput),
    };
    return cmocka_run_group_tests(tests, makeWorkspace, freeWorkspace);
}
