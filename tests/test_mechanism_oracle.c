// Sweeps of one joint, and of two, against a slow search of all pairs of triangles.
//
// The slow search steps over the range of the joint. At each value it computes the distance of all pairs of
// triangles in long double. Where they are disjoint it steps by the distance over the speed of the fastest
// vertex, so that the step is free for certain; where triangles cross by a small part of the range.
#include "cases.h"
#include "small_mesh_fixture.h"
#include <math.h>

static const double RESOLUTION = 0x1p-8;
static const double STRIDE = 0x1p-9;       // of the slow search in contact, of the range
static const double END_TOLERANCES = 17.0; // of a box's end: 16, and that of the distance

// A fixed mesh, and one on a joint. Between them is a carriage without a mesh, which a second joint may move.
typedef struct Case {
    Machine machine;
    int a, b;               // meshes; A is on the joint
    cdSweepJoint joints[2]; // A's, the carriage's
    cdSweep sweep;
    double speed; // bound on that of A's vertices by A's joint, length per unit of the joint
} Case;

static void pickCase(Random *random, Case *one) {
    one->a = nextRandomInt(random, 0, SMALL_COUNT - 1);
    one->b = nextRandomInt(random, 0, SMALL_COUNT - 1);
    bool isHinge = nextRandomInt(random, 0, 3) != 0;
    cdPose pose = pickPose(random, 0.8);
    beginMachine(&one->machine);
    addLink(&one->machine, -1, CD_LINK_FIXED, cdIdentityPose(), (cdVec3){0}, smallMeshes[one->b],
            pickPose(random, 0.8));
    int32_t carriage = addLink(&one->machine, -1, CD_LINK_SLIDER, pickPose(random, 0.9),
                               nextRandomDirection(random), NULL, cdIdentityPose());
    one->machine.links[carriage].shapeCount = 0;
    int32_t last = addLink(&one->machine, carriage, isHinge ? CD_LINK_HINGE : CD_LINK_SLIDER,
                           cdIdentityPose(), nextRandomDirection(random), smallMeshes[one->a], pose);
    one->joints[0] = (cdSweepJoint){last, isHinge ? 0.0 : -3.0, isHinge ? 2.0 * pi : 3.0};
    one->joints[1] = (cdSweepJoint){carriage, -1.0, 1.0};
    cdMeshInfo info = cdGetMeshInfo(smallMeshes[one->a]);
    one->speed = isHinge ? cdLength(pose.p) + cdLength(info.center) + info.radius : 1.0;
}

static double measureAt(const Case *one, double value, double carriage) {
    const double values[] = {0.0, carriage, value};
    const cdSlideShape *shapes = one->machine.shapes;
    cdPose poses[LINK_MAX];
    assert_true(cdGetLinkPoses(&one->machine.mechanism, values, poses));
    return FindOracleDistance(&oracles[one->a], cdMulPose(poses[2], shapes[2].pose), &oracles[one->b],
                              cdMulPose(poses[0], shapes[0].pose));
}

static double measure(const Case *one, double value) {
    return measureAt(one, value, 0.0);
}

// Returns true if a box contains all of the values.
static bool isInBox(const Case *one, double from, double to) {
    for (int32_t i = 0; i < one->sweep.boxCount; i++)
        if (sweptBoxes[i].from[0] <= from && to <= sweptBoxes[i].to[0]) return true;
    return false;
}

typedef struct Tally {
    int contacts, gaps, ends; // values with a contact; wide gaps between contacts; ends of boxes
} Tally;

// Tests that contacts are in boxes, and that no box contains a gap of twice the resolution.
static void checkRange(const Case *one, Tally *tally) {
    double range = one->joints[0].to - one->joints[0].from, value = one->joints[0].from, freeFrom = INFINITY;
    while (value < one->joints[0].to) {
        double distance = measure(one, value), step = 0.999 * distance / one->speed;
        bool isFree = distance > END_TOLERANCES * one->sweep.tolerance + 1e-12;
        if (distance == 0.0) {
            tally->contacts++;
            if (!isInBox(one, value, value)) fail_msg("contact at %.17g is in no box", value);
        }
        if (!isFree) {
            freeFrom = INFINITY;
        } else if (value + step > freeFrom + 2.0 * RESOLUTION * range) {
            tally->gaps++;
            if (isInBox(one, freeFrom, value)) fail_msg("a box contains the gap from %.17g", freeFrom);
        }
        if (isFree) freeFrom = fmin(freeFrom, value);
        // A step of less than the stride may pass a contact, but leaves no wide gap.
        value += fmax(step, STRIDE * range);
        if (isFree && step < STRIDE * range) freeFrom = INFINITY;
    }
}

