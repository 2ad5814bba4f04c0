// Sine, cosine and their like with the same bits on every system: cdSin, cdCos, cdTan, cdAtan2 and others of
// the library's inside. Meshes and scenes that were built with them are the same natively and in the browser,
// so recordings replay everywhere.
#ifndef APP_ELEMENTARY_H
#define APP_ELEMENTARY_H

#include "foundation/numbers/functions.h"

#endif
