// Text, numbers, the environment, libraries and the own program of engine/platform, the same on every system.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/platform/environment.h"
#include "engine/platform/files.h"
#include "engine/platform/libraries.h"
#include "engine/platform/plain_text.h"
#include "engine/platform/program.h"
#include "engine/platform/space_daemon.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

// Red: letters compared as they are, a part that passes for the whole, other characters treated as letters.
static void testWords(void **state) {
    (void)state;
    assert_true(gxIsSameWord(".OBJ", ".obj") && gxIsSameWord("aZ", "Az") && gxIsSameWord("", ""));
    assert_false(gxIsSameWord(".obj", ".objx") || gxIsSameWord(".objx", ".obj") || gxIsSameWord("a", ""));
    assert_false(gxIsSameWord("@", "`") || gxIsSameWord("[", "{") || gxIsSameWord("\xc4", "\xe4"));
    assert_true(gxBeginsWithWord("Facet normal", "facet") && gxBeginsWithWord("x", ""));
    assert_false(gxBeginsWithWord("face", "facet") || gxBeginsWithWord("", "a"));
    char text[] = "text", *copy = gxCopyText(text);
    assert_non_null(copy);
    text[0] = 'n';
    assert_string_equal(copy, "text");
    free(copy);
}

// Long text with zeros and line ends in it. Red: a length that ends at a zero, a line end of two bytes, a
// missing last block.
static void testTextStreams(void **state) {
    (void)state;
    gxTextStream out;
    assert_true(gxOpenTextStream(&out));
    assert_non_null(out.stream);
    for (int i = 0; i < 100000; i++)
        fputc(i % 3 == 0 ? '\n' : i % 3, out.stream);
    fputc('\0', out.stream);
    fputs("end", out.stream);
    assert_true(gxCloseTextStream(&out));
    assert_int_equal(out.length, 100004);
    for (int i = 0; i < 100000; i++)
        assert_int_equal(out.text[i], i % 3 == 0 ? '\n' : i % 3);
    assert_memory_equal(out.text + 100000, "\0end", 5); // and a zero
    free(out.text);
    assert_true(gxOpenTextStream(&out) && gxCloseTextStream(&out));
    assert_int_equal(out.length, 0);
    assert_string_equal(out.text, "");
    free(out.text);
}

// Red: a comma in numbers that a file has with a point, a locale that stays changed.
static void testNumberLocale(void **state) {
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "German"};
    bool comma = false;
    for (size_t i = 0; !comma && i < sizeof names / sizeof *names; i++)
        comma = setlocale(LC_ALL, names[i]) != NULL && strtod("1,5", NULL) == 1.5;
#ifndef _WIN32
    locale_t before = uselocale((locale_t)0);
#endif
    gxNumberLocale kept = gxBeginNeutralNumbers();
    assert_true(strtod("1.5", NULL) == 1.5);
#ifndef _WIN32 // where no such locale is installed
    assert_true(uselocale((locale_t)0) != before);
#endif
    gxEndNeutralNumbers(kept);
#ifndef _WIN32
    assert_true(uselocale((locale_t)0) == before);
#endif
    assert_true(strtod(comma ? "1,5" : "1.5", NULL) == 1.5);
    setlocale(LC_ALL, "C");
}

static void setVariable(const char *name, const char *value) {
#ifdef _WIN32
    assert_int_equal(_putenv_s(name, value), 0); // an empty value removes it
#else
    assert_int_equal(value[0] != '\0' ? setenv(name, value, 1) : unsetenv(name), 0);
#endif
}

