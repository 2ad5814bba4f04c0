// The look of an event that is stepped through, in the picture and in its corner views.
#ifndef APP_OVERLAY_STEPS_H
#define APP_OVERLAY_STEPS_H

#include "view/view_data.h"

// The colour of a part of an event: by what came of it, of what stands for a whole search by its role, of the
// nodes above by their mesh. Faded parts are less opaque.
gxColor GetStepColor(cdDrawStyle style);

// That of one of the two meshes.
gxColor GetOwnerColor(cdDrawOwner owner);

#endif
