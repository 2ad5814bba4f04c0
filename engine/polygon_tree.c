// A complete binary tree of boxes over the points, sorted along a Z-order curve; eight points in a leaf. Each
// node counts the reflex corners below it, so queries skip empty subtrees.
//
// Method: Z-order of G. M. Morton, A computer oriented geodetic data base, 1966. The tree is stored as a
// heap: the children of node i are 2 i + 1 and 2 i + 2.
#include "engine/polygon_tree.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAF_SIZE = 8, STACK_SIZE = 64 };

typedef struct gxPolygonNode {
    gxPlanePoint lower, upper;
    int32_t count; // reflex corners in the subtree
} gxPolygonNode;

typedef struct SortedCorner {
    uint64_t code;
    gxPlanePoint point;
    int32_t corner;
} SortedCorner;

double gxGetPlaneArea(gxPlanePoint a, gxPlanePoint b, gxPlanePoint c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// Returns the bits of a number, each followed by a zero.
static uint64_t spreadBits(uint32_t number) {
    uint64_t bits = number;
    bits = (bits | bits << 16) & 0x0000ffff0000ffff;
    bits = (bits | bits << 8) & 0x00ff00ff00ff00ff;
    bits = (bits | bits << 4) & 0x0f0f0f0f0f0f0f0f;
    bits = (bits | bits << 2) & 0x3333333333333333;
    return (bits | bits << 1) & 0x5555555555555555;
}

static uint32_t quantise(double value, double lower, double upper) {
    double size = upper - lower, share = size > 0.0 && isfinite(size) ? (value - lower) / size : 0.0;
    return (uint32_t)(4294967295.0 * fmin(fmax(share, 0.0), 1.0));
}

static gxPolygonNode getBounds(const gxPlanePoint *points, int32_t count) {
    gxPolygonNode box = {.lower = {INFINITY, INFINITY}, .upper = {-INFINITY, -INFINITY}};
    for (int32_t i = 0; i < count; i++) {
        box.lower = (gxPlanePoint){fmin(box.lower.x, points[i].x), fmin(box.lower.y, points[i].y)};
        box.upper = (gxPlanePoint){fmax(box.upper.x, points[i].x), fmax(box.upper.y, points[i].y)};
    }
    return box;
}

static int compareNumbers(double a, double b) {
    return a < b ? -1 : a > b ? 1 : 0;
}

static int compareCorners(const void *first, const void *second) {
    const SortedCorner *a = first, *b = second;
    if (a->code != b->code) return a->code < b->code ? -1 : 1;
    int order = compareNumbers(a->point.x, b->point.x);
    if (order == 0) order = compareNumbers(a->point.y, b->point.y);
    return order != 0 ? order : a->corner < b->corner ? -1 : 1;
}

static void sortCorners(const gxPlanePoint *corners, int32_t count, SortedCorner *sorted) {
    gxPolygonNode box = getBounds(corners, count);
    for (int32_t i = 0; i < count; i++) {
        uint32_t x = quantise(corners[i].x, box.lower.x, box.upper.x),
                 y = quantise(corners[i].y, box.lower.y, box.upper.y);
        sorted[i] = (SortedCorner){spreadBits(x) | spreadBits(y) << 1, corners[i], i};
    }
    qsort(sorted, (size_t)count, sizeof *sorted, compareCorners);
}

static void fillSlots(const SortedCorner *sorted, int32_t count, gxPolygonTree *tree) {
    for (int32_t i = 0; i < count; i++) {
        gxPlanePoint point = sorted[i].point;
        const gxPlanePoint *last = tree->slotCount > 0 ? &tree->points[tree->slotCount - 1] : NULL;
        if (last == NULL || last->x != point.x || last->y != point.y) tree->points[tree->slotCount++] = point;
        tree->slots[sorted[i].corner] = tree->slotCount - 1;
    }
}

static gxPolygonNode joinBoxes(const gxPolygonNode *a, const gxPolygonNode *b) {
    return (gxPolygonNode){.lower = {fmin(a->lower.x, b->lower.x), fmin(a->lower.y, b->lower.y)},
                           .upper = {fmax(a->upper.x, b->upper.x), fmax(a->upper.y, b->upper.y)}};
}

static bool createNodes(gxPolygonTree *tree) {
    int32_t leafCount = 1;
    while ((int64_t)leafCount * LEAF_SIZE < tree->slotCount)
        leafCount *= 2;
    tree->leafCount = leafCount;
    tree->nodes = malloc((2 * (size_t)leafCount - 1) * sizeof *tree->nodes);
    if (tree->nodes == NULL) return false;
    for (int32_t leaf = 0; leaf < leafCount; leaf++) {
        int64_t first = (int64_t)leaf * LEAF_SIZE, left = tree->slotCount - first;
        int32_t count = (int32_t)(left < 0 ? 0 : left < LEAF_SIZE ? left : LEAF_SIZE);
        tree->nodes[leafCount - 1 + leaf] = getBounds(tree->points + (count > 0 ? first : 0), count);
    }
    for (int32_t node = leafCount - 2; node >= 0; node--)
        tree->nodes[node] = joinBoxes(&tree->nodes[2 * node + 1], &tree->nodes[2 * node + 2]);
    return true;
}

bool gxCreatePolygonTree(const gxPlanePoint *corners, int32_t cornerCount, gxPolygonTree *tree) {
    size_t count = (size_t)cornerCount;
    SortedCorner *sorted = malloc(count * sizeof *sorted);
    *tree = (gxPolygonTree){.points = malloc(count * sizeof *tree->points),
                            .counts = calloc(count, sizeof *tree->counts),
                            .slots = malloc(count * sizeof *tree->slots)};
    bool good = sorted != NULL && tree->points != NULL && tree->counts != NULL && tree->slots != NULL;
    if (good) {
        sortCorners(corners, cornerCount, sorted);
        fillSlots(sorted, cornerCount, tree);
        good = createNodes(tree);
    }
    free(sorted);
    if (!good) gxDestroyPolygonTree(tree);
    return good;
}

void gxDestroyPolygonTree(gxPolygonTree *tree) {
    free(tree->points);
    free(tree->counts);
    free(tree->slots);
    free(tree->nodes);
    *tree = (gxPolygonTree){0};
}

void gxChangeReflexCount(gxPolygonTree *tree, int32_t corner, int32_t change) {
    int32_t slot = tree->slots[corner], node = tree->leafCount - 1 + slot / LEAF_SIZE;
    tree->counts[slot] += change;
    tree->nodes[node].count += change;
    while (node > 0) {
        node = (node - 1) / 2;
        tree->nodes[node].count += change;
    }
}

// True if the box lies outside the edge from a to b: its innermost corner does.
static bool isBeyondEdge(const gxPolygonNode *box, gxPlanePoint a, gxPlanePoint b) {
    gxPlanePoint innermost = {b.y > a.y ? box->lower.x : box->upper.x,
                              b.x > a.x ? box->upper.y : box->lower.y};
    return gxGetPlaneArea(a, b, innermost) < 0.0;
}

static bool meetsTriangle(const gxPolygonNode *box, const gxPolygonNode *bounds, const gxPlanePoint t[3]) {
    return box->lower.x <= bounds->upper.x && box->upper.x >= bounds->lower.x &&
           box->lower.y <= bounds->upper.y && box->upper.y >= bounds->lower.y &&
           !isBeyondEdge(box, t[0], t[1]) && !isBeyondEdge(box, t[1], t[2]) && !isBeyondEdge(box, t[2], t[0]);
}

static bool isSameLocation(gxPlanePoint a, gxPlanePoint b) {
    return a.x == b.x && a.y == b.y;
}

bool gxBlocksEar(gxPlanePoint p, const gxPlanePoint t[3]) {
    if (isSameLocation(p, t[0]) || isSameLocation(p, t[1]) || isSameLocation(p, t[2])) return false;
    return gxGetPlaneArea(t[0], t[1], p) >= 0.0 && gxGetPlaneArea(t[1], t[2], p) >= 0.0 &&
           gxGetPlaneArea(t[2], t[0], p) >= 0.0;
}

static bool isLeafBlocking(gxPolygonTree *tree, int32_t leaf, const gxPlanePoint triangle[3]) {
    int32_t slot = leaf * LEAF_SIZE,
            end = slot + LEAF_SIZE < tree->slotCount ? slot + LEAF_SIZE : tree->slotCount;
    for (; slot < end; slot++) {
        tree->visits++;
        if (tree->counts[slot] > 0 && gxBlocksEar(tree->points[slot], triangle)) return true;
    }
    return false;
}

bool gxHoldsReflexCorner(gxPolygonTree *tree, const gxPlanePoint triangle[3]) {
    gxPolygonNode bounds = getBounds(triangle, 3);
    int32_t stack[STACK_SIZE], depth = 0; // two nodes a level, of fewer than 31 levels
    stack[depth++] = 0;
    while (depth > 0) {
        int32_t node = stack[--depth];
        tree->visits++;
        if (tree->nodes[node].count == 0 || !meetsTriangle(&tree->nodes[node], &bounds, triangle)) continue;
        if (node >= tree->leafCount - 1) {
            if (isLeafBlocking(tree, node - (tree->leafCount - 1), triangle)) return true;
        } else {
            stack[depth++] = 2 * node + 2;
            stack[depth++] = 2 * node + 1;
        }
    }
    return false;
}
