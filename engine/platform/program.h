// The running program: its file, its set-up, its memory.
#ifndef GX_PROGRAM_H
#define GX_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

// Sets the program up; call it first. Writing beyond the limit on the size of files fails instead of ending
// the program. Standard input and output transfer bytes as they are.
void gxSetUpProgram(void);

// Returns the path with which the program can be started again. On Linux it stays valid if the program's file
// is renamed, replaced or deleted.
const char *gxGetProgramPath(void);

// The program's file, of which another build may write other entries into caches.
typedef struct gxProgramStamp {
    int64_t byteCount, seconds, nanoseconds; // its size, and the time of its last change; 0: unknown
} gxProgramStamp;
gxProgramStamp gxGetProgramStamp(void);

// Returns freed memory to the system, where the C library keeps it.
void gxReturnMemory(void);

#endif
