// A folder of its own for each test of engine/platform, on every system.
#ifndef TESTS_PLATFORM_FIXTURE_H
#define TESTS_PLATFORM_FIXTURE_H

#include "engine/platform/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <direct.h>
#define rmdir _rmdir
#else
#include <unistd.h>
#endif

enum { PLATFORM_PATH_SIZE = 512 };

static char platformFolder[PLATFORM_PATH_SIZE];

// The name of a new file, without the file, is new as the name of a folder.
static inline int makePlatformFolder(void **state) {
    (void)state;
    const char *parent = getenv("TMPDIR");
    if (parent == NULL) parent = getenv("TEMP"); // of Windows
    snprintf(platformFolder, sizeof platformFolder, "%s/fcplatformXXXXXX", parent != NULL ? parent : "/tmp");
    FILE *file = gxCreateTemporaryFile(platformFolder);
    if (file == NULL) return -1;
    fclose(file);
    return gxRemoveFile(platformFolder) && gxMakeFolder(platformFolder, GX_ACCESS_PRIVATE) ? 0 : -1;
}

// Removes the folder's files, then itself. Tests remove folders that they make.
static inline int removePlatformFolder(void **state) {
    (void)state;
    char path[2 * PLATFORM_PATH_SIZE];
    gxFolder *folder = gxOpenFolder(platformFolder);
    if (folder == NULL) return -1;
    for (const char *name; (name = gxReadFolder(folder)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", platformFolder, name);
        if (name[0] != '.') gxRemoveFile(path);
    }
    gxCloseFolder(folder);
    return rmdir(platformFolder);
}

static inline const char *joinPlatformPath(const char *name, char path[2 * PLATFORM_PATH_SIZE]) {
    snprintf(path, 2 * PLATFORM_PATH_SIZE, "%s/%s", platformFolder, name);
    return path;
}

static inline void writePlatformFile(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static inline void expectPlatformFile(const char *path, const char *text) {
    char found[256] = "";
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    found[fread(found, 1, sizeof found - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(found, text);
}

#endif
