// Two box meshes on one screw of a query: their route, and its queries at one tau.
//
// box_search.c follows the route, box_alone.c tests if two features meet alone, box_proxy.c describes the
// separating plane as the proxies do. The route's frame has the axes of B's box, its centre the origin.
#ifndef CD_BOX_MEETING_H
#define CD_BOX_MEETING_H

#include "boxes/route/route.h"
#include "continuous/search/search.h"

typedef struct cdBoxMeeting {
    cdBoxRoute route;
    const cdBoxShape *a, *b;
    double slack;   // length: distance that counts as touching
    cdVec3 centerB; // frame of the query
} cdBoxMeeting;

// Coordinates in a box's own axes at one tau: cosines of A's axes with B's, d along A's and along B's.
typedef struct cdMeetingCoords {
    double cosines[9], alongA[3], alongB[3];
} cdMeetingCoords;

cdMeetingCoords cdFindMeetingCoords(const cdBoxMeeting *meeting, double tau);

// box_alone.c: true if no elements but the pair's can touch by the root of the search's best candidate. The
// root is later than `from`, up to which the boxes are disjoint.
bool cdMeetsAlone(const cdSearch *search, const cdBoxMeeting *meeting, cdBoxPair pair, double from);

// box_proxy.c: describe the plane on which the route stopped, and the plane that separates the boxes at the
// end of the screw's part of interest. The first may change direction and side of a stop that was immediate.
void cdDescribeBoxStop(const cdSearch *search, const cdBoxMeeting *meeting, cdRouteStop *stop, cdPose poseB,
                       cdProxy *proxy);
void cdDescribeBoxEnd(const cdSearch *search, const cdBoxMeeting *meeting, cdPose poseB, cdProxy *proxy);

#endif
