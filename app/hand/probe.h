// The probe of the solid whose index is shown: a point under the cursor, or a segment dragged
// through it.
//
// The point lies in a plane that faces the camera, through the solid's center or before or behind
// it, or on the solid's surface, where it snaps to vertices and edges.
#ifndef APP_PROBE_H
#define APP_PROBE_H

#include "services/app.h"

// Chooses the solid and classifies the point under the cursor and the segment. Called each frame before
// drawing.
void UpdateProbe(App *app);

// Makes the next press of the left button begin a segment. Shows the index.
void ArmSegment(App *app);
// Cancels ArmSegment. Returns false if nothing was armed.
bool CancelSegment(App *app);

// Mouse events; return true if the probe used them. A segment ends where the button is released, or, if
// that is its start, at the next press.
bool PressProbe(App *app, const gxEvent *event);
void ReleaseProbeKey(App *app); // S is released
bool ReleaseProbe(App *app, const gxEvent *event);
bool TurnProbeWheel(App *app, const gxEvent *event); // Ctrl: depth of the plane

#endif