// Red: a relative path, which depends on the working folder, a path that is cut off, a folder without a user.
static void testUserFolders(void **state) {
    (void)state;
    char path[64];
    setVariable("XDG_CACHE_HOME", "/x/cache");
    setVariable("XDG_CONFIG_HOME", "/x/config");
    assert_true(gxFindUserFolder(GX_FOLDER_CACHE, path, sizeof path));
    assert_string_equal(path, "/x/cache");
    assert_true(gxFindUserFolder(GX_FOLDER_SETTINGS, path, sizeof path));
    assert_string_equal(path, "/x/config");
    assert_false(gxFindUserFolder(GX_FOLDER_SETTINGS, path, 9));
    assert_true(gxFindUserFolder(GX_FOLDER_SETTINGS, path, 10));
    setVariable("XDG_CACHE_HOME", "x/cache");
#ifdef _WIN32
    setVariable("LOCALAPPDATA", "c:\\local");
    assert_true(gxFindUserFolder(GX_FOLDER_CACHE, path, sizeof path));
    assert_string_equal(path, "c:/local");
#else
    setVariable("HOME", "/home/me");
    assert_true(gxFindUserFolder(GX_FOLDER_CACHE, path, sizeof path));
    assert_string_equal(path, "/home/me/.cache");
    setVariable("XDG_CONFIG_HOME", "");
    assert_true(gxFindUserFolder(GX_FOLDER_SETTINGS, path, sizeof path));
    assert_string_equal(path, "/home/me/.config");
    assert_true(gxFindUserFolder(GX_FOLDER_HOME, path, sizeof path));
    assert_string_equal(path, "/home/me");
    for (int i = 0; i < 6; i++) {
        assert_int_equal(i < 3 ? setenv("HOME", "", 1) : unsetenv("HOME"), 0);
        assert_false(gxFindUserFolder((gxUserFolder)(i % 3), path, sizeof path));
    }
#endif
}

// Red: a missing program that is found, or not found in a folder behind others.
static void testPrograms(void **state) {
    (void)state;
    char name[256];
#ifdef _WIN32
    assert_true(gxHasProgram("cmd"));
#else
    setVariable("PATH", "/missing::/usr/bin:/bin:");
    assert_true(gxHasProgram("sh"));
#endif
    assert_false(gxHasProgram("fc-no-such-program"));
    gxGetProcessorName(name, sizeof name);
    assert_true(name[0] != '\0' && strchr(name, '\n') == NULL);
}

// Red: the path or the stamp of something else.
static void testOwnProgram(void **state) {
    (void)state;
    gxProgramStamp stamp = gxGetProgramStamp();
    gxFileFacts facts;
    assert_true(gxGetFileFacts(gxGetProgramPath(), &facts));
    assert_true(stamp.byteCount > 1000 && stamp.byteCount == facts.byteCount);
    assert_true(stamp.seconds > 1000000000 && stamp.seconds == facts.seconds);
    assert_true(stamp.nanoseconds == facts.nanoseconds);
    gxReturnMemory();
}

// Red: a function that is not found, or one that passes as found.
static void testLibraries(void **state) {
    (void)state;
#ifdef _WIN32
    const char *libraryName = "kernel32.dll", *functionName = "GetCurrentProcessId";
#else
    const char *libraryName = "libc.so.6", *functionName = "getpid";
#endif
    int (*getId)(void) = NULL;
    gxLibrary *library = gxOpenLibrary(libraryName), *again = gxFindOpenLibrary(libraryName);
    if (library == NULL) skip(); // another C library
    assert_non_null(again);
    assert_true(gxFindFunction(library, functionName, &getId));
    assert_true(getId != NULL && getId() > 0);
    assert_false(gxFindFunction(library, "fcNoSuchFunction", &getId));
    assert_null(getId);
    gxCloseLibrary(again);
    gxCloseLibrary(library);
    gxCloseLibrary(NULL);
    gxLibrary *unused = gxFindOpenLibrary("libBrokenLocale.so.1"),
              *loaded = gxOpenLibrary("libBrokenLocale.so.1");
    assert_null(unused); // a part of the C library of GNU that nothing uses
    gxCloseLibrary(loaded);
    assert_null(gxOpenLibrary("fc-no-such-library"));
    assert_null(gxFindOpenLibrary("fc-no-such-library"));
    const char *name = gxGetSpaceLibrary();
    assert_true(name == NULL || strstr(name, "spnav") != NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testWords),        cmocka_unit_test(testTextStreams),
        cmocka_unit_test(testNumberLocale), cmocka_unit_test(testUserFolders),
        cmocka_unit_test(testOwnProgram),   cmocka_unit_test(testPrograms),
        cmocka_unit_test(testLibraries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
