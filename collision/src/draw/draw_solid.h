// What the files that draw solids and their index share.
#ifndef CD_DRAW_SOLID_H
#define CD_DRAW_SOLID_H

#include "draw/draw_calls.h"
#include "solid/solid_data.h"

// Draws what is stored less a centre, in a mesh's local frame.
typedef struct cdLocalDraw {
    const cdDebugDraw *draw;
    cdVec3 center;
    cdPose pose;
    bool dashed;
} cdLocalDraw;

static inline cdVec3 cdPlaceLocal(const cdLocalDraw *d, cdVec3 x) {
    return cdTransformPoint(d->pose, cdAdd(x, d->center));
}

void cdDrawLocalLine(const cdLocalDraw *d, cdVec3 a, cdVec3 b, cdDrawRole role);

static inline void cdDrawLocalPoint(const cdLocalDraw *d, cdVec3 x, cdDrawRole role) {
    cdDrawPoint(d->draw, cdPlaceLocal(d, x), cdGetStyle(role));
}

// The role of what lies at a place, and its name beside it.
cdDrawRole cdGetLocationRole(cdLocation location);
void cdLabelLocation(const cdLocalDraw *d, const cdSolid *solid, cdVec3 x, cdLocation location);

// cdDrawTraceEvent of a path down the index of A's solid.
void cdDrawIndexEvent(const cdDebugDraw *draw, const cdTraceEvent *event, const cdTracedQuery *query);

#endif
