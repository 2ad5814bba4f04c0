// Two triangles over a part of a screw; see triangle_test.c.
#ifndef CD_TRIANGLE_TEST_H
#define CD_TRIANGLE_TEST_H

#include "continuous/elements/start_test.h"

// `elements`: those of the triangle that are tested with it, bits as in cdLeafEntry. `normal`: by
// cdGetTriangleNormal.
void cdMakeMovingTriangle(cdSearch *search, int32_t triangle, uint32_t elements, cdVec3 normal,
                          cdMovingTriangle *t);
void cdMakeFixedTriangle(const cdSearch *search, int32_t triangle, uint32_t elements, cdVec3 normal,
                         cdFixedTriangle *t);

// Tests two triangles and, if no plane separates them, their elements.
void cdTestTriangles(cdSearch *search, cdMovingTriangle *a, const cdFixedTriangle *b);

// Tests the elements of two triangles that no plane is known to separate. `near`: those that no plane is
// known to keep from the other triangle.
void cdTestElements(cdSearch *search, cdMovingTriangle *a, const cdFixedTriangle *b, cdElementBits near);

// Counts two triangles that nothing separates as a whole.
void cdCountTriangles(cdSearch *search, int32_t a, int32_t b);

// Counts two triangles that were separated before.
void cdRejectTriangles(cdSearch *search, cdTraceHow how, int32_t a, int32_t b);

#endif
