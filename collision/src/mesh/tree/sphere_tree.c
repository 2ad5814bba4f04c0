// Sphere tree [RKC01 3.1]: pieces of triangles are divided and conquered, every set that fits into a leaf
// sphere becomes a leaf, every other an inner node with two children. Siblings are
// stored beside each other, followed by their children.
//
// Differs from the paper: leaf spheres are as small as their contents allow (the radius is a limit, not their
// size), and inner spheres bound the pieces themselves, not the spheres below; both only tighten the tree.
// Every volume is the intersection of the sphere with a box; leaves stop at creases. (1) cut the surface into
// pieces, (2) divide, depth first, by tree_division.c, bound by node_volume.c, (3) list each leaf's elements,
// (4) number the nodes, label.
#include "mesh/tree/sphere_tree.h"
#include "foundation/memory/hooks.h"
#include "mesh/tree/leaf_radius.h"
#include "mesh/tree/node_volume.h"
#include "mesh/tree/stored_volume.h"
#include "mesh/tree/tree_labels.h"
#include <string.h>

// Halving 2^31 pieces adds 31 levels at most.
enum { MAX_UNEVEN_DEPTH = CD_TREE_DEPTH_MAX - 32 };

// A tree under construction. Nodes are created in depth-first order, so that a part of the mesh stays in the
// cache until it is finished, and entries lie in the order of the leaves from left to right.
struct cdTreeBuild {
    const cdMesh *mesh;
    const cdVec3 *normals; // normals[mesh->triangleCount]
    cdPieces pieces;
    cdPieceBox *boxes; // boxes[pieces.count]
    cdVolumeRoom room;
    cdBuildNode *nodes; // nodes[nodeCapacity]
    int32_t nodeCount, nodeCapacity;
    cdLeafEntry *entries; // entries[pieces.count]
    cdSphereTree *tree;   // its counts are set meanwhile
};

// --- Leaves

// Lists a leaf's triangles once each, in index order.
static void fillLeaf(cdTreeBuild *build, cdBuildNode *node) {
    cdSphereTree *tree = build->tree;
    cdLeafEntry *entries = build->entries + tree->entryCount;
    int32_t kept = 0;
    for (int32_t i = node->begin; i < node->end; i++) {
        const cdPiece *piece = &build->pieces.items[build->boxes[i].piece];
        int32_t k = kept;
        while (k > 0 && entries[k - 1].triangle > piece->triangle)
            k--;
        if (k > 0 && entries[k - 1].triangle == piece->triangle) {
            entries[k - 1].elements |= piece->elements;
            continue;
        }
        for (int32_t m = kept; m > k; m--)
            entries[m] = entries[m - 1];
        entries[k] = (cdLeafEntry){piece->triangle, piece->elements};
        kept++;
    }
    node->firstChild = -1;
    node->firstEntry = tree->entryCount;
    node->entryCount = kept;
    tree->entryCount += kept;
    tree->leafCount++;
}

// --- Nodes

// Makes room for two more nodes.
static bool reserveNodes(cdTreeBuild *build) {
    if (build->nodeCount + 2 <= build->nodeCapacity) return true;
    int32_t capacity = build->nodeCapacity + build->nodeCapacity / 4;
    if (build->nodes == NULL) capacity = build->pieces.count + build->pieces.count / 4 + 16; // mostly enough
    cdBuildNode *nodes = cdAllocateUnset((size_t)capacity * sizeof *nodes);
    if (nodes == NULL) return false;
    if (build->nodeCount > 0) memcpy(nodes, build->nodes, (size_t)build->nodeCount * sizeof *nodes);
    cdFree(build->nodes);
    build->nodes = nodes;
    build->nodeCapacity = capacity;
    return true;
}

static void addNode(cdTreeBuild *build, int32_t begin, int32_t end, int32_t level) {
    cdBuildNode *node = &build->nodes[build->nodeCount++];
    *node = (cdBuildNode){.begin = begin, .end = end, .level = level};
    if (end - begin <= CD_DIRECT_PIECES)
        node->volume = cdBoundPieces(&build->room, build->boxes + begin, end - begin);
    if (level > build->tree->depth) build->tree->depth = level;
}

// Divides a node or makes it a leaf. @errors false: no memory
static bool divideNode(cdTreeBuild *build, int32_t index) {
    cdBuildNode *node = &build->nodes[index];
    cdPieceBox *own = build->boxes + node->begin;
    int32_t begin = node->begin, end = node->end, count = end - begin, level = node->level;
    bool evenly = level >= MAX_UNEVEN_DEPTH;
    bool fits = count <= CD_DIRECT_PIECES && node->volume.radius <= build->pieces.leafRadius;
    int32_t first = fits && !evenly ? cdDivideAtCrease(&build->pieces, build->normals, own, count) : 0;
    if (count == 1 || (fits && first == 0 && count <= CD_LEAF_ENTRY_MAX)) {
        fillLeaf(build, node);
        return true;
    }
    if (first == 0) first = cdDividePieces(&build->pieces, own, count, evenly);
    node->firstChild = build->nodeCount;
    if (!reserveNodes(build)) return false;
    addNode(build, begin, begin + first, level + 1);
    addNode(build, begin + first, end, level + 1);
    return true;
}

