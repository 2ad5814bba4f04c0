// Judges a first contact at a safety distance by samples of the distance along the motion.
#ifndef ORACLE_JUDGE_SAFETY_H
#define ORACLE_JUDGE_SAFETY_H

#include "collision/query.h"

typedef struct SafetyVerdict {
    const char *fault;  // NULL: no fault
    double t, distance; // of the faulty sample
    double least;       // minimum distance on the certified part
} SafetyVerdict;

// Samples [0, t.lo] `samples` times, and refines around the smallest sample by bisection.
SafetyVerdict JudgeSafety(const cdFirstContactInput *input, const cdFirstContact *result, int samples);

// Does the same for two rounded meshes, given a step of meshes with the same triangles and no rounding: its
// safety distance includes both radii.
SafetyVerdict JudgeRounded(const cdFirstContactInput *input, const double radii[2],
                           const cdFirstContact *result, int samples);

#endif
