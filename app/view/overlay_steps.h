// Colours of the current event of a search, in the picture and in its insets.
#ifndef APP_OVERLAY_STEPS_H
#define APP_OVERLAY_STEPS_H

#include "view/view_data.h"

// Returns the colour of a part of an event: that of the outcome. Parts of the whole search have the colour of
// their role, ancestor nodes that of their mesh. Faded parts are less opaque.
gxColor GetStepColor(Theme theme, cdDrawStyle style);

// Returns the colour of mesh A or of mesh B.
gxColor GetOwnerColor(Theme theme, cdDrawOwner owner);

#endif
