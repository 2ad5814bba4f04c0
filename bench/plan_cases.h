// The puzzles of the benchmark of plans, with their meshes, and the certificate of a path.
#ifndef BENCH_PLAN_CASES_H
#define BENCH_PLAN_CASES_H

#include "bench/report.h"
#include "collision/path.h"
#include "scenes/disassembly.h"
#include "scenes/generators/puzzles.h"

// A puzzle, and the processor time within which a path is to be found.
typedef struct PlanCase {
    PuzzleKind kind;
    double tightness, seconds; // 0: of no meaning; there is no path
} PlanCase;

typedef struct PlanScenery {
    SceneData data;
    cdMesh **meshes;
} PlanScenery;

// Returns all puzzles with one part that moves. @lifetime static
const PlanCase *GetPlanCases(int32_t *count);
// NULL: the gearbox.
void NamePlanCase(const PlanCase *puzzle, char *name, size_t size);

// @errors false with report->failure; the scenery is to be closed all the same
bool OpenPlanScenery(PlanScenery *scenery, const PlanCase *puzzle, BenchReport *report);
void ClosePlanScenery(PlanScenery *scenery);

// Returns the first contact of a part's path; CD_FREE: the path is certified.
cdPathContact FindPartContact(const PartSet *set, const cdPathNode *nodes, int32_t count,
                              cdWorkspace *workspace);

#endif
