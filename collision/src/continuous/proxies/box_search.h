// Two meshes that are boxes: their route instead of the search through their trees [AS05].
#ifndef CD_BOX_SEARCH_H
#define CD_BOX_SEARCH_H

#include "continuous/search/search.h"

typedef struct cdBoxFinding {
    bool isAnswer; // the search's best candidate is the first contact, or there is none
    int32_t screw; // else: free before `from` of this screw
    double from;   // tau
} cdBoxFinding;

// Whether both are boxes and the query may use it.
bool cdCanSearchBoxes(const cdSearch *search);

// Follows the boxes' route over the motion up to `timeLimit`, and says in the proxies' place what parts the
// boxes at its end: `proxy` as for a hull's vector, `gap` a lower bound of their distance there; where they
// are not free all the way, the plane on which the route stopped.
cdBoxFinding cdSearchBoxes(cdSearch *search, cdPose poseB, double timeLimit, cdProxy *proxy);

#endif
