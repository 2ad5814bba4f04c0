// What the events of a search mean, in plain words, with the place in the papers to read on.
#ifndef APP_STEP_TEXT_H
#define APP_STEP_TEXT_H

#include "stage/stage.h"

enum { STEP_TEXT_SIZE = 384 };

// One or two sentences on the event under the cursor, its source in brackets at the end. Always ends `text`.
void DescribeStep(const Stage *stage, char text[STEP_TEXT_SIZE]);

// "elements", "spheres apart": of counters and status lines. @lifetime static
const char *GetStepKindName(cdTraceKind kind);

// "[RKC01 4.2]": where to read on; "[ours]": no paper has it. @lifetime static
const char *GetStepSource(const cdTraceEvent *event);

// The name of the curve's parameter, and what it is the curve of. @lifetime static
const char *GetStepCurveName(const cdTraceEvent *event);

#endif
