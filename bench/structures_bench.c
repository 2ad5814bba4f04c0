// Structures of many bodies: arches of stones, houses of cards, a wall that a wrecking ball hits, a net of
// rings, a bolt that turns in its nut.
//
// Input: maximum number of steps. Output: steps a second, and counts of a step. Each case runs until its
// steps are done or CASE_SECONDS of stepping have passed, less with few steps; what it has not reached by
// then counts as missed. After each step the exact overlap test judges every pair of bodies. What fails the
// run: an overlap, a state that is not finite, energy that grows. Speed, time lost and how long a structure
// stands are targets.
#include "bench/bench.h"
#include "bench/scene_meshes.h"
#include "bench/timing.h"
#include "bench/world_watch.h"
#include "scenes/generators/bolt_in_nut.h"
#include "scenes/generators/brick_wall.h"
#include "scenes/generators/card_house.h"
#include "scenes/generators/ring_net.h"
#include "scenes/generators/stone_arch.h"
#include "scenes/scene_parts.h"

enum { CASE_SECONDS = 60 };

typedef struct Structure {
    const char *name;
    bool (*build)(SceneData *data, int32_t size);
    int32_t size;       // stones, levels; else not used
    double dt, seconds; // of a step; to be simulated
    double rate;        // target, steps a second; 0: none
    double sway;        // it stands while no body has moved by more, length; 0: it is to move
} Structure;

// --- Cases

static bool buildArch(SceneData *data, int32_t size) {
    StoneArch arch = {
        .stones = size, .span = 10.0, .rise = 5.0, .thickness = 1.2, .depth = 1.2, .friction = 0.5};
    return AddStoneArch(data, &arch);
}

static bool addGround(SceneData *data, double half, double height) {
    SceneObject *floor = AddSceneFloor(data, half, height);
    if (floor != NULL) floor->friction = 0.5;
    return floor != NULL;
}

static bool buildHouse(SceneData *data, int32_t size) {
    CardHouse house = {
        .levels = size, .length = 0.8, .width = 0.55, .thickness = 0.02, .lean = 0.3, .friction = 0.5};
    return addGround(data, 4.0, 0.0) && AddCardHouse(data, &house);
}

static bool buildWall(SceneData *data, int32_t size) {
    (void)size;
    BrickWall wall = {.columns = 28, .rows = 20, .half = {0.25, 0.125, 0.125}, .friction = 0.5};
    WreckingBall ball = {.links = 12, .pivot = {0.0, 7.0, 0.8}, .radius = 0.6, .lift = 1.0, .density = 5.0};
    return addGround(data, 16.0, 0.0) && AddBrickWall(data, &wall) && AddWreckingBall(data, &ball);
}

static bool buildNet(SceneData *data, int32_t size) {
    RingNet net = {.columns = size, .rows = size, .segments = 22, .height = 0.0, .friction = 0.2};
    return AddRingNet(data, &net);
}

static bool buildBolt(SceneData *data, int32_t size) {
    BoltInNut bolt = {.segments = size, .height = 0.0, .friction = 0.0};
    return AddBoltInNut(data, &bolt);
}

static const Structure structures[] = {
    {"arch of 25 stones", buildArch, 25, 1.0 / 100.0, 60.0, 500.0, 0.1},
    {"arch of 101 stones", buildArch, 101, 1.0 / 100.0, 60.0, 100.0, 0.1},
    {"arch of 501 stones", buildArch, 501, 1.0 / 100.0, 60.0, 20.0, 0.1},
    {"house of 2 levels", buildHouse, 2, 1.0 / 100.0, 60.0, 0.0, 0.02},
    {"house of 3 levels", buildHouse, 3, 1.0 / 100.0, 60.0, 0.0, 0.02},
    {"house of 4 levels", buildHouse, 4, 1.0 / 100.0, 60.0, 0.0, 0.02},
    {"house of 5 levels", buildHouse, 5, 1.0 / 100.0, 60.0, 0.0, 0.02},
    {"wall and wrecking ball", buildWall, 0, 1.0 / 100.0, 4.0, 30.0, 0.0},
    {"net of 616 rings", buildNet, 16, 1.0 / 100.0, 4.0, 20.0, 0.0},
    {"bolt in a nut", buildBolt, 48, 1.0 / 100.0, 4.0, 200.0, 0.0},
};

// --- Running

typedef struct StructureRun {
    WatchSums sums;
    double stood;    // time until a body has moved by more than `sway`
    bool unbalanced; // true if a body sleeps with forces that do not balance its weight
    int32_t bodies;
} StructureRun;

// Returns the longest way of a body since the start.
static double getSway(const WorldWatch *watch) {
    double sway = 0.0;
    for (int32_t i = 0; i < watch->data->objectCount; i++) {
        cdVec3 place = cdGetBodyState(watch->sceneWorld.world, watch->sceneWorld.bodies[i]).pose.p;
        sway = fmax(sway, cdLength(cdSub(place, watch->data->objects[i].pose.p)));
    }
    return sway;
}

