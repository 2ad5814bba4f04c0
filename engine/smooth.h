// Smooths a picture with one sample a pixel on its way to the window: an alternative to multisampling at a
// quarter of its cost on a software renderer.
#ifndef GX_SMOOTH_H
#define GX_SMOOTH_H

#include "engine/target.h"

typedef struct gxSmoother gxSmoother;

// @errors NULL, with a message
gxSmoother *gxCreateSmoother(void);
void gxDestroySmoother(gxSmoother *smoother);

// A pixel affects no smoothed one farther away, along x or y; pixels.
enum { GX_SMOOTH_REACH = 3 };

// Draws a picture, which must have one sample, into a framebuffer, with its lower left corner at (x, y); only
// within a rectangle of the framebuffer. 0: the window's.
void gxShowSmoothed(const gxSmoother *smoother, const gxTarget *target, unsigned framebuffer, int x, int y,
                    gxRect only);
// Draws it into another target of the same size; only within a rectangle of that.
void gxCopySmoothed(const gxSmoother *smoother, const gxTarget *from, const gxTarget *to, gxRect only);

#endif
