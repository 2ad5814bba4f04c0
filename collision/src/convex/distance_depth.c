// Two hulls decided by their distance or depth; see distance_depth.h.
//
// (1) Walk to the point of the Minkowski difference nearest to the origin (Gilbert, Johnson and Keerthi 1988,
// [CW96]'s reference 15): each step takes the vertex farthest against the direction to the nearest point of a
// simplex, until one direction keeps all of M beyond the tolerance (disjoint), or the nearest point is within
// it, or a tetrahedron holds the origin. (2) Then grow a polytope inside M around the origin (van den Bergen
// 2001), nearest face first, until all its faces are beyond the tolerance (the hulls collide) or one vertex
// of M along a face's normal is within it (they touch: a move that short parts them). Each step adds a vertex
// of M, so both end; simplices are examined by all their parts, so no case is special.
#include "convex/distance_depth.h"
#include "foundation/rounding.h"

enum { WALK_MAX = 200, VERTEX_MAX = 128, FACE_MAX = 2 * VERTEX_MAX };

typedef struct Simplex {
    int32_t count;
    cdDifference corners[4];
} Simplex;

typedef struct Nearest {
    cdVec3 point;
    double distanceSq;
    int32_t corners[3], count; // of the part it lies in
} Nearest;

static void offerPart(Nearest *nearest, cdVec3 point, int32_t count, int32_t i, int32_t j, int32_t k) {
    double distanceSq = cdLengthSq(point);
    if (!(distanceSq < nearest->distanceSq)) return;
    *nearest = (Nearest){point, distanceSq, {i, j, k}, count};
}

static void offerEdge(Nearest *nearest, const Simplex *simplex, int32_t i, int32_t j) {
    cdVec3 a = simplex->corners[i].m, edge = cdSub(simplex->corners[j].m, a);
    double along = -cdDot(a, edge), lengthSq = cdLengthSq(edge);
    if (along > 0.0 && along < lengthSq) offerPart(nearest, cdMulAdd(a, along / lengthSq, edge), 2, i, j, 0);
}

static void offerFace(Nearest *nearest, const Simplex *simplex, int32_t i, int32_t j, int32_t k) {
    cdVec3 a = simplex->corners[i].m, b = simplex->corners[j].m, c = simplex->corners[k].m;
    cdVec3 n = cdCross(cdSub(b, a), cdSub(c, a));
    double normSq = cdLengthSq(n);
    if (!(normSq > 0.0)) return;
    bool inside =
        cdDot(cdCross(a, b), n) >= 0.0 && cdDot(cdCross(b, c), n) >= 0.0 && cdDot(cdCross(c, a), n) >= 0.0;
    if (inside) offerPart(nearest, cdScale(cdDot(a, n) / normSq, n), 3, i, j, k);
}

// The point of the simplex's corners, sides and faces nearest to the origin.
static Nearest findNearest(const Simplex *simplex) {
    Nearest nearest = {.distanceSq = INFINITY};
    for (int32_t i = 0; i < simplex->count; i++) {
        offerPart(&nearest, simplex->corners[i].m, 1, i, 0, 0);
        for (int32_t j = 0; j < i; j++) {
            offerEdge(&nearest, simplex, i, j);
            for (int32_t k = 0; k < j; k++)
                offerFace(&nearest, simplex, i, j, k);
        }
    }
    return nearest;
}

static bool surroundsOrigin(const Simplex *simplex) {
    if (simplex->count < 4) return false;
    cdVec3 m[4];
    for (int k = 0; k < 4; k++)
        m[k] = simplex->corners[k].m;
    for (int k = 0; k < 4; k++) {
        cdVec3 corner = m[(k + 1) % 4];
        cdVec3 n = cdCross(cdSub(m[(k + 2) % 4], corner), cdSub(m[(k + 3) % 4], corner));
        if (cdDot(n, corner) * cdDot(n, cdSub(m[k], corner)) > 0.0) return false;
    }
    return true;
}

static void keepPart(Simplex *simplex, const Nearest *nearest) {
    cdDifference kept[3];
    for (int32_t k = 0; k < nearest->count; k++)
        kept[k] = simplex->corners[nearest->corners[k]];
    for (int32_t k = 0; k < nearest->count; k++)
        simplex->corners[k] = kept[k];
    simplex->count = nearest->count;
}

