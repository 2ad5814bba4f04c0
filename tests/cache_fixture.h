// A folder of the file cache that is the test's own.
#ifndef FC_TESTS_CACHE_FIXTURE_H
#define FC_TESTS_CACHE_FIXTURE_H

#include "engine/file_cache.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CACHE_PATH_SIZE = 512, CACHE_LIMIT = 64 << 20 };

typedef struct CacheFolder {
    char path[CACHE_PATH_SIZE], entry[2 * CACHE_PATH_SIZE]; // entry: path of the last one found
} CacheFolder;

// The cache begins empty, with at most CACHE_LIMIT bytes.
static inline void OpenCacheFolder(CacheFolder *cache) {
    strcpy(cache->path, "/tmp/fc_cache_XXXXXX");
    assert_non_null(mkdtemp(cache->path));
    gxSetFileCache(cache->path, CACHE_LIMIT);
}

// Returns the number of files in the folder. `remove`: removes them, too.
static inline int ListCacheFolder(CacheFolder *cache, bool remove) {
    DIR *folder = opendir(cache->path);
    assert_non_null(folder);
    int count = 0;
    for (const struct dirent *item; (item = readdir(folder)) != NULL;) {
        if (item->d_name[0] == '.') continue;
        snprintf(cache->entry, sizeof cache->entry, "%s/%s", cache->path, item->d_name);
        if (remove) unlink(cache->entry);
        count++;
    }
    closedir(folder);
    return count;
}

static inline void CloseCacheFolder(CacheFolder *cache) {
    gxSetFileCache(NULL, 0);
    ListCacheFolder(cache, true);
    rmdir(cache->path);
}

#endif
