// A separating vector of a hull and all that a moving one sweeps.
//
// The search of [CW96] section 2 with the hull of A at both ends of the way, thickened by a ball that holds
// what the way bulges between them: a convex body, so Lemma 1 and Eq. 2 hold, but its vertices are no longer
// finitely many. Giving up costs no more than the mesh test that follows, so the search is short.
#include "convex/swept_vector.h"
#include "convex/direction_cone.h"

enum { SWEPT_MAX = 10, SWEPT_REFLECTIONS = 4 };

cdSweptVector cdFindSweptVector(cdConvexPair *pair, cdVec3 vector, cdDifference at) {
    cdSweptVector result = {.vector = vector, .at = at};
    cdDirectionCone cone;
    cone.count = 0;
    for (cdVec3 s = vector; result.iterations < SWEPT_MAX;) {
        result.iterations++;
        cdFindDifference(pair, s, &result.at);
        pair->turned = true;
        result.vector = s;
        result.gap = cdDot(s, result.at.m);
        result.separated = result.gap > pair->tolerance;
        cdVec3 m = result.at.m;
        double lengthSq = cdLengthSq(m);
        if (result.separated || !(lengthSq > 0.0)) break;
        if (!cdNarrowCone(&cone, &result.at)) break;
        bool reflects = result.iterations <= SWEPT_REFLECTIONS;
        s = cdNormalize(reflects ? cdMulAdd(s, -2.0 * result.gap / lengthSq, m) : cone.w);
    }
    return result;
}
