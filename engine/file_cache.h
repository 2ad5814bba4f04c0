// A cache of files in one folder, bounded in size.
//
// Entries are written atomically: a reader sees a whole entry or none. When the folder exceeds its limit, the
// entries that were not used for longest are removed. Nothing here is an error: without a folder, or if it
// cannot be written, there are no entries. Callers test whether the bytes of an entry are those that they
// wrote, and add the program's stamp (engine/platform/program.h) to the names of theirs: another build may
// write other bytes.
#ifndef GX_FILE_CACHE_H
#define GX_FILE_CACHE_H

#include <stdbool.h>
#include <stddef.h>

// Finds the user's folder for caches of this program: $XDG_CACHE_HOME/firstcontact or ~/.cache/firstcontact;
// on Windows in %LOCALAPPDATA%. @errors false: the user has none
bool gxFindCacheFolder(char *path, size_t pathSize);

// Uses this folder from now on, which need not exist; NULL: none, as at first. `byteLimit`: of all entries
// together. Not thread safe: call it at start.
void gxSetFileCache(const char *folder, size_t byteLimit);
bool gxHasFileCache(void);

// Reads an entry and marks it as used. @return malloc'd bytes; NULL: there is no such entry
void *gxReadCached(const char *name, size_t *byteCount);
// Writes an entry, or replaces it. One larger than half of the limit is not written.
void gxWriteCached(const char *name, const void *bytes, size_t byteCount);

#endif
