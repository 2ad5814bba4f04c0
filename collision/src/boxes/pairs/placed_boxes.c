// Two boxes as they stand at one time of their motion.
//
// Input: the motion, by quadratic matrices or by a screw, and t in [0, 1]. Output: centres and half edges in
// the world frame, by the formulas as given: what is drawn, and what a result is described by. The route
// (polynomial_route.c) forms its polynomials from the same matrices and never from these.
//
// Source: [AS05], the matrices M1(t), M2(t); collision/motion.h for the screw.
#include "collision/boxes.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/float_mode.h"

static cdVec3 getColumn(const cdQuadraticMatrix *m, int column, double t) {
    double v[3];
    for (int row = 0; row < 3; row++) {
        const double *c = m->c[row][column];
        v[row] = c[0] + t * (c[1] + t * c[2]);
    }
    return cdMakeVec3(v[0], v[1], v[2]);
}

static cdBoxAt placeBox(const cdQuadraticMatrix *m, cdVec3 half, double t) {
    const double *c = m->c[3][3];
    double w = c[0] + t * (c[1] + t * c[2]);
    const double halves[3] = {half.x, half.y, half.z};
    cdBoxAt box = {.center = cdScale(1.0 / w, getColumn(m, 3, t))};
    for (int i = 0; i < 3; i++)
        box.arms[i] = cdScale(halves[i] / w, getColumn(m, i, t));
    return box;
}

static cdBoxAt placeBoxAtPose(cdPose pose, cdVec3 half) {
    return (cdBoxAt){pose.p,
                     {cdRotate(pose.q, cdMakeVec3(half.x, 0.0, 0.0)),
                      cdRotate(pose.q, cdMakeVec3(0.0, half.y, 0.0)),
                      cdRotate(pose.q, cdMakeVec3(0.0, 0.0, half.z))}};
}

void cdGetBoxesAt(const cdBoxesInput *input, double t, cdBoxAt *a, cdBoxAt *b) {
    if (!CD_REQUIRE(input && a && b)) return;
    if (!input->onScrew) {
        *a = placeBox(&input->motionA, input->halfA, t);
        *b = placeBox(&input->motionB, input->halfB, t);
        return;
    }
    cdMotion motion = cdMakeMotion(input->startA, input->targetA, cdMakeVec3(0.0, 0.0, 0.0));
    *a = placeBoxAtPose(cdGetPoseAt(&motion, t), input->halfA);
    *b = placeBoxAtPose(input->poseB, input->halfB);
}
