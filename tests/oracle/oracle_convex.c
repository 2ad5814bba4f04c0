// Signed gap of two small hulls by brute force; see oracle_convex.h.
//
// 1. Apply poses in 113 bits and take the points relative to one of them.
// 2. Each recipe names one or two differences u, v of points; the direction is u (vertex to vertex), v x (u x
//    v) (vertex to edge v) or u x v (the normal of two edges).
// 3. Rounding rotates a direction by about 2^-62 / sin(u, v). Inaccurate ones that could be the best are
//    repeated in 113 bits by a second pass.
// 4. Skip slivers: an edge pair, or a triple, that spans a strip narrower than the accuracy has a
//    neighbouring face whose gap differs by no more than that width, since the point of the Minkowski
//    difference nearest to the origin is then that close to the neighbour. So does a vertex that close to an
//    edge's line.
#include "oracle/oracle_convex.h"

typedef enum RecipeKind { RECIPE_POINT, RECIPE_LINE, RECIPE_PLANE } RecipeKind;

typedef struct Recipe {
    RecipeKind kind;
    int32_t u[2], v[2]; // from, to
} Recipe;

typedef struct GapSearch {
    const OracleHulls *hulls;
    OracleGap best;
    bool second; // the pass over inaccurate directions
} GapSearch;

