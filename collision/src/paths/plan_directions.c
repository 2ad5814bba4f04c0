// Directions in which slides leave a pose of a plan; see plan_work.h.
//
// A constraint with point p and normal n allows a twist (v, w) about the centroid c if n . (v + w x (p - c))
// is not negative. (1) The twists along which no constraint changes: the eigenvectors of the sum of all rows'
// squares with the smallest eigenvalues, in the metric of the set's inertia. They are the screws about the
// axes of the contact regions: along a hole, about a pin, along a thread. (2) The directions that leave the
// contacts: the sum of all normals, and single ones. (3) The edges of the cone of translations: products of
// two normals. (4) The axes of the set. (5) Before all of these, the screws that led here from earlier poses.
#include "foundation/numbers/functions.h"
#include "paths/plan_work.h"

enum { SWEEPS = 12, NORMALS = 4, EDGES = 3, ELDERS = 3 };

static const double LARGEST_TURN = 2.5; // of a screw that is followed on, radians

// The metric of the set, in which a twist is six numbers and its size is their length.
typedef struct Whitening {
    cdBodyMetric metric;
    cdVec3 center;
    double longest; // length of motions
} Whitening;

static cdTwist unwhiten(const Whitening *space, const double x[6]) {
    const double *l = space->metric.root;
    double z = x[5] / l[5], y = (x[4] - l[4] * z) / l[2];
    return (cdTwist){{x[0], x[1], x[2]}, {(x[3] - l[1] * y - l[3] * z) / l[0], y, z}};
}

// The row of a constraint over the six numbers: the inverse transposed of `whiten`, of unit length.
static void makeRow(const Whitening *space, const cdSlideConstraint *constraint, double row[6]) {
    const double *l = space->metric.root;
    cdVec3 n = constraint->normal, a = cdCross(cdSub(constraint->point, space->center), n);
    double x = a.x / l[0], y = (a.y - l[1] * x) / l[2], z = (a.z - l[3] * x - l[4] * y) / l[5];
    double size = sqrt(1.0 + x * x + y * y + z * z);
    row[0] = n.x / size, row[1] = n.y / size, row[2] = n.z / size;
    row[3] = x / size, row[4] = y / size, row[5] = z / size;
}

// --- (1)

// Turns a symmetric matrix so that the element i, j vanishes (Jacobi).
static void rotatePair(double m[6][6], double vectors[6][6], int i, int j) {
    if (fabs(m[i][j]) < 1e-300) return;
    double theta = (m[j][j] - m[i][i]) / (2.0 * m[i][j]);
    double t = copysign(1.0, theta) / (fabs(theta) + sqrt(theta * theta + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int k = 0; k < 6; k++) {
        double a = m[k][i], b = m[k][j];
        m[k][i] = c * a - s * b;
        m[k][j] = s * a + c * b;
    }
    for (int k = 0; k < 6; k++) {
        double a = m[i][k], b = m[j][k];
        m[i][k] = c * a - s * b;
        m[j][k] = s * a + c * b;
        a = vectors[i][k], b = vectors[j][k];
        vectors[i][k] = c * a - s * b;
        vectors[j][k] = s * a + c * b;
    }
}

// Finds the eigenvectors, vectors[k] of values[k], by ascending values.
static void findEigenvectors(double m[6][6], double vectors[6][6], double values[6]) {
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            vectors[i][j] = i == j;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int i = 0; i < 6; i++)
            for (int j = i + 1; j < 6; j++)
                rotatePair(m, vectors, i, j);
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

// --- The list

// Adds a motion along a twist, as long as `length` allows.
static void addMotion(cdPlanNode *node, const Whitening *space, cdTwist twist, double length) {
    double size = cdGetTwistSize(&space->metric, twist);
    if (node->directionCount == CD_PLAN_DIRECTIONS || !(size > 1e-9)) return;
    node->directions[node->directionCount++] = cdScaleTwist(length / size, twist);
}

static void addDirection(cdPlanNode *node, const Whitening *space, cdTwist twist) {
    addMotion(node, space, twist, space->longest);
}

static void addBoth(cdPlanNode *node, const Whitening *space, cdTwist twist) {
    addDirection(node, space, twist);
    addDirection(node, space, cdScaleTwist(-1.0, twist));
}

static void addFreeScrews(const cdPlanWork *work, cdPlanNode *node, const Whitening *space) {
    double sum[6][6] = {{0.0}}, vectors[6][6], values[6];
    for (int32_t i = 0; i < work->constraintCount; i++) {
        double row[6];
        makeRow(space, &work->constraints[i], row);
        for (int a = 0; a < 6; a++)
            for (int b = 0; b < 6; b++)
                sum[a][b] += row[a] * row[b];
    }
    findEigenvectors(sum, vectors, values);
    for (int k = 0; k < 2; k++)
        addBoth(node, space, unwhiten(space, vectors[k]));
}

static void addNormals(const cdPlanWork *work, cdPlanNode *node, const Whitening *space) {
    cdVec3 normals[NORMALS], total = {0.0, 0.0, 0.0};
    int count = 0;
    for (int32_t i = 0; i < work->constraintCount; i++) {
        cdVec3 n = work->constraints[i].normal;
        total = cdAdd(total, n);
        bool isNew = count < NORMALS;
        for (int k = 0; k < count && isNew; k++)
            isNew = cdDot(n, normals[k]) < 0.95;
        if (isNew) normals[count++] = n;
    }
    const cdVec3 none = {0.0, 0.0, 0.0};
    addDirection(node, space, (cdTwist){total, none});
    int edges = 0;
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count && edges < EDGES; j++) {
            cdVec3 edge = cdCross(normals[i], normals[j]);
            if (!(cdLengthSq(edge) > 0.1)) continue;
            addBoth(node, space, (cdTwist){edge, none});
            edges++;
        }
    for (int i = 0; i < count; i++)
        addDirection(node, space, (cdTwist){normals[i], none});
}

