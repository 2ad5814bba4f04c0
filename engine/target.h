// A picture in memory to draw into: multisampled and resolved on request, or with one sample and smoothed on
// request.
#ifndef GX_TARGET_H
#define GX_TARGET_H

#include "engine/color.h"
#include "engine/image.h"

typedef struct gxTarget {
    int width, height, samples;
    unsigned framebuffer, colorBuffer, depthBuffer; // what is drawn into
    unsigned colorTexture;                          // instead of colorBuffer when there is one sample
    unsigned resolvedFramebuffer, resolvedBuffer;   // one sample a pixel; 0 when that is `framebuffer` itself
} gxTarget;

// `samples` 1: none extra; more than the driver has is cut down. @errors framebuffer 0, with a message
gxTarget gxCreateTarget(int width, int height, int samples);
void gxDestroyTarget(gxTarget *target);

void gxBindTarget(const gxTarget *target);
// Copies the picture, resolved, into the window's framebuffer with its lower left corner at (x, y).
void gxShowTarget(const gxTarget *target, int x, int y);
// The same enlarged to width x height.
void gxShowEnlargedTarget(const gxTarget *target, int x, int y, int width, int height);
// Copies width x height pixels at the lower left corner, resolved, to the same place of a target of one
// sample.
void gxCopyTarget(const gxTarget *from, const gxTarget *to, int width, int height);
// @errors no pixels; a multisampled picture is read resolved
gxImage gxReadTarget(const gxTarget *target);
// The same with the opacity of each pixel; colours are not multiplied by it.
gxImage gxReadSeeThroughTarget(const gxTarget *target);
void gxClearWindow(gxColor color);
// What the window shows now, read before it is presented.
gxImage gxReadWindow(int width, int height);
// The part of it with its lower left corner at (x, y).
gxImage gxReadWindowPart(int x, int y, int width, int height);

#endif
