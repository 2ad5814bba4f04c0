// Child processes of engine/platform, and files that are pending while a signal ends the program. The
// children are this program itself, with the name of a part as its argument.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/platform/clock.h"
#include "engine/platform/pending_files.h"
#include "engine/platform/process.h"
#include "engine/platform/program.h"
#include "engine/platform/terminal.h"
#include "platform_fixture.h"

#include <errno.h>
#include <stdint.h>
#ifdef _WIN32
#include <process.h>
#include <windows.h>
#define getpid _getpid
#else
#include <fcntl.h>
#include <signal.h>
#endif

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#define HAS_ADDRESS_SANITIZER __has_feature(address_sanitizer)
#else
#define HAS_ADDRESS_SANITIZER 0
#endif

enum { MEGABYTE = 1 << 20, OWN_CODE = 7 };

// --- The children

static int printArguments(int argCount, char *args[]) {
    for (int i = 2; i < argCount; i++)
        printf("[%s]", args[i]);
    return 0;
}

static int countInput(void) {
    long long count = 0, sum = 0;
    for (int c; (c = getchar()) != EOF; count++)
        sum += c;
    fprintf(stderr, "%lld bytes, sum %lld", count, sum);
    return 0;
}

// Prints its process id.
static int hang(void) {
    printf("%8d", (int)getpid());
    fflush(stdout);
    gxSleep(60.0);
    return 0;
}

static int complain(void) {
    fputs("a complaint", stderr);
    return OWN_CODE;
}

// Allocates more than its limit.
static int allocate(void) {
    gxLimitOwnProcess(200, 10);
    volatile char *small = malloc(MEGABYTE), *large = malloc((size_t)400 * MEGABYTE);
    if (small != NULL) small[0] = 1;
    return small != NULL && large == NULL ? OWN_CODE : 0;
}

// Takes longer than its limit.
static int spin(void) {
    volatile double sum = 0.0;
    gxLimitOwnProcess(2000, 1);
    double end = gxGetTime() + 60.0;
    while (gxGetTime() < end)
        sum = sum + 1.0;
    return 0;
}

// Shows a line later, or ends the wait before; then another one may not appear.
static int waitForLine(double seconds) {
    gxShowLineLater("still working");
    gxSleep(seconds);
    printf("%s", gxStopShowingLine() ? "shown" : "not shown");
    gxSleep(1.2 - seconds);
    printf("%s", gxStopShowingLine() ? ", too late" : "");
    return 0;
}

#ifndef _WIN32
// Lists the open files that children inherit.
static void listFiles(char text[1024]) {
    size_t length = 0;
    text[0] = '\0';
    for (int i = STDERR_FILENO + 1; i < 200; i++)
        if (fcntl(i, F_GETFD) == 0) length += (size_t)snprintf(text + length, 1024 - length, "file %d ", i);
}

// Prints what it has inherited.
static int printInherited(void) {
    char text[1024];
    sigset_t blocked;
    struct sigaction action;
    listFiles(text);
    printf("%s", text);
    sigprocmask(SIG_SETMASK, NULL, &blocked);
    if (sigismember(&blocked, SIGUSR1)) printf("blocked ");
    sigaction(SIGUSR1, NULL, &action);
    printf(action.sa_handler == SIG_IGN ? "ignored" : "default");
    return 0;
}

// Has a pending file, which a child writes, when a signal ends it. args[2]: the file.
static int dieWithPendingFile(char *path, bool forgotten) {
    FILE *file = gxCreatePendingFile(path);
    const char *const args[] = {"child", "hang", NULL};
    gxProcess *writer = gxStartProcess(
        &(gxProcessDef){.program = gxGetProgramPath(), .args = args, .reads = true, .pendingFile = path});
    char id[9] = "";
    size_t count = 0;
    if (file == NULL || writer == NULL || fputs("text", file) < 0 || fflush(file) != 0) return 1;
    if (gxReadProcess(writer, id, 8, 20.0, &count) != GX_TRANSFER_DONE || count != 8) return 1;
    if (forgotten) {
        gxKillProcess(writer);
        gxEndProcess(writer);
        gxForgetPendingFile(path);
    }
    printf("%s%s", id, path);
    fflush(stdout);
    raise(SIGTERM);
    return 1;
}
#endif

