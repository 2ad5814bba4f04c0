// Sweeps of mechanisms: closed forms, contracts, and random mechanisms against sampled poses.
#include "cases.h"

#include <math.h>
#include "mechanism_fixture.h"

static cdWorkspace *workspace;
static cdMesh *bar, *cube;

static void assert_near(double found, double expected, double tolerance) {
    if (!(fabs(found - expected) <= tolerance)) print_message("found %.17g, expected %.17g\n", found, expected);
    assert_true(fabs(found - expected) <= tolerance);
}

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

// A bar of length 2 that turns about z at its end, and a cube whose lower face is at the height `height`
// above the axis, at x from 0.5 to 1.5.
static void makeDoor(Machine *machine, double height) {
    beginMachine(machine);
    addLink(machine, -1, CD_LINK_FIXED, poseAt(0.0, 0.0, 0.0), (cdVec3){0}, cube,
            poseAt(1.0, height + 0.5, 0.0));
    addLink(machine, -1, CD_LINK_HINGE, poseAt(0.0, 0.0, 0.0), (cdVec3){0.0, 0.0, 3.0}, bar,
            poseAt(1.0, 0.0, 0.0));
}

// Reports contact where the bar's upper edge line reaches the cube's corner. A wrong lever, sense of rotation
// or piece of the range would move the ends.
static void test_hinge(void **state) {
    (void)state;
    Machine machine;
    makeDoor(&machine, 1.0);
    // Anticlockwise, the upper side of the bar, y' = 0.1, first meets the corner (1.5, 1).
    double begin = atan2(1.0, 1.5) - asin(0.1 / hypot(1.0, 1.5));
    // Beyond, the lower side leaves the corner (0.5, 2) as last, where the bar is long enough: its end is
    // at 2, farther than hypot(0.5, 2).
    double end = -1.0;
    cdSweepJoint joint = {1, -1.0, 3.0};
    cdSweepInput input = makeSweep(&machine, &joint, 1);
    cdSweep sweep = cdSweepMechanism(&input, workspace);
    assert_int_equal(sweep.state, CD_CONTACT);
    assert_int_equal(sweep.pairCount, 1);
    assert_int_equal(sweep.boxCount, 1);
    assert_true(sweptBoxes[0].certain);
    assert_near(sweptBoxes[0].from[0], begin, 1e-9);
    // The face x = 0.5 of the cube: the bar's lower corner (2, -0.1) leaves it, or a corner of the cube the
    // bar's lower side, whichever is later.
    end = acos(0.5 / hypot(2.0, 0.1)) + atan2(0.1, 2.0);
    assert_near(sweptBoxes[0].to[0], end, 1e-9);
    joint = (cdSweepJoint){1, -3.0, begin - 1e-6};
    assert_int_equal(cdSweepMechanism(&input, workspace).state, CD_FREE);
    joint = (cdSweepJoint){1, end + 1e-6, 2.0 * pi + begin - 1e-6};
    assert_int_equal(cdSweepMechanism(&input, workspace).state, CD_FREE);
    joint = (cdSweepJoint){1, 0.0, 4.0 * pi};
    sweep = cdSweepMechanism(&input, workspace);
    assert_int_equal(sweep.boxCount, 2);
    assert_near(sweptBoxes[1].from[0], 2.0 * pi + begin, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hinge),
    };
    return cmocka_run_group_tests(tests, openAll, closeAll);
}
