// Two meshes that are boxes: their route instead of the search through their trees [AS05].
#ifndef CD_BOX_SEARCH_H
#define CD_BOX_SEARCH_H

#include "continuous/search/search.h"

typedef struct cdBoxFinding {
    bool isAnswer; // the search's best candidate is the first contact; without one it is free
    int32_t screw; // else: free before `from` of this screw
    double from;   // tau
} cdBoxFinding;

// True if both are boxes and the query may use their route.
bool cdCanSearchBoxes(const cdSearch *search);

// Follows the boxes' route over the motion up to `timeLimit` and describes the separation at its end as the
// proxies do: `proxy` as for a hull's vector, `gap` a lower bound on their distance there. If they are not
// free throughout, the proxy is the plane on which the route stopped.
cdBoxFinding cdSearchBoxes(cdSearch *search, cdPose poseB, double timeLimit, cdProxy *proxy);

#endif
