// Takes a scene apart; see disassembly.h.
#include "scenes/disassembly.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODE_MAX = 4096, GROWTH = 4, FIRST_STATES = 10000, BATCH_MAX = 64 };

static const int64_t FIRST_TESTS = 500000;

// Proofs that a part that was not found also gets, at the end.
static const uint32_t SOME_MOTIONS = CD_TRAP_TRANSLATIONS | CD_TRAP_PLANE | CD_TRAP_SCREW;

// One attempt to take a part out.
typedef struct Attempt {
    int32_t part; // index in the result
    int32_t round, overlapped, trapper;
    cdPlan plan;
    cdTrap trap;
    cdPathNode nodes[NODE_MAX];
} Attempt;

typedef struct Search {
    const DisassemblyInput *input;
    Disassembly *result;
    Attempt *attempts; // attempts[batchSize]
    int32_t batchSize, attemptCount;
    cdWorkspace **workspaces; // workspaces[batchSize], one for each attempt
    uint32_t proofs;          // that are tried
    bool *isUnproved;         // isUnproved[objectCount]: proofs failed, and would among fewer obstacles
    bool outOfMemory;
} Search;

// --- Sets

static int32_t countShapes(const SceneObject *object) {
    return object->shapeCount > 0 ? object->shapeCount : 1;
}

// Returns a mesh of an object and its pose in the object's frame.
static cdSlideShape getShape(const SceneData *data, const cdMesh *const *meshes, int32_t object, int32_t i) {
    const SceneObject *own = &data->objects[object];
    if (own->shapeCount == 0) return (cdSlideShape){meshes[object], cdIdentityPose()};
    int32_t shape = own->firstShape + i;
    return (cdSlideShape){meshes[data->objectCount + shape], data->shapes[shape].pose};
}

static bool isRemoved(const Disassembly *removed, int32_t removedCount, int32_t object) {
    for (int32_t i = 0; i < removedCount; i++)
        if (removed->parts[i].object == object) return true;
    return false;
}

bool CreatePartSet(const SceneData *data, const cdMesh *const *meshes, int32_t object,
                   const Disassembly *removed, int32_t removedCount, PartSet *set) {
    size_t count = (size_t)data->objectCount + (size_t)data->shapeCount;
    *set = (PartSet){.shapes = calloc(count, sizeof *set->shapes),
                     .obstacles = calloc(count, sizeof *set->obstacles),
                     .owners = calloc(count, sizeof *set->owners)};
    if (set->shapes == NULL || set->obstacles == NULL || set->owners == NULL) return false;
    for (int32_t i = 0; i < data->objectCount; i++) {
        if (i != object && isRemoved(removed, removedCount, i)) continue;
        for (int32_t k = 0; k < countShapes(&data->objects[i]); k++) {
            cdSlideShape shape = getShape(data, meshes, i, k);
            if (i == object) {
                set->shapes[set->shapeCount++] = shape;
                continue;
            }
            set->owners[set->obstacleCount] = i;
            set->obstacles[set->obstacleCount++] =
                (cdObstacle){shape.mesh, cdMulPose(data->objects[i].pose, shape.pose)};
        }
    }
    return true;
}

void DestroyPartSet(PartSet *set) {
    free(set->shapes);
    free(set->obstacles);
    free(set->owners);
    *set = (PartSet){0};
}

// --- Attempts

static uint64_t mixSeed(uint64_t seed, int32_t object, int32_t round) {
    uint64_t z = seed + 0x9E3779B97F4A7C15u * (uint64_t)(object + 1) + 0xD1B54A32D192ED03u * (uint64_t)round;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    return z ^ (z >> 31);
}

static void runAttempt(void *context, int32_t index, int32_t worker) {
    (void)worker;
    Search *search = context;
    const DisassemblyInput *input = search->input;
    Attempt *attempt = &search->attempts[index];
    int32_t object = search->result->parts[attempt->part].object;
    PartSet set = {0};
    attempt->plan = (cdPlan){.reason = CD_REASON_WORKSPACE};
    attempt->overlapped = -1;
    if (CreatePartSet(input->data, input->meshes, object, search->result, search->result->removedCount,
                      &set)) {
        int64_t tests = FIRST_TESTS;
        for (int32_t i = 0; i < attempt->round; i++)
            tests *= GROWTH;
        const cdPlanInput plan = {
            .shapes = set.shapes,
            .shapeCount = set.shapeCount,
            .obstacles = set.obstacles,
            .obstacleCount = set.obstacleCount,
            .start = input->data->objects[object].pose,
            .margin = input->data->margin,
            .seed = mixSeed(input->seed, object, attempt->round),
            .maxStates = FIRST_STATES << (attempt->round / 2),
            .budget = {.maxPairTests = tests, .interrupt = input->interrupt, .context = input->context},
            .nodes = attempt->nodes,
            .nodeCapacity = NODE_MAX};
        attempt->plan = cdPlanPath(&plan, search->workspaces[index]);
        if (attempt->plan.obstacle >= 0) attempt->overlapped = set.owners[attempt->plan.obstacle];
    }
    DestroyPartSet(&set);
}

