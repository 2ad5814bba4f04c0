// Files that are being written under a temporary name. A signal that ends the program removes them first.
#ifndef APP_PENDING_FILE_H
#define APP_PENDING_FILE_H

#include <signal.h>
#include <sys/types.h>

// Creates a file as mkstemp does and remembers it until ForgetPendingFile. Returns its descriptor.
// @errors -1 with errno, for instance when as many files as there is room for are pending
int CreatePendingFile(char *pathTemplate);
// Names the child process that writes the file, which is ended before the file is removed; 0: no child.
void SetPendingWriter(const char *path, pid_t process);
// Puts off the signals that end the program, as between starting a child and naming it: one that came there
// would end the program and leave the child writing.
void HoldEndings(sigset_t *before);
void ReleaseEndings(const sigset_t *before);
// Call it when the file was renamed or removed.
void ForgetPendingFile(const char *path);

#endif
