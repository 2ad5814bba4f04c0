// Judges by the exact oracle whether an answer of cdFindLinearContact keeps its guarantees.
#ifndef JUDGE_LINEAR_H
#define JUDGE_LINEAR_H

#include "collision/query.h"
#include "oracle/oracle_linear.h"

typedef enum Verdict {
    VERDICT_RIGHT = 0,
    VERDICT_WITHIN_TOLERANCE, // no exact contact, but the elements come within result.tolerance at t
    VERDICT_MISSED,           // an existing contact is not reported, or lies before t.lo
    VERDICT_FALSE,            // reported, but the elements' distance exceeds the tolerance
    VERDICT_LATE,             // interval too wide, or t off by more than 1e-9 where the elements are disjoint
    VERDICT_UNDECIDED,
    VERDICT_COUNT
} Verdict;

// Returns a lower-case word for tables. @lifetime static
const char *GetVerdictName(Verdict verdict);

Verdict JudgeLinearContact(const cdLinearInput *input, const cdLinearContact *result,
                           const OracleLinear *truth);

// Returns the distance of the two elements at t.
double GetLinearDistance(const cdLinearInput *input, double t);

#endif
