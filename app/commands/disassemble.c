// `firstcontact disassemble`: takes the parts of a scene apart on certified paths.
//
// Input: a scene. Output: one JSON line a part or group, in the order of removal, then the parts that were
// not. (1) All input is read before the search. (2) The search runs on threads (scenes/disassembly.h); its
// result does not depend on their number, nor on time unless the time limit ends it. (3) The clearance of
// each path is measured among the parts that were left when it was found.
#include "commands/command.h"
#include "commands/explosion_picture.h"
#include "commands/render_out.h"
#include "commands/result_words.h"
#include "commands/row_jobs.h"
#include "commands/scene_argument.h"
#include "engine/platform/clock.h"
#include "scenes/disassembly.h"
#include "scenes/json_write.h"
#include "scenes/whole_file.h"
#include "stage/mesh_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_OVERLAP = 1, EXIT_NOT_FOUND = 3, ROUND_MAX = 12 };

static const int64_t CLEARANCE_TESTS = 50000000;

typedef struct DisassembleOptions {
    const char *scene, *part, *out, *csv, *picture, *film;
    int32_t seed, jobs, rounds, group;
    double time;
} DisassembleOptions;

typedef struct DisassembleRun {
    DisassembleOptions options;
    SceneData data;
    SceneMeshes meshes;
    Pool *pool;
    cdWorkspace *workspace; // of the clearances
    Disassembly result;
    double begin, last; // times of the search and of the last part taken out, seconds
    double *seconds;    // seconds[2 * objectCount]: of each part or group taken out
    int32_t timedCount;
} DisassembleRun;

