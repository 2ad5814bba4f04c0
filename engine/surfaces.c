// Lit surfaces by two programs: one for items with bands or marks, a cheaper one for all others.
#include "engine/surfaces.h"

#include "engine/bounds.h"
#include "engine/gl.h"
#include "engine/shadow.h"

#include <cglm/struct.h>
#include <stdlib.h>

typedef struct SurfaceProgram {
    GLuint program;
    GLint model, normalMatrix, viewProjection, shadowMatrix, shadowReach, eye, keyLight, color, opacity;
    GLint bandsEnd, bandColors, bandLine;
    GLint marked, toLocal, middle;
} SurfaceProgram;

struct gxSurfaceRenderer {
    SurfaceProgram surface, plain; // plain: of items without bands and marks
};

static bool createSurfaceProgram(SurfaceProgram *surface, const char *definition) {
    surface->program = gxCreateVariant("surface.vert", "surface.frag", definition);
    if (!surface->program) return false;
    surface->model = glGetUniformLocation(surface->program, "model");
    surface->normalMatrix = glGetUniformLocation(surface->program, "normalMatrix");
    surface->viewProjection = glGetUniformLocation(surface->program, "viewProjection");
    surface->shadowMatrix = glGetUniformLocation(surface->program, "shadowMatrix");
    surface->shadowReach = glGetUniformLocation(surface->program, "shadowReach");
    surface->eye = glGetUniformLocation(surface->program, "eye");
    surface->keyLight = glGetUniformLocation(surface->program, "keyLight");
    surface->color = glGetUniformLocation(surface->program, "color");
    surface->opacity = glGetUniformLocation(surface->program, "opacity");
    surface->bandsEnd = glGetUniformLocation(surface->program, "bandsEnd");
    surface->bandColors = glGetUniformLocation(surface->program, "bandColors");
    surface->bandLine = glGetUniformLocation(surface->program, "bandLine");
    surface->marked = glGetUniformLocation(surface->program, "marked");
    surface->toLocal = glGetUniformLocation(surface->program, "toLocal");
    surface->middle = glGetUniformLocation(surface->program, "middle");
    gxSetSampler(surface->program, "shadowMap", 0);
    return true;
}

gxSurfaceRenderer *gxCreateSurfaceRenderer(void) {
    gxSurfaceRenderer *renderer = calloc(1, sizeof *renderer);
    if (!renderer) return NULL;
    bool complete = createSurfaceProgram(&renderer->surface, "") &&
                    createSurfaceProgram(&renderer->plain, "#define PLAIN\n");
    if (complete) return renderer;
    gxDestroySurfaceRenderer(renderer);
    return NULL;
}

void gxDestroySurfaceRenderer(gxSurfaceRenderer *renderer) {
    if (!renderer) return;
    glDeleteProgram(renderer->surface.program);
    glDeleteProgram(renderer->plain.program);
    free(renderer);
}

static void setSurfaceProgram(const SurfaceProgram *surface, const gxPicture *picture,
                              const mat4s *shadowMatrix) {
    vec3s light = gxGetKeyLight();
    glUseProgram(surface->program);
    glUniformMatrix4fv(surface->viewProjection, 1, GL_FALSE, &picture->view.viewProjection.raw[0][0]);
    glUniformMatrix4fv(surface->shadowMatrix, 1, GL_FALSE, &shadowMatrix->raw[0][0]);
    glUniform1f(surface->shadowReach, 3.0f * picture->shadowRadius / GX_SHADOW_SIZE);
    glUniform3fv(surface->eye, 1, picture->view.eye.raw);
    glUniform3fv(surface->keyLight, 1, light.raw);
    if (picture->bands) {
        glUniform3fv(surface->bandColors, GX_BAND_COUNT, picture->bands->colors[0].raw);
        glUniform3fv(surface->bandLine, 1, picture->bands->line.raw);
    }
}

void gxBeginSurfaces(const gxSurfaceRenderer *renderer, const gxPicture *picture, const mat4s *shadowMatrix) {
    setSurfaceProgram(&renderer->surface, picture, shadowMatrix);
    setSurfaceProgram(&renderer->plain, picture, shadowMatrix);
}

// Normals transform by the cofactors, which equal the rotation if the model is rigid.
static mat3s getNormalMatrix(const mat4s *model) {
    vec3s x = glms_vec3(model->col[0]), y = glms_vec3(model->col[1]), z = glms_vec3(model->col[2]);
    return (mat3s){.col = {glms_vec3_cross(y, z), glms_vec3_cross(z, x), glms_vec3_cross(x, y)}};
}

static void setMarks(const SurfaceProgram *surface, const gxItem *item, vec3s eye) {
    glUniform1i(surface->marked, item->marked);
    if (!item->marked) return;
    mat3s toLocal = glms_mat3_inv(glms_mat4_pick3(item->model));
    vec3s middle = glms_vec3_sub(glms_vec3(item->model.col[3]), eye);
    glUniformMatrix3fv(surface->toLocal, 1, GL_FALSE, &toLocal.raw[0][0]);
    glUniform3fv(surface->middle, 1, middle.raw);
}

// Uses the program of the item, and sets its values.
static void setItem(const gxSurfaceRenderer *renderer, const gxItem *item, vec3s eye) {
    bool plain = !item->marked && item->bandsEnd <= 0.0f;
    const SurfaceProgram *surface = plain ? &renderer->plain : &renderer->surface;
    glUseProgram(surface->program);
    setMarks(surface, item, eye);
    mat3s normalMatrix = getNormalMatrix(&item->model);
    glUniformMatrix4fv(surface->model, 1, GL_FALSE, &item->model.raw[0][0]);
    glUniformMatrix3fv(surface->normalMatrix, 1, GL_FALSE, &normalMatrix.raw[0][0]);
    glUniform3fv(surface->color, 1, item->color.raw);
    glUniform1f(surface->opacity, item->opacity);
    glUniform1f(surface->bandsEnd, item->bandsEnd);
}