static QuadVec3 subQuad(QuadVec3 a, QuadVec3 b) {
    return (QuadVec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static Quad dotQuad(QuadVec3 a, QuadVec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static QuadVec3 crossQuad(QuadVec3 a, QuadVec3 b) {
    return (QuadVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static RealVec3 roundQuad(QuadVec3 a) {
    return (RealVec3){(Real)a.x, (Real)a.y, (Real)a.z};
}

// Computes a root in 64 bits and one Newton step.
static Quad findRoot(Quad x) {
    Quad root = sqrtl((Real)x);
    return root > 0 ? (root + x / root) / 2 : root;
}

// Returns R(q) v + p - origin, with q divided by its length.
static QuadVec3 transform(cdPose pose, cdVec3 v, cdVec3 origin) {
    Quad w = pose.q.w, x = pose.q.x, y = pose.q.y, z = pose.q.z, lengthSq = w * w + x * x + y * y + z * z;
    Quad vx = v.x, vy = v.y, vz = v.z;
    QuadVec3 rotated = {
        (w * w + x * x - y * y - z * z) * vx + 2 * (x * y - w * z) * vy + 2 * (x * z + w * y) * vz,
        2 * (x * y + w * z) * vx + (w * w - x * x + y * y - z * z) * vy + 2 * (y * z - w * x) * vz,
        2 * (x * z - w * y) * vx + 2 * (y * z + w * x) * vy + (w * w - x * x - y * y + z * z) * vz};
    return (QuadVec3){rotated.x / lengthSq + ((Quad)pose.p.x - (Quad)origin.x),
                      rotated.y / lengthSq + ((Quad)pose.p.y - (Quad)origin.y),
                      rotated.z / lengthSq + ((Quad)pose.p.z - (Quad)origin.z)};
}

// Returns the maximum distance of a point from its own origin.
static Real findReach(const OraclePoints *hull) {
    Real reach = 0.0L;
    for (int32_t i = 0; i < hull->count; i++)
        reach = fmaxl(reach, lengthReal(toReal(hull->points[i])));
    return reach;
}

void MakeOracleHulls(const OraclePoints *a, const OraclePoints *b, OracleHulls *hulls) {
    hulls->countA = a->count;
    hulls->count = a->count + b->count;
    for (int32_t i = 0; i < a->count; i++)
        hulls->fine[i] = transform(a->pose, a->points[i], a->pose.p);
    for (int32_t i = 0; i < b->count; i++)
        hulls->fine[a->count + i] = transform(b->pose, b->points[i], a->pose.p);
    QuadVec3 origin = hulls->fine[0];
    Real farthest = 0.0L, reach = findReach(a) + findReach(b);
    hulls->rounding = 0x1p-106L * (reach + lengthReal(roundQuad(origin)));
    for (int32_t i = 0; i < hulls->count; i++) {
        hulls->fine[i] = subQuad(hulls->fine[i], origin);
        hulls->points[i] = roundQuad(hulls->fine[i]);
        farthest = fmaxl(farthest, lengthReal(hulls->points[i]));
    }
    hulls->size = 2.0L * farthest;
    for (int32_t i = 0; i < hulls->count; i++) {
        for (int32_t k = 0; k < hulls->count; k++)
            hulls->differences[i][k] = roundQuad(subQuad(hulls->fine[k], hulls->fine[i]));
    }
}

// Returns the gaps along the direction and along its opposite.
static void findGaps(const OracleHulls *hulls, RealVec3 direction, Real gaps[2]) {
    Real lower[2] = {INFINITY, INFINITY}, upper[2] = {-INFINITY, -INFINITY};
    for (int32_t i = 0; i < hulls->count; i++) {
        Real height = dotReal(direction, hulls->points[i]);
        int side = i >= hulls->countA;
        if (height < lower[side]) lower[side] = height;
        if (height > upper[side]) upper[side] = height;
    }
    gaps[0] = lower[1] - upper[0];
    gaps[1] = lower[0] - upper[1];
}

static void findFineGaps(const OracleHulls *hulls, QuadVec3 direction, Real gaps[2]) {
    Quad lower[2] = {0}, upper[2] = {0};
    for (int32_t i = 0; i < hulls->count; i++) {
        Quad height = dotQuad(direction, hulls->fine[i]);
        int side = i >= hulls->countA;
        bool first = i == 0 || i == hulls->countA;
        if (first || height < lower[side]) lower[side] = height;
        if (first || height > upper[side]) upper[side] = height;
    }
    Quad length = findRoot(dotQuad(direction, direction));
    gaps[0] = (Real)((lower[1] - upper[0]) / length);
    gaps[1] = (Real)((lower[0] - upper[1]) / length);
}

Real GetOracleGapAlong(const OracleHulls *hulls, RealVec3 direction) {
    Real gaps[2];
    findFineGaps(hulls, (QuadVec3){direction.x, direction.y, direction.z}, gaps);
    return gaps[0];
}

Real GetOracleShortfall(const OracleHulls *hulls, int32_t index, bool ofB, RealVec3 direction) {
    int32_t first = ofB ? hulls->countA : 0, end = ofB ? hulls->count : hulls->countA;
    Real shortfall = 0.0L;
    for (int32_t i = first; i < end; i++)
        shortfall = fmaxl(shortfall, dotReal(direction, hulls->differences[first + index][i]));
    return shortfall;
}

static void keepBetter(GapSearch *search, RealVec3 direction, const Real gaps[2]) {
    for (int k = 0; k < 2; k++) {
        if (!(gaps[k] > search->best.gap)) continue;
        search->best.gap = gaps[k];
        search->best.direction = scaleReal(k == 0 ? 1.0L : -1.0L, direction);
    }
}

static void tryFineDirection(GapSearch *search, Recipe r) {
    const QuadVec3 *fine = search->hulls->fine;
    QuadVec3 u = subQuad(fine[r.u[1]], fine[r.u[0]]), v = subQuad(fine[r.v[1]], fine[r.v[0]]);
    QuadVec3 normal = crossQuad(u, v), direction = r.kind == RECIPE_LINE ? crossQuad(v, normal) : normal;
    Quad length = findRoot(dotQuad(direction, direction));
    if (!(length > 0)) return;
    direction = (QuadVec3){direction.x / length, direction.y / length, direction.z / length};
    Real gaps[2];
    findFineGaps(search->hulls, direction, gaps);
    keepBetter(search, roundQuad(direction), gaps);
}

// Tries a direction of nonzero length, known to a relative error.
static void tryDirection(GapSearch *search, Recipe r, RealVec3 direction, Real error) {
    bool hard = error * search->hulls->size > search->best.accuracy;
    if (hard != search->second) return;
    Real gaps[2];
    RealVec3 unit = scaleReal(1.0L / lengthReal(direction), direction);
    findGaps(search->hulls, unit, gaps);
    if (!hard) {
        keepBetter(search, unit, gaps);
    } else if (fmaxl(gaps[0], gaps[1]) + error * search->hulls->size > search->best.gap) {
        tryFineDirection(search, r);
    }
}

static void tryRecipe(GapSearch *search, Recipe r) {
    const Real rounding = 0x1p-62L;
    RealVec3 u = search->hulls->differences[r.u[0]][r.u[1]];
    Real lengthU = lengthReal(u);
    if (r.kind == RECIPE_POINT) {
        if (lengthU > 0.0L) tryDirection(search, r, u, rounding);
        return;
    }
    RealVec3 v = search->hulls->differences[r.v[0]][r.v[1]], normal = crossReal(u, v);
    Real lengthV = lengthReal(v), area = lengthReal(normal);
    Real side = r.kind == RECIPE_LINE ? lengthV : fmaxl(lengthU, lengthV);
    if (!(area > search->best.accuracy * side)) return; // a sliver
    tryDirection(search, r, r.kind == RECIPE_LINE ? crossReal(v, normal) : normal,
                 rounding * lengthU * lengthV / area);
}

// 3. of the header: all faces through three points of one set.
static void tryFaces(GapSearch *search, int32_t first, int32_t end) {
    for (int32_t i = first; i < end; i++) {
        for (int32_t j = i + 1; j < end; j++) {
            for (int32_t k = j + 1; k < end; k++)
                tryRecipe(search, (Recipe){RECIPE_PLANE, {i, j}, {i, k}});
        }
    }
}

// 2. of the header: the edges of one set and the points of the other.
static void tryEdges(GapSearch *search, int32_t first, int32_t end, int32_t otherFirst, int32_t otherEnd) {
    for (int32_t i = first; i < end; i++) {
        for (int32_t j = i + 1; j < end; j++) {
            for (int32_t k = otherFirst; k < otherEnd; k++)
                tryRecipe(search, (Recipe){RECIPE_LINE, {i, k}, {i, j}});
        }
    }
}

static void tryEdgePairs(GapSearch *search) {
    const OracleHulls *hulls = search->hulls;
    for (int32_t i = 0; i < hulls->countA; i++) {
        for (int32_t j = i + 1; j < hulls->countA; j++) {
            for (int32_t k = hulls->countA; k < hulls->count; k++) {
                for (int32_t l = k + 1; l < hulls->count; l++)
                    tryRecipe(search, (Recipe){RECIPE_PLANE, {i, j}, {k, l}});
            }
        }
    }
}

static void tryPointPairs(GapSearch *search) {
    for (int32_t i = 0; i < search->hulls->countA; i++) {
        for (int32_t k = search->hulls->countA; k < search->hulls->count; k++)
            tryRecipe(search, (Recipe){RECIPE_POINT, {i, k}, {i, k}});
    }
}

// A Minkowski difference that is a segment or a point has no faces: tries directions across its longest
// extent.
static void tryAcross(GapSearch *search) {
    const OracleHulls *hulls = search->hulls;
    RealVec3 longest = {0.0L, 0.0L, 0.0L};
    for (int32_t i = 0; i < hulls->count; i++) {
        for (int32_t k = i + 1; k < hulls->count; k++) {
            bool sameSet = (i < hulls->countA) == (k < hulls->countA);
            if (sameSet && lengthReal(hulls->differences[i][k]) > lengthReal(longest))
                longest = hulls->differences[i][k];
        }
    }
    const RealVec3 axes[3] = {{1.0L, 0.0L, 0.0L}, {0.0L, 1.0L, 0.0L}, {0.0L, 0.0L, 1.0L}};
    for (int k = 0; k < 3; k++) {
        RealVec3 across = crossReal(longest, axes[k]);
        Real length = lengthReal(across), gaps[2];
        RealVec3 direction = length > 0.0L ? scaleReal(1.0L / length, across) : axes[k];
        findGaps(hulls, direction, gaps);
        keepBetter(search, direction, gaps);
    }
}

OracleGap FindOracleGap(const OracleHulls *hulls) {
    GapSearch search = {.hulls = hulls,
                        .best = {.gap = -INFINITY, .accuracy = 0x1p-58L * hulls->size + hulls->rounding}};
    tryAcross(&search);
    for (int pass = 0; pass < 2; pass++) {
        search.second = pass == 1;
        tryPointPairs(&search);
        tryEdges(&search, 0, hulls->countA, hulls->countA, hulls->count);
        tryEdges(&search, hulls->countA, hulls->count, 0, hulls->countA);
        tryFaces(&search, 0, hulls->countA);
        tryFaces(&search, hulls->countA, hulls->count);
        tryEdgePairs(&search);
    }
    return search.best;
}
