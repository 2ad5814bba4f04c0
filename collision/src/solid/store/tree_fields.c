// The members of a sphere tree; see mesh_fields.h.
//
// Reading: the links are tested to be a tree in which parents precede their children, which are adjacent, and
// have the entries of their children; the depth is that of the tree.
#include "solid/store/mesh_fields.h"

#include "foundation/memory/hooks.h"
#include "mesh/tree/build_node.h"

enum { ENTRY_BITS = 16 };

void cdArchiveTreeCounts(cdArchive *archive, cdSphereTree *tree) {
    cdArchiveCount(archive, &tree->nodeCount, sizeof(cdNodeLinks));
    cdArchiveCount(archive, &tree->leafCount, 1);
    cdArchiveCount(archive, &tree->entryCount, sizeof(cdLeafEntry));
    cdArchiveInt(archive, &tree->labelCount, 0, tree->nodeCount);
    cdArchiveInt(archive, &tree->depth, 0, CD_TREE_DEPTH_MAX);
    cdArchiveReals(archive, &tree->leafRadius, 1);
    cdArchiveReals(archive, &tree->unit, 1);
    if (tree->leafCount < 1 || tree->nodeCount != 2 * tree->leafCount - 1 || !(tree->unit > 0.0))
        archive->invalid = true;
}

static void archiveVolumes(cdArchive *archive, cdSphereTree *tree) {
    size_t count = (size_t)cdCountTwins(tree->nodeCount);
    _Static_assert(sizeof *tree->twins == 16 * sizeof(float), "no padding");
    _Static_assert(offsetof(cdTwinDetails, centerRest) == 10 * sizeof(float), "no padding");
    cdArchiveFloats(archive, &tree->twins->center[0][0], 16 * count);
    for (size_t i = 0; i < count; i++) {
        cdArchiveFloats(archive, &tree->details[i].along[0][0], 10);
        cdArchiveItems(archive, tree->details[i].centerRest, 6, sizeof(int16_t));
        cdArchiveItems(archive, tree->details[i].normalRest, 6, sizeof(int16_t));
    }
}

static void archiveLinks(cdArchive *archive, cdNodeLinks *links, const cdSphereTree *tree) {
    cdArchiveInt(archive, &links->firstChild, -1, tree->nodeCount - 2);
    cdArchiveInt(archive, &links->label, 0, tree->labelCount - 1);
    cdArchiveInt(archive, &links->firstEntry, 0, tree->entryCount);
    int32_t count = (int32_t)links->entryCount;
    bool shared = links->labelShared;
    cdArchiveInt(archive, &count, 1, tree->entryCount);
    cdArchiveBool(archive, &shared);
    if (!cdIsReading(archive)) return;
    links->entryCount = (uint32_t)count & 0x7fffffffu;
    links->labelShared = shared;
}

static void archiveEntry(cdArchive *archive, cdLeafEntry *entry, int32_t triangleCount) {
    int32_t elements = (int32_t)entry->elements;
    cdArchiveInt(archive, &entry->triangle, 0, triangleCount - 1);
    cdArchiveInt(archive, &elements, 0, (1 << ENTRY_BITS) - 1);
    if (cdIsReading(archive)) entry->elements = (uint32_t)elements;
}

// Returns the depth of a tree; -1: the links do not form one. `levels`: scratch.
static int32_t findDepth(const cdSphereTree *tree, int32_t *levels) {
    int32_t depth = 0;
    const cdNodeLinks *links = tree->links;
    if (links[0].firstEntry != 0 || (int32_t)links[0].entryCount != tree->entryCount) return -1;
    for (int32_t i = 0; i < tree->nodeCount; i++) {
        int32_t child = links[i].firstChild;
        if (i > 0 && levels[i] == 0) return -1; // without a parent before it
        depth = levels[i] > depth ? levels[i] : depth;
        if (child < 0) continue;
        const cdNodeLinks *first = &links[child], *second = first + 1;
        bool joined = child > i && child % 2 == 1 && levels[child] == 0 &&
                      first->firstEntry == links[i].firstEntry &&
                      second->firstEntry == first->firstEntry + (int32_t)first->entryCount &&
                      first->entryCount + second->entryCount == links[i].entryCount;
        if (!joined) return -1;
        levels[child] = levels[child + 1] = levels[i] + 1;
    }
    return depth;
}

static void testTree(cdArchive *archive, cdSphereTree *tree) {
    int32_t *levels = cdAllocate((size_t)tree->nodeCount * sizeof *levels);
    archive->noMemory = levels == NULL;
    archive->invalid = levels == NULL || findDepth(tree, levels) != tree->depth;
    cdFree(levels);
}

void cdArchiveTree(cdArchive *archive, cdSphereTree *tree, int32_t triangleCount) {
    archiveVolumes(archive, tree);
    for (int32_t i = 0; i < tree->nodeCount && !archive->invalid; i++)
        archiveLinks(archive, &tree->links[i], tree);
    for (int32_t i = 0; i < tree->entryCount && !archive->invalid; i++)
        archiveEntry(archive, &tree->entries[i], triangleCount);
    if (cdIsReading(archive) && !archive->invalid) testTree(archive, tree);
}
