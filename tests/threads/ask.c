// Queries of every kind for several threads; see ask.h.
#include "ask.h"

#include <math.h>
#include <string.h>

enum { PIECE_MAX = 200 };

cdMesh *meshes[MESH_COUNT];

void addNumber(uint64_t *hash, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    *hash = (*hash ^ bits) * 1099511628211u;
    *hash ^= *hash >> 29;
}

static void addVector(uint64_t *hash, cdVec3 v) {
    addNumber(hash, v.x), addNumber(hash, v.y), addNumber(hash, v.z);
}

// Poses that depend only on the numbers.
cdPose makePose(int32_t round, int32_t kind, double distance) {
    double angle = 0.7 * round + 1.3 * kind;
    cdVec3 axis = cdNormalize(cdMakeVec3(sin(3.0 * angle), cos(2.0 * angle), 0.5));
    return (cdPose){cdScale(distance, cdMakeVec3(sin(angle), cos(1.7 * angle), sin(2.3 * angle))),
                    cdMakeQuat(axis, angle)};
}

static cdObstaclesInput makeStep(const cdMesh *mesh, int32_t round, int32_t kind, cdObstacle obstacles[2]) {
    obstacles[0] = (cdObstacle){meshes[(round + 1) % MESH_COUNT], cdIdentityPose()};
    obstacles[1] = (cdObstacle){meshes[(round + 2) % MESH_COUNT], makePose(round, 5, 2.5)};
    return (cdObstaclesInput){.mesh = mesh,
                              .start = makePose(round, kind, 3.0),
                              .target = makePose(round, kind + 1, 0.3),
                              .obstacles = obstacles,
                              .obstacleCount = 2,
                              .budget = {.maxPairTests = 20000}};
}

void addContact(uint64_t *hash, const cdFirstContact *found) {
    addNumber(hash, found->state), addNumber(hash, found->obstacle), addNumber(hash, found->kind);
    addNumber(hash, found->t.lo), addNumber(hash, found->t.hi);
    addVector(hash, found->point), addVector(hash, found->normal), addVector(hash, found->resolvedPose.p);
}

static void askFirstContact(Asker *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    cdObstacle obstacles[2];
    cdObstaclesInput step = makeStep(mesh, round, 0, obstacles);
    cdFirstContactInput input = {.meshA = mesh,
                                 .meshB = obstacles[0].mesh,
                                 .startA = step.start,
                                 .targetA = step.target,
                                 .startB = obstacles[0].pose};
    cdPairCache cache = {0};
    for (int i = 0; i < 2; i++) {
        cdFirstContact found = cdFindFirstContact(&input, &cache, own->workspace, NULL);
        addContact(hash, &found);
    }
}

static void askFirstContactAmong(Asker *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    cdObstacle obstacles[2];
    cdObstaclesInput step = makeStep(mesh, round, 1, obstacles);
    cdFirstContact found = cdFindFirstContactAmong(&step, NULL, own->workspace, NULL);
    addContact(hash, &found);
}

static void askOverlap(Asker *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    cdOverlapInput input = {.meshA = mesh,
                            .meshB = meshes[round % MESH_COUNT],
                            .poseA = makePose(round, 2, 1.2),
                            .poseB = cdIdentityPose()};
    cdOverlap found = cdFindOverlap(&input, NULL, own->workspace, NULL);
    addNumber(hash, found.state), addVector(hash, found.point);
}

static void askDistance(Asker *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    cdDistanceInput input = {.meshA = mesh,
                             .meshB = meshes[round % MESH_COUNT],
                             .poseA = makePose(round, 3, 2.5),
                             .poseB = cdIdentityPose()};
    cdDistance found = cdFindDistance(&input, NULL, own->workspace, NULL);
    addNumber(hash, found.state), addNumber(hash, found.lower), addNumber(hash, found.upper),
        addVector(hash, found.pointA);
}

static void askDistanceAmong(Asker *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    cdObstacle obstacles[2];
    cdObstaclesInput step = makeStep(mesh, round, 4, obstacles);
    cdDistanceAmongInput input = {
        .mesh = mesh, .pose = step.start, .obstacles = obstacles, .obstacleCount = 2};
    cdDistance found = cdFindDistanceAmong(&input, NULL, own->workspace, NULL);
    addNumber(hash, found.state), addNumber(hash, found.obstacle), addNumber(hash, found.lower),
        addNumber(hash, found.upper);
}

static void askSlide(Asker *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    cdObstacle obstacles[2];
    cdSlideInput input = {.step = makeStep(mesh, round, 6, obstacles)};
    cdSlide found = cdFindSlide(&input, NULL, own->workspace, NULL);
    addContact(hash, &found.contact);
    addNumber(hash, found.legCount), addNumber(hash, found.reached);
}

