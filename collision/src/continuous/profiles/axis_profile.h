// Profiles of the nodes of two meshes about the axis of a screw: ranges of coordinates that a motion along it
// hardly changes (axis_triangle.h). Nodes with disjoint ranges stay separated for the whole screw.
#ifndef CD_AXIS_PROFILE_H
#define CD_AXIS_PROFILE_H

#include "continuous/profiles/axis_triangle.h"
#include "continuous/search/search.h"

// Builds the profiles of all nodes for the current screw.
void cdTryProfiles(cdSearch *search);

// Returns the work of the search after which the profiles of the current screw pay; INT64_MAX: they never do,
// or they have been tried.
int64_t cdGetProfileWork(const cdSearch *search);

// Returns the work of the search so far: its tests of nodes and of triangles, and 32 for each solved
// equation.
static inline int64_t cdGetSearchWork(const cdSearch *search) {
    const cdQueryStats *stats = &search->stats;
    return stats->sphereTests + stats->facePairTests + 32 * stats->cubicSolves;
}

// Updates how the part of interest moves along the screw: after the profiles were built or the part changed.
void cdUpdateAxisMotion(cdSearch *search);

static inline bool cdHasProfiles(const cdSearch *search) {
    return search->hasProfiles && search->profileScrew == search->screwIndex;
}

// True if the profiles, which must exist, separate two nodes over the part of interest.
bool cdProfilesApart(const cdSearch *search, int32_t nodeA, int32_t nodeB);

// Returns the profile that separates them: 1 to 4 the directions of the plane (rho, w), 5 the angles or one
// node beyond the other mesh's whole range, 0 none. `ends`: for 1 to 4, the ends of A's and B's range that
// face each other; else unchanged.
int cdFindPartedProfile(const cdSearch *search, int32_t nodeA, int32_t nodeB, double ends[2]);

// The same for two triangles.
static inline bool cdAreTrianglesPartedAboutAxis(const cdSearch *search, int32_t a, int32_t b) {
    return cdAxisTrianglesApart(&search->axisFrame, &search->axisMotion, &search->memory.axisTriangles[0][a],
                                &search->memory.axisTriangles[1][b]);
}

#endif
