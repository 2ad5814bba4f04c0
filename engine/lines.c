// Strokes as instanced quads: the vertex shader expands them in pixels; the fragment shader rounds and
// antialiases them.
#include "engine/lines.h"

#include "engine/gl.h"
#include "engine/message.h"

#include <cglm/struct.h>
#include <stddef.h>
#include <stdlib.h>

struct gxStrokeRenderer {
    GLuint program, vertexArray, buffer;
    GLint viewProjection, viewport, opacity;
};

static void addStroke(gxStrokeList *list, gxStroke stroke) {
    if (list->count == list->capacity) {
        int capacity = list->capacity ? 2 * list->capacity : 256;
        gxStroke *larger = realloc(list->strokes, (size_t)capacity * sizeof *larger);
        if (!larger) {
            gxReportNoMemory();
            return;
        }
        list->strokes = larger;
        list->capacity = capacity;
    }
    list->strokes[list->count++] = stroke;
}

void gxClearStrokes(gxStrokeList *list) {
    list->count = 0;
}

void gxFreeStrokes(gxStrokeList *list) {
    free(list->strokes);
    *list = (gxStrokeList){0};
}

void gxAddLine(gxStrokeList *list, vec3s a, vec3s b, float width, gxColor color) {
    addStroke(list, (gxStroke){a, b, width, width, color, 0.0f});
}

void gxAddPoint(gxStrokeList *list, vec3s p, float width, gxColor color) {
    addStroke(list, (gxStroke){p, p, width, width, color, 0.0f});
}

void gxAddRing(gxStrokeList *list, vec3s p, float width, gxColor color) {
    addStroke(list, (gxStroke){p, p, width, width, color, 0.6f});
}

void gxAddArrow(gxStrokeList *list, vec3s tail, vec3s tip, float headLength, float width, gxColor color) {
    vec3s along = glms_vec3_sub(tip, tail);
    float length = glms_vec3_norm(along);
    if (!(length > 0.0f)) return;
    float share = headLength < length ? headLength / length : 1.0f;
    vec3s neck = glms_vec3_sub(tip, glms_vec3_scale(along, share));
    if (share < 1.0f) gxAddLine(list, tail, neck, width, color);
    addStroke(list, (gxStroke){neck, tip, 3.6f * width, 0.4f, color, 0.0f});
}

void gxAddHollowArrow(gxStrokeList *list, vec3s tail, vec3s tip, float headLength, float width, gxColor color,
                      gxColor inside) {
    enum { DASHES = 3 };
    vec3s along = glms_vec3_sub(tip, tail);
    float length = glms_vec3_norm(along);
    if (!(length > 0.0f)) return;
    float share = headLength < length ? headLength / length : 1.0f, shaft = 1.0f - share;
    for (int i = 0; i < DASHES && shaft > 0.0f; ++i) {
        float from = shaft * ((float)i + 0.1f) / DASHES, to = shaft * ((float)i + 0.6f) / DASHES;
        gxAddLine(list, glms_vec3_add(tail, glms_vec3_scale(along, from)),
                  glms_vec3_add(tail, glms_vec3_scale(along, to)), width, color);
    }
    vec3s neck = glms_vec3_sub(tip, glms_vec3_scale(along, share));
    addStroke(list, (gxStroke){neck, tip, 3.6f * width, 0.4f, color, 0.0f});
    // With the neck at the centre of the head's incircle, the inner head leaves a rim of uniform width.
    vec3s innerNeck = glms_vec3_sub(tip, glms_vec3_scale(along, 0.86f * share));
    vec3s innerTip = glms_vec3_sub(tip, glms_vec3_scale(along, 0.34f * share));
    addStroke(list, (gxStroke){innerNeck, innerTip, 1.9f * width, 0.2f, inside, 0.0f});
}

gxStrokeRenderer *gxCreateStrokeRenderer(void) {
    gxStrokeRenderer *renderer = calloc(1, sizeof *renderer);
    if (!renderer) return NULL;
    renderer->program = gxCreateProgram("stroke.vert", "stroke.frag");
    if (!renderer->program) {
        free(renderer);
        return NULL;
    }
    renderer->viewProjection = glGetUniformLocation(renderer->program, "viewProjection");
    renderer->viewport = glGetUniformLocation(renderer->program, "viewport");
    renderer->opacity = glGetUniformLocation(renderer->program, "opacity");
    glGenVertexArrays(1, &renderer->vertexArray);
    glGenBuffers(1, &renderer->buffer);
    glBindVertexArray(renderer->vertexArray);
    glBindBuffer(GL_ARRAY_BUFFER, renderer->buffer);
    const GLsizei size = sizeof(gxStroke);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, size, (const void *)offsetof(gxStroke, a));
    glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, size, (const void *)offsetof(gxStroke, b));
    glVertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, size, (const void *)offsetof(gxStroke, widthA));
    glVertexAttribPointer(3, 4, GL_UNSIGNED_BYTE, GL_TRUE, size, (const void *)offsetof(gxStroke, color));
    glVertexAttribPointer(4, 1, GL_FLOAT, GL_FALSE, size, (const void *)offsetof(gxStroke, hole));
    for (GLuint i = 0; i < 5; ++i) {
        glEnableVertexAttribArray(i);
        glVertexAttribDivisor(i, 1);
    }
    glBindVertexArray(0);
    return renderer;
}

void gxDestroyStrokeRenderer(gxStrokeRenderer *renderer) {
    if (!renderer) return;
    glDeleteProgram(renderer->program);
    glDeleteVertexArrays(1, &renderer->vertexArray);
    glDeleteBuffers(1, &renderer->buffer);
    free(renderer);
}

void gxDrawStrokes(gxStrokeRenderer *renderer, const gxStrokeList *list, const mat4s *viewProjection,
                   int width, int height, float opacity) {
    if (list->count == 0) return;
    glUseProgram(renderer->program);
    glUniformMatrix4fv(renderer->viewProjection, 1, GL_FALSE, &viewProjection->raw[0][0]);
    glUniform2f(renderer->viewport, (float)width, (float)height);
    glUniform1f(renderer->opacity, opacity);
    glBindVertexArray(renderer->vertexArray);
    glBindBuffer(GL_ARRAY_BUFFER, renderer->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)list->count * sizeof *list->strokes), list->strokes,
                 GL_STREAM_DRAW);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, list->count);
}
