// Images: 8-bit RGBA pixels in memory, PNG files.
#ifndef GX_IMAGE_H
#define GX_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct gxImage {
    int width, height;
    unsigned char *pixels; // pixels[4 * width * height], rows from the top, red green blue alpha
} gxImage;

// @errors no pixels
gxImage gxCreateImage(int width, int height);
void gxDestroyImage(gxImage *image);
// The whole of it as large as fits into width x height, in the middle, black at the sides. @errors no pixels
gxImage gxFitImage(const gxImage *image, int width, int height);

// Each pixel the mean of a square of `factor` x `factor`, weighted by opacity; what is left over at the right
// and below is cut off. @errors no pixels
gxImage gxShrinkImage(const gxImage *image, int factor);

// Some of it may still be in the stream's buffer. @errors false with errno: a write failed, or no memory
bool gxWritePng(const gxImage *image, FILE *out);

// Decodes any format that stb_image knows; `name` is for messages. @errors no pixels, with a message
gxImage gxDecodeImage(const char *name, const unsigned char *bytes, size_t byteCount);

#endif
