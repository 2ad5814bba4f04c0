// The version of the compiled library; the sizes of its public structs.
#include "collision/version.h"
#include "foundation/numbers/float_mode.h"

cdVersion cdGetVersion(void) {
    cdVersion version = {CD_VERSION_MAJOR, CD_VERSION_MINOR, CD_VERSION_PATCH};
    return version;
}

bool cdHasStructSizes(const uint32_t *sizes, int32_t count) {
    static const uint32_t own[] = {CD_PUBLIC_STRUCTS(CD_LIST_SIZE)};
    if (!sizes || count != (int32_t)(sizeof own / sizeof own[0])) return false;
    for (int32_t i = 0; i < count; i++)
        if (sizes[i] != own[i]) return false;
    return true;
}
