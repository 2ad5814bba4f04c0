// Parts of points, segments and convex polygons; see region_parts.h.
#include "solid/index/region_parts.h"

// --- Splitting

static cdVec3 cutSide(const cdIndexNode *node, cdVec3 a, cdVec3 b) {
    double height = cdGetHeight(node, a);
    return cdLerp(a, b, height / (height - cdGetHeight(node, b)));
}

static void pushPoint(cdPartStack *stack, cdVec3 point) {
    if (stack->pointCount == stack->pointCapacity) {
        stack->full = true;
        return;
    }
    stack->points[stack->pointCount++] = point;
}

static void pushPart(cdPartStack *stack, cdRegionPart part) {
    if (part.count == 0) return;
    if (stack->partCount == stack->partCapacity)
        stack->full = true;
    else
        stack->parts[stack->partCount++] = part;
}

// Finds the lowest and the highest side of a part's points. Opposite signs: the part is cut.
static void findSides(const cdPartStack *stack, const cdIndexNode *node, const cdRegionPart *part,
                      double tolerance, int *lowest, int *highest) {
    *lowest = 1;
    *highest = -1;
    for (int32_t i = 0; i < part->count; i++) {
        int side = cdGetSideOfHeight(cdGetHeight(node, stack->points[part->first + i]), tolerance);
        if (side < *lowest) *lowest = side;
        if (side > *highest) *highest = side;
    }
}

// Adds the closed piece of a cut part on one side, including the plane; for side 0 the points on it alone.
static cdRegionPart cutPart(cdPartStack *stack, const cdIndexNode *node, const cdRegionPart *part, int wanted,
                            double tolerance) {
    cdRegionPart piece = {.source = part->source, .first = stack->pointCount};
    int32_t sideCount = part->count > 2 ? part->count : part->count - 1;
    for (int32_t i = 0; i < part->count; i++) {
        cdVec3 a = stack->points[part->first + i], b = stack->points[part->first + (i + 1) % part->count];
        int side = cdGetSideOfHeight(cdGetHeight(node, a), tolerance);
        int next = cdGetSideOfHeight(cdGetHeight(node, b), tolerance);
        if (side == 0 || (wanted != 0 && side == wanted)) pushPoint(stack, a);
        if (i < sideCount && side * next < 0) pushPoint(stack, cutSide(node, a, b));
    }
    piece.count = stack->pointCount - piece.first;
    return piece;
}

// True if only some of a part's points are on the plane and it is not cut.
static bool touches(int lowest, int highest) {
    return lowest * highest == 0 && lowest != highest;
}

cdPartRun cdTakeParts(cdPartStack *stack, const cdIndexNode *node, cdPartRun from, int side,
                      double tolerance) {
    cdPartRun run = {stack->partCount, 0};
    bool hasOn = node->on != CD_NO_NODE;
    for (int32_t i = 0; i < from.count && !stack->full; i++) {
        const cdRegionPart part = stack->parts[from.first + i];
        int lowest, highest;
        findSides(stack, node, &part, tolerance, &lowest, &highest);
        int whole = lowest + highest > 0 ? 1 : lowest + highest < 0 ? -1 : 0;
        bool isCut = lowest < 0 && highest > 0;
        if (!isCut && whole == 0 && !hasOn)
            whole = cdGetHeight(node, stack->points[part.first]) > 0.0 ? 1 : -1;
        if (!isCut && whole == side)
            pushPart(stack, part);
        else if ((isCut && (side != 0 || hasOn)) || (side == 0 && hasOn && touches(lowest, highest)))
            pushPart(stack, cutPart(stack, node, &part, side, tolerance));
    }
    run.count = stack->partCount - run.first;
    return run;
}

// --- Joining

static bool isSame(cdVec3 a, cdVec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static cdVec3 findNormal(const cdVec3 *points, int32_t count) {
    cdVec3 sum = {0.0, 0.0, 0.0};
    for (int32_t i = 2; i < count; i++)
        sum = cdAdd(sum, cdCross(cdSub(points[i - 1], points[0]), cdSub(points[i], points[0])));
    return sum;
}

// Returns 1 if the corners turn left about the normal, 0 if they are straight to rounding, -1 right.
static int getTurn(cdVec3 normal, cdVec3 a, cdVec3 b, cdVec3 c) {
    cdVec3 u = cdSub(b, a), v = cdSub(c, b);
    double turn = cdDot(normal, cdCross(u, v)), least = 1e-12 * cdLength(normal) * cdLength(u) * cdLength(v);
    return turn > least ? 1 : turn < -least ? -1 : 0;
}

static int32_t joinSegments(const cdVec3 *a, const cdVec3 *b, cdVec3 *joined) {
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            if (isSame(a[i], b[k])) {
                joined[0] = i == 1 ? a[0] : b[1 - k];
                joined[1] = i == 1 ? b[1 - k] : a[1];
                cdVec3 u = cdSub(a[i], a[1 - i]), v = cdSub(b[1 - k], b[k]);
                bool straight =
                    cdLength(cdCross(u, v)) <= 1e-9 * cdLength(u) * cdLength(v) && cdDot(u, v) > 0.0;
                return straight ? 2 : 0;
            }
    return 0;
}

// Walks around a from the end of the shared side to its start, then adds the points of b.
static int32_t joinPolygons(const cdVec3 *a, int32_t aCount, int32_t i, const cdVec3 *b, int32_t bCount,
                            int32_t j, cdVec3 *joined) {
    cdVec3 normal = findNormal(a, aCount);
    cdVec3 before = a[(i + aCount - 1) % aCount], after = a[(i + 2) % aCount];
    cdVec3 bAfter = b[(j + 2) % bCount], bBefore = b[(j + bCount - 1) % bCount];
    int atStart = getTurn(normal, before, a[i], bAfter),
        atEnd = getTurn(normal, bBefore, a[(i + 1) % aCount], after);
    if (atStart < 0 || atEnd < 0) return 0;
    int32_t count = 0;
    for (int32_t k = 1; k <= aCount; k++) {
        bool straight = (k == 1 && atEnd == 0) || (k == aCount && atStart == 0);
        if (!straight) joined[count++] = a[(i + k) % aCount];
    }
    for (int32_t k = 2; k < bCount; k++)
        joined[count++] = b[(j + k) % bCount];
    return count;
}

int32_t cdJoinParts(const cdVec3 *a, int32_t aCount, const cdVec3 *b, int32_t bCount, cdVec3 *joined,
                    int32_t capacity) {
    if (aCount + bCount > capacity + 2 || aCount < 2 || bCount < 2 || (aCount == 2) != (bCount == 2))
        return 0;
    if (aCount == 2) return joinSegments(a, b, joined);
    for (int32_t i = 0; i < aCount; i++)
        for (int32_t j = 0; j < bCount; j++)
            if (isSame(a[i], b[(j + 1) % bCount]) && isSame(a[(i + 1) % aCount], b[j]))
                return joinPolygons(a, aCount, i, b, bCount, j, joined);
    return 0;
}
