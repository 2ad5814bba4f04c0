// The winding number of a closed mesh about a point: crossings of a ray, counted with their signs.
//
// (1) The ray follows a coordinate axis, in the direction in which it leaves the mesh soonest. Seen along it,
// a triangle counts if it surrounds the point and lies ahead. Both are signs of exact determinants. Where the
// ray meets an edge or a vertex, the point is taken as moved by an infinitely small vector across the ray
// [Edelsbrunner and Muecke 1990, "Simulation of simplicity", ACM Trans. Graphics 9]. Then the ray meets no
// edge, both triangles of an edge agree on which side it passes, and the sum is the same for every ray. (2)
// The nodes along the ray give the triangles. A triangle that lies in several leaves counts once: its
// crossing is put into a list, in the order of indices. If the list is full, the pass counts those of the
// lowest indices, and another pass those that follow.
#include "continuous/nearest/winding.h"
#include "continuous/rays/ray_nodes.h"
#include "continuous/rays/ray_triangle.h"
#include "foundation/numbers/predicates.h"
#include "foundation/numbers/rounding.h"

enum { LIST_SIZE = 32, STACK = 64 };

typedef struct Crossing {
    int32_t triangle;
    int32_t sign;
} Crossing;

typedef struct Winding {
    const cdMesh *mesh;
    cdVec3 point; // scaled
    double scale;
    int axis, sense; // the ray follows axis 0, 1 or 2, upwards (1) or downwards (-1)
    int32_t sum;
    bool isFirstPass, isFull;
    int32_t after; // triangles in several leaves up to this one are counted
    Crossing list[LIST_SIZE];
    int32_t count;
    cdPointStats *stats;
} Winding;

// --- (1)

static double getComponent(cdVec3 v, int k) {
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

static int signOf(double x) {
    return (x > 0.0) - (x < 0.0);
}

// Returns the side on which the moved point lies of the edge from a to b, seen against axis k; 0: the edge is
// seen as a point.
static int findEdgeSide(cdVec3 p, cdVec3 a, cdVec3 b, int axis) {
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    double ax = getComponent(a, i), ay = getComponent(a, j), bx = getComponent(b, i), by = getComponent(b, j);
    int side = cdGetOrientation2(getComponent(p, i), getComponent(p, j), ax, ay, bx, by);
    if (side != 0) return side;
    // The determinant of a point moved by (e, e^2) grows by e (a_y - b_y) + e^2 (b_x - a_x).
    return ay != by ? signOf(ay - by) : signOf(bx - ax);
}

// Returns a triangle's contribution to the winding number.
static int32_t findCrossing(const Winding *winding, int32_t triangle) {
    cdVec3 c[3];
    for (int k = 0; k < 3; k++) {
        int32_t vertex = winding->mesh->triangles[3 * triangle + k];
        c[k] = cdScale(winding->scale, winding->mesh->vertices[vertex]);
    }
    int first = findEdgeSide(winding->point, c[0], c[1], winding->axis);
    if (first == 0 || findEdgeSide(winding->point, c[1], c[2], winding->axis) != first ||
        findEdgeSide(winding->point, c[2], c[0], winding->axis) != first)
        return 0;
    // Its normal has the sign `first` along the axis; the point is below it if it lies ahead on that axis.
    int above = cdGetOrientation3(c[0], c[1], c[2], winding->point);
    int ahead = -above * first * winding->sense;
    return ahead > 0 ? first * winding->sense : 0;
}

// --- (2)

// Keeps the list in order; drops the last one if it is full.
static void putIntoList(Winding *winding, Crossing crossing) {
    int32_t at = winding->count;
    while (at > 0 && winding->list[at - 1].triangle > crossing.triangle)
        at--;
    if (at > 0 && winding->list[at - 1].triangle == crossing.triangle) return;
    winding->isFull |= winding->count == LIST_SIZE;
    if (at == LIST_SIZE) return;
    winding->count = winding->count < LIST_SIZE ? winding->count + 1 : LIST_SIZE;
    for (int32_t k = winding->count - 1; k > at; k--)
        winding->list[k] = winding->list[k - 1];
    winding->list[at] = crossing;
}

static void testEntry(Winding *winding, cdLeafEntry entry) {
    bool shared = entry.elements >> CD_ENTRY_SHARED_SHIFT & CD_ENTRY_FACE;
    if (shared ? entry.triangle <= winding->after : !winding->isFirstPass) return;
    winding->stats->triangleTests++;
    int32_t sign = findCrossing(winding, entry.triangle);
    if (sign == 0) return;
    if (shared)
        putIntoList(winding, (Crossing){entry.triangle, sign});
    else
        winding->sum += sign;
}

static void descend(Winding *winding, const cdNodeRay *ray, double first, double last) {
    const cdSphereTree *tree = &winding->mesh->tree;
    int32_t stack[STACK], height = 0;
    stack[height++] = 0;
    while (height > 0) {
        const cdNodeLinks *links = &tree->links[stack[--height]];
        if (links->firstChild >= 0 && height + 2 <= STACK) {
            double enters[2];
            int met = cdFindTwinsOnRay(ray, tree, cdGetTwinsOf(links->firstChild), first, last, enters);
            winding->stats->nodeTests += 2;
            for (int k = 0; k < 2; k++)
                if (met >> k & 1) stack[height++] = links->firstChild + k;
            continue;
        }
        for (int32_t i = 0; i < links->entryCount; i++)
            testEntry(winding, tree->entries[links->firstEntry + i]);
    }
}

static cdVec3 chooseWay(Winding *winding) {
    cdVec3 p = winding->point, size = {fabs(p.x), fabs(p.y), fabs(p.z)};
    winding->axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    winding->sense = getComponent(p, winding->axis) < 0.0 ? -1 : 1;
    double sense = winding->sense;
    return (cdVec3){winding->axis == 0 ? sense : 0.0, winding->axis == 1 ? sense : 0.0,
                    winding->axis == 2 ? sense : 0.0};
}

int32_t cdFindWindingNumber(const cdMesh *mesh, cdVec3 point, cdPointStats *stats) {
    double size = mesh->radius + cdLength(point);
    if (cdLength(point) > mesh->radius * (1.0 + 16.0 * CD_EPSILON)) return 0;
    double scale = cdGetRayScale(mesh);
    Winding winding = {.mesh = mesh,
                       .point = cdScale(scale, point),
                       .scale = scale,
                       .isFirstPass = true,
                       .after = -1,
                       .stats = stats};
    double slack = 64.0 * CD_EPSILON * size;
    cdNodeRay ray = cdMakeNodeRay(point, chooseWay(&winding), slack);
    do {
        winding.count = 0;
        winding.isFull = false;
        descend(&winding, &ray, -slack, 2.0 * size);
        for (int32_t k = 0; k < winding.count; k++)
            winding.sum += winding.list[k].sign;
        winding.after = winding.count > 0 ? winding.list[winding.count - 1].triangle : winding.after;
        winding.isFirstPass = false;
    } while (winding.isFull);
    return winding.sum;
}
