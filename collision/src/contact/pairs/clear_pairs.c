// Pairs of features at about a given distance from each other; see clear_pairs.h.
//
// (1) The pairs of triangles that come near enough, each once, except two that lie within flat faces. (2) Of
// each pair the features that its triangles own, so that each pair of features comes up once. Elements inside
// a flat face or along a straight edge of the surface add nothing to their corners. (3) The nearest points of
// two unbounded features, which must lie within both. (4) From there all triangles at a feature must lead
// away from the other mesh: of the triangles that are near, since those at the points are.
#include "contact/pairs/clear_pairs.h"
#include "contact/pairs/near_triangles.h"
#include "foundation/memory/sort.h"
#include "mesh/shapes/closest.h"
#include "solid/features/features_data.h"

enum { NEAR_PAIRS = 1 << 13, CLEAR_PAIRS = 1 << 11 };

// Pairs are kept up to this factor beyond the limit: covers the rounding of a distance.
static const double MORE = 1.0 + 1e-9;

// Edges whose angle has a smaller sine have no unique pair of nearest points: their ends count.
static const double PARALLEL = 1e-6;

typedef struct NearPair {
    int32_t a, b;
} NearPair;

typedef struct Work {
    const cdClearSearch *search;
    NearPair *near; // near[nearCount]
    int32_t nearCount;
    int32_t *trianglesA, *trianglesB; // those of `near`, ascending
    int32_t countA, countB;
    cdClearPair *pairs; // pairs[count]
    int32_t count;
} Work;

// --- (1)

// True if a vertex of the mesh is a corner of the surface; false inside a flat face or along a straight edge.
static bool isCorner(const cdMesh *mesh, int32_t vertex) {
    const cdFeatures *features = mesh->features;
    return features == NULL || features->vertexEntities[vertex] < features->info.vertexCount;
}

// True if an edge of the mesh lies on an edge of the surface, not inside a flat face.
static bool isRidge(const cdMesh *mesh, int32_t edge) {
    const cdFeatures *features = mesh->features;
    return features == NULL ||
           features->edgeEntities[edge] < features->info.vertexCount + features->info.edgeCount;
}

// False if a triangle lies inside a flat face and reaches none of its edges and corners.
static bool hasFeatures(const cdMesh *mesh, int32_t triangle) {
    bool any = false;
    for (int k = 0; k < 3 && !any; k++) {
        size_t place = 3 * (size_t)triangle + (size_t)k;
        any = isCorner(mesh, mesh->triangles[place]) || isRidge(mesh, mesh->triangleEdges[place]);
    }
    return any;
}

static bool isNearBefore(const void *left, const void *right) {
    const NearPair *x = left, *y = right;
    return x->a != y->a ? x->a < y->a : x->b < y->b;
}

static double getLowest(const cdVec3 corners[3], cdVec3 direction) {
    return cdMin(cdDot(corners[0], direction),
                 cdMin(cdDot(corners[1], direction), cdDot(corners[2], direction)));
}

// The walk visits pairs whose boxes are near along each axis: most of them are farther from each other.
static bool areFarther(const cdVec3 a[3], const cdVec3 b[3], double reach) {
    cdVec3 sumA = cdAdd(cdAdd(a[0], a[1]), a[2]), sumB = cdAdd(cdAdd(b[0], b[1]), b[2]);
    cdVec3 between = cdNormalize(cdSub(sumA, sumB));
    if (getLowest(a, between) + getLowest(b, cdNegate(between)) > reach) return true;
    return cdGetTriangleDistanceSq(a, b) > reach * reach;
}

static bool keepNear(void *context, const cdNearTriangles *pair) {
    Work *work = context;
    const cdClearSearch *search = work->search;
    int32_t a = pair->a->triangle, b = pair->b->triangle;
    if (!hasFeatures(search->a, a) && !hasFeatures(search->b, b)) return true;
    if (areFarther(pair->a->corners, pair->b->corners, MORE * search->farthest)) return true;
    if (work->nearCount == NEAR_PAIRS) return false;
    work->near[work->nearCount++] = (NearPair){a, b};
    return true;
}

