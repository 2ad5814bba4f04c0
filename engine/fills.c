// Areas as plain triangles in one buffer, drawn twice: the hidden parts, then the visible ones.
#include "engine/fills.h"

#include "engine/gl.h"
#include "engine/message.h"

#include <stddef.h>
#include <stdlib.h>

struct gxFillRenderer {
    GLuint program, vertexArray, buffer;
    GLint viewProjection, opacity, hatched;
};

static const float HIDDEN_OPACITY = 0.8f; // of the hatching's opaque lines

void gxClearFills(gxFillList *list) {
    list->count = 0;
}

void gxFreeFills(gxFillList *list) {
    free(list->corners);
    *list = (gxFillList){0};
}

void gxAddFill(gxFillList *list, vec3s a, vec3s b, vec3s c, gxColor color) {
    if (list->count + 3 > list->capacity) {
        int capacity = list->capacity ? 2 * list->capacity : 384;
        gxFillCorner *larger = realloc(list->corners, (size_t)capacity * sizeof *larger);
        if (!larger) {
            gxReportNoMemory();
            return;
        }
        list->corners = larger;
        list->capacity = capacity;
    }
    list->corners[list->count++] = (gxFillCorner){a, color};
    list->corners[list->count++] = (gxFillCorner){b, color};
    list->corners[list->count++] = (gxFillCorner){c, color};
}

gxFillRenderer *gxCreateFillRenderer(void) {
    gxFillRenderer *renderer = calloc(1, sizeof *renderer);
    if (!renderer) return NULL;
    renderer->program = gxCreateProgram("fill.vert", "fill.frag");
    if (!renderer->program) {
        free(renderer);
        return NULL;
    }
    renderer->viewProjection = glGetUniformLocation(renderer->program, "viewProjection");
    renderer->opacity = glGetUniformLocation(renderer->program, "opacity");
    renderer->hatched = glGetUniformLocation(renderer->program, "hatched");
    glGenVertexArrays(1, &renderer->vertexArray);
    glGenBuffers(1, &renderer->buffer);
    glBindVertexArray(renderer->vertexArray);
    glBindBuffer(GL_ARRAY_BUFFER, renderer->buffer);
    const GLsizei size = sizeof(gxFillCorner);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, size, (const void *)offsetof(gxFillCorner, p));
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, size, (const void *)offsetof(gxFillCorner, color));
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glBindVertexArray(0);
    return renderer;
}

void gxDestroyFillRenderer(gxFillRenderer *renderer) {
    if (!renderer) return;
    glDeleteProgram(renderer->program);
    glDeleteVertexArrays(1, &renderer->vertexArray);
    glDeleteBuffers(1, &renderer->buffer);
    free(renderer);
}

void gxDrawFills(gxFillRenderer *renderer, const gxFillList *list, const mat4s *viewProjection) {
    if (list->count == 0) return;
    glUseProgram(renderer->program);
    glUniformMatrix4fv(renderer->viewProjection, 1, GL_FALSE, &viewProjection->raw[0][0]);
    glBindVertexArray(renderer->vertexArray);
    glBindBuffer(GL_ARRAY_BUFFER, renderer->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)list->count * sizeof *list->corners), list->corners,
                 GL_STREAM_DRAW);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(-1.0f, -4.0f);
    glDepthFunc(GL_GREATER);
    glUniform1f(renderer->opacity, HIDDEN_OPACITY);
    glUniform1f(renderer->hatched, 1.0f);
    glDrawArrays(GL_TRIANGLES, 0, list->count);
    glDepthFunc(GL_LEQUAL);
    glUniform1f(renderer->opacity, 1.0f);
    glUniform1f(renderer->hatched, 0.0f);
    glDrawArrays(GL_TRIANGLES, 0, list->count);
    glDisable(GL_POLYGON_OFFSET_FILL);
}
