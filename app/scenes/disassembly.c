// Takes a scene apart; see disassembly.h.
#include "scenes/disassembly.h"
#include "scenes/part_groups.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODE_MAX = 4096, GROWTH = 4, FIRST_STATES = 10000, BATCH_MAX = 64 };

static const int64_t FIRST_TESTS = 500000, GROUP_PROOF_TESTS = 1000000;

// Proofs that name an obstacle: the two never part.
static const uint32_t BONDS = CD_TRAP_ENCLOSED | CD_TRAP_LINKED;

// Proofs that a part that was not found also gets, at the end.
static const uint32_t SOME_MOTIONS = CD_TRAP_TRANSLATIONS | CD_TRAP_PLANE | CD_TRAP_SCREW;

// One attempt to take a part or a group out.
typedef struct Attempt {
    DisassemblyPart *part;
    int32_t round, overlapped, trapped, trapper;
    cdPlan plan;
    cdTrap trap;
    cdPathNode nodes[NODE_MAX];
} Attempt;

// Parts that are taken out of one another: those of the scene, or of a group.
typedef struct Scope {
    int32_t within;  // the group; -1: the scene
    bool *isPresent; // isPresent[objectCount]: in place
    DisassemblyPart *parts, *groups;
    int32_t partCount, groupCount;
} Scope;

typedef struct Search {
    const DisassemblyInput *input;
    Disassembly *result;     // room for all parts and groups
    DisassemblyPart *stayed; // stayed[stayedCount]: parts that were not taken out
    int32_t stayedCount;
    const Scope *scope;
    PartLinks links;
    DisassemblyProgress progress;
    Attempt *attempts; // attempts[batchSize]
    int32_t batchSize, attemptCount;
    cdWorkspace **workspaces; // workspaces[batchSize], one for each attempt
    uint32_t proofs;          // that are tried
    int64_t proofTests;       // limit on the work of a proof; 0: default
    bool *isUnproved;         // isUnproved[objectCount]: proofs failed, and would among fewer obstacles
    bool outOfMemory;
} Search;

// --- Parts

static void destroyParts(DisassemblyPart *parts, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        free(parts[i].objects);
        free(parts[i].nodes);
    }
}