static bool isIndexBefore(const void *left, const void *right) {
    return *(const int32_t *)left < *(const int32_t *)right;
}

// Sorts numbers and drops repeats. Returns how many remain.
static int32_t makeSet(int32_t *numbers, int32_t count) {
    int32_t kept = 0;
    cdSortItems(numbers, (size_t)count, sizeof *numbers, isIndexBefore);
    for (int32_t i = 0; i < count; i++)
        if (i == 0 || numbers[i] != numbers[i - 1]) numbers[kept++] = numbers[i];
    return kept;
}

static bool takeWork(Work *work, cdMemory *memory) {
    work->pairs = cdTakeMemory(memory, CLEAR_PAIRS, sizeof *work->pairs);
    work->near = cdTakeMemory(memory, NEAR_PAIRS, sizeof *work->near);
    work->trianglesA = cdTakeMemory(memory, NEAR_PAIRS, sizeof *work->trianglesA);
    work->trianglesB = cdTakeMemory(memory, NEAR_PAIRS, sizeof *work->trianglesB);
    return work->trianglesB != NULL;
}

static bool listNear(Work *work, cdMemory memory) {
    const cdClearSearch *search = work->search;
    cdTriangleWalk walk = {.a = search->a,
                           .b = search->b,
                           .toB = search->toB,
                           .reach = search->farthest,
                           .visit = keepNear,
                           .context = work,
                           .meter = search->meter};
    if (!cdWalkNearTriangles(&walk, memory)) return false;
    int32_t kept = 0;
    cdSortItems(work->near, (size_t)work->nearCount, sizeof *work->near, isNearBefore);
    for (int32_t i = 0; i < work->nearCount; i++)
        if (i == 0 || isNearBefore(&work->near[kept - 1], &work->near[i])) work->near[kept++] = work->near[i];
    work->nearCount = kept;
    for (int32_t i = 0; i < kept; i++) {
        work->trianglesA[i] = work->near[i].a;
        work->trianglesB[i] = work->near[i].b;
    }
    work->countA = makeSet(work->trianglesA, kept);
    work->countB = makeSet(work->trianglesB, kept);
    return true;
}

// --- (2)

// A feature of one mesh, its points in B's stored coordinates.
typedef struct Feature {
    cdFeatureKind kind;
    int32_t index;
    int32_t vertices[3]; // vertices[1, 2 or 3], of the mesh
    cdVec3 points[3];
    cdVec3 normal; // of a face, unit
} Feature;

static cdVec3 placeVertex(const Work *work, bool ofA, int32_t vertex) {
    const cdClearSearch *search = work->search;
    return ofA ? cdTransformPoint(search->toB, search->a->vertices[vertex]) : search->b->vertices[vertex];
}

static const cdMesh *getMesh(const Work *work, bool ofA) {
    return ofA ? work->search->a : work->search->b;
}

// Lists the vertices and edges that a triangle owns, and the triangle. Returns their number.
static int32_t listFeatures(const Work *work, bool ofA, int32_t triangle, Feature features[7]) {
    const cdMesh *mesh = getMesh(work, ofA);
    const int32_t *corners = mesh->triangles + 3 * (size_t)triangle;
    int owned = mesh->ownedElements[triangle], count = 0;
    cdVec3 points[3];
    for (int k = 0; k < 3; k++)
        points[k] = placeVertex(work, ofA, corners[k]);
    for (int k = 0; k < 3; k++) {
        int next = (k + 1) % 3;
        int32_t edge = mesh->triangleEdges[3 * (size_t)triangle + (size_t)k];
        if ((owned & 1 << k) && isCorner(mesh, corners[k]))
            features[count++] = (Feature){.kind = CD_FEATURE_VERTEX,
                                          .index = corners[k],
                                          .vertices = {corners[k]},
                                          .points = {points[k]}};
        if ((owned & 8 << k) && isRidge(mesh, edge))
            features[count++] = (Feature){.kind = CD_FEATURE_EDGE,
                                          .index = edge,
                                          .vertices = {corners[k], corners[next]},
                                          .points = {points[k], points[next]}};
    }
    Feature face = {
        .kind = CD_FEATURE_FACE, .index = triangle, .normal = cdGetTriangleNormal(mesh, triangle)};
    if (ofA) face.normal = cdRotate(work->search->toB.q, face.normal);
    for (int k = 0; k < 3; k++) {
        face.vertices[k] = corners[k];
        face.points[k] = points[k];
    }
    if (cdLengthSq(face.normal) > 0.0) features[count++] = face;
    return count;
}