static bool divideNodes(cdTreeBuild *build) {
    int32_t stack[CD_TREE_DEPTH_MAX + 2], depth = 0;
    if (!reserveNodes(build)) return false;
    addNode(build, 0, build->pieces.count, 0);
    stack[depth++] = 0;
    while (depth > 0) {
        int32_t node = stack[--depth];
        if (!divideNode(build, node)) return false;
        int32_t child = build->nodes[node].firstChild;
        if (child < 0) continue;
        stack[depth++] = child + 1;
        stack[depth++] = child;
    }
    return true;
}

// Children follow their parents, so a backward pass visits them first.
static void finishNodes(cdTreeBuild *build) {
    for (int32_t i = build->nodeCount - 1; i >= 0; i--) {
        cdBuildNode *node = &build->nodes[i];
        if (node->firstChild < 0) continue;
        const cdBuildNode *children = &build->nodes[node->firstChild];
        node->firstEntry = children[0].firstEntry;
        node->entryCount = children[0].entryCount + children[1].entryCount;
        if (node->end - node->begin > CD_DIRECT_PIECES)
            node->volume = cdBoundNode(&build->room, build->boxes, build->nodes, i);
    }
}

// --- Order of the nodes

// A power of two does not round.
static double chooseUnit(double radius) {
    int exponent;
    frexp(radius, &exponent);
    return ldexp(1.0, exponent < -1000 ? -1000 : exponent);
}

// Numbers the children of a node, and theirs after them. Returns the next number.
static int32_t numberBelow(const cdTreeBuild *build, int32_t node, int32_t next, int32_t *order,
                           cdSphereTree *tree) {
    int32_t child = build->nodes[order[node]].firstChild, first = next;
    if (child < 0) return next;
    tree->links[node].firstChild = first;
    order[next++] = child;
    order[next++] = child + 1;
    for (int32_t i = first; i < first + 2; i++) {
        int32_t below = build->nodes[order[i]].firstChild;
        tree->links[i].firstChild = below < 0 ? -1 : next;
        if (below < 0) continue;
        order[next++] = below;
        order[next++] = below + 1;
    }
    return next;
}

// Numbers all nodes: a node's children and theirs are neighbours, as a descent opens them at once.
static void numberNodes(const cdTreeBuild *build, int32_t *order, cdSphereTree *tree) {
    int32_t stack[3 * CD_TREE_DEPTH_MAX + 4], height = 0, next = 1;
    order[0] = 0;
    stack[height++] = 0;
    while (height > 0) {
        int32_t node = stack[--height], first = next;
        tree->links[node].firstChild = -1;
        next = numberBelow(build, node, next, order, tree);
        for (int32_t i = next - 1; i >= first + 2; i--)
            stack[height++] = i;
    }
}

static void fillNodes(const cdTreeBuild *build, int32_t *order, cdSphereTree *tree) {
    numberNodes(build, order, tree);
    for (int32_t i = 0; i < build->nodeCount; i++) {
        const cdBuildNode *node = &build->nodes[order[i]];
        cdStoreVolume(tree, i, &node->volume);
        tree->links[i] = (cdNodeLinks){.firstChild = tree->links[i].firstChild,
                                       .firstEntry = node->firstEntry,
                                       .entryCount = (uint32_t)node->entryCount & 0x7fffffff};
    }
}

bool cdPackSphereTree(const cdTreeBuild *build, cdSphereTree *tree) {
    int32_t *order = cdAllocateUnset((size_t)build->nodeCount * sizeof *order);
    if (order == NULL) return false;
    fillNodes(build, order, tree);
    cdFree(order);
    memcpy(tree->entries, build->entries, (size_t)tree->entryCount * sizeof *tree->entries);
    return cdLabelTree(tree, build->mesh->triangleCount);
}

// --- All steps

// Frees all but the nodes and entries.
static void freeWork(cdTreeBuild *build) {
    cdFreePieces(&build->pieces);
    cdFreeVolumeRoom(&build->room);
    cdFree(build->boxes);
    build->boxes = NULL;
}

static bool buildNodes(cdTreeBuild *build, double leafRadius) {
    if (!cdCutPieces(build->mesh, leafRadius, &build->pieces)) return false;
    size_t count = (size_t)build->pieces.count;
    build->tree->leafRadius = build->pieces.leafRadius;
    build->boxes = cdAllocateUnset(count * sizeof *build->boxes);
    build->entries = cdAllocateUnset(count * sizeof *build->entries);
    if (!build->boxes || !build->entries) return false;
    if (!cdMakeVolumeRoom(&build->pieces, build->normals, &build->room)) return false;
    cdBoxPieces(&build->pieces, build->boxes);
    if (!divideNodes(build)) return false;
    finishNodes(build);
    build->tree->nodeCount = build->nodeCount;
    return true;
}

cdTreeBuild *cdBuildSphereTree(const cdMesh *mesh, const cdVec3 *normals, double leafRadius,
                               cdSphereTree *tree) {
    *tree = (cdSphereTree){0};
    cdTreeBuild *build = cdAllocate(sizeof *build);
    if (build == NULL) return NULL;
    tree->unit = chooseUnit(mesh->radius);
    *build = (cdTreeBuild){.mesh = mesh, .normals = normals, .tree = tree};
    bool done = buildNodes(build, cdChooseLeafRadius(mesh, leafRadius));
    freeWork(build);
    if (done) return build;
    cdFreeTreeBuild(build);
    return NULL;
}

void cdFreeTreeBuild(cdTreeBuild *build) {
    if (build == NULL) return;
    freeWork(build);
    cdFree(build->nodes);
    cdFree(build->entries);
    cdFree(build);
}
