// `firstcontact sweep`: certifies ranges of joint values of a mechanism free of contact, or finds the
// contacts; or follows paths of its joints.
//
// Input: a mechanism (mechanism.h), and one to three joints with ranges or files of paths (sweep_paths.h).
// Output: one JSON line (sweep_write.c), or one for each path. The boxes of contacts are computed again with
// more room if there are too many of them.
#include "commands/command.h"
#include "commands/render_out.h"
#include "commands/row_jobs.h"
#include "commands/sweep_paths.h"
#include "commands/sweep_picture.h"
#include "commands/sweep_write.h"
#include "engine/platform/clock.h"
#include "scenes/whole_file.h"

#include <stdlib.h>

enum { EXIT_CONTACT = 1, EXIT_UNDECIDED = 3, FIRST_ROOM = 1 << 16 };

typedef struct SweepOptions {
    OptionList joints, values, touching, paths, distances, allowances;
    const char *out, *picture;
    double resolution, precision, tolerance;
    int32_t jobs;
    int64_t maxTests; // 0: no limit
    bool clearance;
} SweepOptions;

typedef struct SweepRun {
    SweepOptions options;
    Mechanism mechanism;
    SweepJoints joints;
    cdWorkspace *workspace;
    Pool *pool;
    cdTasks tasks;     // of the pool
    cdSweepBox *boxes; // boxes[boxCapacity]
    int32_t boxCapacity;
    cdSweep sweep;
    cdMechanismClearance clearance;
    double microseconds;
    char *message;
    size_t messageSize;
} SweepRun;

// Returns the exit code for options that do not go with --path, or -1.
static int checkPathOptions(const CommandDef *def, const SweepOptions *o) {
    if (o->joints.count > 0) return FailCall(def, "--path and --joint exclude each other");
    bool isOfSweep = o->clearance || o->precision > 0.0 || o->resolution > 0.0 || o->picture != NULL;
    if (isOfSweep) return FailCall(def, "--clearance, --precision, --resolution and --picture need --joint");
    return -1;
}

