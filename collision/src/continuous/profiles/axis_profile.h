// Profiles of the nodes of two meshes about the axis of a screw: ranges of what no motion along it changes
// (axis_triangle.h). Two nodes whose ranges are disjoint stay apart for the whole screw.
#ifndef CD_AXIS_PROFILE_H
#define CD_AXIS_PROFILE_H

#include "continuous/profiles/axis_triangle.h"
#include "continuous/search/search.h"

// Makes the profiles of all nodes for the present screw, if the search has become long enough to pay for it.
void cdTryProfiles(cdSearch *search);

static inline void cdMakeProfilesWhenLong(cdSearch *search) {
    if (search->profileScrew != search->screwIndex) cdTryProfiles(search);
}

// How the part of interest moves along the screw: after the profiles were made or the part changed.
void cdUpdateAxisMotion(cdSearch *search);

static inline bool cdHasProfiles(const cdSearch *search) {
    return search->hasProfiles && search->profileScrew == search->screwIndex;
}

// True when the profiles, which there must be, keep two nodes apart over the part of interest.
bool cdProfilesApart(const cdSearch *search, int32_t nodeA, int32_t nodeB);

// Which of the profiles keeps them apart: 1 to 4 the directions of the plane (rho, w), 5 the angles or one
// node beyond all that the other mesh reaches, 0 none. `ends`: for 1 to 4, the ends of A's and B's range that
// face each other; else unchanged.
int cdFindPartedProfile(const cdSearch *search, int32_t nodeA, int32_t nodeB, double ends[2]);

// The same of two triangles.
static inline bool cdAreTrianglesPartedAboutAxis(const cdSearch *search, int32_t a, int32_t b) {
    return cdAxisTrianglesApart(&search->axisFrame, &search->axisMotion, &search->memory.axisTriangles[0][a],
                                &search->memory.axisTriangles[1][b]);
}

#endif
