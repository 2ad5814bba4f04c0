// Two boxes in motion, as a scene's routes or a hand's step move them, and what the analytic test says of it
// [AS05].
//
// A scene with routes is played by the stage: each route up to its first contact, a rest, then the next one.
// When a hand moves the first box, what is shown is the screw of its last step instead, until the scene plays
// on. The time on the route can be set anywhere, beyond the contact too.
#ifndef APP_STAGE_BOXES_H
#define APP_STAGE_BOXES_H

#include "scenes/scene.h"

typedef struct Stage Stage;

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
    cdPlacedBox a, b; // at t
    cdState state;    // at t
    cdBoxPair marked; // a face of the sum to look at; of kind CD_NO_CONTACT: the one that is touched
} StageBoxes;

// Shows the step of a hand at t; the objects stay where they are. Nothing while a route is shown.
void ShowBoxStepAt(Stage *stage, double t);
// After a hand has moved, or put, the object.
void ShowBoxStep(Stage *stage, int32_t object);

const char *GetBoxRouteName(const Stage *stage); // @lifetime of the scene
// The part that t lies in, from 0; the earlier one of two that meet there.
int32_t FindBoxPart(const StageBoxes *boxes, double t);
// What touches at t: CD_NO_CONTACT away from the first contact.
cdBoxPair GetTouchingPair(const StageBoxes *boxes);
// The face of the sum that its pictures mark: of this pair, or of what touches.
void ShowBoxPair(Stage *stage, cdBoxPair pair);
cdBoxPair GetMarkedPair(const StageBoxes *boxes);

#endif
