// Child processes with pipes, and the limits of the own process.
#ifndef GX_PROCESS_H
#define GX_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gxProcess gxProcess;

typedef struct gxProcessDef {
    const char *program;     // a path; a name without a slash is searched in PATH
    const char *const *args; // the name of the program, its arguments, NULL
    bool reads;              // gxReadProcess reads its standard output, which is discarded otherwise
    bool feeds;              // gxFeedProcess writes its standard input, which is empty otherwise
    double feedSeconds;      // time in which the child must accept data
    FILE *errors;            // receives its standard error; NULL: discarded
    bool isolated;           // inherits nothing but the standard streams: no other file, no ignored signal
    const char *pendingFile; // the pending file that it writes (pending_files.h); NULL: none
} gxProcessDef;

// Starts a child process, without a shell. The definition may end afterwards. @errors NULL with errno
gxProcess *gxStartProcess(const gxProcessDef *def);

typedef enum gxTransfer {
    GX_TRANSFER_FAILED = 0, // an error of the system
    GX_TRANSFER_DONE,
    GX_TRANSFER_LATE,  // nothing within the time
    GX_TRANSFER_CLOSED // the child has closed its end
} gxTransfer;

// Reads at most `size` bytes of the child's standard output; waits for the first at most `seconds`.
gxTransfer gxReadProcess(gxProcess *process, void *bytes, size_t size, double seconds, size_t *count);
// Writes all bytes to the child's standard input.
gxTransfer gxFeedProcess(gxProcess *process, const void *bytes, size_t count);
// Closes the program's ends of the pipes: the child's input ends.
void gxClosePipes(gxProcess *process);

// Returns the memory in bytes that the child occupies now; 0: the system does not report it.
size_t gxGetProcessMemory(const gxProcess *process);
// True if the child has ended: gxEndProcess does not wait.
bool gxHasProcessEnded(gxProcess *process);
// Ends the child at once.
void gxKillProcess(gxProcess *process);

typedef struct gxProcessEnd {
    int code;       // exit code; 0 if it crashed or was killed
    int signal;     // the signal, or exception of Windows, that ended it; 0: it ended by itself
    bool outOfTime; // its limit of processor time ended it
} gxProcessEnd;

// Closes the pipes, waits until the child has ended, and frees the process.
gxProcessEnd gxEndProcess(gxProcess *process);

// Limits the calling process, for work on data that nobody trusts: it ends with its parent, writes no files
// and leaves no core dump. It may use `seconds` of processor time, and so many megabytes of memory unless the
// address sanitizer needs more.
void gxLimitOwnProcess(size_t megabytes, size_t seconds);

#ifdef __cplusplus
}
#endif
#endif
