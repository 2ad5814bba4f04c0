// Stands for the <string.h> of MSVC; see math.h.
#ifndef MSVC_STRING_H
#define MSVC_STRING_H

#include <stddef.h>

int memcmp(const void *a, const void *b, size_t size);
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);

#endif
