// Groups of parts: those that come out as one body, those that stay together with a proof, groups in groups,
// the same bits with any number of workers, the candidates, and their places in the exploded view.
#include "plan_fixture.h"
#include "scenes/explosion.h"
#include "scenes/part_groups.h"
#include "scenes/scene_file.h"

#include <stdio.h>

// Objects of assets/tub.json, and of tests/data/groups.json.
enum { TUB, TONGUE, GROOVE, FIRST_RING, SECOND_RING };
enum { HOUSING, CASE, TAG, INNER_RING, OUTER_RING };

typedef struct Assembly {
    SceneData data;
    SceneMeshes meshes;
    Disassembly result;
} Assembly;

static Assembly takeApart(const char *file, const cdTasks *tasks, int32_t largestGroup) {
    Assembly assembly = {.data = MakeEmptySceneData()};
    char path[512], message[512] = "";
    snprintf(path, sizeof path, FC_SOURCE_DIR "/%s", file);
    if (!ReadSceneFile(path, &assembly.data, message, sizeof message)) fail_msg("%s", message);
    if (!CreateSceneMeshes(&assembly.data, &assembly.meshes, message, sizeof message))
        fail_msg("%s", message);
    const DisassemblyInput input = {.data = &assembly.data,
                                    .meshes = assembly.meshes.meshes,
                                    .part = -1,
                                    .rounds = 1,
                                    .largestGroup = largestGroup,
                                    .tasks = tasks};
    if (!FindDisassembly(&input, &assembly.result, message, sizeof message)) fail_msg("%s", message);
    return assembly;
}

static void destroy(Assembly *assembly) {
    DestroyDisassembly(&assembly->result);
    DestroySceneMeshes(&assembly->meshes);
    DestroySceneData(&assembly->data);
}

// --- An oracle that knows nothing of sets

typedef struct Body {
    const cdMesh *mesh;
    cdPose pose; // world
} Body;

// Lists the meshes of an object at a pose; returns how many.
static int32_t listBodies(const Assembly *assembly, int32_t object, cdPose pose, Body *bodies) {
    const SceneObject *own = &assembly->data.objects[object];
    const cdMesh *const *meshes = assembly->meshes.meshes;
    if (own->shapeCount == 0) bodies[0] = (Body){meshes[object], pose};
    for (int32_t i = 0; i < own->shapeCount; i++) {
        int32_t shape = own->firstShape + i;
        bodies[i] = (Body){meshes[assembly->data.objectCount + shape],
                           cdMulPose(pose, assembly->data.shapes[shape].pose)};
    }
    return own->shapeCount > 0 ? own->shapeCount : 1;
}

static bool meet(const Assembly *assembly, int32_t a, cdPose poseA, int32_t b, cdPose poseB) {
    Body first[8], second[8];
    int32_t firstCount = listBodies(assembly, a, poseA, first);
    int32_t secondCount = listBodies(assembly, b, poseB, second);
    for (int32_t i = 0; i < firstCount; i++)
        for (int32_t k = 0; k < secondCount; k++) {
            const cdOverlapInput pair = {.meshA = first[i].mesh,
                                         .poseA = first[i].pose,
                                         .meshB = second[k].mesh,
                                         .poseB = second[k].pose};
            if (cdFindOverlap(&pair, NULL, workspace, NULL).state != CD_FREE) return true;
        }
    return false;
}

static cdPose getHome(const Assembly *assembly, int32_t object) {
    return assembly->data.objects[object].pose;
}

// Returns the pose of a member of a group whose first object has been moved to a pose.
static cdPose follow(const Assembly *assembly, const int32_t *members, int32_t i, cdPose first) {
    cdPose moved = cdMulPose(first, cdInvMulPose(getHome(assembly, members[0]), cdIdentityPose()));
    return cdMulPose(moved, getHome(assembly, members[i]));
}

// Tests all pairs of members and others at many poses of a path.
static void checkRemoval(const Assembly *assembly, int32_t index, const int32_t *others, int32_t otherCount) {
    const DisassemblyPart *part = &assembly->result.parts[index];
    cdVec3 center = cdGetMeshInfo(assembly->meshes.meshes[TAG]).center;
    assert_int_equal(part->plan.state, CD_PLAN_FOUND);
    for (int32_t node = 0; node + 1 < part->plan.nodeCount; node++) {
        cdMotion motion = cdMakeMotion(part->nodes[node].pose, part->nodes[node + 1].pose, center);
        for (int32_t step = 0; step <= SAMPLES; step++)
            for (int32_t i = 0; i < part->objectCount; i++)
                for (int32_t k = 0; k < otherCount; k++) {
                    cdPose pose =
                        follow(assembly, part->objects, i, cdGetPoseAt(&motion, (double)step / SAMPLES));
                    assert_false(
                        meet(assembly, part->objects[i], pose, others[k], getHome(assembly, others[k])));
                }
    }
}

