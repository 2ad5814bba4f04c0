// The lines of a hull's vertices, which climbing reads: their edges, rounded.
#ifndef CD_HULL_VERTICES_H
#define CD_HULL_VERTICES_H

#include "convex/hull/convex_build.h"

// Returns the number of lines of the hull with these edges; 0: more than CD_HULL_LINE_MAX.
size_t cdCountHullLines(const cdHullLevel *hull);

// Fills the zeroed lines of a hull that has its vertices and levels.
void cdFillHullLines(const cdConvex *convex, cdHullVertex *lines);

#endif