static int runChild(int argCount, char *args[]) {
    const char *part = args[1];
    if (strcmp(part, "arguments") == 0) return printArguments(argCount, args);
    if (strcmp(part, "count") == 0) return countInput();
    if (strcmp(part, "hang") == 0) return hang();
    if (strcmp(part, "complain") == 0) return complain();
    if (strcmp(part, "allocate") == 0) return allocate();
    if (strcmp(part, "spin") == 0) return spin();
    if (strcmp(part, "line") == 0) return waitForLine(atof(args[2]));
    if (strcmp(part, "crash") == 0) abort();
#ifndef _WIN32
    if (strcmp(part, "inherited") == 0) return printInherited();
    if (strcmp(part, "pending") == 0) return dieWithPendingFile(args[2], false);
    if (strcmp(part, "forgotten") == 0) return dieWithPendingFile(args[2], true);
#endif
    return OWN_CODE + 1;
}

// --- The parent

static gxProcess *start(const char *part, gxProcessDef def) {
    const char *const args[] = {"child", part, NULL};
    def.program = gxGetProgramPath();
    if (def.args == NULL) def.args = args;
    gxProcess *process = gxStartProcess(&def);
    assert_non_null(process);
    return process;
}

// Reads all output, in pieces, and ends the process.
static gxProcessEnd collect(gxProcess *process, char text[1024]) {
    size_t length = 0, count = 0;
    gxTransfer transfer = GX_TRANSFER_DONE;
    while (transfer == GX_TRANSFER_DONE || transfer == GX_TRANSFER_LATE) {
        assert_true(length + 5 < 1024);
        transfer = gxReadProcess(process, text + length, 5, 20.0, &count);
        length += count;
    }
    assert_int_equal(transfer, GX_TRANSFER_CLOSED);
    text[length] = '\0';
    return gxEndProcess(process);
}

// Red: an argument that a shell, or the rules of Windows for quotation marks, would split or change.
static void testArguments(void **state) {
    (void)state;
    char text[1024];
    const char *const args[] = {"child", "arguments",    "",         "a b",  "\"c\"",
                                "d\\",   "e\\\"f g\\\\", "$HOME;*'", "h\ti", NULL};
    gxProcessEnd end = collect(start("", (gxProcessDef){.args = args, .reads = true}), text);
    assert_true(end.code == 0 && end.signal == 0 && !end.outOfTime);
    assert_string_equal(text, "[][a b][\"c\"][d\\][e\\\"f g\\\\][$HOME;*'][h\ti]");
}

// More than any pipe holds. Red: bytes that are lost or changed, an input without an end, text mode.
static void testFeeding(void **state) {
    (void)state;
    static unsigned char bytes[MEGABYTE];
    char text[64], expected[64];
    long long sum = 0;
    for (int i = 0; i < MEGABYTE; i++)
        sum += bytes[i] = (unsigned char)(i % 25); // without the end mark of text files
    snprintf(expected, sizeof expected, "%d bytes, sum %lld", MEGABYTE, sum);
    for (int i = 0; i < 2; i++) {
        FILE *errors = gxOpenScratchFile();
        assert_non_null(errors);
        gxProcess *process = start(
            "count", (gxProcessDef){.reads = true, .feeds = i == 0, .feedSeconds = 20.0, .errors = errors});
        if (i == 0) assert_int_equal(gxFeedProcess(process, bytes, 3), GX_TRANSFER_DONE);
        if (i == 0) assert_int_equal(gxFeedProcess(process, bytes + 3, MEGABYTE - 3), GX_TRANSFER_DONE);
        assert_int_equal(gxEndProcess(process).code, 0);
        rewind(errors);
        assert_non_null(fgets(text, sizeof text, errors));
        assert_string_equal(text, i == 0 ? expected : "0 bytes, sum 0");
        fclose(errors);
    }
}

