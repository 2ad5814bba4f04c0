// Texts that describe the events of a search.
#ifndef APP_STEP_TEXT_H
#define APP_STEP_TEXT_H

#include "collision/draw.h"
#include "stage/state/stage_state.h"

enum { STEP_TEXT_SIZE = CD_TRACE_TEXT_SIZE };

// Describes the event under the cursor by cdDescribeTrace, with the objects' names; a vector begins with its
// number. Always terminates `text`.
void DescribeStep(const Stage *stage, char text[STEP_TEXT_SIZE]);

// Returns "elements", "spheres disjoint" ...: for status lines. @lifetime static
const char *GetStepKindName(cdTraceKind kind);

// The counter of a kind of events, with the names of the panel "Last query"; name NULL: not counted.
typedef struct StepCounter {
    const char *name, *about; // @lifetime static
} StepCounter;

StepCounter GetStepCounter(cdTraceKind kind);

// Returns the quantity that the event's curve shows, and its unit. @lifetime static
const char *GetStepCurveName(const cdTraceEvent *event);

// The x axis of a curve: its name, and the labels at its ends.
typedef struct StepAxis {
    const char *name; // @lifetime static
    char first[12], last[12];
} StepAxis;

StepAxis GetStepAxis(const StageSteps *steps);

#endif
