// Trace events of two nodes that are separated although their spheres may meet.
#ifndef CD_NODE_TRACE_H
#define CD_NODE_TRACE_H

#include "continuous/search/search_trace.h"

// Fills c[5] to c[7] of an event whose nodes and `how` (SLAB, BOX or AXIS) are known; see collision/trace.h.
void cdTraceParting(const cdSearch *search, cdTraceEvent *event);

#endif
