// Takes a scene apart; see disassembly.h.
#include "scenes/removal_search.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_MAX = 64 };

// Proofs that a part that was not found also gets, at the end.
static const uint32_t SOME_MOTIONS = CD_TRAP_TRANSLATIONS | CD_TRAP_PLANE | CD_TRAP_SCREW;

// --- Parts

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

// --- Rounds

static bool isInGroup(const DisassemblyPart *group, const DisassemblyPart *part) {
    return IsAmongObjects(group->objects, group->objectCount, part->objects[0]);
}

// Moves a part or a group from the scope to the result. The parts of a group are freed: it is a scope next.
static void removeFrom(RemovalSearch *search, RemovalScope *scope, DisassemblyPart *part) {
    DisassemblyPart taken = *part;
    bool isSingle = taken.objectCount == 1;
    int32_t kept = 0;
    for (int32_t i = 0; i < scope->partCount; i++) {
        DisassemblyPart *other = &scope->parts[i];
        if (!isInGroup(&taken, other))
            scope->parts[kept++] = *other;
        else if (!isSingle)
            DestroyRemovalParts(other, 1);
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
static bool takeAttempt(RemovalSearch *search, RemovalScope *scope, const RemovalAttempt *attempt) {
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
static bool runBatch(RemovalSearch *search, RemovalScope *scope) {
    const DisassemblyInput *input = search->input;
    RunRemovalAttempts(search);
    bool found = false;
    for (int32_t i = 0; i < search->attemptCount && !found; i++)
        found = takeAttempt(search, scope, &search->attempts[i]);
    search->attemptCount = 0;
    if (input->showProgress != NULL) input->showProgress(&search->progress, input->context);
    return found;
}

// Tries parts or groups with the budget of a round. Returns true if one came out.
static bool runRound(RemovalSearch *search, RemovalScope *scope, DisassemblyPart *parts, int32_t count,
                     int32_t round) {
    for (int32_t i = 0; i < count && !IsRemovalInterrupted(search); i++) {
        DisassemblyPart *part = &parts[i];
        if (round > 0 && (part->plan.state == CD_PLAN_OVERLAP || IsPartTrapped(part))) continue;
        RemovalAttempt *attempt = &search->attempts[search->attemptCount++];
        attempt->part = part;
        attempt->round = round;
        if (search->attemptCount == search->batchSize && runBatch(search, scope)) return true;
    }
    return search->attemptCount > 0 && runBatch(search, scope);
}

// Takes out a part or a group. The rounds of groups are half as many and follow by one. What overlaps others,
// or is trapped, is tried in the first round only.
static bool removePart(RemovalSearch *search, RemovalScope *scope) {
    int32_t rounds = search->input->rounds > 0 ? search->input->rounds : DISASSEMBLY_ROUNDS;
    int32_t groupRounds = (rounds + 1) / 2;
    ClearRemovalGroups(scope);
    for (int32_t i = 0; i < scope->partCount; i++) {
        scope->parts[i].trap = (cdTrap){0};
        scope->parts[i].trapped = scope->parts[i].trapper = -1;
    }
    for (int32_t round = 0; round <= rounds && !IsRemovalInterrupted(search); round++) {
        if (round < rounds && runRound(search, scope, scope->parts, scope->partCount, round)) return true;
        if (round > 0 && round <= groupRounds &&
            runRound(search, scope, scope->groups, scope->groupCount, round - 1))
            return true;
        if (IsRemovalInterrupted(search)) break;
        if (round == 0) {
            FindRemovalTraps(search, scope->parts, scope->partCount, CD_TRAP_ALL_MOTIONS);
            FindRemovalGroups(search, scope);
        }
        if (round == 1) FindRemovalTraps(search, scope->groups, scope->groupCount, CD_TRAP_ALL_MOTIONS);
    }
    return false;
}

// --- Scopes

// @errors false: no memory; close the scope
static bool openScope(const RemovalSearch *search, const int32_t *objects, int32_t count, int32_t within,
                      RemovalScope *scope) {
    *scope = (RemovalScope){.within = within,
                            .isPresent = calloc((size_t)search->input->data->objectCount + 1, sizeof(bool)),
                            .parts = calloc((size_t)count + 1, sizeof *scope->parts)};
    if (scope->isPresent == NULL || scope->parts == NULL) return false;
    for (int32_t i = 0; i < count; i++) {
        scope->isPresent[objects[i]] = true;
        scope->parts[i] = MakeRemovalPart(&objects[i], 1, within);
        if (scope->parts[i].objects == NULL) return false;
        scope->partCount++;
    }
    return true;
}

static void closeScope(RemovalScope *scope) {
    DestroyRemovalParts(scope->parts, scope->partCount);
    ClearRemovalGroups(scope);
    free(scope->parts);
    free(scope->isPresent);
}

static bool takeApart(RemovalSearch *search, RemovalScope *scope);

// Takes apart the group that was removed last.
static bool takeGroupApart(RemovalSearch *search) {
    int32_t index = search->result->removedCount - 1;
    const DisassemblyPart *group = &search->result->parts[index];
    if (group->objectCount == 1) return true;
    RemovalScope scope;
    bool good =
        openScope(search, group->objects, group->objectCount, index, &scope) && takeApart(search, &scope);
    closeScope(&scope);
    return good;
}

// The parts that are left are moved to those that stayed. @errors false: no memory
static bool takeApart(RemovalSearch *search, RemovalScope *scope) {
    bool good = true;
    while (good && scope->partCount > 0 && !IsRemovalInterrupted(search)) {
        search->scope = scope;
        if (!removePart(search, scope)) break;
        good = takeGroupApart(search);
    }
    search->scope = scope;
    if (!good || search->outOfMemory) return false;
    if (!IsRemovalInterrupted(search)) FindRemovalTraps(search, scope->parts, scope->partCount, SOME_MOTIONS);
    for (int32_t i = 0; i < scope->partCount; i++)
        search->stayed[search->stayedCount++] = scope->parts[i];
    scope->partCount = 0;
    return !search->outOfMemory;
}

// --- The whole search

// Opens the scope of the scene: the parts, and all other objects in place.
static bool openScene(const RemovalSearch *search, RemovalScope *scope) {
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

static bool openSearch(RemovalSearch *search) {
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

static void closeSearch(RemovalSearch *search) {
    for (int32_t i = 0; search->workspaces != NULL && i < search->batchSize; i++)
        cdDestroyWorkspace(search->workspaces[i]);
    free(search->workspaces);
    free(search->attempts);
    free(search->isUnproved);
    free(search->stayed);
    DestroyPartLinks(&search->links);
}

// Appends the parts that stayed to those that were taken out.
static void joinResult(RemovalSearch *search) {
    Disassembly *result = search->result;
    result->partCount = result->removedCount + search->stayedCount;
    for (int32_t i = 0; i < search->stayedCount; i++)
        result->parts[result->removedCount + i] = search->stayed[i];
}

bool FindDisassembly(const DisassemblyInput *input, Disassembly *result, char *message, size_t messageSize) {
    RemovalSearch search = {.input = input, .result = result};
    RemovalScope scope = {0};
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
    DestroyRemovalParts(result->parts, result->partCount);
    free(result->parts);
    *result = (Disassembly){0};
}
