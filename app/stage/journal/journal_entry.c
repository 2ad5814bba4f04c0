// Entries without a stage, for reading and writing them.
#include "stage/journal/journal.h"

#include <stdlib.h>

const char *const *GetStageOpNames(void) {
    static const char *const names[STAGE_OP_COUNT + 1] = {
        "mode", "response", "gravity", "parameter", "restart", "add",   "place",
        "move", "advance",  "hold",    "release",   "route",   "scrub", "roll",
        "look", "option",   "copy",    "ground",    NULL};
    return names;
}

void DestroyStageEntries(StageEntry *entries, int32_t count) {
    for (int32_t i = 0; i < count; ++i)
        free(entries[i].mesh);
    free(entries);
}
