// The overlap of two faces in about one plane [BV92 Lemma 1].
#include "contact/region_work.h"

void cdIntersectFaces(cdRegionWork *work, int32_t faceA, int32_t faceB) {
    (void)work, (void)faceA, (void)faceB;
}
