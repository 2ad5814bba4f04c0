// Tests random chains, trees and closed loops of joints.
//
// Input: number of linkages, a seed. The linkages are those of tests/oracle/linkage.h, in turn with ball and
// hinge joints, and with all kinds, limits, motors and breaking forces: mass ratios from 1 to 1e6, steps from
// 1/15 to 1/1000 s, with and without contacts. Output: for each kind of linkage, the number with each error
// in some step. The run fails if a joint is off by more than a margin, bodies sleep meanwhile or overlap, the
// energy grows or a step is undecided. Steps that lose time are counted: where
// contacts jam a mechanism between light and heavy bodies, no path may be found.
#include "bench/joint_soak.h"
#include "oracle/mixed_linkage.h"
#include "shapes/shapes.h"
#include <stdio.h>

enum { LINKAGES = 10000 };

static const double SECONDS = 1.0;

typedef struct JointSums {
    int64_t linkages, steps;
    int64_t undecided, torn, apart, waiting, asleep, growing, overlapping; // linkages in which it occurred
    double drift;                                                          // maximum, in margins
} JointSums;

typedef struct JointShapes {
    cdMesh *meshes[LINKAGE_SHAPE_COUNT];
    double radii[LINKAGE_SHAPE_COUNT];
} JointShapes;

static void destroyShapes(JointShapes *shapes) {
    for (int i = 0; i < LINKAGE_SHAPE_COUNT; i++)
        cdDestroyMesh(shapes->meshes[i]);
}

static bool createShapes(JointShapes *shapes, BenchReport *report) {
    *shapes = (JointShapes){0};
    for (int i = 0; i < LINKAGE_SHAPE_COUNT; i++) {
        TriangleSoup soup = {0};
        char message[200];
        if (!MakeShape(linkageShapes[i], &soup, message, sizeof message))
            return FailReport(report, "%s", message);
        cdMeshDef def = MakeSoupMeshDef(&soup);
        def.parts = CD_PART_HULL | CD_PART_FEATURES;
        shapes->meshes[i] = cdCreateMesh(&def, NULL);
        DestroyTriangleSoup(&soup);
        if (shapes->meshes[i] == NULL) return FailReport(report, "out of memory for the shapes");
        shapes->radii[i] = cdGetMeshInfo(shapes->meshes[i]).radius;
    }
    return true;
}

static void addWatch(JointSums *sums, const LinkageWatch *watch) {
    sums->linkages++;
    sums->steps += watch->steps;
    sums->undecided += watch->undecided > 0;
    sums->torn += watch->torn > 0;
    sums->apart += watch->apart > 0;
    sums->waiting += watch->waiting > 0;
    sums->asleep += watch->asleep > 0;
    sums->growing += watch->growing > 0;
    sums->overlapping += watch->overlapping > 0;
    sums->drift = fmax(sums->drift, watch->drift);
}

static void describeWatch(uint64_t seed, const LinkageWatch *watch) {
    fprintf(
        stderr,
        "linkage %llu: %lld of %lld steps undecided, %lld torn (%.3g margins), %lld drifting, %lld waiting "
        "(%.3g s), %lld asleep, %lld growing, %lld overlapping\n",
        (unsigned long long)seed, (long long)watch->undecided, (long long)watch->steps,
        (long long)watch->torn, watch->drift, (long long)watch->apart, (long long)watch->waiting, watch->lost,
        (long long)watch->asleep, (long long)watch->growing, (long long)watch->overlapping);
}

// Every second linkage has all kinds of joints; they are behind the others in `sums`.
static bool soakLinkage(uint64_t seed, const JointShapes *shapes, JointSums sums[2 * LINKAGE_KIND_COUNT],
                        BenchReport *report) {
    bool mixed = seed % 2 == 1;
    Linkage linkage = mixed ? makeMixedLinkage(seed) : makeLinkage(seed);
    LinkageWatch watch = openLinkage(&linkage, shapes->meshes, shapes->radii);
    if (watch.world == NULL || !watchOverlaps(&watch, &linkage, shapes->meshes)) {
        closeLinkage(&watch);
        return FailReport(report, "out of memory for linkage %llu", (unsigned long long)seed);
    }
    int steps = (int)ceil(SECONDS / linkage.dt - 1e-9);
    for (int i = 0; i < steps; i++)
        stepLinkage(&watch, linkage.dt);
    if (!isLinkageGood(&watch)) describeWatch(seed, &watch);
    addWatch(&sums[linkage.kind + (mixed ? LINKAGE_KIND_COUNT : 0)], &watch);
    closeLinkage(&watch);
    return true;
}

static void addReport(const JointSums sums[2 * LINKAGE_KIND_COUNT], BenchReport *report) {
    static const char *const columns[] = {"linkages", "steps",          "undecided",   "torn",
                                          "drifting", "asleep",         "overlapping", "growing",
                                          "waiting",  "drift, margins", NULL};
    static const char *const names[2 * LINKAGE_KIND_COUNT] = {
        "chains", "trees", "closed loops", "chains of all kinds", "trees of all kinds", "loops of all kinds"};
    int64_t broken = 0, waiting[2] = {0}, linkages[2] = {0};
    AddTable(report, columns,
             "Random linkages of ball and hinge joints, and of all kinds of joints, %g s each", SECONDS);
    for (int i = 0; i < 2 * LINKAGE_KIND_COUNT; i++) {
        const JointSums *s = &sums[i];
        double values[] = {(double)s->linkages, (double)s->steps,  (double)s->undecided,   (double)s->torn,
                           (double)s->apart,    (double)s->asleep, (double)s->overlapping, (double)s->growing,
                           (double)s->waiting,  s->drift};
        AddRow(report, values, "%s", names[i]);
        broken += s->undecided + s->torn + s->asleep + s->growing + s->overlapping;
        waiting[i / LINKAGE_KIND_COUNT] += s->waiting;
        linkages[i / LINKAGE_KIND_COUNT] += s->linkages;
    }
    AddRequirement(report, "linkages that tear, end, sleep while open, overlap, or gain energy",
                   (double)broken, REPORT_AT_MOST, 0.0, "linkages");
    if (linkages[0] > 0)
        AddTarget(report, "linkages that lose time", (double)waiting[0] / (double)linkages[0], REPORT_AT_MOST,
                  0.0, "of all");
    // Light bodies between ropes under a load a million times as heavy turn faster than any advance.
    if (linkages[1] > 0)
        AddTarget(report, "linkages of all kinds that lose time", (double)waiting[1] / (double)linkages[1],
                  REPORT_AT_MOST, 0.05, "of all");
}

bool SoakJoints(const BenchInput *input, BenchReport *report) {
    int64_t count = input->steps / 2 < LINKAGES ? input->steps / 2 : LINKAGES;
    JointSums sums[2 * LINKAGE_KIND_COUNT] = {0};
    JointShapes shapes;
    bool good = createShapes(&shapes, report);
    for (int64_t i = 0; i < count && good; i++) {
        good = soakLinkage(input->seed + (uint64_t)i, &shapes, sums, report);
        input->showProgress(i + 1, count, input->context);
    }
    if (good) addReport(sums, report);
    destroyShapes(&shapes);
    return good;
}
