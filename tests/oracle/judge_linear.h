// Whether an answer of cdFindLinearContact keeps its promises, judged by the exact oracle.
#ifndef JUDGE_LINEAR_H
#define JUDGE_LINEAR_H

#include "collision/query.h"
#include "oracle/oracle_linear.h"

typedef enum Verdict {
    VERDICT_RIGHT = 0,
    VERDICT_WITHIN_TOLERANCE, // no contact in exact terms, but the elements do come within result.tolerance
                              // at t
    VERDICT_MISSED,           // there is a contact, none reported; or it lies before t.lo
    VERDICT_FALSE,            // reported, but the elements are farther apart than the tolerance
    VERDICT_LATE,             // interval too wide, or t off by more than 1e-9 where elements are apart
    VERDICT_UNDECIDED,
    VERDICT_COUNT
} Verdict;

// A lower-case word for tables. @lifetime static
const char *GetVerdictName(Verdict verdict);

Verdict JudgeLinearContact(const cdLinearInput *input, const cdLinearContact *result,
                           const OracleLinear *truth);

// The distance of the two elements at t.
double GetLinearDistance(const cdLinearInput *input, double t);

#endif
