// Entries and bases by themselves, without a stage: for those who read and write them.
#include "stage/journal.h"

#include <stdlib.h>
#include <string.h>

const char *const *GetStageOpNames(void) {
    static const char *const names[STAGE_OP_COUNT + 1] = {
        "mode",    "response", "gravity", "parameter", "restart", "add",  "place", "move",
        "advance", "hold",     "release", "route",     "scrub",   "roll", "look",  NULL};
    return names;
}

bool CopyStageBase(const StageBase *from, StageBase *to) {
    *to = *from;
    if (!from->poses) return true;
    size_t size = (size_t)from->objectCount * sizeof *to->poses;
    to->poses = malloc(size + 1);
    if (to->poses) memcpy(to->poses, from->poses, size);
    return to->poses != NULL;
}

void DestroyStageBase(StageBase *base) {
    free(base->poses);
    *base = (StageBase){0};
}

void DestroyStageEntries(StageEntry *entries, int32_t count) {
    for (int32_t i = 0; i < count; ++i)
        free(entries[i].mesh);
    free(entries);
}
