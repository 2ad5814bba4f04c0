// Combines the pictures of two eyes into one: for red-cyan glasses, or side by side.
#ifndef GX_STEREO_H
#define GX_STEREO_H

#include "engine/target.h"

typedef enum gxStereoKind {
    GX_STEREO_ANAGLYPH = 0, // red for the left eye
    GX_STEREO_SIDE_BY_SIDE, // the left halves of both pictures side by side
    GX_STEREO_SQUEEZED      // both pictures at half width, for 3D screens
} gxStereoKind;

typedef struct gxStereo gxStereo;

// @errors NULL, with a message
gxStereo *gxCreateStereo(void);
void gxDestroyStereo(gxStereo *stereo);

// eyes[2]: left and right, of one sample, the size of the target. Leaves the target bound.
void gxCombineEyes(const gxStereo *stereo, gxStereoKind kind, const gxTarget eyes[2], const gxTarget *target);

#endif
