// Points of first contacts in a pair's contact points: which stay, and which are implied by others.
//
// cdAddPairPoint (contact_set.h) adds a new one.
#ifndef CD_TOUCH_POINTS_H
#define CD_TOUCH_POINTS_H

#include "world/contacts/contact_set.h"

// Adds those of before[count] that are still near and that no other point implies.
void cdKeepTouchPoints(cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b,
                       const cdContactPoint *before, int32_t count);

// True if the elements of a first contact lie opposite each other, not beside each other: their distance is
// at most the size of `gap`, which is that of their lines or of plane and vertex, plus `slack`, a length.
bool cdDoElementsFace(const cdContactPoint *point, double gap, double slack, const cdPlacedShape *a,
                      const cdPlacedShape *b);

// Drops the pair's points of first contacts that are no longer near.
void cdDropFarTouches(cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b);

#endif
