// What the camera does to show a contact: a region, all regions, or the contact point alone.
//
// A point or a line is looked at along its tangent plane, from a side that nothing blocks, so that both
// surfaces are seen edge-on; an area from where the camera is, for edge-on it would be a line.
#ifndef APP_FRAMING_H
#define APP_FRAMING_H

#include "services/app.h"

// The camera as when the scene was opened.
void ShowStageStart(App *app);
// A contact region of the stage's list; -1: all that suffice, of which there must be one.
void FrameRegion(App *app, int32_t row);
// The chosen region, else all, else the contact point; says so when there is nothing.
void FrameContact(App *app);

#endif