static void checkEnd(const Case *one, double value, Tally *tally) {
    if (value == one->joints[0].from || value == one->joints[0].to) return;
    double distance = measure(one, value);
    tally->ends++;
    if (!(distance <= END_TOLERANCES * one->sweep.tolerance + 1e-12))
        fail_msg("a box ends at %.17g, at the distance %g", value, distance);
}

// Compares contact intervals with those of the slow search: no contact is missed, every box ends at a
// contact, and no box contains a wide gap. A step of a followed contact that is too long, or a vertex taken
// for inside that is not, puts a gap into a box.
static void test_one_joint(void **state) {
    (void)state;
    Random random = {.state = 2027};
    Tally tally = {0};
    int count = countCases(10);
    for (int i = 0; i < count; i++) {
        Case one;
        pickCase(&random, &one);
        cdSweepInput input = makeSweep(&one.machine, one.joints, 1);
        input.resolution = RESOLUTION;
        one.sweep = cdSweepMechanism(&input, workspace);
        assert_int_equal(one.sweep.reason, CD_REASON_NONE);
        checkRange(&one, &tally);
        for (int32_t k = 0; k < one.sweep.boxCount; k++) {
            checkEnd(&one, sweptBoxes[k].from[0], &tally);
            checkEnd(&one, sweptBoxes[k].to[0], &tally);
        }
    }
    print_message("%d sweeps: %d values with a contact, %d in wide gaps, %d ends\n", count, tally.contacts,
                  tally.gaps, tally.ends);
    assert_true(tally.contacts > 300 && tally.gaps > 30 && tally.ends > 6);
}

// Returns the largest distance within a certain box, at random values.
static double findFarthest(Random *random, const Case *one, const cdSweepBox *box, int samples) {
    double most = 0.0;
    for (int i = 0; i < samples; i++) {
        double value = nextRandomIn(random, box->from[0], box->to[0]);
        double carriage = nextRandomIn(random, box->from[1], box->to[1]);
        most = fmax(most, measureAt(one, value, carriage));
    }
    return most;
}

// With two joints, no value in a certain box is farther from a contact than the motion within a cell of
// the smallest size. A large cell taken for a contact throughout, because of a vertex that is not inside
// everywhere, would contain such values.
static void test_two_joints(void **state) {
    (void)state;
    Random random = {.state = 11};
    const double resolution = 0x1p-8;
    int count = countCases(2), large = 0;
    for (int i = 0; i < count; i++) {
        Case one;
        pickCase(&random, &one);
        cdSweepInput input = makeSweep(&one.machine, one.joints, 2);
        input.resolution = resolution;
        one.sweep = cdSweepMechanism(&input, workspace);
        assert_int_equal(one.sweep.reason, CD_REASON_NONE);
        double widths[2], allowed = 1e-9;
        for (int k = 0; k < 2; k++) {
            widths[k] = resolution * (one.joints[k].to - one.joints[k].from);
            allowed += widths[k] * (k == 0 ? one.speed : 1.0);
        }
        for (int32_t k = 0; k < one.sweep.boxCount; k++) {
            const cdSweepBox *box = &sweptBoxes[k];
            bool isLarge =
                box->to[0] - box->from[0] > 8.0 * widths[0] && box->to[1] - box->from[1] > 8.0 * widths[1];
            large += isLarge;
            if (!box->certain || (!isLarge && k % 16 != 0)) continue;
            double most = findFarthest(&random, &one, box, isLarge ? 200 : 1);
            if (!(most <= allowed)) fail_msg("sweep %d, box %d: a distance of %g", i, (int)k, most);
        }
    }
    print_message("%d sweeps, %d large boxes\n", count, large);
    assert_true(large > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_joint), cmocka_unit_test(test_two_joints)};
    return cmocka_run_group_tests(tests, openSmallMeshes, closeSmallMeshes);
}
