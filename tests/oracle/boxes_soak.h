// The contract of collision/boxes.h: random motions of two boxes, every answer judged by the oracle.
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
    int64_t hits;       // found by the oracle, from separated starts
    int64_t sharp;      // contacts whose time is determined to 1e-9 despite the tolerance
    int64_t nearPasses; // of these: the boxes came within the tolerance before the oracle's contact
    int64_t grazes;     // contacts where the oracle finds no contact: the boxes come within the tolerance
    int64_t shallow;    // motions that the oracle followed only to its allowed depth
    double deepest;     // maximum such depth, in sizes
    double worstTime;   // maximum |t - t_oracle| among the sharp ones without the near passes
    int64_t parts, planes;
    double seconds, oracleSeconds; // of the answers, and of the oracle's
} BoxesTally;

// Judges motions number first to first + count - 1 of a seed. Describes broken guarantees on `log` (NULL:
// silent), with the seed and number that repeat them. `clock` returns seconds; NULL: no timing.
BoxesTally RunBoxesSoak(uint64_t seed, uint64_t first, int64_t count, double (*clock)(void), FILE *log);

void AddBoxesTally(BoxesTally *sum, const BoxesTally *part);

// Judges one motion.
BoxVerdict JudgeRandomBoxes(const RandomBoxes *boxes, const cdBoxContact *result, BoxesTally *tally);

#endif
