// Files and folders of engine/platform, the same on every system.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/platform/clock.h"
#include "platform_fixture.h"

#include <errno.h>
#include <time.h>
#ifndef _WIN32
#include <sys/stat.h>
#endif

typedef char Path[2 * PLATFORM_PATH_SIZE];

// A file, a folder, a pipe and a missing file. Red: a size, kind or time of something else, a missing file
// that is there, a reason that is lost.
static void testFacts(void **state) {
    (void)state;
    Path path, missing;
    gxFileFacts facts;
    joinPlatformPath("five", path);
    joinPlatformPath("missing", missing);
    writePlatformFile(path, "12345");
    assert_true(gxGetFileFacts(path, &facts));
    assert_int_equal(facts.kind, GX_FILE_REGULAR);
    assert_int_equal(facts.byteCount, 5);
    int64_t age = (int64_t)time(NULL) - facts.seconds;
    assert_true(age >= -2 && age <= 60);
    assert_true(facts.nanoseconds >= 0 && facts.nanoseconds < 1000000000);
    assert_true(gxIsFile(path) && !gxIsFolder(path) && gxHasPath(path) && gxMayRead(path));
    assert_true(gxGetFileFacts(platformFolder, &facts));
    assert_int_equal(facts.kind, GX_FILE_FOLDER);
    assert_true(!gxIsFile(platformFolder) && gxIsFolder(platformFolder) && gxHasPath(platformFolder));
    errno = 0;
    assert_false(gxGetFileFacts(missing, &facts));
    assert_int_equal(errno, ENOENT);
    errno = 0;
    assert_false(gxMayRead(missing));
    assert_int_equal(errno, ENOENT);
    assert_true(!gxIsFile(missing) && !gxIsFolder(missing) && !gxHasPath(missing));
#ifndef _WIN32
    assert_int_equal(mkfifo(missing, 0600), 0);
    assert_true(gxGetFileFacts(missing, &facts));
    assert_int_equal(facts.kind, GX_FILE_OTHER);
    assert_true(gxHasPath(missing) && !gxIsFile(missing));
#endif
}

// Red: facts of the path instead of those of the open file, a time of use that is not updated.
static void testOpenFiles(void **state) {
    (void)state;
    Path path;
    gxFileFacts before, after;
    joinPlatformPath("open", path);
    writePlatformFile(path, "1234");
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_true(gxGetStreamFacts(file, &before));
    assert_int_equal(before.byteCount, 4);
    assert_int_equal(before.kind, GX_FILE_REGULAR);
    gxSleep(0.05);
    gxTouchStream(file);
    assert_true(gxGetStreamFacts(file, &after));
    double change =
        (double)(after.seconds - before.seconds) + 1e-9 * (double)(after.nanoseconds - before.nanoseconds);
    assert_true(change > 0.02 && change < 10.0);
    fclose(file);
}

// A file gets the name of another one. Red: the old contents, two files, a failure that removes one of them.
static void testReplacing(void **state) {
    (void)state;
    Path from, to, missing;
    joinPlatformPath("from", from);
    joinPlatformPath("to", to);
    joinPlatformPath("missing", missing);
    writePlatformFile(from, "new");
    assert_true(gxReplaceFile(from, to)); // to a new name
    expectPlatformFile(to, "new");
    writePlatformFile(from, "newer");
    assert_true(gxReplaceFile(from, to));
    expectPlatformFile(to, "newer");
    assert_false(gxHasPath(from));
    errno = 0;
    assert_false(gxReplaceFile(from, to));
    assert_int_equal(errno, ENOENT);
    expectPlatformFile(to, "newer");
    assert_true(gxRemoveFile(to) && !gxHasPath(to));
    errno = 0;
    assert_false(gxRemoveFile(missing));
    assert_int_equal(errno, ENOENT);
}

static int countLetters(const char *names, char letter) {
    int count = 0;
    for (; *names != '\0'; names++)
        count += *names == letter;
    return count;
}

// Every entry once. Red: a first or last entry that is skipped or doubled, a path instead of a name.
static void testListing(void **state) {
    (void)state;
    Path path;
    char names[256] = "";
    for (const char *name = "abcdefg"; *name != '\0'; name++)
        writePlatformFile(joinPlatformPath((const char[]){*name, '\0'}, path), "");
    gxFolder *folder = gxOpenFolder(platformFolder);
    assert_non_null(folder);
    for (const char *name; (name = gxReadFolder(folder)) != NULL;) {
        if (name[0] == '.') continue;
        assert_int_equal(strlen(name), 1);
        strcat(names, name);
    }
    gxCloseFolder(folder);
    assert_int_equal(strlen(names), 7);
    for (const char *name = "abcdefg"; *name != '\0'; name++)
        assert_int_equal(countLetters(names, *name), 1);
    errno = 0;
    assert_null(gxOpenFolder(joinPlatformPath("missing", path)));
    assert_int_equal(errno, ENOENT);
}

