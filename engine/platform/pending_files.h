// Files that are written under a temporary name. They are removed before a signal ends the program: Ctrl+C, a
// closed terminal, the limit of a batch system.
#ifndef GX_PENDING_FILES_H
#define GX_PENDING_FILES_H

#include <stdio.h>

// Creates a file as gxCreateTemporaryFile does and remembers it until gxForgetPendingFile.
// @errors NULL with errno, for instance when too many files are pending
FILE *gxCreatePendingFile(char *pathTemplate);
// Forgets a file that was renamed or removed.
void gxForgetPendingFile(const char *path);

#endif
