// Shared by the tests of planned paths: puzzles with their meshes, and a slow test of a path.
#ifndef TESTS_PLAN_FIXTURE_H
#define TESTS_PLAN_FIXTURE_H

#include "collision/collision.h"
#include "scenes/disassembly.h"
#include "scenes/generators/puzzles.h"
#include "stage/mesh_source.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { NODES = 512, SAMPLES = 25 };

static cdWorkspace *workspace;

static inline int makeWorkspace(void **state) {
    (void)state;
    workspace = cdCreateWorkspace();
    return 0;
}

static inline int freeWorkspace(void **state) {
    (void)state;
    cdDestroyWorkspace(workspace);
    return 0;
}

static inline cdMesh *makeMeshWith(const char *spec, uint32_t parts) {
    char message[256];
    TriangleSoup soup = {0};
    assert_true(MakeShape(spec, &soup, message, sizeof message));
    cdMeshDef def = MakeSoupMeshDef(&soup);
    def.parts = parts;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    DestroyTriangleSoup(&soup);
    assert_non_null(mesh);
    return mesh;
}

static inline cdMesh *makeFeatured(const char *spec) {
    return makeMeshWith(spec, CD_PART_HULL | CD_PART_FEATURES);
}

static inline cdMesh *makeBare(const char *spec) {
    return makeMeshWith(spec, CD_PART_HULL);
}

// A puzzle, and its part that comes out first.
typedef struct Puzzle {
    SceneData data;
    SceneMeshes meshes;
    PartSet set;
    int32_t part;
    cdPathNode nodes[NODES];
} Puzzle;

static inline Puzzle openPuzzle(PuzzleKind kind, double tightness) {
    Puzzle puzzle = {.data = MakeEmptySceneData()};
    char message[512] = "";
    assert_true(AddPuzzle(&puzzle.data, kind, tightness));
    if (!CreateSceneMeshes(&puzzle.data, &puzzle.meshes, message, sizeof message)) fail_msg("%s", message);
    while (puzzle.data.objects[puzzle.part].body == SCENE_FIXED)
        puzzle.part++;
    assert_true(CreatePartSet(&puzzle.data, puzzle.meshes.meshes, &puzzle.part, 1, NULL, &puzzle.set));
    return puzzle;
}

static inline void closePuzzle(Puzzle *puzzle) {
    DestroyPartSet(&puzzle->set);
    DestroySceneMeshes(&puzzle->meshes);
    DestroySceneData(&puzzle->data);
}

static inline cdPlanInput makePuzzleInput(Puzzle *puzzle) {
    return (cdPlanInput){.shapes = puzzle->set.shapes,
                         .shapeCount = puzzle->set.shapeCount,
                         .obstacles = puzzle->set.obstacles,
                         .obstacleCount = puzzle->set.obstacleCount,
                         .start = puzzle->data.objects[puzzle->part].pose,
                         .nodes = puzzle->nodes,
                         .nodeCapacity = NODES};
}

// True if no mesh of the set overlaps an obstacle at a pose, by the discrete test.
static inline bool isFreeAt(const cdPlanInput *input, cdPose pose) {
    for (int32_t i = 0; i < input->shapeCount; i++)
        for (int32_t k = 0; k < input->obstacleCount; k++) {
            const cdOverlapInput at = {.meshA = input->shapes[i].mesh,
                                       .meshB = input->obstacles[k].mesh,
                                       .poseA = cdMulPose(pose, input->shapes[i].pose),
                                       .poseB = input->obstacles[k].pose};
            if (cdFindOverlap(&at, NULL, workspace, NULL).state != CD_FREE) return false;
        }
    return true;
}

// Tests a found path: it begins at the start, its times count, and at many poses between its nodes nothing
// overlaps.
static inline void checkPath(const cdPlanInput *input, const cdPlan *plan) {
    assert_true(plan->nodeCount >= 2);
    assert_memory_equal(&input->nodes[0].pose, &input->start, sizeof input->start);
    cdVec3 center = cdGetMeshInfo(input->shapes[0].mesh).center;
    for (int32_t i = 0; i + 1 < plan->nodeCount; i++) {
        assert_true(input->nodes[i].time == i);
        cdMotion motion = cdMakeMotion(input->nodes[i].pose, input->nodes[i + 1].pose, center);
        for (int k = 0; k <= SAMPLES; k++)
            assert_true(isFreeAt(input, cdGetPoseAt(&motion, (double)k / SAMPLES)));
    }
}

// Extends a box by all vertices of a mesh.
static inline void addVertices(cdBox3 *box, const cdMesh *mesh, cdPose pose) {
    cdMeshInfo info = cdGetMeshInfo(mesh);
    for (int32_t i = 0; i < info.vertexCount; i++) {
        cdVec3 p = cdTransformPoint(pose, cdAdd(info.center, info.vertices[i]));
        box->lower = (cdVec3){cdMin(box->lower.x, p.x), cdMin(box->lower.y, p.y), cdMin(box->lower.z, p.z)};
        box->upper = (cdVec3){cdMax(box->upper.x, p.x), cdMax(box->upper.y, p.y), cdMax(box->upper.z, p.z)};
    }
}

// True if the box of the set at a pose is disjoint from the box of all obstacles.
static inline bool isOutside(const cdPlanInput *input, cdPose pose) {
    const cdBox3 empty = {{1e9, 1e9, 1e9}, {-1e9, -1e9, -1e9}};
    cdBox3 set = empty, others = empty;
    for (int32_t i = 0; i < input->shapeCount; i++)
        addVertices(&set, input->shapes[i].mesh, cdMulPose(pose, input->shapes[i].pose));
    for (int32_t k = 0; k < input->obstacleCount; k++)
        addVertices(&others, input->obstacles[k].mesh, input->obstacles[k].pose);
    cdVec3 below = cdSub(others.lower, set.upper), above = cdSub(set.lower, others.upper);
    return cdMax(cdMax(below.x, above.x), cdMax(cdMax(below.y, above.y), cdMax(below.z, above.z))) > 0.0;
}

#endif