static void expectObjects(const DisassemblyPart *part, const int32_t *objects, int32_t count) {
    assert_int_equal(part->objectCount, count);
    assert_memory_equal(part->objects, objects, (size_t)count * sizeof *objects);
}

static void expectLinked(const DisassemblyPart *part, int32_t object, int32_t within, int32_t other) {
    expectObjects(part, &object, 1);
    assert_int_equal(part->within, within);
    assert_true(IsPartTrapped(part) && (part->trap.proofs & CD_TRAP_LINKED) != 0);
    assert_int_equal(part->trapped, object);
    assert_int_equal(part->trapper, other);
    assert_null(part->nodes);
}

// --- Searches

// No part comes out of the tub alone. The rings come out linked and stay so; tongue and groove part outside.
// Red: no groups, a member that stays behind, obstacles left out, a group that is not taken apart.
static void testTub(void **state) {
    (void)state;
    Assembly tub = takeApart("assets/tub.json", NULL, 0);
    const int32_t rings[] = {FIRST_RING, SECOND_RING}, halves[] = {TONGUE, GROOVE}, fixed = TUB;
    const int32_t around[] = {TUB, TONGUE, GROOVE};
    assert_int_equal(tub.result.removedCount, 4);
    assert_int_equal(tub.result.partCount, 6);
    expectObjects(&tub.result.parts[0], rings, 2);
    expectObjects(&tub.result.parts[1], halves, 2);
    expectObjects(&tub.result.parts[2], &halves[0], 1);
    expectObjects(&tub.result.parts[3], &halves[1], 1);
    const int32_t within[] = {-1, -1, 1, 1};
    for (int32_t i = 0; i < 4; i++)
        assert_int_equal(tub.result.parts[i].within, within[i]);
    checkRemoval(&tub, 0, around, 3);
    checkRemoval(&tub, 1, &fixed, 1);
    checkRemoval(&tub, 2, &halves[1], 1);
    expectLinked(&tub.result.parts[4], FIRST_RING, 0, SECOND_RING);
    expectLinked(&tub.result.parts[5], SECOND_RING, 0, FIRST_RING);
    destroy(&tub);
}

// Red: groups that are tried all the same.
static void testNoGroups(void **state) {
    (void)state;
    Assembly tub = takeApart("assets/tub.json", NULL, 1);
    assert_int_equal(tub.result.removedCount, 0);
    assert_int_equal(tub.result.partCount, 4);
    destroy(&tub);
}

// A case with linked rings in it and a tag on its handle comes out as one. The case, with its tag, comes off
// the rings: a group in a group. Red: the index of another group, obstacles of the scene in a group.
static void testNested(void **state) {
    (void)state;
    Assembly nested = takeApart("tests/data/groups.json", NULL, 0);
    const Disassembly *result = &nested.result;
    const int32_t all[] = {CASE, TAG, INNER_RING, OUTER_RING}, fixed = HOUSING;
    assert_int_equal(result->removedCount, 2);
    assert_int_equal(result->partCount, 6);
    expectObjects(&result->parts[0], all, 4);
    expectObjects(&result->parts[1], all, 2);
    assert_int_equal(result->parts[0].within, -1);
    assert_int_equal(result->parts[1].within, 0);
    checkRemoval(&nested, 0, &fixed, 1);
    checkRemoval(&nested, 1, &all[2], 2);
    expectLinked(&result->parts[2], CASE, 1, TAG);
    expectLinked(&result->parts[3], TAG, 1, CASE);
    expectLinked(&result->parts[4], INNER_RING, 0, OUTER_RING);
    expectLinked(&result->parts[5], OUTER_RING, 0, INNER_RING);
    destroy(&nested);
}

// Runs tasks in reverse order, as threads may.
static void runBackwards(cdTaskFunction *task, void *context, int32_t count, void *user) {
    (void)user;
    for (int32_t i = count - 1; i >= 0; i--)
        task(context, i, i % 3);
}

