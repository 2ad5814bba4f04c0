// Runs a fuzz target over given files, once each, without a fuzzer: the corpus as a plain test.
//
// Usage: `replay_NAME FILE...`. The test passes if it ends by itself, without sanitizer or valgrind errors.
#include "fuzz/fuzz.h"
#include <stdio.h>
#include <stdlib.h>

static uint8_t *readFile(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    long end = ftell(file);
    rewind(file);
    *size = end > 0 ? (size_t)end : 0;
    uint8_t *bytes = malloc(*size > 0 ? *size : 1);
    if (bytes && fread(bytes, 1, *size, file) != *size) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    return bytes;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; ++i) {
        size_t size = 0;
        uint8_t *bytes = readFile(argv[i], &size);
        if (!bytes) {
            fprintf(stderr, "%s: cannot be read\n", argv[i]);
            return 1;
        }
        LLVMFuzzerTestOneInput(bytes, size);
        free(bytes);
    }
    printf("%d files\n", argc - 1);
    return argc > 1 ? 0 : 1;
}
