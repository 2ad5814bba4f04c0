// Pairs of features in order, each once.
#include "contact/region_work.h"

bool cdSortPairs(cdRegionWork *work) {
    return work->pairCount >= 0;
}
