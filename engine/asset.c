// Looks an embedded file up by its name.
#include "engine/asset.h"

#include <string.h>

const gxAsset *gxFindAsset(const char *name) {
    for (int i = 0; i < gxAssetCount; ++i) {
        if (strcmp(gxAssets[i].name, name) == 0) return &gxAssets[i];
    }
    return NULL;
}