// --- Proofs

static void runProofs(void *context, int32_t index, int32_t worker) {
    (void)worker;
    Search *search = context;
    const DisassemblyInput *input = search->input;
    Attempt *attempt = &search->attempts[index];
    int32_t object = search->result->parts[attempt->part].object;
    PartSet set = {0};
    attempt->trap = (cdTrap){.reason = CD_REASON_WORKSPACE};
    attempt->trapper = -1;
    if (CreatePartSet(input->data, input->meshes, object, search->result, search->result->removedCount,
                      &set)) {
        const cdTrapInput trap = {.shapes = set.shapes,
                                  .shapeCount = set.shapeCount,
                                  .obstacles = set.obstacles,
                                  .obstacleCount = set.obstacleCount,
                                  .start = input->data->objects[object].pose,
                                  .proofs = search->proofs,
                                  .budget = {.interrupt = input->interrupt, .context = input->context}};
        attempt->trap = cdFindTrap(&trap, search->workspaces[index]);
        if (attempt->trap.obstacle >= 0) attempt->trapper = set.owners[attempt->trap.obstacle];
    }
    DestroyPartSet(&set);
}

// Runs a task for each attempt of the batch.
static void runTasks(Search *search, cdTaskFunction *task) {
    const cdTasks *tasks = search->input->tasks;
    if (tasks != NULL)
        tasks->run(task, search, search->attemptCount, tasks->user);
    else
        for (int32_t i = 0; i < search->attemptCount; i++)
            task(search, i, 0);
}

static void runProofBatch(Search *search) {
    runTasks(search, runProofs);
    for (int32_t i = 0; i < search->attemptCount; i++) {
        const Attempt *attempt = &search->attempts[i];
        DisassemblyPart *part = &search->result->parts[attempt->part];
        part->trap = attempt->trap;
        part->trapper = attempt->trapper;
        search->isUnproved[part->object] = !IsPartTrapped(part);
        part->pairTests += attempt->trap.pairTests;
        search->outOfMemory = search->outOfMemory || attempt->trap.reason == CD_REASON_WORKSPACE;
    }
    search->attemptCount = 0;
}

// Tries proofs for all parts that are left, but those that overlap; for all motions once, until one holds.
static void findTraps(Search *search, uint32_t proofs) {
    const Disassembly *result = search->result;
    search->proofs = proofs;
    for (int32_t i = result->removedCount; i < result->partCount; i++) {
        const DisassemblyPart *part = &result->parts[i];
        if (part->plan.state == CD_PLAN_OVERLAP || IsPartTrapped(part)) continue;
        if (proofs == CD_TRAP_ALL_MOTIONS && search->isUnproved[part->object]) continue;
        search->attempts[search->attemptCount++].part = i;
        if (search->attemptCount == search->batchSize) runProofBatch(search);
    }
    if (search->attemptCount > 0) runProofBatch(search);
}

// --- Rounds

// Takes over the result of an attempt. Returns true if the part comes out.
static bool takeAttempt(Search *search, const Attempt *attempt) {
    Disassembly *result = search->result;
    DisassemblyPart *part = &result->parts[attempt->part];
    search->outOfMemory = search->outOfMemory || attempt->plan.reason == CD_REASON_WORKSPACE;
    part->plan = attempt->plan;
    part->overlapped = attempt->overlapped;
    part->pairTests += attempt->plan.pairTests;
    bool found = attempt->plan.state == CD_PLAN_FOUND && !attempt->plan.truncated;
    if (!found) return false;
    size_t size = (size_t)attempt->plan.nodeCount * sizeof *part->nodes;
    part->nodes = malloc(size);
    if (part->nodes == NULL) {
        search->outOfMemory = true;
        return false;
    }
    memcpy(part->nodes, attempt->nodes, size);
    part->trap = (cdTrap){0};
    DisassemblyPart taken = *part;
    for (int32_t i = attempt->part; i > result->removedCount; i--)
        result->parts[i] = result->parts[i - 1];
    result->parts[result->removedCount++] = taken;
    return true;
}

