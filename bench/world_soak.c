// Runs the worlds of the scenes for ten minutes of simulated time, and a thousand throws of the teapot.
//
// Input: number of steps, a seed. Output: for each scene with dynamic objects, and for the throws, totals of
// its steps, each followed by the exact overlap test of all pairs. (1) Create a scene's meshes: its objects
// are generated shapes. (2) After every step, test for overlapping pairs, a finite state and the growth of
// energy of bodies that move and are lifted; add up the step's own results: waits, lost time, drift in
// margins. Steps a second are those of the world alone. (3) A throw: the teapot, an open surface, in any
// pose, down at a floor of one layer with up to 200 units a second; half a second of it. It has passed the
// floor when its middle is beneath it. Numbers that must be 0 are requirements: the run fails.
#include "bench/world_soak.h"
#include "bench/timing.h"
#include "scenes/scene_world.h"
#include "shapes/joined_soup.h"
#include "tests/random.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCENE_STEPS = 36000, THROWS = 1000, THROW_STEPS = 30 };

static const double frame = 1.0 / 60.0;

typedef struct SoakSums {
    int64_t steps, overlaps, undecided, held, through;
    double growth; // growth of energy in a step, of bodies that move and are lifted
    double drift;  // in margins
    double lost, seconds;
    int64_t contacts; // maximum over the steps
} SoakSums;

// --- (1)

static bool makeSoup(const char *mesh, TriangleSoup *soup) {
    static const char prefix[] = "builtin:";
    char message[200];
    return strncmp(mesh, prefix, strlen(prefix)) == 0 &&
           MakeShape(mesh + strlen(prefix), soup, message, sizeof message);
}

static void scaleSoup(TriangleSoup *soup, cdVec3 center, double scale) {
    for (int32_t i = 0; i < soup->pointCount; i++)
        soup->points[i] = cdScale(scale, cdSub(soup->points[i], center));
}

static cdMesh *createSoupMesh(TriangleSoup *soup) {
    cdMeshDef def = MakeSoupMeshDef(soup);
    def.parts = CD_PART_HULL | CD_PART_FEATURES;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    DestroyTriangleSoup(soup);
    return mesh;
}

static cdMesh *createShapeMesh(const SceneShape *shape) {
    TriangleSoup soup = {0};
    if (!makeSoup(shape->mesh, &soup)) return NULL;
    scaleSoup(&soup, (cdVec3){0.0, 0.0, 0.0}, shape->scale);
    return createSoupMesh(&soup);
}

// Creates the union of an object's shapes. NULL: not a shape, or no memory.
static cdMesh *createUnionMesh(const SceneData *data, const SceneObject *object) {
    TriangleSoup all = {0};
    bool good = true;
    for (int32_t i = 0; i < object->shapeCount && good; i++) {
        const SceneShape *shape = &data->shapes[object->firstShape + i];
        TriangleSoup soup = {0};
        good = makeSoup(shape->mesh, &soup);
        scaleSoup(&soup, (cdVec3){0.0, 0.0, 0.0}, shape->scale);
        good = good && AppendTriangleSoup(&all, &soup, shape->pose);
        DestroyTriangleSoup(&soup);
    }
    if (good) return createSoupMesh(&all);
    DestroyTriangleSoup(&all);
    return NULL;
}

// Creates a generated shape, centred and scaled as the object requires. NULL: not a shape, or no memory.
static cdMesh *createObjectMesh(const SceneObject *object) {
    TriangleSoup soup = {0};
    if (!makeSoup(object->mesh, &soup)) return NULL;
    cdBox3 box = {soup.points[0], soup.points[0]};
    for (int32_t i = 1; i < soup.pointCount; i++) {
        cdVec3 p = soup.points[i];
        box.lower = (cdVec3){fmin(box.lower.x, p.x), fmin(box.lower.y, p.y), fmin(box.lower.z, p.z)};
        box.upper = (cdVec3){fmax(box.upper.x, p.x), fmax(box.upper.y, p.y), fmax(box.upper.z, p.z)};
    }
    cdVec3 center = object->normalize ? cdLerp(box.lower, box.upper, 0.5) : (cdVec3){0.0, 0.0, 0.0};
    double scale = object->scale;
    if (object->normalize) scale /= 0.5 * cdLength(cdSub(box.upper, box.lower));
    scaleSoup(&soup, center, scale);
    return createSoupMesh(&soup);
}

