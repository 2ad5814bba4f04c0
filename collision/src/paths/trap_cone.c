// Combinations of contacts with shares that are not negative; see trap_cone.h.
//
// The nearest motion to minus the target that all contacts allow is the rest of the target, negative; the
// pushes of the contacts that bring it there are the shares (least_constraint.h).
#include "paths/trap_cone.h"

#include <math.h>

void cdMakeTrapCone(const cdTrapWork *work, cdTrapCone *cone) {
    cone->rowCount = work->rowCount;
    cone->gyration = work->gyration;
    for (int32_t i = 0; i < work->rowCount; i++) {
        const cdTrapRow *row = &work->rows[i];
        cdVec3 turning = cdCross(cdSub(row->point, work->centroid), row->normal);
        cone->limits[i] = (cdLimitRow){.linear = row->normal, .angular = turning};
        turning = cdScale(1.0 / work->gyration, turning);
        double *r = cone->rows[i];
        r[0] = row->normal.x, r[1] = row->normal.y, r[2] = row->normal.z;
        r[3] = turning.x, r[4] = turning.y, r[5] = turning.z;
    }
}

double cdCombineTrapRows(cdTrapCone *cone, const double target[6]) {
    double g = cone->gyration, restSq = 0.0;
    const cdLeastProblem problem = {
        .metric = {.root = {g, 0.0, g, 0.0, 0.0, g}},
        .intended = {{-target[0], -target[1], -target[2]}, {-target[3] / g, -target[4] / g, -target[5] / g}},
        .rows = cone->limits,
        .rowCount = cone->rowCount};
    cdFindLeastMotion(&problem);
    for (int k = 0; k < 6; k++) {
        double rest = target[k];
        for (int32_t i = 0; i < cone->rowCount; i++)
            rest -= cone->limits[i].push * cone->rows[i][k];
        restSq += rest * rest;
    }
    return sqrt(restSq);
}
