// What two features share within the tolerance [BV92 Lemma 1].
#include "contact/region_work.h"

void cdIntersectEntities(cdRegionWork *work, cdEntityPair pair) {
    cdPlace a = cdGetEntityPlace(work->a, pair.a), b = cdGetEntityPlace(work->b, pair.b);
    if (a.where == CD_ON_FACE && b.where == CD_ON_FACE) cdIntersectFaces(work, a.index, b.index);
}
