// The mouse as a probe of the solid whose index is shown: a point under the cursor, a segment that is dragged
// through it.
//
// The point lies in a plane that faces the camera, through the solid's middle or some way before or behind
// it, or on the solid's surface, where it snaps to vertices and edges.
#ifndef APP_PROBE_H
#define APP_PROBE_H

#include "services/app.h"

// Each frame, before the picture: whose index, the point under the cursor, the segment's end; all classified.
void UpdateProbe(App *app);

// The next press of the left button begins a segment; shows the index if it was not shown.
void ArmSegment(App *app);
// Gives up what ArmSegment began; false when there was nothing.
bool CancelSegment(App *app);

// Events of the mouse: true when they were the probe's. A segment ends where the button is let go, or, when
// that is where it began, at the next press.
bool PressProbe(App *app, const gxEvent *event);
void ReleaseProbeKey(App *app); // S is let go
bool ReleaseProbe(App *app, const gxEvent *event);
bool TurnProbeWheel(App *app, const gxEvent *event); // Ctrl: depth of the plane

#endif
