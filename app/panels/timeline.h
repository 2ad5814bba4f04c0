// What the line of time under the picture shows: the homogeneous parts of a route as bands, how far it is
// certified free, a tick at the first contact, where the boxes are now. Numbers alone, so that they can be
// tested without a window.
#ifndef APP_TIMELINE_H
#define APP_TIMELINE_H

#include "engine/ui.h"
#include "stage/stage.h"

// The bands' ends are the stage's own. @lifetime until the stage's boxes change
gxTimeline MakeBoxTimeline(const StageBoxes *boxes);

#endif
