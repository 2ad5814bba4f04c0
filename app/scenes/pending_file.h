// Files that are written under a temporary name. They are removed before a signal ends the program.
#ifndef APP_PENDING_FILE_H
#define APP_PENDING_FILE_H

#include <signal.h>
#include <sys/types.h>

// Creates a file as mkstemp does and remembers it until ForgetPendingFile. Returns its descriptor.
// @errors -1 with errno, for instance when too many files are pending
int CreatePendingFile(char *pathTemplate);
// Sets the child process that writes the file. It is ended before the file is removed; 0: no child.
void SetPendingWriter(const char *path, pid_t process);
// Delays the signals that end the program, for instance between starting a child and SetPendingWriter: a
// signal there would end the program and leave the child writing.
void HoldEndings(sigset_t *before);
void ReleaseEndings(const sigset_t *before);
// Forgets a file that was renamed or removed.
void ForgetPendingFile(const char *path);

#endif
