// Reads any bytes as a glTF file, text or GLB: the check before Assimp must accept it or report an error.
//
// Red: a recursion as deep as the text, a read beyond a chunk, an index out of range, an overflow in the sum
// of an offset and a length.
#include "engine/gltf_check.h"
#include "fuzz/fuzz.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    bool binary = size >= 4 && memcmp(bytes, "glTF", 4) == 0;
    const char *path = binary ? "/nowhere/a.glb" : "/nowhere/a.gltf";
    char message[512] = "",
         *copy = malloc(size > 0 ? size : 1); // so that a read beyond the end is a heap error
    if (copy == NULL) abort();
    if (size > 0) memcpy(copy, bytes, size);
    if (!gxCheckGltfBytes(copy, size, path, message, sizeof message) &&
        strncmp(message, path, strlen(path)) != 0)
        abort();
    free(copy);
    return 0;
}
