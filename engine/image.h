// Images: 8-bit RGBA pixels in memory, PNG files.
#ifndef GX_IMAGE_H
#define GX_IMAGE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct gxImage {
    int width, height;
    unsigned char *pixels; // pixels[4 * width * height], rows from the top, red green blue alpha
} gxImage;

// @errors no pixels
gxImage gxCreateImage(int width, int height);
void gxDestroyImage(gxImage *image);
// The whole of it as large as fits into width x height, in the middle, black at the sides. @errors no pixels
gxImage gxFitImage(const gxImage *image, int width, int height);

// Writes the file whole or not at all. @errors false, with a message
bool gxWritePng(const gxImage *image, const char *path);

// Decodes any format that stb_image knows; `name` is for messages. @errors no pixels, with a message
gxImage gxDecodeImage(const char *name, const unsigned char *bytes, size_t byteCount);

#endif
