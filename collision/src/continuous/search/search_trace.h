// Events that a search between two meshes records in its trace; collision/trace.h describes them.
//
// Called only where there is a trace: a search without one tests for it once a decision and does nothing
// else. Details of an event beyond the decision (quartics, roots) are computed again here, the same way.
#ifndef CD_SEARCH_TRACE_H
#define CD_SEARCH_TRACE_H

#include "continuous/search/search.h"

// Adds an event about the part of interest: screw, t and tau are filled; NULL: no trace or no room.
cdTraceEvent *cdAddSearchEvent(const cdSearch *search, cdTraceKind kind);

// Records a pair of the meshes: nodes, triangles, elements.
void cdTracePair(const cdSearch *search, cdTraceKind kind, cdTraceHow how, cdContactKind contact, int32_t a,
                 int32_t b);

// Records one time of the screw, or the interval from the step's beginning to it.
void cdTraceTime(const cdSearch *search, cdTraceKind kind, double tau0, double tau1);

// Records the current first contact, after it has shortened the search.
void cdTraceShortening(const cdSearch *search);

// Records the equation of two elements; `how`: whether its roots are needed, or why not.
void cdTraceEquation(const cdSearch *search, cdContactKind contact, int32_t a, int32_t b,
                     const cdCubic *cubic, cdTraceHow how);

// Records the result of solving it over [lo, hi].
void cdTraceRoots(const cdSearch *search, cdContactKind contact, int32_t a, int32_t b, const cdCubic *cubic,
                  cdInterval tau, const cdElementContact *found);

// Sets screw and step times of the events from `first`, which have only times of the screw.
void cdTraceStepTimes(const cdSearch *search, int32_t first);

// Maps the times of events from `first` on from a part of the step to the step.
void cdMapTraceTimes(cdTrace *trace, int32_t first, cdInterval part);

// Records QUERY or OBSTACLE, and PAIR_DECIDED or DECIDED.
void cdTraceBeginning(cdTrace *trace, cdTraceKind kind, int32_t obstacle, cdInterval t);
void cdTraceDecision(cdTrace *trace, cdTraceKind kind, int32_t obstacle, const cdFirstContact *result);

#endif
