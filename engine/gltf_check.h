// Validates a glTF 2.0 file before Assimp reads it.
#ifndef GX_GLTF_CHECK_H
#define GX_GLTF_CHECK_H

#include <stdbool.h>
#include <stddef.h>

// Checks everything that the geometry depends on: the container, the JSON text, the sizes and ranges of
// buffers, buffer views and accessors, the indices of meshes and nodes. Buffers in other files are searched
// relative to `path`.
// @errors false with a message "PATH: what is wrong" (with the line for invalid JSON)
bool gxCheckGltfFile(const char *path, char *message, size_t messageSize);

// Does the same for the bytes of a file named `path`.
bool gxCheckGltfBytes(const char *bytes, size_t length, const char *path, char *message, size_t messageSize);

#endif
