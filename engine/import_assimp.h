// Reads mesh files with Assimp, in the child process of engine/importer.c.
#ifndef GX_IMPORT_ASSIMP_H
#define GX_IMPORT_ASSIMP_H

#include "engine/import.h"

#ifdef __cplusplus
extern "C" {
#endif

// @errors false with a message "PATH: what is wrong"
bool gxImportWithAssimp(const char *path, gxImportedMesh *mesh, char *message, size_t messageSize);

// Reads a file with Assimp's one importer for `extension` (".3ds"), whatever the file contains. The process
// exits with GX_IMPORTER_OUT_OF_MEMORY when memory runs out. Returns NULL with `trouble` on error.
// @lifetime of the scene and of `trouble`: until the process ends
const struct aiScene *gxLoadAssimpScene(const char *path, const char *extension, const char **trouble);

#ifdef __cplusplus
}
#endif
#endif
