// Ear clipping: a convex corner whose triangle contains no other corner can be cut off.
//
// 1. Compute the mean plane's normal by Newell's sums; drop its largest component from all points.
// 2. Cut ears one by one, each time the first after the last cut, until three corners are left. Only reflex
//    corners can lie in a triangle, and a cut changes only its two neighbours: each cut costs two searches in
//    a tree of the reflex corners.
// 3. If no corner is an ear (crossing or flat polygons), cut the largest of the next corners.
//
// Source: D. Eberly, Triangulation by ear clipping, 2002, section 3. The tree is ours.
#include "engine/polygon.h"
#include "engine/polygon_tree.h"
#include <math.h>
#include <stdlib.h>

enum {
    FEW_CORNERS = 16, // up to here a linear search, without a tree
    FALLBACK_CORNERS = 64,
    VISITS_A_CORNER = 4000 // a star of 150,000 random spikes takes 1,423, a circle 3
};

typedef struct Corner {
    gxPlanePoint at; // in the plane; the polygon runs counter-clockwise
    int32_t previous, next;
    int32_t previousEar, nextEar; // in the ring of ears, in polygon order
    bool reflex, ear;
} Corner;

typedef struct Ring {
    Corner *corners; // corners[count]; removed corners stay in the array
    int32_t count;
    gxPolygonTree *tree; // of the reflex corners; NULL for few corners
} Ring;

static void projectCorners(const double *points, const int32_t *corners, int32_t count, Corner *plane) {
    double normal[3] = {0.0, 0.0, 0.0};
    const double *origin =
        points + 3 * (size_t)corners[0]; // origin of the sums, so that a far polygon loses no digits
    for (int32_t i = 0; i < count; i++) {
        const double *a = points + 3 * (size_t)corners[i], *b = points + 3 * (size_t)corners[(i + 1) % count];
        for (int k = 0; k < 3; k++) {
            int u = (k + 1) % 3, v = (k + 2) % 3;
            normal[k] += (a[u] - origin[u]) * (b[v] - origin[v]) - (a[v] - origin[v]) * (b[u] - origin[u]);
        }
    }
    int drop = 0;
    for (int k = 1; k < 3; k++) {
        if (fabs(normal[k]) > fabs(normal[drop])) drop = k;
    }
    int u = (drop + 1) % 3, v = (drop + 2) % 3;
    double sense = normal[drop] < 0.0 ? -1.0 : 1.0;
    for (int32_t i = 0; i < count; i++) {
        const double *p = points + 3 * (size_t)corners[i];
        plane[i] = (Corner){.at = {p[u] - origin[u], sense * (p[v] - origin[v])},
                            .previous = (i + count - 1) % count,
                            .next = (i + 1) % count};
    }
}

static double getCornerArea(const Ring *ring, int32_t corner) {
    const Corner *c = &ring->corners[corner];
    return gxGetPlaneArea(ring->corners[c->previous].at, c->at, ring->corners[c->next].at);
}

static void updateReflex(Ring *ring, int32_t corner) {
    bool reflex = !(getCornerArea(ring, corner) > 0.0);
    if (reflex == ring->corners[corner].reflex) return;
    ring->corners[corner].reflex = reflex;
    if (ring->tree != NULL) gxChangeReflexCount(ring->tree, corner, reflex ? 1 : -1);
}

// Corners that coincide with one of the three are ignored: a polygon with a slit to a hole touches itself
// there.
static bool isEar(const Ring *ring, int32_t corner) {
    const Corner *c = &ring->corners[corner];
    if (c->reflex) return false;
    gxPlanePoint triangle[3] = {ring->corners[c->previous].at, c->at, ring->corners[c->next].at};
    if (ring->tree != NULL) return !gxHoldsReflexCorner(ring->tree, triangle);
    for (int32_t i = ring->corners[c->next].next; i != c->previous; i = ring->corners[i].next) {
        if (ring->corners[i].reflex && gxBlocksEar(ring->corners[i].at, triangle)) return false;
    }
    return true;
}

// Inserts a corner into the ring of ears after `ear`; -1: the ring is empty.
static void linkEar(Corner *corners, int32_t ear, int32_t corner) {
    Corner *c = &corners[corner];
    c->ear = true;
    c->previousEar = ear >= 0 ? ear : corner;
    c->nextEar = ear >= 0 ? corners[ear].nextEar : corner;
    corners[c->nextEar].previousEar = corner;
    corners[c->previousEar].nextEar = corner;
}

// Removes a corner from the ring of ears. Returns the ear before it, or -1 if it was the last one.
static int32_t unlinkEar(Corner *corners, int32_t corner) {
    Corner *c = &corners[corner];
    c->ear = false;
    corners[c->previousEar].nextEar = c->nextEar;
    corners[c->nextEar].previousEar = c->previousEar;
    return c->previousEar != corner ? c->previousEar : -1;
}

