// A step of contact analysis (region_work.h).
#include "contact/region_work.h"

void cdFindPenetration(cdRegionWork *work) {
    work->out->state = work->out->regionCount > 0 ? CD_TOUCH : CD_SEPARATE;
}
