// The contacts of a set as rows of six numbers, and combinations of them.
//
// In coordinates x = (t, w g) of a small displacement, translation t and rotation vector w about the centroid
// c, g the radius of gyration, a contact with point p and normal n allows r . x >= 0, r = (n, (p - c) x n /
// g).
#ifndef CD_TRAP_CONE_H
#define CD_TRAP_CONE_H

#include "paths/trap_work.h"

typedef struct cdTrapCone {
    double gyration;
    double rows[CD_TRAP_ROWS][6];
    cdLimitRow limits[CD_TRAP_ROWS]; // `push`: the row's share of the last combination, not negative
    int32_t rowCount;
} cdTrapCone;

void cdMakeTrapCone(const cdTrapWork *work, cdTrapCone *cone);

// Combines rows to a target, as near as possible. Returns the length of the rest.
double cdCombineTrapRows(cdTrapCone *cone, const double target[6]);

#endif
