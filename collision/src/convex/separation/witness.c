// Witnesses of a collision; see witness.h.
#include "convex/separation/witness.h"
#include "convex/separation/origin_test.h"

bool cdConeHoldsOrigin(const cdDirectionCone *cone, double margin) {
    cdVec3 m[4];
    for (int k = 0; k < 4; k++)
        m[k] = cone->found[cone->witness[k]].m;
    return cdHoldsOrigin(m, margin);
}

void cdKeepWitness(const cdDirectionCone *cone, cdConvexCache *cache) {
    for (int k = 0; k < 4; k++) {
        cache->witnessA[k] = cone->found[cone->witness[k]].a;
        cache->witnessB[k] = cone->found[cone->witness[k]].b;
    }
}

static bool isVertexPair(const cdConvexPair *pair, int32_t a, int32_t b) {
    if (a == CD_MIDDLE && b == CD_MIDDLE) return true;
    return a >= 0 && a < pair->poseCount * pair->a->info.vertexCount && b >= 0 &&
           b < pair->b->info.vertexCount;
}

bool cdWitnessHolds(const cdConvexPair *pair, const cdConvexCache *cache, double margin) {
    cdVec3 m[4];
    bool valid = isVertexPair(pair, cache->vertexA, cache->vertexB);
    for (int k = 0; k < 4 && valid; k++) {
        valid = isVertexPair(pair, cache->witnessA[k], cache->witnessB[k]);
        if (valid) m[k] = cdGetDifference(pair, cache->witnessA[k], cache->witnessB[k]);
    }
    return valid && cdHoldsOrigin(m, margin);
}
