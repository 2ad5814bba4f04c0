// Planes that separate two triangles, or two of their elements, over the part of interest; see parting.c.
#ifndef CD_PARTING_H
#define CD_PARTING_H

#include "continuous/elements/start_test.h"

// True if the plane of one triangle separates the two.
bool cdPlanesPart(const cdSearch *search, const cdMovingTriangle *a, const cdFixedTriangle *b);

// True if a plane through an edge of one triangle, perpendicular to it, separates the two. This rejects
// neighbours that lie side by side.
bool cdSidesPart(const cdSearch *search, const cdMovingTriangle *a, const cdFixedTriangle *b);

// True if the spheres over two edges stay separated along the moving one's chord.
bool cdAreEdgesApart(const cdSearch *search, const cdMovedVertex *a0, const cdMovedVertex *a1, cdVec3 b0,
                     cdVec3 b1);

// True if the two elements pass beside each other: a plane across their common normal, through an edge,
// separates them.
bool cdSidesPartEdges(const cdSearch *search, const cdMovedVertex *a0, const cdMovedVertex *a1, cdVec3 b0,
                      cdVec3 b1);
bool cdSidesPartVertex(const cdSearch *search, const cdMovedVertex *a, const cdFixedTriangle *b);
bool cdSidesPartFace(const cdSearch *search, const cdMovingTriangle *a, cdVec3 b);

#endif
