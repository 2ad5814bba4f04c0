// `firstcontact simulate`: moves the bodies of a scene by forces, collisions, contacts and joints.
//
// Input: a scene with dynamic objects. Output: one JSON line for each contact event, and after each step one
// for each dynamic or kinematic body (simulate_write.c).
// (1) All input is read, and the world built, before the first line.
// (2) Steps have one length; their number covers the requested time.
// (3) --check runs the exact overlap test on all pairs after every step; the library certifies the motion
//     between. Lost time and drift are reported at the end.
#include "collision/world.h"
#include "commands/command.h"
#include "commands/row_jobs.h"
#include "commands/scene_argument.h"
#include "commands/simulate_write.h"
#include "engine/platform/clock.h"
#include "scenes/scene_world.h"
#include "scenes/whole_file.h"
#include "stage/mesh_source.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct SimulateOptions {
    const char *scene, *out;
    double seconds, step;
    int32_t every, jobs;
    bool check, summary;
} SimulateOptions;

typedef struct Simulation {
    SimulateOptions options;
    SceneData data;
    SceneMeshes meshes;
    SceneWorld world;
    Pool *pool;             // of the steps
    cdWorkspace *workspace; // of the check
    SimulateTotals totals;
    int64_t firstOverlap; // first step after which two bodies overlapped; -1: none
    int32_t overlapping[2];
} Simulation;

