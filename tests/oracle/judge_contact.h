// Whether an answer of cdFindFirstContact keeps its promises, judged by the brute-force oracle.
//
// Input: meshes, query, answer, truth. Output: a verdict, with a line that says which promise was broken and
// by how much. Promises: no contact is missed, none is reported beyond result.tolerance, [0, t.lo] is free,
// |t - t_oracle|
// <= 1e-9 outside degenerate cases, the reported features do touch, the rest pose is free by the exact test
// with a gap in (0, 4 margin].
#ifndef JUDGE_CONTACT_H
#define JUDGE_CONTACT_H

#include "oracle/judge_linear.h"
#include "oracle/oracle_contact.h"

typedef struct ContactCase {
    const OracleMesh *a, *b;
    const cdFirstContactInput *input;
    const cdFirstContact *result;
    const OracleContact *truth;
    double size;            // of the meshes
    double offset;          // largest coordinate of the poses
    cdVec3 touchNormal;     // where the start is known to touch: the direction from B to A there; else zero
    double touchDepth;      // how far such a start may be in
    cdWorkspace *workspace; // for the exact overlap test
} ContactCase;

typedef struct ContactVerdict {
    Verdict verdict;
    double timeSlack; // how far rounding and the tolerance leave the time of a contact open; 1: all of it
    char reason[200];
} ContactVerdict;

ContactVerdict JudgeFirstContact(const ContactCase *given);

#endif
