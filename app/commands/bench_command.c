// `firstcontact bench`: runs benchmarks, prints their results, and writes them as JSON.
//
// Input: names of benchmarks, default all. Output: tables on standard output; with --json also one file with
// every number, the machine and the seed. Exits with 1 if a benchmark fails or a requirement (no missed
// contact, equal counts) is not met. A missed time target is only reported.
#include "bench/bench.h"
#include "commands/command.h"
#include "engine/platform/clock.h"
#include "scenes/json_write.h"
#include "scenes/whole_file.h"
#include "stage/mesh_source.h"
#include <stdlib.h>
#include <string.h>

enum { BENCH_MAX = 32 }; // more than there are, and than ARGUMENT_MAX

typedef struct BenchOptions {
    const char *json, *queries;
    bool list, peers;
    int32_t steps, seed;
} BenchOptions;

typedef struct BenchRun {
    const Bench *bench;
    BenchReport *report;
    int64_t steps;
    double seconds;
} BenchRun;

static bool loadUnitMesh(const char *mesh, TriangleSoup *soup, char *message, size_t messageSize) {
    return LoadTriangleSoup(mesh, (MeshPlacement){true, 1.0}, soup, message, messageSize);
}

static void showStep(int64_t done, int64_t total, void *context) {
    ShowProgress(context, done, total);
}

static void listBenches(void) {
    int32_t count = 0;
    const Bench *benches = GetBenches(&count);
    for (int32_t i = 0; i < count; i++)
        printf("%-14s %-9s %8lld steps  %s\n", benches[i].name, benches[i].set, (long long)benches[i].steps,
               benches[i].about);
}

// Chooses the named benchmarks, or all. Returns their count, or -1 with a message if one does not exist.
static int chooseBenches(const char *const arguments[ARGUMENT_MAX], BenchRun runs[BENCH_MAX]) {
    int32_t count = 0;
    int chosen = 0;
    const Bench *benches = GetBenches(&count);
    for (int i = 0; i < ARGUMENT_MAX && arguments[i] != NULL; i++) {
        runs[chosen++].bench = FindBench(arguments[i]);
        if (runs[i].bench != NULL) continue;
        SayError("bench: unknown benchmark '%s'; list them with firstcontact bench --list", arguments[i]);
        return -1;
    }
    for (int32_t i = 0; arguments[0] == NULL && i < count && i < BENCH_MAX; i++)
        runs[chosen++].bench = &benches[i];
    return chosen;
}

static bool runBench(BenchRun *run, const BenchOptions *options) {
    Progress progress = BeginProgress(run->bench->name);
    run->steps = options->steps > 0 ? options->steps : run->bench->steps;
    BenchInput input = {.steps = run->steps,
                        .seed = (uint64_t)options->seed,
                        .peers = options->peers,
                        .file = options->queries,
                        .loadMesh = loadUnitMesh,
                        .showProgress = showStep,
                        .context = &progress};
    double begin = gxGetTime();
    bool done = run->bench->run(&input, run->report);
    run->seconds = gxGetTime() - begin;
    EndProgress(&progress);
    if (!done || run->report->failure[0] != '\0') {
        SayError("bench: %s: %s", run->bench->name, run->report->failure);
        return false;
    }
    printf("\n%s: %s\n", run->bench->name, run->bench->about);
    PrintReport(stdout, run->report);
    printf("\n  (%lld steps, seed %d, %.1f s)\n", (long long)run->steps, (int)options->seed, run->seconds);
    fflush(stdout);
    return AreRequirementsMet(run->report);
}

