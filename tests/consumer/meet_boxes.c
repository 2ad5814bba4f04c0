// Another project's fourth program: a box is thrown onto another one, without a mesh; prints when they meet.
//
// B is fixed, its top at height 1. A, half as large, starts with its centre at height 3. Thrown, its centre
// is at 3 - 4 t^2, and at 1.5 where it meets the top: t = sqrt(3 / 8). The same step as a screw goes straight
// down from 3 to -1: t = 3 / 8.
#include <collision/collision.h>
#include <math.h>
#include <stdio.h>

// An upright box whose centre is at p + v t + a t^2: the identity, and the centre as the last column.
static cdQuadraticMatrix makeThrow(cdVec3 p, cdVec3 v, cdVec3 a) {
    cdQuadraticMatrix m = {0};
    const double center[3][3] = {{p.x, v.x, a.x}, {p.y, v.y, a.y}, {p.z, v.z, a.z}};
    for (int i = 0; i < 4; i++)
        m.c[i][i][0] = 1.0;
    for (int row = 0; row < 3; row++)
        for (int k = 0; k < 3; k++)
            m.c[row][3][k] = center[row][k];
    return m;
}

static void printContact(const char *how, const cdBoxContact *hit) {
    static const char *const kinds[] = {"nothing", "a corner meets a face", "a face meets a corner",
                                        "an edge meets an edge"};
    printf("%s: %s at t = %.12f, height %.12f\n", how, kinds[hit->pair.kind], hit->t.lo, hit->point.y);
}

int main(void) {
    const cdVec3 halfA = {0.5, 0.5, 0.5}, halfB = {1.0, 1.0, 1.0}, zero = {0.0, 0.0, 0.0};
    cdBoxesInput thrown = {halfA, halfB, .motionB = makeThrow(zero, zero, zero)};
    thrown.motionA = makeThrow((cdVec3){-0.5, 3.0, 0.2}, (cdVec3){1.0, 0.0, 0.0}, (cdVec3){0.0, -4.0, 0.0});
    cdBoxContact hit = cdFindBoxContact(&thrown, NULL);
    printContact("thrown", &hit);

    cdScrewBoxesInput step = {halfA, halfB, cdIdentityPose(), cdIdentityPose(), cdIdentityPose()};
    step.startA.p.y = 3.0;
    step.targetA.p.y = -1.0;
    cdBoxContact straight = cdFindScrewBoxContact(&step, NULL);
    printContact("in a step", &straight);

    bool met = hit.state == CD_CONTACT && fabs(hit.t.lo - sqrt(0.375)) < 1e-9 && hit.normal.y > 0.999999;
    return met && straight.state == CD_CONTACT && fabs(straight.t.lo - 0.375) < 1e-9 ? 0 : 1;
}
