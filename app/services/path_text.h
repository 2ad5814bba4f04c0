// Paths as text, a pose a line: files for `firstcontact path` and `query --path`.
#ifndef APP_PATH_TEXT_H
#define APP_PATH_TEXT_H

#include "collision/vecmath.h"

#include <stdio.h>

// The first line of a path's file, and one for each pose.
void WritePathHeader(FILE *out);
void WritePathPose(FILE *out, cdPose pose);

#endif
