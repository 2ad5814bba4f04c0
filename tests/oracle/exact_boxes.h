// Whether two boxes in polynomial motion share a point at a time t, in integers, without any rounding.
//
// Input: cdBoxesInput, whose numbers are all multiples of powers of two, and a t that is one too. Output:
// apart, touching or overlapping. Source: the separating-axis theorem for two parallelepipeds: 15 directions,
// of which those of parallel edges, which are zero, say nothing.
#ifndef EXACT_BOXES_H
#define EXACT_BOXES_H

#include "collision/boxes.h"

typedef enum BoxMeeting { BOXES_APART = 0, BOXES_TOUCHING, BOXES_OVERLAPPING } BoxMeeting;

BoxMeeting MeetBoxesExactly(const cdBoxesInput *input, double t);

#endif
