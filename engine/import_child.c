// The parent's side: starts the importer, collects its result, always kills and reaps it.
//
// The child is the program itself, executed again with an internal argument (gxSetImporter). It is not a fork
// that continues: the threads of an OpenGL driver make that unsafe. It inherits only the standard streams,
// and no signal disposition.
//
// Limits. The child limits its own address space and processor time (engine/importer.c). The parent limits
// the wall-clock time, the size of the result and, every 20 ms, the child's resident memory. With the address
// sanitizer, which needs terabytes of address space, only the last limits memory.
#include "engine/import_child.h"
#include "engine/import_build.h"
#include "engine/import_result.h"
#include "engine/platform/clock.h"
#include "engine/platform/process.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CLOCK_FACTOR = 3 }; // on a busy machine the child may get a third of a processor

static const double measureInterval = 0.02; // seconds between two measurements of the memory of the child

typedef enum ChildEnd {
    CHILD_ENDED = 0, // exited by itself
    CHILD_TOO_SLOW,
    CHILD_TOO_LARGE,
    CHILD_FAILED // reading its output failed
} ChildEnd;

typedef struct Child {
    gxProcess *process;
    int megabytes, seconds; // its limits on memory and processor time
    double deadline;
    unsigned char *bytes; // bytes[count], its output
    size_t count, capacity;
} Child;

static gxImporter theImporter;

const char *gxGetMeshFormats(void) {
    return "OBJ, PLY, OFF, STL, glTF 2.0 (.gltf, .glb), 3DS, COLLADA (.dae)";
}

void gxSetImporter(gxImporter importer) {
    theImporter = importer;
}

// Computes the limits for a file of `length` bytes.
static void chooseLimits(Child *child, size_t length) {
    int megabytes = (int)(length >> 20 < 1 << 20 ? length >> 20 : 1 << 20);
    child->megabytes = (theImporter.megabytes > 0 ? theImporter.megabytes : 2048) + 32 * megabytes;
    child->seconds = (theImporter.seconds > 0 ? theImporter.seconds : 10) + megabytes / 4;
}

// Returns false with errno.
static bool startChild(Child *child, const char *path) {
    char megabytes[16], seconds[16];
    snprintf(megabytes, sizeof megabytes, "%d", child->megabytes);
    snprintf(seconds, sizeof seconds, "%d", child->seconds);
    const char *const args[] = {"firstcontact", GX_IMPORTER_ARGUMENT, path, megabytes, seconds, NULL};
    child->process = gxStartProcess(
        &(gxProcessDef){.program = theImporter.program, .args = args, .reads = true, .isolated = true});
    child->deadline = gxGetTime() + CLOCK_FACTOR * child->seconds;
    return child->process != NULL;
}

// Reads from the pipe, for a short time at most.
static gxTransfer takeBytes(Child *child) {
    if (child->count == child->capacity) {
        size_t capacity = child->capacity > 0 ? 2 * child->capacity : 1 << 16;
        unsigned char *grown = realloc(child->bytes, capacity);
        if (grown == NULL) return GX_TRANSFER_FAILED;
        child->bytes = grown;
        child->capacity = capacity;
    }
    size_t taken = 0;
    gxTransfer transfer = gxReadProcess(child->process, child->bytes + child->count,
                                        child->capacity - child->count, measureInterval, &taken);
    child->count += taken;
    return transfer;
}

static size_t getMemoryLimit(const Child *child) {
    return (size_t)child->megabytes << 20;
}

static ChildEnd collectResult(Child *child) {
    double nextMeasurement = 0.0;
    for (;;) {
        gxTransfer transfer = takeBytes(child);
        double now = gxGetTime();
        if (transfer == GX_TRANSFER_FAILED) return CHILD_FAILED;
        if (now > child->deadline) return CHILD_TOO_SLOW;
        if (now >= nextMeasurement) {
            if (gxGetProcessMemory(child->process) > getMemoryLimit(child)) return CHILD_TOO_LARGE;
            nextMeasurement = now + measureInterval;
        }
        if (transfer == GX_TRANSFER_CLOSED) return CHILD_ENDED;
        if (child->count > getMemoryLimit(child)) return CHILD_TOO_LARGE;
    }
}

// Waits for the child until its deadline, then kills it.
static gxProcessEnd endChild(Child *child, ChildEnd *end) {
    gxClosePipes(child->process);
    while (*end == CHILD_ENDED && !gxHasProcessEnded(child->process)) {
        if (gxGetTime() > child->deadline) *end = CHILD_TOO_SLOW;
        gxSleep(0.0002);
    }
    if (*end != CHILD_ENDED) gxKillProcess(child->process);
    return gxEndProcess(child->process);
}

// Returns NULL on success, else why the child failed, in `text`.
static const char *describeEnd(const Child *child, ChildEnd end, gxProcessEnd process, char *text,
                               size_t textSize) {
    if (end == CHILD_FAILED) return "reading from the importer failed";
    if (end == CHILD_TOO_SLOW || (end == CHILD_ENDED && process.outOfTime)) {
        int seconds = end == CHILD_TOO_SLOW ? CLOCK_FACTOR * child->seconds : child->seconds;
        snprintf(text, textSize, "the importer took longer than %d s", seconds);
    } else if (end == CHILD_TOO_LARGE || process.code == GX_IMPORTER_OUT_OF_MEMORY) {
        snprintf(text, textSize, "the importer ran out of memory (limit %d MB)", child->megabytes);
    } else if (process.signal != 0) {
        snprintf(text, textSize, "the importer crashed (signal %d); the file is damaged", process.signal);
    } else if (process.code != 0) {
        snprintf(text, textSize, "the importer failed (exit code %d)", process.code);
    } else {
        return NULL;
    }
    return text;
}

bool gxImportInChild(const char *path, gxImportedMesh *mesh, char *message, size_t messageSize) {
    *mesh = (gxImportedMesh){0};
    size_t length = 0;
    FILE *file = gxOpenMeshFile(path, &length, message, messageSize);
    if (file == NULL) return false;
    fclose(file);
    if (theImporter.program == NULL) {
        snprintf(message, messageSize,
                 "%s: this format needs the program firstcontact as a child process; "
                 "call gxSetImporter first",
                 path);
        return false;
    }
    Child child = {0};
    chooseLimits(&child, length);
    if (!startChild(&child, path)) {
        snprintf(message, messageSize, "%s: the importer %s cannot be started: %s", path, theImporter.program,
                 strerror(errno));
        return false;
    }
    char text[128];
    ChildEnd end = collectResult(&child);
    gxProcessEnd process = endChild(&child, &end);
    const char *trouble = describeEnd(&child, end, process, text, sizeof text);
    if (trouble != NULL) snprintf(message, messageSize, "%s: %s", path, trouble);
    bool good =
        trouble == NULL && gxReadImportResult(child.bytes, child.count, path, mesh, message, messageSize);
    free(child.bytes);
    return good;
}
