// Rays and triangles in rational numbers; see oracle_ray.h.
#include "oracle/oracle_ray.h"
#include "rational.h"

typedef struct ExactTriangle {
    RationalVec3 corners[3], o, d;
} ExactTriangle;

// A ray parameter, or nothing.
typedef struct Entry {
    bool found;
    Rational t;
} Entry;

static RationalVec3 sub(RationalVec3 a, RationalVec3 b) {
    return subRationalVec3(a, b);
}

static bool isZero(RationalVec3 v) {
    return signOfRational(v.x) == 0 && signOfRational(v.y) == 0 && signOfRational(v.z) == 0;
}

static void offer(Entry *entry, Rational t) {
    if (signOfRational(t) < 0 || (entry->found && compareRational(t, entry->t) >= 0)) return;
    *entry = (Entry){true, t};
}

// Offers the common interval of a ray and a collinear edge from ta to tb, without the part behind the origin.
static void offerStretch(Entry *entry, Rational ta, Rational tb) {
    Rational first = minRational(ta, tb), last = maxRational(ta, tb);
    if (signOfRational(last) >= 0) offer(entry, signOfRational(first) < 0 ? toRational(0.0) : first);
}

static void offerEdge(Entry *entry, const ExactTriangle *x, RationalVec3 a, RationalVec3 b) {
    RationalVec3 along = sub(b, a), to = sub(a, x->o), normal = crossRationalVec3(x->d, along);
    RationalVec3 turn = crossRationalVec3(to, x->d);
    Rational lengthSq = dotRationalVec3(x->d, x->d);
    if (isZero(normal)) { // parallel, or an edge without length
        if (!isZero(turn)) return;
        offerStretch(entry, divRational(dotRationalVec3(to, x->d), lengthSq),
                     divRational(dotRationalVec3(sub(b, x->o), x->d), lengthSq));
        return;
    }
    if (signOfRational(dotRationalVec3(to, normal)) != 0) return; // skew
    Rational normalSq = dotRationalVec3(normal, normal);
    Rational s = divRational(dotRationalVec3(turn, normal), normalSq);
    if (signOfRational(s) < 0 || compareRational(s, toRational(1.0)) > 0) return;
    offer(entry, divRational(dotRationalVec3(crossRationalVec3(to, along), normal), normalSq));
}

static bool isInside(const ExactTriangle *x, RationalVec3 normal, RationalVec3 p) {
    for (int k = 0; k < 3; k++) {
        RationalVec3 a = x->corners[k], along = sub(x->corners[(k + 1) % 3], a);
        if (signOfRational(dotRationalVec3(crossRationalVec3(along, sub(p, a)), normal)) < 0) return false;
    }
    return true;
}

static Entry enterTriangle(const ExactTriangle *x, int *facing) {
    Entry entry = {false, NULL};
    const RationalVec3 *c = x->corners;
    RationalVec3 normal = crossRationalVec3(sub(c[1], c[0]), sub(c[2], c[0]));
    Rational slope = dotRationalVec3(normal, x->d), height = dotRationalVec3(normal, sub(c[0], x->o));
    *facing = signOfRational(slope);
    if (*facing != 0) {
        Rational t = divRational(height, slope);
        if (isInside(x, normal, mulAddRationalVec3(x->o, t, x->d))) offer(&entry, t);
        return entry;
    }
    if (signOfRational(height) != 0) return entry;
    for (int k = 0; k < 3; k++)
        offerEdge(&entry, x, c[k], c[(k + 1) % 3]);
    if (!isZero(normal) && isInside(x, normal, x->o)) entry = (Entry){true, toRational(0.0)};
    return entry;
}

typedef struct LongVec3 {
    long double x, y, z;
} LongVec3;

static LongVec3 subLong(cdVec3 a, cdVec3 b) {
    return (LongVec3){(long double)a.x - b.x, (long double)a.y - b.y, (long double)a.z - b.z};
}

static long double dotLong(LongVec3 a, LongVec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// True if the first corner is farther from the line than the triangle can reach, by a wide margin.
static bool isFarFromLine(const OracleRay *ray, const cdVec3 c[3]) {
    LongVec3 to = subLong(c[0], ray->origin), d = {ray->direction.x, ray->direction.y, ray->direction.z};
    long double share = dotLong(to, d) / dotLong(d, d);
    LongVec3 across = {to.x - share * d.x, to.y - share * d.y, to.z - share * d.z};
    LongVec3 u = subLong(c[1], c[0]), v = subLong(c[2], c[0]);
    long double reach = sqrtl(dotLong(u, u)) + sqrtl(dotLong(v, v)) + 1e-17L * sqrtl(dotLong(to, to));
    return sqrtl(dotLong(across, across)) > 1.001L * reach;
}

static LongVec3 crossLong(LongVec3 a, LongVec3 b) {
    return (LongVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// True if the line passes edges on different sides, by more than a hundred times the rounding error.
static bool isClearlyMissed(const OracleRay *ray, const cdVec3 c[3]) {
    LongVec3 d = {ray->direction.x, ray->direction.y, ray->direction.z}, to[3];
    long double largestSq = 0.0L, least = INFINITY, most = -INFINITY;
    for (int k = 0; k < 3; k++) {
        to[k] = subLong(c[k], ray->origin);
        largestSq = fmaxl(largestSq, dotLong(to[k], to[k]));
    }
    for (int k = 0; k < 3; k++) {
        long double side = dotLong(d, crossLong(to[k], to[(k + 1) % 3]));
        least = fminl(least, side);
        most = fmaxl(most, side);
    }
    long double error = 1e-16L * sqrtl(dotLong(d, d)) * largestSq;
    return least < -error && most > error;
}

OracleRayHit FindOracleRayHit(const OracleRay *ray) {
    OracleRayHit best = {.triangle = -1, .t = INFINITY};
    mpq_t least;
    mpq_init(least);
    for (int32_t i = 0; i < ray->triangleCount; i++) {
        cdVec3 c[3];
        for (int k = 0; k < 3; k++)
            c[k] = ray->vertices[ray->triangles[3 * i + k]];
        if (isFarFromLine(ray, c) || isClearlyMissed(ray, c)) continue;
        resetRationals();
        ExactTriangle x = {{toRationalVec3(c[0]), toRationalVec3(c[1]), toRationalVec3(c[2])},
                           toRationalVec3(ray->origin),
                           toRationalVec3(ray->direction)};
        int facing;
        Entry entry = enterTriangle(&x, &facing);
        if (!entry.found || (ray->cull && facing >= 0)) continue;
        best.hitCount++;
        if (best.triangle >= 0 && mpq_cmp(entry.t, least) >= 0) continue;
        mpq_set(least, entry.t);
        best.triangle = i;
        best.facing = facing;
    }
    if (best.triangle >= 0) best.t = mpq_get_d(least);
    mpq_clear(least);
    return best;
}
