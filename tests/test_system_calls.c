// Only engine/platform calls the system beyond C17, and only it distinguishes systems. tests/test_includes.c
// checks the headers; this finds functions that a header of C, C++ or another library may declare, macros
// that ask for them, and macros that name a system. Comments and texts are skipped, except for paths of
// Linux's /proc.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "include_lines.h"
#include "source_tree.h"

#include <ctype.h>

// Functions of POSIX and its relatives. Names that are words of English, as `read`, are left to the compiler:
// without a header of POSIX it knows none of them.
static const char functions[] =
    " access alarm asprintf chdir chmod clock_gettime clock_nanosleep closedir CreateFileA "
    "CreateThread dlopen dlsym dprintf dup2 execv execve execvp _exit fchmod fcntl fdopen fileno "
    "fmemopen fork fseeko fstat fsync ftello ftruncate futimens getcwd getline getpid getrlimit "
    "getrusage GetTickCount gettimeofday gmtime_r ioctl isatty LoadLibraryA localtime_r lstat "
    "madvise malloc_trim mkdir mkdtemp mkfifo mkstemp mmap mtx_lock munmap nanosleep newlocale "
    "open_memstream openat opendir pclose pipe2 popen posix_fadvise posix_memalign posix_spawn "
    "posix_spawnp prctl pread pthread_create pthread_join pthread_mutex_lock pwrite readdir "
    "readlink realpath recv remove rename rmdir sched_getaffinity setenv setlocale setrlimit "
    "setsockopt sigaction signal sigprocmask Sleep socketpair stpcpy strcasecmp strcasestr "
    "strdup strerror_r strncasecmp strndup strnlen strsep strsignal strtok_r symlink sysconf "
    "system thrd_create tmpfile tmpnam umask uname unlink unlinkat unsetenv uselocale usleep "
    "utimensat vasprintf waitpid ";

// Macros and types.
static const char names[] =
    " __APPLE__ _BSD_SOURCE __CYGWIN__ _DARWIN_C_SOURCE _DEFAULT_SOURCE environ __FreeBSD__ "
    "__GLIBC__ _GNU_SOURCE __linux__ __MINGW32__ mode_t PATH_MAX pid_t _POSIX_C_SOURCE "
    "_POSIX_SOURCE pthread_mutex_t pthread_t ssize_t __unix__ _WIN32 _WIN64 _XOPEN_SOURCE ";

// Uses with a reason.
static const struct {
    const char *file, *name;
} exceptions[] = {
    {"collision/include/collision/base.h", "_WIN32"},               // exported functions
    {"collision/include/collision/base.h", "__CYGWIN__"},           // the same
    {"collision/src/foundation/memory/hooks.c", "__linux__"},       // huge pages
    {"collision/src/foundation/memory/hooks.c", "_DEFAULT_SOURCE"}, // the same
    {"collision/src/foundation/memory/hooks.c", "madvise"},         // the same
};

// True if the list, words between spaces, has the word.
static bool isListed(const char *list, const char *word, size_t length) {
    for (const char *at = list; (at = strstr(at, " ")) != NULL; ++at)
        if (strncmp(at + 1, word, length) == 0 && at[1 + length] == ' ') return true;
    return false;
}

static bool isException(const char *path, const char *name, size_t length) {
    for (size_t i = 0; i < sizeof exceptions / sizeof *exceptions; ++i)
        if (strcmp(exceptions[i].file, path) == 0 && strlen(exceptions[i].name) == length &&
            strncmp(exceptions[i].name, name, length) == 0)
            return true;
    return false;
}