// Adds the axes of the set's frame, in a random order, until the list is full.
static void addAxes(cdPlanWork *work, cdPlanNode *node, const Whitening *space) {
    int first = (int)(12.0 * cdNextPlanNumber(work));
    for (int i = 0; i < 12; i++) {
        int k = (first + 5 * i) % 12;
        double sign = k % 2 == 0 ? 1.0 : -1.0;
        cdVec3 axis = {k / 2 % 3 == 0 ? sign : 0.0, k / 2 % 3 == 1 ? sign : 0.0, k / 2 % 3 == 2 ? sign : 0.0};
        cdTwist twist = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
        cdVec3 turned = cdRotate(node->pose.q, axis);
        if (k < 6)
            twist.linear = turned;
        else
            twist.angular = turned;
        addDirection(node, space, twist);
    }
}

// --- (5)

// Adds the screw from an earlier pose, followed on for `factor` times its length.
static void addScrewFrom(const cdPlanWork *work, cdPlanNode *node, const Whitening *space, int32_t earlier,
                         double factor) {
    cdTwist twist = cdFindTwist(work->nodes[earlier].pose, node->pose, work->measures.centroid);
    double angle = cdLength(twist.angular);
    if (angle > LARGEST_TURN) return;
    if (angle > 0.0)
        twist.linear = cdRotate(cdMakeQuat(cdScale(1.0 / angle, twist.angular), angle), twist.linear);
    double length = factor * cdGetTwistSize(&space->metric, twist);
    length = cdMin(cdMax(length, CD_PLAN_SHORTEST * work->gyration), space->longest);
    addMotion(node, space, twist, length);
}

// The longer the screw, the less the play of the passage turns it.
static void addScrewsSoFar(const cdPlanWork *work, cdPlanNode *node, const Whitening *space) {
    int32_t earlier = node->origin;
    if (earlier < 0) return;
    addScrewFrom(work, node, space, earlier, 2.0);
    for (int k = 1; k < ELDERS && work->nodes[earlier].origin >= 0; k++)
        earlier = work->nodes[earlier].origin;
    if (earlier != node->origin) addScrewFrom(work, node, space, earlier, 1.0);
}

void cdFindPlanDirections(cdPlanWork *work, int32_t index) {
    cdPlanNode *node = &work->nodes[index];
    const Whitening space = {cdGetPlanMetric(work, node->pose), cdGetPlanCenter(work, node->pose),
                             CD_PLAN_LONGEST * work->gyration};
    node->directionCount = 0;
    addScrewsSoFar(work, node, &space);
    if (work->constraintCount > 0) {
        addFreeScrews(work, node, &space);
        addNormals(work, node, &space);
    }
    addAxes(work, node, &space);
}
