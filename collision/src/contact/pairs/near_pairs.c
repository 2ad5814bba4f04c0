// Pairs of features that may touch, by the sphere trees of both meshes.
//
// Input: two surfaces, closed or not, and the tolerance. Output: every pair of features with points within
// the tolerance of each other, and few more.
// (1) Triangles that come within the tolerance (near_triangles.c), with a reach that covers the distance
// between a triangle and its merged face, so that both methods for candidates find the same regions.
// (2) Of their corners, edges and faces those that may be near the other triangle: within the reach of its
// plane and its box.
// (3) Of these all pairs whose boxes are within the reach: a point of a feature lies on one of its mesh's
// elements, closed, so no pair of features is lost.
// (4) Each pair as the features its elements are on. A small table drops most repeats.
#include "contact/pairs/near_triangles.h"
#include "foundation/numbers/lanes.h"

#include <string.h>

enum { ELEMENT_MAX = 7, RECENT_SLOTS = 1024 };

typedef struct Near {
    cdRegionWork *work;
    cdEntityPair *recent; // recent[RECENT_SLOTS]: pairs listed
} Near;

// A box as six numbers. A's are its lower corner and the opposite of its upper one, B's the reverse, both
// upper corners widened by the reach: the boxes are near if no number of A's is above that of B's.
typedef struct Bounds {
    double v[6];
} Bounds;

// The face and those of its corners and edges that may be near the other triangle.
typedef struct Elements {
    Bounds bounds[ELEMENT_MAX];
    cdEntity entities[ELEMENT_MAX];
    bool several[ELEMENT_MAX]; // other edges of the surface lie along this one
    int32_t count;
} Elements;

// --- (4)

static inline bool addPair(Near *near, cdEntity a, cdEntity b) {
    cdRegionWork *work = near->work;
    uint32_t slot = ((uint32_t)a * 0x9E3779B1u ^ (uint32_t)b * 0x85EBCA77u) >> 12;
    cdEntityPair *recent = &near->recent[slot % RECENT_SLOTS];
    if (recent->a == a && recent->b == b) return true;
    *recent = (cdEntityPair){a, b};
    return cdAddEntityPair(work, *recent);
}

// Several edges of a surface may lie along one edge of its mesh.
static cdEntity getSameEdge(const cdFeatures *features, cdEntity entity) {
    cdLocation location = cdGetEntityLocation(features, entity);
    if (location.kind != CD_ON_EDGE) return entity;
    return features->info.vertexCount + features->sameEdges[location.index];
}

static bool addPairs(Near *near, cdEntity firstA, cdEntity firstB) {
    cdEntity a = firstA, b = firstB;
    do {
        do {
            if (!addPair(near, a, b)) return false;
            b = getSameEdge(near->work->b, b);
        } while (b != firstB);
        a = getSameEdge(near->work->a, a);
    } while (a != firstA);
    return true;
}

// --- (2)

static cdEntity getFaceEntity(const cdFeatures *features, int32_t triangle) {
    return features->info.vertexCount + features->info.edgeCount + features->brep.triangleFaces[triangle];
}

static Bounds makeBounds(cdWorkSide side, const cdBox3 *box, double reach) {
    cdVec3 lower = box->lower, upper = {box->upper.x + reach, box->upper.y + reach, box->upper.z + reach};
    if (side == CD_SIDE_A) return (Bounds){{lower.x, lower.y, lower.z, -upper.x, -upper.y, -upper.z}};
    return (Bounds){{upper.x, upper.y, upper.z, -lower.x, -lower.y, -lower.z}};
}

static inline bool areNear(const Bounds *a, const Bounds *b) {
    return (cdLanesAtMost(cdLoadLanes(a->v), cdLoadLanes(b->v)) &
            cdLanesAtMost(cdLoadLanes(a->v + 2), cdLoadLanes(b->v + 2)) &
            cdLanesAtMost(cdLoadLanes(a->v + 4), cdLoadLanes(b->v + 4))) == 3;
}

// A triangle whose elements are looked for, and the other one.
typedef struct Sides {
    const cdFeatures *features; // of the first
    cdWorkSide side;            // of the first
    const cdWorkTriangle *own, *other;
    Bounds otherBounds;
    double reach;
} Sides;

