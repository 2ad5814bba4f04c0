// Pairs of features that may touch, by the B-rep index of one solid [BV92 4.3].
#include "contact/region_work.h"

bool cdFindIndexedPairs(cdRegionWork *work) {
    return cdFindNearPairs(work);
}
