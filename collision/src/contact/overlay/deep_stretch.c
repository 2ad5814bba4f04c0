// Edges whose stretches inside a convex face leave a range of heights over it, before the stretches are
// found.
//
// Most edges near a face of a curved surface do: the stretch inside gives no region. Input: an outline of
// three or four corners that turn left, a segment, its heights at both ends. (1) Both ends on the right of a
// side, or on it: no point is inside. (2) The segment is cut by the sides, each moved inwards by four
// margins. Points of what remains lie on the left of all sides, so in the face, and farther than a margin
// from each: the rounding of a cross product is far below the other three margins. So cdFindInnerStretches
// gives a stretch that contains all of it, as moving ends onto the outline only widens a stretch. (3) It
// gives no other one longer than the margin: the points more than a margin from all sides of a convex face
// are convex, and so are those of a line. (4) Heights are linear along the segment: a stretch within the
// limit at its ends is within it here.
#include "contact/overlay/face_outline.h"

static const double DEPTH = 4.0; // margins

// With four left turns it cannot wind twice.
static bool isConvex(const cdFaceOutline *outline) {
    int32_t count = outline->cornerCount;
    const cdVec2 *at = outline->corners;
    for (int32_t i = 0; i < count; i++) {
        int32_t next = i + 1 < count ? i + 1 : 0, last = next + 1 < count ? next + 1 : 0;
        if (!(cdCross2(at[i], at[next], at[last]) > 0.0)) return false;
    }
    return count > 2;
}

bool cdIsStretchBeyond(const cdFaceOutline *outline, cdVec3 from, cdVec3 to, const double heights[2],
                       double limit) {
    if (!isConvex(outline)) return false;
    cdVec2 p = cdProjectToPlane(&outline->plane, from), q = cdProjectToPlane(&outline->plane, to);
    cdStretch deep = {0.0, 1.0};
    for (int32_t i = 0; i < outline->cornerCount; i++) {
        cdVec2 a = outline->corners[i], b = outline->corners[i + 1 < outline->cornerCount ? i + 1 : 0];
        double x = b.x - a.x, y = b.y - a.y, depth = DEPTH * outline->margin * sqrt(x * x + y * y);
        double atP = x * (p.y - a.y) - (p.x - a.x) * y, atQ = x * (q.y - a.y) - (q.x - a.x) * y;
        if (atP <= 0.0 && atQ <= 0.0) return true; // (1)
        if (atP < depth && atQ < depth) return false;
        double at = (atP - depth) / (atP - atQ);
        if (atP < depth) deep.from = cdMax(deep.from, at);
        if (atQ < depth) deep.to = cdMin(deep.to, at);
    }
    if (!(deep.from < deep.to)) return false;
    double rise = heights[1] - heights[0];
    return fabs(heights[0] + deep.from * rise) > limit || fabs(heights[0] + deep.to * rise) > limit; // (4)
}
