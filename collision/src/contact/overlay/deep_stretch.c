// The part of a segment that lies deep inside a convex face, before the stretches inside it are found.
//
// Most edges near a face of a curved surface leave the tolerance over it: the stretch inside gives no region.
// Input: an outline of three or four corners that turn left, a segment. (1) Both ends on the right of a side,
// or on it: no point is inside. (2) The segment is cut by the sides, each moved inwards by four margins.
// Points of what remains lie on the left of all sides, so in the face, and farther than a margin from each:
// the rounding of a cross product is far below the other three margins. So cdFindInnerStretches gives a
// stretch that contains all of it, as moving ends onto the outline only widens a stretch. (3) It gives no
// other one longer than the margin: the points more than a margin from all sides of a convex face are convex,
// and so are those of a line. (4) A side that has all of the segment four margins inside is not near it.
#include "contact/overlay/face_outline.h"

static const double DEPTH = 4.0; // margins

cdDeepState cdFindDeepStretch(const cdFaceOutline *outline, cdVec3 from, cdVec3 to, cdDeepStretch *deep) {
    *deep = (cdDeepStretch){.part = {0.0, 1.0}};
    if (!outline->convex) return CD_DEEP_UNKNOWN;
    cdVec2 p = cdProjectToPlane(&outline->plane, from), q = cdProjectToPlane(&outline->plane, to);
    for (int32_t i = 0; i < outline->cornerCount; i++) {
        cdVec2 a = outline->corners[i], b = outline->corners[i + 1 < outline->cornerCount ? i + 1 : 0];
        double x = b.x - a.x, y = b.y - a.y, depth = DEPTH * outline->margin * sqrt(x * x + y * y);
        double atP = x * (p.y - a.y) - (p.x - a.x) * y, atQ = x * (q.y - a.y) - (q.x - a.x) * y;
        if (atP <= 0.0 && atQ <= 0.0) return CD_DEEP_NONE;
        if (atP < depth && atQ < depth) return CD_DEEP_UNKNOWN;
        double at = (atP - depth) / (atP - atQ);
        if (atP < depth) deep->part.from = cdMax(deep->part.from, at);
        if (atQ < depth) deep->part.to = cdMin(deep->part.to, at);
        if (atP >= depth && atQ >= depth) deep->farSides |= 1u << i;
    }
    return deep->part.from < deep->part.to ? CD_DEEP_FOUND : CD_DEEP_UNKNOWN;
}
