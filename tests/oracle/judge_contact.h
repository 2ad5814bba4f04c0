// Judges by the brute-force oracle whether an answer of cdFindFirstContact keeps its guarantees.
//
// Input: meshes, query, answer, truth. Output: a verdict, with a line that names the broken guarantee and by
// how much. Guarantees: no contact is missed or reported beyond result.tolerance; [0, t.lo] is free; |t
// - t_oracle| <= 1e-9 outside degenerate cases; the reported features touch; the resolved pose is free by the
// exact test with a gap in (0, 4 margin].
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
    cdVec3 touchNormal;     // for a start known to touch: the direction from B to A there; else zero
    double touchDepth;      // maximum depth of such a start
    cdWorkspace *workspace; // for the exact overlap test
} ContactCase;

typedef struct ContactVerdict {
    Verdict verdict;
    double timeSlack; // error of a contact's time from rounding and tolerance; 1: the time is arbitrary
    char reason[200];
} ContactVerdict;

ContactVerdict JudgeFirstContact(const ContactCase *given);

#endif