static bool isLetter(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

// True if the word at `at` is a call: not a member, and with an argument list.
static bool isCall(const char *text, const char *at, size_t length) {
    const char *after = at + length + strspn(at + length, " \n");
    bool member = at > text && (at[-1] == '.' || (at[-1] == '>' && at - 1 > text && at[-2] == '-'));
    return *after == '(' && !member;
}

// Skips a comment or a text that begins at `at`. Returns its end, or `at` without one.
static const char *skipText(const char *at) {
    const char *end = at;
    if (startsWith(at, "//")) {
        end = at + strcspn(at, "\n");
    } else if (startsWith(at, "/*")) {
        end = strstr(at, "*/");
        end = end ? end + 2 : at + strlen(at);
    } else if (*at == '"' || *at == '\'') {
        for (end = at + 1; *end && *end != *at; ++end)
            end += *end == '\\' && end[1];
        end += *end != '\0';
    }
    return end;
}

static bool isRefused(const char *text, const char *at, size_t length) {
    if (isListed(names, at, length)) return true;
    return isCall(text, at, length) && isListed(functions, at, length);
}

static int countLines(const char *text, const char *at) {
    int line = 1;
    for (; text < at; ++text)
        line += *text == '\n';
    return line;
}

// Reports the uses of one file. Returns their number.
static int findUses(const char *path, const char *text) {
    int uses = 0;
    for (const char *at = text; *at;) {
        const char *end = skipText(at);
        if (end > at) {
            const char *proc = *at == '"' ? strstr(at, "/proc/") : NULL;
            if (proc && proc < end) print_error("%s:%d: /proc\n", path, countLines(text, at));
            uses += proc && proc < end;
            at = end;
            continue;
        }
        size_t length = 0;
        while (isLetter(at[length]))
            ++length;
        bool refused = length > 0 && isRefused(text, at, length);
        if (refused && !isException(path, at, length)) {
            print_error("%s:%d: %.*s; only engine/platform may use it\n", path, countLines(text, at),
                        (int)length, at);
            ++uses;
        }
        at += length > 0 ? length : 1;
    }
    return uses;
}

typedef struct Checked {
    int files, uses;
} Checked;

static void checkFile(const char *path, void *context) {
    Checked *checked = context;
    if (!isSource(path) || startsWith(path, "engine/platform/")) return;
    char *text = readTreeFile(path);
    checked->uses += findUses(path, text);
    checked->files++;
    free(text);
}

// The library, the engine, the program and the benchmarks. Red: a function of POSIX or Windows, or a
// distinction between systems, outside engine/platform.
static void testOnlyThePlatformCallsTheSystem(void **state) {
    (void)state;
    static const char *const folders[] = {"collision", "engine", "app", "bench"};
    Checked checked = {0};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; ++i)
        visitFiles(folders[i], checkFile, &checked);
    assert_true(checked.files > 500);
    assert_int_equal(checked.uses, 0);
}

// Known uses, one by one. Red: a scanner that misses them, or that reports words of comments and texts.
static void testUsesAreSeen(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int uses;
    } cases[] = {
        {"int f(void) { return getpid(); }", 1},
        {"x = strdup (a); y = strdup(b);", 2},
        {"#ifdef _WIN32\n#endif", 1},
        {"#define _GNU_SOURCE\nchar path[PATH_MAX];", 2},
        {"fopen(\"/proc/self/exe\", \"r\");", 1},
        {"pid_t child = fork\n();", 2},
        {"// getpid() on __linux__\n/* fork() */ a;", 0},
        {"puts(\"getpid() \\\" fork()\"); c = '\"'; d = '\\'';", 0},
        {"object.rename(a); object->access(b); int access; myfork(); forked();", 0},
        {"gxRemoveFile(a); gxCopyText(b); read(c);", 0},
        {"'\"'; fork();", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        assert_int_equal(findUses("app/case.c", cases[i].text), cases[i].uses);
    assert_int_equal(findUses("collision/src/foundation/memory/hooks.c", "madvise(a, b, c);"), 0);
    assert_int_equal(findUses("collision/src/foundation/memory/hooks.c", "mmap(a, b, c);"), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testOnlyThePlatformCallsTheSystem),
        cmocka_unit_test(testUsesAreSeen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
