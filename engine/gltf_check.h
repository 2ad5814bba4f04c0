// A glTF 2.0 file looked over before Assimp reads it.
#ifndef GX_GLTF_CHECK_H
#define GX_GLTF_CHECK_H

#include <stdbool.h>
#include <stddef.h>

// Checks all that the geometry depends on: the container, the JSON text, the sizes and ranges of buffers,
// buffer views and accessors, the indices of meshes and nodes. Buffers in other files are looked up beside
// `path`.
// @errors false with a message "PATH: what is wrong" (with the line where the text is no JSON)
bool gxCheckGltfFile(const char *path, char *message, size_t messageSize);

// The same for the bytes of a file named `path`.
bool gxCheckGltfBytes(const char *bytes, size_t length, const char *path, char *message, size_t messageSize);

#endif
