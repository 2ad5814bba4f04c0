// Entries and bases without a stage, for reading and writing them.
#include "stage/journal/journal.h"

#include "engine/platform/plain_text.h"

#include <stdlib.h>
#include <string.h>

const char *const *GetStageOpNames(void) {
    static const char *const names[STAGE_OP_COUNT + 1] = {
        "mode", "response", "gravity", "parameter", "restart", "add",   "place",
        "move", "advance",  "hold",    "release",   "route",   "scrub", "roll",
        "look", "option",   "copy",    "ground",    "joint",   "way",   NULL};
    return names;
}

static void *copyArray(const void *from, size_t size) {
    void *to = malloc(size + 1);
    return to ? memcpy(to, from, size) : NULL;
}

bool CopyStageBase(const StageBase *from, StageBase *to) {
    *to = *from;
    to->poses = from->poses ? copyArray(from->poses, (size_t)from->objectCount * sizeof *to->poses) : NULL;
    to->edits = from->edits ? copyArray(from->edits, (size_t)from->editCount * sizeof *to->edits) : NULL;
    if ((to->poses || !from->poses) && (to->edits || !from->edits)) return true;
    DestroyStageBase(to);
    return false;
}

void DestroyStageBase(StageBase *base) {
    free(base->poses);
    free(base->edits);
    *base = (StageBase){0};
}

bool CopyStageEntry(StageEntry *entry) {
    size_t size = (size_t)entry->nodeCount * sizeof *entry->nodes;
    char *mesh = entry->mesh ? gxCopyText(entry->mesh) : NULL;
    cdPathNode *nodes = entry->nodes ? copyArray(entry->nodes, size) : NULL;
    bool good = (mesh || !entry->mesh) && (nodes || !entry->nodes);
    entry->mesh = mesh;
    entry->nodes = nodes;
    if (!good) FreeStageEntry(entry);
    return good;
}

void FreeStageEntry(StageEntry *entry) {
    free(entry->mesh);
    free(entry->nodes);
    entry->mesh = NULL;
    entry->nodes = NULL;
}

void DestroyStageEntries(StageEntry *entries, int32_t count) {
    for (int32_t i = 0; i < count; ++i)
        FreeStageEntry(&entries[i]);
    free(entries);
}
