// Worlds with islands of more than CD_MANY_ROWS rows: walls of bricks come to rest, and break.
#include "collision/workspace.h"
#include "collision/world_snapshot.h"
#include "scenes/generators/brick_wall.h"
#include "structure_fixture.h"
#include "threads/pool.h"

#include <stdlib.h>
#include <string.h>

enum { WIDE = 18, HIGH = 20 }; // of the wall that stands
enum { COLUMNS = 10, ROWS = 10, BEFORE = 4, AFTER = 6 };

static Structure openWall(int32_t columns, int32_t rows) {
    Structure structure = makeStructure();
    SceneObject *floor = AddSceneFloor(&structure.data, 5.0, 0.0);
    assert_non_null(floor);
    floor->friction = 0.5;
    BrickWall wall = {.columns = columns, .rows = rows, .half = {0.25, 0.125, 0.125}, .friction = 0.5};
    assert_true(AddBrickWall(&structure.data, &wall));
    openStructure(&structure);
    return structure;
}

// A wall is asleep within 0.3 s and carries its weight within a thousandth; a brick that is pushed a little
// wakes it, and it sleeps again. Red: forces that rock it, contacts that close by less than a margin.
static void testWallSleeps(void **state) {
    (void)state;
    Structure structure = openWall(WIDE, HIGH);
    const SceneWorld *own = &structure.run.sceneWorld;
    runStructure(&structure, 0.3);
    for (int i = 0; i < 2; i++) {
        double sway = getStructureSway(&structure);
        if (!(sway < 0.001)) fail_msg("%g in run %d", sway, i);
        assert_true(getWorstImbalance(&structure) < 1e-3);
        for (int32_t k = 1; k < structure.data.objectCount; k++)
            assert_true(GetRunState(&structure.run, k).asleep && !GetRunState(&structure.run, k).unbalanced);
        const cdVec3 push = {0.0, 0.0, 0.01}, none = {0.0, 0.0, 0.0};
        cdSetBodyVelocity(own->world, own->bodies[WIDE * HIGH / 2], push, none);
        for (int32_t k = 0; k < 40; k++)
            assert_int_equal(cdStepWorld(own->world, 0.01).state, CD_FREE);
    }
    closeStructure(&structure);
}

// Throws a row of bricks out of the wall.
static void hitWall(const Structure *structure) {
    const SceneWorld *own = &structure->run.sceneWorld;
    for (int32_t i = 1 + 3 * COLUMNS; i < 1 + 4 * COLUMNS; i++)
        cdSetBodyVelocity(own->world, own->bodies[i], (cdVec3){0.1 * (i % 3), 1.0, 3.0},
                          (cdVec3){1.0, 0.0, 0.0});
}

// Returns a hash of all states.
static uint64_t hashBodies(const Structure *structure) {
    const SceneWorld *own = &structure->run.sceneWorld;
    uint64_t hash = UINT64_C(1469598103934665603);
    for (int32_t i = 0; i < own->objectCount; i++) {
        cdBodyState body = cdGetBodyState(own->world, own->bodies[i]);
        const double values[] = {body.pose.p.x,   body.pose.p.y,   body.pose.p.z,         body.pose.q.w,
                                 body.pose.q.x,   body.pose.q.y,   body.pose.q.z,         body.velocity.x,
                                 body.velocity.y, body.velocity.z, body.angularVelocity.x};
        for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
            uint64_t bits;
            memcpy(&bits, &values[k], sizeof bits);
            hash = (hash ^ bits) * UINT64_C(1099511628211);
        }
    }
    return hash;
}

static double getTotalEnergy(const cdWorld *world) {
    cdWorldEnergy energy = cdGetWorldEnergy(world);
    return energy.kinetic + energy.potential;
}

// Energy does not grow, and no pair overlaps.
static void stepWall(const Structure *structure, int32_t count, uint64_t *hashes) {
    const SceneWorld *own = &structure->run.sceneWorld;
    const cdMesh *const *meshes = structure->meshes.meshes;
    cdWorkspace *workspace = CreateSceneWorkspace(meshes, own->objectCount);
    assert_non_null(workspace);
    for (int32_t i = 0; i < count; i++) {
        double before = getTotalEnergy(own->world);
        assert_int_equal(cdStepWorld(own->world, 0.01).state, CD_FREE);
        assert_true(getTotalEnergy(own->world) <= before * (1.0 + 1e-9));
        int32_t a, b;
        assert_false(FindWorldOverlap(own, meshes, workspace, &a, &b));
        hashes[i] = hashBodies(structure);
    }
    cdDestroyWorkspace(workspace);
}

// A breaking wall, its corrections by the interior point method: the same bits with two threads, and after a
// snapshot is restored in a world that is smaller or larger. No pair overlaps. Red: a method that depends on
// the memory of the world, memory that two threads share.
static void testWallBreaks(void **state) {
    (void)state;
    uint64_t hashes[BEFORE + AFTER], others[BEFORE + AFTER];
    Structure structure = openWall(COLUMNS, ROWS), other = openWall(COLUMNS, ROWS);
    cdWorld *world = structure.run.sceneWorld.world;
    hitWall(&structure);
    stepWall(&structure, BEFORE, hashes);
    size_t size = cdSaveWorld(world, NULL, 0);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    cdSaveWorld(world, bytes, size);
    stepWall(&structure, AFTER, hashes + BEFORE);

    Pool *pool = CreatePool(2);
    assert_non_null(pool);
    cdTasks tasks = GetPoolTasks(pool);
    cdSetWorldTasks(other.run.sceneWorld.world, &tasks);
    hitWall(&other);
    stepWall(&other, BEFORE + AFTER, others);
    assert_memory_equal(hashes, others, sizeof hashes);
    cdSetWorldTasks(other.run.sceneWorld.world, NULL);
    DestroyPool(pool);

    Structure fresh = openWall(COLUMNS, ROWS);
    assert_int_equal(cdRestoreWorld(fresh.run.sceneWorld.world, bytes, size, structure.meshes.meshes,
                                    structure.data.objectCount),
                     CD_RESTORED);
    stepWall(&fresh, AFTER, others);
    assert_memory_equal(hashes + BEFORE, others, AFTER * sizeof *others);
    free(bytes);
    closeStructure(&fresh);
    closeStructure(&other);
    closeStructure(&structure);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testWallSleeps), cmocka_unit_test(testWallBreaks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
