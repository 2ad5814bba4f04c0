// Sweeps of mechanisms: closed forms and contracts.
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

// Reports contact where the bar's upper edge line reaches the cube's corner. A wrong lever, sense of rotation
// or piece of the range would move the ends.
static void test_hinge(void **state) {
    (void)state;
    Machine machine;
    makeDoor(&machine, bar, cube, 1.0);
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

static double getBoxArea(const cdSweep *sweep) {
    double area = 0.0;
    for (int32_t i = 0; i < sweep->boxCount; i++)
        area += (sweptBoxes[i].to[0] - sweptBoxes[i].from[0]) * (sweptBoxes[i].to[1] - sweptBoxes[i].from[1]);
    return area;
}

// Finds the square of contacts of two cubes, of which one is on two sliders. A wrong bound on the motion by
// the other joint would leave a contact out, or cells around the square undecided.
static void test_two_sliders(void **state) {
    (void)state;
    Machine machine;
    beginMachine(&machine);
    addLink(&machine, -1, CD_LINK_FIXED, poseAt(0.0, 0.0, 0.0), (cdVec3){0}, cube, poseAt(0.3, 0.2, 0.1));
    int32_t carriage = addLink(&machine, -1, CD_LINK_SLIDER, poseAt(0.0, 0.0, 0.0), (cdVec3){2.0, 0.0, 0.0},
                               NULL, cdIdentityPose());
    machine.links[carriage].shapeCount = 0;
    int32_t head = addLink(&machine, carriage, CD_LINK_SLIDER, poseAt(0.0, 0.0, 0.0), (cdVec3){0.0, 1.0, 0.0},
                           cube, cdIdentityPose());
    const cdSweepJoint joints[] = {{carriage, -4.0, 3.0}, {head, -3.0, 3.5}};
    cdSweepInput input = makeSweep(&machine, joints, 2);
    input.resolution = 0x1p-6;
    cdSweep sweep = cdSweepMechanism(&input, workspace);
    assert_int_equal(sweep.state, CD_CONTACT);
    double least = INFINITY, most = -INFINITY;
    for (int32_t i = 0; i < sweep.boxCount; i++) {
        least = cdMin(least, sweptBoxes[i].from[0]);
        most = cdMax(most, sweptBoxes[i].to[0]);
    }
    double reach = 7.0 * 0x1p-6;
    assert_true(least <= -0.7 && least >= -0.7 - reach);
    assert_true(most >= 1.3 && most <= 1.3 + reach);
    double area = getBoxArea(&sweep);
    assert_true(area >= 4.0 - 1e-9 && area <= 4.0 + 8.0 * 2.0 * reach);
}

// Lists every contact of two plates of which one is on two sliders along the same axis: they touch where the
// sum of both values is 1.37, in a corner of the square of values. There the bound on the motion is exact, so
// one that is too small for the test or the search of a cell frees a contact.
static void test_parallel_sliders(void **state) {
    (void)state;
    enum { SAMPLES = 2000 };
    cdMesh *plate = makeShape("box:x=1e-7,y=1,z=1");
    Machine machine;
    beginMachine(&machine);
    addLink(&machine, -1, CD_LINK_FIXED, poseAt(1.37, 0.0, 0.0), (cdVec3){0}, plate, cdIdentityPose());
    addLink(&machine, -1, CD_LINK_SLIDER, cdIdentityPose(), (cdVec3){1.0, 0.0, 0.0}, NULL, cdIdentityPose());
    machine.links[1].shapeCount = 0;
    addLink(&machine, 1, CD_LINK_SLIDER, cdIdentityPose(), (cdVec3){1.0, 0.0, 0.0}, plate, cdIdentityPose());
    const cdSweepJoint joints[] = {{1, -1.0, 1.0}, {2, -1.0, 1.0}};
    cdSweepInput input = makeSweep(&machine, joints, 2);
    for (int i = 0; i < 4; i++) {
        input.resolution = ldexp(1.0, -2 - 2 * i);
        cdSweep sweep = cdSweepMechanism(&input, workspace);
        assert_int_equal(sweep.state, CD_CONTACT);
        for (int k = 0; k <= SAMPLES; k++) {
            double first = 0.37 + 0.63 * k / SAMPLES, second = 1.37 - first;
            bool isListed = false;
            for (int32_t n = 0; n < sweep.boxCount; n++) {
                const cdSweepBox *box = &sweptBoxes[n];
                isListed = isListed || (first >= box->from[0] && first <= box->to[0] &&
                                        second >= box->from[1] && second <= box->to[1]);
            }
            assert_true(isListed);
        }
        // A diagonal of cells of the smallest size, and the neighbours that a bound cannot exclude.
        assert_true(getBoxArea(&sweep) <= 8.0 * input.resolution);
    }
    cdDestroyMesh(plate);
}

// --- Contracts

// Refuses each invalid input with its reason. A check left out would compute nonsense, or crash.
static void test_invalid_input(void **state) {
    (void)state;
    Machine machine;
    makeDoor(&machine, bar, cube, 1.0);
    cdSweepJoint joints[4] = {{1, 0.0, 1.0}, {1, 0.0, 1.0}};
    double values[LINK_MAX] = {0.0};
    cdSweepInput good = makeSweep(&machine, joints, 1);
    good.values = values;
    assert_int_equal(cdSweepMechanism(&good, workspace).reason, CD_REASON_NONE);
    cdSweepInput input = good;
#define assert_reason(expected) assert_int_equal(cdSweepMechanism(&input, workspace).reason, expected)
    input.jointCount = 0;
    assert_reason(CD_REASON_INPUT);
    input.jointCount = 4;
    assert_reason(CD_REASON_INPUT);
    input.jointCount = 2; // twice the same
    assert_reason(CD_REASON_INPUT);
    input = good;
    input.resolution = 1e-9;
    assert_reason(CD_REASON_INPUT);
    input.resolution = NAN;
    assert_reason(CD_REASON_INPUT);
    input = good;
    input.safetyDistance = -1.0;
    assert_reason(CD_REASON_INPUT);
    input = good;
    joints[0] = (cdSweepJoint){0, 0.0, 1.0}; // fixed
    assert_reason(CD_REASON_INPUT);
    joints[0] = (cdSweepJoint){2, 0.0, 1.0};
    assert_reason(CD_REASON_INPUT);
    joints[0] = (cdSweepJoint){1, 1.0, 1.0};
    assert_reason(CD_REASON_INPUT);
    joints[0] = (cdSweepJoint){1, 0.0, INFINITY};
    assert_reason(CD_REASON_NOT_FINITE);
    joints[0] = (cdSweepJoint){1, 0.0, 1.0};
    values[0] = NAN;
    assert_reason(CD_REASON_NOT_FINITE);
    values[0] = 0.0;
    machine.links[1].axis = (cdVec3){0};
    assert_reason(CD_REASON_INPUT);
    machine.links[1].axis = (cdVec3){0.0, 0.0, 1.0};
    machine.links[1].parent = 1;
    assert_reason(CD_REASON_INPUT);
    machine.links[1].parent = -2;
    assert_reason(CD_REASON_INPUT);
    machine.links[1].parent = -1;
    machine.links[1].frame.q.w = 2.0;
    assert_reason(CD_REASON_NOT_UNIT);
    cdPose poses[LINK_MAX];
    assert_false(cdGetLinkPoses(&machine.mechanism, values, poses));
    machine.links[1].frame.q.w = 1.0;
    assert_reason(CD_REASON_NONE);
    cdMechanismClearanceInput clearance = {.sweep = good, .precision = -1.0};
    assert_int_equal(cdFindMechanismClearance(&clearance, workspace).reason, CD_REASON_INPUT);
#undef assert_reason
}

// Contains every contact in its boxes also where the budget ends the search, and says so.
static void test_budget(void **state) {
    (void)state;
    Machine machine;
    makeDoor(&machine, bar, cube, 1.0);
    cdSweepJoint joint = {1, -1.0, 3.0};
    cdSweepInput input = makeSweep(&machine, &joint, 1);
    for (int64_t budget = 1; budget < 1000; budget += 7) {
        input.budget.maxPairTests = budget;
        cdSweep sweep = cdSweepMechanism(&input, workspace);
        assert_true(sweep.stats.pairTests <= budget);
        assert_true(sweep.reason == CD_REASON_BUDGET || sweep.reason == CD_REASON_NONE);
        if (sweep.reason == CD_REASON_BUDGET) assert_true(sweep.state != CD_FREE);
        bool isListed = false; // a contact at 1 radian
        for (int32_t i = 0; i < sweep.boxCount; i++)
            isListed = isListed || (sweptBoxes[i].from[0] <= 1.0 && sweptBoxes[i].to[0] >= 1.0);
        assert_true(isListed);
    }
    input.budget.maxPairTests = 0;
    input.boxCapacity = 0;
    cdSweep sweep = cdSweepMechanism(&input, workspace);
    assert_true(sweep.truncated && sweep.boxCount == 0 && sweep.neededBoxes > 0);
    assert_int_equal(sweep.state, CD_CONTACT);
}

// Finds the same contacts if the tree is turned round: the wall is the moving link. A sign or an order that
// is wrong on the side of the lower link would find others.
static void test_reversed_tree(void **state) {
    (void)state;
    Machine machine;
    makeDoor(&machine, bar, cube, 1.0);
    cdSweepJoint joint = {1, -1.0, 3.0};
    cdSweepInput input = makeSweep(&machine, &joint, 1);
    assert_int_equal(cdSweepMechanism(&input, workspace).boxCount, 1);
    cdSweepBox expected = sweptBoxes[0];
    beginMachine(&machine);
    cdQuat turned = turnAbout(1.0, 2.0, 3.0, 0.7);
    addLink(&machine, -1, CD_LINK_FIXED, (cdPose){{3.0, 1.0, -2.0}, turned}, (cdVec3){0}, bar,
            poseAt(1.0, 0.0, 0.0));
    addLink(&machine, 0, CD_LINK_HINGE, poseAt(0.0, 0.0, 0.0), (cdVec3){0.0, 0.0, -1.0}, cube,
            poseAt(1.0, 1.5, 0.0));
    assert_int_equal(cdSweepMechanism(&input, workspace).boxCount, 1);
    assert_near(sweptBoxes[0].from[0], expected.from[0], 1e-9);
    assert_near(sweptBoxes[0].to[0], expected.to[0], 1e-9);
    // Both on arms of their own: the relative angle is the difference of the two values.
    machine.links[0].joint = CD_LINK_HINGE;
    machine.links[0].axis = (cdVec3){0.0, 0.0, 2.0};
    machine.links[1].parent = -1;
    machine.links[1].frame = machine.links[0].frame;
    machine.links[1].axis = (cdVec3){0.0, 0.0, 1.0};
    const cdSweepJoint both[] = {{0, -1.0, 3.0}, {1, -1.0, 1.0}};
    input = makeSweep(&machine, both, 2);
    input.resolution = 0x1p-7;
    cdSweep sweep = cdSweepMechanism(&input, workspace);
    assert_int_equal(sweep.state, CD_CONTACT);
    double share = 0.0, width = expected.to[0] - expected.from[0];
    for (int32_t i = 0; i < sweep.boxCount; i++) {
        const cdSweepBox *box = &sweptBoxes[i];
        share += (box->to[0] - box->from[0]) * (box->to[1] - box->from[1]) / 8.0;
        if (!box->certain) continue;
        assert_true(box->to[0] - box->from[1] >= expected.from[0] - 1e-9);
        assert_true(box->from[0] - box->to[1] <= expected.to[0] + 1e-9);
    }
    // The band of differences within the square of both ranges; it reaches beyond neither of its corners.
    assert_true(share >= width * 2.0 / 8.0 - 0.15 && share <= width * 2.0 / 8.0 + 0.05);
}

// Tests pairs that no joint of the sweep moves at their pose, ignores those that may touch, and never counts
// pairs with fixed joints between them.
static void test_pairs(void **state) {
    (void)state;
    Machine machine;
    makeDoor(&machine, bar, cube, 1.0);
    addLink(&machine, 1, CD_LINK_FIXED, poseAt(1.0, 0.0, 0.0), (cdVec3){0}, cube, poseAt(0.0, 0.0, 0.0));
    addLink(&machine, -1, CD_LINK_SLIDER, poseAt(0.0, -9.0, 0.0), (cdVec3){1.0, 0.0, 0.0}, cube,
            cdIdentityPose());
    double values[LINK_MAX] = {0.0, -0.5, 0.0, 0.0};
    cdSweepJoint joint = {3, -1.0, 1.0};
    cdSweepInput input = makeSweep(&machine, &joint, 1);
    input.values = values;
    cdSweep sweep = cdSweepMechanism(&input, workspace);
    assert_int_equal(sweep.state, CD_FREE);
    assert_int_equal(sweep.pairCount, 5); // 0-1, 0-2, 3-0, 3-1, 3-2
    assert_int_equal(sweep.freePairCount, 5);
    values[1] = 0.6;
    sweep = cdSweepMechanism(&input, workspace);
    assert_int_equal(sweep.state, CD_CONTACT);
    assert_int_equal(sweep.boxCount, 2);
    assert_true(sweptBoxes[0].from[0] == -1.0 && sweptBoxes[0].to[0] == 1.0 && sweptBoxes[0].certain);
    ignorePair(&machine, 0, 1);
    ignorePair(&machine, 2, 0);
    sweep = cdSweepMechanism(&input, workspace);
    assert_int_equal(sweep.state, CD_FREE);
    assert_int_equal(sweep.pairCount, 3);
}

// Keeps the safety distance: contact begins earlier by it. A distance left out of the proof would be seen at
// the end of a slider that stops a little beyond it.
static void test_safety_distance(void **state) {
    (void)state;
    Machine machine;
    beginMachine(&machine);
    addLink(&machine, -1, CD_LINK_FIXED, poseAt(0.0, 0.0, 0.0), (cdVec3){0}, cube, cdIdentityPose());
    addLink(&machine, -1, CD_LINK_SLIDER, poseAt(0.0, 0.0, 0.0), (cdVec3){5.0, 0.0, 0.0}, cube,
            cdIdentityPose());
    cdSweepJoint joint = {1, -3.0, -1.0};
    cdSweepInput input = makeSweep(&machine, &joint, 1);
    assert_int_equal(cdSweepMechanism(&input, workspace).state, CD_CONTACT); // they touch at the end
    assert_near(sweptBoxes[0].from[0], -1.0, 1e-9);
    input.safetyDistance = 0.25;
    assert_int_equal(cdSweepMechanism(&input, workspace).state, CD_CONTACT);
    assert_near(sweptBoxes[0].from[0], -1.25, 1e-9);
    joint.to = -1.25 - 1e-9;
    assert_int_equal(cdSweepMechanism(&input, workspace).state, CD_FREE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hinge),           cmocka_unit_test(test_two_sliders),
        cmocka_unit_test(test_invalid_input),   cmocka_unit_test(test_budget),
        cmocka_unit_test(test_reversed_tree),   cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_safety_distance), cmocka_unit_test(test_parallel_sliders),
    };
    return cmocka_run_group_tests(tests, openAll, closeAll);
}
