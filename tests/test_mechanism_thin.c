// Ten mechanisms whose contact a grid of 4,096 poses misses.
//
// Each has a thin pin or blade that passes another within a small part of the range. The grid has 4,096
// values of one joint, or 64 by 64 of two, both ends included. The test requires that the exact overlap test
// finds nothing at any of them, that the sweep finds a contact, and that the exact test confirms it at the
// values that the sweep reports.
#include "mechanism_fixture.h"

#include <math.h>
#include <stdio.h>

enum { GRID = 4096, GRID_SIDE = 64, THIN_COUNT = 10 };

// A mechanism, and the joints that vary.
typedef struct Thin {
    const char *about;
    cdMesh *tip, *target; // of the moving link and of the fixed one
    Machine machine;
    cdSweepJoint joints[2];
    int32_t jointCount;
} Thin;

static cdWorkspace *workspace;

static cdMesh *makeBox(double x, double y, double z) {
    char spec[128];
    snprintf(spec, sizeof spec, "box:x=%.17g,y=%.17g,z=%.17g", x, y, z);
    return makeShape(spec);
}

static int32_t addArm(Thin *thin, int32_t parent, cdLinkJoint joint, cdPose frame, cdVec3 axis) {
    int32_t link = addLink(&thin->machine, parent, joint, frame, axis, NULL, cdIdentityPose());
    thin->machine.links[link].shapeCount = 0;
    return link;
}

static void beginThin(Thin *thin, const char *about, cdMesh *tip, cdMesh *target, cdPose place) {
    *thin = (Thin){.about = about, .tip = tip, .target = target};
    beginMachine(&thin->machine);
    addLink(&thin->machine, -1, CD_LINK_FIXED, cdIdentityPose(), (cdVec3){0}, target, place);
}

static void addTip(Thin *thin, int32_t parent, cdLinkJoint joint, cdPose frame, cdVec3 axis, cdPose pose) {
    int32_t link = addLink(&thin->machine, parent, joint, frame, axis, thin->tip, pose);
    thin->joints[thin->jointCount++] = (cdSweepJoint){link, 0.0, 1.0};
}

static void setRange(Thin *thin, int32_t joint, double from, double to) {
    thin->joints[joint].from = from;
    thin->joints[joint].to = to;
}

// One joint: a blade on a hinge of the given radius passes a wire between two grid values.
static void makeHinge(Thin *thin, const char *about, double radius, double width, double value,
                      double range) {
    // The wire crosses the plane of rotation at the angle `value`.
    cdPose place = {{radius * cos(value), radius * sin(value), 0.0}, turnAbout(0.0, 0.0, 1.0, value)};
    beginThin(thin, about, makeBox(0.01, width, 0.05), makeBox(0.01, width, 0.3), place);
    addTip(thin, -1, CD_LINK_HINGE, cdIdentityPose(), (cdVec3){0.0, 0.0, 1.0}, poseAt(radius, 0.0, 0.0));
    setRange(thin, 0, 0.0, range);
}

static void makeSlider(Thin *thin, const char *about, cdVec3 axis, double width, double value, double range) {
    cdVec3 unit = cdNormalize(axis), side = cdNormalize(cdCross(unit, (cdVec3){0.3, 0.2, 0.9}));
    // A cross pin: thin along the axis.
    cdQuat q = cdMakeQuat(cdNormalize(cdCross((cdVec3){0.0, 1.0, 0.0}, unit)), acos(unit.y));
    beginThin(thin, about, makeBox(0.05, width, 0.05), makeBox(0.05, width, 0.05),
              (cdPose){cdAdd(cdScale(value, unit), cdScale(0.03, side)), q});
    addTip(thin, -1, CD_LINK_SLIDER, cdIdentityPose(), axis, (cdPose){{0.0, 0.0, 0.0}, q});
    setRange(thin, 0, 0.0, range);
}

// Two joints: the tip of an arm meets a thin needle at one small spot of the square.
static void makeArm(Thin *thin, const char *about, cdLinkJoint first, cdLinkJoint second, double width,
                    double a, double b) {
    bool turns[2] = {first == CD_LINK_HINGE, second == CD_LINK_HINGE};
    cdVec3 z = {0.0, 0.0, 1.0},
           axes[2] = {turns[0] ? z : (cdVec3){1.0, 0.0, 0.0}, turns[1] ? z : (cdVec3){0.0, 1.0, 0.0}};
    cdPose reach = poseAt(turns[1] ? 0.8 : 0.2, 0.0, 0.0);
    Machine probe; // finds where the tip is at (a, b)
    beginMachine(&probe);
    addLink(&probe, -1, first, cdIdentityPose(), axes[0], NULL, cdIdentityPose());
    addLink(&probe, 0, second, poseAt(1.0, 0.0, 0.0), axes[1], NULL, reach);
    probe.links[0].shapeCount = probe.links[1].shapeCount = 0;
    cdPose poses[LINK_MAX];
    const double values[] = {a, b};
    assert_true(cdGetLinkPoses(&probe.mechanism, values, poses));
    cdPose spot = cdMulPose(poses[1], reach);
    beginThin(thin, about, makeBox(width, width, 0.05), makeBox(width, width, 0.4),
              poseAt(spot.p.x, spot.p.y, 0.0));
    int32_t arm = addArm(thin, -1, first, cdIdentityPose(), axes[0]);
    thin->joints[thin->jointCount++] = (cdSweepJoint){arm, 0.0, 1.0};
    addTip(thin, arm, second, poseAt(1.0, 0.0, 0.0), axes[1], reach);
    setRange(thin, 0, 0.0, 2.0);
    setRange(thin, 1, 0.0, 2.0);
}

