// The frame of a span applied to four points at once, for nodes and triangles that are placed in it.
// it.
#ifndef CD_SPAN_LANES_H
#define CD_SPAN_LANES_H

#include "continuous/search/search.h"
#include "foundation/numbers/float_lanes.h"

static inline cdFloats3 cdSpreadVec3(const float v[3]) {
    return (cdFloats3){cdSpreadFloat(v[0]), cdSpreadFloat(v[1]), cdSpreadFloat(v[2])};
}

static inline cdFloats3 cdTurnFloats3(float rows[3][3], cdFloats3 v) {
    return (cdFloats3){cdDotFloats3(cdSpreadVec3(rows[0]), v), cdDotFloats3(cdSpreadVec3(rows[1]), v),
                       cdDotFloats3(cdSpreadVec3(rows[2]), v)};
}

// Bounds how far the paths of points leave their chords; `arms` from A's centre at the span's start. A path's
// bulge is that of the half velocity `velocity + g x arm`; both are scaled by the span's already.
static inline cdFloats cdBoundBulges(const cdSpanFrame *frame, cdFloats3 arms) {
    cdFloats3 b =
        cdAddFloats3(cdSpreadVec3(frame->velocity), cdCrossFloats3(cdSpreadVec3(frame->turn), arms));
    return cdSqrtFloats(cdDotFloats3(b, b));
}

#endif
