// Groups of parts that may come out as one; see removal_search.h.
#include "scenes/removal_search.h"
#include <stdlib.h>

void ClearRemovalGroups(RemovalScope *scope) {
    DestroyRemovalParts(scope->groups, scope->groupCount);
    free(scope->groups);
    scope->groups = NULL;
    scope->groupCount = 0;
}

static bool takeGroups(RemovalScope *scope, const PartGroups *groups) {
    scope->groups = calloc((size_t)groups->groupCount + 1, sizeof *scope->groups);
    if (scope->groups == NULL) return false;
    for (int32_t i = 0; i < groups->groupCount; i++) {
        const PartGroup *group = &groups->groups[i];
        scope->groups[i] = MakeRemovalPart(group->objects, group->objectCount, scope->within);
        if (scope->groups[i].objects == NULL) return false;
        scope->groupCount++;
    }
    return true;
}

static bool listGroups(RemovalSearch *search, RemovalScope *scope, const int32_t *parts, bool onlyBonded) {
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
    ClearRemovalGroups(scope);
    bool good = takeGroups(scope, &groups);
    DestroyPartGroups(&groups);
    return good;
}

// Bonds parts to those that trap them. Returns true if a bond is new.
static bool bondTrapped(RemovalSearch *search, const DisassemblyPart *parts, int32_t count) {
    bool isNew = false;
    for (int32_t i = 0; i < count; i++)
        if ((parts[i].trap.proofs & REMOVAL_BONDS) != 0 && parts[i].trapped >= 0 && parts[i].trapper >= 0)
            isNew = BondParts(&search->links, parts[i].trapped, parts[i].trapper) || isNew;
    return isNew;
}

void FindRemovalGroups(RemovalSearch *search, RemovalScope *scope) {
    int32_t *parts = calloc((size_t)scope->partCount + 1, sizeof *parts);
    if (parts == NULL || search->input->largestGroup == 1 || scope->partCount < 2) {
        search->outOfMemory = search->outOfMemory || parts == NULL;
        free(parts);
        return;
    }
    for (int32_t i = 0; i < scope->partCount; i++)
        parts[i] = scope->parts[i].objects[0];
    bool good = true, grows = bondTrapped(search, scope->parts, scope->partCount);
    while (grows && good && !IsRemovalInterrupted(search)) {
        good = listGroups(search, scope, parts, true);
        FindRemovalTraps(search, scope->groups, scope->groupCount, REMOVAL_BONDS);
        grows = bondTrapped(search, scope->groups, scope->groupCount);
    }
    good = good && listGroups(search, scope, parts, false);
    search->outOfMemory = search->outOfMemory || !good;
    free(parts);
}
