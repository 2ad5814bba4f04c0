// The browser starts no child processes: each start fails, so the other functions are never called.
#include "engine/platform/process.h"

#include <errno.h>

gxProcess *gxStartProcess(const gxProcessDef *def) {
    (void)def;
    errno = ENOSYS;
    return NULL;
}

gxTransfer gxReadProcess(gxProcess *process, void *bytes, size_t size, double seconds, size_t *count) {
    (void)process, (void)bytes, (void)size, (void)seconds;
    *count = 0;
    return GX_TRANSFER_FAILED;
}

gxTransfer gxFeedProcess(gxProcess *process, const void *bytes, size_t count) {
    (void)process, (void)bytes, (void)count;
    return GX_TRANSFER_FAILED;
}

void gxClosePipes(gxProcess *process) {
    (void)process;
}

size_t gxGetProcessMemory(const gxProcess *process) {
    (void)process;
    return 0;
}

bool gxHasProcessEnded(gxProcess *process) {
    (void)process;
    return true;
}

void gxKillProcess(gxProcess *process) {
    (void)process;
}

gxProcessEnd gxEndProcess(gxProcess *process) {
    (void)process;
    return (gxProcessEnd){.code = 1};
}

void gxLimitOwnProcess(size_t megabytes, size_t seconds) {
    (void)megabytes, (void)seconds;
}
