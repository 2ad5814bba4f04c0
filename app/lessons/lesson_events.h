// Finding the event that a stop speaks of among thousands, by what it is.
#ifndef APP_LESSON_EVENTS_H
#define APP_LESSON_EVENTS_H

#include "stage/stage.h"

// Return the first, or the last, event of a kind that was decided in that way (CD_HOW_NONE: in any way), or
// -1.
int32_t FindFirstEvent(const StageSteps *steps, cdTraceKind kind, cdTraceHow how);
int32_t FindLastEvent(const StageSteps *steps, cdTraceKind kind, cdTraceHow how);
// Returns the pair of disjoint spheres, decided in that way, with the largest sum of radii below `most`: it
// leaves out most. -1: there is no such pair.
int32_t FindLargestApart(const StageSteps *steps, cdTraceHow how, double most);
// How many of a kind there are at or before an event.
int32_t CountEventsTo(const StageSteps *steps, cdTraceKind kind, int32_t at);

#endif
