// Child processes that write pending files: between engine/platform/process and
// engine/platform/pending_files.
#ifndef GX_PENDING_WRITERS_H
#define GX_PENDING_WRITERS_H

// Delays the signals that end the program, in the calling thread, until gxReleaseEndings: a signal between
// the start of a child and gxSetPendingWriter would end the program and leave the child writing. Calls do not
// nest.
void gxHoldEndings(void);
void gxReleaseEndings(void);
// Sets the child that writes the file: a process id of POSIX, or a handle of Windows. It is killed before the
// file is removed.
void gxSetPendingWriter(const char *path, long long process);
// Forgets a child that has ended.
void gxForgetPendingWriter(long long process);

#endif
