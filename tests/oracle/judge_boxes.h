// Judges by the oracle whether an answer of cdFindBoxContact or cdFindBoxContact keeps its guarantees.
//
// Input: the boxes, the answer, the oracle's. Output: a verdict, with a line that names the broken guarantee
// and by how much. Guarantees: no contact is missed; [0, t.lo] is free; no contact is reported where the
// boxes are beyond result.tolerance; |t - t_oracle| <= 1e-9 unless the tolerance lets it come sooner; overlap
// at the start is distinguished from a touch; the normal is unit and separates the boxes; the named features
// touch and the point lies on both. For a start that touches see collision/README.md.
#ifndef JUDGE_BOXES_H
#define JUDGE_BOXES_H

#include "oracle/judge_linear.h"
#include "oracle/oracle_boxes.h"

typedef struct BoxCase {
    const OracleBoxes *boxes;
    const cdBoxContact *result;
    const OracleBoxContact *truth;
    double offset; // of the boxes from the world's origin
    cdVec3 origin; // of the oracle's frame in the world
} BoxCase;

typedef struct BoxVerdict {
    Verdict verdict;
    double timeSlack; // error of the time from rounding and tolerance; 1: the time is arbitrary
    char reason[200];
} BoxVerdict;

BoxVerdict JudgeBoxContact(const BoxCase *given);

#endif
