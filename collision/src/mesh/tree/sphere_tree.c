// Sphere tree [RKC01 3.1]: pieces of triangles are divided and conquered, every set that fits into a leaf
// sphere becomes a leaf, every other an inner node with two children. Nodes are stored breadth first, with
// siblings adjacent.
//
// Differs from the paper: leaf spheres are as small as their contents allow (the radius is a limit, not their
// size), and inner spheres bound the pieces themselves, not the spheres below; both only tighten the tree.
// Every volume is the intersection of the sphere with a box; leaves stop at creases. (1) cut the surface into
// pieces, (2) divide, level by level, by tree_division.c, (3) list each leaf's elements, (4) label.
#include "mesh/tree/sphere_tree.h"
#include "foundation/memory/hooks.h"
#include "mesh/tree/tree_division.h"
#include "mesh/tree/tree_labels.h"
#include "mesh/tree/tree_pieces.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_UNEVEN_DEPTH = 48 };

// A node under construction: its range of pieces.
typedef struct PieceRange {
    int32_t begin, end, level;
} PieceRange;

static bool allocateTree(cdSphereTree *tree, int32_t pieceCount, PieceRange **ranges) {
    size_t nodes = 2 * (size_t)pieceCount;
    tree->twins = cdAllocate((nodes / 2 + 1) * sizeof *tree->twins);
    tree->sides = cdAllocate((nodes / 2 + 1) * sizeof *tree->sides);
    tree->links = cdAllocate(nodes * sizeof *tree->links);
    tree->entries = cdAllocate((size_t)pieceCount * sizeof *tree->entries);
    *ranges = cdAllocate(nodes * sizeof **ranges);
    return tree->twins && tree->sides && tree->links && tree->entries && *ranges;
}

static int compareEntries(const void *a, const void *b) {
    int32_t ta = ((const cdLeafEntry *)a)->triangle, tb = ((const cdLeafEntry *)b)->triangle;
    return (ta > tb) - (ta < tb);
}

// Lists a leaf's triangles once each, in index order.
static void fillLeaf(cdSphereTree *tree, cdNodeLinks *links, const cdPiece *pieces, int32_t count) {
    links->firstChild = -1;
    links->firstEntry = tree->entryCount;
    cdLeafEntry *entries = tree->entries + tree->entryCount;
    for (int32_t i = 0; i < count; i++)
        entries[i] = (cdLeafEntry){pieces[i].triangle, pieces[i].elements};
    qsort(entries, (size_t)count, sizeof *entries, compareEntries);
    int32_t kept = 0;
    for (int32_t i = 1; i < count; i++) {
        if (entries[i].triangle == entries[kept].triangle)
            entries[kept].elements |= entries[i].elements;
        else
            entries[++kept] = entries[i];
    }
    links->entryCount = kept + 1;
    tree->entryCount += kept + 1;
    tree->leafCount++;
}

static void setVolume(cdSphereTree *tree, int32_t node, const cdNodeVolume *volume) {
    cdTwinVolumes *t = &tree->twins[(node + 1) / 2];
    cdTwinSides *s = &tree->sides[(node + 1) / 2];
    // The root has no sibling: it fills both lanes.
    for (int lane = node == 0 ? 0 : (node + 1) % 2; lane <= (node + 1) % 2; lane++) {
        t->centerX[lane] = volume->center.x;
        t->centerY[lane] = volume->center.y;
        t->centerZ[lane] = volume->center.z;
        t->radius[lane] = volume->radius;
        t->normalX[lane] = volume->normal.x;
        t->normalY[lane] = volume->normal.y;
        t->normalZ[lane] = volume->normal.z;
        t->halfHeight[lane] = volume->halfHeight;
        s->alongX[lane] = volume->along.x;
        s->alongY[lane] = volume->along.y;
        s->alongZ[lane] = volume->along.z;
        s->halfLength[lane] = volume->halfLength;
        s->halfWidth[lane] = volume->halfWidth;
    }
}

static void addNode(cdSphereTree *tree, const cdPieces *pieces, PieceRange *ranges, PieceRange range) {
    cdNodeVolume volume = cdBoundPieces(pieces->items + range.begin, range.end - range.begin);
    setVolume(tree, tree->nodeCount, &volume);
    ranges[tree->nodeCount++] = range;
}

// Nodes are created in the order of division, so that siblings are adjacent and levels in order.
static void divideNodes(cdSphereTree *tree, cdPieces *pieces, PieceRange *ranges) {
    addNode(tree, pieces, ranges, (PieceRange){0, pieces->count, 0});
    for (int32_t node = 0; node < tree->nodeCount; node++) {
        PieceRange range = ranges[node];
        int32_t count = range.end - range.begin;
        cdPiece *own = pieces->items + range.begin;
        if (range.level > tree->depth) tree->depth = range.level;
        bool fits = cdGetNodeRadius(tree, node) <= pieces->leafRadius;
        int32_t first = fits ? cdDivideAtCrease(own, count) : 0;
        if (count == 1 || (fits && first == 0 && count <= CD_LEAF_ENTRY_MAX)) {
            fillLeaf(tree, &tree->links[node], own, count);
            continue;
        }
        if (first == 0) first = cdDividePieces(own, count, range.level >= MAX_UNEVEN_DEPTH);
        int32_t middle = range.begin + first;
        tree->links[node].firstChild = tree->nodeCount;
        addNode(tree, pieces, ranges, (PieceRange){range.begin, middle, range.level + 1});
        addNode(tree, pieces, ranges, (PieceRange){middle, range.end, range.level + 1});
    }
}

