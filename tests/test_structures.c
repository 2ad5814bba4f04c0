// Structures of the generators, small: arches and card houses stand, a wall breaks, nets and bolts move. In
// all of them no bodies overlap after any step, no time is lost, and energy does not grow.
#include "cases.h"
#include "scenes/generators/bolt_in_nut.h"
#include "scenes/generators/brick_wall.h"
#include "scenes/generators/card_house.h"
#include "scenes/generators/ring_net.h"
#include "scenes/generators/stone_arch.h"
#include "structure_fixture.h"

#include <string.h>

static void addGround(Structure *structure, double friction) {
    SceneObject *floor = AddSceneFloor(&structure->data, 5.0, 0.0);
    assert_non_null(floor);
    floor->friction = friction;
}

// --- Arches

static Structure openArch(int32_t stones, double thickness) {
    Structure structure = makeStructure();
    StoneArch arch = {
        .stones = stones, .span = 4.0, .rise = 2.0, .thickness = thickness, .depth = 0.5, .friction = 0.5};
    assert_true(AddStoneArch(&structure.data, &arch));
    openStructure(&structure);
    return structure;
}

// Arches stand for ten seconds, asleep, and the forces on each stone balance its weight within a thousandth:
// an arch of 101 stones, whose forces do not converge while it is awake, and one of 501, too. The thin one
// stands since the line of thrust is a catenary: a semicircle needs 0.107 of its radius, this one has 0.05.
// Red: joints that are not at right angles to the centre line, forces at the wrong points of a joint, sweeps
// alone for many stones that stand.
static void testArchesStand(void **state) {
    (void)state;
    static const int32_t counts[] = {2, 9, 25, 101, 501};
    for (int i = 0; i < 5; i++) {
        Structure structure = openArch(counts[i], i == 1 ? 0.1 : 0.5);
        assert_int_equal(structure.data.objectCount, counts[i] + 2);
        runStructure(&structure, 10.0);
        assert_true(getStructureSway(&structure) < 0.005);
        assert_true(getWorstImbalance(&structure) < 1e-3);
        assert_true(GetRunState(&structure.run, 2).asleep && !GetRunState(&structure.run, 2).unbalanced);
        closeStructure(&structure);
    }
}

// The abutments of an arch carry its weight within a thousandth, and the thrust of a catenary, H = weight per
// length times a. Red: forces of contacts that are not those between the stones.
static void testThrust(void **state) {
    (void)state;
    Structure structure = openArch(25, 0.5);
    runStructure(&structure, 2.0);
    cdVec3 sums[2] = {{0}};
    int32_t count;
    const cdWorldContact *contacts = cdGetWorldContacts(structure.run.sceneWorld.world, &count);
    for (int32_t i = 0; i < count; i++)
        if (contacts[i].bodyA < 2)
            sums[contacts[i].bodyA] =
                cdAdd(sums[contacts[i].bodyA],
                      cdMulAdd(contacts[i].friction, contacts[i].force, contacts[i].normal));
    double weight = 0.0;
    for (int32_t i = 2; i < structure.data.objectCount; i++)
        weight += 9.81 * GetRunState(&structure.run, i).mass;
    assert_true(fabs(sums[0].y + sums[1].y + weight) < 0.001 * weight);
    assert_true(fabs(sums[0].x + sums[1].x) < 0.001 * weight);
    // u = span / (2 a) solves a (cosh u - 1) = rise; the length is 2 a sinh u.
    double u = 1.0;
    for (int i = 0; i < 100; i++)
        u = acosh(1.0 + u); // rise = span / 2: cosh u - 1 = u
    assert_true(fabs(fabs(sums[0].x) - weight / (2.0 * sinh(u))) < 0.05 * weight);
    closeStructure(&structure);
}

// --- Card houses

static Structure openHouse(int32_t levels, double lean, double friction) {
    Structure structure = makeStructure();
    addGround(&structure, friction);
    CardHouse house = {.levels = levels,
                       .length = 0.8,
                       .width = 0.55,
                       .thickness = 0.02,
                       .lean = lean,
                       .friction = friction};
    assert_true(AddCardHouse(&structure.data, &house));
    openStructure(&structure);
    return structure;
}

// Houses of one to five levels stand with friction 0.5 for ten seconds, no card moved by more than its
// thickness. Red: friction that creeps, contacts at edges with a wrong normal.
static void testHousesStand(void **state) {
    (void)state;
    static const int32_t cards[] = {2, 7, 15, 26, 40};
    for (int32_t levels = 1; levels <= 5; levels++) {
        Structure structure = openHouse(levels, 0.3, 0.5);
        assert_int_equal(structure.data.objectCount, 1 + cards[levels - 1]);
        runStructure(&structure, 10.0);
        assert_true(getStructureSway(&structure) < 0.02);
        assert_true(getWorstImbalance(&structure) < 1e-3);
        closeStructure(&structure);
    }
}