// Red: a wait without an end, a wait that ends early, a child that survives.
static void testHangingChild(void **state) {
    (void)state;
    static unsigned char bytes[4 * MEGABYTE];
    char text[16];
    size_t count = 0;
    gxProcess *process = start("hang", (gxProcessDef){.reads = true, .feeds = true, .feedSeconds = 0.1});
    assert_int_equal(gxReadProcess(process, text, sizeof text, 20.0, &count), GX_TRANSFER_DONE);
    assert_int_equal(count, 8);
    double begin = gxGetTime();
    assert_int_equal(gxReadProcess(process, text, sizeof text, 0.05, &count), GX_TRANSFER_LATE);
    double waited = gxGetTime() - begin;
    assert_true(waited >= 0.045 && waited < 20.0 && count == 0);
    assert_int_equal(gxFeedProcess(process, bytes, sizeof bytes), GX_TRANSFER_LATE);
    assert_true(gxGetTime() - begin < 20.0);
    assert_false(gxHasProcessEnded(process));
    assert_true(gxGetProcessMemory(process) > 10000);
    gxKillProcess(process);
    gxProcessEnd end = gxEndProcess(process);
    assert_true(end.signal != 0 && end.code == 0 && !end.outOfTime);
    assert_true(gxGetTime() - begin < 30.0);
}

static void waitForEnd(gxProcess *process) {
    double limit = gxGetTime() + 20.0;
    while (!gxHasProcessEnded(process) && gxGetTime() < limit)
        gxSleep(0.001);
    assert_true(gxHasProcessEnded(process));
}

// Red: a wrong code, a crash that looks like an exit, a signal to the program when it feeds a child that has
// ended.
static void testEnds(void **state) {
    (void)state;
    char text[64] = "";
    FILE *errors = gxOpenScratchFile();
    gxProcess *process =
        start("complain", (gxProcessDef){.errors = errors, .feeds = true, .feedSeconds = 5.0});
    waitForEnd(process);
    gxTransfer transfer = GX_TRANSFER_DONE;
    for (int i = 0; i < 1000 && transfer == GX_TRANSFER_DONE; i++) {
        if (i > 0) gxSleep(0.001); // wine closes the pipes of a process after its end
        transfer = gxFeedProcess(process, text, sizeof text);
    }
    assert_int_equal(transfer, GX_TRANSFER_CLOSED);
    gxKillProcess(process); // has no effect
    gxProcessEnd end = gxEndProcess(process);
    assert_true(end.code == OWN_CODE && end.signal == 0);
    rewind(errors);
    assert_non_null(fgets(text, sizeof text, errors));
    assert_string_equal(text, "a complaint");
    fclose(errors);
    end = gxEndProcess(start("crash", (gxProcessDef){0}));
#ifndef _WIN32
    assert_true(end.signal == SIGABRT && end.code == 0);
#else
    assert_true(end.signal != 0 || end.code != 0);
#endif
}

// Red: an error without its reason.
static void testMissingProgram(void **state) {
    (void)state;
    const char *const args[] = {"program", NULL};
    errno = 0;
    assert_null(gxStartProcess(
        &(gxProcessDef){.program = "/missing/program", .args = args, .reads = true, .feeds = true}));
    assert_int_equal(errno, ENOENT);
}

// True under wine, which does not limit the memory of a job.
static bool isEmulated(void) {
#ifdef _WIN32
    return GetProcAddress(GetModuleHandleA("ntdll.dll"), "wine_get_version") != NULL;
#else
    return false;
#endif
}