// Runs the attempts of a batch. Returns true if one of them took a part out.
static bool runBatch(Search *search) {
    const DisassemblyInput *input = search->input;
    runTasks(search, runAttempt);
    bool found = false;
    for (int32_t i = 0; i < search->attemptCount && !found; i++)
        found = takeAttempt(search, &search->attempts[i]);
    search->attemptCount = 0;
    if (input->showProgress != NULL)
        input->showProgress(search->result->removedCount, search->result->partCount, input->context);
    return found;
}

static bool isInterrupted(const Search *search) {
    const DisassemblyInput *input = search->input;
    return search->outOfMemory || (input->interrupt != NULL && input->interrupt(input->context));
}

// Tries all parts that are left with the budget of a round. Returns true if one came out.
static bool runRound(Search *search, int32_t round) {
    const Disassembly *result = search->result;
    for (int32_t i = result->removedCount; i < result->partCount && !isInterrupted(search); i++) {
        const DisassemblyPart *part = &result->parts[i];
        if (round > 0 && (part->plan.state == CD_PLAN_OVERLAP || IsPartTrapped(part))) continue;
        Attempt *attempt = &search->attempts[search->attemptCount++];
        attempt->part = i;
        attempt->round = round;
        if (search->attemptCount == search->batchSize && runBatch(search)) return true;
    }
    return search->attemptCount > 0 && runBatch(search);
}

// Takes out one part. Parts that overlap others are tried in the first round only, and trapped ones.
static bool removePart(Search *search) {
    Disassembly *result = search->result;
    int32_t rounds = search->input->rounds > 0 ? search->input->rounds : DISASSEMBLY_ROUNDS;
    for (int32_t i = result->removedCount; i < result->partCount; i++)
        result->parts[i].trap = (cdTrap){0}, result->parts[i].trapper = -1;
    for (int32_t round = 0; round < rounds && !isInterrupted(search); round++) {
        if (runRound(search, round)) return true;
        if (round == 0 && !isInterrupted(search)) findTraps(search, CD_TRAP_ALL_MOTIONS);
    }
    return false;
}

// --- The whole search

static bool listParts(const DisassemblyInput *input, Disassembly *result) {
    const SceneData *data = input->data;
    bool anyFixed = false;
    for (int32_t i = 0; i < data->objectCount; i++)
        anyFixed = anyFixed || data->objects[i].body == SCENE_FIXED;
    result->parts = calloc((size_t)data->objectCount + 1, sizeof *result->parts);
    if (result->parts == NULL) return false;
    for (int32_t i = 0; i < data->objectCount; i++) {
        bool isPart = !anyFixed || data->objects[i].body != SCENE_FIXED;
        if (input->part >= 0) isPart = i == input->part;
        if (isPart)
            result->parts[result->partCount++] =
                (DisassemblyPart){.object = i, .overlapped = -1, .trapper = -1};
    }
    return true;
}

static bool openSearch(Search *search) {
    const cdTasks *tasks = search->input->tasks;
    search->batchSize = tasks == NULL ? 1 : tasks->workerCount < BATCH_MAX ? tasks->workerCount : BATCH_MAX;
    search->attempts = calloc((size_t)search->batchSize, sizeof *search->attempts);
    search->workspaces = calloc((size_t)search->batchSize, sizeof *search->workspaces);
    search->isUnproved = calloc((size_t)search->input->data->objectCount + 1, sizeof *search->isUnproved);
    if (search->attempts == NULL || search->workspaces == NULL || search->isUnproved == NULL) return false;
    for (int32_t i = 0; i < search->batchSize; i++) {
        search->workspaces[i] = cdCreateWorkspace();
        if (search->workspaces[i] == NULL) return false;
    }
    return listParts(search->input, search->result);
}

static void closeSearch(Search *search) {
    for (int32_t i = 0; search->workspaces != NULL && i < search->batchSize; i++)
        cdDestroyWorkspace(search->workspaces[i]);
    free(search->workspaces);
    free(search->attempts);
    free(search->isUnproved);
}

bool FindDisassembly(const DisassemblyInput *input, Disassembly *result, char *message, size_t messageSize) {
    Search search = {.input = input, .result = result};
    *result = (Disassembly){0};
    bool good = openSearch(&search);
    while (good && result->removedCount < result->partCount && !isInterrupted(&search))
        if (!removePart(&search)) break;
    if (good && !isInterrupted(&search)) findTraps(&search, SOME_MOTIONS);
    closeSearch(&search);
    if (good && !search.outOfMemory) return true;
    snprintf(message, messageSize, "out of memory");
    DestroyDisassembly(result);
    return false;
}

void DestroyDisassembly(Disassembly *result) {
    for (int32_t i = 0; i < result->partCount; i++)
        free(result->parts[i].nodes);
    free(result->parts);
    *result = (Disassembly){0};
}
