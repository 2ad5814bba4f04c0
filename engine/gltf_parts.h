// Validates the parts of a glTF file: buffers, buffer views, accessors, meshes, nodes, scenes.
#ifndef GX_GLTF_PARTS_H
#define GX_GLTF_PARTS_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// `chunkBytes`: size of the buffer inside a GLB file; -1 if there is no such buffer.
// @errors false with a message "PATH: PART[INDEX]: what is wrong"
bool gxCheckGltfParts(const cJSON *root, int64_t chunkBytes, const char *path, char *message,
                      size_t messageSize);

#endif
