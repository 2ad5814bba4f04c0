// Decides two hulls by their distance or depth; see distance_depth.h.
//
// (1) Walk to the point of the Minkowski difference closest to the origin (Gilbert, Johnson and Keerthi 1988,
// [CW96]'s reference 15): each step takes the vertex farthest against the direction to the closest point of a
// simplex, until along one direction all of M is beyond the tolerance (disjoint), or the closest point is
// within it, or a tetrahedron contains the origin. The direction is the normal of the simplex's part, since
// that to a very close point is rounding. If a step finds no new or closer vertex, the other parts' normals
// are tried. (2) Then grow a polytope inside M around the origin (van den Bergen 2001), closest face first,
// by exact predicates, until all its faces are beyond the tolerance (the hulls overlap) or one vertex of M
// along a face's normal is within it (they touch: so short a move separates them). Each step adds a vertex of
// M, so both terminate.
#include "convex/separation/distance_depth.h"
#include "foundation/numbers/predicates.h"

enum { WALK_MAX = 200, VERTEX_MAX = 128, FACE_MAX = 2 * VERTEX_MAX };

typedef struct Simplex {
    int32_t count;
    cdDifference corners[4];
} Simplex;

typedef struct Nearest {
    cdVec3 point;
    double distanceSq;
    int32_t corners[3], count; // corners of the part it is in
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

// Returns the point of the simplex's corners, sides and faces closest to the origin.
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

// Returns the normal of a part, from the origin towards it: accurate for any distance.
static cdVec3 getPartNormal(const Simplex *simplex, const int32_t *corners, int32_t count) {
    cdVec3 a = simplex->corners[corners[0]].m;
    if (count == 1) return cdNormalize(a);
    cdVec3 b = simplex->corners[corners[1]].m;
    if (count == 3) {
        cdVec3 n = cdNormalize(cdGetTriangleCross(a, b, simplex->corners[corners[2]].m));
        return cdDot(n, a) < 0.0 ? cdNegate(n) : n;
    }
    cdVec3 edge = cdNormalize(cdSub(b, a)), n = cdNormalize(cdMulAdd(a, -cdDot(a, edge), edge));
    return cdNormalize(cdMulAdd(n, -cdDot(n, edge), edge));
}

// Searches along a direction; keeps it if it is the best so far. True if all of M is beyond the tolerance.
static bool lookAlong(cdConvexPair *pair, cdVec3 direction, double tolerance, cdDifference *found,
                      cdDistanceDepth *best) {
    if (cdLengthSq(direction) == 0.0) return false;
    cdFindDifference(pair, direction, found);
    double gap = cdDot(direction, found->m);
    if (gap > best->gap) *best = (cdDistanceDepth){CD_CONTACT, direction, gap, *found};
    if (gap > tolerance) best->state = CD_FREE;
    return gap > tolerance;
}

// Tries the normals of all faces, sides and corners of a simplex. `found`: a vertex of M that is no corner,
// if there is one.
static bool lookAlongParts(cdConvexPair *pair, const Simplex *simplex, double tolerance, cdDifference *found,
                           cdDistanceDepth *best) {
    cdDifference known = *found;
    for (int32_t parts = 1; parts < 1 << simplex->count; parts++) {
        int32_t corners[4], count = 0;
        for (int32_t k = 0; k < simplex->count; k++)
            if (parts >> k & 1) corners[count++] = k;
        cdDifference there = known;
        if (count == 4) continue;
        if (lookAlong(pair, getPartNormal(simplex, corners, count), tolerance, &there, best)) return true;
        if (!hasCorner(simplex, &there)) *found = there;
    }
    return false;
}

// Step (1). True if it decided; else the simplex is within the tolerance of the origin or around it.
static bool walkToOrigin(cdConvexPair *pair, cdVec3 start, double tolerance, Simplex *simplex,
                         cdDistanceDepth *best) {
    cdDifference found = {.a = CD_NO_VERTEX, .b = CD_NO_VERTEX};
    cdVec3 direction = start;
    double leastSq = INFINITY;
    for (int32_t step = 0; step < WALK_MAX; step++) {
        if (lookAlong(pair, direction, tolerance, &found, best)) return true;
        if (hasCorner(simplex, &found)) {
            if (lookAlongParts(pair, simplex, tolerance, &found, best)) return true;
            if (hasCorner(simplex, &found)) return false; // no vertex is closer
        }
        simplex->corners[simplex->count++] = found;
        if (surroundsOrigin(simplex)) return false;
        Nearest nearest = findNearest(simplex);
        bool nearer = nearest.distanceSq < leastSq;
        if (!nearer && lookAlongParts(pair, simplex, tolerance, &found, best)) return true;
        leastSq = cdMin(leastSq, nearest.distanceSq);
        keepPart(simplex, &nearest);
        if (nearest.distanceSq <= tolerance * tolerance) return false;
        int32_t all[3] = {0, 1, 2};
        direction = getPartNormal(simplex, all, simplex->count);
    }
    return false;
}

// Adds the vertex of M farthest against a direction. False if it is not behind the origin by more than the
// tolerance: then the hulls are disjoint, or so short a move along it separates them.
static bool addFarthest(cdConvexPair *pair, cdVec3 direction, double tolerance, Simplex *simplex,
                        cdDistanceDepth *result) {
    cdDifference found = result->at;
    cdFindDifference(pair, direction, &found);
    double gap = cdDot(direction, found.m);
    if (gap >= -tolerance) {
        *result = (cdDistanceDepth){gap > tolerance ? CD_FREE : CD_CONTACT, direction, gap, found};
        return false;
    }
    simplex->corners[simplex->count++] = found;
    return true;
}

// Returns a unit direction perpendicular to the simplex.
static cdVec3 findAcross(const Simplex *simplex) {
    cdVec3 a = simplex->corners[0].m;
    if (simplex->count == 3) {
        cdVec3 n = cdNormalize(cdGetTriangleCross(a, simplex->corners[1].m, simplex->corners[2].m));
        if (cdLengthSq(n) > 0.0) return n;
    }
    cdVec3 edge = simplex->count > 1 ? cdNormalize(cdSub(simplex->corners[1].m, a)) : (cdVec3){0.0, 0.0, 0.0};
    cdVec3 axis = fabs(edge.x) < 0.6 ? (cdVec3){1.0, 0.0, 0.0} : (cdVec3){0.0, 1.0, 0.0};
    return cdNormalize(cdMulAdd(axis, -cdDot(axis, edge), edge));
}

// Completes a simplex near the origin to a tetrahedron: on each side of it M extends beyond the tolerance, or
// the hulls only touch.
static bool completeTetrahedron(cdConvexPair *pair, double tolerance, Simplex *simplex,
                                cdDistanceDepth *result) {
    while (simplex->count < 4) {
        cdVec3 across = findAcross(simplex);
        Simplex other = *simplex;
        if (!addFarthest(pair, across, tolerance, simplex, result)) return false;
        if (!addFarthest(pair, cdNegate(across), tolerance, &other, result)) return false;
        // The side of the origin.
        double height = cdDot(across, simplex->corners[0].m);
        if (height < 0.0) *simplex = other;
    }
    return true;
}

typedef struct Face {
    int32_t corners[3];
    cdVec3 normal; // unit, outwards
    double height; // height over the origin
} Face;

typedef struct Polytope {
    cdDifference vertices[VERTEX_MAX];
    Face faces[FACE_MAX];
    int32_t vertexCount, faceCount;
} Polytope;

// Corners counter-clockwise as seen from outside.
static void addFace(Polytope *polytope, int32_t i, int32_t j, int32_t k) {
    cdVec3 a = polytope->vertices[i].m, b = polytope->vertices[j].m, c = polytope->vertices[k].m;
    cdVec3 normal = cdNormalize(cdGetTriangleCross(a, b, c));
    polytope->faces[polytope->faceCount++] = (Face){{i, j, k}, normal, cdDot(normal, a)};
}

static bool isSeen(const Polytope *polytope, const Face *face, cdVec3 from) {
    const cdDifference *v = polytope->vertices;
    return cdGetOrientation3(v[face->corners[0]].m, v[face->corners[1]].m, v[face->corners[2]].m, from) > 0;
}

// @errors false: the tetrahedron is flat
static bool startPolytope(const Simplex *simplex, Polytope *polytope) {
    polytope->vertexCount = 4;
    polytope->faceCount = 0;
    for (int k = 0; k < 4; k++)
        polytope->vertices[k] = simplex->corners[k];
    const cdDifference *v = polytope->vertices;
    int side = cdGetOrientation3(v[0].m, v[1].m, v[2].m, v[3].m);
    int32_t second = side < 0 ? 1 : 2,
            third = side < 0 ? 2 : 1; // so that corner 3 is behind corners 0, second, third
    addFace(polytope, 0, second, third);
    addFace(polytope, 0, third, 3);
    addFace(polytope, third, second, 3);
    addFace(polytope, second, 0, 3);
    return side != 0;
}

typedef struct Rim {
    int32_t edges[FACE_MAX][2];
    int32_t count;
} Rim;

// Toggles an edge of a removed face, so that edges shared by two such faces drop out.
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

// Removes the faces that the new vertex sees and joins it to the rim of the hole. False: no room.
static bool growPolytope(Polytope *polytope, const cdDifference *vertex) {
    if (polytope->vertexCount == VERTEX_MAX) return false;
    Rim rim = {.count = 0};
    int32_t kept = 0;
    for (int32_t i = 0; i < polytope->faceCount; i++) {
        Face face = polytope->faces[i];
        bool seen = isSeen(polytope, &face, vertex->m);
        for (int k = 0; k < 3 && seen; k++)
            toggleEdge(&rim, face.corners[k], face.corners[(k + 1) % 3]);
        if (!seen) polytope->faces[kept++] = face;
    }
    polytope->faceCount = kept;
    int32_t added = polytope->vertexCount++;
    polytope->vertices[added] = *vertex;
    if (rim.count == 0 || kept + rim.count > FACE_MAX) return false;
    for (int32_t i = 0; i < rim.count; i++)
        addFace(polytope, rim.edges[i][0], rim.edges[i][1], added);
    return true;
}

// Step (2).
static void growAroundOrigin(cdConvexPair *pair, double tolerance, const Simplex *simplex,
                             cdDistanceDepth *result) {
    Polytope polytope;
    cdDistanceDepth best = *result;
    result->state = CD_UNDECIDED; // no known case ends like this
    if (!startPolytope(simplex, &polytope)) return;
    for (;;) {
        const Face *nearest = &polytope.faces[0];
        for (int32_t i = 1; i < polytope.faceCount; i++)
            if (polytope.faces[i].height < nearest->height) nearest = &polytope.faces[i];
        if (nearest->height > tolerance) {
            best.state = CD_OVERLAP;
            break;
        }
        // M may extend beyond the face: find the vertex farthest along its normal.
        cdDifference found = best.at;
        cdVec3 direction = cdNegate(nearest->normal);
        cdFindDifference(pair, direction, &found);
        double gap = cdDot(direction, found.m);
        best = (cdDistanceDepth){gap > tolerance ? CD_FREE : CD_CONTACT, direction, gap, found};
        if (gap >= -tolerance) break;
        if (-gap <= nearest->height + 0.25 * tolerance) break; // to rounding, it is a face of M
        if (!growPolytope(&polytope, &found)) return;
    }
    *result = best;
}

// Replaces a tetrahedron without volume by its widest triangle; both sides of it are then searched.
static void dropFlatCorner(Simplex *simplex) {
    cdDifference *c = simplex->corners;
    if (simplex->count < 4 || cdGetOrientation3(c[0].m, c[1].m, c[2].m, c[3].m) != 0) return;
    int32_t dropped = 3;
    double widest = -1.0;
    for (int32_t k = 0; k < 4; k++) {
        cdVec3 a = c[(k + 1) % 4].m;
        cdVec3 n = cdCross(cdSub(c[(k + 2) % 4].m, a), cdSub(c[(k + 3) % 4].m, a));
        if (cdLengthSq(n) <= widest) continue;
        widest = cdLengthSq(n);
        dropped = k;
    }
    c[dropped] = c[3];
    simplex->count = 3;
}

cdDistanceDepth cdFindDistanceDepth(cdConvexPair *pair, cdVec3 start) {
    cdDistanceDepth result = {
        .state = CD_CONTACT, .gap = -INFINITY, .at = {.a = CD_NO_VERTEX, .b = CD_NO_VERTEX}};
    double tolerance = 0.5 * pair->tolerance;
    Simplex simplex = {.count = 0};
    if (walkToOrigin(pair, start, tolerance, &simplex, &result)) return result;
    dropFlatCorner(&simplex);
    if (!completeTetrahedron(pair, tolerance, &simplex, &result)) return result;
    growAroundOrigin(pair, tolerance, &simplex, &result);
    return result;
}