// Makes the entries of all leaves below a node contiguous, so that an inner node has a range, too.
static bool gatherEntries(cdSphereTree *tree) {
    cdLeafEntry *gathered = cdAllocate((size_t)tree->entryCount * sizeof *gathered);
    int32_t *firsts = cdAllocate((size_t)tree->nodeCount * sizeof *firsts);
    bool done = gathered != NULL && firsts != NULL;
    // Children follow their parents, so a backward pass visits them first.
    for (int32_t node = tree->nodeCount - 1; done && node >= 0; node--) {
        cdNodeLinks *links = &tree->links[node];
        if (links->firstChild < 0) continue;
        const cdNodeLinks *children = &tree->links[links->firstChild];
        links->entryCount = children[0].entryCount + children[1].entryCount;
    }
    if (done) firsts[0] = 0;
    for (int32_t node = 0; done && node < tree->nodeCount; node++) {
        cdNodeLinks *links = &tree->links[node];
        int32_t child = links->firstChild;
        if (child >= 0) {
            firsts[child] = firsts[node];
            firsts[child + 1] = firsts[node] + tree->links[child].entryCount;
        } else {
            memcpy(gathered + firsts[node], tree->entries + links->firstEntry,
                   (size_t)links->entryCount * sizeof *gathered);
        }
        links->firstEntry = firsts[node];
    }
    if (done) memcpy(tree->entries, gathered, (size_t)tree->entryCount * sizeof *gathered);
    cdFree(firsts);
    cdFree(gathered);
    return done;
}

// Returns the edge of an equilateral triangle of the mean area; a leaf should fit a few such triangles.
static double typicalEdge(double area, int32_t triangleCount) {
    return 1.5 * sqrt(area / (triangleCount > 0 ? triangleCount : 1));
}

bool cdBuildSphereTree(const cdMesh *mesh, double leafRadius, cdSphereTree *tree) {
    *tree = (cdSphereTree){0};
    double area = 0.0;
    for (int32_t i = 0; i < mesh->triangleCount; i++) {
        const int32_t *t = mesh->triangles + 3 * i;
        cdVec3 origin = mesh->vertices[t[0]];
        area +=
            0.5 * cdLength(cdCross(cdSub(mesh->vertices[t[1]], origin), cdSub(mesh->vertices[t[2]], origin)));
    }
    if (!(leafRadius > 0.0)) leafRadius = typicalEdge(area, mesh->triangleCount);
    leafRadius = cdMax(leafRadius, 1e-9 * mesh->radius);
    cdPieces pieces;
    if (!cdCutPieces(mesh, leafRadius, &pieces)) return false;
    PieceRange *ranges = NULL;
    bool done = allocateTree(tree, pieces.count, &ranges);
    if (done) {
        divideNodes(tree, &pieces, ranges);
        tree->leafRadius = pieces.leafRadius;
        done = gatherEntries(tree) && cdLabelTree(tree, mesh->triangleCount);
    }
    cdFree(ranges);
    cdFree(pieces.items);
    if (!done) cdFreeSphereTree(tree);
    return done;
}

void cdFreeSphereTree(cdSphereTree *tree) {
    cdFree(tree->twins);
    cdFree(tree->sides);
    cdFree(tree->links);
    cdFree(tree->entries);
    *tree = (cdSphereTree){0};
}

static bool areCorners(const cdMeshDef *def, const int32_t *t) {
    bool areThere = true;
    for (int k = 0; k < 3; k++)
        areThere = areThere && t[k] >= 0 && t[k] < def->pointCount;
    return areThere;
}

double cdSuggestLeafRadius(const cdMeshDef *defs, int32_t defCount) {
    if (!CD_REQUIRE(defs != NULL || defCount <= 0)) return 0.0;
    double smallest = INFINITY;
    for (int32_t i = 0; i < defCount; i++) {
        double area = 0.0;
        for (int32_t k = 0; k < defs[i].triangleCount; k++) {
            const int32_t *t = defs[i].triangles + 3 * k;
            if (!areCorners(&defs[i], t)) continue; // cdCreateMesh reports it
            cdVec3 origin = defs[i].points[t[0]];
            area += 0.5 * cdLength(cdCross(cdSub(defs[i].points[t[1]], origin),
                                           cdSub(defs[i].points[t[2]], origin)));
        }
        double edge = typicalEdge(area, defs[i].triangleCount);
        if (edge > 0.0) smallest = cdMin(smallest, edge);
    }
    return isfinite(smallest) ? smallest : 0.0;
}
