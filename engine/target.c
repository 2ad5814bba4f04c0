// Framebuffer objects: multisampled drawing, resolved by a blit.
#include "engine/target.h"

#include "engine/gl.h"
#include "engine/message.h"

#include <stdlib.h>
#include <string.h>

static GLuint createBuffer(GLenum format, int width, int height, int samples) {
    GLuint buffer = 0;
    glGenRenderbuffers(1, &buffer);
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    if (samples > 1)
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
    else
        glRenderbufferStorage(GL_RENDERBUFFER, format, width, height);
    return buffer;
}

static GLuint createTexture(int width, int height) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

gxTarget gxCreateTarget(int width, int height, int samples) {
    GLint most = 1;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    gxTarget target = {.width = width > 0 ? width : 1, .height = height > 0 ? height : 1};
    target.samples = samples > most ? most : samples;
    if (target.samples > 1)
        target.colorBuffer = createBuffer(GL_RGBA8, target.width, target.height, target.samples);
    else
        target.colorTexture = createTexture(target.width, target.height);
    target.depthBuffer = createBuffer(GL_DEPTH_COMPONENT24, target.width, target.height, target.samples);
    glGenFramebuffers(1, &target.framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
    if (target.colorBuffer) {
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, target.colorBuffer);
    } else {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target.colorTexture, 0);
    }
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, target.depthBuffer);
    bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    if (target.samples > 1) {
        target.resolvedBuffer = createBuffer(GL_RGBA8, target.width, target.height, 1);
        glGenFramebuffers(1, &target.resolvedFramebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, target.resolvedFramebuffer);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                  target.resolvedBuffer);
        complete = complete && glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    }
    if (!complete) {
        gxReport(GX_ERROR, "cannot create a picture of %d x %d pixels", width, height);
        gxDestroyTarget(&target);
    }
    return target;
}

void gxDestroyTarget(gxTarget *target) {
    GLuint framebuffers[] = {target->framebuffer, target->resolvedFramebuffer};
    GLuint buffers[] = {target->colorBuffer, target->depthBuffer, target->resolvedBuffer};
    glDeleteFramebuffers(2, framebuffers);
    glDeleteRenderbuffers(3, buffers);
    glDeleteTextures(1, &target->colorTexture);
    *target = (gxTarget){0};
}

void gxBindTarget(const gxTarget *target) {
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glViewport(0, 0, target->width, target->height);
}

static void copyColors(GLuint from, GLuint to, gxRect part, int x, int y) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    glBlitFramebuffer(part.x, part.y, part.x + part.width, part.y + part.height, x, y, x + part.width,
                      y + part.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

// Multisampled pictures are resolved into a buffer of the same size first: OpenGL allows no offset while
// resolving.
static GLuint resolvePart(const gxTarget *target, gxRect part) {
    if (!target->resolvedFramebuffer) return target->framebuffer;
    copyColors(target->framebuffer, target->resolvedFramebuffer, part, part.x, part.y);
    return target->resolvedFramebuffer;
}

static GLuint resolve(const gxTarget *target) {
    return resolvePart(target, (gxRect){0, 0, target->width, target->height});
}

void gxClearWindow(gxColor color, gxRect only) {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    gxLimitDrawing(&only);
    glClearColor((float)color.r / 255.0f, (float)color.g / 255.0f, (float)color.b / 255.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    gxLimitDrawing(NULL);
}

void gxShowEnlargedTarget(const gxTarget *target, unsigned framebuffer, gxRect place, gxRect only) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target->framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
    gxLimitDrawing(&only);
    glBlitFramebuffer(0, 0, target->width, target->height, place.x, place.y, place.x + place.width,
                      place.y + place.height, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    gxLimitDrawing(NULL);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void gxShowTarget(const gxTarget *target, unsigned framebuffer, int x, int y, gxRect only) {
    gxRect part = gxIntersectRects(gxShiftRect(only, -x, -y), (gxRect){0, 0, target->width, target->height});
    if (gxIsEmptyRect(part)) return;
    copyColors(resolvePart(target, part), framebuffer, part, x + part.x, y + part.y);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void gxCopyTarget(const gxTarget *from, const gxTarget *to, int width, int height) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from->framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to->framebuffer);
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void gxCopyTargetPart(const gxTarget *from, const gxTarget *to, gxRect part) {
    int right = part.x + part.width, high = part.y + part.height;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from->framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to->framebuffer);
    glBlitFramebuffer(part.x, part.y, right, high, part.x, part.y, right, high,
                      GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

// OpenGL's rows run from the bottom.
static gxImage readPixels(GLuint framebuffer, int x, int y, int width, int height) {
    gxImage image = gxCreateImage(width, height);
    if (!image.pixels) return image;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.pixels);
    size_t rowSize = 4 * (size_t)width;
    for (int i = 0; i < height / 2; ++i) {
        unsigned char *upper = image.pixels + (size_t)i * rowSize;
        unsigned char *lower = image.pixels + (size_t)(height - 1 - i) * rowSize;
        for (int k = 0; k < width; ++k, upper += 4, lower += 4) {
            unsigned char pixel[4];
            memcpy(pixel, upper, sizeof pixel);
            memcpy(upper, lower, sizeof pixel);
            memcpy(lower, pixel, sizeof pixel);
        }
    }
    return image;
}

// Makes alpha opaque after blending, for picture files.
static gxImage makeOpaque(gxImage image) {
    size_t count = image.pixels ? (size_t)image.width * (size_t)image.height : 0;
    for (size_t i = 0; i < count; ++i)
        image.pixels[4 * i + 3] = 255;
    return image;
}

gxImage gxReadTarget(const gxTarget *target) {
    return makeOpaque(readPixels(resolve(target), 0, 0, target->width, target->height));
}

// Blending over an empty background leaves colours premultiplied.
gxImage gxReadSeeThroughTarget(const gxTarget *target) {
    gxImage image = readPixels(resolve(target), 0, 0, target->width, target->height);
    size_t count = image.pixels ? (size_t)image.width * (size_t)image.height : 0;
    for (size_t i = 0; i < count; ++i) {
        unsigned char *pixel = image.pixels + 4 * i;
        int alpha = pixel[3];
        for (int k = 0; k < 3 && alpha > 0; ++k) {
            int whole = (255 * pixel[k] + alpha / 2) / alpha;
            pixel[k] = (unsigned char)(whole < 255 ? whole : 255);
        }
    }
    return image;
}

gxImage gxReadWindow(int width, int height) {
    return makeOpaque(readPixels(0, 0, 0, width, height));
}

gxImage gxReadWindowPart(int x, int y, int width, int height) {
    return makeOpaque(readPixels(0, x, y, width, height));
}
