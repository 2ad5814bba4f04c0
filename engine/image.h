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
// Scales the image to fit into width x height, centred on black. @errors no pixels
gxImage gxFitImage(const gxImage *image, int width, int height);

// Averages squares of `factor` x `factor` pixels, weighted by opacity. Incomplete squares at the right and
// bottom are cut off. @errors no pixels
gxImage gxShrinkImage(const gxImage *image, int factor);

// Writes a PNG file; the caller flushes the stream. @errors false with errno: a write failed, or no memory
bool gxWritePng(const gxImage *image, FILE *out);

// Decodes any format that stb_image supports; `name` is for messages. @errors no pixels, with a message
gxImage gxDecodeImage(const char *name, const unsigned char *bytes, size_t byteCount);

#endif
