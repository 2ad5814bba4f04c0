// Throws one mesh onto a floor; see thrown_mesh.h.
//
// 1. Poses of a throw are recorded at each step, for the frame with its origin at the centroid, in double
//    precision in all libraries.
// 2. Only the stepping calls are timed; in our world those before the mesh is asleep, since a sleeping mesh
//    costs nothing (others are kept awake).
// 3. Depth is measured afterwards from the recorded poses, equally for all libraries: the deepest vertex
//    below y = 0.
// 4. Our own steps are also judged by the exact overlap test of mesh and floor.
#include "bench/thrown_mesh.h"
#include "bench/mesh_pairs.h"
#include "bench/timing.h"
#include "random.h"
#include <stdlib.h>

static const double density = 1.0, gravity = 9.81, restitution = 0.5, friction = 0.5;
static const cdVec3 floorHalf = {80.0, 0.5, 80.0};
static const cdPose floorPose = {{0.0, -0.5, 0.0}, {1.0, 0.0, 0.0, 0.0}};

static bool buildMeshes(ThrownMesh *thrown) {
    cdMeshDef defs[2] = {MakeSoupMeshDef(&thrown->soup), MakeSoupMeshDef(&thrown->floorSoup)};
    double radii[2];
    cdSuggestLeafRadii(defs, 2, radii);
    defs[0].leafRadius = radii[0];
    defs[1].leafRadius = radii[1];
    defs[0].parts = defs[1].parts = CD_PART_HULL | CD_PART_FEATURES;
    thrown->mesh = cdCreateMesh(&defs[0], NULL);
    thrown->floor = cdCreateMesh(&defs[1], NULL);
    thrown->workspace = cdCreateWorkspace();
    return thrown->mesh != NULL && thrown->floor != NULL && thrown->workspace != NULL;
}

bool LoadThrownMesh(const BenchInput *input, const char *spec, int64_t stepCapacity, ThrownMesh *thrown,
                    BenchReport *report) {
    *thrown = (ThrownMesh){.stepCapacity = stepCapacity};
    if (!LoadKindMesh(input, spec, input->seed, &thrown->soup, report)) return false;
    char floorSpec[64];
    snprintf(floorSpec, sizeof floorSpec, "box:x=%g,y=%g,z=%g", floorHalf.x, floorHalf.y, floorHalf.z);
    if (!MakeShape(floorSpec, &thrown->floorSoup, report->failure, sizeof report->failure)) return false;
    if (!buildMeshes(thrown)) return FailReport(report, "out of memory for %s", spec);
    thrown->mass = cdFindMassProperties(thrown->mesh, &thrown->source);
    thrown->points = AllocateArray(thrown->soup.pointCount, sizeof *thrown->points);
    for (int32_t i = 0; i < thrown->soup.pointCount; i++) {
        thrown->points[i] = cdSub(thrown->soup.points[i], thrown->mass.centroid);
        thrown->radius = cdMax(thrown->radius, cdLength(thrown->points[i]));
    }
    thrown->poses = AllocateArray(stepCapacity, sizeof *thrown->poses);
    return true;
}

void FreeThrownMesh(ThrownMesh *thrown) {
    free(thrown->points);
    free(thrown->poses);
    cdDestroyWorkspace(thrown->workspace);
    cdDestroyMesh(thrown->mesh);
    cdDestroyMesh(thrown->floor);
    DestroyTriangleSoup(&thrown->soup);
    DestroyTriangleSoup(&thrown->floorSoup);
}

