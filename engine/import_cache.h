// Meshes as read from their files, in the user's cache (engine/file_cache.h), so that a large file is parsed
// once.
//
// The key of an entry is a hash of everything that reading depends on: the bytes of the file, its format, and
// the program's file. The file's name and times are no part of it: a file that changes within the resolution
// of its times, or that is replaced by an older one, is read again. An entry ends in a hash of its key and
// content: damaged ones are refused.
#ifndef GX_IMPORT_CACHE_H
#define GX_IMPORT_CACHE_H

#include "engine/import.h"

typedef struct gxImportKey {
    char name[48]; // empty: the file is not cached
    uint64_t lanes[2];
} gxImportKey;

// Returns the key of a file in a format that needs no other file; an empty one without a cache, for a small
// file, or if the file cannot be read. `format`: the number of its reader.
gxImportKey gxMakeImportKey(const char *path, size_t format);

// Loads the mesh of a key. @errors false: the key is empty, or there is no valid entry
bool gxLoadImport(const gxImportKey *key, gxImportedMesh *mesh);
// Saves a mesh that was read from `path` after its key was made. No effect if the key is empty, or if the
// file has changed since then.
void gxSaveImport(const gxImportKey *key, const char *path, size_t format, const gxImportedMesh *mesh);

#endif