static int readOptions(DisassembleOptions *o, int argCount, char *const args[]) {
    *o = (DisassembleOptions){.rounds = DISASSEMBLY_ROUNDS};
    const char *arguments[ARGUMENT_MAX];
    const CommandDef def = {
        .name = "disassemble",
        .arguments = "SCENE ",
        .argumentCount = 1,
        .argumentLimit = 1,
        .about =
            "Takes a scene apart: finds an order of its parts, and for each a path out of those that are left. Each\n"
            "path is certified free of contact as a whole, as by firstcontact path. The parts are the objects that\n"
            "are not fixed, or all objects, if no object is fixed. Where no part comes out, groups of parts are tried that\n"
            "move as one; a group is then taken apart outside. SCENE is a name (see firstcontact scenes) or a scene\n"
            "file. \"impossible\" is a proof that no motion takes the part out of those that are left; \"not found\" is not.\n\n"
            "Output: one JSON line a part or group, in the order of removal, then the parts that were not taken out:\n"
            "  part                  its name; of a group: that of its first part\n"
            "  status                free, not found, impossible, overlap (with `obstacle` at the start, more than a touch)\n"
            "  order                 0, 1, ... in the order of removal; null if not taken out\n"
            "  path                  poses [px,py,pz,qw,qx,qy,qz] of `part`; screws lead from one to the next\n"
            "  length                of the path: translation of the centroid and rotation, weighted by inertia\n"
            "  clearance             certified bounds lo, hi of the minimum distance on the path\n"
            "  states, slides        poses in the trees of the attempt that decided, and slides\n"
            "  pair_tests, time_s    work of all attempts for it since the part before; seconds\n"
            "  reason                if not found: budget, interrupted (--time)\n"
            "  proofs                why no motion takes it out: enclosed, linked (both: see `obstacle`), locked, caged; or why\n"
            "                        some motions do not: translations, plane (translations across `axis`), screw (along the\n"
            "                        only screw that the contacts allow, about `axis`); empty: nothing is proved\n"
            "  axis                  unit vector of plane or screw\n"
            "  obstacle              name of the part that it overlaps, is enclosed by or linked with\n"
            "  parts                 names of all that move, one or a group\n"
            "  within                `order` of the group that it is part of: the path leads out of the others of that\n"
            "                        group, which is at its place in the scene with nothing around it; null: of no group\n\n"
            "Exit codes: 0 all parts taken out, 1 a part overlaps another, 2 bad input, 3 a path was not found or is impossible.",
        .example = "firstcontact disassemble \"hook on a bar\"",
        .options = {
            {"--part", "NAME", "take out only this object; all others stay", OPTION_TEXT, &o->part, 0, 0,
             NULL},
            {"--seed", "N", "seed of the random numbers (default 0)", OPTION_WHOLE, &o->seed, 0, 1e9, NULL},
            {"--time", "S", "end the search after this time, in seconds (default no limit)", OPTION_NUMBER,
             &o->time, 1e-3, 1e9, NULL},
            {"--group", "N", "try groups of at most N parts (default all; 1: no groups)", OPTION_WHOLE,
             &o->group, 1, 1e9, NULL},
            {"--rounds", "N",
             "attempts for each part, each with four times the work of the last, from half a million pair tests "
             "(default 6)",
             OPTION_WHOLE, &o->rounds, 1, ROUND_MAX, NULL},
            JOBS_OPTION(&o->jobs),
            {"--csv", "FILE", "with --part: write its path as a file for firstcontact path", OPTION_TEXT,
             &o->csv, 0, 0, NULL},
            {"--picture", "FILE.png", "draw the exploded view: each part moved along its path", OPTION_TEXT,
             &o->picture, 0, 0, NULL},
            {"--film", "FILE", "film of the parts as they go together: .gif, or .mp4 with ffmpeg",
             OPTION_TEXT, &o->film, 0, 0, NULL},
            {"--out", "FILE", "write results to FILE, atomically (default standard output)", OPTION_TEXT,
             &o->out, 0, 0, NULL},
        }};
    int exitCode = ReadCommandLine(&def, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    o->scene = arguments[0];
    if (o->csv != NULL && o->part == NULL) return FailCall(&def, "--csv needs --part");
    if (o->picture != NULL && !IsPngPath(o->picture)) return FailCall(&def, "--picture must be FILE.png");
    if (o->film != NULL && !IsFilmPath(o->film)) return FailCall(&def, "--film must be FILE.gif or FILE.mp4");
    return -1;
}

// --- (2)

static bool isLate(void *context) {
    const DisassembleRun *run = context;
    return run->options.time > 0.0 && gxGetTime() - run->begin > run->options.time;
}

static void showProgress(const DisassemblyProgress *progress, void *context) {
    DisassembleRun *run = context;
    char label[64];
    if (progress->removedCount > run->timedCount) {
        double now = gxGetTime();
        run->seconds[run->timedCount++] = now - run->last;
        run->last = now;
    }
    snprintf(label, sizeof label, "taken out %d of %d parts", (int)progress->singleCount,
             (int)progress->partCount);
    EndWaiting();
    BeginWaiting(label);
}

static bool findPart(const DisassembleRun *run, int32_t *part, char *message, size_t messageSize) {
    *part = -1;
    if (run->options.part == NULL) return true;
    *part = FindSceneObject(&run->data, run->options.part);
    if (*part >= 0) return true;
    snprintf(message, messageSize, "%s: there is no object '%s'", run->options.scene, run->options.part);
    return false;
}

static bool search(DisassembleRun *run, char *message, size_t messageSize) {
    const DisassembleOptions *o = &run->options;
    int32_t part;
    if (!ReadSceneArgument(o->scene, &run->data, message, messageSize)) return false;
    if (!findPart(run, &part, message, messageSize)) return false;
    BeginWaiting("building the meshes");
    bool good = CreateSceneMeshes(&run->data, &run->meshes, message, messageSize);
    EndWaiting();
    if (!good) return false;
    run->pool = CreatePool(o->jobs);
    run->workspace = cdCreateWorkspace();
    run->seconds = calloc(2 * (size_t)run->data.objectCount, sizeof *run->seconds);
    if (run->pool == NULL || run->workspace == NULL || run->seconds == NULL) {
        snprintf(message, messageSize, "out of memory");
        return false;
    }
    cdTasks tasks = GetPoolTasks(run->pool);
    const DisassemblyInput input = {.data = &run->data,
                                    .meshes = run->meshes.meshes,
                                    .part = part,
                                    .seed = (uint64_t)o->seed,
                                    .rounds = o->rounds,
                                    .largestGroup = o->group,
                                    .tasks = &tasks,
                                    .interrupt = isLate,
                                    .showProgress = showProgress,
                                    .context = run};
    run->begin = run->last = gxGetTime();
    BeginWaiting("taking the scene apart");
    good = FindDisassembly(&input, &run->result, message, messageSize);
    EndWaiting();
    return good;
}

// --- (3) and output

static void writeClearance(DisassembleRun *run, FILE *out, int32_t index) {
    const DisassemblyPart *part = &run->result.parts[index];
    PartSet set = {0};
    cdPathClearance found = {.state = CD_UNDECIDED};
    cdPathObstacle *obstacles = NULL;
    if (CreateRemovalSet(&run->data, run->meshes.meshes, &run->result, index, &set))
        obstacles = calloc((size_t)set.obstacleCount + 1, sizeof *obstacles);
    if (obstacles != NULL) {
        for (int32_t i = 0; i < set.obstacleCount; i++)
            obstacles[i] = (cdPathObstacle){.mesh = set.obstacles[i].mesh, .pose = set.obstacles[i].pose};
        const cdPathClearanceInput input = {.path = {.nodes = part->nodes,
                                                     .nodeCount = part->plan.nodeCount,
                                                     .shapes = set.shapes,
                                                     .shapeCount = set.shapeCount,
                                                     .obstacles = obstacles,
                                                     .obstacleCount = set.obstacleCount,
                                                     .budget.maxPairTests = CLEARANCE_TESTS}};
        found = cdFindPathClearance(&input, run->workspace);
    }
    bool known = obstacles != NULL && found.state != CD_UNDECIDED && isfinite(found.upper);
    fputs(",\"clearance\":", out);
    if (known) {
        fputs("{\"lo\":", out);
        WriteJsonNumber(out, found.lower);
        WriteJsonNumberField(out, "hi", found.upper, true);
        fputc('}', out);
    } else {
        fputs("null", out);
    }
    free(obstacles);
    DestroyPartSet(&set);
}

static const char *getStatusWord(const DisassemblyPart *part) {
    if (part->plan.state == CD_PLAN_FOUND) return "free";
    if (part->plan.state == CD_PLAN_OVERLAP) return "overlap";
    return IsPartTrapped(part) ? "impossible" : "not found";
}

static void writeProofs(DisassembleRun *run, FILE *out, const DisassemblyPart *part) {
    static const char *const words[] = {"enclosed",     "linked", "locked", "caged",
                                        "translations", "plane",  "screw"};
    const cdTrap *trap = &part->trap;
    const char *separator = "";
    fputs(",\"proofs\":[", out);
    for (uint32_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        if ((trap->proofs & 1u << k) == 0) continue;
        fputs(separator, out);
        WriteJsonString(out, words[k]);
        separator = ",";
    }
    fputc(']', out);
    WriteJsonVectorField(out, "axis", trap->axis, (trap->proofs & (CD_TRAP_PLANE | CD_TRAP_SCREW)) != 0);
    int32_t obstacle = part->overlapped >= 0 ? part->overlapped : part->trapper;
    WriteJsonStringField(out, "obstacle", obstacle >= 0 ? run->data.objects[obstacle].name : "",
                         obstacle >= 0);
}

static void writePath(FILE *out, const DisassemblyPart *part) {
    fputs(",\"path\":", out);
    if (part->nodes == NULL) {
        fputs("null", out);
        return;
    }
    for (int32_t i = 0; i < part->plan.nodeCount; i++) {
        fputc(i == 0 ? '[' : ',', out);
        WriteJsonPose(out, part->nodes[i].pose);
    }
    fputc(']', out);
}

static void writeGroup(const DisassembleRun *run, FILE *out, const DisassemblyPart *part) {
    fputs(",\"parts\":", out);
    for (int32_t i = 0; i < part->objectCount; i++) {
        fputc(i == 0 ? '[' : ',', out);
        WriteJsonString(out, run->data.objects[part->objects[i]].name);
    }
    fputc(']', out);
    WriteJsonNumberField(out, "within", part->within, part->within >= 0);
}

static void writePart(DisassembleRun *run, FILE *out, int32_t index) {
    const DisassemblyPart *part = &run->result.parts[index];
    const cdPlan *plan = &part->plan;
    bool isOut = index < run->result.removedCount, overlaps = part->overlapped >= 0;
    fputs("{\"part\":", out);
    WriteJsonString(out, run->data.objects[part->objects[0]].name);
    WriteJsonStringField(out, "status", getStatusWord(part), true);
    WriteJsonNumberField(out, "order", index, isOut);
    writePath(out, part);
    WriteJsonNumberField(out, "length", plan->length, isOut);
    if (isOut)
        writeClearance(run, out, index);
    else
        fputs(",\"clearance\":null", out);
    fprintf(out, ",\"states\":%d,\"slides\":%d,\"pair_tests\":%lld", (int)plan->stateCount,
            (int)plan->slideCount, (long long)part->pairTests);
    WriteJsonStringField(out, "reason", GetReasonWord(plan->reason),
                         !isOut && !overlaps && !IsPartTrapped(part) && plan->reason != CD_REASON_NONE);
    writeProofs(run, out, part);
    writeGroup(run, out, part);
    WriteJsonNumberField(out, "time_s", isOut ? run->seconds[index] : 0.0, isOut);
    fputs("}\n", out);
}

static bool writeParts(DisassembleRun *run, char *message, size_t messageSize) {
    OutputFile output;
    if (!OpenOutputFile(&output, run->options.out, message, messageSize)) return false;
    for (int32_t i = 0; i < run->result.partCount; i++)
        writePart(run, output.stream, i);
    return FinishOutputFile(&output, message, messageSize);
}

// Writes the path of the only part; without one there is no file.
static bool writeCsv(const DisassembleRun *run, char *message, size_t messageSize) {
    const DisassemblyPart *part = run->result.parts;
    if (run->options.csv == NULL || run->result.removedCount == 0) return true;
    OutputFile output;
    if (!OpenOutputFile(&output, run->options.csv, message, messageSize)) return false;
    fputs("px,py,pz,qw,qx,qy,qz\n", output.stream);
    for (int32_t i = 0; i < part->plan.nodeCount; i++) {
        cdPose pose = part->nodes[i].pose;
        const double values[] = {pose.p.x, pose.p.y, pose.p.z, pose.q.w, pose.q.x, pose.q.y, pose.q.z};
        for (int k = 0; k < 7; k++) {
            WriteJsonNumber(output.stream, values[k]);
            fputc(k < 6 ? ',' : '\n', output.stream);
        }
    }
    return FinishOutputFile(&output, message, messageSize);
}

// Without a part that was taken out there is no picture.
static bool drawParts(DisassembleRun *run, char *message, size_t messageSize) {
    const DisassembleOptions *o = &run->options;
    Explosion explosion;
    if ((o->picture == NULL && o->film == NULL) || run->result.removedCount == 0) return true;
    if (!CreateExplosion(&run->data, run->meshes.meshes, &run->result, &explosion, message, messageSize))
        return false;
    const ExplosionPicture wanted = {.scene = o->scene,
                                     .data = &run->data,
                                     .explosion = &explosion,
                                     .picture = o->picture,
                                     .film = o->film};
    BeginWaiting("drawing");
    bool good = DrawExplosion(&wanted, message, messageSize);
    EndWaiting();
    DestroyExplosion(&explosion);
    return good;
}

static int getExitCode(const Disassembly *result) {
    int exitCode = result->removedCount < result->partCount ? EXIT_NOT_FOUND : EXIT_DONE;
    for (int32_t i = result->removedCount; i < result->partCount; i++)
        if (result->parts[i].plan.state == CD_PLAN_OVERLAP) exitCode = EXIT_OVERLAP;
    return exitCode;
}

int RunDisassembleCommand(int argCount, char *const args[]) {
    DisassembleRun run = {.timedCount = 0};
    int exitCode = readOptions(&run.options, argCount, args);
    if (exitCode >= 0) return exitCode;
    char message[MESSAGE_SIZE] = "";
    bool good = search(&run, message, sizeof message) && writeParts(&run, message, sizeof message) &&
                writeCsv(&run, message, sizeof message) && drawParts(&run, message, sizeof message);
    if (!good) SayError("%s", message);
    exitCode = good ? getExitCode(&run.result) : EXIT_WRONG_CALL;
    DestroyDisassembly(&run.result);
    DestroyPool(run.pool);
    cdDestroyWorkspace(run.workspace);
    DestroySceneMeshes(&run.meshes);
    DestroySceneData(&run.data);
    free(run.seconds);
    return exitCode;
}