PeerThrow MakeThrow(uint64_t seed, int64_t number) {
    Random random = {seed + 1000003u * (uint64_t)number};
    PeerThrow thrown = {.pose = {{0.0, 3.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}};
    cdVec3 axis = nextRandomDirection(&random);
    thrown.pose.q = cdMakeQuat(axis, nextRandomIn(&random, 0.0, 3.0));
    double down = nextRandomIn(&random, 0.0, 30.0);
    double x = nextRandomIn(&random, -6.0, 6.0), z = nextRandomIn(&random, -6.0, 6.0);
    thrown.velocity = (cdVec3){x, -down, z};
    thrown.angularVelocity = cdScale(10.0, nextRandomVec3(&random));
    return thrown;
}

// --- Judging

static bool isOverFloor(const ThrownMesh *thrown, cdPose pose) {
    return fabs(pose.p.x) + thrown->radius < floorHalf.x && fabs(pose.p.z) + thrown->radius < floorHalf.z;
}

static void measureDepth(const ThrownMesh *thrown, int64_t steps, ThrowResult *result) {
    for (int64_t i = 0; i < steps && isOverFloor(thrown, thrown->poses[i]); i++) {
        cdPose pose = thrown->poses[i];
        cdVec3 up = cdInvRotate(pose.q, (cdVec3){0.0, 1.0, 0.0});
        double lowest = INFINITY;
        for (int32_t k = 0; k < thrown->soup.pointCount; k++)
            lowest = cdMin(lowest, cdDot(up, thrown->points[k]));
        result->depth = cdMax(result->depth, -(lowest + pose.p.y));
        result->tunnelled = pose.p.y < 0.0;
    }
}

// Returns the mesh's frame from the body's.
static cdPose getMeshPose(const ThrownMesh *thrown, cdPose pose) {
    return (cdPose){cdSub(pose.p, cdRotate(pose.q, thrown->mass.centroid)), pose.q};
}

static bool overlapsFloor(const ThrownMesh *thrown, cdPose pose) {
    cdOverlapInput pair = {thrown->mesh, thrown->floor, pose, floorPose, NULL, 0, {0}};
    return cdFindOverlap(&pair, NULL, thrown->workspace, NULL).state != CD_FREE;
}

// --- Our own world

static cdWorld *makeWorld(const ThrownMesh *thrown, const PeerThrow *start) {
    cdWorldDef def = cdDefaultWorldDef();
    def.gravity = (cdVec3){0.0, -gravity, 0.0};
    cdWorld *world = cdCreateWorld(&def);
    if (world == NULL) return NULL;
    cdBodyDef floor = cdDefaultBodyDef(), body = floor;
    floor.mesh = thrown->floor;
    floor.pose = floorPose;
    body.kind = CD_BODY_DYNAMIC;
    body.mesh = thrown->mesh;
    body.density = density;
    body.pose = getMeshPose(thrown, start->pose);
    body.velocity = start->velocity;
    body.angularVelocity = start->angularVelocity;
    floor.restitution = body.restitution = restitution;
    floor.friction = body.friction = friction;
    if (cdAddBody(world, &floor) == 0 && cdAddBody(world, &body) == 1) return world;
    cdDestroyWorld(world);
    return NULL;
}

static void addStep(ThrowResult *result, const cdWorldStep *step) {
    result->events += step->stops;
    result->impacts += step->impacts;
    result->waits += step->blockedBodies > 0;
    result->queries += step->queries;
    result->drift = cdMax(result->drift, step->drift);
}

bool RunOwnThrow(ThrownMesh *thrown, const PeerThrow *start, double dt, int64_t steps, ThrowResult *result,
                 BenchReport *report) {
    *result = (ThrowResult){0};
    cdWorld *world = makeWorld(thrown, start);
    if (world == NULL) return FailReport(report, "the world cannot be created");
    double microseconds = 0.0;
    bool good = true;
    int64_t i = 0;
    for (bool asleep = false; i < steps && !asleep && good; i++) {
        double begin = GetMicroseconds();
        cdWorldStep step = cdStepWorld(world, dt);
        microseconds += GetMicroseconds() - begin;
        cdBodyState body = cdGetBodyState(world, 1);
        thrown->poses[i] = (cdPose){body.centroid, body.pose.q};
        addStep(result, &step);
        result->overlaps += overlapsFloor(thrown, body.pose);
        asleep = body.asleep;
        good = step.state == CD_FREE;
    }
    cdDestroyWorld(world);
    if (!good) return FailReport(report, "a step of the world is undecided");
    result->steps = i;
    result->seconds = 1e-6 * microseconds;
    measureDepth(thrown, i, result);
    return true;
}

// --- Others

int32_t GetPeerWorlds(const PeerWorld *peers[2]) {
    int32_t count = 0;
#ifdef FC_HAVE_BULLET
    peers[count++] = GetBulletWorld();
#endif
#ifdef FC_HAVE_ODE
    peers[count++] = GetOdeWorld();
#endif
    if (count < 2) peers[count] = NULL;
    return count;
}

PeerScene MakePeerScene(const ThrownMesh *thrown) {
    PeerScene scene = {.points = thrown->points,
                       .triangles = thrown->soup.triangles,
                       .pointCount = thrown->soup.pointCount,
                       .triangleCount = thrown->soup.triangleCount,
                       .radius = thrown->radius,
                       .mass = density * thrown->mass.volume,
                       .floorHalf = floorHalf,
                       .gravity = gravity,
                       .restitution = restitution,
                       .friction = friction};
    for (int i = 0; i < 6; i++)
        scene.inertia[i] = density * thrown->mass.inertia[i];
    return scene;
}

ThrowResult RunPeerThrow(ThrownMesh *thrown, const PeerWorld *peer, void *world, const PeerThrow *start,
                         double dt, int64_t steps) {
    ThrowResult result = {.steps = steps};
    peer->start(world, start);
    double begin = GetMicroseconds();
    for (int64_t i = 0; i < steps; i++)
        thrown->poses[i] = peer->step(world, dt);
    result.seconds = 1e-6 * (GetMicroseconds() - begin);
    measureDepth(thrown, steps, &result);
    return result;
}