// Tests again whether a corner is an ear. `before` is the ear before it in the ring. Returns the ear before
// the corner's successor, or -1 if there are no ears.
static int32_t updateEar(Ring *ring, int32_t corner, int32_t before) {
    bool was = ring->corners[corner].ear, is = isEar(ring, corner);
    if (is && !was) linkEar(ring->corners, before, corner);
    if (!is && was) {
        int32_t last = unlinkEar(ring->corners, corner);
        return before == corner || before < 0 ? last : before;
    }
    return is ? corner : before;
}

// Returns the first ear from corner `from` on, or -1 if there are no ears.
static int32_t findAllEars(Ring *ring, int32_t from) {
    for (int32_t i = 0; i < ring->count; i++)
        updateReflex(ring, i);
    int32_t last = -1, first = -1;
    for (int32_t i = 0; i < ring->count; i++) {
        if (!isEar(ring, i)) continue;
        linkEar(ring->corners, last, i);
        last = i;
        if (first < 0 && i >= from) first = i;
    }
    return first < 0 && last >= 0 ? ring->corners[last].nextEar : first;
}

static int32_t findLargestCorner(const Ring *ring, int32_t from) {
    int32_t largest = from, corner = from;
    double largestArea = -INFINITY;
    for (int i = 0; i < FALLBACK_CORNERS && (i == 0 || corner != from); i++) {
        double area = getCornerArea(ring, corner);
        if (area > largestArea) {
            largestArea = area;
            largest = corner;
        }
        corner = ring->corners[corner].next;
    }
    return largest;
}

// Cuts a corner off. Returns the next ear, or -1 if there are no ears.
static int32_t cutCorner(Ring *ring, int32_t corner) {
    Corner *corners = ring->corners, *cut = &corners[corner];
    int32_t previous = cut->previous, next = cut->next;
    int32_t before = cut->ear ? unlinkEar(corners, corner) : -1;
    if (cut->reflex && ring->tree != NULL) gxChangeReflexCount(ring->tree, corner, -1);
    corners[previous].next = next;
    corners[next].previous = previous;
    updateReflex(ring, previous);
    updateReflex(ring, next);
    before = updateEar(ring, previous, before);
    before = updateEar(ring, next, before);
    return corners[next].ear ? next : before >= 0 ? corners[before].nextEar : -1;
}

static bool cutEars(Ring *ring, const int32_t *corners, int32_t *triangles) {
    int32_t from = 1; // so that a convex quad is split from its first corner to its third
    int32_t ear = findAllEars(ring, from);
    for (int32_t left = ring->count; left >= 3; left--) {
        int32_t chosen = left == 3 ? from : ear >= 0 ? ear : findLargestCorner(ring, from);
        const Corner *cut = &ring->corners[chosen];
        int32_t order[3] = {cut->previous, chosen, cut->next};
        for (int k = 0; k < 3; k++)
            *triangles++ = corners[order[k]];
        from = cut->next;
        if (left > 3) ear = cutCorner(ring, chosen);
        if (ring->tree != NULL && ring->tree->visits > (int64_t)VISITS_A_CORNER * ring->count) return false;
    }
    return true;
}

static gxPolygonResult cutManyCorners(const double *points, const int32_t *corners, int32_t count,
                                      int32_t *triangles) {
    Corner *plane = malloc((size_t)count * sizeof *plane);
    gxPlanePoint *planePoints = malloc((size_t)count * sizeof *planePoints);
    gxPolygonTree tree = {0};
    gxPolygonResult result = GX_POLYGON_NO_MEMORY;
    if (plane != NULL && planePoints != NULL) {
        projectCorners(points, corners, count, plane);
        for (int32_t i = 0; i < count; i++)
            planePoints[i] = plane[i].at;
        if (gxCreatePolygonTree(planePoints, count, &tree)) {
            Ring ring = {plane, count, &tree};
            result = cutEars(&ring, corners, triangles) ? GX_POLYGON_CUT : GX_POLYGON_TOO_TANGLED;
            gxDestroyPolygonTree(&tree);
        }
    }
    free(plane);
    free(planePoints);
    return result;
}

gxPolygonResult gxTriangulatePolygon(const double *points, const int32_t *corners, int32_t cornerCount,
                                     int32_t *triangles) {
    if (cornerCount > FEW_CORNERS) return cutManyCorners(points, corners, cornerCount, triangles);
    if (cornerCount == 3) {
        for (int k = 0; k < 3; k++)
            triangles[k] = corners[k];
        return GX_POLYGON_CUT;
    }
    Corner few[FEW_CORNERS];
    Ring ring = {few, cornerCount, NULL};
    projectCorners(points, corners, cornerCount, few);
    cutEars(&ring, corners, triangles);
    return GX_POLYGON_CUT;
}