// They stand also if the cards are woken before each step: for a quarter of a second, with FC_CASES=240 for a
// minute. Red: friction that creeps while a house is awake.
static void testWokenHousesStand(void **state) {
    (void)state;
    const cdVec3 none = {0.0, 0.0, 0.0};
    int steps = countCases(25);
    for (int32_t levels = 2; levels <= 5; levels++) {
        Structure structure = openHouse(levels, 0.3, 0.5);
        for (int i = 1; i <= steps && i <= 6000; i++) {
            cdApplyForce(structure.run.sceneWorld.world, structure.run.sceneWorld.bodies[1], none, none);
            runStructure(&structure, 0.01 * i);
        }
        double sway = getStructureSway(&structure);
        if (!(sway < 0.005)) fail_msg("a house of %d levels has moved by %g", (int)levels, sway);
        if (getenv("FC_SHOW")) printf("house of %d levels: moved by %g\n", (int)levels, sway);
        closeStructure(&structure);
    }
}

// A tent without load pushes its feet out with tan(lean) / 2 of its weight: with friction just above that it
// stands, just below it slides apart. Red: friction that holds where it must slip, or slips where it must
// hold.
static void testTentSlips(void **state) {
    (void)state;
    const double lean = 0.5, least = 0.5 * tan(lean);
    for (int i = 0; i < 2; i++) {
        Structure structure = openHouse(1, lean, (i == 0 ? 1.1 : 0.9) * least);
        runStructure(&structure, 2.0);
        double sway = getStructureSway(&structure);
        assert_true(i == 0 ? sway < 0.02 : sway > 0.1);
        closeStructure(&structure);
    }
}

// --- A wall, a net, a bolt

// A wall stands; then the ball on its chain breaks it. Red: rows of bricks that start in overlap, a brick
// that topples beside the row below, a chain that opens.
static void testWallBreaks(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        Structure structure = makeStructure();
        addGround(&structure, 0.5);
        BrickWall wall = {.columns = 3, .rows = 4, .half = {0.25, 0.125, 0.125}, .friction = 0.5};
        WreckingBall ball = {
            .links = 2, .pivot = {0.0, 1.8, 0.5}, .radius = 0.3, .lift = 1.0, .density = 5.0};
        assert_true(AddBrickWall(&structure.data, &wall));
        if (i == 1) assert_true(AddWreckingBall(&structure.data, &ball));
        openStructure(&structure);
        runStructure(&structure, 1.0);
        for (int32_t brick = 1; brick <= wall.rows * wall.columns; brick++) {
            cdVec3 start = structure.data.objects[brick].pose.p;
            double moved = cdLength(cdSub(GetRunState(&structure.run, brick).pose.p, start));
            assert_true(i == 0 ? moved < 0.001 : brick != 8 || moved > 0.1);
        }
        if (i == 1) {
            cdVec3 place = GetRunState(&structure.run, structure.data.objectCount - 1).pose.p;
            double reach = GetWreckingReach(&ball), distance = cdLength(cdSub(place, ball.pivot));
            assert_true(distance > 0.7 * reach && distance < 1.2 * reach);
        }
        closeStructure(&structure);
    }
}

// A net of 3 by 3 rings sags by less than its rings allow, held at its corners; the full one has 616 rings.
// Red: a link that opens, rings that start in overlap.
static void testNetHolds(void **state) {
    (void)state;
    RingNet net = {.columns = 3, .rows = 3, .segments = 10, .height = 0.0, .friction = 0.2};
    Structure structure = makeStructure();
    assert_true(AddRingNet(&structure.data, &net));
    assert_int_equal(structure.data.objectCount, CountRingNet(&net));
    openStructure(&structure);
    runStructure(&structure, 1.0);
    for (int32_t i = 0; i < structure.data.objectCount; i++)
        assert_true(GetRunState(&structure.run, i).pose.p.y > -2.0);
    closeStructure(&structure);
    assert_int_equal(CountRingNet(&(RingNet){.columns = 16, .rows = 16}), 616);
}

// A bolt with more friction than the slope of its thread, 0.087, stays; the scene's, without friction, turns.
// Red: friction that a turning contact does not feel.
static void testBoltLocks(void **state) {
    (void)state;
    Structure structure = makeStructure();
    BoltInNut bolt = {.segments = 24, .height = 0.0, .friction = 0.3};
    assert_true(AddBoltInNut(&structure.data, &bolt));
    openStructure(&structure);
    runStructure(&structure, 0.5);
    double settled = GetRunState(&structure.run, 1).pose.p.y;
    runStructure(&structure, 2.0);
    assert_true(fabs(GetRunState(&structure.run, 1).pose.p.y - settled) < 1e-3);
    closeStructure(&structure);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testArchesStand), cmocka_unit_test(testThrust),
        cmocka_unit_test(testHousesStand), cmocka_unit_test(testWokenHousesStand),
        cmocka_unit_test(testTentSlips),   cmocka_unit_test(testWallBreaks),
        cmocka_unit_test(testNetHolds),    cmocka_unit_test(testBoltLocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