static bool hasCorner(const Simplex *simplex, const cdDifference *corner) {
    for (int32_t k = 0; k < simplex->count; k++)
        if (simplex->corners[k].a == corner->a && simplex->corners[k].b == corner->b) return true;
    return false;
}

// Step (1). True when it decided; else the simplex comes within the tolerance of the origin or around it.
static bool walkToOrigin(cdConvexPair *pair, cdVec3 start, double tolerance, Simplex *simplex,
                         cdDistanceDepth *result) {
    cdVec3 direction = start;
    result->at = (cdDifference){.a = -1, .b = -1};
    for (int32_t step = 0; step < WALK_MAX; step++) {
        cdFindDifference(pair, direction, &result->at);
        double gap = cdDot(direction, result->at.m);
        if (gap > tolerance || step == 0 || gap > result->gap) {
            result->vector = direction;
            result->gap = gap;
        }
        if (gap > tolerance) {
            result->state = CD_DISJOINT;
            return true;
        }
        if (hasCorner(simplex, &result->at)) return false; // no vertex is nearer: within rounding of it
        simplex->corners[simplex->count++] = result->at;
        if (surroundsOrigin(simplex)) return false;
        Nearest nearest = findNearest(simplex);
        keepPart(simplex, &nearest);
        if (nearest.distanceSq <= tolerance * tolerance) return false;
        direction = cdNormalize(nearest.point);
    }
    return false;
}

// Adds the vertex of M farthest along a direction, or, seen from there, not beyond the tolerance: then a move
// that short along it parts the hulls.
static bool addFarthest(cdConvexPair *pair, cdVec3 direction, double tolerance, Simplex *simplex,
                        cdDistanceDepth *result) {
    cdDifference found = result->at;
    cdFindDifference(pair, direction, &found);
    double gap = cdDot(direction, found.m);
    if (gap >= -tolerance) {
        *result = (cdDistanceDepth){CD_TOUCHING, direction, gap, found};
        return false;
    }
    simplex->corners[simplex->count++] = found;
    return true;
}

// A unit direction across what the simplex spans.
static cdVec3 findAcross(const Simplex *simplex) {
    cdVec3 a = simplex->corners[0].m;
    if (simplex->count == 3) {
        cdVec3 u = cdNormalize(cdSub(simplex->corners[1].m, a)),
               v = cdNormalize(cdSub(simplex->corners[2].m, a));
        cdVec3 n = cdNormalize(cdCross(u, v));
        if (cdLengthSq(n) > 0.0) return n;
    }
    cdVec3 edge = simplex->count > 1 ? cdNormalize(cdSub(simplex->corners[1].m, a)) : (cdVec3){0.0, 0.0, 0.0};
    cdVec3 axis = fabs(edge.x) < 0.6 ? (cdVec3){1.0, 0.0, 0.0} : (cdVec3){0.0, 1.0, 0.0};
    return cdNormalize(cdMulAdd(axis, -cdDot(axis, edge), edge));
}

// Makes a tetrahedron of a simplex near the origin: on each side of what it spans M reaches beyond the
// tolerance, or the hulls only touch.
static bool completeTetrahedron(cdConvexPair *pair, double tolerance, Simplex *simplex,
                                cdDistanceDepth *result) {
    while (simplex->count < 4) {
        cdVec3 across = findAcross(simplex);
        Simplex other = *simplex;
        if (!addFarthest(pair, across, tolerance, simplex, result)) return false;
        if (!addFarthest(pair, cdNegate(across), tolerance, &other, result)) return false;
        // The side on which the origin lies.
        double height = cdDot(across, simplex->corners[0].m);
        if (height < 0.0) *simplex = other;
    }
    return true;
}

typedef struct Face {
    int32_t corners[3];
    cdVec3 normal; // unit, outwards
    double height; // over the origin
} Face;

typedef struct Polytope {
    cdDifference vertices[VERTEX_MAX];
    Face faces[FACE_MAX];
    int32_t vertexCount, faceCount;
    cdVec3 inside;
} Polytope;

static void addFace(Polytope *polytope, int32_t i, int32_t j, int32_t k) {
    cdVec3 a = polytope->vertices[i].m, b = polytope->vertices[j].m, c = polytope->vertices[k].m;
    cdVec3 normal = cdNormalize(cdCross(cdSub(b, a), cdSub(c, a)));
    if (cdLengthSq(normal) == 0.0) return; // no area: its neighbours cover its place
    bool outwards = cdDot(normal, cdSub(a, polytope->inside)) >= 0.0;
    if (!outwards) normal = cdNegate(normal);
    Face *face = &polytope->faces[polytope->faceCount++];
    *face = (Face){{i, outwards ? j : k, outwards ? k : j}, normal, cdDot(normal, a)};
}

