// Images: 8-bit RGBA pixels in memory, PNG files.
#ifndef GX_IMAGE_H
#define GX_IMAGE_H

#include <stdbool.h>

typedef struct gxImage {
    int width, height;
    unsigned char *pixels; // pixels[4 * width * height], rows from the top, red green blue alpha
} gxImage;

// @errors no pixels
gxImage gxCreateImage(int width, int height);
void gxDestroyImage(gxImage *image);

// Writes the file whole or not at all. @errors false, with a message
bool gxWritePng(const gxImage *image, const char *path);

// Reads any format that stb_image knows. @errors no pixels, with a message
gxImage gxReadImage(const char *path);

#endif
