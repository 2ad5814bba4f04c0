// Sweeps and minimum distances of random mechanisms against sampled poses.
#include "cases.h"

#include "mechanism_fixture.h"
#include <math.h>

static cdWorkspace *workspace;

static int openAll(void **state) {
    (void)state;
    workspace = cdCreateWorkspace();
    makeMeshes();
    return 0;
}

static int closeAll(void **state) {
    (void)state;
    cdDestroyWorkspace(workspace);
    freeMeshes();
    return 0;
}

enum { SAMPLES = 60 };

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
        cmocka_unit_test(test_random_mechanisms),
    };
    return cmocka_run_group_tests(tests, openAll, closeAll);
}
