// Whether given constraints keep two local cones apart.
//
// Input: the cones of A and B about a point where they touch, and what other regions there forbid: A may move
// by v only where n . v >= 0 for their normals n. Output: whether no such v brings A's cone into B's.
// Source: [BV92 Eq. 4]: what is left of each after H is taken away. Taken alone, A in the union of some half
// spaces and B in that of others is not enough, since they may be in different ones; so pieces are paired.
// A piece of A moved by v meets a piece of B just when v = b - a for points in them. By Farkas' lemma no such
// v fulfils n_k . v >= 0 for all k just when a sum w of the n_k with factors of 0 or more, not zero,
// separates the two pieces: w . a >= 0 and w . b <= 0. Steps: (1) one normal for all pieces, which is nearly
// always so. (2) Each pair of pieces: one normal; or H_1 and H_2 of a region of two convex edges; (3) or a
// sum of up to three normals: three suffice in space.
#include "contact/normals/contact_cone.h"

// A sum of unit normals (factors summing to 1) shorter than this has no sure direction.
static const double SHORTEST_SUM = 0.05;
static const double SAME_NORMAL = 1.0 - 1e-15;

void cdAddConstraintNormal(cdConstraints *constraints, cdVec3 normal) {
    for (int32_t i = 0; i < constraints->normalCount; i++)
        if (cdDot(constraints->normals[i], normal) >= SAME_NORMAL) return;
    // Without one that has no room more regions are kept, never fewer.
    if (constraints->normalCount < CD_MAX_CONSTRAINTS)
        constraints->normals[constraints->normalCount++] = normal;
}

// --- (1)

static bool isAbove(const cdVec3 *rays, int32_t count, cdVec3 normal, double slack) {
    for (int32_t i = 0; i < count; i++)
        if (cdDot(rays[i], normal) < -slack) return false;
    return true;
}

bool cdIsSeparating(const cdLocalCone *a, const cdLocalCone *b, cdVec3 normal, double slack) {
    return isAbove(a->rays, a->rayCount, normal, slack) &&
           isAbove(b->rays, b->rayCount, cdNegate(normal), slack);
}

bool cdIsSeparatingPieces(const cdLocalCone *a, const cdLocalCone *b, cdVec3 normal, double slack) {
    bool above = false, below = false;
    for (int32_t i = 0; i < a->pieceCount && !above; i++)
        above = isAbove(a->rays + a->pieces[i].firstRay, a->pieces[i].rayCount, normal, slack);
    for (int32_t k = 0; k < b->pieceCount && !below; k++)
        below = isAbove(b->rays + b->pieces[k].firstRay, b->pieces[k].rayCount, cdNegate(normal), slack);
    return above && below;
}

// --- (2)

typedef struct PiecePair {
    const cdVec3 *raysA, *raysB;
    int32_t countA, countB;
} PiecePair;

static double getHeight(const PiecePair *pair, int32_t ray, cdVec3 normal) {
    return ray < pair->countA ? cdDot(normal, pair->raysA[ray])
                              : -cdDot(normal, pair->raysB[ray - pair->countA]);
}

static bool isWithinWedge(const cdRegionWork *work, cdWorkSide side, int32_t edge, const cdVec3 *rays,
                          int32_t count, double slack) {
    const cdFeatures *features = cdGetWorkFeatures(work, side);
    bool within = true;
    for (int32_t h = 2 * edge; h < 2 * edge + 2; h++) {
        int32_t face = features->brep.halfEdges[h].face;
        if (face < 0) continue;
        cdVec3 normal = cdGetWorkPlane(work, side, face).normal;
        bool below = isAbove(rays, count, cdNegate(normal), slack);
        if (features->info.closed)
            within = within && below;
        else if (below && isAbove(rays, count, normal, slack) &&
                 isAbove(rays, count, cdGetInvector(work, side, h), slack))
            return true;
    }
    return features->info.closed && within;
}

