// Elements of a search that keeps a clearance: the distance at which triangles are in contact is more than 0.
//
// Input: a search whose `clearance` is above 0. Two elements are in contact where their distance falls to the
// clearance (found by offset/offset_contact.h). A start at the clearance, within a tolerance, is a contact of
// the pair at once, unless the pair leaves: its distance comes to exceed the clearance by more than the
// tolerance, and never falls three tolerances below the clearance until then. Both are certified for each
// pair separately, so the answer depends on the pair alone. A nearer start overlaps.
#ifndef CD_CLEAR_ELEMENTS_H
#define CD_CLEAR_ELEMENTS_H

#include "continuous/search/search.h"

// The tolerance of such a search, in tolerances of a search without clearance. The tolerance of a pair of
// elements scales with sums of absolute coordinates, the paths of both meshes, each as seen from the other,
// and the clearance. With radii r and s, centres D apart, and a path of length P, it is below 6 r + 12 s + 8
// D + 11 P times that of a touch.
#define CD_CLEAR_UNITS 12.0

// Returns the first contact of two elements in `tau`.
cdElementContact cdFindClearContact(cdSearch *search, const cdElementPair *pair, cdInterval tau);

// True if two triangles share a point, or are nearer than the clearance by more than a tolerance. In a search
// for overlap alone: if their distance is at most the search's `overlapReach`.
bool cdAreTrianglesTooNear(const cdSearch *search, const cdVec3 a[3], const cdVec3 b[3]);

// Returns the nearest features of two elements at tau of the current screw: their kind, ids, the point midway
// between the surfaces and the unit normal from B to A, both in the frame of the query.
cdTouch cdDescribeClearContact(const cdSearch *search, cdContactKind kind, int32_t a, int32_t b, double tau);

// Keeps one of each run of touches that have the same features. Returns the number kept.
int32_t cdDropRepeatedTouches(cdTouch *touches, int32_t count);

// Returns the point midway between the surfaces of two triangles with their rounding.
cdVec3 cdFindPointBetween(const cdSearch *search, const cdVec3 a[3], const cdVec3 b[3]);

#endif
