// Stands for the <setjmp.h> of MSVC, which clang's <intrin.h> includes; see math.h.
#ifndef MSVC_SETJMP_H
#define MSVC_SETJMP_H

typedef struct {
    long long registers[32];
} jmp_buf[1];

#endif
