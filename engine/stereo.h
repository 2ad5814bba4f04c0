// Two pictures, one for each eye, made one: for red-cyan glasses, or side by side.
#ifndef GX_STEREO_H
#define GX_STEREO_H

#include "engine/target.h"

typedef enum gxStereoKind {
    GX_STEREO_ANAGLYPH = 0, // red before the left eye
    GX_STEREO_SIDE_BY_SIDE, // the left half of each picture beside the left half of the other
    GX_STEREO_SQUEEZED      // the whole of each in half the width, as 3D screens take it
} gxStereoKind;

typedef struct gxStereo gxStereo;

// @errors NULL, with a message
gxStereo *gxCreateStereo(void);
void gxDestroyStereo(gxStereo *stereo);

// eyes[2]: left and right, of one sample, as large as the target. Leaves the target bound.
void gxCombineEyes(const gxStereo *stereo, gxStereoKind kind, const gxTarget eyes[2], const gxTarget *target);

#endif
