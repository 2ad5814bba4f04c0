// FNV-1a hash of bytes.
#ifndef GX_HASH_H
#define GX_HASH_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t gxBeginHash(void) {
    return 14695981039346656037u;
}

static inline uint64_t gxAddToHash(uint64_t hash, const void *bytes, size_t byteCount) {
    const unsigned char *b = bytes;
    for (size_t i = 0; i < byteCount; ++i)
        hash = (hash ^ b[i]) * 1099511628211u;
    return hash;
}

#endif