static void startPolytope(const Simplex *simplex, Polytope *polytope) {
    polytope->vertexCount = 4;
    polytope->faceCount = 0;
    polytope->inside = (cdVec3){0.0, 0.0, 0.0};
    for (int k = 0; k < 4; k++) {
        polytope->vertices[k] = simplex->corners[k];
        polytope->inside = cdMulAdd(polytope->inside, 0.25, simplex->corners[k].m);
    }
    addFace(polytope, 0, 1, 2);
    addFace(polytope, 0, 1, 3);
    addFace(polytope, 0, 2, 3);
    addFace(polytope, 1, 2, 3);
}

typedef struct Rim {
    int32_t edges[FACE_MAX][2];
    int32_t count;
} Rim;

// An edge of a face that goes: two such faces share those within the hole.
static void toggleEdge(Rim *rim, int32_t from, int32_t to) {
    for (int32_t i = 0; i < rim->count; i++) {
        if (rim->edges[i][0] != to || rim->edges[i][1] != from) continue;
        rim->count--;
        rim->edges[i][0] = rim->edges[rim->count][0];
        rim->edges[i][1] = rim->edges[rim->count][1];
        return;
    }
    if (rim->count == FACE_MAX) return;
    rim->edges[rim->count][0] = from;
    rim->edges[rim->count++][1] = to;
}

// Takes away the faces the new vertex sees and joins it to the rim of the hole. false: no room.
static bool growPolytope(Polytope *polytope, const cdDifference *vertex) {
    if (polytope->vertexCount == VERTEX_MAX) return false;
    Rim rim = {.count = 0};
    int32_t kept = 0;
    for (int32_t i = 0; i < polytope->faceCount; i++) {
        Face face = polytope->faces[i];
        bool seen = cdDot(face.normal, vertex->m) > face.height;
        for (int k = 0; k < 3 && seen; k++)
            toggleEdge(&rim, face.corners[k], face.corners[(k + 1) % 3]);
        if (!seen) polytope->faces[kept++] = face;
    }
    polytope->faceCount = kept;
    int32_t added = polytope->vertexCount++;
    polytope->vertices[added] = *vertex;
    if (kept + rim.count > FACE_MAX) return false;
    for (int32_t i = 0; i < rim.count; i++)
        addFace(polytope, rim.edges[i][0], rim.edges[i][1], added);
    return polytope->faceCount > 0;
}

// Step (2).
static void growAroundOrigin(cdConvexPair *pair, double tolerance, const Simplex *simplex,
                             cdDistanceDepth *result) {
    Polytope polytope;
    startPolytope(simplex, &polytope);
    cdDistanceDepth best = *result;
    do {
        const Face *nearest = &polytope.faces[0];
        for (int32_t i = 1; i < polytope.faceCount; i++)
            if (polytope.faces[i].height < nearest->height) nearest = &polytope.faces[i];
        if (nearest->height > tolerance) {
            best.state = CD_COLLIDE;
            break;
        }
        // The face's outside is where M may go on: the vertex farthest along its normal.
        cdDifference found = best.at;
        cdVec3 direction = cdNegate(nearest->normal);
        cdFindDifference(pair, direction, &found);
        best = (cdDistanceDepth){CD_TOUCHING, direction, cdDot(direction, found.m), found};
        if (best.gap >= -tolerance) break;
        if (-best.gap <= nearest->height + 0.25 * tolerance) break; // rounding: it is M's own face
        if (!growPolytope(&polytope, &found)) break;
    } while (polytope.faceCount > 0);
    *result = best;
}

cdDistanceDepth cdFindDistanceDepth(cdConvexPair *pair, cdVec3 start) {
    cdDistanceDepth result = {.state = CD_TOUCHING, .gap = -INFINITY};
    double tolerance = 0.5 * pair->tolerance;
    Simplex simplex = {.count = 0};
    if (walkToOrigin(pair, start, tolerance, &simplex, &result)) return result;
    result.state = CD_TOUCHING;
    if (!completeTetrahedron(pair, tolerance, &simplex, &result)) return result;
    growAroundOrigin(pair, tolerance, &simplex, &result);
    return result;
}
