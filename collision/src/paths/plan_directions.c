// Directions in which slides leave a pose of a plan; see plan_work.h.
//
// A constraint with point p and normal n allows a twist (v, w) about the centroid c if n . (v + w x (p - c))
// is not negative. (1) The twists along which no constraint changes: the eigenvectors of the sum of all rows'
// squares with the smallest eigenvalues, in the metric of the set's inertia. They are the screws about the
// axes of the contact regions: along a hole, about a pin, along a thread. (2) The directions that leave the
// contacts: the sum of all normals, and single ones. (3) The edges of the cone of translations: products of
// two normals. (4) The axes of the set. (5) Before all of these, the screws that led here from earlier poses.
// (6) As (1), with the vertices that are near the other mesh in place of contacts: the screw of a thread with
// play.
#include "collision/closest_point.h"
#include "foundation/numbers/functions.h"
#include "paths/plan_screws.h"
#include "paths/plan_work.h"

enum { NORMALS = 4, EDGES = 3, ELDERS = 3, NEAR_POINTS = 160 };

static const double LARGEST_TURN = 2.5; // of a screw that is followed on, radians
static const double NEAR = 0.1;         // distance of near points, in radii of gyration

// --- The list

// Adds a motion along a twist, as long as `length` allows.
static void addMotion(cdPlanNode *node, const cdPlanSpace *space, cdTwist twist, double length) {
    double size = cdGetTwistSize(&space->metric, twist);
    if (node->directionCount == CD_PLAN_DIRECTIONS || !(size > 1e-9)) return;
    node->directions[node->directionCount++] = cdScaleTwist(length / size, twist);
}

static void addDirection(cdPlanNode *node, const cdPlanSpace *space, cdTwist twist) {
    addMotion(node, space, twist, space->longest);
}

static void addBoth(cdPlanNode *node, const cdPlanSpace *space, cdTwist twist) {
    addDirection(node, space, twist);
    addDirection(node, space, cdScaleTwist(-1.0, twist));
}

// Adds the two twists along which the rows of a sum change least.
static void addScrewsOf(cdPlanNode *node, const cdPlanSpace *space, double sum[6][6]) {
    double vectors[6][6], values[6];
    cdFindEigenvectors(sum, vectors, values);
    for (int k = 0; k < 2; k++)
        addBoth(node, space, cdMakePlanTwist(space, vectors[k]));
}

static void addFreeScrews(const cdPlanWork *work, cdPlanNode *node, const cdPlanSpace *space) {
    double sum[6][6] = {{0.0}};
    for (int32_t i = 0; i < work->constraintCount; i++)
        cdAddPlanRow(space, work->constraints[i].point, work->constraints[i].normal, 1.0, sum);
    addScrewsOf(node, space, sum);
}

// --- (6)

// Vertices of a mesh near another one, and the sum of their rows.
typedef struct Nearness {
    const cdPlanSpace *space;
    double reach; // length
    int32_t step; // every so many vertices count
    int32_t count;
    double sum[6][6];
} Nearness;

// Adds the rows of the vertices of `a` near `b`. A row counts the less the larger its gap is.
static void addNearRows(Nearness *near, const cdMesh *a, cdPose poseA, const cdMesh *b, cdPose poseB) {
    cdMeshInfo info = cdGetMeshInfo(a);
    cdMeshInfo other = cdGetMeshInfo(b);
    cdVec3 middle = cdTransformPoint(poseB, other.center);
    for (int32_t i = 0; i < info.vertexCount; i += near->step) {
        cdVec3 point = cdTransformPoint(poseA, cdAdd(info.center, info.vertices[i]));
        if (cdLength(cdSub(point, middle)) > other.radius + near->reach) continue;
        const cdClosestPointInput input = {
            .mesh = b, .pose = poseB, .point = point, .maxDistance = near->reach, .withoutSign = true};
        cdClosestPoint found = cdFindClosestPoint(&input, NULL, NULL, NULL);
        if (found.state != CD_FREE || found.beyond) continue;
        double share = found.distance / near->reach;
        cdAddPlanRow(near->space, found.point, found.normal, (1.0 - share) * (1.0 - share), near->sum);
        near->count++;
    }
}

static int32_t getStep(const cdMesh *mesh, int32_t meshCount) {
    return 1 + cdGetMeshInfo(mesh).vertexCount * meshCount / NEAR_POINTS;
}

static void addNearScrews(cdPlanWork *work, cdPlanNode *node, const cdPlanSpace *space) {
    const cdPlanInput *input = work->input;
    Nearness near = {.space = space, .reach = NEAR * work->gyration};
    for (int32_t i = 0; i < input->shapeCount; i++) {
        const cdSlideShape *shape = &input->shapes[i];
        cdPose pose = cdMulPose(node->pose, shape->pose);
        for (int32_t k = 0; k < input->obstacleCount; k++) {
            const cdObstacle *other = &input->obstacles[k];
            near.step = getStep(shape->mesh, input->shapeCount);
            addNearRows(&near, shape->mesh, pose, other->mesh, other->pose);
            near.step = getStep(other->mesh, input->obstacleCount);
            addNearRows(&near, other->mesh, other->pose, shape->mesh, pose);
        }
    }
    if (near.count > 0) addScrewsOf(node, space, near.sum);
}

static void addNormals(const cdPlanWork *work, cdPlanNode *node, const cdPlanSpace *space) {
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
static void addAxes(cdPlanWork *work, cdPlanNode *node, const cdPlanSpace *space) {
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
static void addScrewFrom(const cdPlanWork *work, cdPlanNode *node, const cdPlanSpace *space, int32_t earlier,
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
static void addScrewsSoFar(const cdPlanWork *work, cdPlanNode *node, const cdPlanSpace *space) {
    int32_t earlier = node->origin;
    if (earlier < 0) return;
    addScrewFrom(work, node, space, earlier, 2.0);
    for (int k = 1; k < ELDERS && work->nodes[earlier].origin >= 0; k++)
        earlier = work->nodes[earlier].origin;
    if (earlier != node->origin) addScrewFrom(work, node, space, earlier, 1.0);
}

void cdFindPlanDirections(cdPlanWork *work, int32_t index) {
    cdPlanNode *node = &work->nodes[index];
    const cdPlanSpace space = {cdGetPlanMetric(work, node->pose), cdGetPlanCenter(work, node->pose),
                               CD_PLAN_LONGEST * work->gyration};
    node->directionCount = 0;
    addScrewsSoFar(work, node, &space);
    addNearScrews(work, node, &space);
    if (work->constraintCount > 0) {
        addFreeScrews(work, node, &space);
        addNormals(work, node, &space);
    }
    addAxes(work, node, &space);
}
