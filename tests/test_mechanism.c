// Sweeps of mechanisms: closed forms, contracts, and random mechanisms against sampled poses.
#include "cases.h"
#include "paths/mechanism_chain.h"

#include "mechanism_fixture.h"
#include <math.h>

static cdWorkspace *workspace;
static cdMesh *bar, *cube;

static void assert_near(double found, double expected, double tolerance) {
    if (!(fabs(found - expected) <= tolerance))
        print_message("found %.17g, expected %.17g\n", found, expected);
    assert_true(fabs(found - expected) <= tolerance);
}

static int openAll(void **state) {
    (void)state;
    workspace = cdCreateWorkspace();
    bar = makeShape("box:x=1,y=0.1,z=0.1"); // from -1 to 1
    cube = makeShape("box:x=0.5,y=0.5,z=0.5");
    for (int i = 0; i < MESH_COUNT; i++)
        meshes[i] = makeShape(specs[i]);
    return 0;
}

static int closeAll(void **state) {
    (void)state;
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(bar);
    cdDestroyMesh(cube);
    for (int i = 0; i < MESH_COUNT; i++)
        cdDestroyMesh(meshes[i]);
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

// Finds the smallest distance of the turning bar from the cube's corner. A search with the wrong safety
// distance, or one that stops at a local minimum, would give wrong bounds.
static void test_clearance_of_hinge(void **state) {
    (void)state;
    Machine machine;
    makeDoor(&machine, 2.5);
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
    makeDoor(&machine, 0.9);
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

// --- Bounds on the motion

// Returns the largest change of the distance of any two vertices from one pose to another.
static double findChange(const cdChain *chain, cdPose from, cdPose to) {
    const cdMeshInfo a = cdGetMeshInfo(chain->a), b = cdGetMeshInfo(chain->b);
    double most = 0.0;
    for (int32_t i = 0; i < a.vertexCount; i++)
        for (int32_t j = 0; j < b.vertexCount; j++) {
            double before = cdLength(cdSub(cdTransformPoint(from, a.vertices[i]), b.vertices[j]));
            double after = cdLength(cdSub(cdTransformPoint(to, a.vertices[i]), b.vertices[j]));
            most = cdMax(most, fabs(after - before));
        }
    return most;
}

// Moves from a pose of the cell to another that differs by at most half the ranges. Returns the change of the
// distance. `fixed`: joint that keeps its value; -1: none, and the first pose is the middle.
static double moveInCell(Random *random, const cdChain *chain, const cdChainCell *cell, int32_t fixed) {
    double from[CD_SWEEP_JOINT_MAX], to[CD_SWEEP_JOINT_MAX];
    for (int32_t k = 0; k < chain->count; k++) {
        from[k] = 0.5 * (cell->lo[k] + cell->hi[k]);
        to[k] =
            nextRandomInt(random, 0, 1) == 0 ? cell->lo[k] : nextRandomIn(random, cell->lo[k], cell->hi[k]);
        if (k == fixed) from[k] = to[k];
    }
    return findChange(chain, cdGetChainPose(chain, from), cdGetChainPose(chain, to));
}

// Bounds the change of every distance within a cell. The cells are large, where a lever at the middle of the
// range says little about the others: a ball that does not grow from joint to joint breaks this.
static void test_bounds_on_motion(void **state) {
    (void)state;
    Random random = {.state = 77};
    double tightest = INFINITY;
    for (int i = 0; i < 400; i++) {
        Machine machine;
        beginMachine(&machine);
        addLink(&machine, -1, CD_LINK_FIXED, cdIdentityPose(), (cdVec3){0}, cube, pickPose(&random, 0.5));
        cdSweepJoint joints[CD_SWEEP_JOINT_MAX];
        for (int32_t k = 0; k < 3; k++) {
            addLink(&machine, k, pickJoint(&random), pickPose(&random, 1.5), nextRandomDirection(&random),
                    bar, pickPose(&random, 0.5));
            joints[k] =
                (cdSweepJoint){k + 1, nextRandomIn(&random, -3.0, 0.0), nextRandomIn(&random, 0.1, 3.0)};
        }
        cdChain chain =
            cdMakeChain(&machine.mechanism, NULL, joints, 3, (cdLinkShape){3, 0}, (cdLinkShape){0, 0});
        assert_int_equal(chain.count, 3);
        cdChainCell cell;
        for (int32_t k = 0; k < 3; k++) {
            double wide = nextRandomInt(&random, 0, 1) == 0 ? 1.0 : 0.03; // also one joint that hardly moves
            cell.lo[k] = wide * joints[k].from;
            cell.hi[k] = wide * joints[k].to;
        }
        cdChainBound bound = cdBoundChain(&chain, &cell);
        for (int j = 0; j < 8; j++) {
            double all = moveInCell(&random, &chain, &cell, -1);
            tightest = cdMin(tightest, bound.all / all);
            assert_true(all <= bound.all + 1e-12);
            for (int32_t k = 0; k < 3; k++)
                assert_true(moveInCell(&random, &chain, &cell, k) <= bound.others[k] + 1e-12);
        }
    }
    assert_true(tightest < 1.5); // bounds that are far too large prove nothing
}

// --- Contracts

// Refuses each invalid input with its reason. A check left out would compute nonsense, or crash.
static void test_invalid_input(void **state) {
    (void)state;
    Machine machine;
    makeDoor(&machine, 1.0);
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
    makeDoor(&machine, 1.0);
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
    makeDoor(&machine, 1.0);
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
    makeDoor(&machine, 1.0);
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

// --- Random mechanisms

enum { SAMPLES = 60 };

static int32_t pickJoints(Random *random, const Machine *machine, int32_t most, cdSweepJoint *joints) {
    int32_t count = 0;
    for (int32_t i = 0; i < machine->mechanism.linkCount && count < most; i++) {
        if (machine->links[i].joint == CD_LINK_FIXED) continue;
        double from = nextRandomIn(random, -4.0, 4.0);
        joints[count++] = (cdSweepJoint){i, from, from + nextRandomIn(random, 0.05, 4.0)};
    }
    return count;
}

static bool isListed(const cdSweep *sweep, const double *at, int32_t jointCount, int32_t a, int32_t b) {
    for (int32_t i = 0; i < sweep->boxCount; i++) {
        const cdSweepBox *box = &sweptBoxes[i];
        bool isInside = box->linkA == a && box->linkB == b;
        for (int32_t k = 0; k < jointCount; k++)
            isInside = isInside && at[k] >= box->from[k] && at[k] <= box->to[k];
        if (isInside) return true;
    }
    return false;
}

typedef struct Tally {
    int contacts, free, undecided, overlaps;
    int64_t searches;
} Tally;

// Tests that each overlap at joint values is in a box of its pair.
static void checkSample(const Machine *machine, const cdSweepInput *input, const cdSweep *sweep,
                        const double *at, Tally *tally) {
    double values[LINK_MAX];
    memcpy(values, input->values, sizeof values);
    for (int32_t k = 0; k < input->jointCount; k++)
        values[input->joints[k].link] = at[k];
    for (int32_t a = 1; a < machine->mechanism.linkCount; a++)
        for (int32_t b = 0; b < a; b++) {
            if (isIgnored(machine, a, b) || isRigid(machine, a, b)) continue;
            if (!overlapsAt(machine, values, a, b, workspace)) continue;
            tally->overlaps++;
            assert_true(isListed(sweep, at, input->jointCount, a, b));
        }
}

// Tests that a certain box has a contact at its values.
static void checkBox(const Machine *machine, const cdSweepInput *input, const cdSweep *sweep,
                     const cdSweepBox *box) {
    double values[LINK_MAX];
    cdPose poses[LINK_MAX];
    memcpy(values, input->values, sizeof values);
    for (int32_t k = 0; k < input->jointCount; k++) {
        assert_true(box->from[k] <= box->to[k]);
        assert_true(box->from[k] >= input->joints[k].from && box->to[k] <= input->joints[k].to);
        values[input->joints[k].link] = box->at[k];
    }
    if (!box->certain) return;
    for (int32_t k = 0; k < input->jointCount; k++)
        assert_true(box->from[k] <= box->at[k] && box->at[k] <= box->to[k]);
    assert_true(cdGetLinkPoses(&machine->mechanism, values, poses));
    const cdDistanceInput at = {.meshA = machine->shapes[box->linkA].mesh,
                                .meshB = machine->shapes[box->linkB].mesh,
                                .poseA = cdMulPose(poses[box->linkA], machine->shapes[box->linkA].pose),
                                .poseB = cdMulPose(poses[box->linkB], machine->shapes[box->linkB].pose)};
    cdDistance found = cdFindDistance(&at, NULL, workspace, NULL);
    assert_true(found.state == CD_OVERLAP || found.lower <= sweep->tolerance + 1e-12);
}

static double measurePair(const Machine *machine, const double *values, int32_t a, int32_t b) {
    cdPose poses[LINK_MAX];
    assert_true(cdGetLinkPoses(&machine->mechanism, values, poses));
    const cdDistanceInput at = {.meshA = machine->shapes[a].mesh,
                                .meshB = machine->shapes[b].mesh,
                                .poseA = cdMulPose(poses[a], machine->shapes[a].pose),
                                .poseB = cdMulPose(poses[b], machine->shapes[b].pose)};
    return cdFindDistance(&at, NULL, workspace, NULL).upper;
}

// Tests that no sampled distance is below the lower bound, and that the upper one is there.
static void checkClearance(Random *random, const Machine *machine, const cdSweepInput *sweep) {
    cdMechanismClearanceInput input = {.sweep = *sweep, .precision = sweep->jointCount > 1 ? 0.05 : 1e-4};
    input.sweep.resolution = 0x1p-14;
    cdMechanismClearance found = cdFindMechanismClearance(&input, workspace);
    assert_true(found.lower <= found.upper);
    double values[LINK_MAX];
    memcpy(values, sweep->values, sizeof values);
    if (found.linkA >= 0) {
        for (int32_t k = 0; k < sweep->jointCount; k++)
            values[sweep->joints[k].link] = found.at[k];
        assert_near(measurePair(machine, values, found.linkA, found.linkB), found.upper, 1e-9);
    }
    if (found.linkA < 0) return;
    if (found.state == CD_FREE) assert_true(found.upper - found.lower <= input.precision);
    for (int i = 0; i < SAMPLES; i++) {
        for (int32_t k = 0; k < sweep->jointCount; k++)
            values[sweep->joints[k].link] = nextRandomIn(random, sweep->joints[k].from, sweep->joints[k].to);
        for (int32_t a = 1; a < machine->mechanism.linkCount; a++)
            for (int32_t b = 0; b < a; b++)
                if (!isIgnored(machine, a, b) && !isRigid(machine, a, b))
                    assert_true(measurePair(machine, values, a, b) >= found.lower - 1e-12);
    }
}

static void checkMachine(Random *random, int32_t most, double resolution, Tally *tally) {
    Machine machine;
    pickMachine(random, &machine);
    cdSweepJoint joints[CD_SWEEP_JOINT_MAX];
    double values[LINK_MAX], at[CD_SWEEP_JOINT_MAX];
    for (int i = 0; i < LINK_MAX; i++)
        values[i] = nextRandomIn(random, -3.0, 3.0);
    int32_t count = pickJoints(random, &machine, most, joints);
    if (count == 0) return;
    cdSweepInput input = makeSweep(&machine, joints, count);
    input.values = values;
    input.resolution = resolution;
    cdSweep sweep = cdSweepMechanism(&input, workspace);
    assert_int_equal(sweep.reason, CD_REASON_NONE);
    assert_false(sweep.truncated);
    tally->contacts += sweep.state == CD_CONTACT;
    tally->free += sweep.state == CD_FREE;
    tally->undecided += sweep.state == CD_UNDECIDED;
    tally->searches += sweep.searchCount;
    for (int i = 0; i < SAMPLES; i++) {
        for (int32_t k = 0; k < count; k++)
            at[k] = nextRandomIn(random, joints[k].from, joints[k].to);
        checkSample(&machine, &input, &sweep, at, tally);
    }
    if (sweep.state == CD_FREE) checkClearance(random, &machine, &input);
    for (int32_t i = 0; i < sweep.boxCount; i += 1 + sweep.boxCount / 50)
        checkBox(&machine, &input, &sweep, &sweptBoxes[i]);
}

// Contains every sampled contact in a box, and has a contact at each certain box. A bound on the motion that
// is too small, a lost cell or a wrong order of the joints would break one of these.
static void test_random_mechanisms(void **state) {
    (void)state;
    static const double resolutions[] = {0.0, 0x1p-10, 0x1p-5, 0x1p-4};
    for (int32_t most = 1; most <= 3; most++) {
        Random random = {.state = 40u + (uint64_t)most};
        Tally tally = {0};
        int count = countCases(most == 1 ? 80 : most == 2 ? 12 : 3);
        for (int i = 0; i < count; i++)
            checkMachine(&random, most, resolutions[most], &tally);
        print_message("%d joints: %d contact, %d free, %d undecided, %d overlaps, %ld searches\n", (int)most,
                      tally.contacts, tally.free, tally.undecided, tally.overlaps, (long)tally.searches);
        assert_true(tally.contacts > 0 && tally.free > 0 && tally.overlaps > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hinge),
        cmocka_unit_test(test_two_sliders),
        cmocka_unit_test(test_invalid_input),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_reversed_tree),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_safety_distance),
        cmocka_unit_test(test_clearance_of_hinge),
        cmocka_unit_test(test_clearance_of_sliders),
        cmocka_unit_test(test_clearance_of_needle),
        cmocka_unit_test(test_bounds_on_motion),
        cmocka_unit_test(test_random_mechanisms),
    };
    return cmocka_run_group_tests(tests, openAll, closeAll);
}