// Red: a result that depends on which attempt of a batch ends first.
static void testTasks(void **state) {
    (void)state;
    const cdTasks tasks = {.run = runBackwards, .workerCount = 3};
    Assembly alone = takeApart("assets/tub.json", NULL, 0), many = takeApart("assets/tub.json", &tasks, 0);
    assert_int_equal(many.result.partCount, alone.result.partCount);
    for (int32_t i = 0; i < alone.result.partCount; i++) {
        const DisassemblyPart *a = &alone.result.parts[i], *b = &many.result.parts[i];
        expectObjects(b, a->objects, a->objectCount);
        assert_int_equal(b->within, a->within);
        assert_int_equal(b->pairTests, a->pairTests);
        assert_memory_equal(&b->plan, &a->plan, sizeof a->plan);
        if (a->nodes != NULL)
            assert_memory_equal(b->nodes, a->nodes, (size_t)a->plan.nodeCount * sizeof *a->nodes);
    }
    destroy(&alone);
    destroy(&many);
}

static bool isAfterFirst(void *context) {
    const int32_t *removed = context;
    return *removed > 0;
}

static void countRemoved(const DisassemblyProgress *progress, void *context) {
    assert_int_equal(progress->partCount, 4);
    *(int32_t *)context = progress->removedCount;
}

// A search that is ended after the first group reports it, and its parts as interrupted. Red: lost parts.
static void testInterrupt(void **state) {
    (void)state;
    Assembly tub = takeApart("assets/tub.json", NULL, 1);
    DestroyDisassembly(&tub.result);
    int32_t removed = 0;
    char message[256];
    const DisassemblyInput input = {.data = &tub.data,
                                    .meshes = tub.meshes.meshes,
                                    .part = -1,
                                    .rounds = 1,
                                    .interrupt = isAfterFirst,
                                    .showProgress = countRemoved,
                                    .context = &removed};
    assert_true(FindDisassembly(&input, &tub.result, message, sizeof message));
    assert_int_equal(tub.result.removedCount, 1);
    assert_int_equal(tub.result.partCount, 5);
    assert_int_equal(tub.result.parts[1].within, 0);
    assert_int_equal(tub.result.parts[1].plan.reason, CD_REASON_INTERRUPTED);
    destroy(&tub);
}

// --- Candidates

enum { OBJECTS = 5 };

// Lists the candidates among parts 1 to 4, or 0 to 4 without a fixed object, that hang together in a row.
static PartGroups listRow(PartLinks *links, bool isFixed, int32_t largest) {
    static const int32_t parts[OBJECTS] = {0, 1, 2, 3, 4};
    static const bool isPresent[OBJECTS] = {true, true, true, true, true};
    for (int32_t i = 0; i + 1 < OBJECTS; i++)
        links->isNeighbour[i * OBJECTS + i + 1] = links->isNeighbour[(i + 1) * OBJECTS + i] = true;
    const PartGroupInput input = {.links = links,
                                  .parts = isFixed ? parts + 1 : parts,
                                  .partCount = isFixed ? OBJECTS - 1 : OBJECTS,
                                  .isPresent = isPresent,
                                  .largest = largest};
    PartGroups groups;
    assert_true(ListPartGroups(&input, &groups));
    return groups;
}

// Returns a bit for each object.
static uint32_t getMask(const PartGroup *group) {
    uint32_t mask = 0;
    for (int32_t i = 0; i < group->objectCount; i++)
        mask |= 1u << group->objects[i];
    return mask;
}

static void expectMasks(PartGroups *groups, const uint32_t *masks, int32_t count) {
    assert_int_equal(groups->groupCount, count);
    for (int32_t i = 0; i < count; i++) {
        bool isFound = false;
        for (int32_t k = 0; k < count; k++)
            isFound = isFound || getMask(&groups->groups[k]) == masks[i];
        if (!isFound) fail_msg("no group with the objects 0x%x", (unsigned)masks[i]);
        if (i > 0) assert_true(groups->groups[i].objectCount >= groups->groups[i - 1].objectCount);
    }
    DestroyPartGroups(groups);
}

