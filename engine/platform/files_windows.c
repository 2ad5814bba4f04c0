// Files and folders of Windows.
//
// Permissions come from the folder and are not copied.
#include "engine/platform/files.h"

#include <ctype.h>
#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

// Sets errno from the error of the last call. Returns false.
static bool failWithErrno(void) {
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
        errno = ENOENT;
        break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
        errno = EACCES;
        break;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        errno = EEXIST;
        break;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
        errno = ENOMEM;
        break;
    case ERROR_DISK_FULL:
        errno = ENOSPC;
        break;
    case ERROR_FILENAME_EXCED_RANGE:
        errno = ENAMETOOLONG;
        break;
    default:
        errno = EIO;
    }
    return false;
}

// Windows counts units of 100 ns since 1601.
static void setTime(gxFileFacts *facts, FILETIME time) {
    static const int64_t second = 10000000, until1970 = 11644473600;
    int64_t count = (int64_t)((uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime);
    facts->seconds = count / second - until1970;
    facts->nanoseconds = 100 * (count % second);
}

static bool readFacts(HANDLE handle, gxFileFacts *facts) {
    BY_HANDLE_FILE_INFORMATION status;
    *facts = (gxFileFacts){0};
    if (GetFileType(handle) != FILE_TYPE_DISK) return true;
    if (!GetFileInformationByHandle(handle, &status)) return failWithErrno();
    facts->kind = status.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? GX_FILE_FOLDER : GX_FILE_REGULAR;
    facts->byteCount = (int64_t)((uint64_t)status.nFileSizeHigh << 32 | status.nFileSizeLow);
    setTime(facts, status.ftLastWriteTime);
    return true;
}

// Opens a file or a folder for its facts only. @errors INVALID_HANDLE_VALUE with errno
static HANDLE openForFacts(const char *path) {
    HANDLE handle =
        CreateFileA(path, FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                    OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE) failWithErrno();
    return handle;
}

bool gxGetFileFacts(const char *path, gxFileFacts *facts) {
    HANDLE handle = openForFacts(path);
    if (handle == INVALID_HANDLE_VALUE) return false;
    bool read = readFacts(handle, facts);
    CloseHandle(handle);
    return read;
}

bool gxGetStreamFacts(FILE *stream, gxFileFacts *facts) {
    HANDLE handle = (HANDLE)_get_osfhandle(_fileno(stream));
    return handle != INVALID_HANDLE_VALUE && readFacts(handle, facts);
}

bool gxHasPath(const char *path) {
    return GetFileAttributesA(path) != INVALID_FILE_ATTRIBUTES;
}

bool gxMayRead(const char *path) {
    return _access(path, 4) == 0;
}

static bool isSeparator(char c) {
    return c == '/' || c == '\\';
}

bool gxIsFullPath(const char *path) {
    return isSeparator(path[0]) ||
           (isalpha((unsigned char)path[0]) && path[1] == ':' && isSeparator(path[2]));
}

static void useSlashes(char *path) {
    for (; *path != '\0'; path++)
        if (*path == '\\') *path = '/';
}

char *gxGetFullPath(const char *path) {
    HANDLE handle = openForFacts(path);
    if (handle == INVALID_HANDLE_VALUE) return NULL;
    char text[GX_PATH_MAX];
    DWORD length = GetFinalPathNameByHandleA(handle, text, sizeof text, FILE_NAME_NORMALIZED);
    CloseHandle(handle);
    if (length == 0 || length >= sizeof text) {
        errno = length == 0 ? EIO : ENAMETOOLONG;
        return NULL;
    }
    static const char prefix[] = "\\\\?\\";
    size_t skipped = strncmp(text, prefix, sizeof prefix - 1) == 0 ? sizeof prefix - 1 : 0;
    char *full = malloc(strlen(text + skipped) + 1);
    if (full == NULL) return NULL;
    strcpy(full, text + skipped);
    useSlashes(full);
    return full;
}

char *gxGetLinkTarget(const char *path) {
    DWORD attributes = GetFileAttributesA(path);
    bool link = attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
    return link ? gxGetFullPath(path) : NULL;
}

bool gxGetWorkingFolder(char *path, size_t pathSize) {
    if (_getcwd(path, (int)pathSize) == NULL) return false;
    useSlashes(path);
    return true;
}

bool gxMakeFolder(const char *path, gxAccess access) {
    (void)access; // folders of a user's profile are private
    return _mkdir(path) == 0;
}

struct gxFolder {
    HANDLE search;
    WIN32_FIND_DATAA found;
    bool hasNext;
    char name[MAX_PATH];
};

gxFolder *gxOpenFolder(const char *path) {
    char pattern[GX_PATH_MAX];
    gxFolder *folder = calloc(1, sizeof *folder);
    if (folder == NULL) return NULL;
    size_t length = (size_t)snprintf(pattern, sizeof pattern, "%s/*", path);
    folder->search = length < sizeof pattern ? FindFirstFileA(pattern, &folder->found) : INVALID_HANDLE_VALUE;
    folder->hasNext = folder->search != INVALID_HANDLE_VALUE;
    if (folder->hasNext) return folder;
    failWithErrno();
    free(folder);
    return NULL;
}

const char *gxReadFolder(gxFolder *folder) {
    if (!folder->hasNext) return NULL;
    memcpy(folder->name, folder->found.cFileName, sizeof folder->name);
    folder->hasNext = FindNextFileA(folder->search, &folder->found) != 0;
    return folder->name;
}

void gxCloseFolder(gxFolder *folder) {
    FindClose(folder->search);
    free(folder);
}

bool gxReplaceFile(const char *from, const char *to) {
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING) != 0 || failWithErrno();
}

