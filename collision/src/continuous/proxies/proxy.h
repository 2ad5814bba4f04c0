// Convex proxies: steps that never reach the sphere trees.
#ifndef CD_PROXY_H
#define CD_PROXY_H

#include "continuous/search/search.h"

// True if both have hulls and the query may use them.
bool cdCanUseProxies(const cdSearch *search);

// True if the meshes' hulls stay separated over the whole step, by more than any tolerance of the query.
// Counts itself in the search's stats. Leaves the search in its first screw. `cache` may be NULL.
bool cdProxiesStayApart(cdSearch *search, cdPose poseB, cdPairCache *cache, cdProxy *proxy);

#endif
