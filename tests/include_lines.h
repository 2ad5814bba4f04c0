// Reads `#include` lines of the tree as text: their names, and the files they resolve to.
#ifndef TESTS_INCLUDE_LINES_H
#define TESTS_INCLUDE_LINES_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_SIZE = 1024 };

static const char *const includeRoots[] = {"collision/include/", "collision/src/", "app/", "tests/", ""};

static inline bool startsWith(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static inline bool endsWith(const char *text, const char *end) {
    size_t length = strlen(text), endLength = strlen(end);
    return length >= endLength && strcmp(text + length - endLength, end) == 0;
}

static inline bool fileExists(const char *path) {
    char full[2 * PATH_SIZE];
    struct stat status;
    snprintf(full, sizeof full, "%s/%s", FC_SOURCE_DIR, path);
    return stat(full, &status) == 0 && S_ISREG(status.st_mode);
}

// Resolves the include: a path from the root for our files, "<name" for others.
static inline void resolveInclude(const char *file, const char *name, char resolved[PATH_SIZE]) {
    const char *slash = strrchr(file, '/');
    int folder = (int)(slash ? slash - file + 1 : 0);
    if (snprintf(resolved, PATH_SIZE, "%.*s%s", folder, file, name) < PATH_SIZE && fileExists(resolved))
        return;
    for (size_t i = 0; i < sizeof includeRoots / sizeof *includeRoots; ++i) {
        bool fits = snprintf(resolved, PATH_SIZE, "%s%s", includeRoots[i], name) < PATH_SIZE;
        if (fits && fileExists(resolved)) return;
    }
    if (snprintf(resolved, PATH_SIZE, "<%s", name) >= PATH_SIZE) resolved[0] = '\0';
}

// Reads the name between the quotes or angle brackets of an include line.
static inline bool readIncludeName(const char *line, char name[PATH_SIZE]) {
    while (*line == ' ' || *line == '\t')
        ++line;
    if (*line++ != '#') return false;
    while (*line == ' ' || *line == '\t')
        ++line;
    if (!startsWith(line, "include")) return false;
    line += strcspn(line, "\"<");
    if (!*line) return false;
    size_t length = strcspn(line + 1, "\">");
    if (length >= PATH_SIZE) return false;
    memcpy(name, line + 1, length);
    name[length] = '\0';
    return true;
}

static inline bool isSource(const char *path) {
    return endsWith(path, ".c") || endsWith(path, ".h") || endsWith(path, ".cpp");
}

#endif
