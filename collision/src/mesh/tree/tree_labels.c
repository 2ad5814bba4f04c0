// Labels [RKC01 4.4]: leaves with the same set of elements have the same label; an inner node whose children
// all have one label has that label too; every other inner node gets its own. A search that has tested a pair
// of labels need not test it again. Sets are compared as sorted entry lists, found by hashing.
#include "mesh/tree/tree_labels.h"
#include "foundation/memory/hooks.h"

static uint64_t mixHash(uint64_t h, uint64_t value) {
    h = (h ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return h ^ (h >> 29);
}

static uint64_t hashEntries(const cdLeafEntry *entries, int32_t count) {
    uint64_t h = (uint64_t)count;
    for (int32_t i = 0; i < count; i++)
        h = mixHash(h, ((uint64_t)(uint32_t)entries[i].triangle << 32) | entries[i].elements);
    return mixHash(h, 0);
}

static bool sameEntries(const cdLeafEntry *a, const cdLeafEntry *b, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        if (a[i].triangle != b[i].triangle || a[i].elements != b[i].elements) return false;
    return true;
}

// Gives equal leaves one label: an open-addressing table of the first leaf of each set.
static bool labelLeaves(cdSphereTree *tree) {
    size_t capacity = 64;
    while (capacity < 2 * (size_t)tree->leafCount)
        capacity *= 2;
    int32_t *firstLeaf = cdAllocate(capacity * sizeof *firstLeaf); // node + 1; 0: empty slot
    if (!firstLeaf) return false;
    for (int32_t node = 0; node < tree->nodeCount; node++) {
        cdNodeLinks *links = &tree->links[node];
        if (links->firstChild >= 0) continue;
        const cdLeafEntry *entries = tree->entries + links->firstEntry;
        size_t slot = hashEntries(entries, links->entryCount) & (capacity - 1);
        for (;; slot = (slot + 1) & (capacity - 1)) {
            if (firstLeaf[slot] == 0) {
                firstLeaf[slot] = node + 1;
                links->label = tree->labelCount++;
                break;
            }
            const cdNodeLinks *other = &tree->links[firstLeaf[slot] - 1];
            if (other->entryCount == links->entryCount &&
                sameEntries(tree->entries + other->firstEntry, entries, links->entryCount)) {
                links->label = other->label;
                break;
            }
        }
    }
    cdFree(firstLeaf);
    return true;
}

static bool markSharedLabels(cdSphereTree *tree) {
    int32_t *uses = cdAllocate((size_t)tree->labelCount * sizeof *uses);
    if (!uses) return false;
    for (int32_t node = 0; node < tree->nodeCount; node++)
        uses[tree->links[node].label]++;
    for (int32_t node = 0; node < tree->nodeCount; node++)
        tree->links[node].labelShared = uses[tree->links[node].label] > 1;
    cdFree(uses);
    return true;
}

// Marks the edges and faces that are in several leaves; a corner is in one leaf only.
static bool markSharedElements(cdSphereTree *tree, int32_t triangleCount) {
    uint8_t *seen = cdAllocate(2 * (size_t)triangleCount); // elements seen once, elements seen again
    if (!seen) return false;
    uint8_t *again = seen + triangleCount;
    for (int32_t i = 0; i < tree->entryCount; i++) {
        const cdLeafEntry *entry = &tree->entries[i];
        again[entry->triangle] |= (uint8_t)(seen[entry->triangle] & entry->elements);
        seen[entry->triangle] |= (uint8_t)entry->elements;
    }
    for (int32_t i = 0; i < tree->entryCount; i++) {
        cdLeafEntry *entry = &tree->entries[i];
        entry->elements |= (entry->elements & again[entry->triangle]) << CD_ENTRY_SHARED_SHIFT;
    }
    cdFree(seen);
    return true;
}

bool cdLabelTree(cdSphereTree *tree, int32_t triangleCount) {
    tree->labelCount = 0;
    if (!labelLeaves(tree)) return false;
    // Children follow their parents, so a backward pass visits them first.
    for (int32_t node = tree->nodeCount - 1; node >= 0; node--) {
        cdNodeLinks *links = &tree->links[node];
        if (links->firstChild < 0) continue;
        const cdNodeLinks *children = &tree->links[links->firstChild];
        bool same = children[0].label == children[1].label;
        links->label = same ? children[0].label : tree->labelCount++;
    }
    return markSharedLabels(tree) && markSharedElements(tree, triangleCount);
}