// A part that is never tried was interrupted. @errors objects NULL: no memory
static DisassemblyPart makePart(const int32_t *objects, int32_t objectCount, int32_t within) {
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

bool CreateRemovalSet(const SceneData *data, const cdMesh *const *meshes, const Disassembly *result,
                      int32_t index, PartSet *set) {
    const DisassemblyPart *part = &result->parts[index];
    bool *isPresent = calloc((size_t)data->objectCount + 1, sizeof *isPresent);
    *set = (PartSet){0};
    if (isPresent == NULL) return false;
    for (int32_t i = 0; i < data->objectCount; i++)
        isPresent[i] = part->within < 0 || IsAmongObjects(result->parts[part->within].objects,
                                                          result->parts[part->within].objectCount, i);
    for (int32_t i = 0; i < index && i < result->removedCount; i++)
        for (int32_t k = 0; k < result->parts[i].objectCount; k++)
            if (result->parts[i].within == part->within) isPresent[result->parts[i].objects[k]] = false;
    bool good = CreatePartSet(data, meshes, part->objects, part->objectCount, isPresent, set);
    free(isPresent);
    return good;
}

// --- Attempts

static uint64_t mixSeed(uint64_t seed, int32_t object, int32_t round) {
    uint64_t z = seed + 0x9E3779B97F4A7C15u * (uint64_t)(object + 1) + 0xD1B54A32D192ED03u * (uint64_t)round;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    return z ^ (z >> 31);
}

static bool createSet(const Search *search, const Attempt *attempt, PartSet *set) {
    return CreatePartSet(search->input->data, search->input->meshes, attempt->part->objects,
                         attempt->part->objectCount, search->scope->isPresent, set);
}

static cdPose getStart(const Search *search, const Attempt *attempt) {
    return search->input->data->objects[attempt->part->objects[0]].pose;
}

static void runAttempt(void *context, int32_t index, int32_t worker) {
    (void)worker;
    Search *search = context;
    const DisassemblyInput *input = search->input;
    Attempt *attempt = &search->attempts[index];
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

// Tries proofs for parts, but those that overlap; for all motions once for a single part, until one holds.
static void findTraps(Search *search, DisassemblyPart *parts, int32_t count, uint32_t proofs) {
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

// --- Groups

static bool isInterrupted(const Search *search) {
    const DisassemblyInput *input = search->input;
    return search->outOfMemory || (input->interrupt != NULL && input->interrupt(input->context));
}

static void clearGroups(Scope *scope) {
    destroyParts(scope->groups, scope->groupCount);
    free(scope->groups);
    scope->groups = NULL;
    scope->groupCount = 0;
}

static bool takeGroups(Scope *scope, const PartGroups *groups) {
    scope->groups = calloc((size_t)groups->groupCount + 1, sizeof *scope->groups);
    if (scope->groups == NULL) return false;
    for (int32_t i = 0; i < groups->groupCount; i++) {
        const PartGroup *group = &groups->groups[i];
        scope->groups[i] = makePart(group->objects, group->objectCount, scope->within);
        if (scope->groups[i].objects == NULL) return false;
        scope->groupCount++;
    }
    return true;
}

static bool listGroups(Search *search, Scope *scope, const int32_t *parts, bool onlyBonded) {
    const DisassemblyInput *input = search->input;
    const PartLinksInput measured = {input->data, input->meshes, parts, scope->partCount,
                                     search->workspaces[0]};
    if (!onlyBonded && !MeasurePartLinks(&search->links, &measured)) return false;
    const PartGroupInput wanted = {.links = &search->links,
                                   .parts = parts,
                                   .partCount = scope->partCount,
                                   .isPresent = scope->isPresent,
                                   .largest =
                                       input->largestGroup > 0 ? input->largestGroup : scope->partCount,
                                   .onlyBonded = onlyBonded};
    PartGroups groups;
    if (!ListPartGroups(&wanted, &groups)) return false;
    clearGroups(scope);
    bool good = takeGroups(scope, &groups);
    DestroyPartGroups(&groups);
    return good;
}

// Bonds parts to those that trap them. Returns true if a bond is new.
static bool bondTrapped(Search *search, const DisassemblyPart *parts, int32_t count) {
    bool isNew = false;
    for (int32_t i = 0; i < count; i++)
        if ((parts[i].trap.proofs & BONDS) != 0 && parts[i].trapped >= 0 && parts[i].trapper >= 0)
            isNew = BondParts(&search->links, parts[i].trapped, parts[i].trapper) || isNew;
    return isNew;
}

// Lists the groups to try. A proof names one bond of a part, so blocks of bonded parts are tested for more.
static void findGroups(Search *search, Scope *scope) {
    int32_t *parts = calloc((size_t)scope->partCount + 1, sizeof *parts);
    if (parts == NULL || search->input->largestGroup == 1 || scope->partCount < 2) {
        search->outOfMemory = search->outOfMemory || parts == NULL;
        free(parts);
        return;
    }
    for (int32_t i = 0; i < scope->partCount; i++)
        parts[i] = scope->parts[i].objects[0];
    bool good = true, grows = bondTrapped(search, scope->parts, scope->partCount);
    while (grows && good && !isInterrupted(search)) {
        good = listGroups(search, scope, parts, true);
        findTraps(search, scope->groups, scope->groupCount, BONDS);
        grows = bondTrapped(search, scope->groups, scope->groupCount);
    }
    good = good && listGroups(search, scope, parts, false);
    search->outOfMemory = search->outOfMemory || !good;
    free(parts);
}

// --- Rounds

static bool isInGroup(const DisassemblyPart *group, const DisassemblyPart *part) {
    return IsAmongObjects(group->objects, group->objectCount, part->objects[0]);
}

// Moves a part or a group from the scope to the result. The parts of a group are freed: it is a scope next.
static void removeFrom(Search *search, Scope *scope, DisassemblyPart *part) {
    DisassemblyPart taken = *part;
    bool isSingle = taken.objectCount == 1;
    int32_t kept = 0;
    for (int32_t i = 0; i < scope->partCount; i++) {
        DisassemblyPart *other = &scope->parts[i];
        if (!isInGroup(&taken, other))
            scope->parts[kept++] = *other;
        else if (!isSingle)
            destroyParts(other, 1);
    }
    scope->partCount = kept;
    if (!isSingle) *part = (DisassemblyPart){0}; // its memory is the result's
    for (int32_t i = 0; i < taken.objectCount; i++)
        scope->isPresent[taken.objects[i]] = false;
    search->result->parts[search->result->removedCount++] = taken;
    search->progress.removedCount++;
    search->progress.singleCount += isSingle;
}

// Takes over the result of an attempt. Returns true if the part comes out.
static bool takeAttempt(Search *search, Scope *scope, const Attempt *attempt) {
    DisassemblyPart *part = attempt->part;
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
    part->trapped = part->trapper = -1;
    removeFrom(search, scope, part);
    return true;
}

// Runs the attempts of a batch. Returns true if one of them took a part out.
static bool runBatch(Search *search, Scope *scope) {
    const DisassemblyInput *input = search->input;
    runTasks(search, runAttempt);
    bool found = false;
    for (int32_t i = 0; i < search->attemptCount && !found; i++)
        found = takeAttempt(search, scope, &search->attempts[i]);
    search->attemptCount = 0;
    if (input->showProgress != NULL) input->showProgress(&search->progress, input->context);
    return found;
}

// Tries parts or groups with the budget of a round. Returns true if one came out.
static bool runRound(Search *search, Scope *scope, DisassemblyPart *parts, int32_t count, int32_t round) {
    for (int32_t i = 0; i < count && !isInterrupted(search); i++) {
        DisassemblyPart *part = &parts[i];
        if (round > 0 && (part->plan.state == CD_PLAN_OVERLAP || IsPartTrapped(part))) continue;
        Attempt *attempt = &search->attempts[search->attemptCount++];
        attempt->part = part;
        attempt->round = round;
        if (search->attemptCount == search->batchSize && runBatch(search, scope)) return true;
    }
    return search->attemptCount > 0 && runBatch(search, scope);
}

// Takes out a part or a group. The rounds of groups are half as many and follow by one. What overlaps others,
// or is trapped, is tried in the first round only.
static bool removePart(Search *search, Scope *scope) {
    int32_t rounds = search->input->rounds > 0 ? search->input->rounds : DISASSEMBLY_ROUNDS;
    int32_t groupRounds = (rounds + 1) / 2;
    clearGroups(scope);
    for (int32_t i = 0; i < scope->partCount; i++) {
        scope->parts[i].trap = (cdTrap){0};
        scope->parts[i].trapped = scope->parts[i].trapper = -1;
    }
    for (int32_t round = 0; round <= rounds && !isInterrupted(search); round++) {
        if (round < rounds && runRound(search, scope, scope->parts, scope->partCount, round)) return true;
        if (round > 0 && round <= groupRounds &&
            runRound(search, scope, scope->groups, scope->groupCount, round - 1))
            return true;
        if (isInterrupted(search)) break;
        if (round == 0) {
            findTraps(search, scope->parts, scope->partCount, CD_TRAP_ALL_MOTIONS);
            findGroups(search, scope);
        }
        if (round == 1) findTraps(search, scope->groups, scope->groupCount, CD_TRAP_ALL_MOTIONS);
    }
    return false;
}

// --- Scopes

// @errors false: no memory; close the scope
static bool openScope(const Search *search, const int32_t *objects, int32_t count, int32_t within,
                      Scope *scope) {
    *scope = (Scope){.within = within,
                     .isPresent = calloc((size_t)search->input->data->objectCount + 1, sizeof(bool)),
                     .parts = calloc((size_t)count + 1, sizeof *scope->parts)};
    if (scope->isPresent == NULL || scope->parts == NULL) return false;
    for (int32_t i = 0; i < count; i++) {
        scope->isPresent[objects[i]] = true;
        scope->parts[i] = makePart(&objects[i], 1, within);
        if (scope->parts[i].objects == NULL) return false;
        scope->partCount++;
    }
    return true;
}

static void closeScope(Scope *scope) {
    destroyParts(scope->parts, scope->partCount);
    clearGroups(scope);
    free(scope->parts);
    free(scope->isPresent);
}

static bool takeApart(Search *search, Scope *scope);

// Takes apart the group that was removed last.
static bool takeGroupApart(Search *search) {
    int32_t index = search->result->removedCount - 1;
    const DisassemblyPart *group = &search->result->parts[index];
    if (group->objectCount == 1) return true;
    Scope scope;
    bool good =
        openScope(search, group->objects, group->objectCount, index, &scope) && takeApart(search, &scope);
    closeScope(&scope);
    return good;
}

// The parts that are left are moved to those that stayed. @errors false: no memory
static bool takeApart(Search *search, Scope *scope) {
    bool good = true;
    while (good && scope->partCount > 0 && !isInterrupted(search)) {
        search->scope = scope;
        if (!removePart(search, scope)) break;
        good = takeGroupApart(search);
    }
    search->scope = scope;
    if (!good || search->outOfMemory) return false;
    if (!isInterrupted(search)) findTraps(search, scope->parts, scope->partCount, SOME_MOTIONS);
    for (int32_t i = 0; i < scope->partCount; i++)
        search->stayed[search->stayedCount++] = scope->parts[i];
    scope->partCount = 0;
    return !search->outOfMemory;
}

// --- The whole search

// Opens the scope of the scene: the parts, and all other objects in place.
static bool openScene(const Search *search, Scope *scope) {
    const SceneData *data = search->input->data;
    bool anyFixed = false;
    int32_t count = 0, *objects = calloc((size_t)data->objectCount + 1, sizeof *objects);
    if (objects == NULL) return false;
    for (int32_t i = 0; i < data->objectCount; i++)
        anyFixed = anyFixed || data->objects[i].body == SCENE_FIXED;
    for (int32_t i = 0; i < data->objectCount; i++) {
        bool isPart = !anyFixed || data->objects[i].body != SCENE_FIXED;
        if (search->input->part >= 0) isPart = i == search->input->part;
        if (isPart) objects[count++] = i;
    }
    bool good = openScope(search, objects, count, -1, scope);
    for (int32_t i = 0; i < data->objectCount && good; i++)
        scope->isPresent[i] = true;
    free(objects);
    return good;
}

static bool openSearch(Search *search) {
    const cdTasks *tasks = search->input->tasks;
    size_t count = (size_t)search->input->data->objectCount + 1;
    search->batchSize = tasks == NULL ? 1 : tasks->workerCount < BATCH_MAX ? tasks->workerCount : BATCH_MAX;
    search->attempts = calloc((size_t)search->batchSize, sizeof *search->attempts);
    search->workspaces = calloc((size_t)search->batchSize, sizeof *search->workspaces);
    search->isUnproved = calloc(count, sizeof *search->isUnproved);
    search->stayed = calloc(count, sizeof *search->stayed);
    search->result->parts = calloc(2 * count, sizeof *search->result->parts); // fewer groups than parts
    bool good = CreatePartLinks(&search->links, search->input->data->objectCount);
    if (!good || search->attempts == NULL || search->workspaces == NULL || search->isUnproved == NULL ||
        search->stayed == NULL || search->result->parts == NULL)
        return false;
    for (int32_t i = 0; i < search->batchSize; i++) {
        search->workspaces[i] = cdCreateWorkspace();
        if (search->workspaces[i] == NULL) return false;
    }
    return true;
}

static void closeSearch(Search *search) {
    for (int32_t i = 0; search->workspaces != NULL && i < search->batchSize; i++)
        cdDestroyWorkspace(search->workspaces[i]);
    free(search->workspaces);
    free(search->attempts);
    free(search->isUnproved);
    free(search->stayed);
    DestroyPartLinks(&search->links);
}

// Appends the parts that stayed to those that were taken out.
static void joinResult(Search *search) {
    Disassembly *result = search->result;
    result->partCount = result->removedCount + search->stayedCount;
    for (int32_t i = 0; i < search->stayedCount; i++)
        result->parts[result->removedCount + i] = search->stayed[i];
}

bool FindDisassembly(const DisassemblyInput *input, Disassembly *result, char *message, size_t messageSize) {
    Search search = {.input = input, .result = result};
    Scope scope = {0};
    *result = (Disassembly){0};
    bool good = openSearch(&search) && openScene(&search, &scope);
    search.progress.partCount = scope.partCount;
    good = good && takeApart(&search, &scope);
    closeScope(&scope);
    joinResult(&search);
    closeSearch(&search);
    if (good) return true;
    snprintf(message, messageSize, "out of memory");
    DestroyDisassembly(result);
    return false;
}

void DestroyDisassembly(Disassembly *result) {
    destroyParts(result->parts, result->partCount);
    free(result->parts);
    *result = (Disassembly){0};
}