float gxGetItemDepth(const gxItem *item, const gxView *view) {
    vec3s position = {{item->model.m30, item->model.m31, item->model.m32}};
    return glms_vec3_dot(glms_vec3_sub(position, view->eye), view->forward);
}

float gxGetPixelAt(const gxView *view, float depth) {
    return view->orthographic ? view->pixelSize : view->pixelSize * depth;
}

// Returns the picture's tolerance as a length at the item's nearest point.
static float getTolerance(const gxItem *item, const gxPicture *picture) {
    float nearest = gxGetItemDepth(item, &picture->view) - gxGetGpuMeshRadius(item->mesh);
    return nearest > 0.0f ? picture->tolerance * gxGetPixelAt(&picture->view, nearest) : 0.0f;
}

static bool isOpaque(const gxItem *item) {
    return item->opacity >= 1.0f && !item->wire;
}

// Returns the rectangle of the target, a pixel larger, in clip coordinates.
static gxPart makePart(const gxFrame *frame, const gxItem *item, gxRect only) {
    gxPart part = {.toClip = glms_mat4_mul(frame->picture->view.viewProjection, item->model)};
    float left = (float)(only.x - 1), low = (float)(only.y - 1) - frame->y;
    part.lower[0] = 2.0f * left / frame->width - 1.0f;
    part.lower[1] = 2.0f * low / frame->height - 1.0f;
    part.upper[0] = 2.0f * (left + (float)(only.width + 2)) / frame->width - 1.0f;
    part.upper[1] = 2.0f * (low + (float)(only.height + 2)) / frame->height - 1.0f;
    return part;
}

// Draws up to `most` triangles of an opaque item, and moves on to the next item after its last one.
static void drawItemPart(const gxSurfaceRenderer *renderer, const gxFrame *frame, gxProgress *progress,
                         int32_t most, const gxRect *only) {
    const gxPicture *picture = frame->picture;
    const gxItem *item = &picture->items[progress->item];
    if (item->closed)
        glEnable(GL_CULL_FACE);
    else
        glDisable(GL_CULL_FACE);
    setItem(renderer, item, picture->view.eye);
    if (only) {
        gxPart part = makePart(frame, item, *only);
        gxDrawGpuMeshWithin(item->mesh, getTolerance(item, picture), &part);
        ++progress->item;
        return;
    }
    progress->triangle += most;
    if (!gxDrawGpuMeshPart(item->mesh, getTolerance(item, picture), progress->triangle - most, most)) return;
    progress->triangle = 0;
    ++progress->item;
}

// True if the item may have pixels in the rectangle; NULL: everywhere.
static bool isWithin(const gxRect *only, const gxFrame *frame, const gxItem *item) {
    if (!only) return true;
    gxBounds bounds = gxBoundItem(frame, item);
    for (int i = 0; i < bounds.count; ++i)
        if (!gxIsEmptyRect(gxIntersectRects(*only, bounds.rects[i]))) return true;
    return false;
}

bool gxDrawOpaque(const gxSurfaceRenderer *renderer, const gxPicture *picture, gxProgress *progress,
                  int32_t most, bool over, const gxRect *only) {
    int32_t drawn = 0;
    gxFrame frame = gxMakeFrame(picture);
    glEnable(GL_POLYGON_OFFSET_FILL); // pushes surfaces back, so that edges stay on top
    glPolygonOffset(1.0f, 1.0f);
    while (progress->item < picture->itemCount && drawn < most) {
        const gxItem *item = &picture->items[progress->item];
        if (isOpaque(item) && gxIsOverGround(&frame, item) == over && isWithin(only, &frame, item)) {
            drawItemPart(renderer, &frame, progress, most, only);
            drawn +=
                gxGetGpuMeshTriangleCount(item->mesh) < most ? gxGetGpuMeshTriangleCount(item->mesh) : most;
        } else {
            ++progress->item;
        }
    }
    glDisable(GL_CULL_FACE);
    glDisable(GL_POLYGON_OFFSET_FILL);
    if (progress->item < picture->itemCount) return false;
    progress->item = 0;
    return true;
}

void gxDrawTransparent(const gxSurfaceRenderer *renderer, const gxPicture *picture) {
    enum { MOST = 256 };
    const gxItem *items[MOST];
    int count = 0;
    for (int i = 0; i < picture->itemCount && count < MOST; ++i) {
        const gxItem *item = &picture->items[i];
        if (item->opacity >= 1.0f || item->wire) continue;
        int at = count++;
        for (; at > 0 && gxGetItemDepth(items[at - 1], &picture->view) < gxGetItemDepth(item, &picture->view);
             --at) {
            items[at] = items[at - 1];
        }
        items[at] = item;
    }
    glEnable(GL_BLEND);
    glDepthMask(GL_FALSE);
    for (int i = 0; i < count; ++i) {
        setItem(renderer, items[i], picture->view.eye);
        mat4s inverse = glms_mat4_transpose(items[i]->model); // of the rotation, up to scale
        vec3s direction = glms_mat4_mulv3(inverse, picture->view.forward, 0.0f);
        gxDrawGpuMeshSorted(items[i]->mesh, direction.raw, getTolerance(items[i], picture));
    }
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}
