// Files embedded in the program at build time: the shaders, the icon and the fonts of the interface.
//
// The build generates one C file that defines gxAssets: an entry for every file of shaders/, for
// assets/icon.png and for the two fonts DejaVuSans.ttf and DejaVuSans-Bold.ttf (package fonts-dejavu-core).
// Each entry has the file's base name, such as "surface.frag". A zero byte follows the bytes, so that text
// can be used as a string.
#ifndef GX_ASSET_H
#define GX_ASSET_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gxAsset {
    const char *name;
    const unsigned char *bytes; // bytes[byteCount], then a zero
    size_t byteCount;
} gxAsset;

// Generated. @lifetime static
extern const gxAsset gxAssets[];
extern const int gxAssetCount;

// Returns the file of that base name, or NULL if there is no such file.
const gxAsset *gxFindAsset(const char *name);

#ifdef __cplusplus
}
#endif
#endif
