// Contacts at rest for Newton's method: the impulses of a contact lie in the cone of Coulomb.
//
// Source: M. Anitescu, "Optimization-based simulation of nonsmooth rigid multibody dynamics", 2006. Where
// bodies slide, Coulomb's friction is no convex problem. If impulses exist that keep all bodies at rest, it
// is one: the kinetic energy at the end has its minimum over all impulses in their cones there, it is 0, and
// no law of sliding is needed. So a proximal step has, in place of a push and a disk of friction with a fixed
// radius, the projection onto the cone |(y, z)| <= friction x, in one scale for the three rows of a contact.
// Its derivative: inside the cone 1, inside the polar cone 0, between them the square of the ray that it
// meets and, across it, a multiple.
#include "world/solver/row_newton.h"

#include <math.h>

void cdScaleCones(cdRowNewton *newton) {
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        cdRowPart *part = &newton->parts[i];
        if (!cdIsCone(&newton->problem, i)) continue;
        part[0].scale = part[1].scale = part[2].scale = cdMax(part[0].scale, part[1].scale);
    }
}

cdRowState cdFindConeState(cdRowNewton *newton, int32_t i, const double *at) {
    const cdRow *row = &newton->problem.rows[i];
    cdRowPart *part = &newton->parts[i];
    double at3[3], friction = row[1].limit;
    for (int k = 0; k < 3; k++)
        at3[k] = row[k].impulse + (part[k].missed - cdGetPartSpeed(&part[k], at)) / part[k].soft;
    double x = at3[0], length = sqrt(at3[1] * at3[1] + at3[2] * at3[2]);
    cdRowState state = CD_ROW_SLIDES;
    if (length <= friction * x) {
        state = CD_ROW_MOVES;
    } else if (friction * length <= -x) {
        state = CD_ROW_STAYS;
        at3[0] = at3[1] = at3[2] = 0.0;
    } else {
        double push = (x + friction * length) / (1.0 + friction * friction);
        part[1].normalX = at3[1] / length;
        part[1].normalY = at3[2] / length;
        part[1].bend = friction * push / length;
        at3[0] = push;
        at3[1] = friction * push * part[1].normalX;
        at3[2] = friction * push * part[1].normalY;
    }
    for (int k = 0; k < 3; k++)
        part[k].change = at3[k] - row[k].impulse;
    return state;
}

void cdGetConeRay(const cdRowNewton *newton, int32_t i, double onA[6], double onB[6]) {
    const cdRowPart *part = &newton->parts[i];
    double friction = newton->problem.rows[i + 1].limit, root = 1.0 / sqrt(1.0 + friction * friction);
    double x = root * friction * part[1].normalX, y = root * friction * part[1].normalY;
    for (int k = 0; k < CD_BLOCK; k++) {
        onA[k] = root * part->onA[k] + x * part[1].onA[k] + y * part[2].onA[k];
        onB[k] = root * part->onB[k] + x * part[1].onB[k] + y * part[2].onB[k];
    }
}
