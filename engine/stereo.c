// Combines two eyes with one full-screen shader: shaders/stereo.frag.
#include "engine/stereo.h"

#include "engine/gl.h"

#include <stdlib.h>

struct gxStereo {
    GLuint program, emptyArray;
    GLint kind;
};

gxStereo *gxCreateStereo(void) {
    gxStereo *stereo = calloc(1, sizeof *stereo);
    if (!stereo) return NULL;
    stereo->program = gxCreateProgram("smooth.vert", "stereo.frag");
    if (!stereo->program) {
        free(stereo);
        return NULL;
    }
    gxSetSampler(stereo->program, "leftEye", 0);
    gxSetSampler(stereo->program, "rightEye", 1);
    stereo->kind = glGetUniformLocation(stereo->program, "kind");
    glGenVertexArrays(1, &stereo->emptyArray);
    return stereo;
}

void gxDestroyStereo(gxStereo *stereo) {
    if (!stereo) return;
    glDeleteProgram(stereo->program);
    glDeleteVertexArrays(1, &stereo->emptyArray);
    free(stereo);
}

void gxCombineEyes(const gxStereo *stereo, gxStereoKind kind, const gxTarget eyes[2],
                   const gxTarget *target) {
    gxBindTarget(target);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
    glUseProgram(stereo->program);
    glUniform1i(stereo->kind, (GLint)kind);
    for (unsigned i = 0; i < 2; ++i) {
        glActiveTexture(GL_TEXTURE0 + i);
        glBindTexture(GL_TEXTURE_2D, eyes[i].colorTexture);
    }
    glActiveTexture(GL_TEXTURE0);
    glBindVertexArray(stereo->emptyArray);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glUseProgram(0);
}