static bool isTwin(const SceneObject *a, const SceneObject *b) {
    bool whole = a->shapeCount == 0 && b->shapeCount == 0;
    return whole && a->normalize == b->normalize && a->scale == b->scale && strcmp(a->mesh, b->mesh) == 0;
}

// meshes[objectCount + shapeCount], as for CreateSceneWorld; objects of one mesh share it.
static bool createMeshes(const SceneData *data, cdMesh **meshes, BenchReport *report) {
    for (int32_t i = 0; i < data->objectCount; i++) {
        for (int32_t k = 0; k < i && meshes[i] == NULL; k++)
            if (isTwin(&data->objects[i], &data->objects[k])) meshes[i] = meshes[k];
        const SceneObject *object = &data->objects[i];
        if (meshes[i] == NULL)
            meshes[i] = object->shapeCount > 0 ? createUnionMesh(data, object) : createObjectMesh(object);
        if (meshes[i] == NULL) return FailReport(report, "%s: no mesh of \"%s\"", data->name, object->name);
    }
    for (int32_t i = 0; i < data->shapeCount; i++) {
        cdMesh **mesh = &meshes[data->objectCount + i];
        *mesh = createShapeMesh(&data->shapes[i]);
        if (*mesh == NULL) return FailReport(report, "%s: no mesh of shape %d", data->name, (int)i);
    }
    return true;
}

static void destroyMeshes(cdMesh **meshes, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        bool shared = false;
        for (int32_t k = 0; k < i; k++)
            shared = shared || meshes[k] == meshes[i];
        if (!shared) cdDestroyMesh(meshes[i]);
    }
    free(meshes);
}

// --- (2)

// Measures taken after each step of a world.
typedef struct Watch {
    SceneWorld sceneWorld;
    const SceneData *data;
    const cdMesh *const *meshes;
    cdWorkspace *workspace;
    double margin;
    bool powered; // a motor or a kinematic body adds energy
} Watch;

// The margin that world.h documents for 0.
static double findMargin(const SceneData *data, const cdMesh *const *meshes) {
    double radius = INFINITY;
    for (int32_t i = 0; i < data->objectCount; i++) {
        if (data->objects[i].body == SCENE_DYNAMIC) radius = fmin(radius, cdGetMeshInfo(meshes[i]).radius);
    }
    return data->margin > 0.0 ? data->margin : 1e-4 * radius;
}

static bool openWatch(Watch *watch, const SceneData *data, const cdMesh *const *meshes, BenchReport *report) {
    *watch = (Watch){.data = data, .meshes = meshes, .margin = findMargin(data, meshes)};
    if (!CreateSceneWorld(data, meshes, &watch->sceneWorld, report->failure, sizeof report->failure))
        return false;
    for (int32_t i = 0; i < data->jointCount; i++)
        watch->powered = watch->powered || data->joints[i].def.motor.maxForce > 0.0;
    for (int32_t i = 0; i < data->objectCount; i++)
        watch->powered = watch->powered || data->objects[i].body == SCENE_KINEMATIC;
    watch->workspace = cdCreateWorkspace();
    return watch->workspace != NULL || FailReport(report, "out of memory for the overlap test");
}

static void closeWatch(Watch *watch) {
    if (watch->sceneWorld.world != NULL) DestroySceneWorld(&watch->sceneWorld);
    cdDestroyWorkspace(watch->workspace);
}

static double getTotal(const cdWorld *world) {
    cdWorldEnergy energy = cdGetWorldEnergy(world);
    return energy.kinetic + energy.potential;
}