// Red: a folder that is not made, one that its user cannot enter, a file that passes as a folder, a lost
// reason.
static void testMakingFolders(void **state) {
    (void)state;
    static char deep[GX_PATH_MAX + 1];
    Path a, b, file, below;
    joinPlatformPath("a", a);
    joinPlatformPath("a/b", b);
    assert_true(gxMakeFoldersAbove(joinPlatformPath("a/b/file", file), GX_ACCESS_PRIVATE));
    assert_true(gxIsFolder(a) && gxIsFolder(b) && !gxHasPath(file));
    assert_true(gxMakeFoldersAbove(file, GX_ACCESS_PRIVATE));
    errno = 0;
    assert_false(gxMakeFolder(b, GX_ACCESS_USUAL));
    assert_int_equal(errno, EEXIST);
    writePlatformFile(file, "text");
    errno = 0;
    assert_false(gxMakeFoldersAbove(joinPlatformPath("a/b/file/c/d", below), GX_ACCESS_USUAL));
    assert_true(errno == ENOTDIR || errno == ENOENT);
    assert_true(gxIsFile(file));
    memset(deep, 'x', sizeof deep - 1);
    errno = 0;
    assert_false(gxMakeFoldersAbove(deep, GX_ACCESS_USUAL));
    assert_int_equal(errno, ENAMETOOLONG);
    assert_true(gxMakeFoldersAbove("name", GX_ACCESS_USUAL) && gxMakeFoldersAbove("", GX_ACCESS_USUAL));
#ifndef _WIN32
    struct stat status;
    assert_true(stat(a, &status) == 0 && (status.st_mode & 0777) == 0700);
#endif
    gxRemoveFile(file);
    assert_int_equal(rmdir(b), 0);
    assert_true(gxMakeFolder(b, GX_ACCESS_USUAL));
#ifndef _WIN32
    mode_t mask = umask(0);
    umask(mask);
    assert_true(stat(b, &status) == 0 && (status.st_mode & 0777) == (0777 & ~mask));
#endif
    assert_int_equal(rmdir(b), 0);
    assert_int_equal(rmdir(a), 0);
}

// Red: two files of one name, a file that others can read while it is incomplete, permissions that change
// when a file is replaced.
static void testTemporaryFiles(void **state) {
    (void)state;
    Path first, second, like;
    joinPlatformPath("draft-XXXXXX", first);
    joinPlatformPath("draft-XXXXXX", second);
    FILE *a = gxCreateTemporaryFile(first), *b = gxCreateTemporaryFile(second);
    assert_true(a != NULL && b != NULL);
    assert_string_not_equal(first, second);
    assert_null(strstr(first, "XXXXXX"));
    assert_int_equal(strlen(first), strlen(joinPlatformPath("draft-XXXXXX", like)));
    assert_true(fputs("text", a) >= 0);
#ifndef _WIN32
    struct stat status;
    mode_t mask = umask(0);
    umask(mask);
    assert_true(stat(first, &status) == 0 && (status.st_mode & 0777) == 0600);
    writePlatformFile(joinPlatformPath("like", like), "");
    assert_int_equal(chmod(like, 0640), 0);
    gxCopyPermissions(a, like);
    assert_true(stat(first, &status) == 0 && (status.st_mode & 0777) == 0640);
    gxCopyPermissions(a, joinPlatformPath("missing", like));
    assert_true(stat(first, &status) == 0 && (status.st_mode & 0777) == (0666 & ~mask));
#endif
    assert_int_equal(fclose(a), 0);
    fclose(b);
    expectPlatformFile(first, "text");
    errno = 0;
    joinPlatformPath("missing/draft-XXXXXX", like);
    assert_null(gxCreateTemporaryFile(like));
    assert_int_equal(errno, ENOENT);
}

// Red: a file that cannot be read back, one that stays.
static void testScratchFiles(void **state) {
    (void)state;
    char text[16] = "";
    FILE *a = gxOpenScratchFile(), *b = gxOpenScratchFile();
    assert_true(a != NULL && b != NULL);
    assert_true(fputs("one\n", a) >= 0 && fputs("two\n", b) >= 0);
    rewind(a);
    assert_non_null(fgets(text, sizeof text, a));
    assert_string_equal(text, "one\n");
    fclose(a);
    fclose(b);
}

// Red: a path that keeps its dots, one of a missing file, a relative path that passes as full, a link that is
// not followed.
static void testPaths(void **state) {
    (void)state;
    Path path, twisted;
    char working[GX_PATH_MAX];
    writePlatformFile(joinPlatformPath("file", path), "");
    char *direct = gxGetFullPath(path);
    assert_non_null(direct);
    assert_true(gxIsFullPath(direct) && strcmp(strrchr(direct, '/'), "/file") == 0);
    snprintf(twisted, sizeof twisted, "%s/./file", platformFolder);
    char *full = gxGetFullPath(twisted);
    assert_non_null(full);
    assert_string_equal(full, direct);
    assert_null(gxGetFullPath(joinPlatformPath("missing", twisted)));
    assert_null(gxGetLinkTarget(path));
#ifndef _WIN32
    assert_int_equal(symlink("file", joinPlatformPath("link", twisted)), 0);
    char *target = gxGetLinkTarget(twisted);
    assert_non_null(target);
    assert_string_equal(target, direct);
    free(target);
    assert_int_equal(symlink("missing", joinPlatformPath("broken", twisted)), 0);
    assert_null(gxGetLinkTarget(twisted));
#endif
    free(full);
    free(direct);
    assert_true(gxGetWorkingFolder(working, sizeof working) && gxIsFullPath(working) && gxIsFolder(working));
    assert_false(gxGetWorkingFolder(working, 2));
    assert_true(gxIsFullPath("/a") && !gxIsFullPath("a/b") && !gxIsFullPath("") && !gxIsFullPath("./a"));
}

#define INSIDE(test) cmocka_unit_test_setup_teardown(test, makePlatformFolder, removePlatformFolder)

int main(void) {
    const struct CMUnitTest tests[] = {
        INSIDE(testFacts),         INSIDE(testOpenFiles),      INSIDE(testReplacing),    INSIDE(testListing),
        INSIDE(testMakingFolders), INSIDE(testTemporaryFiles), INSIDE(testScratchFiles), INSIDE(testPaths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
