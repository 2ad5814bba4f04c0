// Events that following a route records in a trace; see collision/trace.h. Called only with a trace. All
// times are the route's, in `tau` and in `t`: the caller that knows the motion puts the step's in `t`.
#ifndef CD_ROUTE_TRACE_H
#define CD_ROUTE_TRACE_H

#include "boxes/route/route_plane.h"
#include "foundation/report/recording.h"

void cdTraceRoutePart(cdTrace *trace, const cdBoxRoute *route, int32_t index, double begin, double end);

// Records a plane that was followed over `tau`, with the pair on it.
void cdTraceRoutePlane(cdTrace *trace, const cdBoxRoute *route, cdRoutePlane plane, cdBoxPair pair,
                       cdInterval tau);

// Records a plane that separates the boxes over `tau`, whichever features lie on it.
void cdTraceRouteThroughout(cdTrace *trace, const cdBoxRoute *route, cdRoutePlane plane, cdInterval tau);

// Marks the plane recorded last as the one on which the boxes meet.
void cdTraceRouteEnd(cdTrace *trace);

// Records all planes of a translation, that of the stop last.
void cdTraceLinePlanes(cdTrace *trace, const cdBoxRoute *route, const cdRoutePart *part, double from,
                       const cdRouteStop *stop);

// Records that a start that touches leaves: the route is followed again from there.
void cdTraceLeaving(cdTrace *trace, double from);

// Records DECIDED.
void cdTraceBoxDecision(cdTrace *trace, const cdBoxContact *contact);

#endif
