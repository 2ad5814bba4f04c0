// Files and folders.
//
// Paths are in the encoding of fopen, with '/' between their parts; Windows also accepts '\\'. Functions that
// fail set errno, so that callers can report the reason with strerror.
#ifndef GX_FILES_H
#define GX_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { GX_PATH_MAX = 4096 }; // bytes of the longest path that these functions return, with its zero

typedef enum gxFileKind {
    GX_FILE_OTHER = 0, // a pipe, a device, a socket
    GX_FILE_REGULAR,
    GX_FILE_FOLDER
} gxFileKind;

typedef struct gxFileFacts {
    gxFileKind kind;
    int64_t byteCount;
    int64_t seconds, nanoseconds; // time of the last change of the contents, since 1970
} gxFileFacts;

// Follows symbolic links. @errors false with errno: there is no such file, or it cannot be seen
bool gxGetFileFacts(const char *path, gxFileFacts *facts);
// Facts of an open file. @errors false with errno
bool gxGetStreamFacts(FILE *stream, gxFileFacts *facts);
bool gxIsFolder(const char *path);
bool gxIsFile(const char *path); // a regular one
// True if something of this name exists, of any kind.
bool gxHasPath(const char *path);
// True if the program may read it. @errors false with errno
bool gxMayRead(const char *path);

// True if the path does not depend on the working folder.
bool gxIsFullPath(const char *path);
// Returns the full path without symbolic links; the caller frees it. @errors NULL with errno
char *gxGetFullPath(const char *path);
// Returns the full path of what a symbolic link leads to; the caller frees it. NULL: no link, or a broken one
char *gxGetLinkTarget(const char *path);
// @errors false with errno, also if the path is too long
bool gxGetWorkingFolder(char *path, size_t pathSize);

// The users that may enter a new folder.
typedef enum gxAccess { GX_ACCESS_USUAL = 0, GX_ACCESS_PRIVATE } gxAccess;

// Creates a folder. @errors false with errno; EEXIST: it is there
bool gxMakeFolder(const char *path, gxAccess access);
// Creates the missing folders above a path. @errors false with errno
bool gxMakeFoldersAbove(const char *path, gxAccess access);

// An open folder, whose entries are read one by one in no order.
typedef struct gxFolder gxFolder;

// @errors NULL with errno
gxFolder *gxOpenFolder(const char *path);
// Returns the name of the next entry, without its path. @lifetime until the next call. NULL: the end
const char *gxReadFolder(gxFolder *folder);
void gxCloseFolder(gxFolder *folder);

// Renames a file. A file of the new name is replaced at once: others see the old one or the new one.
// @errors false with errno; both are as before
bool gxReplaceFile(const char *from, const char *to);
// @errors false with errno
bool gxRemoveFile(const char *path);
// Sets the time of the last change of an open file to the present.
void gxTouchStream(FILE *stream);

// Creates a file that only this user can access, and opens it for writing. `pathTemplate` ends in XXXXXX,
// which are replaced by letters that make the name new. @errors NULL with errno; there is no file
FILE *gxCreateTemporaryFile(char *pathTemplate);
// Gives an open file the permissions of the file `like`, or those of a new file without such a file.
void gxCopyPermissions(FILE *stream, const char *like);
// Opens a file for reading and writing that has no name and ends when it is closed. Child processes do not
// get it.
// @errors NULL with errno
FILE *gxOpenScratchFile(void);

#endif
