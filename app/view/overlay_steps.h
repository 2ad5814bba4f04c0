// The look of an event that is stepped through, in the picture and in its corner views.
#ifndef APP_OVERLAY_STEPS_H
#define APP_OVERLAY_STEPS_H

#include "view/view_data.h"

// Returns the colour of a part of an event. It tells the outcome; parts that stand for a whole search have
// the colour of their role, ancestor nodes that of their mesh. Faded parts are less opaque.
gxColor GetStepColor(Theme theme, cdDrawStyle style);

// Returns the colour of mesh A or of mesh B.
gxColor GetOwnerColor(Theme theme, cdDrawOwner owner);

#endif