static void writeJson(FILE *out, const BenchRun *runs, int count, const BenchOptions *options) {
    MachineFacts facts = GetMachineFacts();
    fputs("{\"processor\":", out);
    WriteJsonString(out, facts.processor);
    fputs(",\"compiler\":", out);
    WriteJsonString(out, facts.compiler);
    fprintf(out, ",\"optimised\":%s,\"seed\":%d,\"peers\":%s,\"benchmarks\":[",
            facts.optimised ? "true" : "false", (int)options->seed, options->peers ? "true" : "false");
    for (int i = 0; i < count; i++) {
        fprintf(out, "%s\n{\"name\":\"%s\",\"set\":\"%s\",\"steps\":%lld,\"seconds\":", i > 0 ? "," : "",
                runs[i].bench->name, runs[i].bench->set, (long long)runs[i].steps);
        WriteJsonNumber(out, runs[i].seconds);
        fputc(',', out);
        WriteReportJson(out, runs[i].report);
        fputc('}', out);
    }
    fputs("]}\n", out);
}

static bool saveJson(OutputFile *output, const BenchRun *runs, int count, const BenchOptions *options) {
    char message[MESSAGE_SIZE];
    writeJson(output->stream, runs, count, options);
    if (FinishOutputFile(output, message, sizeof message)) return true;
    SayError("%s", message);
    return false;
}

static void printMachine(void) {
    MachineFacts facts = GetMachineFacts();
    printf("%s, %s, one core except in `threads`\n", facts.processor, facts.compiler);
    if (!facts.optimised) printf("compiled without optimisation: do not rely on these times\n");
    fflush(stdout);
}

static bool runBenches(BenchRun *runs, int count, const BenchOptions *options) {
    bool good = true;
    OutputFile output = {0};
    char message[MESSAGE_SIZE];
    // Opened before the work, so that a missing folder does not cost minutes of results.
    if (options->json != NULL && !OpenOutputFile(&output, options->json, message, sizeof message)) {
        SayError("%s", message);
        return false;
    }
    printMachine();
    for (int i = 0; i < count; i++) {
        runs[i].report = calloc(1, sizeof *runs[i].report);
        if (runs[i].report == NULL) {
            SayError("out of memory");
            count = i;
            good = false;
        } else {
            good = runBench(&runs[i], options) && good;
        }
    }
    if (options->json != NULL) good = saveJson(&output, runs, count, options) && good;
    for (int i = 0; i < count; i++)
        free(runs[i].report);
    return good;
}

int RunBenchCommand(int argCount, char *const args[]) {
    BenchOptions o = {.seed = 1};
    const char *arguments[ARGUMENT_MAX];
    const CommandDef def = {
        .name = "bench",
        .arguments = "[NAME ...] ",
        .argumentLimit = ARGUMENT_MAX,
        .about =
            "Runs the named benchmarks, or all: measures times and counts, and judges the answers. Exits with 1 if an\n"
            "answer is wrong. Times that miss their target are only reported.",
        .example = "firstcontact bench first-contact --steps 500",
        .options = {
            {"--list", NULL, "list the benchmarks: name, set, default steps, subject", OPTION_FLAG, &o.list,
             0, 0, NULL},
            {"--json", "FILE", "also write every number to FILE, with machine and seed", OPTION_TEXT, &o.json,
             0, 0, NULL},
            {"--peers", NULL,
             "also run other libraries on the same work and judge their answers (first-contact, convex, "
             "brep-index, boxes, distance, world)",
             OPTION_FLAG, &o.peers, 0, 0, NULL},
            {"--steps", "N", "steps of each benchmark (default: see --list)", OPTION_WHOLE, &o.steps, 1, 1e9,
             NULL},
            {"--seed", "N", "seed of all random numbers (default 1)", OPTION_WHOLE, &o.seed, 0, 2147483647,
             NULL},
            {"--queries", "FILE",
             "queries for `elements` as CSV: eight rows of x,y,z as numerator,denominator, and the truth",
             OPTION_TEXT, &o.queries, 0, 0, NULL},
        }};
    int exitCode = ReadCommandLine(&def, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    if (o.list) {
        listBenches();
        return EXIT_DONE;
    }
    BenchRun runs[BENCH_MAX] = {0};
    int count = chooseBenches((const char *const *)arguments, runs);
    if (count < 0) return EXIT_WRONG_CALL;
    return runBenches(runs, count, &o) ? EXIT_DONE : EXIT_FAILED;
}
