// Boxes: a box is thrown onto another one, without a mesh.
//
// B is fixed, its top at height 1. A, half as large, starts with its centre at height 3. Thrown, its centre
// is at 3 - 4 t^2, and at 1.5 when it touches the top: t = sqrt(3 / 8). The same step as a screw leads
// straight down from 3 to -1: t = 3 / 8.
#include "common.h"

// An upright box whose centre is at p + v t + a t^2: the identity, and the centre as the last column.
static cdQuadraticMatrix makeThrow(cdVec3 p, cdVec3 v, cdVec3 a) {
    cdQuadraticMatrix m = CD_ZERO;
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
    const cdVec3 zero = cdMakeVec3(0.0, 0.0, 0.0);
    expect(cdIsCompatible(), "the library that these headers belong to");
    cdBoxesInput thrown = CD_ZERO;
    thrown.halfA = cdMakeVec3(0.5, 0.5, 0.5);
    thrown.halfB = cdMakeVec3(1.0, 1.0, 1.0);
    thrown.motionA =
        makeThrow(cdMakeVec3(-0.5, 3.0, 0.2), cdMakeVec3(1.0, 0.0, 0.0), cdMakeVec3(0.0, -4.0, 0.0));
    thrown.motionB = makeThrow(zero, zero, zero);
    cdBoxContact hit = cdFindBoxContact(&thrown, NULL);
    printContact("thrown", &hit);
    expect(hit.state == CD_CONTACT, "contact of the thrown box");
    expectNear(hit.t.lo, sqrt(0.375), 1e-9, "time of contact, thrown");
    expectNear(hit.normal.y, 1.0, 1e-6, "normal, from B to A");

    cdBoxesInput step = thrown;
    step.onScrew = true;
    step.startA = placeAt(0.0, 3.0, 0.0);
    step.targetA = placeAt(0.0, -1.0, 0.0);
    step.poseB = cdIdentityPose();
    cdBoxContact straight = cdFindBoxContact(&step, NULL);
    printContact("in a step", &straight);
    expect(straight.state == CD_CONTACT, "contact of the box in a step");
    expectNear(straight.t.lo, 0.375, 1e-9, "time of contact, in a step");
    return 0;
}
