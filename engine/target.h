// An offscreen picture: multisampled and resolved on request, or with one sample and smoothed on request.
#ifndef GX_TARGET_H
#define GX_TARGET_H

#include "engine/color.h"
#include "engine/image.h"
#include "engine/rect.h"

typedef struct gxTarget {
    int width, height, samples;
    unsigned framebuffer, colorBuffer, depthBuffer; // of the drawing
    unsigned colorTexture;                          // replaces colorBuffer with one sample
    unsigned resolvedFramebuffer, resolvedBuffer;   // one sample a pixel; 0 if `framebuffer` has one sample
} gxTarget;

// `samples` 1: no multisampling; clamped to the driver's limit. @errors framebuffer 0, with a message
gxTarget gxCreateTarget(int width, int height, int samples);
void gxDestroyTarget(gxTarget *target);

void gxBindTarget(const gxTarget *target);
// Copies the resolved picture into a framebuffer, lower left corner at (x, y); only within a rectangle of the
// framebuffer. 0: the window's.
void gxShowTarget(const gxTarget *target, unsigned framebuffer, int x, int y, gxRect only);
// Copies the picture, which must have one sample, enlarged to `place` of a framebuffer; only within a
// rectangle of that.
void gxShowEnlargedTarget(const gxTarget *target, unsigned framebuffer, gxRect place, gxRect only);
// Copies width x height resolved pixels at the lower left corner to the same position of a target with one
// sample.
void gxCopyTarget(const gxTarget *from, const gxTarget *to, int width, int height);
// Copies colours and depths of a part to a target of the same size and samples.
void gxCopyTargetPart(const gxTarget *from, const gxTarget *to, gxRect part);
// Reads the resolved picture. @errors no pixels
gxImage gxReadTarget(const gxTarget *target);
// Reads the picture with the opacity of each pixel, not premultiplied.
gxImage gxReadSeeThroughTarget(const gxTarget *target);
// Clears a rectangle of the window.
void gxClearWindow(gxColor color, gxRect only);
// Reads the window's picture before it is presented.
gxImage gxReadWindow(int width, int height);
// Reads the part of it with its lower left corner at (x, y).
gxImage gxReadWindowPart(int x, int y, int width, int height);

#endif
