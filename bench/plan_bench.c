// Planned paths: puzzles to take apart, and the order of the parts of assemblies.
//
// Input: a number of steps; each thousand is one seed. With fewer steps the nut and the gearbox are left out.
// Output: for each puzzle how many seeds find a path within a budget that grows as in scenes/disassembly.h,
// and the work. Every path found is judged: cdFindPathContact certifies it, and the discrete overlap test
// finds nothing at many poses between its nodes. What fails the run: a wrong path, a path for the linked
// tori, or no proof that they have none, an assembly that does not come apart. Times are targets. With
// --peers also OMPL's planners on the same puzzles (plan_peers.h).
#include "bench/bench.h"
#include "bench/plan_cases.h"
#include "bench/plan_peers.h"
#include "engine/platform/clock.h"

#include <stdio.h>

enum { SAMPLES = 100, SEED_STEPS = 1000 };

// --- Judge

static bool isFreeAt(const PartSet *set, cdPose pose, cdWorkspace *workspace) {
    for (int32_t i = 0; i < set->shapeCount; i++)
        for (int32_t k = 0; k < set->obstacleCount; k++) {
            const cdOverlapInput at = {.meshA = set->shapes[i].mesh,
                                       .meshB = set->obstacles[k].mesh,
                                       .poseA = cdMulPose(pose, set->shapes[i].pose),
                                       .poseB = set->obstacles[k].pose};
            if (cdFindOverlap(&at, NULL, workspace, NULL).state != CD_FREE) return false;
        }
    return true;
}

// Tests the path of a removed part among those that were left.
static bool isRight(const PlanScenery *scenery, const Disassembly *result, int32_t index,
                    cdWorkspace *workspace) {
    const DisassemblyPart *part = &result->parts[index];
    PartSet set = {0};
    bool right =
        CreateRemovalSet(&scenery->data, (const cdMesh *const *)scenery->meshes, result, index, &set) &&
        FindPartContact(&set, part->nodes, part->plan.nodeCount, workspace).contact.state == CD_FREE;
    cdVec3 center = {0.0, 0.0, 0.0};
    if (right) center = cdGetMeshInfo(set.shapes[0].mesh).center;
    for (int32_t i = 0; i + 1 < part->plan.nodeCount && right; i++) {
        cdMotion motion = cdMakeMotion(part->nodes[i].pose, part->nodes[i + 1].pose, center);
        for (int k = 0; k <= SAMPLES && right; k++)
            right = isFreeAt(&set, cdGetPoseAt(&motion, (double)k / SAMPLES), workspace);
    }
    DestroyPartSet(&set);
    return right;
}

// --- Runs

// Sums over the seeds of a case.
typedef struct Sums {
    double found, proved, wrong, seconds, slowest, pairTests, slides, nodes;
} Sums;

static bool takeApart(const PlanScenery *scenery, uint64_t seed, int32_t rounds, cdWorkspace *workspace,
                      Sums *sums, BenchReport *report) {
    const DisassemblyInput input = {.data = &scenery->data,
                                    .meshes = (const cdMesh *const *)scenery->meshes,
                                    .part = -1,
                                    .seed = seed,
                                    .rounds = rounds};
    Disassembly result;
    double begin = gxGetThreadTime();
    if (!FindDisassembly(&input, &result, report->failure, sizeof report->failure)) return false;
    double seconds = gxGetThreadTime() - begin;
    sums->seconds += seconds;
    sums->slowest = seconds > sums->slowest ? seconds : sums->slowest;
    sums->found += result.removedCount == result.partCount;
    for (int32_t i = 0; i < result.partCount; i++) {
        sums->pairTests += (double)result.parts[i].pairTests;
        sums->slides += result.parts[i].plan.slideCount;
        sums->nodes += result.parts[i].plan.nodeCount;
        sums->proved += IsPartTrapped(&result.parts[i]);
        if (i < result.removedCount) sums->wrong += !isRight(scenery, &result, i, workspace);
    }
    DestroyDisassembly(&result);
    return true;
}

static void addRow(const char *name, const Sums *sums, double seeds, BenchReport *report) {
    const double values[] = {seeds,
                             sums->found,
                             sums->proved,
                             sums->seconds / seeds,
                             sums->slowest,
                             1e-6 * sums->pairTests / seeds,
                             sums->slides / seeds,
                             sums->nodes / seeds};
    AddRow(report, values, "%s", name);
}

// Returns the number of seeds.
static int64_t countSeeds(const BenchInput *input) {
    return (input->steps + SEED_STEPS - 1) / SEED_STEPS;
}

// True for the cases that take seconds.
static bool isLong(const PlanCase *puzzle) {
    return puzzle == NULL || puzzle->kind == PUZZLE_NUT;
}

static bool runCase(const BenchInput *input, const PlanCase *puzzle, Sums *sums, cdWorkspace *workspace,
                    BenchReport *report) {
    PlanScenery scenery;
    bool good = OpenPlanScenery(&scenery, puzzle, report);
    bool solvable = puzzle == NULL || puzzle->seconds > 0.0;
    for (int64_t i = 0; i < countSeeds(input) && good; i++)
        good = takeApart(&scenery, input->seed + (uint64_t)i, solvable ? 6 : 2, workspace, sums, report);
    ClosePlanScenery(&scenery);
    return good;
}

bool RunPlanBench(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {"seeds",        "found",  "no way, proved", "s, mean", "s, slowest",
                                          "M pair tests", "slides", "nodes",          NULL};
    static const PlanCase burr = {PUZZLE_BURR, 0.0, 60.0};
    int32_t count;
    const PlanCase *cases = GetPlanCases(&count);
    cdWorkspace *workspace = cdCreateWorkspace();
    double wrong = 0.0, missed = 0.0, seeds = (double)countSeeds(input);
    bool good = workspace != NULL;
    AddTable(report, columns, "Puzzles and assemblies, all their parts; processor time of one core");
    for (int32_t i = 0; i < count + 2 && good; i++) {
        const PlanCase *puzzle = i < count ? &cases[i] : i == count ? &burr : NULL;
        if (input->steps < SEED_STEPS && isLong(puzzle)) continue;
        Sums sums = {.found = 0.0};
        char name[96];
        good = runCase(input, puzzle, &sums, workspace, report);
        NamePlanCase(puzzle, name, sizeof name);
        addRow(name, &sums, seeds, report);
        bool solvable = puzzle == NULL || puzzle->seconds > 0.0;
        wrong += sums.wrong + (solvable ? sums.proved : sums.found);
        missed += seeds - (solvable ? sums.found : sums.proved);
        double limit = puzzle != NULL ? puzzle->seconds : 60.0;
        if (limit > 0.0 && limit != 60.0) AddTarget(report, name, sums.slowest, REPORT_AT_MOST, limit, "s");
        if (input->showProgress != NULL) input->showProgress(i + 1, count + 2, input->context);
    }
    AddRequirement(report, "wrong paths", wrong, REPORT_AT_MOST, 0.0, "paths");
    AddRequirement(report, "searches without a path or a proof", missed, REPORT_AT_MOST, 0.0, "searches");
    if (good && input->peers) good = ComparePlanPeers(input, workspace, report);
    cdDestroyWorkspace(workspace);
    return good;
}
