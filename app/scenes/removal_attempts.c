// Parts, attempts to take them out, and proofs that they are trapped, as tasks; see removal_search.h.
#include "scenes/removal_search.h"
#include <stdlib.h>
#include <string.h>

enum { GROWTH = 4, FIRST_STATES = 10000 };

static const int64_t FIRST_TESTS = 500000, GROUP_PROOF_TESTS = 1000000;

// --- Parts

DisassemblyPart MakeRemovalPart(const int32_t *objects, int32_t objectCount, int32_t within) {
    size_t size = (size_t)objectCount * sizeof *objects;
    DisassemblyPart part = {.objects = malloc(size),
                            .objectCount = objectCount,
                            .within = within,
                            .overlapped = -1,
                            .trapped = -1,
                            .trapper = -1,
                            .plan.reason = CD_REASON_INTERRUPTED};
    if (part.objects != NULL) memcpy(part.objects, objects, size);
    return part;
}

void DestroyRemovalParts(DisassemblyPart *parts, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        free(parts[i].objects);
        free(parts[i].nodes);
    }
}

bool IsRemovalInterrupted(const RemovalSearch *search) {
    const DisassemblyInput *input = search->input;
    return search->outOfMemory || (input->interrupt != NULL && input->interrupt(input->context));
}

// --- Attempts

static uint64_t mixSeed(uint64_t seed, int32_t object, int32_t round) {
    uint64_t z = seed + 0x9E3779B97F4A7C15u * (uint64_t)(object + 1) + 0xD1B54A32D192ED03u * (uint64_t)round;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    return z ^ (z >> 31);
}

static bool createSet(const RemovalSearch *search, const RemovalAttempt *attempt, PartSet *set) {
    return CreatePartSet(search->input->data, search->input->meshes, attempt->part->objects,
                         attempt->part->objectCount, search->scope->isPresent, set);
}

static cdPose getStart(const RemovalSearch *search, const RemovalAttempt *attempt) {
    return search->input->data->objects[attempt->part->objects[0]].pose;
}

static void runAttempt(void *context, int32_t index, int32_t worker) {
    (void)worker;
    RemovalSearch *search = context;
    const DisassemblyInput *input = search->input;
    RemovalAttempt *attempt = &search->attempts[index];
    PartSet set = {0};
    attempt->plan = (cdPlan){.reason = CD_REASON_WORKSPACE};
    attempt->overlapped = -1;
    if (createSet(search, attempt, &set)) {
        int64_t tests = FIRST_TESTS;
        for (int32_t i = 0; i < attempt->round; i++)
            tests *= GROWTH;
        uint64_t seed = input->seed;
        for (int32_t i = 0; i < attempt->part->objectCount; i++)
            seed = mixSeed(seed, attempt->part->objects[i], attempt->round);
        const cdPlanInput plan = {
            .shapes = set.shapes,
            .shapeCount = set.shapeCount,
            .obstacles = set.obstacles,
            .obstacleCount = set.obstacleCount,
            .start = getStart(search, attempt),
            .margin = input->data->margin,
            .seed = seed,
            .maxStates = FIRST_STATES << (attempt->round / 2),
            .budget = {.maxPairTests = tests, .interrupt = input->interrupt, .context = input->context},
            .nodes = attempt->nodes,
            .nodeCapacity = REMOVAL_NODE_MAX};
        attempt->plan = cdPlanPath(&plan, search->workspaces[index]);
        if (attempt->plan.obstacle >= 0) attempt->overlapped = set.owners[attempt->plan.obstacle];
    }
    DestroyPartSet(&set);
}

// --- Proofs

static void runProofs(void *context, int32_t index, int32_t worker) {
    (void)worker;
    RemovalSearch *search = context;
    const DisassemblyInput *input = search->input;
    RemovalAttempt *attempt = &search->attempts[index];
    PartSet set = {0};
    attempt->trap = (cdTrap){.reason = CD_REASON_WORKSPACE};
    attempt->trapped = attempt->trapper = -1;
    if (createSet(search, attempt, &set)) {
        const cdTrapInput trap = {.shapes = set.shapes,
                                  .shapeCount = set.shapeCount,
                                  .obstacles = set.obstacles,
                                  .obstacleCount = set.obstacleCount,
                                  .start = getStart(search, attempt),
                                  .proofs = search->proofs,
                                  .budget = {.maxPairTests = search->proofTests,
                                             .interrupt = input->interrupt,
                                             .context = input->context}};
        attempt->trap = cdFindTrap(&trap, search->workspaces[index]);
        if (attempt->trap.obstacle >= 0) attempt->trapper = set.owners[attempt->trap.obstacle];
        if (attempt->trap.shape >= 0) attempt->trapped = set.members[attempt->trap.shape];
    }
    DestroyPartSet(&set);
}

// Runs a task for each attempt of the batch.
static void runTasks(RemovalSearch *search, cdTaskFunction *task) {
    const cdTasks *tasks = search->input->tasks;
    if (tasks != NULL)
        tasks->run(task, search, search->attemptCount, tasks->user);
    else
        for (int32_t i = 0; i < search->attemptCount; i++)
            task(search, i, 0);
}

void RunRemovalAttempts(RemovalSearch *search) {
    runTasks(search, runAttempt);
}

static void runProofBatch(RemovalSearch *search) {
    runTasks(search, runProofs);
    for (int32_t i = 0; i < search->attemptCount; i++) {
        const RemovalAttempt *attempt = &search->attempts[i];
        DisassemblyPart *part = attempt->part;
        part->trap = attempt->trap;
        part->trapped = attempt->trapped;
        part->trapper = attempt->trapper;
        if (part->objectCount == 1) search->isUnproved[part->objects[0]] = !IsPartTrapped(part);
        part->pairTests += attempt->trap.pairTests;
        search->outOfMemory = search->outOfMemory || attempt->trap.reason == CD_REASON_WORKSPACE;
    }
    search->attemptCount = 0;
}

void FindRemovalTraps(RemovalSearch *search, DisassemblyPart *parts, int32_t count, uint32_t proofs) {
    search->proofs = proofs;
    for (int32_t i = 0; i < count; i++) {
        DisassemblyPart *part = &parts[i];
        bool isSingle = part->objectCount == 1;
        search->proofTests = isSingle ? 0 : GROUP_PROOF_TESTS;
        if (part->plan.state == CD_PLAN_OVERLAP || IsPartTrapped(part)) continue;
        if (proofs == CD_TRAP_ALL_MOTIONS && isSingle && search->isUnproved[part->objects[0]]) continue;
        search->attempts[search->attemptCount++].part = part;
        if (search->attemptCount == search->batchSize) runProofBatch(search);
    }
    if (search->attemptCount > 0) runProofBatch(search);
}