static int readOptions(SweepOptions *o, int argCount, char *const args[],
                       const char *arguments[ARGUMENT_MAX]) {
    const CommandDef def = {
        .name = "sweep",
        .arguments = "MECHANISM (--joint NAME[=FROM:TO] | --path FILE.csv) ",
        .argumentCount = 1,
        .argumentLimit = 1,
        .about =
            "Proves that a mechanism is free of contact over whole ranges of one, two or three joints, or finds the\n"
            "joint values with contact; or follows paths on which any joints move at once, and finds their first\n"
            "contact. Nothing between sampled values is left out. MECHANISM is a file FILE.urdf, or\n"
            "a scene or scene file whose joints form a tree. Each object is a link; objects that no joint connects to\n"
            "the world are fixed. A joint has the name that the file gives it, or that of the link it moves. Its value\n"
            "is 0 at the poses of the file; angles are in radians, or in degrees with a \"deg\" after the number.\n\n"
            "Pairs that count: links with a hinge or a slider between them. Links joined to each other count unless\n"
            "the joint of the scene has \"collides\":false; in URDF they do not count. The \"pairs\" of a scene file\n"
            "have a safetyDistance or an allowance of their own; options override them.\n\n"
            "Output: one JSON line:\n"
            "  status                free: proven for the whole range; contact; undecided\n"
            "  pairs, free_pairs     pairs of meshes that count; those proven free\n"
            "  joints                names and ranges, in the order of the numbers below\n"
            "  contacts              parts of the ranges, each for a pair of links a, b: values between from and\n"
            "                        to. They contain every contact. certain: there is a contact for certain, at\n"
            "                        the values at. Not certain: undecided at the resolution\n"
            "  clearance             with --clearance: certified bounds lo, hi of the minimum distance over the ranges,\n"
            "                        with the values, the links and the nearest points and features\n"
            "  undecided_share       size of the undecided parts, as a share of the whole\n"
            "  tolerance             length within which elements touch\n"
            "  searches, pair_tests, time_us   work; microseconds\n\n"
            "A path is a CSV file: a header of joint names, perhaps with time first, and a row of values for each\n"
            "node, in radians or length. Between two rows each value is linear in time, and each link is where its\n"
            "joints put it. Without times the rows are a second apart. Output: one JSON line for each path:\n"
            "  status                free: proven for the whole path; contact; overlap at the start; undecided\n"
            "  path, edges, pairs    file; parts between two rows; pairs of meshes that count\n"
            "  edge, time, time_hi   of the first contact: number of the part, from 0; between these times\n"
            "  a, b, kind, point, normal, feature_a, feature_b   links, elements and place; the normal points from b to a\n"
            "  values                of all joints at the time; free_time, free_values: shortly before it\n\n"
            "Exit codes: 0 free, 1 contact or overlap, 2 bad input, 3 undecided, without a contact.",
        .example = "firstcontact sweep sensor-gates --joint arm=-50deg:50deg --clearance",
        .options = {
            {"--joint", "NAME[=FROM:TO]", "joint that varies, up to three times; default range: its limits",
             OPTION_LIST, &o->joints, 0, 0, NULL},
            {"--path", "FILE.csv", "path of joint values, instead of --joint; may be repeated", OPTION_LIST,
             &o->paths, 0, 0, NULL},
            {"--at", "NAME=VALUE",
             "value of another joint (default 0, or the limit nearest to it); may be repeated", OPTION_LIST,
             &o->values, 0, 0, NULL},
            {"--allow", "A,B", "two links that may touch; may be repeated", OPTION_LIST, &o->touching, 0, 0,
             NULL},
            {"--resolution", "SHARE",
             "smallest part of a range that is divided, as a share of it (default 1/4096 for pairs moved by one "
             "joint, 1/256 by two, 1/64 by three)",
             OPTION_NUMBER, &o->resolution, 0x1p-24, 1.0, NULL},
            {"--safety-distance", "[A,B=]LENGTH",
             "distance that counts as contact (default 0), or that of two links; may be repeated",
             OPTION_LIST, &o->distances, 0, 0, NULL},
            {"--allowance", "[A,B=]LENGTH",
             "move the surfaces of all meshes inwards by this length (default 0), or of two links for their pair; may be repeated",
             OPTION_LIST, &o->allowances, 0, 0, NULL},
            {"--tolerance", "LENGTH",
             "with --path: links that come within it count as a contact, which saves work (default that of rounding)",
             OPTION_NUMBER, &o->tolerance, 0.0, 1e100, NULL},
            {"--clearance", NULL, "add the minimum distance over the whole ranges", OPTION_FLAG,
             &o->clearance, 0, 0, NULL},
            {"--precision", "LENGTH",
             "largest difference of lo and hi of --clearance (default 1e-6 of the largest radius, with two or three "
             "joints 1e-3)",
             OPTION_NUMBER, &o->precision, 0.0, 1e100, NULL},
            {"--picture", "FILE.png",
             "draw the map of the joints: red contact, yellow undecided, white free; the first joint is "
             "horizontal, the second vertical, and four maps are at values of the third",
             OPTION_TEXT, &o->picture, 0, 0, NULL},
            JOBS_OPTION(&o->jobs),
            {"--max-tests", "N", "limit of pair tests, undecided beyond it (default no limit)", OPTION_COUNT,
             &o->maxTests, 1.0, 1e15, NULL},
            {"--out", "FILE", "write the result to FILE, atomically (default standard output)", OPTION_TEXT,
             &o->out, 0, 0, NULL},
        }};
    int exitCode = ReadCommandLine(&def, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    if (o->joints.count == 0 && o->paths.count == 0) return FailArguments(&def);
    if (o->paths.count > 0) return checkPathOptions(&def, o);
    if (o->joints.count > CD_SWEEP_JOINT_MAX)
        return FailCall(&def, "--joint may be given at most three times");
    if (o->tolerance > 0.0) return FailCall(&def, "--tolerance needs --path");
    if (o->precision > 0.0 && !o->clearance) return FailCall(&def, "--precision needs --clearance");
    if (o->picture != NULL && !IsPngPath(o->picture))
        return FailCall(&def, "--picture needs a file FILE.png");
    return -1;
}

static bool reserveBoxes(SweepRun *run, int32_t count) {
    free(run->boxes);
    run->boxes = malloc((size_t)count * sizeof *run->boxes);
    run->boxCapacity = count;
    return run->boxes != NULL;
}

static cdSweepInput makeInput(const SweepRun *run) {
    const SweepOptions *o = &run->options;
    return (cdSweepInput){.mechanism = &run->mechanism.def,
                          .values = run->joints.values,
                          .joints = run->joints.joints,
                          .jointCount = run->joints.count,
                          .resolution = o->resolution,
                          .safetyDistance = run->mechanism.safetyDistance,
                          .budget.maxPairTests = o->maxTests,
                          .boxes = run->boxes,
                          .boxCapacity = run->boxCapacity,
                          .tasks = &run->tasks};
}

static bool sweepJoints(SweepRun *run) {
    double begin = gxGetTime();
    run->workspace = cdCreateWorkspace();
    bool good = run->workspace != NULL && reserveBoxes(run, FIRST_ROOM);
    if (good) {
        cdSweepInput input = makeInput(run);
        run->sweep = cdSweepMechanism(&input, run->workspace);
    }
    if (good && run->sweep.truncated) {
        good = reserveBoxes(run, run->sweep.neededBoxes);
        cdSweepInput input = makeInput(run);
        if (good) run->sweep = cdSweepMechanism(&input, run->workspace);
    }
    if (good && run->options.clearance) {
        const cdMechanismClearanceInput input = {makeInput(run), run->options.precision};
        run->clearance = cdFindMechanismClearance(&input, run->workspace);
        good = run->clearance.reason != CD_REASON_WORKSPACE;
    }
    run->microseconds = 1e6 * (gxGetTime() - begin);
    if (good && run->sweep.reason != CD_REASON_WORKSPACE) return true;
    snprintf(run->message, run->messageSize, "out of memory");
    return false;
}

static bool writeResult(const SweepRun *run) {
    OutputFile output;
    const SweepRow row = {.mechanism = &run->mechanism,
                          .joints = &run->joints,
                          .sweep = &run->sweep,
                          .boxes = run->boxes,
                          .clearance = run->options.clearance ? &run->clearance : NULL,
                          .microseconds = run->microseconds};
    if (!OpenOutputFile(&output, run->options.out, run->message, run->messageSize)) return false;
    if (run->options.picture != NULL &&
        !WriteSweepPicture(&row, run->options.picture, run->message, run->messageSize)) {
        AbandonOutputFile(&output);
        return false;
    }
    WriteSweepRow(output.stream, &row);
    return FinishOutputFile(&output, run->message, run->messageSize);
}

// Certifies the paths and writes their results.
static bool followPaths(SweepRun *run) {
    const SweepOptions *o = &run->options;
    const SweepPaths paths = {.mechanism = &run->mechanism,
                              .others = run->joints.values,
                              .isSet = run->joints.isSet,
                              .files = &o->paths,
                              .safetyDistance = run->mechanism.safetyDistance,
                              .tolerance = o->tolerance,
                              .maxTests = o->maxTests,
                              .tasks = &run->tasks};
    OutputFile output;
    if (!OpenOutputFile(&output, o->out, run->message, run->messageSize)) return false;
    if (WriteSweepPaths(&paths, output.stream, &run->sweep.state, run->message, run->messageSize))
        return FinishOutputFile(&output, run->message, run->messageSize);
    AbandonOutputFile(&output);
    return false;
}

static bool openPool(SweepRun *run) {
    run->pool = CreatePool(run->options.jobs);
    if (run->pool == NULL) {
        snprintf(run->message, run->messageSize, "out of memory for the threads");
        return false;
    }
    run->tasks = GetPoolTasks(run->pool);
    return true;
}

static bool runSweep(SweepRun *run, const char *name) {
    const SweepOptions *o = &run->options;
    BeginWaiting("building the meshes");
    const MechanismOptions pairs = {&o->touching, &o->distances, &o->allowances};
    bool good = ReadMechanism(name, &pairs, &run->mechanism, run->message, run->messageSize);
    EndWaiting();
    if (!good || !ReadSweepJoints(&run->mechanism, &o->joints, &o->values, &run->joints, run->message,
                                  run->messageSize))
        return false;
    if (!openPool(run)) return false;
    if (o->paths.count > 0) return followPaths(run);
    BeginWaiting("sweeping the joints");
    good = sweepJoints(run);
    EndWaiting();
    return good && writeResult(run);
}

int RunSweepCommand(int argCount, char *const args[]) {
    SweepRun run = {.boxCapacity = 0};
    const char *arguments[ARGUMENT_MAX];
    int exitCode = readOptions(&run.options, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    char message[MESSAGE_SIZE] = "";
    run.message = message;
    run.messageSize = sizeof message;
    bool good = runSweep(&run, arguments[0]);
    if (!good) SayError("%s", message);
    cdState state = run.sweep.state;
    if (state == CD_FREE && run.options.clearance && run.clearance.state == CD_UNDECIDED)
        state = CD_UNDECIDED;
    cdDestroyWorkspace(run.workspace);
    DestroyPool(run.pool);
    DestroyMechanism(&run.mechanism);
    FreeSweepJoints(&run.joints);
    free(run.boxes);
    if (!good) return EXIT_WRONG_CALL;
    return state == CD_CONTACT ? EXIT_CONTACT : state == CD_UNDECIDED ? EXIT_UNDECIDED : EXIT_DONE;
}
