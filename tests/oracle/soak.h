// The random contract: many random steps between small meshes, every promise judged by the oracle.
#ifndef SOAK_H
#define SOAK_H

#include "oracle/judge_contact.h"
#include "oracle/random_steps.h"

#include <stdio.h>

typedef struct SoakTally {
    int64_t steps;
    int64_t verdicts[VERDICT_COUNT];
    int64_t states[4];  // by cdState
    int64_t sharp;      // contacts whose time rounding leaves open by no more than 1e-9
    int64_t nearPasses; // of these: the meshes came within the tolerance earlier than the oracle's contact
    int64_t switchDifferences; // steps on which some CD_DISABLE_ switch changed the answer
    double worstTime;          // largest |t - t_oracle| among the other sharp ones
} SoakTally;

// Judges steps number first to first + count - 1 of a seed; every second one that finds contact goes on from
// there. Broken promises are described on `log`, NULL: not at all, with the seed and number that repeat them.
// With `switches` each step is also run with one CD_DISABLE_ switch.
SoakTally RunSoak(const StepMeshes *set, uint64_t seed, uint64_t first, int64_t count, bool switches,
                  FILE *log);

// Judges one step and gives the library's answer.
ContactVerdict JudgeRandomStep(const StepMeshes *set, const RandomStep *step, cdWorkspace *workspace,
                               SoakTally *tally, cdFirstContact *answer);

// Whether two answers agree bit for bit in all but the counters.
bool AreAnswersEqual(const cdFirstContact *a, const cdFirstContact *b);

#endif
