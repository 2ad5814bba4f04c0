// Whether an answer of cdFindBoxContact or cdFindBoxContact keeps its promises, judged by the oracle.
//
// Input: the boxes, the answer, the oracle's. Output: a verdict, with a line that says which promise was
// broken and by how much. Promises: no contact is missed, [0, t.lo] is free, none is reported where the boxes
// are beyond result.tolerance, |t - t_oracle| <= 1e-9 where the tolerance does not let it come sooner;
// overlap at the start is told from a touch; the normal is unit and parts the boxes, the features named touch
// and the point lies on both. A start that touches may be left as collision/README.md says.
#ifndef JUDGE_BOXES_H
#define JUDGE_BOXES_H

#include "oracle/judge_linear.h"
#include "oracle/oracle_boxes.h"

typedef struct BoxCase {
    const OracleBoxes *boxes;
    const cdBoxContact *result;
    const OracleBoxContact *truth;
    double offset; // of the boxes from the origin of the world
    cdVec3 origin; // of the oracle's frame in the world
} BoxCase;

typedef struct BoxVerdict {
    Verdict verdict;
    double timeSlack; // how far rounding and the tolerance leave the time open; 1: all of it
    char reason[200];
} BoxVerdict;

BoxVerdict JudgeBoxContact(const BoxCase *given);

#endif
