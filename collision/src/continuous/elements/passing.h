// Triangles that pass through each other while a motion leaves a touch.
//
// Pairs of elements that touch at the start do not count as contacts for a few tolerances of the path
// (leave_touch.c). Surfaces with a gap below the tolerance there may be on each other's other side
// afterwards.
#ifndef CD_PASSING_H
#define CD_PASSING_H

#include "continuous/elements/start_test.h"

// Offers a contact if two triangles pass through each other before `exemptUntil`.
void cdTestPassing(cdSearch *search, const cdMovingTriangle *a, const cdFixedTriangle *b);

#endif
