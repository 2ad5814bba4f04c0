// Decides in integers, without rounding, whether two boxes in polynomial motion share a point at a time t.
//
// Input: cdBoxesInput, whose numbers are all multiples of powers of two, and such a t. Output: separated,
// touching or overlapping. Source: the separating-axis theorem for two parallelepipeds: 15 directions; zero
// ones, of parallel edges, are skipped.
#ifndef EXACT_BOXES_H
#define EXACT_BOXES_H

#include "collision/boxes.h"

typedef enum BoxMeeting { BOXES_APART = 0, BOXES_TOUCHING, BOXES_OVERLAPPING } BoxMeeting;

BoxMeeting MeetBoxesExactly(const cdBoxesInput *input, double t);

#endif
