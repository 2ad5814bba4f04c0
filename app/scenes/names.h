// Words for modes, responses and results of queries: one list each for scene files, recordings, results and
// status lines.
#ifndef APP_NAMES_H
#define APP_NAMES_H

#include "collision/state.h"

// In the order of the enumerations, terminated by NULL. @lifetime static
const char *const *GetModeNames(void);     // SceneMode: "continuous", "discrete"
const char *const *GetResponseNames(void); // SceneResponse: "stop", "slide", "bounce"
const char *const *GetStateNames(void);    // cdState: "undecided", "free", "contact", "overlap"
const char *GetTouchName(cdState state); // of contact regions: "undecided", "separate", "touch", "penetrate"
const char *const *GetContactKindNames(void); // cdContactKind: "none", "vertex-face", ...
const char *const *GetFeatureKindNames(void); // cdFeatureKind: "none", "vertex", "edge", "face"

#endif
