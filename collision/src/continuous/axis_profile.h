// Profiles of two meshes about the axis of a screw: what no turn about it changes.
//
// A point keeps its distance rho from the axis, and its height z along the axis changes by the slide alone.
// So two nodes whose ranges of rho, of z or of rho +- z are disjoint stay apart for the whole screw, however
// long it turns. That decides nested surfaces of revolution that turn, which no flat bound does.
#ifndef CD_AXIS_PROFILE_H
#define CD_AXIS_PROFILE_H

#include "continuous/search.h"

// Makes the profiles of all nodes for the present screw, once a search has become long enough to pay for it.
void cdMakeProfilesWhenLong(cdSearch *search);

// True when the profiles, if there are any, keep two nodes apart over the part of interest.
bool cdProfilesApart(const cdSearch *search, int32_t nodeA, int32_t nodeB);

#endif