// --- (3)

static bool findOnEdge(cdVec3 point, const Feature *edge, cdVec3 *foot) {
    cdVec3 along = cdSub(edge->points[1], edge->points[0]);
    double lengthSq = cdLengthSq(along), t = cdDot(cdSub(point, edge->points[0]), along);
    if (!(t >= 0.0 && t <= lengthSq && lengthSq > 0.0)) return false;
    *foot = cdMulAdd(edge->points[0], t / lengthSq, along);
    return true;
}

static bool findOnFace(cdVec3 point, const Feature *face, cdVec3 *foot) {
    for (int k = 0; k < 3; k++) {
        cdVec3 from = face->points[k], along = cdSub(face->points[(k + 1) % 3], from);
        if (cdDot(cdCross(face->normal, along), cdSub(point, from)) < 0.0) return false;
    }
    *foot = cdMulAdd(point, -cdDot(face->normal, cdSub(point, face->points[0])), face->normal);
    return true;
}

static bool findOnFeature(cdVec3 point, const Feature *feature, cdVec3 *foot) {
    if (feature->kind == CD_FEATURE_FACE) return findOnFace(point, feature, foot);
    if (feature->kind == CD_FEATURE_EDGE) return findOnEdge(point, feature, foot);
    *foot = feature->points[0];
    return true;
}

// Finds the nearest points of two edges where both have a common perpendicular. False: they are parallel, or
// it meets a line beyond an end.
static bool findCrossing(const Feature *a, const Feature *b, cdClearPair *pair) {
    cdVec3 d = cdSub(a->points[1], a->points[0]), e = cdSub(b->points[1], b->points[0]),
           w = cdSub(b->points[0], a->points[0]);
    cdVec3 cross = cdCross(d, e);
    double crossSq = cdLengthSq(cross);
    if (!(crossSq > PARALLEL * PARALLEL * cdLengthSq(d) * cdLengthSq(e))) return false;
    double s = cdDot(cdCross(w, e), cross), t = cdDot(cdCross(w, d), cross);
    if (!(s >= 0.0 && s <= crossSq && t >= 0.0 && t <= crossSq)) return false;
    pair->onA = cdMulAdd(a->points[0], s / crossSq, d);
    pair->onB = cdMulAdd(b->points[0], t / crossSq, e);
    return true;
}

static bool findNearestPoints(const Feature *a, const Feature *b, cdClearPair *pair) {
    if (a->kind == CD_FEATURE_VERTEX) {
        pair->onA = a->points[0];
        return findOnFeature(pair->onA, b, &pair->onB);
    }
    if (b->kind == CD_FEATURE_VERTEX) {
        pair->onB = b->points[0];
        return findOnFeature(pair->onB, a, &pair->onA);
    }
    return a->kind == CD_FEATURE_EDGE && b->kind == CD_FEATURE_EDGE && findCrossing(a, b, pair);
}

// --- (4)

static bool hasVertex(const int32_t corners[3], int32_t vertex) {
    return corners[0] == vertex || corners[1] == vertex || corners[2] == vertex;
}

