// Repeats [RKC01] Table 1: the savings by labels and pair tables.
//
// Two identical objects, B fixed; A follows a recorded path: far, very near for most of the time, far again
// [RKC01 4.4]. The paper does not describe its object (its figure 3), so this uses an L-shaped bracket: a few
// large faces that many leaf spheres of a chosen radius cover, the case of its figure 2. Near B, A's arms
// reach into B's inner corner and sway by a few leaf radii, with and without contact.
//
// Output: tests by kind with no hash table, with labels only, with element tables only, with all four, next
// to the paper's numbers. For any objects: all four columns give the same answers; only labels change the
// sphere tests; only element tables change the element tests.
#include "bench/drag_path.h"
#include "bench/timing.h"
#include "random.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMN_COUNT = 4, ROW_COUNT = 5 };

static const double pi = 3.14159265358979323846;
static const double leafRadius = 0.05;

// All without convex proxies, which the paper's program lacked: they would decide the far steps.
static const uint32_t disabled[COLUMN_COUNT] = {CD_DISABLE_PROXY | CD_DISABLE_LABELS | CD_DISABLE_PAIR_TABLES,
                                                CD_DISABLE_PROXY | CD_DISABLE_PAIR_TABLES,
                                                CD_DISABLE_PROXY | CD_DISABLE_LABELS, CD_DISABLE_PROXY};

static const char *const columns[] = {"no tables", "labels", "EE-VF-FV", "all four", NULL};
static const char *const rows[ROW_COUNT] = {"sphere-sphere (SS)", "edge-edge (EE)", "vertex-face (VF)",
                                            "face-vertex (FV)", "total"};

static const double published[ROW_COUNT][COLUMN_COUNT] = {{1213596, 1017112, 1213596, 1017112},
                                                          {87284, 61916, 20717, 20717},
                                                          {3963, 3155, 2367, 2367},
                                                          {3858, 3098, 2317, 2317},
                                                          {1308701, 1085281, 1238997, 1042513}};

// Creates poses from far away to B's inner corner, swaying there, and back. A is rotated by half a turn about
// z, so that its arms' ends meet the inner sides of B's arms.
static void makePath(uint64_t seed, int64_t count, cdPose *poses) {
    Random random = {seed};
    const cdVec3 axis = {0.0, 0.0, 1.0};
    const cdVec3 near = {0.485, 0.485, 0.0}; // the ends are a tenth of a leaf radius away
    for (int64_t i = 0; i < count; i++) {
        double share = (double)i / (double)count;
        double away = cdMax(0.0, fabs(share - 0.5) - 0.35) / 0.15; // 0 in the middle 70 %
        cdVec3 sway = cdScale(1.5 * leafRadius, nextRandomVec3(&random));
        cdQuat tilt = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 0.12));
        cdVec3 position = cdMulAdd(near, 3.0 * away, cdMakeVec3(0.7, 0.7, 0.1));
        poses[i] = (cdPose){cdAdd(position, sway), cdNormalizeQuat(cdMulQuat(tilt, cdMakeQuat(axis, pi)))};
    }
}

typedef struct Column {
    double tests[ROW_COUNT];
    double trianglePairs, contacts, milliseconds;
} Column;

// Follows the path like a hand: each step starts at the last resolved pose. Records the resolved poses.
static Column followPath(const BenchPair *pair, const cdPose *poses, int64_t count, uint32_t switches,
                         cdPose *resolved) {
    Column column = {0};
    cdPose pose = poses[0];
    double begin = GetMicroseconds();
    for (int64_t i = 1; i < count; i++) {
        BenchStep step = {pose, poses[i]};
        cdFirstContactInput input = MakeStepInput(pair, &step);
        input.disabled = switches;
        cdFirstContact result = cdFindFirstContact(&input, NULL, pair->workspace, NULL);
        const double tests[] = {(double)result.stats.sphereTests, (double)result.stats.edgeEdgeTests,
                                (double)result.stats.vertexFaceTests, (double)result.stats.faceVertexTests};
        for (int k = 0; k < ROW_COUNT - 1; k++) {
            column.tests[k] += tests[k];
            column.tests[ROW_COUNT - 1] += tests[k];
        }
        column.trianglePairs += (double)result.stats.facePairTests;
        column.contacts += result.state == CD_CONTACT;
        pose = resolved[i] = result.resolvedPose;
    }
    column.milliseconds = 1e-3 * (GetMicroseconds() - begin);
    return column;
}

