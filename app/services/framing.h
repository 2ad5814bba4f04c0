// Moves the camera to show a contact: a region, all regions, or the contact point alone.
//
// The camera views a point or a line along its tangent plane, from an unobstructed side, so that both
// surfaces appear edge-on. It views an area from its present direction; edge-on it would be a line.
#ifndef APP_FRAMING_H
#define APP_FRAMING_H

#include "services/app.h"

// Restores the camera of the opened scene.
void ShowStageStart(App *app);
// Frames a region of the stage's list; -1: all sufficient ones, at least one.
void FrameRegion(App *app, int32_t row);
// Frames the chosen region, else all, else the contact point; a notice reports a missing contact.
void FrameContact(App *app);

#endif