// Returns the magnitude of the terms that add up to the energy.
static double getEnergySize(const Watch *watch) {
    double size = 0.0;
    for (int32_t i = 0; i < watch->data->objectCount; i++) {
        if (watch->sceneWorld.bodies[i] < 0 || watch->data->objects[i].body != SCENE_DYNAMIC) continue;
        cdBodyState state = cdGetBodyState(watch->sceneWorld.world, watch->sceneWorld.bodies[i]);
        double reach = cdLength(state.centroid) + cdGetMeshInfo(watch->meshes[i]).radius;
        size += state.mass * cdLength(watch->data->gravity) * reach;
    }
    return size + cdGetWorldEnergy(watch->sceneWorld.world).kinetic;
}

static void stepWatch(Watch *watch, SoakSums *sums) {
    cdWorld *world = watch->sceneWorld.world;
    double before = getTotal(world), size = getEnergySize(watch), begin = GetMicroseconds();
    cdWorldStep step = cdStepWorld(world, frame);
    sums->seconds += 1e-6 * (GetMicroseconds() - begin);
    sums->steps++;
    int32_t a = 0, b = 0;
    sums->overlaps += FindWorldOverlap(&watch->sceneWorld, watch->meshes, watch->workspace, &a, &b);
    double growth = getTotal(world) - before;
    sums->undecided += step.state != CD_FREE || !isfinite(growth);
    if (!watch->powered && size > 0.0) sums->growth = fmax(sums->growth, growth / size);
    sums->held += step.blockedBodies > 0;
    sums->lost += step.blockedTime;
    sums->drift = fmax(sums->drift, step.drift / watch->margin);
    if (step.contacts > sums->contacts) sums->contacts = step.contacts;
}

static void addSums(SoakSums *sum, const SoakSums *part) {
    sum->steps += part->steps;
    sum->overlaps += part->overlaps;
    sum->undecided += part->undecided;
    sum->held += part->held;
    sum->through += part->through;
    sum->growth = fmax(sum->growth, part->growth);
    sum->drift = fmax(sum->drift, part->drift);
    sum->lost += part->lost;
    sum->seconds += part->seconds;
    if (part->contacts > sum->contacts) sum->contacts = part->contacts;
}

static void addSumsRow(BenchReport *report, const SoakSums *sums, const char *name) {
    double values[] = {(double)sums->steps,
                       (double)sums->overlaps,
                       (double)sums->undecided,
                       (double)sums->held,
                       sums->lost,
                       sums->growth,
                       sums->drift,
                       (double)sums->contacts,
                       sums->seconds > 0.0 ? (double)sums->steps / sums->seconds : NAN};
    AddRow(report, values, "%s", name);
}

static bool soakScene(const BenchInput *input, const Scene *scene, int64_t steps, SoakSums *sums,
                      BenchReport *report) {
    enum { CHUNK = 100 }; // steps between progress checks
    SceneData data;
    if (!CreateSceneData(scene, &data)) return FailReport(report, "out of memory for a scene");
    cdMesh **meshes = AllocateArray(data.objectCount + data.shapeCount + 1, sizeof *meshes);
    Watch watch = {0};
    bool good = createMeshes(&data, meshes, report) &&
                openWatch(&watch, &data, (const cdMesh *const *)meshes, report);
    for (int64_t i = 0; i < steps && good; i++) {
        stepWatch(&watch, sums);
        if (i % CHUNK == 0) input->showProgress(i, steps, input->context);
    }
    closeWatch(&watch);
    destroyMeshes(meshes, data.objectCount + data.shapeCount);
    DestroySceneData(&data);
    return good;
}

static bool isDynamic(const Scene *scene) {
    SceneData data;
    if (!CreateSceneData(scene, &data)) return false;
    bool dynamic = HasDynamicObjects(&data);
    DestroySceneData(&data);
    return dynamic;
}

// --- (3)

