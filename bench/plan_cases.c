// The puzzles of the benchmark of plans; see plan_cases.h.
#include "bench/plan_cases.h"
#include "bench/scene_meshes.h"
#include "bench/timing.h"
#include "scenes/generators/gearbox.h"

#include <stdio.h>
#include <stdlib.h>

static const PlanCase cases[] = {
    {PUZZLE_PEG, 0.0, 60.0},    {PUZZLE_HOOK, 0.0, 60.0},  {PUZZLE_L_IN_L, 0.0, 60.0},
    {PUZZLE_CLASPS, 0.0, 60.0}, {PUZZLE_NUT, 0.0, 60.0},   {PUZZLE_BAYONET, 0.0, 60.0},
    {PUZZLE_RING, 0.0, 60.0},   {PUZZLE_KEY, 0.0, 60.0},   {PUZZLE_TUBES, 1.5, 1.0},
    {PUZZLE_TUBES, 1.2, 60.0},  {PUZZLE_TUBES, 1.1, 60.0}, {PUZZLE_TUBES, 1.0, 600.0},
    {PUZZLE_ALPHA, 1.5, 1.0},   {PUZZLE_ALPHA, 1.2, 60.0}, {PUZZLE_ALPHA, 1.1, 60.0},
    {PUZZLE_ALPHA, 1.0, 600.0}, {PUZZLE_LINK, 0.0, 0.0}};

const PlanCase *GetPlanCases(int32_t *count) {
    *count = (int32_t)(sizeof cases / sizeof cases[0]);
    return cases;
}

void NamePlanCase(const PlanCase *puzzle, char *name, size_t size) {
    if (puzzle == NULL)
        snprintf(name, size, "gearbox of %d parts", GEARBOX_PARTS);
    else if (puzzle->tightness > 0.0)
        snprintf(name, size, "%s, %.1f", GetPuzzleName(puzzle->kind), puzzle->tightness);
    else
        snprintf(name, size, "%s", GetPuzzleName(puzzle->kind));
}

bool OpenPlanScenery(PlanScenery *scenery, const PlanCase *puzzle, BenchReport *report) {
    *scenery = (PlanScenery){.data = MakeEmptySceneData()};
    SceneData *data = &scenery->data;
    bool good = puzzle != NULL ? AddPuzzle(data, puzzle->kind, puzzle->tightness) : AddGearbox(data);
    if (!good) return FailReport(report, "out of memory");
    scenery->meshes = AllocateArray(data->objectCount + data->shapeCount, sizeof *scenery->meshes);
    return CreateBenchMeshes(data, scenery->meshes, report);
}

void ClosePlanScenery(PlanScenery *scenery) {
    if (scenery->meshes != NULL)
        DestroyBenchMeshes(scenery->meshes, scenery->data.objectCount + scenery->data.shapeCount);
    DestroySceneData(&scenery->data);
}

cdPathContact FindPartContact(const PartSet *set, const cdPathNode *nodes, int32_t count,
                              cdWorkspace *workspace) {
    cdPathObstacle *obstacles = AllocateArray(set->obstacleCount + 1, sizeof *obstacles);
    for (int32_t i = 0; i < set->obstacleCount; i++)
        obstacles[i] = (cdPathObstacle){.mesh = set->obstacles[i].mesh, .pose = set->obstacles[i].pose};
    const cdPathInput input = {.nodes = nodes,
                               .nodeCount = count,
                               .shapes = set->shapes,
                               .shapeCount = set->shapeCount,
                               .obstacles = obstacles,
                               .obstacleCount = set->obstacleCount};
    cdPathContact found = cdFindPathContact(&input, workspace, NULL);
    free(obstacles);
    return found;
}
