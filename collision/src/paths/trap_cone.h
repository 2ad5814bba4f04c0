// The contacts of a set as rows of six numbers, and combinations of them.
//
// In coordinates x = (t, w g) of a small displacement, translation t and rotation vector w about the centroid
// c, g the radius of gyration, a contact with point p and normal n allows r . x >= 0, r = (n, (p - c) x n /
// g).
#ifndef CD_TRAP_CONE_H
#define CD_TRAP_CONE_H

#include "paths/trap_work.h"

typedef struct cdTrapCone {
    double rows[CD_TRAP_ROWS][6];
    int32_t rowCount;
} cdTrapCone;

// A combination of at most six rows.
typedef struct cdTrapCombination {
    int32_t rows[6];
    double shares[6]; // not negative
    int32_t count;
} cdTrapCombination;

void cdMakeTrapCone(const cdTrapWork *work, cdTrapCone *cone);

// Combines rows to a target, as near as possible. Returns the length of the rest.
double cdCombineTrapRows(const cdTrapCone *cone, const double target[6], cdTrapCombination *out);

#endif