static void makeThin(Thin *thin, int index) {
    const double step = 6.0 / (GRID - 1), cell = 2.0 / (GRID_SIDE - 1);
    switch (index) {
    case 0:
        makeHinge(thin, "blade on a hinge, wire at 2 radians", 1.0, 3e-4, 1365.5 * step, 6.0);
        return;
    case 1:
        makeHinge(thin, "long blade near the end of its range", 5.0, 1e-3, 4090.5 * step, 6.0);
        return;
    case 2:
        makeHinge(thin, "blade of a millionth", 1.0, 1e-6, 700.4 * step, 6.0);
        return;
    case 3:
        makeSlider(thin, "plate on a slider", (cdVec3){0.0, 1.0, 0.0}, 3e-4, 2000.5 * step, 6.0);
        return;
    case 4:
        makeSlider(thin, "plate on an oblique slider", (cdVec3){1.0, 2.0, -1.0}, 1e-5, 31.45 * step, 6.0);
        return;
    case 5:
        makeArm(thin, "two hinges, a needle", CD_LINK_HINGE, CD_LINK_HINGE, 4e-3, 20.5 * cell, 31.5 * cell);
        return;
    case 6:
        makeArm(thin, "two hinges, a thinner needle", CD_LINK_HINGE, CD_LINK_HINGE, 1e-3, 50.4 * cell,
                12.6 * cell);
        return;
    case 7:
        makeArm(thin, "two sliders", CD_LINK_SLIDER, CD_LINK_SLIDER, 5e-3, 40.5 * cell, 8.5 * cell);
        return;
    case 8:
        makeArm(thin, "a slider on a hinge", CD_LINK_HINGE, CD_LINK_SLIDER, 3e-3, 11.5 * cell, 25.5 * cell);
        return;
    default:
        makeArm(thin, "a hinge on a slider", CD_LINK_SLIDER, CD_LINK_HINGE, 2e-3, 9.5 * cell, 5.5 * cell);
        return;
    }
}

static bool overlapsAtValues(const Thin *thin, const double *at) {
    double values[LINK_MAX] = {0.0};
    for (int32_t k = 0; k < thin->jointCount; k++)
        values[thin->joints[k].link] = at[k];
    return overlapsAt(&thin->machine, values, thin->machine.mechanism.linkCount - 1, 0, workspace);
}

static int countGridContacts(const Thin *thin) {
    int count = 0, side = thin->jointCount == 1 ? GRID : GRID_SIDE;
    for (int i = 0; i < GRID; i++) {
        const int steps[2] = {i % side, i / side};
        double at[2] = {0.0, 0.0};
        for (int32_t k = 0; k < thin->jointCount; k++)
            at[k] =
                thin->joints[k].from + (thin->joints[k].to - thin->joints[k].from) * steps[k] / (side - 1);
        count += overlapsAtValues(thin, at);
    }
    return count;
}

// The values of the sweep are those of a contact within the tolerance; nearby ones overlap.
static bool isConfirmed(const Thin *thin, const cdSweepBox *box, double reach) {
    for (int32_t i = 0; i < 81; i++) {
        const int32_t steps[2] = {i % 9 - 4, thin->jointCount > 1 ? i / 9 - 4 : 0};
        double at[2] = {box->at[0], box->at[1]};
        for (int32_t k = 0; k < thin->jointCount; k++)
            at[k] += 0.25 * reach * steps[k];
        if (overlapsAtValues(thin, at)) return true;
    }
    return false;
}

// Finds the contact that the grid misses. A sweep that only samples, or a bound on the motion that is too
// small, would report a free range.
static void test_thin(void **state) {
    (void)state;
    workspace = cdCreateWorkspace();
    for (int i = 0; i < THIN_COUNT; i++) {
        static Thin thin;
        makeThin(&thin, i);
        int contacts = countGridContacts(&thin);
        cdSweepInput input = makeSweep(&thin.machine, thin.joints, thin.jointCount);
        cdSweep sweep = cdSweepMechanism(&input, workspace);
        print_message("%-40s grid: %d contacts of %d; sweep: %s at %.9g %.9g, %ld searches\n", thin.about,
                      contacts, GRID, cdGetStateName(sweep.state), sweptBoxes[0].at[0],
                      thin.jointCount > 1 ? sweptBoxes[0].at[1] : 0.0, (long)sweep.searchCount);
        assert_int_equal(contacts, 0);
        assert_int_equal(sweep.state, CD_CONTACT);
        bool confirmed = false;
        for (int32_t k = 0; k < sweep.boxCount && !confirmed; k++)
            confirmed = sweptBoxes[k].certain && isConfirmed(&thin, &sweptBoxes[k], 1e-7);
        assert_true(confirmed);
        cdDestroyMesh(thin.tip);
        cdDestroyMesh(thin.target);
    }
    cdDestroyWorkspace(workspace);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_thin)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
