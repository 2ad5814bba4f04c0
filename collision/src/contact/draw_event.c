// cdDrawTraceEvent: one event of any query, drawn by the part of the library that recorded it.
#include "continuous/draw/draw_parts.h"
#include "foundation/memory/hooks.h"
#include "foundation/report/recording.h"
#include "solid/solid_data.h"

static void drawRegion(const cdDebugDraw *draw, const cdTraceEvent *event, double length) {
    cdVec3 point = cdGetEventVector(event, 0), normal = cdGetEventVector(event, 3);
    if (draw->point) draw->point(point, CD_ROLE_REGION, draw->context);
    if (draw->segment) draw->segment(point, cdMulAdd(point, length, normal), CD_ROLE_NORMAL, draw->context);
}

void cdDrawTraceEvent(const cdDebugDraw *draw, const cdTraceEvent *event, const cdTracedQuery *query) {
    if (!CD_REQUIRE(draw && event && query && query->meshA)) return;
    if (event->kind == CD_TRACE_INDEX_NODE || event->kind == CD_TRACE_INDEX_LEAF)
        cdDrawIndexEvent(draw, event, query);
    else if (event->kind == CD_TRACE_REGION)
        drawRegion(draw, event, 0.25 * query->meshA->radius);
    else if (query->meshB != NULL)
        cdDrawSearchEvent(draw, event, query);
}
