// The exact answer for four points that each move linearly over t in [0, 1].
//
// Input: a vertex against a triangle or an edge against an edge, as doubles (each an exact rational number).
// Output: whether the two touch at some t in [0, 1], decided without rounding, and the first such t. Slow and
// simple: all quantities are integer polynomials in t; Sturm sequences isolate the times at which anything
// can change; at each of them the two elements are tested by signs of polynomials at that algebraic number.
#ifndef ORACLE_LINEAR_H
#define ORACLE_LINEAR_H

#include "collision/query.h"

typedef struct OracleLinear {
    bool contact;
    double t;            // of the first contact, to 1e-15; 1 without a contact
    bool alwaysCoplanar; // the four points stay in one plane
} OracleLinear;

OracleLinear FindOracleLinearContact(const cdLinearInput *input);

#endif
