// A step of contact analysis (region_work.h).
#include "contact/region_work.h"

void cdSelectSufficient(cdRegionWork *work) {
    (void)work;
}
