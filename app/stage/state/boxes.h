// Two boxes in motion; see stage/world/stage_boxes.h.
#ifndef APP_STATE_BOXES_H
#define APP_STATE_BOXES_H

#include "collision/boxes.h"

typedef struct StageBoxes {
    bool present; // the scene has routes
    bool byHand;  // shows the screw of a drag's step; else one of the scene's routes
    int32_t objectA, objectB;
    cdBox3 bounds; // of both, over all routes
    int32_t route; // index in the scene's routes
    double clock;  // seconds since that route began
    double t;      // the current time on the route or the step
    cdBoxesInput input;
    cdBoxContact contact;
    double microseconds; // time of the query, the fastest of several runs
    int32_t partCount;
    double ends[CD_BOX_PARTS_MAX];
    cdBoxAt a, b;     // at t
    cdState state;    // at t
    cdBoxPair marked; // the marked face of the sum; kind CD_NO_CONTACT: that of the touching pair
} StageBoxes;

#endif
