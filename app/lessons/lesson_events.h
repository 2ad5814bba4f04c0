// Finds the event of a stop among thousands by its properties.
#ifndef APP_LESSON_EVENTS_H
#define APP_LESSON_EVENTS_H

#include "stage/stage.h"

// Return the first, or the last, event of a kind with this outcome (CD_HOW_NONE: any), or -1.
int32_t FindFirstEvent(const StageSteps *steps, cdTraceKind kind, cdTraceHow how);
int32_t FindLastEvent(const StageSteps *steps, cdTraceKind kind, cdTraceHow how);
// Returns the pair of disjoint spheres, with this outcome, with the largest sum of radii below `limit`, or
// -1. Larger spheres skip more of the meshes.
int32_t FindLargestDisjoint(const StageSteps *steps, cdTraceHow how, double limit);
// Returns the event that fits `from` with the fewest events between it and a later one that fits `to`, or -1.
int32_t FindNearestBefore(const StageSteps *steps, bool (*from)(const cdTraceEvent *event),
                          bool (*to)(const cdTraceEvent *event));
// Counts the events of a kind up to and including `at`.
int32_t CountEventsTo(const StageSteps *steps, cdTraceKind kind, int32_t at);

#endif
