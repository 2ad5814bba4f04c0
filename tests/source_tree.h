// The files of the source tree, visited one by one.
#ifndef TESTS_SOURCE_TREE_H
#define TESTS_SOURCE_TREE_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { TREE_PATH_SIZE = 1024 };

// `path` is relative to the root of the tree.
typedef void (*VisitFile)(const char *path, void *context);

static inline void getFullPath(const char *path, char full[2 * TREE_PATH_SIZE]) {
    assert_true(snprintf(full, 2 * TREE_PATH_SIZE, "%s/%s", FC_SOURCE_DIR, path) < 2 * TREE_PATH_SIZE);
}

// Visits all files below a folder of the tree; names that begin with a dot are skipped.
static inline void visitFiles(const char *folder, VisitFile visit, void *context) {
    char full[2 * TREE_PATH_SIZE];
    getFullPath(folder, full);
    DIR *directory = opendir(full);
    assert_non_null(directory);
    for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        char path[TREE_PATH_SIZE];
        struct stat status;
        if (entry->d_name[0] == '.') continue;
        assert_true(snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < TREE_PATH_SIZE);
        getFullPath(path, full);
        assert_int_equal(stat(full, &status), 0);
        if (S_ISDIR(status.st_mode))
            visitFiles(path, visit, context);
        else
            visit(path, context);
    }
    closedir(directory);
}

// The text of a file of the tree, ended by a zero; the caller frees it.
static inline char *readTreeFile(const char *path) {
    char full[2 * TREE_PATH_SIZE];
    getFullPath(path, full);
    FILE *file = fopen(full, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long length = ftell(file);
    rewind(file);
    char *text = malloc((size_t)length + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)length, file), length);
    text[length] = '\0';
    fclose(file);
    return text;
}

#endif
