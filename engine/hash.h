// Hashes of bytes: FNV-1a, and a faster one of eight bytes at a time for what is hashed in every frame.
#ifndef GX_HASH_H
#define GX_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t gxBeginHash(void) {
    return 14695981039346656037u;
}

static inline uint64_t gxAddToHash(uint64_t hash, const void *bytes, size_t byteCount) {
    const unsigned char *b = (const unsigned char *)bytes;
    for (size_t i = 0; i < byteCount; ++i)
        hash = (hash ^ b[i]) * 1099511628211u;
    return hash;
}

// Adds one word: a product with the golden ratio's bits, whose upper half is folded onto the lower one.
static inline uint64_t gxMixHash(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 32);
}

static inline uint64_t gxMixBytes(uint64_t hash, const void *bytes, size_t byteCount) {
    const unsigned char *b = (const unsigned char *)bytes;
    for (; byteCount > 0;) {
        uint64_t word = 0;
        size_t count = byteCount < sizeof word ? byteCount : sizeof word;
        memcpy(&word, b, count);
        hash = gxMixHash(hash, word);
        b += count;
        byteCount -= count;
    }
    return hash;
}

#endif
