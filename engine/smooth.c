// Fast approximate anti-aliasing (after T. Lottes, "FXAA", NVIDIA 2009): edges are found by their contrast
// and averaged along their direction.
#include "engine/smooth.h"

#include "engine/gl.h"

#include <stdlib.h>

struct gxSmoother {
    GLuint program, emptyArray;
    GLint texel, corner;
};

gxSmoother *gxCreateSmoother(void) {
    gxSmoother *smoother = calloc(1, sizeof *smoother);
    if (!smoother) return NULL;
    smoother->program = gxCreateProgram("smooth.vert", "smooth.frag");
    if (!smoother->program) {
        free(smoother);
        return NULL;
    }
    gxSetSampler(smoother->program, "picture", 0);
    smoother->corner = glGetUniformLocation(smoother->program, "corner");
    smoother->texel = glGetUniformLocation(smoother->program, "texel");
    glGenVertexArrays(1, &smoother->emptyArray);
    return smoother;
}

void gxDestroySmoother(gxSmoother *smoother) {
    if (!smoother) return;
    glDeleteProgram(smoother->program);
    glDeleteVertexArrays(1, &smoother->emptyArray);
    free(smoother);
}

static void draw(const gxSmoother *smoother, const gxTarget *target, GLuint framebuffer, int x, int y,
                 gxRect only) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(x, y, target->width, target->height);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    gxLimitDrawing(&only);
    glUseProgram(smoother->program);
    glUniform2f(smoother->texel, 1.0f / (float)target->width, 1.0f / (float)target->height);
    glUniform2i(smoother->corner, x, y);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, target->colorTexture);
    glBindVertexArray(smoother->emptyArray);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    gxLimitDrawing(NULL);
    glBindVertexArray(0);
    glUseProgram(0);
}

void gxShowSmoothed(const gxSmoother *smoother, const gxTarget *target, unsigned framebuffer, int x, int y,
                    gxRect only) {
    draw(smoother, target, framebuffer, x, y, only);
}

void gxCopySmoothed(const gxSmoother *smoother, const gxTarget *from, const gxTarget *to, gxRect only) {
    draw(smoother, from, to->framebuffer, 0, 0, only);
}
