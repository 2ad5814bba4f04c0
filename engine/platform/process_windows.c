// Child processes of Windows. Each is in a job that ends it with the program.
#include "engine/platform/clock.h"
#include "engine/platform/pending_writers.h"
#include "engine/platform/process.h"
#include <errno.h>
#include <io.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
// after windows.h
#include <psapi.h>

struct gxProcess {
    HANDLE handle, job;
    HANDLE output, input; // our ends of its standard output and input; NULL: none, or closed
    double feedSeconds;
};

// The child's standard streams.
typedef struct ChildEnds {
    HANDLE input, output, errors;
} ChildEnds;

// Text that grows; NULL: no memory.
typedef struct Line {
    char *text;
    size_t length, capacity;
} Line;

static void addLetters(Line *line, char letter, size_t count) {
    if (line->text != NULL && line->length + count + 1 > line->capacity) {
        line->capacity = 2 * (line->length + count + 1);
        char *grown = realloc(line->text, line->capacity);
        if (grown == NULL) free(line->text);
        line->text = grown;
    }
    if (line->text == NULL) return;
    memset(line->text + line->length, letter, count);
    line->length += count;
    line->text[line->length] = '\0';
}

// Quotes an argument by the rules of CommandLineToArgv: backslashes are doubled before a quotation mark only.
static void addArgument(Line *line, const char *arg) {
    size_t slashes = 0;
    if (line->length > 0) addLetters(line, ' ', 1);
    addLetters(line, '"', 1);
    for (; *arg != '\0'; arg++) {
        if (*arg == '\\') {
            slashes++;
            continue;
        }
        addLetters(line, '\\', *arg == '"' ? 2 * slashes + 1 : slashes);
        slashes = 0;
        addLetters(line, *arg, 1);
    }
    addLetters(line, '\\', 2 * slashes);
    addLetters(line, '"', 1);
}

// Returns the command line; the caller frees it. @errors NULL: no memory
static char *makeCommandLine(const gxProcessDef *def) {
    Line line = {.text = malloc(256), .capacity = 256};
    for (const char *const *arg = def->args; *arg != NULL; arg++)
        addArgument(&line, arg == def->args ? def->program : *arg);
    return line.text;
}

// Creates a pipe whose end for the child is inherited.
static bool openPipe(HANDLE *childEnd, HANDLE *ownEnd, bool childWrites) {
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    HANDLE *readEnd = childWrites ? ownEnd : childEnd, *writeEnd = childWrites ? childEnd : ownEnd;
    if (!CreatePipe(readEnd, writeEnd, &inherited, 1 << 16)) return false;
    SetHandleInformation(*ownEnd, HANDLE_FLAG_INHERIT, 0);
    return true;
}

static HANDLE openNothing(DWORD access) {
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    return CreateFileA("NUL", access, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, NULL);
}

static HANDLE shareStream(FILE *stream) {
    HANDLE shared = NULL, own = GetCurrentProcess();
    DuplicateHandle(own, (HANDLE)_get_osfhandle(_fileno(stream)), own, &shared, 0, TRUE,
                    DUPLICATE_SAME_ACCESS);
    return shared;
}

static void closeEnd(HANDLE *handle) {
    if (*handle != NULL && *handle != INVALID_HANDLE_VALUE) CloseHandle(*handle);
    *handle = NULL;
}

static bool openEnds(gxProcess *process, const gxProcessDef *def, ChildEnds *ends) {
    bool opened = true;
    if (def->feeds)
        opened = openPipe(&ends->input, &process->input, false);
    else
        ends->input = openNothing(GENERIC_READ);
    if (def->reads)
        opened = opened && openPipe(&ends->output, &process->output, true);
    else
        ends->output = openNothing(GENERIC_WRITE);
    ends->errors = def->errors != NULL ? shareStream(def->errors) : openNothing(GENERIC_WRITE);
    DWORD mode = PIPE_READMODE_BYTE | PIPE_NOWAIT;
    if (opened && def->feeds) SetNamedPipeHandleState(process->input, &mode, NULL, NULL);
    return opened;
}