static void askRegions(Asker *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    cdRegionsInput input = {.meshA = mesh,
                            .meshB = meshes[(round + 1) % MESH_COUNT],
                            .interior = round % 2 ? CD_INTERIOR_EMPTY : CD_INTERIOR_AUTO,
                            .poseA = round % 3 ? makePose(round, 7, 1.0) : cdIdentityPose(),
                            .poseB = cdIdentityPose(),
                            .tolerance = 0.01,
                            .regions = own->regions,
                            .points = own->points,
                            .regionCapacity = REGION_MAX,
                            .pointCapacity = POINT_MAX};
    cdContactRegions found = cdFindContactRegions(&input, NULL, own->workspace, NULL);
    addNumber(hash, found.state), addNumber(hash, found.regionCount), addNumber(hash, found.crossing);
    for (int32_t i = 0; i < found.pointCount; i++)
        addVector(hash, own->points[i]);
}

static void askRay(Asker *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    cdPose pose = makePose(round, 8, 0.5);
    cdVec3 origin = makePose(round, 9, 4.0).p;
    cdRayInput input = {.mesh = mesh, .pose = pose, .origin = origin, .direction = cdSub(pose.p, origin)};
    cdRayHit found = cdFindRayHit(&input, NULL, own->workspace, NULL);
    addNumber(hash, found.state), addNumber(hash, found.distance), addNumber(hash, found.triangle);
}

static void askClosestPoint(Asker *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    cdClosestPointInput input = {
        .mesh = mesh, .pose = makePose(round, 9, 0.5), .point = makePose(round, 10, 1.0).p};
    cdClosestPoint found = cdFindClosestPoint(&input, NULL, own->workspace, NULL);
    addNumber(hash, found.state), addNumber(hash, found.distance), addVector(hash, found.point);
}

static void askSeparation(const cdMesh *mesh, int32_t round, uint64_t *hash) {
    const cdConvex *a = cdGetMeshInfo(mesh).hull, *b = cdGetMeshInfo(meshes[round % MESH_COUNT]).hull;
    if (a == NULL) return; // not created yet
    cdSeparationInput input = {.convexA = a,
                               .convexB = b,
                               .poseA = makePose(round, 11, 2.0),
                               .poseB = cdIdentityPose(),
                               .support = (cdSupportMethod)(round % 3)};
    cdConvexCache cache = {0};
    cdSeparation found = cdFindSeparatingVector(&input, &cache, NULL);
    addNumber(hash, found.state), addVector(hash, found.vector), addNumber(hash, found.iterations);
}

static void askClassify(Asker *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    if (!(cdGetMeshInfo(mesh).parts & CD_PART_SOLID)) return; // not a solid, or not yet
    cdVec3 p = makePose(round, 12, 1.2).p, q = makePose(round, 13, 1.5).p;
    cdLocation location = cdClassifyPoint(mesh, p, NULL);
    addNumber(hash, location.kind), addNumber(hash, location.index),
        addNumber(hash, cdGetSolidInfo(mesh).faceCount);
    cdSegmentPiece pieces[PIECE_MAX];
    cdSegmentPieces found = cdClassifySegment(&(cdSegmentInput){mesh, p, q, pieces, PIECE_MAX}, NULL);
    for (int32_t i = 0; i < found.count; i++)
        addNumber(hash, pieces[i].to), addNumber(hash, pieces[i].location.kind);
    cdVec3 corners[3] = {p, q, makePose(round, 14, 1.0).p};
    cdRegion region = {.source = 0, .firstPoint = 0, .pointCount = 3}, cells[PIECE_MAX];
    cdRegionSet in = {.regions = &region, .points = corners, .regionCount = 1, .pointCount = 3};
    cdRegionSet out = {
        .regions = cells, .points = own->points, .regionCapacity = PIECE_MAX, .pointCapacity = POINT_MAX};
    cdClassifyRegions(mesh, &in, own->workspace, &out);
    addNumber(hash, out.regionCount);
    for (int32_t i = 0; i < out.pointCount; i++)
        addVector(hash, own->points[i]);
}

uint64_t askQuery(Asker *own, const cdMesh *mesh, int32_t round, int32_t kind) {
    uint64_t hash = 14695981039346656037u;
    switch (kind) {
    case 0:
        askFirstContact(own, mesh, round, &hash);
        break;
    case 1:
        askFirstContactAmong(own, mesh, round, &hash);
        break;
    case 2:
        askOverlap(own, mesh, round, &hash);
        break;
    case 3:
        askDistance(own, mesh, round, &hash);
        break;
    case 4:
        askDistanceAmong(own, mesh, round, &hash);
        break;
    case 5:
        askSlide(own, mesh, round, &hash);
        break;
    case 6:
        askRegions(own, mesh, round, &hash);
        break;
    case 7:
        askRay(own, mesh, round, &hash);
        break;
    case 8:
        askClosestPoint(own, mesh, round, &hash);
        break;
    case 9:
        askSeparation(mesh, round, &hash);
        break;
    case 10:
        askClassify(own, mesh, round, &hash);
        break;
    case 11:
        addNumber(&hash, cdGetMeshInfo(mesh).area);
        break;
    default:
        askFirstContact(own, meshes[0], round, &hash);
        break; // of boxes, by the box algorithm
    }
    return hash;
}