static void stepStructure(const BenchInput *input, const Structure *structure, WorldWatch *watch,
                          StructureRun *run) {
    int64_t steps = (int64_t)(structure->seconds / structure->dt + 0.5);
    if (input->steps < steps) steps = input->steps;
    double limit = fmin(CASE_SECONDS, 0.02 * (double)input->steps);
    bool stands = true;
    for (int64_t i = 0; i < steps && run->sums.seconds < limit; i++) {
        StepWorldWatch(watch, structure->dt, &run->sums);
        stands = stands && (structure->sway == 0.0 || getSway(watch) <= structure->sway);
        if (stands) run->stood = structure->dt * (double)(i + 1);
        input->showProgress(i, steps, input->context);
    }
}

static bool runStructure(const BenchInput *input, const Structure *structure, StructureRun *run,
                         BenchReport *report) {
    SceneData data = MakeEmptySceneData();
    data.gravity = GetSceneGravity();
    if (!structure->build(&data, structure->size)) {
        DestroySceneData(&data);
        return FailReport(report, "out of memory for %s", structure->name);
    }
    int32_t meshCount = data.objectCount + data.shapeCount;
    cdMesh **meshes = AllocateArray(meshCount + 1, sizeof *meshes);
    WorldWatch watch = {0};
    bool good = CreateBenchMeshes(&data, meshes, report) &&
                OpenWorldWatch(&watch, &data, (const cdMesh *const *)meshes, report);
    if (good) stepStructure(input, structure, &watch, run);
    for (int32_t i = 0; i < data.objectCount; i++) {
        run->bodies += data.objects[i].body == SCENE_DYNAMIC;
        if (good && cdGetBodyState(watch.sceneWorld.world, watch.sceneWorld.bodies[i]).unbalanced)
            run->unbalanced = true;
    }
    CloseWorldWatch(&watch);
    DestroyBenchMeshes(meshes, meshCount);
    DestroySceneData(&data);
    return good;
}

static void addStructureRow(const Structure *structure, const StructureRun *run, BenchReport *report) {
    const WatchSums *sums = &run->sums;
    double steps = (double)sums->steps, rate = steps / sums->seconds;
    double values[] = {(double)run->bodies,
                       steps,
                       rate,
                       (double)sums->queries / steps,
                       (double)sums->contacts,
                       (double)sums->overlaps,
                       sums->lost,
                       sums->growth,
                       structure->sway > 0.0 ? run->stood : NAN};
    AddRow(report, values, "%s", structure->name);
    if (structure->rate > 0.0)
        AddTarget(report, structure->name, rate, REPORT_AT_LEAST, structure->rate, "steps a second");
    char what[96];
    snprintf(what, sizeof what, "%s, time lost", structure->name);
    AddTarget(report, what, sums->lost, REPORT_AT_MOST, 0.0, "s");
    snprintf(what, sizeof what, "%s, stands", structure->name);
    if (structure->sway > 0.0) {
        AddTarget(report, what, run->stood, REPORT_AT_LEAST, structure->seconds - 1e-6, "s");
        snprintf(what, sizeof what, "%s, asleep without a balance", structure->name);
        AddTarget(report, what, run->unbalanced ? 1.0 : 0.0, REPORT_AT_MOST, 0.0, "");
    }
}

bool RunStructuresBench(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {"bodies",        "steps",    "steps/s", "queries a step",
                                          "most contacts", "overlaps", "s lost",  "energy growth",
                                          "s stood",       NULL};
    AddTable(report, columns, "Structures, steps of 1/100 s, at most %d s of stepping each", CASE_SECONDS);
    WatchSums sum = {0};
    for (size_t i = 0; i < sizeof structures / sizeof *structures; i++) {
        StructureRun run = {{0}, 0.0, false, 0};
        if (!runStructure(input, &structures[i], &run, report)) return false;
        addStructureRow(&structures[i], &run, report);
        AddWatchSums(&sum, &run.sums);
    }
    AddRequirement(report, "steps of structures after which a pair overlaps", (double)sum.overlaps,
                   REPORT_AT_MOST, 0.0, "steps");
    AddRequirement(report, "steps of structures without a state", (double)sum.undecided, REPORT_AT_MOST, 0.0,
                   "steps");
    AddRequirement(report, "growth of energy in a step of a structure", sum.growth, REPORT_AT_MOST, 1e-10,
                   "of what moves and is lifted");
    AddNote(report, "s stood: until a body has moved by more than a hundredth of the arch's span or the "
                    "thickness of a card; arches and houses are to stand for a minute of simulated time.");
    return true;
}
