// Every command with a fault at every allocation and every call that opens, closes or renames a file, once at
// that call only and once from it on; and with a disk that is full after every block. In every case the run
// ends by itself, frees all memory, and either has its complete result, as without a fault, or exits with 1,
// reports why, and leaves no file.
//
// Runs with many such calls fail at the first call from each new call stack; worlds and pictures, which take
// long, alternate between that call only and from it on in a short check, and pictures fail at every third of
// them.
#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#include "cases.h"
#include "commands/command.h"
#include "engine/import.h"
#include "engine/message.h"
#include "fault_fixture.h"
#include "recording/recording.h"
#include "stage_fixture.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/stat.h>

#include <cmocka.h>

enum { EVERY_CALL_MAX = 64, WORD_MAX = 16, PROBLEM_MAX = 12 };

// How long a run takes, and so how many there are.
typedef enum Pace { FAST, SLOW, SLOWEST } Pace;

static char work[] = "/tmp/fc_faults_XXXXXX";
static char home[4096];
static int problems;
static uint64_t knownStacks[8192]; // stacks of earlier faults
static int32_t knownCount;

// --- the inputs

static void writeText(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void copyFile(const char *from, const char *to) {
    char command[8192];
    snprintf(command, sizeof command, "cp '%s/%s' '%s'", FC_SOURCE_DIR, from, to);
    assert_int_equal(system(command), 0);
}

static int makeInputs(void **state) {
    (void)state;
    if (!getcwd(home, sizeof home) || !mkdtemp(work) || chdir(work) != 0) return -1;
    writeText("path.csv",
              "px,py,pz,qw,qx,qy,qz\n4,0.1,0.2,1,0,0,0\n1.5,0.1,0.2,1,0,0,0\n1.5,3,0.2,1,0,0,0\n");
    writeText("pairs.csv", "a_px,a_py,a_pz,a_qw,a_qx,a_qy,a_qz,b_px,b_py,b_pz,b_qw,b_qx,b_qy,b_qz\n"
                           "0.5,2,0,1,0,0,0,0,0,0,1,0,0,0\n0,0,0,1,0,0,0,0,0,0,1,0,0,0\n");
    writeText("points.csv", "x,y,z\n0,0,0\n5,0,0\n");
    writeText("segments.csv", "x1,y1,z1,x2,y2,z2\n-3,0.1,0.1,3,0.1,0.1\n");
    writeText("scene.json",
              "{\"gravity\":[0,-9.81,0],\"objects\":[{\"name\":\"floor\",\"mesh\":\"builtin:floor\"},"
              "{\"name\":\"a\",\"mesh\":\"builtin:box\",\"pose\":[0,1.01,0,1,0,0,0],\"body\":\"dynamic\"},"
              "{\"name\":\"b\",\"mesh\":\"builtin:box\",\"pose\":[0.2,3.1,0,1,0,0,0],\"body\":\"dynamic\"}],"
              "\"joints\":[{\"kind\":\"ball\",\"a\":\"b\",\"b\":\"a\",\"point\":[0,2.05,0]}],"
              "\"story\":[{\"caption\":\"they fall\",\"time\":0.1}]}");
    writeText("mesh.stl",
              "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
              "endloop\nendfacet\nendsolid a\n");
    writeText(
        "mesh.gltf",
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0"
        "}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"buffers\":[{\"byteLe"
        "ngth\":36,\"uri\":\"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAA"
        "AAAAAAAAAAAAAgD8AAAAA\"}],\"bufferViews\":[{\"buffer\":0,\"byteOffset\":0,\"byteLength\":"
        "36}],\"accessors\":[{\"bufferView\":0,\"byteOffset\":0,\"componentType\":5126,\"count\":3,"
        "\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,0]}]}");
    copyFile("assets/boxes.csv", "boxes.csv");
    copyFile("tests/data/hand.fcrec", "hand.fcrec");
    copyFile("tests/data/world.fcrec", "world.fcrec");
    copyFile("tests/data/fuzz/mesh_file/tetrahedron.obj", "mesh.obj");
    copyFile("tests/data/fuzz/mesh_file/tetrahedron.off", "mesh.off");
    copyFile("tests/data/fuzz/mesh_file/ascii.ply", "ascii.ply");
    copyFile("tests/data/fuzz/mesh_file/binary.ply", "binary.ply");
    return 0;
}

static int removeInputs(void **state) {
    (void)state;
    char command[4200];
    snprintf(command, sizeof command, "rm -rf '%s'", work);
    return chdir(home) == 0 && system(command) == 0 ? 0 : -1;
}

// --- results of a run

static void sayMessage(gxSeverity severity, const char *text, void *context) {
    (void)context;
    SayError("%s%s", severity == GX_WARNING ? "warning: " : "", text);
}

static int runCommand(void *context) {
    char text[512], *words[WORD_MAX];
    int count = 0;
    snprintf(text, sizeof text, "%s", (const char *)context);
    for (char *word = strtok(text, " "); word && count < WORD_MAX; word = strtok(NULL, " "))
        words[count++] = word;
    gxSetMessageFunction(sayMessage, NULL);
    gxSetImporter((gxImporter){.program = FC_PROGRAM});
    int32_t commandCount = 0;
    const Command *commands = GetCommands(&commandCount);
    for (int32_t i = 0; i < commandCount; i++)
        if (strcmp(commands[i].name, words[0]) == 0) return commands[i].run(count - 1, words + 1);
    return 98;
}

// Removes `"key":value` from a line, whose value is a number or an object without objects in it.
static void dropKey(char *text, const char *key) {
    for (char *at = text; (at = strstr(at, key)) != NULL;) {
        size_t length = strlen(key);
        length += at[length] == '{' ? strcspn(at + length, "}") + 1 : strcspn(at + length, ",}");
        memmove(at, at + length, strlen(at + length) + 1);
    }
}

// Returns the result without times and work counters, allocated; NULL without a result.
static char *readResult(size_t *length) {
    FILE *file = fopen("out", "rb");
    if (!file) file = fopen("out.png", "rb");
    if (!file) file = fopen("out.gif", "rb");
    if (!file) file = fopen("out.obj", "rb");
    if (!file) return NULL;
    char *text = calloc(1, 1 << 18);
    assert_non_null(text);
    *length = fread(text, 1, (1 << 18) - 1, file);
    fclose(file);
    if (text[0] != '{') return text;
    dropKey(text, "\"time_us\":");
    dropKey(text, ",\"clearance_us\":");
    dropKey(text, "\"tests\":");
    *length = strlen(text);
    return text;
}

// Removes the files that begin with "out".
static int removeResults(void) {
    int count = 0;
    DIR *folder = opendir(".");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (strncmp(entry->d_name, "out", 3) == 0) count += unlink(entry->d_name) == 0;
    closedir(folder);
    return count;
}

static void complain(const char *name, FaultPlan plan, const FaultRun *run, const char *what) {
    print_message("%s, fault at %lld%s of %lld, %lld bytes at most: %s (exit code %d, signal %d, leaks %lld, "
                  "of call %d): %s\n",
                  name, (long long)plan.failAt, plan.andAllNext ? " and after" : "", (long long)run->calls,
                  (long long)plan.mostFileBytes, what, run->code, run->signal, (long long)run->leaks,
                  (int)run->firstLeak, run->said);
    fflush(stdout);
    backtrace_symbols_fd(run->frames, run->frameCount, STDERR_FILENO);
    problems++;
}

typedef struct Expected {
    const char *name;
    char *text;
    size_t length;
} Expected;

static void judge(const Expected *expected, FaultPlan plan, const FaultRun *run) {
    size_t length = 0;
    char *text = readResult(&length);
    bool whole = text && length == expected->length && memcmp(text, expected->text, length) == 0;
    int files = removeResults();
    free(text);
    if (run->signal != 0)
        complain(expected->name, plan, run, "it crashed");
    else if (run->leaks != 0)
        complain(expected->name, plan, run, "memory is left");
    else if (run->code == 0 && !whole)
        complain(expected->name, plan, run, files ? "another result" : "no result");
    else if (run->code == 0 && files != 1)
        complain(expected->name, plan, run, "more files than the result");
    else if (run->code != 0 && run->code != 1)
        complain(expected->name, plan, run, "another exit code");
    else if (run->code == 1 && files != 0)
        complain(expected->name, plan, run, "a file is left");
    else if (run->code == 1 && strncmp(run->said, "firstcontact: ", 14) != 0)
        complain(expected->name, plan, run, "no message");
}

// --- faults at every call, and after every block

static Expected runWithout(const char *name, FaultFunction *function, void *context, FaultRun *run) {
    *run = runWithFault((FaultPlan){.mostFileBytes = -1}, function, context);
    Expected expected = {.name = name};
    expected.text = readResult(&expected.length);
    if (run->code != 0 || run->leaks != 0 || !expected.text)
        fail_msg("%s without a fault: exit code %d, signal %d, leaks %lld of call %d: %s", name, run->code,
                 run->signal, (long long)run->leaks, (int)run->firstLeak, run->said);
    removeResults();
    return expected;
}

static bool isKnown(uint64_t stack) {
    for (int32_t i = 0; i < knownCount; i++)
        if (knownStacks[i] == stack) return true;
    if (knownCount < 8192) knownStacks[knownCount++] = stack;
    return false;
}

// Chooses the failing calls: all, or those from new stacks. Returns their number.
static int32_t chooseCalls(const FaultRun *run, int32_t *calls) {
    int32_t count = 0;
    bool every = run->calls <= EVERY_CALL_MAX;
    for (int32_t i = 0; every && i < run->calls; i++)
        calls[count++] = i + 1;
    for (int32_t i = 0; i < run->placeCount; i++)
        if (!isKnown(run->stacks[i]) && !every) calls[count++] = run->places[i];
    return count;
}

static void failEverywhere(const char *name, FaultFunction *function, void *context, Pace pace) {
    FaultRun whole;
    Expected expected = runWithout(name, function, context, &whole);
    int32_t calls[FAULT_PLACE_MAX], count = chooseCalls(&whole, calls);
    bool isBoth = pace == FAST || countCases(1) > 1;
    int32_t runs = isBoth ? 2 * count : count, stride = pace == SLOWEST ? chooseStride(3) : 1;
    for (int32_t i = 0; i < runs && problems < PROBLEM_MAX; i += stride) {
        FaultPlan plan = {calls[isBoth ? i / 2 : i], i % 2 == 1, -1};
        FaultRun run = runWithFault(plan, function, context);
        if (run.failed == 0 && run.signal == 0) complain(name, plan, &run, "another run: no such call");
        judge(&expected, plan, &run);
    }
    print_message("%s: %lld calls from %d places, %d runs\n", name, (long long)whole.calls,
                  (int)whole.placeCount, (int)((runs + stride - 1) / stride));
    free(expected.text);
}

static void fillDisk(const char *name, FaultFunction *function, void *context) {
    FaultRun whole;
    Expected expected = runWithout(name, function, context, &whole);
    int64_t size = (int64_t)expected.length, step = size > 20 * 4096 ? size / 20 : 4096;
    for (int64_t most = 0; most < size && problems < PROBLEM_MAX; most += step) {
        FaultPlan plan = {.mostFileBytes = most};
        FaultRun run = runWithFault(plan, function, context);
        if (run.code == 0) complain(name, plan, &run, "a result larger than the disk");
        judge(&expected, plan, &run);
    }
    free(expected.text);
}

static void failCommands(const char *const *calls, Pace pace) {
    problems = 0;
    for (; *calls; calls++) {
        char text[512];
        snprintf(text, sizeof text, "%s", *calls);
        failEverywhere(text, runCommand, text, pace);
        fillDisk(text, runCommand, text);
    }
    assert_int_equal(problems, 0);
}

// Meshes of each format with our own reader.
static void testLoading(void **state) {
    (void)state;
    static const char *const calls[] = {"mesh info mesh.obj --out out",  "mesh info mesh.off --out out",
                                        "mesh info ascii.ply --out out", "mesh info binary.ply --out out",
                                        "mesh info mesh.stl --out out",  "mesh info mesh.gltf --out out",
                                        "mesh export mesh.obj out.obj",  NULL};
    failCommands(calls, FAST);
}

static void testQueries(void **state) {
    (void)state;
    static const char *const calls[] = {
        "query builtin:box builtin:box --path path.csv --out out",
        "query builtin:box builtin:icosphere:level=1 --path path.csv --response slide --clearance --out out",
        "convex builtin:box builtin:tetrahedron --poses pairs.csv --out out",
        "boxes --input boxes.csv --out out",
        "classify builtin:l-shape --points points.csv --out out",
        "classify builtin:l-shape --segments segments.csv --out out",
        "regions builtin:box builtin:box --scale-a 0.5 --poses pairs.csv --all --jobs 1 --out "
        "out",
        NULL};
    failCommands(calls, FAST);
}

static void testWorlds(void **state) {
    (void)state;
    static const char *const calls[] = {"simulate scene.json --seconds 0.1 --check --out out",
                                        "replay hand.fcrec --out out",
                                        "replay world.fcrec --verify --out out", NULL};
    failCommands(calls, SLOW);
}

static void testPictures(void **state) {
    (void)state;
    static const char *const calls[] = {"render scene.json --size 64x36 --out out.png",
                                        "render scene.json --size 64x36 --frames 2 --out out.gif", NULL};
    failCommands(calls, SLOWEST);
}

// --- recording

static bool record(Stage *stage, char *message, size_t messageSize) {
    RecordingWriter writer;
    FILE *out = fopen("out", "w");
    if (!out) {
        snprintf(message, messageSize, "out: %s", strerror(errno));
        return false;
    }
    if (!BeginRecording(&writer, stage, out, "out", message, messageSize)) return false;
    for (int i = 1; i <= 5; i++)
        apply(stage, MakeMove(0, poseAt(4.0 - 0.5 * i, 0.1 * i, 0.0)));
    if (EndRecording(&writer, stage)) return true;
    snprintf(message, messageSize, "out: not written to its end");
    return false;
}

// A recording is written line by line, and a partial one stays; here it is removed like a user would.
static int recordHand(void *context) {
    (void)context;
    char message[512] = "no reason";
    SceneData data = MakeEmptySceneData();
    Stage *stage = calloc(1, sizeof *stage);
    SceneObject *hand = AddSceneObject(&data, "hand", "builtin:box", SCENE_DRIVEN);
    if (hand) hand->pose = poseAt(4.0, 0.0, 0.0);
    bool good = stage && hand && AddSceneObject(&data, "block", "builtin:box", SCENE_FIXED);
    if (!good) DestroySceneData(&data);
    good = good && LoadStage(stage, NULL, &data, message, sizeof message);
    bool recorded = good && record(stage, message, sizeof message);
    if (good) DestroyStage(stage);
    free(stage);
    if (recorded) return EXIT_DONE;
    unlink("out");
    SayError("%s", message);
    return EXIT_FAILED;
}

static void testRecording(void **state) {
    (void)state;
    problems = 0;
    failEverywhere("a hand is recorded", recordHand, NULL, false);
    fillDisk("a hand is recorded", recordHand, NULL);
    assert_int_equal(problems, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testLoading),  cmocka_unit_test(testQueries),   cmocka_unit_test(testWorlds),
        cmocka_unit_test(testPictures), cmocka_unit_test(testRecording),
    };
    return cmocka_run_group_tests(tests, makeInputs, removeInputs);
}
