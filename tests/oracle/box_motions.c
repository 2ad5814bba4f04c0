// Motions of boxes; see box_motions.h.
#include "oracle/box_motions.h"

cdQuadraticMatrix MakeStraightMotion(cdVec3 from, cdVec3 to) {
    cdVec3 way = cdSub(to, from);
    return (cdQuadraticMatrix){.c = {{{1.0}, {0.0}, {0.0}, {from.x, way.x}},
                                     {{0.0}, {1.0}, {0.0}, {from.y, way.y}},
                                     {{0.0}, {0.0}, {1.0}, {from.z, way.z}},
                                     {{0.0}, {0.0}, {0.0}, {1.0}}}};
}

// The column (1 - |g|^2 t^2) e + 2 t g x e + 2 t^2 (g . e) g, which is w times the turned axis.
static void setTurningAxis(cdQuadraticMatrix *motion, int column, cdVec3 g, cdVec3 axis) {
    cdVec3 turn = cdScale(2.0, cdCross(g, axis));
    cdVec3 bend = cdSub(cdScale(2.0 * cdDot(g, axis), g), cdScale(cdLengthSq(g), axis));
    const cdVec3 parts[3] = {axis, turn, bend};
    for (int k = 0; k < 3; k++) {
        motion->c[0][column][k] = parts[k].x;
        motion->c[1][column][k] = parts[k].y;
        motion->c[2][column][k] = parts[k].z;
    }
}

static double getWeight(const cdQuadraticMatrix *motion, double t) {
    const double *w = motion->c[3][3];
    return w[0] + t * (w[1] + t * w[2]);
}

void SetMotionCenters(cdQuadraticMatrix *motion, const cdVec3 centers[3]) {
    cdVec3 first = cdScale(getWeight(motion, 0.0), centers[0]);
    cdVec3 middle = cdScale(getWeight(motion, 0.5), centers[1]);
    cdVec3 last = cdScale(getWeight(motion, 1.0), centers[2]);
    cdVec3 bend = cdScale(2.0, cdAdd(cdSub(first, middle), cdSub(last, middle)));
    const cdVec3 parts[3] = {first, cdSub(cdSub(last, first), bend), bend};
    for (int k = 0; k < 3; k++) {
        motion->c[0][3][k] = parts[k].x;
        motion->c[1][3][k] = parts[k].y;
        motion->c[2][3][k] = parts[k].z;
    }
}

cdQuadraticMatrix MakeTurningMotion(cdQuat attitude, cdVec3 g, const cdVec3 centers[3]) {
    cdQuadraticMatrix motion = {.c[3][3] = {1.0, 0.0, cdLengthSq(g)}};
    static const cdVec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (int column = 0; column < 3; column++)
        setTurningAxis(&motion, column, g, cdRotate(attitude, axes[column]));
    SetMotionCenters(&motion, centers);
    return motion;
}

void ShiftMotion(cdQuadraticMatrix *motion, cdVec3 by) {
    const double shifts[3] = {by.x, by.y, by.z};
    for (int row = 0; row < 3; row++) {
        for (int k = 0; k < 3; k++)
            motion->c[row][3][k] += shifts[row] * motion->c[3][3][k];
    }
}

cdBoxesInput SwapBoxes(const cdBoxesInput *input) {
    return (cdBoxesInput){
        .halfA = input->halfB, .halfB = input->halfA, .motionA = input->motionB, .motionB = input->motionA};
}

cdBoxesInput ShiftBoxes(const cdBoxesInput *input, cdVec3 by) {
    cdBoxesInput shifted = *input;
    ShiftMotion(&shifted.motionA, by);
    ShiftMotion(&shifted.motionB, by);
    shifted.startA.p = cdAdd(by, input->startA.p);
    shifted.targetA.p = cdAdd(by, input->targetA.p);
    shifted.poseB.p = cdAdd(by, input->poseB.p);
    return shifted;
}

cdBoxesInput ScaleBoxes(const cdBoxesInput *input, double scale) {
    cdBoxesInput scaled = *input;
    scaled.halfA = cdScale(scale, input->halfA);
    scaled.halfB = cdScale(scale, input->halfB);
    scaled.startA.p = cdScale(scale, input->startA.p);
    scaled.targetA.p = cdScale(scale, input->targetA.p);
    scaled.poseB.p = cdScale(scale, input->poseB.p);
    for (int row = 0; row < 3; row++) {
        for (int k = 0; k < 3; k++) {
            scaled.motionA.c[row][3][k] *= scale;
            scaled.motionB.c[row][3][k] *= scale;
        }
    }
    return scaled;
}

// p(1 - t)
static void reverseMotion(cdQuadraticMatrix *motion) {
    for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 4; column++) {
            double *c = motion->c[row][column];
            c[0] += c[1] + c[2];
            c[1] = -(c[1] + 2.0 * c[2]);
        }
    }
}

cdBoxesInput ReverseBoxes(const cdBoxesInput *input) {
    cdBoxesInput reversed = *input;
    reverseMotion(&reversed.motionA);
    reverseMotion(&reversed.motionB);
    return reversed;
}
