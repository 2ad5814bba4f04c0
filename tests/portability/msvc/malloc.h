// Stands for the <malloc.h> of MSVC, which clang's headers of vector instructions use; see math.h.
#ifndef MSVC_MALLOC_H
#define MSVC_MALLOC_H

#include <stddef.h>

void _aligned_free(void *memory);
void *_aligned_malloc(size_t size, size_t alignment);

#endif
