// What following a route records in a trace; see collision/trace.h. Called only where there is one. All times
// are the route's, in `tau` and in `t`: who knows the motion puts the step's in `t`.
#ifndef CD_ROUTE_TRACE_H
#define CD_ROUTE_TRACE_H

#include "boxes/route/route_plane.h"
#include "foundation/report/recording.h"

void cdTraceRoutePart(cdTrace *trace, const cdBoxRoute *route, int32_t index, double begin, double end);

// A plane that was followed over `tau`, with the pair on it.
void cdTraceRoutePlane(cdTrace *trace, const cdBoxRoute *route, cdRoutePlane plane, cdBoxPair pair,
                       cdInterval tau);

// A plane that parts the boxes over `tau`, whichever features lie on it.
void cdTraceRouteThroughout(cdTrace *trace, const cdBoxRoute *route, cdRoutePlane plane, cdInterval tau);

// The plane recorded last is the one on which the boxes meet.
void cdTraceRouteEnd(cdTrace *trace);

// All planes of a translation, that of the stop last.
void cdTraceLinePlanes(cdTrace *trace, const cdBoxRoute *route, const cdRoutePart *part, double from,
                       const cdRouteStop *stop);

// A start that touches leaves: the route is followed again from there on.
void cdTraceLeaving(cdTrace *trace, double from);

// DECIDED.
void cdTraceBoxDecision(cdTrace *trace, const cdBoxContact *contact);

#endif
