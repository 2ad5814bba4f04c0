// Finding the event that a stop speaks of among thousands, by what it is.
#ifndef APP_LESSON_EVENTS_H
#define APP_LESSON_EVENTS_H

#include "stage/stage.h"

// The first, or the last, of a kind that came about in that way; CD_HOW_NONE: in any. -1: there is none.
int32_t FindFirstEvent(const StageSteps *steps, cdTraceKind kind, cdTraceHow how);
int32_t FindLastEvent(const StageSteps *steps, cdTraceKind kind, cdTraceHow how);
// Of the pairs of spheres told apart in that way the one with the largest sum of radii below `most`, which is
// what it leaves out most with.
int32_t FindLargestApart(const StageSteps *steps, cdTraceHow how, double most);
// How many of a kind there are at or before an event.
int32_t CountEventsTo(const StageSteps *steps, cdTraceKind kind, int32_t at);

#endif
