// Output lines of `simulate`: bodies, contact events, totals.
#ifndef APP_SIMULATE_WRITE_H
#define APP_SIMULATE_WRITE_H

#include "collision/world.h"
#include <stdio.h>

void WriteBodyState(FILE *out, double time, const char *name, const cdBodyState *state);
// Writes a contact event. `nameA` and `nameB` are the names of its bodies.
void WriteContactEvent(FILE *out, const cdContactEvent *event, const char *nameA, const char *nameB);

typedef struct SimulateTotals {
    int64_t steps, advances, queries;
    int64_t events[CD_EVENT_BLOCKED + 1]; // events[cdContactEventKind]
    double seconds;                       // simulated
    double stepping;                      // seconds on the clock
    double blockedTime;                   // sum over the steps
    double drift, driftMargins;           // maximum, as a length and in margins
    int64_t firstLost, firstDrift;        // steps after which a limit was first exceeded; 0: none
    int32_t contacts;                     // at the end
    int32_t bodies, asleep;
    cdWorldEnergy start, end;
    bool checked;
    int64_t overlaps; // steps after which two bodies overlapped
} SimulateTotals;

void AddToSimulateTotals(SimulateTotals *totals, const cdWorldStep *step, const cdContactEvent *events,
                         int32_t eventCount);
// True if a step lost time, or constraints were off by more than ten margins. The message names the step.
bool DescribeSimulateLimits(const SimulateTotals *totals, char *message, size_t messageSize);
void WriteSimulateTotals(FILE *out, const SimulateTotals *totals);

#endif