static void addTables(BenchReport *report, const Column ours[COLUMN_COUNT], int64_t steps) {
    AddTable(report, columns, "Tests along the path: %lld steps, %.0f of them stopped, leaf radius %g",
             (long long)steps, ours[0].contacts, leafRadius);
    for (int k = 0; k < ROW_COUNT; k++) {
        double values[COLUMN_COUNT];
        for (int c = 0; c < COLUMN_COUNT; c++)
            values[c] = ours[c].tests[k];
        AddRow(report, values, "%s", rows[k]);
    }
    double pairs[COLUMN_COUNT], times[COLUMN_COUNT];
    for (int c = 0; c < COLUMN_COUNT; c++) {
        pairs[c] = ours[c].trianglePairs;
        times[c] = ours[c].milliseconds;
    }
    AddRow(report, pairs, "pairs of triangles (ours only)");
    AddRow(report, times, "time, ms");
    AddTable(report, columns, "[RKC01] Table 1");
    for (int k = 0; k < ROW_COUNT; k++)
        AddRow(report, published[k], "%s", rows[k]);
}

static double getShare(double part, double whole) {
    return whole > 0.0 ? 100.0 * part / whole : NAN;
}

static void addShares(BenchReport *report, const Column ours[COLUMN_COUNT]) {
    static const char *const shareColumns[] = {"labels",   "paper", "EE-VF-FV", "paper",
                                               "all four", "paper", NULL};
    AddTable(report, shareColumns, "Tests that remain, in percent of those without tables");
    for (int k = 0; k < ROW_COUNT; k++) {
        double values[2 * (COLUMN_COUNT - 1)];
        for (int c = 1; c < COLUMN_COUNT; c++) {
            values[2 * c - 2] = getShare(ours[c].tests[k], ours[0].tests[k]);
            values[2 * c - 1] = getShare(published[k][c], published[k][0]);
        }
        AddRow(report, values, "%s", rows[k]);
    }
}

// Counts the broken structural equalities of the paper's table.
static int countBrokenEqualities(const Column ours[COLUMN_COUNT]) {
    int broken = (ours[3].tests[0] != ours[1].tests[0]) + (ours[2].tests[0] != ours[0].tests[0]);
    for (int k = 1; k < ROW_COUNT - 1; k++)
        broken += ours[3].tests[k] != ours[2].tests[k];
    return broken;
}

static void addWords(BenchReport *report, const Column ours[COLUMN_COUNT]) {
    AddNote(report,
            "Agreement: the structure of the table. SS depends only on the labels; with their tables, EE, VF "
            "and FV are constant. Labels save %.0f %% of the sphere tests (paper: 16 %%), the element tables "
            "%.0f %% of the edge-edge tests (paper: 76 %%).",
            100.0 - getShare(ours[1].tests[0], ours[0].tests[0]),
            100.0 - getShare(ours[2].tests[1], ours[0].tests[1]));
    AddNote(
        report,
        "Difference: a pair of triangles that their planes separate is never split into elements, and each "
        "element has one owner among the triangles around it, so the tables can save far fewer element "
        "tests (%.1f %% of all tests are element tests here, 7.3 %% in the paper). The object is not the "
        "paper's.",
        getShare(ours[0].tests[4] - ours[0].tests[0], ours[0].tests[4]));
}

bool RunLabelBench(const BenchInput *input, BenchReport *report) {
    BenchPair pair;
    bool made = MakeBenchPair(input, "builtin:l-shape", "builtin:l-shape", leafRadius, &pair, report);
    if (made) {
        cdPose *poses = AllocateArray(input->steps + 1, sizeof *poses);
        cdPose *resolved[2] = {AllocateArray(input->steps + 1, sizeof(cdPose)),
                               AllocateArray(input->steps + 1, sizeof(cdPose))};
        makePath(input->seed, input->steps + 1, poses);
        Column ours[COLUMN_COUNT];
        int different = 0;
        for (int c = 0; c < COLUMN_COUNT; c++) {
            input->showProgress(c, COLUMN_COUNT, input->context);
            ours[c] = followPath(&pair, poses, input->steps + 1, disabled[c], resolved[c > 0]);
            size_t size = (size_t)input->steps * sizeof(cdPose);
            different += c > 0 && memcmp(resolved[0] + 1, resolved[1] + 1, size) != 0;
        }
        addTables(report, ours, input->steps);
        addShares(report, ours);
        addWords(report, ours);
        AddRequirement(report, "columns of the table that should be equal and differ",
                       countBrokenEqualities(ours), REPORT_AT_MOST, 0.0, "cells");
        AddRequirement(report, "columns whose answers differ from those without tables", different,
                       REPORT_AT_MOST, 0.0, "columns");
        free(poses);
        free(resolved[0]);
        free(resolved[1]);
    }
    FreeBenchPair(&pair);
    return made;
}
