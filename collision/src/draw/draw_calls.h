// Calls of the cdDebugDraw callbacks, each of which may be NULL.
#ifndef CD_DRAW_CALLS_H
#define CD_DRAW_CALLS_H

#include "collision/draw.h"
#include "foundation/numbers/float_mode.h"

static inline void cdDrawSegment(const cdDebugDraw *draw, cdVec3 a, cdVec3 b, cdDrawStyle style) {
    if (draw->segment) draw->segment(a, b, style, draw->context);
}

static inline void cdDrawTriangle(const cdDebugDraw *draw, const cdVec3 corners[3], cdDrawStyle style) {
    if (draw->triangle) draw->triangle(corners[0], corners[1], corners[2], style, draw->context);
}

static inline void cdDrawPoint(const cdDebugDraw *draw, cdVec3 p, cdDrawStyle style) {
    if (draw->point) draw->point(p, style, draw->context);
}

static inline void cdDrawArrow(const cdDebugDraw *draw, cdVec3 from, cdVec3 to, cdDrawStyle style) {
    if (draw->arrow)
        draw->arrow(from, to, style, draw->context);
    else
        cdDrawSegment(draw, from, to, style);
}

static inline void cdDrawLabel(const cdDebugDraw *draw, cdVec3 p, const char *text, cdDrawStyle style) {
    if (draw->label) draw->label(p, text, style, draw->context);
}

// Draws three circles about the axes if there is no callback.
void cdDrawSphere(const cdDebugDraw *draw, cdVec3 center, double radius, cdDrawStyle style);

// Draws a circle about `center`; x and y: two perpendicular radii.
void cdDrawCircle(const cdDebugDraw *draw, cdVec3 center, cdVec3 x, cdVec3 y, cdDrawStyle style);

// Draws a square of a plane as a framed grid (CD_ROLE_SEPARATOR, CD_ROLE_CELL); x and y: from its centre to
// the midpoints of two sides.
void cdDrawPlane(const cdDebugDraw *draw, cdVec3 center, cdVec3 x, cdVec3 y);

// Returns the style of a role without owner or fade.
static inline cdDrawStyle cdGetStyle(cdDrawRole role) {
    return (cdDrawStyle){.role = role};
}

// Returns a unit vector perpendicular to v.
static inline cdVec3 cdFindSquare(cdVec3 v) {
    bool steep = fabs(v.y) > 0.9;
    cdVec3 axis = {steep ? 1.0 : 0.0, steep ? 0.0 : 1.0, 0.0};
    return cdNormalize(cdCross(axis, v));
}

#endif
