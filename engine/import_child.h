// Reads a mesh file in a child process: the protocol of parent and child.
#ifndef GX_IMPORT_CHILD_H
#define GX_IMPORT_CHILD_H

#include "engine/import.h"

// The child's first argument. The others are the file, its memory limit in MB and its limit on processor time
// in seconds. The result goes to standard output (import_result.h).
#define GX_IMPORTER_ARGUMENT "__import"

enum { GX_IMPORTER_DONE = 0, GX_IMPORTER_OUT_OF_MEMORY = 3 }; // the child's exit codes

// Reads a file in a child process. Waits for it; kills it when it exceeds its limits.
// @errors false with a message
bool gxImportInChild(const char *path, gxImportedMesh *mesh, char *message, size_t messageSize);

#endif
