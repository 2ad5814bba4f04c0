// Two boxes in motion; see stage/world/stage_boxes.h.
#ifndef APP_STATE_BOXES_H
#define APP_STATE_BOXES_H

#include "collision/boxes.h"

typedef struct StageBoxes {
    bool present; // the scene has routes
    bool byHand;  // the screw of a hand's step; else a route of the scene's
    int32_t objectA, objectB;
    cdBox3 bounds; // of both on all routes
    int32_t route; // of the scene's routes
    double clock;  // since that route began, seconds
    double t;      // now, on the route or the step
    cdBoxesInput input;
    cdBoxContact contact;
    double microseconds; // that finding it took, the fastest of several times
    int32_t partCount;
    double ends[CD_BOX_PARTS_MAX];
    cdBoxAt a, b;     // at t
    cdState state;    // at t
    cdBoxPair marked; // a face of the sum to look at; of kind CD_NO_CONTACT: the one that is touched
} StageBoxes;

#endif