// The job ends the child when the program ends, however it ends.
static HANDLE createJob(void) {
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {
        .BasicLimitInformation = {.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE}};
    HANDLE job = CreateJobObjectA(NULL, NULL);
    if (job != NULL) SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

// Starts the child, which inherits the three ends and nothing else.
static bool create(gxProcess *process, const gxProcessDef *def, const ChildEnds *ends, char *line) {
    HANDLE inherited[3] = {ends->input, ends->output, ends->errors};
    SIZE_T size = 0;
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    LPPROC_THREAD_ATTRIBUTE_LIST list = malloc(size);
    if (list == NULL || !InitializeProcThreadAttributeList(list, 1, 0, &size)) {
        free(list);
        return false;
    }
    UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, inherited, sizeof inherited, NULL,
                              NULL);
    STARTUPINFOEXA start = {.StartupInfo = {.cb = sizeof start,
                                            .dwFlags = STARTF_USESTDHANDLES,
                                            .hStdInput = ends->input,
                                            .hStdOutput = ends->output,
                                            .hStdError = ends->errors},
                            .lpAttributeList = list};
    PROCESS_INFORMATION created = {0};
    if (def->pendingFile != NULL) gxHoldEndings();
    bool good = CreateProcessA(NULL, line, NULL, NULL, TRUE,
                               EXTENDED_STARTUPINFO_PRESENT | CREATE_NO_WINDOW | CREATE_SUSPENDED, NULL, NULL,
                               &start.StartupInfo, &created) != 0;
    process->handle = created.hProcess;
    if (good) {
        AssignProcessToJobObject(process->job, process->handle);
        if (def->pendingFile != NULL) gxSetPendingWriter(def->pendingFile, (intptr_t)process->handle);
        ResumeThread(created.hThread);
        CloseHandle(created.hThread);
    }
    if (def->pendingFile != NULL) gxReleaseEndings();
    DeleteProcThreadAttributeList(list);
    free(list);
    return good;
}

gxProcess *gxStartProcess(const gxProcessDef *def) {
    gxProcess *process = calloc(1, sizeof *process);
    char *line = process != NULL ? makeCommandLine(def) : NULL;
    if (line == NULL) {
        free(process);
        errno = ENOMEM;
        return NULL;
    }
    ChildEnds ends = {0};
    process->job = createJob();
    process->feedSeconds = def->feedSeconds;
    bool good = openEnds(process, def, &ends);
    errno = good ? ENOENT : EMFILE;
    good = good && create(process, def, &ends, line);
    free(line);
    closeEnd(&ends.input);
    closeEnd(&ends.output);
    closeEnd(&ends.errors);
    if (good) return process;
    gxClosePipes(process);
    closeEnd(&process->job);
    free(process);
    return NULL;
}

gxTransfer gxReadProcess(gxProcess *process, void *bytes, size_t size, double seconds, size_t *count) {
    double end = gxGetTime() + seconds;
    DWORD present = 0, taken = 0;
    *count = 0;
    while (PeekNamedPipe(process->output, NULL, 0, NULL, &present, NULL) && present == 0) {
        if (gxGetTime() >= end) return GX_TRANSFER_LATE;
        Sleep(1);
    }
    DWORD wanted = size < 1 << 30 ? (DWORD)size : 1 << 30;
    bool read = present > 0 && ReadFile(process->output, bytes, wanted, &taken, NULL) && taken > 0;
    if (!read) return GetLastError() == ERROR_BROKEN_PIPE ? GX_TRANSFER_CLOSED : GX_TRANSFER_FAILED;
    *count = taken;
    return GX_TRANSFER_DONE;
}

// A full pipe accepts no byte.
gxTransfer gxFeedProcess(gxProcess *process, const void *bytes, size_t count) {
    const char *at = bytes;
    double end = gxGetTime() + process->feedSeconds;
    while (count > 0) {
        DWORD written = 0, share = count < 1 << 14 ? (DWORD)count : 1 << 14;
        if (!WriteFile(process->input, at, share, &written, NULL)) return GX_TRANSFER_CLOSED;
        at += written;
        count -= written;
        if (written > 0) {
            end = gxGetTime() + process->feedSeconds;
        } else {
            if (gxGetTime() >= end) return GX_TRANSFER_LATE;
            Sleep(1);
        }
    }
    return GX_TRANSFER_DONE;
}

void gxClosePipes(gxProcess *process) {
    closeEnd(&process->output);
    closeEnd(&process->input);
}

size_t gxGetProcessMemory(const gxProcess *process) {
    PROCESS_MEMORY_COUNTERS counters = {.cb = sizeof counters};
    return GetProcessMemoryInfo(process->handle, &counters, sizeof counters) ? counters.WorkingSetSize : 0;
}

bool gxHasProcessEnded(gxProcess *process) {
    return WaitForSingleObject(process->handle, 0) == WAIT_OBJECT_0;
}

void gxKillProcess(gxProcess *process) {
    TerminateProcess(process->handle, ERROR_PROCESS_ABORTED);
}

// Exit codes from this are exceptions, of which the process died.
static const DWORD firstException = 0xC0000000;

gxProcessEnd gxEndProcess(gxProcess *process) {
    DWORD code = 0;
    gxClosePipes(process);
    WaitForSingleObject(process->handle, INFINITE);
    GetExitCodeProcess(process->handle, &code);
    gxForgetPendingWriter((intptr_t)process->handle);
    bool killed = code >= firstException || code == ERROR_PROCESS_ABORTED || code == ERROR_NOT_ENOUGH_QUOTA;
    gxProcessEnd end = {.code = killed ? 0 : (int)code,
                        .signal = killed ? (int)code : 0,
                        .outOfTime = code == ERROR_NOT_ENOUGH_QUOTA};
    closeEnd(&process->handle);
    closeEnd(&process->job);
    free(process);
    return end;
}
