// The random contract: random steps between small meshes, every guarantee judged by the oracle.
#ifndef SOAK_H
#define SOAK_H

#include "oracle/judge_contact.h"
#include "oracle/random_steps.h"

#include <stdio.h>

typedef struct SoakTally {
    int64_t steps;
    int64_t verdicts[VERDICT_COUNT];
    int64_t states[4];         // by cdState
    int64_t sharp;             // contacts whose time is determined to 1e-9 despite rounding
    int64_t nearPasses;        // of these: the meshes came within the tolerance before the oracle's contact
    int64_t switchDifferences; // steps on which a CD_DISABLE_ switch changed the answer
    double worstTime;          // maximum |t - t_oracle| among the other sharp ones
} SoakTally;

// Judges steps number first to first + count - 1 of a seed; every second one that finds contact continues
// from there. Describes broken guarantees on `log` (NULL: silent), with the seed and number that repeat them.
// With `switches` each step also runs with one CD_DISABLE_ switch.
SoakTally RunSoak(const StepMeshes *set, uint64_t seed, uint64_t first, int64_t count, bool switches,
                  FILE *log);

// Judges one step and returns the library's answer.
ContactVerdict JudgeRandomStep(const StepMeshes *set, const RandomStep *step, cdWorkspace *workspace,
                               SoakTally *tally, cdFirstContact *answer);

// True if two answers agree bit for bit except for the counters.
bool AreAnswersEqual(const cdFirstContact *a, const cdFirstContact *b);

#endif
