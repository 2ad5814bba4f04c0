// Words of the result lines for states and reasons. They are part of the output format and do not change when
// the library renames a state.
#ifndef APP_RESULT_WORDS_H
#define APP_RESULT_WORDS_H

#include "collision/state.h"

const char *GetMotionWord(cdState state);     // query, boxes: "free", "contact", "overlap", "undecided"
const char *GetSeparationWord(cdState state); // convex: "disjoint", "touching", "collide", "undecided"
const char *GetReasonWord(cdReason reason);   // "budget", "input", "workspace", "precision", ...

#endif
