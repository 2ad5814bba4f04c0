// The frame of a span applied to four points at once, for nodes and triangles that are placed in it.
#ifndef CD_SPAN_LANES_H
#define CD_SPAN_LANES_H

#include "continuous/search/search.h"
#include "continuous/search/triangle_floats.h"

static inline cdFloats3 cdTurnFloats3(float rows[3][3], cdFloats3 v) {
    const cdFloats3 spread[3] = {cdSpreadTriple(rows[0]), cdSpreadTriple(rows[1]), cdSpreadTriple(rows[2])};
    return cdTurnTriple(spread, v);
}

// Bounds how far the paths of points leave their chords; `arms` from A's centre at the span's start. A path's
// bulge is that of the half velocity `velocity + g x arm`; both are scaled by the span's already.
static inline cdFloats cdBoundBulges(const cdSpanFrame *frame, cdFloats3 arms) {
    cdFloats3 b =
        cdAddFloats3(cdSpreadTriple(frame->velocity), cdCrossFloats3(cdSpreadTriple(frame->turn), arms));
    return cdSqrtFloats(cdDotFloats3(b, b));
}

#endif
