// The minimum distance of mechanisms: closed forms.
#include "mechanism_fixture.h"
#include <math.h>

static cdWorkspace *workspace;
static cdMesh *bar, *cube;

static int openAll(void **state) {
    (void)state;
    workspace = cdCreateWorkspace();
    bar = makeShape("box:x=1,y=0.1,z=0.1"); // from -1 to 1
    cube = makeShape("box:x=0.5,y=0.5,z=0.5");
    return 0;
}

static int closeAll(void **state) {
    (void)state;
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(bar);
    cdDestroyMesh(cube);
    return 0;
}

// Finds the smallest distance of the turning bar from the cube's corner. A search with the wrong safety
// distance, or one that stops at a local minimum, would give wrong bounds.
static void test_clearance_of_hinge(void **state) {
    (void)state;
    Machine machine;
    makeDoor(&machine, bar, cube, 2.5);
    // The bar's outer corners are on a circle about the axis; the corner (0.5, 2.5) of the cube is farther.
    double expected = hypot(0.5, 2.5) - hypot(2.0, 0.1);
    cdSweepJoint joint = {1, -1.0, 7.0};
    cdMechanismClearanceInput input = {.sweep = makeSweep(&machine, &joint, 1), .precision = 1e-7};
    cdMechanismClearance found = cdFindMechanismClearance(&input, workspace);
    assert_int_equal(found.state, CD_FREE);
    assert_true(found.lower <= expected + 1e-12 && found.upper >= expected - 1e-12);
    assert_true(found.upper - found.lower <= 1e-7);
    assert_near(found.pointB.x, 0.5, 1e-6);
    assert_near(cdLength(cdSub(found.pointA, found.pointB)), expected, 1e-6);
    joint = (cdSweepJoint){1, -1.0, 0.3};
    makeDoor(&machine, bar, cube, 0.9);
    found = cdFindMechanismClearance(&input, workspace);
    double begin = atan2(0.9, 1.5) - asin(0.1 / hypot(0.9, 1.5));
    expected = hypot(0.9, 1.5) * sin(begin + asin(0.1 / hypot(0.9, 1.5)) - 0.3) - 0.1;
    assert_int_equal(found.state, CD_FREE);
    assert_near(found.lower, expected, 2e-7);
    assert_true(found.lower <= expected + 1e-12 && found.upper >= expected - 1e-12);
    joint = (cdSweepJoint){1, -1.0, 1.0};
    assert_int_equal(cdFindMechanismClearance(&input, workspace).state, CD_CONTACT);
}

// Finds the distance of two cubes, of which one is on two sliders that keep it away from the other.
static void test_clearance_of_sliders(void **state) {
    (void)state;
    Machine machine;
    beginMachine(&machine);
    addLink(&machine, -1, CD_LINK_FIXED, poseAt(0.0, 0.0, 0.0), (cdVec3){0}, cube, poseAt(0.3, 0.2, 0.1));
    int32_t x = addLink(&machine, -1, CD_LINK_SLIDER, poseAt(0.0, 0.0, 0.0), (cdVec3){2.0, 0.0, 0.0}, NULL,
                        cdIdentityPose());
    machine.links[x].shapeCount = 0;
    int32_t y = addLink(&machine, x, CD_LINK_SLIDER, poseAt(0.0, 0.0, 0.0), (cdVec3){0.0, 1.0, 0.0}, cube,
                        cdIdentityPose());
    const cdSweepJoint joints[] = {{x, -4.0, -1.0}, {y, 1.5, 3.5}};
    cdMechanismClearanceInput input = {.sweep = makeSweep(&machine, joints, 2), .precision = 1e-3};
    cdMechanismClearance found = cdFindMechanismClearance(&input, workspace);
    double expected = hypot(0.3, 0.3);
    assert_int_equal(found.state, CD_FREE);
    assert_true(found.lower <= expected + 1e-12 && found.upper >= expected - 1e-12);
    assert_true(found.upper - found.lower <= 1e-3);
    assert_true(found.searchCount < 1000);
}

// Finds the distance of a needle's tip that a plate on two sliders passes at a single spot, and bounds it
// from below also at a coarse resolution. A search without the motion by the other joint, or cells of the
// smallest size that are taken for free, would miss the spot.
static void test_clearance_of_needle(void **state) {
    (void)state;
    Machine machine;
    cdMesh *needle = makeShape("box:x=0.001,y=0.001,z=0.5");
    beginMachine(&machine);
    addLink(&machine, -1, CD_LINK_FIXED, poseAt(0.0, 0.0, 0.0), (cdVec3){0}, needle,
            poseAt(1.3, 0.26, -1.01));
    int32_t x = addLink(&machine, -1, CD_LINK_SLIDER, poseAt(0.0, 0.0, 0.0), (cdVec3){1.0, 0.0, 0.0}, needle,
                        cdIdentityPose());
    machine.links[x].shapeCount = 0;
    int32_t y = addLink(&machine, x, CD_LINK_SLIDER, poseAt(0.0, 0.0, 0.0), (cdVec3){0.0, 1.0, 0.0}, needle,
                        cdIdentityPose());
    const cdSweepJoint joints[] = {{x, 0.0, 2.0}, {y, 0.0, 2.0}};
    cdMechanismClearanceInput input = {.sweep = makeSweep(&machine, joints, 2), .precision = 1e-4};
    input.sweep.resolution = 0x1p-16;
    cdMechanismClearance found = cdFindMechanismClearance(&input, workspace);
    assert_int_equal(found.state, CD_FREE);
    assert_near(found.upper, 0.01, 1e-4);
    assert_true(found.lower <= 0.01 + 1e-12 && found.lower >= 0.01 - 1e-4);
    input.sweep.resolution = 0x1p-2;
    found = cdFindMechanismClearance(&input, workspace);
    assert_true(found.lower <= 0.01 + 1e-12 && found.upper >= 0.01 - 1e-12);
    cdDestroyMesh(needle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clearance_of_hinge),
        cmocka_unit_test(test_clearance_of_sliders),
        cmocka_unit_test(test_clearance_of_needle),
    };
    return cmocka_run_group_tests(tests, openAll, closeAll);
}