bool gxRemoveFile(const char *path) {
    return DeleteFileA(path) != 0 || failWithErrno();
}

void gxTouchStream(FILE *stream) {
    FILETIME now;
    GetSystemTimeAsFileTime(&now);
    // The stream may be open for reading only.
    HANDLE handle = ReOpenFile((HANDLE)_get_osfhandle(_fileno(stream)), FILE_WRITE_ATTRIBUTES,
                               FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, 0);
    if (handle == INVALID_HANDLE_VALUE) return;
    SetFileTime(handle, NULL, NULL, &now);
    CloseHandle(handle);
}

// Writes the digits of a number over the six last characters.
static void fillTemplate(char *ending, uint64_t number) {
    static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    for (int i = 0; i < 6; i++) {
        ending[i] = letters[number % 36];
        number /= 36;
    }
}

// Others may open and remove the file while it is written.
static HANDLE createNew(const char *path) {
    return CreateFileA(path, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                       CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
}

FILE *gxCreateTemporaryFile(char *pathTemplate) {
    char *ending = pathTemplate + strlen(pathTemplate) - 6;
    LARGE_INTEGER now;
    QueryPerformanceCounter(&now);
    uint64_t number = (uint64_t)now.QuadPart * 6364136223846793005u + GetCurrentProcessId();
    HANDLE handle = INVALID_HANDLE_VALUE;
    for (int i = 0; i < 100 && handle == INVALID_HANDLE_VALUE; i++) {
        number = number * 6364136223846793005u + 1442695040888963407u;
        fillTemplate(ending, number >> 20);
        handle = createNew(pathTemplate);
        if (handle == INVALID_HANDLE_VALUE && GetLastError() != ERROR_FILE_EXISTS) break;
    }
    if (handle == INVALID_HANDLE_VALUE) {
        failWithErrno();
        return NULL;
    }
    int descriptor = _open_osfhandle((intptr_t)handle, _O_WRONLY | _O_BINARY);
    FILE *stream = descriptor >= 0 ? _fdopen(descriptor, "wb") : NULL;
    if (stream != NULL) return stream;
    if (descriptor >= 0)
        _close(descriptor); // and its handle
    else
        CloseHandle(handle);
    gxRemoveFile(pathTemplate);
    errno = EMFILE;
    return NULL;
}

void gxCopyPermissions(FILE *stream, const char *like) {
    (void)stream;
    (void)like;
}

// tmpfile of some C runtimes writes into the root of the drive, which needs rights that users lack.
FILE *gxOpenScratchFile(void) {
    char folder[MAX_PATH], path[MAX_PATH];
    if (GetTempPathA(sizeof folder, folder) == 0 || GetTempFileNameA(folder, "fc", 0, path) == 0) {
        failWithErrno();
        return NULL;
    }
    int descriptor = _open(path, _O_RDWR | _O_BINARY | _O_NOINHERIT | _O_TEMPORARY, _S_IREAD | _S_IWRITE);
    FILE *stream = descriptor >= 0 ? _fdopen(descriptor, "w+b") : NULL;
    if (stream == NULL && descriptor >= 0) _close(descriptor);
    return stream;
}