static int readOptions(SimulateOptions *o, int argCount, char *const args[]) {
    *o = (SimulateOptions){.step = 1.0 / 60.0, .every = 1};
    const char *arguments[ARGUMENT_MAX];
    const CommandDef def = {
        .name = "simulate",
        .arguments = "SCENE --seconds T ",
        .argumentCount = 1,
        .argumentLimit = 1,
        .about =
            "Simulates the dynamic bodies of a scene, with collisions, contacts, friction and joints. Bodies never\n"
            "overlap after a step. SCENE is a name (see firstcontact scenes) or a scene file.\n\n"
            "Output: JSON lines. After each step one for each dynamic or kinematic body:\n"
            "  time                  seconds since the start\n"
            "  body                  its name\n"
            "  pose                  px,py,pz,qw,qx,qy,qz of the mesh's frame\n"
            "  velocity              linear, of the centroid, length / s; then angular, rad / s\n"
            "and before those one for each contact event of the step, in order of time:\n"
            "  time                  seconds since the start, to rounding\n"
            "  event                 begin: contact begins; impact: velocities jump; end: contact ends;\n"
            "                        sensor-begin, sensor-end: b enters, leaves the sensor a;\n"
            "                        joint-broken: the joint of a and b breaks; \"joint\" is its number\n"
            "                        sleep, wake, left: a falls asleep, wakes, leaves the world\n"
            "                        blocked: the kinematic body a begins to wait for b\n"
            "  a, b                  names of the two bodies, or of one\n"
            "  point, normal         of the contact; the normal points from b to a\n"
            "  speed, impulse        of an impact: approach speed, and impulse of the whole pair along its normals\n\n"
            "A step that loses time, or in which constraints drift by more than ten margins, is reported as a\n"
            "warning on standard error.",
        .example =
            "printf '{\"gravity\":[0,-9.81,0],\"objects\":[{\"name\":\"floor\",\"mesh\":\"builtin:floor\"},"
            "{\"name\":\"box\",\"mesh\":\"builtin:box\",\"pose\":[0,1.5,0,1,0,0,0],\"body\":\"dynamic\"}]}' "
            "| "
            "firstcontact simulate /dev/stdin --seconds 1 --summary",
        .options = {
            {"--seconds", "T", "simulated time, rounded up to whole steps (required)", OPTION_NUMBER,
             &o->seconds, 0.0, 1e9, NULL},
            {"--step", "DT", "length of a step in seconds (default 1/60)", OPTION_NUMBER, &o->step, 1e-9,
             10.0, NULL},
            {"--every", "N", "print bodies only after every Nth step (default 1)", OPTION_WHOLE, &o->every, 1,
             1e9, NULL},
            {"--check", NULL,
             "test all pairs for overlap after every step; exit with 1 if two overlap, if a step loses time, "
             "or if constraints drift by more than ten margins",
             OPTION_FLAG, &o->check, 0, 0, NULL},
            {"--summary", NULL, "add a last line with totals: events, drift, energy, momentum, speed",
             OPTION_FLAG, &o->summary, 0, 0, NULL},
            JOBS_OPTION(&o->jobs),
            {"--out", "FILE", "write results to FILE, atomically (default standard output)", OPTION_TEXT,
             &o->out, 0, 0, NULL},
        }};
    o->seconds = -1.0;
    int exitCode = ReadCommandLine(&def, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    o->scene = arguments[0];
    return o->seconds < 0.0 ? FailArguments(&def) : -1;
}

// --- (1)

static bool openPool(Simulation *run, char *message, size_t messageSize) {
    run->pool = CreatePool(run->options.jobs);
    if (run->pool != NULL) {
        cdTasks tasks = GetPoolTasks(run->pool);
        if (cdSetWorldTasks(run->world.world, &tasks)) return true;
    }
    snprintf(message, messageSize, "out of memory for the threads");
    return false;
}

static bool createWorld(Simulation *run, char *message, size_t messageSize) {
    if (!HasDynamicObjects(&run->data)) {
        snprintf(message, messageSize,
                 "%s: no object is dynamic; give one \"body\":\"dynamic\" (firstcontact scenes NAME --file "
                 "prints a scene as a file to edit)",
                 run->options.scene);
        return false;
    }
    BeginWaiting("building the world");
    bool good = CreateSceneMeshes(&run->data, &run->meshes, message, messageSize);
    good = good && CreateSceneWorld(&run->data, run->meshes.meshes, &run->world, message, messageSize);
    EndWaiting();
    if (!good) return false;
    run->workspace = CreateSceneWorkspace(run->meshes.meshes, run->data.objectCount);
    if (run->workspace == NULL) snprintf(message, messageSize, "out of memory for the overlap test");
    return run->workspace != NULL && openPool(run, message, messageSize);
}

// --- (2)

static const char *getBodyName(const Simulation *run, cdBodyId body) {
    for (int32_t i = 0; i < run->data.objectCount; i++) {
        if (run->world.bodies[i] == body) return run->data.objects[i].name;
    }
    return "";
}

static void writeStep(const Simulation *run, FILE *out, const cdWorldStep *step) {
    int32_t eventCount = 0;
    const cdContactEvent *events = cdGetContactEvents(run->world.world, &eventCount);
    for (int32_t i = 0; i < eventCount; i++)
        WriteContactEvent(out, &events[i], getBodyName(run, events[i].bodyA),
                          getBodyName(run, events[i].bodyB));
    if (run->totals.steps % run->options.every != 0) return;
    for (int32_t i = 0; i < run->data.objectCount; i++) {
        SceneBody body = run->data.objects[i].body;
        if (body != SCENE_DYNAMIC && body != SCENE_KINEMATIC) continue;
        cdBodyState state = cdGetBodyState(run->world.world, run->world.bodies[i]);
        WriteBodyState(out, step->time, run->data.objects[i].name, &state);
    }
}

// --- (3)

static void check(Simulation *run) {
    int32_t a = -1, b = -1;
    if (!FindWorldOverlap(&run->world, run->meshes.meshes, run->workspace, &a, &b)) return;
    if (run->totals.overlaps++ > 0) return;
    run->firstOverlap = run->totals.steps;
    run->overlapping[0] = a;
    run->overlapping[1] = b;
}

static bool runSteps(Simulation *run, FILE *out, char *message, size_t messageSize) {
    const SimulateOptions *o = &run->options;
    int64_t count = (int64_t)ceil(o->seconds / o->step - 1e-9);
    Progress progress = BeginProgress("step");
    run->totals.start = cdGetWorldEnergy(run->world.world);
    for (int64_t i = 0; i < count; i++) {
        double begin = gxGetTime();
        cdWorldStep step = cdStepWorld(run->world.world, o->step);
        run->totals.stepping += gxGetTime() - begin;
        if (step.state != CD_FREE) {
            EndProgress(&progress);
            snprintf(message, messageSize,
                     "step %lld: the simulation stopped: out of memory, or numbers too large",
                     (long long)i + 1);
            return false;
        }
        int32_t eventCount = 0;
        const cdContactEvent *events = cdGetContactEvents(run->world.world, &eventCount);
        AddToSimulateTotals(&run->totals, &step, events, eventCount);
        writeStep(run, out, &step);
        if (o->check) check(run);
        ShowProgress(&progress, i + 1, count);
    }
    EndProgress(&progress);
    return true;
}

static void endTotals(Simulation *run) {
    SimulateTotals *totals = &run->totals;
    totals->checked = run->options.check;
    totals->end = cdGetWorldEnergy(run->world.world);
    for (int32_t i = 0; i < run->data.objectCount; i++) {
        if (run->data.objects[i].body != SCENE_DYNAMIC) continue;
        totals->bodies++;
        totals->asleep += cdGetBodyState(run->world.world, run->world.bodies[i]).asleep;
    }
}

// An overlap at the start is the scene's own; without --check it is a warning.
static void checkStart(Simulation *run) {
    check(run);
    if (run->options.check || run->totals.overlaps == 0) return;
    SayError("warning: \"%s\" and \"%s\" overlap at the start", run->data.objects[run->overlapping[0]].name,
             run->data.objects[run->overlapping[1]].name);
    run->totals.overlaps = 0;
}

// An exceeded limit is a warning, with --check a failure.
static bool isWithinLimits(const Simulation *run, char *message, size_t messageSize) {
    if (!DescribeSimulateLimits(&run->totals, message, messageSize) || run->options.check)
        return message[0] == '\0';
    SayError("warning: %s", message);
    return true;
}

static bool simulate(Simulation *run, char *message, size_t messageSize) {
    const SimulateOptions *o = &run->options;
    if (!ReadSceneArgument(o->scene, &run->data, message, messageSize) ||
        !createWorld(run, message, messageSize))
        return false;
    checkStart(run);
    OutputFile output;
    if (!OpenOutputFile(&output, o->out, message, messageSize)) return false;
    if (!runSteps(run, output.stream, message, messageSize)) {
        AbandonOutputFile(&output);
        return false;
    }
    endTotals(run);
    if (o->summary) WriteSimulateTotals(output.stream, &run->totals);
    if (!FinishOutputFile(&output, message, messageSize)) return false;
    if (!o->check || run->totals.overlaps == 0) return isWithinLimits(run, message, messageSize);
    snprintf(message, messageSize, "%s%lld: \"%s\" and \"%s\" overlap (overlaps after %lld steps in all)",
             run->firstOverlap == 0 ? "at the start, step " : "after step ", (long long)run->firstOverlap,
             run->data.objects[run->overlapping[0]].name, run->data.objects[run->overlapping[1]].name,
             (long long)run->totals.overlaps);
    return false;
}

int RunSimulateCommand(int argCount, char *const args[]) {
    Simulation run = {.firstOverlap = -1};
    int exitCode = readOptions(&run.options, argCount, args);
    if (exitCode >= 0) return exitCode;
    char message[MESSAGE_SIZE] = "";
    bool good = simulate(&run, message, sizeof message);
    if (!good) SayError("%s", message);
    cdDestroyWorkspace(run.workspace);
    if (run.world.world != NULL) DestroySceneWorld(&run.world);
    DestroyPool(run.pool);
    DestroySceneMeshes(&run.meshes);
    DestroySceneData(&run.data);
    return good ? EXIT_DONE : EXIT_FAILED;
}
