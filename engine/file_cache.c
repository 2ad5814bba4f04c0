// Files in a folder with a bound on their size; see file_cache.h.
#include "engine/file_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

// Entries end, and unfinished ones begin like this. Other files of the folder are left alone.
static const char entryEnding[] = ".entry", draftStart[] = "draft";

static struct {
    char folder[PATH_SIZE]; // empty: none
    size_t byteLimit;
} cache;

bool gxFindCacheFolder(char *path, size_t pathSize) {
    static const char name[] = "firstcontact";
    const char *chosen = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = 0;
#ifdef _WIN32
    const char *local = getenv("LOCALAPPDATA");
    if (!chosen && local) chosen = local;
#else
    if (chosen && chosen[0] != '/') chosen = NULL; // ignores relative paths, by the XDG specification
#endif
    if (chosen && chosen[0])
        length = snprintf(path, pathSize, "%s/%s", chosen, name);
    else if (home && home[0])
        length = snprintf(path, pathSize, "%s/.cache/%s", home, name);
    return length > 0 && (size_t)length < pathSize;
}

void gxSetFileCache(const char *folder, size_t byteLimit) {
    int length = snprintf(cache.folder, sizeof cache.folder, "%s", folder ? folder : "");
    if ((size_t)length >= sizeof cache.folder) cache.folder[0] = '\0';
    cache.byteLimit = byteLimit;
}

gxProgramStamp gxGetProgramStamp(void) {
    struct stat status;
    if (stat("/proc/self/exe", &status) != 0) return (gxProgramStamp){0};
    return (gxProgramStamp){status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

bool gxHasFileCache(void) {
    return cache.folder[0] != '\0';
}

static bool makePath(const char *name, const char *ending, char *path) {
    int length = snprintf(path, PATH_SIZE, "%s/%s%s", cache.folder, name, ending);
    return gxHasFileCache() && length < PATH_SIZE;
}

// --- Reading

static void *readWhole(int file, size_t byteCount) {
    unsigned char *bytes = malloc(byteCount > 0 ? byteCount : 1);
    size_t done = 0;
    while (bytes && done < byteCount) {
        ssize_t got = read(file, bytes + done, byteCount - done);
        if (got <= 0) break;
        done += (size_t)got;
    }
    if (done == byteCount) return bytes;
    free(bytes);
    return NULL;
}

void *gxReadCached(const char *name, size_t *byteCount) {
    char path[PATH_SIZE];
    int file = makePath(name, entryEnding, path) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return NULL;
    struct stat status;
    void *bytes = NULL;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
        *byteCount = (size_t)status.st_size;
        bytes = readWhole(file, *byteCount);
        (void)futimens(file, NULL); // the time of its last use
    }
    close(file);
    return bytes;
}

// --- The limit

typedef struct Entry {
    char name[256];
    struct timespec used;
    size_t byteCount;
} Entry;

static bool isOurs(const char *name) {
    size_t length = strlen(name), endingLength = sizeof entryEnding - 1;
    return strncmp(name, draftStart, sizeof draftStart - 1) == 0 ||
           (length > endingLength && strcmp(name + length - endingLength, entryEnding) == 0);
}

static int compareUse(const void *left, const void *right) {
    const struct timespec *a = &((const Entry *)left)->used, *b = &((const Entry *)right)->used;
    if (a->tv_sec != b->tv_sec) return a->tv_sec < b->tv_sec ? -1 : 1;
    return (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec);
}

// Lists entries and drafts of the folder. Returns their number; *entries: malloc'd.
static size_t listEntries(DIR *folder, Entry **entries) {
    size_t count = 0, room = 0;
    for (const struct dirent *item; (item = readdir(folder)) != NULL;) {
        struct stat status;
        if (!isOurs(item->d_name)) continue;
        if (fstatat(dirfd(folder), item->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
        if (count == room) {
            room = 2 * room + 64;
            Entry *more = realloc(*entries, room * sizeof **entries);
            if (!more) return count;
            *entries = more;
        }
        Entry *entry = &(*entries)[count++];
        snprintf(entry->name, sizeof entry->name, "%s", item->d_name);
        entry->used = status.st_mtim;
        entry->byteCount = (size_t)status.st_size;
    }
    return count;
}

static void removeOldest(void) {
    DIR *folder = opendir(cache.folder);
    if (!folder) return;
    Entry *entries = NULL;
    size_t count = listEntries(folder, &entries), total = 0;
    for (size_t i = 0; i < count; ++i)
        total += entries[i].byteCount;
    if (count > 0) qsort(entries, count, sizeof *entries, compareUse);
    for (size_t i = 0; i < count && total > cache.byteLimit; ++i)
        if (unlinkat(dirfd(folder), entries[i].name, 0) == 0) total -= entries[i].byteCount;
    free(entries);
    closedir(folder);
}

// --- Writing

// Makes the folder and those above it, for this user alone.
static void makeFolders(void) {
    char path[PATH_SIZE];
    memcpy(path, cache.folder, sizeof path);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(path, 0700);
        *slash = '/';
    }
    (void)mkdir(path, 0700);
}

static bool writeWhole(int file, const void *bytes, size_t byteCount) {
    const unsigned char *from = bytes;
    while (byteCount > 0) {
        ssize_t done = write(file, from, byteCount);
        if (done <= 0) return false;
        from += done;
        byteCount -= (size_t)done;
    }
    return true;
}

void gxWriteCached(const char *name, const void *bytes, size_t byteCount) {
    char path[PATH_SIZE], draft[PATH_SIZE], own[32];
    if (!gxHasFileCache() || byteCount > cache.byteLimit / 2) return;
    snprintf(own, sizeof own, "%s-%ld", draftStart, (long)getpid());
    if (!makePath(name, entryEnding, path) || !makePath(own, "-XXXXXX", draft)) return;
    makeFolders();
    int file = mkstemp(draft);
    if (file < 0) return;
    bool written = writeWhole(file, bytes, byteCount);
    written = close(file) == 0 && written;
    if (!written || rename(draft, path) != 0) unlink(draft);
    removeOldest();
}
