// Files in a folder with a bound on their size; see file_cache.h.
#include "engine/file_cache.h"

#include "engine/platform/environment.h"
#include "engine/platform/files.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Entries end, and unfinished ones begin like this. Other files of the folder are left alone.
static const char entryEnding[] = ".entry", draftStart[] = "draft";

static struct {
    char folder[GX_PATH_MAX]; // empty: none
    size_t byteLimit;
} cache;

bool gxFindCacheFolder(char *path, size_t pathSize) {
    static const char name[] = "/firstcontact";
    if (!gxFindUserFolder(GX_FOLDER_CACHE, path, pathSize)) return false;
    size_t length = strlen(path);
    if (length + sizeof name > pathSize) return false;
    memcpy(path + length, name, sizeof name);
    return true;
}

void gxSetFileCache(const char *folder, size_t byteLimit) {
    int length = snprintf(cache.folder, sizeof cache.folder, "%s", folder ? folder : "");
    if ((size_t)length >= sizeof cache.folder) cache.folder[0] = '\0';
    cache.byteLimit = byteLimit;
}

bool gxHasFileCache(void) {
    return cache.folder[0] != '\0';
}

static bool makePath(const char *name, const char *ending, char *path) {
    int length = snprintf(path, GX_PATH_MAX, "%s/%s%s", cache.folder, name, ending);
    return gxHasFileCache() && length < GX_PATH_MAX;
}

// --- Reading

static void *readWhole(FILE *file, size_t byteCount) {
    void *bytes = malloc(byteCount > 0 ? byteCount : 1);
    if (bytes && fread(bytes, 1, byteCount, file) == byteCount) return bytes;
    free(bytes);
    return NULL;
}

void *gxReadCached(const char *name, size_t *byteCount) {
    char path[GX_PATH_MAX];
    FILE *file = makePath(name, entryEnding, path) ? fopen(path, "rb") : NULL;
    if (!file) return NULL;
    gxFileFacts facts;
    void *bytes = NULL;
    setvbuf(file, NULL, _IONBF, 0); // it is read at once
    if (gxGetStreamFacts(file, &facts) && facts.kind == GX_FILE_REGULAR) {
        *byteCount = (size_t)facts.byteCount;
        bytes = readWhole(file, *byteCount);
        gxTouchStream(file); // the time of its last use
    }
    fclose(file);
    return bytes;
}

// --- The limit

typedef struct Entry {
    char name[256];
    gxFileFacts facts; // with the time of its last use
} Entry;

static bool isOurs(const char *name) {
    size_t length = strlen(name), endingLength = sizeof entryEnding - 1;
    return strncmp(name, draftStart, sizeof draftStart - 1) == 0 ||
           (length > endingLength && strcmp(name + length - endingLength, entryEnding) == 0);
}

static int compareUse(const void *left, const void *right) {
    const gxFileFacts *a = &((const Entry *)left)->facts, *b = &((const Entry *)right)->facts;
    if (a->seconds != b->seconds) return a->seconds < b->seconds ? -1 : 1;
    return (a->nanoseconds > b->nanoseconds) - (a->nanoseconds < b->nanoseconds);
}

// Lists entries and drafts of the folder. Returns their number; *entries: malloc'd.
static size_t listEntries(gxFolder *folder, Entry **entries) {
    size_t count = 0, room = 0;
    for (const char *name; (name = gxReadFolder(folder)) != NULL;) {
        char path[GX_PATH_MAX];
        gxFileFacts facts;
        if (!isOurs(name) || !makePath(name, "", path) || !gxGetFileFacts(path, &facts)) continue;
        if (count == room) {
            room = 2 * room + 64;
            Entry *more = realloc(*entries, room * sizeof **entries);
            if (!more) return count;
            *entries = more;
        }
        Entry *entry = &(*entries)[count++];
        snprintf(entry->name, sizeof entry->name, "%s", name);
        entry->facts = facts;
    }
    return count;
}

static void removeOldest(void) {
    gxFolder *folder = gxOpenFolder(cache.folder);
    if (!folder) return;
    Entry *entries = NULL;
    char path[GX_PATH_MAX];
    size_t count = listEntries(folder, &entries);
    int64_t total = 0;
    gxCloseFolder(folder);
    for (size_t i = 0; i < count; ++i)
        total += entries[i].facts.byteCount;
    if (count > 0) qsort(entries, count, sizeof *entries, compareUse);
    for (size_t i = 0; i < count && total > (int64_t)cache.byteLimit; ++i)
        if (makePath(entries[i].name, "", path) && gxRemoveFile(path)) total -= entries[i].facts.byteCount;
    free(entries);
}

// --- Writing

// Makes the folder and those above it, for this user alone.
static void makeFolders(void) {
    (void)gxMakeFoldersAbove(cache.folder, GX_ACCESS_PRIVATE);
    (void)gxMakeFolder(cache.folder, GX_ACCESS_PRIVATE);
}

void gxWriteCached(const char *name, const void *bytes, size_t byteCount) {
    char path[GX_PATH_MAX], draft[GX_PATH_MAX];
    if (!gxHasFileCache() || byteCount > cache.byteLimit / 2) return;
    if (!makePath(name, entryEnding, path) || !makePath(draftStart, "-XXXXXX", draft)) return;
    makeFolders();
    FILE *file = gxCreateTemporaryFile(draft);
    if (!file) return;
    bool written = fwrite(bytes, 1, byteCount, file) == byteCount;
    written = fclose(file) == 0 && written;
    if (!written || !gxReplaceFile(draft, path)) gxRemoveFile(draft);
    removeOldest();
}
