// A first contact at a safety distance, judged by samples of the distance along the motion.
#ifndef ORACLE_JUDGE_SAFETY_H
#define ORACLE_JUDGE_SAFETY_H

#include "collision/query.h"

typedef struct SafetyVerdict {
    const char *fault;  // NULL: none
    double t, distance; // of the sample that shows it
    double least;       // distance found on the certified part
} SafetyVerdict;

// Samples [0, t.lo] `samples` times, and searches the least of them for a minimum by bisection.
SafetyVerdict JudgeSafety(const cdFirstContactInput *input, const cdFirstContact *result, int samples);

// The same of two rounded meshes, given a step of meshes with the same triangles and no rounding: its safety
// distance includes both radii.
SafetyVerdict JudgeRounded(const cdFirstContactInput *input, const double radii[2],
                           const cdFirstContact *result, int samples);

#endif
