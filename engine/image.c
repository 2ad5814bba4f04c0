// Images through stb_image and stb_image_write.
#include "engine/image.h"

#include "engine/message.h"

#include <errno.h>
#include <limits.h>
#include <stb/stb_image.h>
#include <stb/stb_image_write.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

gxImage gxCreateImage(int width, int height) {
    gxImage image = {width, height, NULL};
    if (width > 0 && height > 0) image.pixels = calloc((size_t)width * (size_t)height, 4);
    return image;
}

void gxDestroyImage(gxImage *image) {
    free(image->pixels);
    *image = (gxImage){0};
}

bool gxWritePng(const gxImage *image, const char *path) {
    char partial[4096];
    if (snprintf(partial, sizeof partial, "%s.part", path) >= (int)sizeof partial) {
        gxReport(GX_ERROR, "%s: the file name is too long", path);
        return false;
    }
    stbi_write_png_compression_level = 6;
    if (!stbi_write_png(partial, image->width, image->height, 4, image->pixels, 4 * image->width) ||
        rename(partial, path) != 0) {
        gxReport(GX_ERROR, "%s: cannot write the image: %s", path, strerror(errno));
        remove(partial);
        return false;
    }
    return true;
}

gxImage gxDecodeImage(const char *name, const unsigned char *bytes, size_t byteCount) {
    gxImage image = {0};
    int channels = 0;
    if (byteCount <= INT_MAX)
        image.pixels =
            stbi_load_from_memory(bytes, (int)byteCount, &image.width, &image.height, &channels, 4);
    if (!image.pixels) {
        gxReport(GX_ERROR, "%s: cannot read the image: %s", name, stbi_failure_reason());
        return (gxImage){0};
    }
    return image;
}
