// The contract of collision/boxes.h: many random motions of two boxes, every answer judged by the oracle.
#ifndef BOXES_SOAK_H
#define BOXES_SOAK_H

#include "oracle/judge_boxes.h"
#include "oracle/random_boxes.h"

#include <stdio.h>

typedef struct BoxesTally {
    int64_t motions, screws; // screws: of the motions
    int64_t verdicts[VERDICT_COUNT];
    int64_t states[4];  // by cdState
    int64_t starts[3];  // by BoxMeeting
    int64_t hits;       // that the oracle found, from starts apart
    int64_t sharp;      // contacts whose time the tolerance leaves open by no more than 1e-9
    int64_t nearPasses; // of these: the boxes came within the tolerance earlier than the oracle's contact
    int64_t grazes;     // contacts where the oracle finds none: the boxes come within the tolerance
    int64_t shallow;    // motions that the oracle followed but to a depth it lets go
    double deepest;     // the largest such depth, in sizes
    double worstTime;   // largest |t - t_oracle| among the sharp ones but the near passes
    int64_t parts, planes;
    double seconds, oracleSeconds; // that the answers took, and the oracle's
} BoxesTally;

// Judges motions number first to first + count - 1 of a seed. Broken promises are described on `log`, NULL:
// not at all, with the seed and number that repeat them. `clock` gives seconds, NULL: no times are taken.
BoxesTally RunBoxesSoak(uint64_t seed, uint64_t first, int64_t count, double (*clock)(void), FILE *log);

void AddBoxesTally(BoxesTally *sum, const BoxesTally *part);

// Judges one motion.
BoxVerdict JudgeRandomBoxes(const RandomBoxes *boxes, const cdBoxContact *result, BoxesTally *tally);

#endif
