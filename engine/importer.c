// The child's side: limits itself, reads the file, writes the result to standard output.
//
// It leaves by _exit: nothing that Assimp allocated or damaged is used again.
#include "engine/import_assimp.h"
#include "engine/import_build.h"
#include "engine/import_child.h"
#include "engine/import_result.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ADDRESS_SANITIZER true
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define HAS_ADDRESS_SANITIZER true
#endif
#ifndef HAS_ADDRESS_SANITIZER
#define HAS_ADDRESS_SANITIZER false
#endif

static void limitResource(int resource, size_t most) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0) return;
    if (limit.rlim_max == RLIM_INFINITY || most < limit.rlim_max) limit.rlim_cur = most;
    setrlimit(resource, &limit);
}

// The child dies with its parent, writes no files and leaves no core dump.
static void limitProcess(size_t megabytes, size_t seconds) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_DUMPABLE, 0);
    limitResource(RLIMIT_CORE, 0);
    limitResource(RLIMIT_FSIZE, 0);
    limitResource(RLIMIT_CPU, seconds);
    if (!HAS_ADDRESS_SANITIZER) limitResource(RLIMIT_AS, megabytes << 20);
}

void gxRunImporter(int argCount, char *args[]) {
    if (argCount != 5 || strcmp(args[1], GX_IMPORTER_ARGUMENT) != 0) return;
    const char *path = args[2];
    limitProcess(strtoull(args[3], NULL, 10), strtoull(args[4], NULL, 10));
    gxImportedMesh mesh;
    char message[1024] = "";
    bool good = gxImportWithAssimp(path, &mesh, message, sizeof message);
    gxWriteImportResult(STDOUT_FILENO, good ? &mesh : NULL, message);
    _exit(GX_IMPORTER_DONE);
}
