// A tree of boxes: built by halving, searched by overlap (brep_boxes.h).
//
// 1. A range of boxes is halved at the median of their centres along the axis of their widest spread (Hoare's
// selection), until it is short enough for a leaf: the depth is logarithmic for any boxes. 2. A search visits
// the nodes that overlap its box, with a stack, and returns the boxes one by one.
#include "solid/brep/brep_boxes.h"

static double getMiddle(const cdBoxTree *tree, int32_t item, int axis) {
    const cdBox3 *box = &tree->boxes[item];
    double lower = axis == 0 ? box->lower.x : axis == 1 ? box->lower.y : box->lower.z;
    double upper = axis == 0 ? box->upper.x : axis == 1 ? box->upper.y : box->upper.z;
    return lower + upper;
}

static cdBox3 boundRange(const cdBoxTree *tree, int32_t begin, int32_t end) {
    cdBox3 bounds = tree->boxes[tree->order[begin]];
    for (int32_t i = begin + 1; i < end; i++) {
        const cdBox3 *box = &tree->boxes[tree->order[i]];
        const cdVec3 corners[4] = {bounds.lower, bounds.upper, box->lower, box->upper};
        bounds = cdBoundPoints(corners, 4);
    }
    return bounds;
}

static int chooseAxis(const cdBoxTree *tree, int32_t begin, int32_t end) {
    double widest = -1.0;
    int chosen = 0;
    for (int axis = 0; axis < 3; axis++) {
        double lowest = INFINITY, highest = -INFINITY;
        for (int32_t i = begin; i < end; i++) {
            double middle = getMiddle(tree, tree->order[i], axis);
            lowest = cdMin(lowest, middle), highest = cdMax(highest, middle);
        }
        if (highest - lowest <= widest) continue;
        widest = highest - lowest;
        chosen = axis;
    }
    return chosen;
}

// Partitions the range so that the item of rank `middle` is at that index, lower ones before it.
static void selectMiddle(cdBoxTree *tree, int32_t begin, int32_t end, int32_t middle, int axis) {
    int32_t *order = tree->order, low = begin, high = end - 1;
    while (low < high) {
        double pivot = getMiddle(tree, order[low + (high - low) / 2], axis);
        int32_t i = low, j = high;
        while (i <= j) {
            while (getMiddle(tree, order[i], axis) < pivot)
                i++;
            while (getMiddle(tree, order[j], axis) > pivot)
                j--;
            if (i > j) break;
            int32_t swap = order[i];
            order[i++] = order[j];
            order[j--] = swap;
        }
        if (middle <= j) {
            high = j;
        } else if (middle >= i) {
            low = i;
        } else {
            return;
        }
    }
}

// Builds the first child first, so that it follows its parent; the depth is below 32.
static int32_t makeNode(cdBoxTree *tree, int32_t begin, int32_t end) {
    int32_t node = tree->nodeCount++;
    tree->nodes[node] = (cdBoxNode){boundRange(tree, begin, end), begin, end, -1};
    if (end - begin <= CD_BOX_LEAF) return node;
    int32_t middle = begin + (end - begin) / 2;
    selectMiddle(tree, begin, end, middle, chooseAxis(tree, begin, end));
    makeNode(tree, begin, middle);
    tree->nodes[node].right = makeNode(tree, middle, end);
    return node;
}

bool cdMakeBoxTree(cdBrepBuild *build, const cdBox3 *boxes, int32_t count, cdBoxTree *tree) {
    *tree = (cdBoxTree){.boxes = boxes, .count = count};
    tree->order = cdTakeBrepArray(build, (size_t)count, sizeof(int32_t));
    tree->nodes = cdTakeBrepArray(build, (size_t)count + 1, sizeof(cdBoxNode));
    if (tree->order == NULL || tree->nodes == NULL) return false;
    for (int32_t i = 0; i < count; i++)
        tree->order[i] = i;
    if (count > 0) makeNode(tree, 0, count);
    return true;
}

void cdFreeBoxTree(cdBrepBuild *build, cdBoxTree *tree) {
    cdGiveBackBrepArray(build, tree->nodes);
    cdGiveBackBrepArray(build, tree->order);
}

cdBox3 *cdBoundTriangles(cdBrepBuild *build) {
    const cdMesh *mesh = build->mesh;
    cdBox3 *boxes = cdTakeBrepArray(build, (size_t)mesh->triangleCount, sizeof(cdBox3));
    for (int32_t t = 0; boxes != NULL && t < mesh->triangleCount; t++) {
        cdVec3 corners[3];
        cdGetCorners(mesh, t, corners);
        boxes[t] = cdBoundPoints(corners, 3);
    }
    return boxes;
}

// --- 2. search
// --------------------------------------------------------------------------------------------------

cdBoxSearch cdStartBoxSearch(const cdBoxTree *tree, cdBox3 box) {
    cdBoxSearch search = {.tree = tree, .box = box};
    if (tree->nodeCount > 0) search.height = 1; // the root, stack[0] = 0
    return search;
}

int32_t cdFindNextBox(cdBoxSearch *search) {
    const cdBoxTree *tree = search->tree;
    for (;;) {
        while (search->at < search->end) {
            int32_t item = tree->order[search->at++];
            if (cdBoxesMeet(&tree->boxes[item], &search->box)) return item;
        }
        if (search->height == 0) return -1;
        int32_t index = search->stack[--search->height];
        const cdBoxNode *node = &tree->nodes[index];
        if (!cdBoxesMeet(&node->box, &search->box)) continue;
        if (node->right < 0) {
            search->at = node->begin, search->end = node->end;
        } else {
            search->stack[search->height++] = node->right;
            search->stack[search->height++] = index + 1;
        }
    }
}
