// The ten tasks of docs/from-other-libraries.md, one function each. The page shows the bodies of the
// functions.
//
// The program compiles as C17 and as C++17: no designated initializers, no compound literals.
#include <collision/collision.h>
#include <stdio.h>

enum { OBSTACLE_COUNT = 3, PILE_COUNT = 5 };

// The scene: box A, a unit across, and floor B, whose top is at height 0.
static cdMesh *a, *b;
static cdPose poseA, poseB;  // A stands half a unit above the floor
static cdPose start, target; // A falls from height 2 into the floor and turns
static cdObstacle obstacles[OBSTACLE_COUNT];
static cdWorkspace *workspace; // working memory of queries, one per thread

static cdPose placeAt(double x, double y, double z) {
    cdPose pose = cdIdentityPose();
    pose.p = cdMakeVec3(x, y, z);
    return pose;
}

// 1. Build a mesh from arrays and list its defects.
static cdMesh *createMesh(const cdVec3 *points, int32_t pointCount, const int32_t *triangles,
                          int32_t triangleCount) {
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.pointCount = pointCount;
    def.triangles = triangles;
    def.triangleCount = triangleCount;
    def.parts = CD_PART_HULL | CD_PART_FEATURES | CD_PART_SOLID;
    cdMeshReport report;
    cdMesh *mesh = cdCreateMesh(&def, &report); // copies the arrays
    if (mesh == NULL) printf("no mesh: %s\n", cdGetBuildErrorName(report.error));
    for (int32_t i = 0; i < report.defectCount; i++) {
        const cdDefect *defect = &report.defects[i];
        printf("%s, vertices %d and %d\n", cdGetDefectName(defect->kind), (int)defect->vertexId[0],
               (int)defect->vertexId[1]);
    }
    if (report.solid.error != CD_BUILD_OK) printf("no solid: %s\n", cdGetBuildErrorName(report.solid.error));
    cdDestroyMeshReport(&report);
    return mesh;
}

// A box with the given half extents. The bits of a corner number are the signs of x, y and z.
static cdMesh *makeBox(double x, double y, double z, int32_t triangleCount) {
    static const int32_t triangles[] = {0, 6, 4, 0, 2, 6, 1, 7, 3, 1, 5, 7, 0, 5, 1, 0, 4, 5,
                                        2, 7, 6, 2, 3, 7, 0, 3, 2, 0, 1, 3, 4, 7, 5, 4, 6, 7};
    cdVec3 corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = cdMakeVec3(i & 4 ? x : -x, i & 2 ? y : -y, i & 1 ? z : -z);
    return createMesh(corners, 8, triangles, triangleCount);
}

// 2. Do two meshes overlap?
static void findOverlap(void) {
    cdOverlapInput pair = CD_ZERO;
    pair.meshA = a;
    pair.poseA = poseA;
    pair.meshB = b;
    pair.poseB = poseB;
    cdPairCache cache = CD_ZERO; // optional; keep one for each pair
    cdOverlap found = cdFindOverlap(&pair, &cache, workspace, NULL);
    if (found.state == CD_OVERLAP)
        printf("overlap: faces %d and %d\n", (int)found.featureA.id, (int)found.featureB.id);
    else
        printf("overlap: %s\n", cdGetStateName(found.state));
}

// 3. First contact of a mesh that moves and turns.
static void findFirstContact(void) {
    cdFirstContactInput step = CD_ZERO;
    step.meshA = a;
    step.startA = start;
    step.targetA = target; // moved and turned
    step.meshB = b;
    step.startB = poseB;
    cdPairCache cache = CD_ZERO;
    cdFirstContact hit = cdFindFirstContact(&step, &cache, workspace, NULL);
    if (hit.state == CD_CONTACT) printf("first contact: t in [%.12f, %.12f]\n", hit.t.lo, hit.t.hi);
    if (hit.state == CD_UNDECIDED) printf("free up to %g: %s\n", hit.t.lo, cdGetReasonName(hit.reason));
    cdPose resolved = hit.resolvedPose; // free, just before the contact
    printf("resolved height %.6f\n", resolved.p.y);
}

// 4. First contact among many obstacles.
static void findFirstContactAmong(void) {
    cdObstaclesInput step = CD_ZERO;
    step.mesh = a;
    step.start = start;
    step.target = target;
    step.obstacles = obstacles; // a mesh and a pose each
    step.obstacleCount = OBSTACLE_COUNT;
    cdPairCache caches[OBSTACLE_COUNT] = {{0}};
    cdFirstContact hit = cdFindFirstContactAmong(&step, caches, workspace, NULL);
    if (hit.state == CD_CONTACT) printf("obstacle %d at t = %.9f\n", (int)hit.obstacle, hit.t.lo);
}

// 5. Minimum distance and witness points.
static void findDistance(void) {
    cdDistanceInput pair = CD_ZERO;
    pair.meshA = a;
    pair.poseA = poseA;
    pair.meshB = b;
    pair.poseB = poseB;
    pair.maxDistance = 10.0; // ignore pairs farther apart
    cdPairCache cache = CD_ZERO;
    cdDistance found = cdFindDistance(&pair, &cache, workspace, NULL);
    if (found.state == CD_FREE && !found.beyond)
        printf("distance in [%.15f, %.15f], at heights %g and %g\n", found.lower, found.upper, found.pointA.y,
               found.pointB.y);
}

