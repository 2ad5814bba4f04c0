// Shared by the files that draw solids and their index.
#ifndef CD_DRAW_SOLID_H
#define CD_DRAW_SOLID_H

#include "draw/draw_calls.h"
#include "solid/solid_data.h"

// Draws points stored relative to a centre, in a mesh's local frame.
typedef struct cdLocalDraw {
    const cdDebugDraw *draw;
    cdVec3 center;
    cdPose pose;
    bool dashed;
} cdLocalDraw;

static inline cdVec3 cdTransformLocal(const cdLocalDraw *d, cdVec3 x) {
    return cdTransformPoint(d->pose, cdAdd(x, d->center));
}

void cdDrawLocalLine(const cdLocalDraw *d, cdVec3 a, cdVec3 b, cdDrawRole role);

static inline void cdDrawLocalPoint(const cdLocalDraw *d, cdVec3 x, cdDrawRole role) {
    cdDrawPoint(d->draw, cdTransformLocal(d, x), cdGetStyle(role));
}

// Returns the role of a location; labels a point with the name of its location.
cdDrawRole cdGetLocationRole(cdLocation location);
void cdLabelLocation(const cdLocalDraw *d, const cdSolid *solid, cdVec3 x, cdLocation location);

// Implements cdDrawTraceEvent for a path down the index of A's solid.
void cdDrawIndexEvent(const cdDebugDraw *draw, const cdTraceEvent *event, const cdTracedQuery *query);

#endif
