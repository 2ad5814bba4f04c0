// Runs the steps of two boxes through other libraries.
#ifndef BENCH_BOX_PEERS_H
#define BENCH_BOX_PEERS_H

#include "bench/box_steps.h"
#include "bench/box_times.h"

// Steps of one kind with our answers and times.
typedef struct BoxCase {
    const BoxSteps *steps;
    const cdFirstContact *ours; // ours[steps->count]
    BoxTimes query, alone;      // cdFindFirstContact's, cdFindBoxContact's
} BoxCase;

// Adds a table for each kind of steps, and the targets; without peers, a note.
void CompareBoxPeers(const BenchInput *input, const BoxCase cases[BOX_STEP_KINDS], BenchReport *report);

#endif
