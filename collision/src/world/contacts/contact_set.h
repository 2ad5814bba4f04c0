// The contact points of a pair of bodies at their present poses.
//
// Input: a pair and its two bodies. Output: its points, those of the sufficient subset of its contact regions
// [BV92 3], with normals that persist from the step before, and those that first contacts told of and that
// no region stands for. Points that were there before keep their impulses: where the solver begins.
#ifndef CD_CONTACT_SET_H
#define CD_CONTACT_SET_H

#include "world/world_data.h"

// Makes memory for the contact points of bodies with these meshes. false: there is none.
bool cdReservePairWork(cdWorkspace *workspace, const cdMesh *const meshes[2]);

// A pair with its memory for regions. NULL: no memory
cdWorldPair *cdCreatePair(void);
void cdDestroyPair(cdWorldPair *pair);
// As new, for two other bodies; keeps its memory.
void cdResetPair(cdWorldPair *pair, int32_t bodyA, int32_t bodyB);

// Within which points are looked for: twice the largest gap that a stop leaves, 8 margins.
double cdGetTouchTolerance(double margin);

// Finds the points anew at the bodies' poses; nothing to do when neither has moved relative to the other, bit
// for bit, since the last time. `touches` tells whether there are any. Points of first contacts stay while
// their gap is within the tolerance and what touches is still near, and no region tells of the same place.
// Where the meter is out the pair is as it was before.
// @errors false: the workspace cannot grow, and points are missing
bool cdFindPairPoints(cdWorldPair *pair, const cdWorldBody *a, const cdWorldBody *b, double margin,
                      cdMeter *meter, cdWorkspace *workspace);

// Adds the point of a first contact, unless it is there already: the same elements, the same place and
// normal, or over the hull of points with its normal; or unless one that meets inside its elements is there
// where this one meets at a border, pushing one way, which else goes. false: it was there, or there is no
// room.
bool cdAddPairPoint(cdWorldPair *pair, const cdContactPoint *point);

#endif
