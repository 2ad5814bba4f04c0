// Two box meshes on one screw of a query: their route, and what is asked of it at one tau.
//
// box_search.c follows the route, box_alone.c says whether what meets does so alone, box_proxy.c what parts
// the boxes, in the proxies' place. The route's frame has B's box's axes, its centre the origin.
#ifndef CD_BOX_MEETING_H
#define CD_BOX_MEETING_H

#include "boxes/route/route.h"
#include "continuous/search/search.h"

typedef struct cdBoxMeeting {
    cdBoxRoute route;
    const cdBoxShape *a, *b;
    double slack;   // length: what counts as touching
    cdVec3 centerB; // frame of the query
} cdBoxMeeting;

// What is measured in a box's own axes at one tau: cosines of A's axes with B's, d along A's and along B's.
typedef struct cdMeetingPlace {
    double cosines[9], alongA[3], alongB[3];
} cdMeetingPlace;

cdMeetingPlace cdFindMeetingPlace(const cdBoxMeeting *meeting, double tau);

// box_alone.c: whether no other elements than the pair's can touch by the root of the search's best
// candidate, which is later than `from`, up to where the boxes are apart.
bool cdMeetsAlone(const cdSearch *search, const cdBoxMeeting *meeting, cdBoxPair pair, double from);

// box_proxy.c: the plane on which the route stopped; may change the stop's direction and side where it
// stopped at once. And the plane that parts the boxes where what is of interest of the screw ends.
void cdDescribeBoxStop(const cdSearch *search, const cdBoxMeeting *meeting, cdRouteStop *stop, cdPose poseB,
                       cdProxy *proxy);
void cdDescribeBoxEnd(const cdSearch *search, const cdBoxMeeting *meeting, cdPose poseB, cdProxy *proxy);

#endif
