// A chain of a hundred balls that swings, a crank that a motor turns, a platform that carries twenty boxes.
//
// Input: maximum number of steps. Output: steps a second, and counts of a step. After each step the exact
// overlap test judges every pair of bodies that collide. What fails the run: an overlap; a joint that is off
// by more than the margin; a piston whose place is not that of its crank; a platform that is late, or that
// one of the boxes has left.
#include "bench/linked_bench.h"
#include "bench/timing.h"
#include "collision/kinematic.h"

#include <math.h>

enum { BODY_MAX = 128, MESH_MAX = 4, LINKS = 100, BOXES = 20 };

static const double FRAME = 1.0 / 60.0;

typedef struct Linked {
    cdWorld *world;
    cdWorkspace *workspace; // for the exact test
    cdMesh *meshes[MESH_MAX];
    int32_t meshCount;
    const cdMesh *bodies[BODY_MAX]; // bodies[bodyCount]
    int32_t bodyCount;
} Linked;

typedef struct LinkedScene {
    const char *name;
    bool (*build)(Linked *linked, BenchReport *report);
    bool (*isRight)(const Linked *linked, double time); // after a step
    int64_t steps;                                      // maximum
    double drift;                                       // largest one of a step, margins
} LinkedScene;

static cdPose placeAt(double x, double y, double z) {
    return (cdPose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static bool openLinked(Linked *linked, BenchReport *report) {
    cdWorldDef def = cdDefaultWorldDef();
    *linked = (Linked){.world = cdCreateWorld(&def), .workspace = cdCreateWorkspace()};
    bool good = linked->world != NULL && linked->workspace != NULL;
    return good || FailReport(report, "the world cannot be created");
}

static void closeLinked(Linked *linked) {
    cdDestroyWorld(linked->world);
    cdDestroyWorkspace(linked->workspace);
    for (int32_t i = 0; i < linked->meshCount; i++)
        cdDestroyMesh(linked->meshes[i]);
}

// Takes ownership of the mesh.
static bool addMesh(Linked *linked, cdMesh *mesh, BenchReport *report) {
    linked->meshes[linked->meshCount++] = mesh;
    return mesh != NULL || FailReport(report, "out of memory for a mesh");
}

static bool addBox(Linked *linked, double x, double y, double z, BenchReport *report) {
    char spec[96];
    snprintf(spec, sizeof spec, "box:x=%g,y=%g,z=%g", x, y, z);
    TriangleSoup soup;
    if (!MakeShape(spec, &soup, report->failure, sizeof report->failure)) return false;
    cdMeshDef def = MakeSoupMeshDef(&soup);
    def.parts = CD_PART_HULL | CD_PART_FEATURES;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    DestroyTriangleSoup(&soup);
    return addMesh(linked, mesh, report);
}

// Adds a body of the mesh that was added last. Returns its id, which is its number.
static cdBodyId addBody(Linked *linked, cdBodyKind kind, cdPose pose) {
    cdBodyDef def = cdDefaultBodyDef();
    def.kind = kind;
    def.mesh = linked->bodies[linked->bodyCount++] = linked->meshes[linked->meshCount - 1];
    def.pose = pose;
    def.restitution = 0.0;
    def.friction = 0.5;
    return cdAddBody(linked->world, &def);
}

static bool addJoint(Linked *linked, const cdJointDef *def, BenchReport *report) {
    return cdAddJoint(linked->world, def) >= 0 || FailReport(report, "a joint cannot be added");
}

// --- A chain

// Horizontal at the start, of balls that do not touch.
static bool buildChain(Linked *linked, BenchReport *report) {
    if (!addMesh(linked, cdCreateSphere((cdVec3){0.0, 0.0, 0.0}, 0.4, NULL), report)) return false;
    cdBodyId last = -1;
    for (int32_t i = 0; i < LINKS; i++) {
        cdBodyId ball = addBody(linked, CD_BODY_DYNAMIC, placeAt(i + 0.5, 0.0, 0.0));
        cdJointDef joint = {
            .kind = CD_JOINT_BALL, .bodyA = ball, .bodyB = last, .point = {(double)i, 0.0, 0.0}};
        if (!addJoint(linked, &joint, report)) return false;
        last = ball;
    }
    return true;
}

static bool isChainRight(const Linked *linked, double time) {
    (void)time;
    const cdWorldEnergy energy = cdGetWorldEnergy(linked->world);
    return energy.kinetic + energy.potential <= 1e-9 * (energy.kinetic + fabs(energy.potential));
}

// --- A crank

static const double CRANK = 0.5, ROD = 1.5, TURNING = 6.0;

// The crank turns about the z axis at the origin; the rod joins its pin to a piston on the x axis.
static bool buildCrank(Linked *linked, BenchReport *report) {
    const cdVec3 axis = {0.0, 0.0, 1.0}, along = {1.0, 0.0, 0.0}, pin = {CRANK, 0.0, 0.0},
                 end = {CRANK + ROD, 0.0, 0.0};
    if (!addBox(linked, 0.5 * CRANK, 0.05, 0.05, report)) return false;
    cdBodyId crank = addBody(linked, CD_BODY_DYNAMIC, placeAt(0.5 * CRANK, 0.0, 0.0));
    if (!addBox(linked, 0.5 * ROD, 0.04, 0.04, report)) return false;
    cdBodyId rod = addBody(linked, CD_BODY_DYNAMIC, placeAt(CRANK + 0.5 * ROD, 0.0, 0.3));
    if (!addBox(linked, 0.2, 0.2, 0.1, report)) return false;
    cdBodyId piston = addBody(linked, CD_BODY_DYNAMIC, placeAt(end.x, 0.0, 0.6));
    const cdJointDef joints[] = {
        {.kind = CD_JOINT_HINGE,
         .bodyA = crank,
         .bodyB = -1,
         .axis = axis,
         .motor = {.speed = TURNING, .maxForce = 1e3}},
        {.kind = CD_JOINT_HINGE, .bodyA = rod, .bodyB = crank, .point = pin, .axis = axis},
        {.kind = CD_JOINT_BALL, .bodyA = rod, .bodyB = piston, .point = end},
        {.kind = CD_JOINT_SLIDER, .bodyA = piston, .bodyB = -1, .point = end, .axis = along}};
    for (int i = 0; i < 4; i++)
        if (!addJoint(linked, &joints[i], report)) return false;
    return true;
}

// The piston's place by the angle of the crank, which turns at its speed once it is up to it.
static bool isCrankRight(const Linked *linked, double time) {
    cdBodyState crank = cdGetBodyState(linked->world, 0), piston = cdGetBodyState(linked->world, 2);
    cdVec3 arm = cdRotate(crank.pose.q, (cdVec3){CRANK, 0.0, 0.0});
    double place = arm.x + sqrt(ROD * ROD - arm.y * arm.y), speed = crank.angularVelocity.z;
    return fabs(piston.pose.p.x - place) <= 1e-4 && (time < 0.5 || fabs(speed - TURNING) <= 1e-3 * TURNING);
}

// --- A platform

static const double LIFT = 1.0, PERIOD = 4.0;

// Rises and falls by LIFT, and moves sideways by as much, in a square.
static bool buildPlatform(Linked *linked, BenchReport *report) {
    const cdPathNode nodes[] = {{0.0, placeAt(0.0, 0.0, 0.0)},
                                {0.25 * PERIOD, placeAt(0.0, LIFT, 0.0)},
                                {0.5 * PERIOD, placeAt(LIFT, LIFT, 0.0)},
                                {0.75 * PERIOD, placeAt(LIFT, 0.0, 0.0)},
                                {PERIOD, placeAt(0.0, 0.0, 0.0)}};
    if (!addBox(linked, 4.0, 0.2, 4.0, report)) return false;
    cdBodyId platform = addBody(linked, CD_BODY_KINEMATIC, placeAt(0.0, 0.0, 0.0));
    if (!addBox(linked, 0.4, 0.3, 0.5, report)) return false;
    for (int32_t i = 0; i < BOXES; i++)
        addBody(linked, CD_BODY_DYNAMIC,
                placeAt(1.2 * (i % 4) - 1.8, 0.501 + 0.602 * (i / 8), 1.4 * (i / 4 % 2) - 0.7));
    return cdSetKinematicPath(linked->world, platform, nodes, 5, 0.0) ||
           FailReport(report, "the platform has no path");
}

static bool isPlatformRight(const Linked *linked, double time) {
    cdBodyState platform = cdGetBodyState(linked->world, 0);
    if (platform.blocked || fabs(cdGetKinematicTime(linked->world, 0) - time) > 1e-9) return false;
    for (int32_t i = 1; i < linked->bodyCount; i++) {
        cdVec3 above = cdSub(cdGetBodyState(linked->world, i).pose.p, platform.pose.p);
        if (!(above.y > 0.45 && fabs(above.x) < 4.0 && fabs(above.z) < 4.0)) return false;
    }
    return true;
}

// --- Running

static int32_t countOverlaps(const Linked *linked) {
    int32_t count = 0;
    for (int32_t b = 1; b < linked->bodyCount; b++) {
        for (int32_t a = 0; a < b; a++) {
            cdOverlapInput pair = {.meshA = linked->bodies[a],
                                   .meshB = linked->bodies[b],
                                   .poseA = cdGetBodyState(linked->world, a).pose,
                                   .poseB = cdGetBodyState(linked->world, b).pose};
            count += cdFindOverlap(&pair, NULL, linked->workspace, NULL).state != CD_FREE;
        }
    }
    return count;
}

typedef struct LinkedSum {
    double steps, microseconds, slowest, contacts, queries, iterations, drift, overlaps, wrong;
} LinkedSum;

static void addResults(const LinkedScene *scene, const LinkedSum *sum, BenchReport *report) {
    double values[] = {sum->steps,
                       1e6 * sum->steps / sum->microseconds,
                       1e-3 * sum->slowest,
                       sum->contacts / sum->steps,
                       sum->queries / sum->steps,
                       sum->iterations / sum->steps,
                       sum->drift,
                       sum->overlaps};
    AddRow(report, values, "%s", scene->name);
    char what[96];
    snprintf(what, sizeof what, "%s, pairs in overlap", scene->name);
    AddRequirement(report, what, sum->overlaps, REPORT_AT_MOST, 0.0, "pairs");
    snprintf(what, sizeof what, "%s, joints or places that are wrong", scene->name);
    AddRequirement(report, what, sum->wrong, REPORT_AT_MOST, 0.0, "steps");
}

static bool runScene(const BenchInput *input, const LinkedScene *scene, Linked *linked, BenchReport *report) {
    int64_t steps = input->steps < scene->steps ? input->steps : scene->steps;
    LinkedSum sum = {.steps = (double)steps};
    for (int64_t i = 0; i < steps; i++) {
        input->showProgress(i, steps, input->context);
        double begin = GetMicroseconds();
        cdWorldStep step = cdStepWorld(linked->world, FRAME);
        double time = GetMicroseconds() - begin;
        if (step.state != CD_FREE) return FailReport(report, "%s: a step is undecided", scene->name);
        sum.microseconds += time;
        sum.slowest = cdMax(sum.slowest, time);
        sum.contacts += step.contacts, sum.queries += step.queries, sum.iterations += step.solverIterations;
        sum.drift = cdMax(sum.drift, step.drift);
        sum.overlaps += countOverlaps(linked);
        sum.wrong += step.drift > scene->drift * step.margin || step.blockedTime > 0.0 ||
                     !scene->isRight(linked, step.time);
    }
    addResults(scene, &sum, report);
    return true;
}

bool RunLinkedBench(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {"steps",          "steps/s",  "slowest ms",
                                          "contact points", "queries",  "solver iterations",
                                          "drift",          "overlaps", NULL};
    static const LinkedScene scenes[] = {
        {"a chain of 100 balls", buildChain, isChainRight, 300, 1.0},
        {"a crank with a motor", buildCrank, isCrankRight, 600, 1.0},
        {"a platform with 20 boxes", buildPlatform, isPlatformRight, 240, 3.0}};
    AddTable(report, columns, "Joints and kinematic bodies, steps of 1/60 s, ours only");
    bool good = true;
    for (int i = 0; i < 3 && good; i++) {
        Linked linked;
        good = openLinked(&linked, report) && scenes[i].build(&linked, report) &&
               runScene(input, &scenes[i], &linked, report);
        closeLinked(&linked);
    }
    return good;
}