// Red: a child without limits, one whose end by its limit looks like a crash.
static void testLimits(void **state) {
    (void)state;
    gxProcessEnd end = gxEndProcess(start("spin", (gxProcessDef){0}));
    assert_true(end.outOfTime && end.signal != 0);
    if (HAS_ADDRESS_SANITIZER || isEmulated()) return;
    end = gxEndProcess(start("allocate", (gxProcessDef){0}));
    assert_int_equal(end.code, OWN_CODE);
}

// Red: a line that comes early or never, or after the work.
static void testLaterLine(void **state) {
    (void)state;
    char text[1024], line[64] = "";
    FILE *early = gxOpenScratchFile(), *late = gxOpenScratchFile();
    const char *const soon[] = {"child", "line", "0.01", NULL}, *const later[] = {"child", "line", "1.2",
                                                                                  NULL};
    gxProcess *first = start("", (gxProcessDef){.args = soon, .reads = true, .errors = early});
    gxProcess *second = start("", (gxProcessDef){.args = later, .reads = true, .errors = late});
    collect(first, text);
    assert_string_equal(text, "not shown");
    rewind(early);
    assert_null(fgets(line, sizeof line, early));
    fclose(early);
    collect(second, text);
    assert_string_equal(text, "shown");
    rewind(late);
    assert_non_null(fgets(line, sizeof line, late));
    assert_string_equal(line, "still working");
    fclose(late);
}

#ifndef _WIN32
// Red: a child that keeps files of the program open, blocks its signals, or ignores those that the program
// ignores.
static void testInheritance(void **state) {
    (void)state;
    char text[1024], expected[1100];
    sigset_t blocked, before;
    int file = open("/dev/null", O_RDONLY);
    assert_true(file >= 0 && fcntl(file, F_DUPFD, 100) >= 100);
    signal(SIGUSR1, SIG_IGN);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    collect(start("inherited", (gxProcessDef){.reads = true, .isolated = true}), text);
    assert_string_equal(text, "default");
    listFiles(expected);
    assert_non_null(strstr(expected, "file 100 "));
    FILE *scratch = gxOpenScratchFile();
    collect(start("inherited", (gxProcessDef){.reads = true, .feeds = true, .feedSeconds = 1.0}), text);
    strcat(expected, "ignored");
    assert_string_equal(text, expected); // nor the scratch file, nor the ends of pipes
    fclose(scratch);
    sigprocmask(SIG_SETMASK, &before, NULL);
    signal(SIGUSR1, SIG_DFL);
    close(file);
    close(100);
}

// Red: a half-written file that stays, its writer that survives and writes on, a file that is removed
// although it is complete, an exit status that hides the signal.
static void testPendingFiles(void **state) {
    (void)state;
    char path[2 * PLATFORM_PATH_SIZE], text[1024];
    const char *parts[] = {"pending", "forgotten"};
    for (int i = 0; i < 2; i++) {
        const char *const args[] = {"child", parts[i], joinPlatformPath("draft-XXXXXX", path), NULL};
        gxProcessEnd end = collect(start("", (gxProcessDef){.args = args, .reads = true}), text);
        assert_int_equal(end.signal, SIGTERM);
        assert_true(strncmp(text + 8, path, strlen(path) - 6) == 0);
        assert_int_equal(gxHasPath(text + 8), i == 1);
        assert_true(kill(atoi(text), 0) != 0 && errno == ESRCH);
    }
}
#endif

#define INSIDE(test) cmocka_unit_test_setup_teardown(test, makePlatformFolder, removePlatformFolder)

int main(int argCount, char *args[]) {
    if (argCount > 1) {
        gxSetUpProgram();
        return runChild(argCount, args);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testArguments),      cmocka_unit_test(testFeeding),
        cmocka_unit_test(testHangingChild),   cmocka_unit_test(testEnds),
        cmocka_unit_test(testMissingProgram), cmocka_unit_test(testLimits),
        cmocka_unit_test(testLaterLine),
#ifndef _WIN32
        cmocka_unit_test(testInheritance),    INSIDE(testPendingFiles),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
