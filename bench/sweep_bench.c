// Sweeps of mechanisms: two rings of 50,176 triangles each, one of them on a hinge, or on a hinge and a
// slider.
//
// Input: a seed. Output: the time of a sweep of one joint over a whole turn, and of two joints over a turn
// and a length, on random axes; the counts of searches and cells, and the undecided share. Each result is
// judged: the exact overlap test at random joint values finds no contact outside of the boxes of the sweep,
// and finds one at the values of each certain box, or the surfaces are within the tolerance there.
#include "bench/drag_path.h"
#include "bench/timing.h"
#include "collision/distance.h"
#include "collision/mechanism.h"

#include <stdlib.h>

enum { BOX_CAPACITY = 1 << 18, SAMPLES = 100, JUDGED_BOXES = 20, TWO_SHARE = 8 };
static const double ONE_JOINT = 10e3, TWO_JOINTS = 1e6; // microseconds, the targets
static const double TURN = 6.28318530717958648;
static const char mesh[] = "builtin:torus:major=1,minor=0.3,segments=224";

typedef struct SweepSet {
    int32_t jointCount;
    int64_t count;
    Timings times;
    double contacts, searches, cells, undecided, samples, missed, wrong;
} SweepSet;

// A mechanism of three links: a fixed ring, a carriage on a slider without meshes, and a ring on a hinge.
typedef struct SweepCase {
    cdLink links[3];
    cdSlideShape shapes[2];
    cdMechanism mechanism;
    cdSweepJoint joints[2];
} SweepCase;

