// Answers of the C library for the tests of the npm package, bit for bit. Input (stdin): see native.h and the
// functions below. Usage: native points|world
#include "native.h"
#include <string.h>

typedef struct PointAnswer {
    double hit, distance;
    cdVec3 hitPoint, hitNormal;
    double triangle, nearDistance, lower, upper, signedDistance;
    cdVec3 nearPoint;
    double locationKind, locationIndex;
    double regionState, regionCount, measures;
    cdVec3 firstPoint;
} PointAnswer;

static void answerRegions(const cdMesh *mesh, cdPose pose, cdWorkspace *workspace, PointAnswer *answer) {
    static cdContactRegion regions[4096];
    static cdVec3 points[4096];
    cdRegionsInput input = CD_ZERO;
    input.meshA = input.meshB = mesh;
    input.poseA = pose;
    input.poseB = cdIdentityPose();
    input.tolerance = 0.05;
    input.regions = regions;
    input.points = points;
    input.regionCapacity = input.pointCapacity = 4096;
    const cdContactRegions found = cdFindContactRegions(&input, NULL, workspace, NULL);
    answer->regionState = (double)found.state;
    answer->regionCount = (double)found.regionCount;
    for (int32_t i = 0; i < found.regionCount; i++)
        answer->measures += regions[i].measure;
    if (found.pointCount > 0) answer->firstPoint = points[regions[0].firstPoint];
}

static void answerPoint(const cdMesh *mesh, const double numbers[13], cdWorkspace *workspace,
                        PointAnswer *answer) {
    cdRayInput ray = CD_ZERO;
    ray.mesh = mesh;
    memcpy(&ray.pose, numbers, sizeof ray.pose);
    memcpy(&ray.origin, numbers + 7, sizeof ray.origin);
    memcpy(&ray.direction, numbers + 10, sizeof ray.direction);
    const cdRayHit hit = cdFindRayHit(&ray, NULL, NULL, NULL);
    answer->hit = hit.state == CD_CONTACT;
    answer->triangle = (double)hit.triangle;
    answer->distance = hit.distance;
    answer->hitPoint = hit.point;
    answer->hitNormal = hit.normal;
    cdClosestPointInput near = CD_ZERO;
    near.mesh = mesh;
    near.pose = ray.pose;
    near.point = ray.origin;
    const cdClosestPoint found = cdFindClosestPoint(&near, NULL, NULL, NULL);
    answer->nearDistance = found.distance;
    answer->lower = found.lower;
    answer->upper = found.upper;
    answer->signedDistance = found.signedDistance;
    answer->nearPoint = found.point;
    const cdLocation location = cdClassifyPoint(mesh, ray.origin, NULL);
    answer->locationKind = (double)location.kind;
    answer->locationIndex = (double)location.index;
    answerRegions(mesh, ray.pose, workspace, answer);
}

// Input: a mesh, the number of cases; for each a pose, the origin and the direction of a ray, as 13 doubles.
static void answerPoints(void) {
    cdMesh *mesh = readMesh();
    cdBuildMeshParts(mesh, CD_PART_SOLID, NULL);
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int32_t count = readCount(); count > 0; count--) {
        double *numbers = readItems(13, sizeof *numbers);
        PointAnswer answer = CD_ZERO;
        answerPoint(mesh, numbers, workspace, &answer);
        writeItems(&answer, 1, sizeof answer);
        free(numbers);
    }
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(mesh);
}

static cdBodyId addBody(cdWorld *world, const cdMesh *mesh, cdPose pose, cdBodyKind kind) {
    cdBodyDef def = cdDefaultBodyDef();
    def.kind = kind;
    def.mesh = mesh;
    def.pose = pose;
    def.friction = 0.5;
    def.restitution = 0.25;
    return cdAddBody(world, &def);
}

// Input: the floor's mesh, the boxes' mesh, the number of boxes and of steps, the poses of the boxes. Output:
// poses after each step, the number of contacts as a double before them. The first box hangs on a ball joint
// at the point (0, 9, 0).
static void answerWorld(void) {
    cdMesh *floor = readMesh(), *box = readMesh();
    const int32_t count = readCount(), steps = readCount();
    cdPose *poses = readItems((size_t)count, sizeof *poses);
    const cdWorldDef def = cdDefaultWorldDef();
    cdWorld *world = cdCreateWorld(&def);
    addBody(world, floor, cdIdentityPose(), CD_BODY_FIXED);
    cdBodyId *ids = malloc((size_t)count * sizeof *ids);
    if (ids == NULL) exit(1);
    for (int32_t i = 0; i < count; i++)
        ids[i] = addBody(world, box, poses[i], CD_BODY_DYNAMIC);
    cdJointDef joint = CD_ZERO;
    joint.kind = CD_JOINT_BALL;
    joint.bodyA = ids[0];
    joint.bodyB = -1;
    joint.point = cdMakeVec3(0.0, 9.0, 0.0);
    if (cdAddJoint(world, &joint) < 0) exit(4);
    for (int32_t i = 0; i < steps; i++) {
        const cdWorldStep step = cdStepWorld(world, 1.0 / 60.0);
        const double contacts = (double)step.contacts;
        writeItems(&contacts, 1, sizeof contacts);
        for (int32_t k = 0; k < count; k++) {
            const cdBodyState state = cdGetBodyState(world, ids[k]);
            writeItems(&state.pose, 1, sizeof state.pose);
        }
    }
    cdDestroyWorld(world);
    cdDestroyMesh(floor);
    cdDestroyMesh(box);
    free(poses);
    free(ids);
}

int main(int argc, char **argv) {
    if (argc != 2) return 5;
    if (strcmp(argv[1], "points") == 0)
        answerPoints();
    else
        answerWorld();
    return 0;
}
