// Stands for the <stdlib.h> of MSVC, which has no aligned_alloc; see math.h.
#ifndef MSVC_STDLIB_H
#define MSVC_STDLIB_H

#include <stddef.h>

__declspec(noreturn) void abort(void);
void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *));
void free(void *memory);
void *malloc(size_t size);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));

#endif