// True if no triangle at a vertex or an edge leads from its point to the other mesh, which is along
// `toOther`.
static bool leadsAway(const Work *work, bool ofA, const Feature *feature, cdVec3 from, cdVec3 toOther) {
    const cdMesh *mesh = getMesh(work, ofA);
    const int32_t *list = ofA ? work->trianglesA : work->trianglesB;
    int32_t count = ofA ? work->countA : work->countB;
    for (int32_t i = 0; i < count; i++) {
        const int32_t *corners = mesh->triangles + 3 * (size_t)list[i];
        if (!hasVertex(corners, feature->vertices[0])) continue;
        if (feature->kind == CD_FEATURE_EDGE && !hasVertex(corners, feature->vertices[1])) continue;
        for (int k = 0; k < 3; k++) {
            cdVec3 way = cdSub(placeVertex(work, ofA, corners[k]), from);
            if (cdDot(way, toOther) > work->search->slope * cdLength(way)) return false;
        }
    }
    return true;
}

// A vertex near a face holds everything beside it: its normal is the face's.
static bool isLocalMinimum(const Work *work, const Feature *a, const Feature *b, const cdClearPair *pair) {
    if (a->kind == CD_FEATURE_FACE || b->kind == CD_FEATURE_FACE) return true;
    return leadsAway(work, true, a, pair->onA, cdNegate(pair->normal)) &&
           leadsAway(work, false, b, pair->onB, pair->normal);
}

// --- All pairs

// @errors false: no room
static bool addPair(Work *work, const Feature *a, const Feature *b) {
    const cdClearSearch *search = work->search;
    cdClearPair pair = {.kindA = a->kind, .kindB = b->kind, .a = a->index, .b = b->index};
    if (!findNearestPoints(a, b, &pair)) return true;
    cdVec3 between = cdSub(pair.onA, pair.onB);
    pair.distance = cdLength(between);
    if (!(pair.distance >= search->nearest && pair.distance <= search->farthest)) return true;
    pair.normal = cdScale(1.0 / pair.distance, between);
    if (!isLocalMinimum(work, a, b, &pair)) return true;
    if (work->count == CLEAR_PAIRS) return false;
    work->pairs[work->count++] = pair;
    return true;
}

static bool addPairs(Work *work, NearPair near) {
    Feature a[7], b[7];
    int32_t countA = listFeatures(work, true, near.a, a), countB = listFeatures(work, false, near.b, b);
    if (!cdSpend(work->search->meter, 1)) return false;
    for (int32_t i = 0; i < countA; i++)
        for (int32_t k = 0; k < countB; k++)
            if (!addPair(work, &a[i], &b[k])) return false;
    return true;
}

static bool isPairBefore(const void *left, const void *right) {
    const cdClearPair *x = left, *y = right;
    if (x->kindA != y->kindA) return x->kindA < y->kindA;
    if (x->kindB != y->kindB) return x->kindB < y->kindB;
    return x->a != y->a ? x->a < y->a : x->b < y->b;
}

cdClearList cdFindClearPairs(const cdClearSearch *search, cdMemory memory) {
    const cdClearList none = {.whole = false};
    Work work = {.search = search};
    if (!takeWork(&work, &memory)) {
        cdStopMeter(search->meter, CD_REASON_WORKSPACE);
        return none;
    }
    if (!listNear(&work, memory)) return none;
    for (int32_t i = 0; i < work.nearCount; i++)
        if (!addPairs(&work, work.near[i])) return none;
    cdSortItems(work.pairs, (size_t)work.count, sizeof *work.pairs, isPairBefore);
    return (cdClearList){work.pairs, work.count, true};
}

size_t cdGetClearPairsSize(const cdMesh *a, const cdMesh *b) {
    return cdGetTriangleWalkSize(a, b) + CLEAR_PAIRS * sizeof(cdClearPair) +
           NEAR_PAIRS * (sizeof(NearPair) + 2 * sizeof(int32_t)) + 64;
}