// Corners and edges inside a face are the face, which is tested anyway.
static void addElement(const Sides *sides, cdEntity entity, const cdBox3 *box, Elements *out) {
    if (entity < 0 || entity == out->entities[0]) return;
    Bounds own = makeBounds(sides->side, box, sides->reach);
    bool near =
        sides->side == CD_SIDE_A ? areNear(&own, &sides->otherBounds) : areNear(&sides->otherBounds, &own);
    if (!near) return;
    out->bounds[out->count] = own;
    out->several[out->count] = getSameEdge(sides->features, entity) != entity;
    out->entities[out->count++] = entity;
}

static void findElements(const Sides *sides, Elements *out) {
    const cdFeatures *features = sides->features;
    const cdMesh *mesh = features->mesh;
    const cdWorkTriangle *t = sides->own, *other = sides->other;
    double heights[3]; // over the other's plane
    for (int k = 0; k < 3; k++)
        heights[k] = cdDot(other->normal, t->corners[k]);
    double lower = other->lower - sides->reach, upper = other->upper + sides->reach;
    out->bounds[0] = makeBounds(sides->side, &t->box, sides->reach);
    out->entities[0] = getFaceEntity(features, t->triangle);
    out->several[0] = false;
    out->count = 1;
    for (int k = 0; k < 3; k++) {
        int next = (k + 1) % 3;
        size_t side = 3 * (size_t)t->triangle + (size_t)k;
        if (heights[k] >= lower && heights[k] <= upper) {
            cdBox3 corner = {t->corners[k], t->corners[k]};
            addElement(sides, features->vertexEntities[mesh->triangles[side]], &corner, out);
        }
        if (cdMin(heights[k], heights[next]) <= upper && cdMax(heights[k], heights[next]) >= lower) {
            cdBox3 edge = cdBoundPoints((const cdVec3[]){t->corners[k], t->corners[next]}, 2);
            addElement(sides, features->edgeEntities[mesh->triangleEdges[side]], &edge, out);
        }
    }
}

// --- (3)

static bool addTriangles(void *context, const cdNearTriangles *pair) {
    Near *near = context;
    cdRegionWork *work = near->work;
    double reach = pair->reach;
    Elements a, b;
    findElements(
        &(Sides){work->a, CD_SIDE_A, pair->a, pair->b, makeBounds(CD_SIDE_B, &pair->b->box, reach), reach},
        &a);
    findElements(&(Sides){work->b, CD_SIDE_B, pair->b, pair->a, a.bounds[0], reach}, &b);
    for (int32_t i = 0; i < a.count; i++) {
        for (int32_t k = 0; k < b.count; k++) {
            if (!areNear(&a.bounds[i], &b.bounds[k])) continue;
            bool added = a.several[i] || b.several[k] ? addPairs(near, a.entities[i], b.entities[k])
                                                      : addPair(near, a.entities[i], b.entities[k]);
            if (!added) return false;
        }
    }
    return true;
}

// Bounds A's drift since pairs of triangles were listed; INFINITY: there is no list of these two.
static double getDrift(const cdRegionWork *work) {
    const cdNearList *list = work->near;
    bool isOwn = list != NULL && list->a == work->a->mesh && list->b == work->b->mesh;
    return isOwn ? cdBoundDrift(list, work->input->poseA) : INFINITY;
}

bool cdFindNearPairs(cdRegionWork *work) {
    cdMemory before = work->memory;
    Near near = {.work = work};
    near.recent = cdTakeMemory(&work->memory, RECENT_SLOTS, sizeof *near.recent);
    if (near.recent == NULL) return false;
    memset(near.recent, 0xFF, RECENT_SLOTS * sizeof *near.recent);
    double reach = work->tolerance + work->borderTolerance; // (1)
    cdTriangleWalk walk = {.a = work->a->mesh,
                           .b = work->b->mesh,
                           .toB = work->toWork,
                           .reach = reach,
                           .visit = addTriangles,
                           .context = &near,
                           .meter = work->meter};
    double drift = getDrift(work);
    bool isListed = reach + drift <= (work->near ? work->near->reach : -1.0);
    bool found =
        isListed ? cdWalkListedTriangles(&walk, work->near, drift) : cdWalkNearTriangles(&walk, work->memory);
    work->memory = before;
    return found;
}
