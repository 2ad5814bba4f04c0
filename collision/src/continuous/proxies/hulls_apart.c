// Tests hulls for being disjoint; see hulls_apart.h.
#include "continuous/proxies/hulls_apart.h"

bool cdAreHullsApart(const cdPlacedPair *pair, double gap, cdConvexCache *cache) {
    const cdConvex *a = pair->meshA->hull, *b = pair->meshB->hull;
    if (a == NULL || b == NULL) return false;
    cdSeparationInput input = {.convexA = a, .convexB = b, .poseA = pair->poseA, .poseB = pair->poseB};
    cdSeparation found = cdFindSeparatingVector(&input, cache, NULL);
    // Vertices lie outside their hull by at most its error, and their rounding is within the tolerance.
    double least = gap + a->info.error + b->info.error + 2.0 * found.tolerance;
    return found.state == CD_FREE && found.gap > least;
}
