// What a search between two meshes records in its trace; see collision/trace.h for what the events say.
//
// Called only where there is a trace: a search without one asks for it once a decision and does nothing else.
// What an event shows beyond what was decided (quartics, roots) is computed again here, the same way.
#ifndef CD_SEARCH_TRACE_H
#define CD_SEARCH_TRACE_H

#include "continuous/search/search.h"

// An event about what is of interest at present: screw, t and tau are filled; NULL: no trace or no room.
cdTraceEvent *cdAddSearchEvent(const cdSearch *search, cdTraceKind kind);

// Of two items of the meshes: nodes, triangles, elements.
void cdTracePair(const cdSearch *search, cdTraceKind kind, cdTraceHow how, cdContactKind contact, int32_t a,
                 int32_t b);

// At one time of the screw, or from the step's beginning to it.
void cdTraceTime(const cdSearch *search, cdTraceKind kind, double tau0, double tau1);

// The current first contact, after it has shortened the search.
void cdTraceShortening(const cdSearch *search);

// The equation of two elements; `isSolved`: its roots are needed.
void cdTraceEquation(const cdSearch *search, cdContactKind contact, int32_t a, int32_t b,
                     const cdCubic *cubic, bool isSolved);

// What solving it over [lo, hi] came to.
void cdTraceRoots(const cdSearch *search, cdContactKind contact, int32_t a, int32_t b, const cdCubic *cubic,
                  cdInterval tau, const cdElementContact *found);

// Gives the events from `first` on, which know only times of the screw, the screw and the step's times.
void cdTraceStepTimes(const cdSearch *search, int32_t first);

// QUERY or OBSTACLE, and PAIR_DECIDED or DECIDED.
void cdTraceBeginning(cdTrace *trace, cdTraceKind kind, int32_t obstacle, cdInterval t);
void cdTraceDecision(cdTrace *trace, cdTraceKind kind, int32_t obstacle, const cdFirstContact *result);

#endif