// Red: groups that do not hang together, large ones first, groups of bonded parts that are split.
static void testCandidates(void **state) {
    (void)state;
    PartLinks links;
    assert_true(CreatePartLinks(&links, OBJECTS));
    PartGroups groups = listRow(&links, true, OBJECTS);
    expectMasks(&groups, (uint32_t[]){0x06, 0x0c, 0x18, 0x0e, 0x1c, 0x1e}, 6);
    groups = listRow(&links, true, 2);
    expectMasks(&groups, (uint32_t[]){0x06, 0x0c, 0x18}, 3);
    // Nothing is fixed: three of five in a row leave a pair, four leave a part.
    groups = listRow(&links, false, OBJECTS);
    expectMasks(&groups, (uint32_t[]){0x03, 0x06, 0x0c, 0x18, 0x0e}, 5);
    assert_true(BondParts(&links, 4, 2));
    assert_false(BondParts(&links, 2, 4));
    groups = listRow(&links, true, OBJECTS);
    expectMasks(&groups, (uint32_t[]){0x14, 0x16, 0x1c, 0x1e}, 4);
    // Bonded to the fixed object, a part never leaves.
    assert_true(BondParts(&links, 0, 1));
    groups = listRow(&links, true, OBJECTS);
    expectMasks(&groups, (uint32_t[]){0x14, 0x1c}, 2);
    DestroyPartLinks(&links);
}

// --- The exploded view

// Each group goes back as one, among the parts that wait and those that are in place, at many poses. Red: a
// part of a group at the place of the scene, a group that moves before its parts are there.
static void checkView(const char *file) {
    Assembly made = takeApart(file, NULL, 0);
    char message[256] = "";
    Explosion view;
    if (!CreateExplosion(&made.data, made.meshes.meshes, &made.result, &view, message, sizeof message))
        fail_msg("%s", message);
    assert_int_equal(view.partCount, made.result.removedCount);
    for (int32_t index = 0; index < view.partCount; index++) {
        const ExplodedPart *part = &view.parts[index];
        cdVec3 center = {0.0, 0.0, 0.0};
        for (int32_t node = 0; node + 1 < part->nodeCount; node++) {
            cdMotion motion = cdMakeMotion(part->nodes[node].pose, part->nodes[node + 1].pose, center);
            for (int32_t step = 0; step <= SAMPLES; step++)
                for (int32_t other = 0; other < made.data.objectCount; other++)
                    for (int32_t i = 0; i < part->objectCount; i++) {
                        if (IsAmongObjects(part->objects, part->objectCount, other)) continue;
                        cdPose at = cdGetPoseAt(&motion, (double)step / SAMPLES);
                        cdPose pose = follow(&made, part->objects, i, at);
                        cdPose waits = GetExplodedPose(&made.data, &view, other, index);
                        assert_false(meet(&made, part->objects[i], pose, other, waits));
                    }
        }
        // It starts where it is while the parts before it, its group among them, are away.
        cdPose start = GetExplodedPose(&made.data, &view, part->objects[0], index);
        assert_true(cdLength(cdSub(start.p, part->nodes[0].pose.p)) < 1e-12);
    }
    DestroyExplosion(&view);
    destroy(&made);
}

static void testView(void **state) {
    (void)state;
    checkView("assets/tub.json");
    checkView("tests/data/groups.json");
}

// In the view, the tub, the rings as one, and both halves are apart by their boxes. Red: a group's place that
// is chosen without its parts.
static void testApart(void **state) {
    (void)state;
    Assembly tub = takeApart("assets/tub.json", NULL, 0);
    char message[256] = "";
    Explosion view;
    assert_true(CreateExplosion(&tub.data, tub.meshes.meshes, &tub.result, &view, message, sizeof message));
    for (int32_t a = TUB; a <= SECOND_RING; a++)
        for (int32_t b = a + 1; b <= SECOND_RING; b++) {
            if (a == FIRST_RING) continue; // both rings
            Body first[8], second[8];
            cdSlideShape shapes[8];
            cdObstacle others[8];
            const cdPlanInput pair = {
                .shapes = shapes,
                .shapeCount =
                    listBodies(&tub, a, GetExplodedPose(&tub.data, &view, a, view.partCount), first),
                .obstacles = others,
                .obstacleCount =
                    listBodies(&tub, b, GetExplodedPose(&tub.data, &view, b, view.partCount), second)};
            for (int32_t i = 0; i < pair.shapeCount; i++)
                shapes[i] = (cdSlideShape){first[i].mesh, first[i].pose};
            for (int32_t i = 0; i < pair.obstacleCount; i++)
                others[i] = (cdObstacle){second[i].mesh, second[i].pose};
            assert_true(isOutside(&pair, cdIdentityPose()));
        }
    DestroyExplosion(&view);
    destroy(&tub);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testTub),   cmocka_unit_test(testNoGroups),  cmocka_unit_test(testNested),
        cmocka_unit_test(testTasks), cmocka_unit_test(testInterrupt), cmocka_unit_test(testCandidates),
        cmocka_unit_test(testView),  cmocka_unit_test(testApart),
    };
    return cmocka_run_group_tests(tests, makeWorkspace, freeWorkspace);
}
