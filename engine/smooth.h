// Smooths a picture with one sample a pixel on its way to the window: an alternative to multisampling at a
// quarter of its cost on a software renderer.
#ifndef GX_SMOOTH_H
#define GX_SMOOTH_H

#include "engine/target.h"

typedef struct gxSmoother gxSmoother;

// @errors NULL, with a message
gxSmoother *gxCreateSmoother(void);
void gxDestroySmoother(gxSmoother *smoother);

// Draws a picture, which must have one sample, into the window with its lower left corner at (x, y).
void gxShowSmoothed(const gxSmoother *smoother, const gxTarget *target, int x, int y);
// Draws it into another target of the same size.
void gxCopySmoothed(const gxSmoother *smoother, const gxTarget *from, const gxTarget *to);

#endif
