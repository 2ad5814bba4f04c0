// Exact arithmetic about rays, by expansions; see exact_ray.h.
//
// With a, b, c the corners of a triangle and n = (b - a) x (c - a), the ray meets its plane at
// t = n . (a - o) / n . d. For a ray coplanar with an edge, o + t d = a + s (b - a) gives
// t (d x (b - a)) = (a - o) x (b - a) in each component. Two such quotients compare by their cross products,
// whose factors are compressed first to keep them short [Shewchuk 1997, section 2.8].
#include "foundation/numbers/exact_ray.h"
#include "foundation/numbers/expansion.h"
#include "foundation/numbers/float_mode.h"

enum { MINOR_SIZE = 16 };

typedef struct DifferenceVec3 {
    cdExactDifference at[3];
} DifferenceVec3;

static DifferenceVec3 subtract(cdVec3 a, cdVec3 b) {
    return (DifferenceVec3){
        {cdSubtractExactly(a.x, b.x), cdSubtractExactly(a.y, b.y), cdSubtractExactly(a.z, b.z)}};
}

static int addProduct(int count, double *sum, const cdExactDifference *a, const cdExactDifference *b,
                      double sign) {
    return cdAddExpansionProduct(count, sum, a->count, a->parts, b->count, b->parts, sign);
}

// Expands component k of u x v.
static int crossAt(const DifferenceVec3 *u, const DifferenceVec3 *v, int k, double minor[MINOR_SIZE]) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    int count = addProduct(0, minor, &u->at[i], &v->at[j], 1.0);
    return addProduct(count, minor, &u->at[j], &v->at[i], -1.0);
}

static double getComponent(cdVec3 v, int k) {
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

// Expands (u x v) . w for a vector w of doubles.
static int expandVolume(const DifferenceVec3 *u, const DifferenceVec3 *v, cdVec3 w, double *sum) {
    double minor[MINOR_SIZE];
    int count = 0;
    for (int k = 0; k < 3; k++) {
        double factor = getComponent(w, k);
        int minorCount = crossAt(u, v, k, minor);
        count = cdAddExpansionProduct(count, sum, minorCount, minor, 1, &factor, 1.0);
    }
    return count;
}

// Sums smallest first, so that each sum rounds relative to the total.
static double roundSum(int count, const double *sum) {
    double total = 0.0;
    for (int i = 0; i < count; i++)
        total += sum[i];
    return total;
}

double cdGetRaySide(const cdExactRay *ray, cdVec3 a, cdVec3 b) {
    DifferenceVec3 from = subtract(a, ray->origin), along = subtract(b, a);
    double sum[96];
    int count = expandVolume(&from, &along, ray->direction, sum);
    return roundSum(count, sum);
}

// Expands component `axis` of d x v.
static int expandTurn(const cdExactRay *ray, const DifferenceVec3 *v, int axis, double *sum) {
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    double di = getComponent(ray->direction, i), dj = getComponent(ray->direction, j);
    int count = cdAddExpansionProduct(0, sum, v->at[j].count, v->at[j].parts, 1, &di, 1.0);
    return cdAddExpansionProduct(count, sum, v->at[i].count, v->at[i].parts, 1, &dj, -1.0);
}

double cdGetRayTurn(const cdExactRay *ray, cdVec3 p, int axis) {
    DifferenceVec3 from = subtract(p, ray->origin);
    double sum[8];
    int count = expandTurn(ray, &from, axis, sum);
    return roundSum(count, sum);
}

// Compresses an expansion to few parts of the same sum [Shewchuk 1997, COMPRESS].
static int compress(int count, double *e) {
    if (count < 2) return count;
    double carry = e[count - 1];
    int bottom = count - 1;
    for (int i = count - 2; i >= 0; i--) {
        double error;
        carry = cdAddTwo(carry, e[i], &error);
        if (error == 0.0) continue;
        e[bottom--] = carry;
        carry = error;
    }
    e[bottom] = carry;
    int kept = 0;
    for (int i = bottom + 1; i < count; i++) {
        double error;
        carry = cdAddTwo(e[i], carry, &error);
        if (error != 0.0) e[kept++] = error;
    }
    e[kept++] = carry;
    return kept;
}

static void compressRatio(cdRayRatio *ratio) {
    ratio->topCount = compress(ratio->topCount, ratio->top);
    ratio->bottomCount = compress(ratio->bottomCount, ratio->bottom);
}

void cdGetPlaneRatio(const cdExactRay *ray, const cdVec3 corners[3], cdRayRatio *ratio) {
    DifferenceVec3 u = subtract(corners[1], corners[0]), v = subtract(corners[2], corners[0]);
    DifferenceVec3 from = subtract(corners[0], ray->origin);
    double minor[MINOR_SIZE];
    ratio->topCount = 0;
    for (int k = 0; k < 3; k++) {
        int count = crossAt(&u, &v, k, minor);
        ratio->topCount = cdAddExpansionProduct(ratio->topCount, ratio->top, count, minor, from.at[k].count,
                                                from.at[k].parts, 1.0);
    }
    ratio->bottomCount = expandVolume(&u, &v, ray->direction, ratio->bottom);
    compressRatio(ratio);
}

void cdGetEdgeRatio(const cdExactRay *ray, cdVec3 a, cdVec3 b, int axis, cdRayRatio *ratio) {
    DifferenceVec3 from = subtract(a, ray->origin), along = subtract(b, a);
    ratio->topCount = crossAt(&from, &along, axis, ratio->top);
    ratio->bottomCount = expandTurn(ray, &along, axis, ratio->bottom);
    compressRatio(ratio);
}

void cdGetPointRatio(const cdExactRay *ray, cdVec3 p, cdRayRatio *ratio) {
    int axis = 0;
    for (int k = 1; k < 3; k++)
        if (fabs(getComponent(ray->direction, k)) > fabs(getComponent(ray->direction, axis))) axis = k;
    cdExactDifference from = cdSubtractExactly(getComponent(p, axis), getComponent(ray->origin, axis));
    ratio->topCount = from.count;
    for (int i = 0; i < from.count; i++)
        ratio->top[i] = from.parts[i];
    ratio->bottomCount = 1;
    ratio->bottom[0] = getComponent(ray->direction, axis);
}

int cdGetRatioSign(const cdRayRatio *ratio) {
    return cdGetExpansionSign(ratio->topCount, ratio->top) *
           cdGetExpansionSign(ratio->bottomCount, ratio->bottom);
}

int cdCompareRatios(const cdRayRatio *p, const cdRayRatio *q) {
    double sum[CD_EXPANSION_MAX];
    int count = cdAddExpansionProduct(0, sum, p->topCount, p->top, q->bottomCount, q->bottom, 1.0);
    count = cdAddExpansionProduct(count, sum, q->topCount, q->top, p->bottomCount, p->bottom, -1.0);
    return cdGetExpansionSign(count, sum) * cdGetExpansionSign(p->bottomCount, p->bottom) *
           cdGetExpansionSign(q->bottomCount, q->bottom);
}

double cdRoundRatio(const cdRayRatio *ratio, const double less[2]) {
    double sum[CD_EXPANSION_MAX];
    int count = ratio->topCount;
    for (int i = 0; i < count; i++)
        sum[i] = ratio->top[i];
    count = cdAddExpansionProduct(count, sum, ratio->bottomCount, ratio->bottom, 2, less, -1.0);
    return roundSum(count, sum) / roundSum(ratio->bottomCount, ratio->bottom);
}