// 6. Contact regions and normals.
static void findContactRegions(void) {
    cdContactRegion regions[64];
    cdVec3 points[256];
    cdRegionsInput pair = CD_ZERO;
    pair.meshA = a;
    pair.poseA = placeAt(0.0, 0.5, 0.0); // A stands on B
    pair.meshB = b;
    pair.poseB = poseB;
    pair.sufficientOnly = true;
    pair.regions = regions;
    pair.regionCapacity = 64;
    pair.points = points;
    pair.pointCapacity = 256;
    cdContactRegions found = cdFindContactRegions(&pair, NULL, workspace, NULL);
    for (int32_t i = 0; i < found.regionCount; i++)
        printf("region: dimension %d, %d points, normal (%g, %g, %g)\n", (int)regions[i].dimension,
               (int)regions[i].pointCount, regions[i].normals[0].x, regions[i].normals[0].y,
               regions[i].normals[0].z);
}

// 7. A ray against a mesh.
static void findRayHit(void) {
    cdRayInput ray = CD_ZERO;
    ray.mesh = b;
    ray.pose = poseB;
    ray.origin = cdMakeVec3(0.25, 3.0, 0.5);
    ray.direction = cdMakeVec3(0.0, -1.0, 0.0); // any length above 0
    ray.maxDistance = 100.0;
    cdTriangleCache cache = CD_ZERO;
    cdRayHit hit = cdFindRayHit(&ray, &cache, workspace, NULL);
    if (hit.state == CD_CONTACT) printf("ray: distance %g, triangle %d\n", hit.distance, (int)hit.triangle);
}

// 8. Is a point inside a mesh?
static void classifyPoint(void) {
    cdVec3 point = cdMakeVec3(0.25, -0.5, 0.5);
    cdLocation location = cdClassifyPoint(b, cdInvTransformPoint(poseB, point), NULL);
    printf("point: %s\n", cdGetLocationName(location.kind)); // inside, outside, or on a vertex, edge or face

    cdClosestPointInput input = CD_ZERO;
    input.mesh = b;
    input.pose = poseB;
    input.point = point;
    cdClosestPoint nearest = cdFindClosestPoint(&input, NULL, workspace, NULL);
    if (nearest.hasSign) printf("signed distance %g\n", nearest.signedDistance); // negative inside
}

// 9. A pair of convex hulls with a cached separating axis.
static void findSeparatingVector(void) {
    cdSeparationInput pair = CD_ZERO;
    pair.convexA = cdGetMeshInfo(a).hull; // or cdCreateConvex, of points
    pair.convexB = cdGetMeshInfo(b).hull;
    cdConvexCache cache = CD_ZERO; // keep it from frame to frame
    for (int frame = 0; frame < 2; frame++) {
        pair.poseA = poseA;
        pair.poseB = poseB;
        cdSeparation found = cdFindSeparatingVector(&pair, &cache, NULL);
        if (found.state == CD_FREE) printf("gap %g, from the cache: %d\n", found.gap, found.cacheHit);
    }
}

// 10. A pile of bodies that never overlap.
static void dropPile(void) {
    cdWorldDef def = cdDefaultWorldDef();
    cdWorld *world = cdCreateWorld(&def);
    cdBodyDef ground = cdDefaultBodyDef(), falling = cdDefaultBodyDef();
    ground.mesh = b;
    ground.pose = poseB;
    ground.friction = 0.5; // default: none
    cdAddBody(world, &ground);
    falling.kind = CD_BODY_DYNAMIC;
    falling.mesh = a;
    falling.friction = 0.5; // a pair uses the geometric mean
    for (int i = 0; i < PILE_COUNT; i++) {
        falling.pose = placeAt(0.05 * i, 1.0 + 1.25 * i, 0.0);
        cdAddBody(world, &falling);
    }
    for (int step = 0; step < 240; step++) {
        cdWorldStep result = cdStepWorld(world, 1.0 / 60.0);
        if (result.blockedBodies > 0) printf("blocked for up to %g s\n", result.blockedTime);
    }
    printf("top body at height %.3f\n", cdGetBodyState(world, PILE_COUNT).pose.p.y);
    cdDestroyWorld(world);
}

int main(void) {
    cdDestroyMesh(makeBox(1.0, 1.0, 1.0, 11)); // a triangle is missing: prints the defects
    a = makeBox(0.5, 0.5, 0.5, 12);
    b = makeBox(5.0, 0.5, 5.0, 12);
    workspace = cdCreateWorkspace();
    if (a == NULL || b == NULL || workspace == NULL) return 1;
    poseA = placeAt(0.0, 1.0, 0.0);
    poseB = placeAt(0.0, -0.5, 0.0);
    start = placeAt(0.0, 2.0, 0.0);
    target = placeAt(0.0, 0.0, 0.0);
    target.q = cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), 1.0);
    for (int i = 0; i < OBSTACLE_COUNT; i++) {
        obstacles[i].mesh = b;
        obstacles[i].pose = placeAt(0.0, -0.5 * (OBSTACLE_COUNT - i), 0.0);
    }

    findOverlap();
    findFirstContact();
    findFirstContactAmong();
    findDistance();
    findContactRegions();
    findRayHit();
    classifyPoint();
    findSeparatingVector();
    dropPile();

    cdDestroyWorkspace(workspace);
    cdDestroyMesh(b);
    cdDestroyMesh(a);
    return 0;
}
