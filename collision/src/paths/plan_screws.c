// Twists of a set as six numbers; see plan_screws.h.
#include "paths/plan_screws.h"
#include "foundation/numbers/eigenvectors.h"

enum { ROUNDS = 12 };

cdTwist cdMakePlanTwist(const cdPlanSpace *space, const double x[6]) {
    const double *l = space->metric.root;
    double z = x[5] / l[5], y = (x[4] - l[4] * z) / l[2];
    return (cdTwist){{x[0], x[1], x[2]}, {(x[3] - l[1] * y - l[3] * z) / l[0], y, z}};
}

void cdAddPlanRow(const cdPlanSpace *space, cdVec3 point, cdVec3 normal, double weight, double sum[6][6]) {
    const double *l = space->metric.root;
    cdVec3 a = cdCross(cdSub(point, space->center), normal);
    double x = a.x / l[0], y = (a.y - l[1] * x) / l[2], z = (a.z - l[3] * x - l[4] * y) / l[5];
    const double row[6] = {normal.x, normal.y, normal.z, x, y, z};
    double scale = weight / (1.0 + x * x + y * y + z * z);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            sum[i][j] += scale * row[i] * row[j];
}

void cdFindEigenvectors(double m[6][6], double vectors[6][6], double values[6]) {
    cdMakeDiagonal(&m[0][0], &vectors[0][0], 6, ROUNDS);
    for (int i = 0; i < 6; i++)
        values[i] = m[i][i];
    for (int i = 1; i < 6; i++)
        for (int j = i; j > 0 && values[j] < values[j - 1]; j--) {
            double value = values[j];
            values[j] = values[j - 1], values[j - 1] = value;
            for (int k = 0; k < 6; k++) {
                double x = vectors[j][k];
                vectors[j][k] = vectors[j - 1][k], vectors[j - 1][k] = x;
            }
        }
}
