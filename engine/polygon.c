// Ear clipping: a corner that turns the polygon's way and whose triangle holds no other corner can be cut
// off.
//
// 1. The mean plane's normal by Newell's sums; the largest of its components is dropped from all points.
// 2. Ears are cut one by one, each time the first after the last cut, until three corners are left.
// 3. Where no corner is an ear (crossing or flat polygons), the corner with the largest signed area is cut.
#include "engine/polygon.h"
#include <math.h>
#include <stdlib.h>

typedef struct Corner {
    double x, y; // in the plane, so that the polygon runs counter-clockwise
    int32_t previous, next;
} Corner;

// Twice the signed area of a triangle of the plane.
static double getArea(const Corner *a, const Corner *b, const Corner *c) {
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

static void projectCorners(const double *points, const int32_t *corners, int32_t count, Corner *plane) {
    double normal[3] = {0.0, 0.0, 0.0};
    const double *origin =
        points + 3 * (size_t)corners[0]; // sums about it, so that a far polygon keeps its digits
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
        plane[i] =
            (Corner){p[u] - origin[u], sense * (p[v] - origin[v]), (i + count - 1) % count, (i + 1) % count};
    }
}

// Whether the corner turns the right way and no other corner lies in its triangle. Corners at the same place
// as one of the three do not count: polygons with a slit to a hole touch themselves there.
static bool isEar(const Corner *plane, int32_t corner) {
    const Corner *b = &plane[corner], *a = &plane[b->previous], *c = &plane[b->next];
    if (!(getArea(a, b, c) > 0.0)) return false;
    for (int32_t i = c->next; i != b->previous; i = plane[i].next) {
        const Corner *p = &plane[i];
        bool same = (p->x == a->x && p->y == a->y) || (p->x == b->x && p->y == b->y) ||
                    (p->x == c->x && p->y == c->y);
        if (!same && getArea(a, b, p) >= 0.0 && getArea(b, c, p) >= 0.0 && getArea(c, a, p) >= 0.0)
            return false;
    }
    return true;
}

static int32_t findEar(const Corner *plane, int32_t from) {
    int32_t largest = from, corner = from;
    double largestArea = -INFINITY;
    do {
        if (isEar(plane, corner)) return corner;
        const Corner *b = &plane[corner];
        double area = getArea(&plane[b->previous], b, &plane[b->next]);
        if (area > largestArea) {
            largestArea = area;
            largest = corner;
        }
        corner = b->next;
    } while (corner != from);
    return largest;
}

static void cutEars(Corner *plane, const int32_t *corners, int32_t count, int32_t *triangles) {
    int32_t from = count > 3 ? 1 : 0; // so that a convex quad is split from its first corner to its third
    for (int32_t left = count; left >= 3; left--) {
        int32_t ear = left > 3 ? findEar(plane, from) : from;
        const Corner *cut = &plane[ear];
        int32_t order[3] = {cut->previous, ear, cut->next};
        for (int k = 0; k < 3; k++)
            *triangles++ = corners[order[k]];
        plane[cut->previous].next = cut->next;
        plane[cut->next].previous = cut->previous;
        from = cut->next;
    }
}

bool gxTriangulatePolygon(const double *points, const int32_t *corners, int32_t cornerCount,
                          int32_t *triangles) {
    if (cornerCount == 3) {
        for (int k = 0; k < 3; k++)
            triangles[k] = corners[k];
        return true;
    }
    Corner few[16];
    Corner *plane = cornerCount <= 16 ? few : malloc((size_t)cornerCount * sizeof *plane);
    if (plane == NULL) return false;
    projectCorners(points, corners, cornerCount, plane);
    cutEars(plane, corners, cornerCount, triangles);
    if (plane != few) free(plane);
    return true;
}
