// Images through stb_image, stb_image_resize and stb_image_write.
#include "engine/image.h"

#include "engine/message.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stb/stb_image.h>
#include <stb/stb_image_resize.h>
#include <stb/stb_image_write.h>
#include <stdlib.h>

gxImage gxCreateImage(int width, int height) {
    gxImage image = {width, height, NULL};
    if (width > 0 && height > 0) image.pixels = calloc((size_t)width * (size_t)height, 4);
    return image;
}

void gxDestroyImage(gxImage *image) {
    free(image->pixels);
    *image = (gxImage){0};
}

gxImage gxFitImage(const gxImage *image, int width, int height) {
    gxImage fitted = gxCreateImage(width, height);
    if (!fitted.pixels) return fitted;
    double scale = fmin((double)width / image->width, (double)height / image->height);
    int w = (int)fmax(1.0, fmin(width, (double)lround(scale * image->width)));
    int h = (int)fmax(1.0, fmin(height, (double)lround(scale * image->height)));
    size_t corner = (size_t)((height - h) / 2) * (size_t)width + (size_t)((width - w) / 2);
    if (!stbir_resize_uint8(image->pixels, image->width, image->height, 0, fitted.pixels + 4 * corner, w, h,
                            4 * width, 4))
        gxDestroyImage(&fitted);
    return fitted;
}

// Averages the square whose upper left pixel is at `from`.
static void averageSquare(const gxImage *image, const unsigned char *from, int factor, unsigned char *to) {
    int sums[3] = {0}, alphas = 0, count = factor * factor;
    for (int i = 0; i < count; ++i) {
        const unsigned char *pixel =
            from + 4 * ((size_t)(i / factor) * (size_t)image->width + (size_t)(i % factor));
        for (int k = 0; k < 3; ++k)
            sums[k] += pixel[k] * pixel[3];
        alphas += pixel[3];
    }
    for (int k = 0; k < 3; ++k)
        to[k] = (unsigned char)(alphas > 0 ? (sums[k] + alphas / 2) / alphas : 0);
    to[3] = (unsigned char)((alphas + count / 2) / count);
}

gxImage gxShrinkImage(const gxImage *image, int factor) {
    gxImage small = gxCreateImage(image->width / factor, image->height / factor);
    for (int y = 0; small.pixels && y < small.height; ++y) {
        for (int x = 0; x < small.width; ++x) {
            size_t from = (size_t)(y * factor) * (size_t)image->width + (size_t)(x * factor);
            size_t to = (size_t)y * (size_t)small.width + (size_t)x;
            averageSquare(image, image->pixels + 4 * from, factor, small.pixels + 4 * to);
        }
    }
    return small;
}

typedef struct PngStream {
    FILE *out;
    int reason; // errno of the write that failed; 0: no error
} PngStream;

static void putPngBytes(void *context, void *bytes, int byteCount) {
    PngStream *stream = context;
    errno = 0;
    if (fwrite(bytes, 1, (size_t)byteCount, stream->out) != (size_t)byteCount)
        stream->reason = errno != 0 ? errno : EIO;
}

bool gxWritePng(const gxImage *image, FILE *out) {
    PngStream stream = {.out = out};
    stbi_write_png_compression_level = 6;
    if (!stbi_write_png_to_func(putPngBytes, &stream, image->width, image->height, 4, image->pixels,
                                4 * image->width))
        stream.reason = ENOMEM;
    errno = stream.reason;
    return stream.reason == 0;
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