static bool isWithinWedges(const cdRegionWork *work, const PiecePair *pair, const cdConstraints *set) {
    for (int32_t i = 0; i < set->wedgeCount; i++) {
        cdWedgePair wedges = set->wedges[i];
        if (isWithinWedge(work, CD_SIDE_A, wedges.edgeA, pair->raysA, pair->countA, set->slack) &&
            isWithinWedge(work, CD_SIDE_B, wedges.edgeB, pair->raysB, pair->countB, set->slack))
            return true;
    }
    return false;
}

// --- (3)

enum { MAX_FACTORS = 64 };

// Of a convex polygon of factors (x, y, z >= 0, sum 1) what one ray allows. Returns the corners left.
static int32_t clipFactors(const cdVec3 *factors, int32_t count, cdVec3 heights, double slack,
                           cdVec3 *result) {
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        cdVec3 p = factors[i], q = factors[(i + 1) % count];
        double atP = cdDot(heights, p) + slack, atQ = cdDot(heights, q) + slack;
        if (atP >= 0.0 && kept < MAX_FACTORS) result[kept++] = p;
        if ((atP >= 0.0) != (atQ >= 0.0) && kept < MAX_FACTORS)
            result[kept++] = cdLerp(p, q, atP / (atP - atQ));
    }
    return kept;
}

static bool isSumSeparating(const PiecePair *pair, const cdVec3 normals[3], double slack) {
    cdVec3 factors[2][MAX_FACTORS] = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    int32_t count = 3, current = 0;
    for (int32_t i = 0; i < pair->countA + pair->countB && count > 0; i++) {
        cdVec3 heights = {getHeight(pair, i, normals[0]), getHeight(pair, i, normals[1]),
                          getHeight(pair, i, normals[2])};
        count = clipFactors(factors[current], count, heights, slack, factors[1 - current]);
        current = 1 - current;
    }
    cdVec3 middle = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < count; i++)
        middle = cdMulAdd(middle, 1.0 / count, factors[current][i]);
    cdVec3 sum =
        cdMulAdd(cdMulAdd(cdScale(middle.x, normals[0]), middle.y, normals[1]), middle.z, normals[2]);
    return count > 0 && cdLength(sum) >= SHORTEST_SUM;
}

static bool isPairConstrained(const cdRegionWork *work, const PiecePair *pair, const cdConstraints *set) {
    const cdVec3 *n = set->normals;
    for (int32_t i = 0; i < set->normalCount; i++)
        if (isAbove(pair->raysA, pair->countA, n[i], set->slack) &&
            isAbove(pair->raysB, pair->countB, cdNegate(n[i]), set->slack))
            return true;
    if (isWithinWedges(work, pair, set)) return true;
    for (int32_t i = 0; i < set->normalCount; i++)
        for (int32_t k = i + 1; k < set->normalCount; k++)
            for (int32_t m = k; m < set->normalCount; m++)
                if (isSumSeparating(pair, (cdVec3[]){n[i], n[k], n[m]}, set->slack)) return true;
    return false;
}

bool cdAreConesConstrained(const cdRegionWork *work, const cdLocalCone *a, const cdLocalCone *b,
                           const cdConstraints *constraints) {
    if (a->incomplete || b->incomplete || a->pieceCount == 0 || b->pieceCount == 0) return false;
    for (int32_t i = 0; i < constraints->normalCount; i++)
        if (cdIsSeparating(a, b, constraints->normals[i], constraints->slack)) return true;
    for (int32_t i = 0; i < a->pieceCount; i++) {
        for (int32_t k = 0; k < b->pieceCount; k++) {
            PiecePair pair = {a->rays + a->pieces[i].firstRay, b->rays + b->pieces[k].firstRay,
                              a->pieces[i].rayCount, b->pieces[k].rayCount};
            if (!isPairConstrained(work, &pair, constraints)) return false;
        }
    }
    return true;
}
