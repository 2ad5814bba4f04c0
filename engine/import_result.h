// The output of the import child process (engine/import_child.c): a mesh or a message.
//
// The parent trusts none of its bytes: a faulty child can have written anything.
#ifndef GX_IMPORT_RESULT_H
#define GX_IMPORT_RESULT_H

#include "engine/import.h"
#include <stdio.h>

// Writes a mesh, or a message if `mesh` is NULL, to a stream. The pointIds are 0, 1, 2 ... and not
// written.
// @errors false when the other end is closed
bool gxWriteImportResult(FILE *out, const gxImportedMesh *mesh, const char *message);

// Reads what gxWriteImportResult wrote and checks every count, index and coordinate. `path` is for messages.
// @errors false with a message: the child's own, or that its result is invalid
bool gxReadImportResult(const unsigned char *bytes, size_t size, const char *path, gxImportedMesh *mesh,
                        char *message, size_t messageSize);

#endif