static bool addThrownObjects(SceneData *data, Random *random) {
    data->gravity = (cdVec3){0.0, -9.81, 0.0};
    SceneObject *floor = AddSceneObject(data, "floor", "builtin:floor:size=60,n=6", SCENE_FIXED);
    if (floor == NULL) return false;
    floor->restitution = 0.3;
    floor->friction = 0.4;
    SceneObject *teapot = AddSceneObject(data, "teapot", "builtin:teapot", SCENE_DYNAMIC);
    if (teapot == NULL) return false;
    double x = nextRandomIn(random, -1.0, 1.0), z = nextRandomIn(random, -1.0, 1.0);
    cdQuat turn = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 3.14));
    teapot->scale = 0.3;
    teapot->pose = (cdPose){{x, 3.0, z}, turn};
    teapot->velocity = cdScale(10.0, nextRandomVec3(random));
    teapot->velocity.y = nextRandomIn(random, -200.0, 0.0);
    teapot->angularVelocity = cdScale(30.0, nextRandomVec3(random));
    teapot->restitution = nextRandom(random);
    teapot->friction = 0.4;
    return true;
}

static bool isThrough(const Watch *watch) {
    enum { TEAPOT = 1 };
    cdPose pose = cdGetBodyState(watch->sceneWorld.world, watch->sceneWorld.bodies[TEAPOT]).pose;
    return !(cdTransformPoint(pose, cdGetMeshInfo(watch->meshes[TEAPOT]).center).y > 0.0);
}

static bool throwTeapot(uint64_t seed, cdMesh **meshes, SoakSums *sums, BenchReport *report) {
    Random random = {seed};
    SceneData data = MakeEmptySceneData();
    Watch watch = {0};
    bool good = addThrownObjects(&data, &random);
    if (!good) FailReport(report, "out of memory for a throw");
    good = good && createMeshes(&data, meshes, report) &&
           openWatch(&watch, &data, (const cdMesh *const *)meshes, report);
    bool through = false;
    for (int i = 0; i < THROW_STEPS && good; i++) {
        stepWatch(&watch, sums);
        through = through || isThrough(&watch);
    }
    sums->through += through;
    closeWatch(&watch);
    DestroySceneData(&data);
    return good;
}

static bool soakThrows(const BenchInput *input, int64_t count, SoakSums *sums, BenchReport *report) {
    enum { OBJECTS = 2 };
    cdMesh **meshes = AllocateArray(OBJECTS, sizeof *meshes);
    bool good = true;
    for (int64_t i = 0; i < count && good; i++) {
        good = throwTeapot(input->seed + (uint64_t)i, meshes, sums, report);
        input->showProgress(i + 1, count, input->context);
    }
    destroyMeshes(meshes, OBJECTS);
    return good;
}

// ---

static void addRequirements(BenchReport *report, const SoakSums *sum) {
    AddRequirement(report, "steps of worlds after which a pair overlaps", (double)sum->overlaps,
                   REPORT_AT_MOST, 0.0, "steps");
    AddRequirement(report, "steps of worlds without a state", (double)sum->undecided, REPORT_AT_MOST, 0.0,
                   "steps");
    AddRequirement(report, "throws through the floor", (double)sum->through, REPORT_AT_MOST, 0.0, "throws");
    AddRequirement(report, "growth of energy in a step", sum->growth, REPORT_AT_MOST, 1e-10,
                   "of what moves and is lifted");
}

bool SoakWorlds(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {
        "steps",         "overlaps",       "undecided", "with waits", "s lost",
        "energy growth", "drift, margins", "contacts",  "steps/s",    NULL};
    int64_t steps = 2 * input->steps < SCENE_STEPS ? 2 * input->steps : SCENE_STEPS;
    int64_t throws = input->steps / 20 < THROWS ? input->steps / 20 : THROWS;
    AddTable(report, columns, "Worlds of scenes, %g s each, and %d throws of the teapot",
             (double)steps * frame, (int)throws);
    int32_t count = 0;
    const Scene *const *scenes = GetScenes(&count);
    SoakSums sum = {0}, thrown = {0};
    for (int32_t i = 0; i < count; i++) {
        SoakSums part = {0};
        if (!isDynamic(scenes[i])) continue;
        if (!soakScene(input, scenes[i], steps, &part, report)) return false;
        addSumsRow(report, &part, scenes[i]->name);
        addSums(&sum, &part);
    }
    if (!soakThrows(input, throws, &thrown, report)) return false;
    addSumsRow(report, &thrown, "teapot thrown down");
    addSums(&sum, &thrown);
    addRequirements(report, &sum);
    return true;
}