static double nextNumber(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

static cdVec3 nextVector(uint64_t *state) {
    double x = nextNumber(state) - 0.5, y = nextNumber(state) - 0.5, z = nextNumber(state) - 0.5;
    return (cdVec3){x, y, z};
}

static void makeCase(const BenchPair *pair, uint64_t *state, SweepCase *one) {
    cdVec3 away = cdScale(0.7 + 1.3 * nextNumber(state), cdNormalize(nextVector(state)));
    cdVec3 lever = cdScale(2.0, nextVector(state));
    cdPose pose = {lever, cdMakeQuat(cdNormalize(nextVector(state)), 3.0 * nextNumber(state))};
    one->shapes[0] = (cdSlideShape){pair->meshA, cdIdentityPose()};
    one->shapes[1] = (cdSlideShape){pair->meshB, pose};
    one->links[0] =
        (cdLink){.parent = -1, .frame = cdIdentityPose(), .shapes = &one->shapes[0], .shapeCount = 1};
    one->links[1] =
        (cdLink){.parent = -1, .joint = CD_LINK_SLIDER, .frame = cdIdentityPose(), .axis = nextVector(state)};
    one->links[2] = (cdLink){.parent = 1,
                             .joint = CD_LINK_HINGE,
                             .frame = {cdSub(away, lever), {1.0, 0.0, 0.0, 0.0}},
                             .axis = nextVector(state),
                             .shapes = &one->shapes[1],
                             .shapeCount = 1};
    one->mechanism = (cdMechanism){.links = one->links, .linkCount = 3};
    one->joints[0] = (cdSweepJoint){2, 0.0, TURN};
    one->joints[1] = (cdSweepJoint){1, -0.5, 0.5};
}

static cdDistance measure(const BenchPair *pair, const SweepCase *one, const double *at, int32_t count) {
    double values[3] = {0.0, 0.0, 0.0};
    cdPose poses[3];
    for (int32_t k = 0; k < count; k++)
        values[one->joints[k].link] = at[k];
    cdGetLinkPoses(&one->mechanism, values, poses);
    const cdDistanceInput input = {.meshA = pair->meshA,
                                   .meshB = pair->meshB,
                                   .poseA = poses[0],
                                   .poseB = cdMulPose(poses[2], one->shapes[1].pose),
                                   .maxDistance = 1e-6};
    return cdFindDistance(&input, NULL, pair->workspace, NULL);
}

static bool isListed(const cdSweep *sweep, const cdSweepBox *boxes, const double *at, int32_t count) {
    for (int32_t i = 0; i < sweep->boxCount; i++) {
        bool isInside = true;
        for (int32_t k = 0; k < count; k++)
            isInside = isInside && at[k] >= boxes[i].from[k] && at[k] <= boxes[i].to[k];
        if (isInside) return true;
    }
    return false;
}

static void judge(const BenchPair *pair, const SweepCase *one, const cdSweep *sweep, const cdSweepBox *boxes,
                  uint64_t *state, SweepSet *set) {
    for (int i = 0; i < SAMPLES; i++) {
        double at[2];
        for (int32_t k = 0; k < set->jointCount; k++)
            at[k] = one->joints[k].from + (one->joints[k].to - one->joints[k].from) * nextNumber(state);
        set->samples++;
        if (measure(pair, one, at, set->jointCount).state == CD_OVERLAP)
            set->missed += !isListed(sweep, boxes, at, set->jointCount);
    }
    for (int32_t i = 0; i < sweep->boxCount; i += 1 + sweep->boxCount / JUDGED_BOXES) {
        if (!boxes[i].certain) continue;
        cdDistance found = measure(pair, one, boxes[i].at, set->jointCount);
        set->wrong += found.state != CD_OVERLAP && !(found.lower <= 2.0 * sweep->tolerance);
    }
}

static SweepSet runSet(const BenchInput *input, const BenchPair *pair, int32_t jointCount,
                       cdSweepBox *boxes) {
    int64_t count = jointCount == 1 ? input->steps : 1 + (input->steps - 1) / TWO_SHARE;
    SweepSet set = {.jointCount = jointCount, .count = count, .times = MakeTimings(count)};
    uint64_t state = input->seed;
    for (int64_t i = 0; i < count; i++) {
        SweepCase one;
        makeCase(pair, &state, &one);
        const cdSweepInput call = {.mechanism = &one.mechanism,
                                   .joints = one.joints,
                                   .jointCount = jointCount,
                                   .boxes = boxes,
                                   .boxCapacity = BOX_CAPACITY};
        double begin = GetMicroseconds();
        cdSweep sweep = cdSweepMechanism(&call, pair->workspace);
        AddTiming(&set.times, GetMicroseconds() - begin);
        set.contacts += sweep.state == CD_CONTACT;
        set.searches += (double)sweep.searchCount;
        set.cells += (double)sweep.cellCount;
        set.undecided += sweep.undecidedShare;
        set.wrong += sweep.truncated || sweep.reason != CD_REASON_NONE;
        judge(pair, &one, &sweep, boxes, &state, &set);
        if (input->showProgress != NULL) input->showProgress(i, count, input->context);
    }
    SortTimings(&set.times);
    return set;
}

static void reportSet(const SweepSet *set, BenchReport *report) {
    double n = (double)set->count, median = GetQuantile(&set->times, 0.5);
    double values[] = {n,
                       set->contacts,
                       median / 1e3,
                       GetQuantile(&set->times, 0.99) / 1e3,
                       set->searches / n,
                       set->cells / n,
                       set->undecided / n,
                       set->samples};
    AddRow(report, values, set->jointCount == 1 ? "one joint" : "two joints");
}

bool RunSweepBench(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {"sweeps", "contacts",        "median ms", "99 % ms", "searches",
                                          "cells",  "undecided share", "samples",   NULL};
    BenchPair pair;
    bool good = MakeBenchPair(input, mesh, mesh, 0.0, &pair, report);
    if (good) {
        cdSweepBox *boxes = AllocateArray(BOX_CAPACITY, sizeof *boxes);
        SweepSet one = runSet(input, &pair, 1, boxes), two = runSet(input, &pair, 2, boxes);
        AddTable(report, columns, "Sweeps of two rings of 50,176 triangles; searches, cells: of a sweep");
        reportSet(&one, report);
        reportSet(&two, report);
        AddTarget(report, "one joint, median", GetQuantile(&one.times, 0.5), REPORT_AT_MOST, ONE_JOINT, "us");
        AddTarget(report, "two joints, median", GetQuantile(&two.times, 0.5), REPORT_AT_MOST, TWO_JOINTS,
                  "us");
        AddRequirement(report, "contacts outside of the boxes", one.missed + two.missed, REPORT_AT_MOST, 0.0,
                       "samples");
        AddRequirement(report, "boxes without their contact", one.wrong + two.wrong, REPORT_AT_MOST, 0.0,
                       "boxes");
        FreeTimings(&one.times);
        FreeTimings(&two.times);
        free(boxes);
    }
    FreeBenchPair(&pair);
    return good;
}
