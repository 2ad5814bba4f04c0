// The drawing order: shadows, opaque surfaces, background, ground, moving surfaces over the ground,
// transparent surfaces, marked areas, strokes.
//
// The background comes after the surfaces, so that no hidden pixel of it is computed: with a software
// renderer this decides between a smooth and a slow picture. Small moving surfaces come after it, so that
// pictures in which only they differ can begin with the same pixels (still.h).
#include "engine/renderer.h"

#include "engine/gl.h"
#include "engine/shadow.h"
#include "engine/surfaces.h"

#include <cglm/struct.h>
#include <math.h>
#include <stdlib.h>

typedef struct GroundProgram {
    GLuint program;
    GLint viewProjection, shadowMatrix, center, radius, grid, eye, plate, lines;
} GroundProgram;

typedef struct BackgroundProgram {
    GLuint program;
    GLint lower, upper;
} BackgroundProgram;

typedef struct EdgeProgram {
    GLuint program;
    GLint model, viewProjection, color;
} EdgeProgram;

struct gxRenderer {
    gxSurfaceRenderer *surfaces;
    GroundProgram ground;
    EdgeProgram edge;
    BackgroundProgram background;
    GLuint emptyArray; // for vertices that the shader generates
    gxShadow *shadow;
    gxStrokeRenderer *strokes;
    gxFillRenderer *fills;
};

static bool createGroundProgram(GroundProgram *ground) {
    ground->program = gxCreateProgram("ground.vert", "ground.frag");
    if (!ground->program) return false;
    ground->viewProjection = glGetUniformLocation(ground->program, "viewProjection");
    ground->shadowMatrix = glGetUniformLocation(ground->program, "shadowMatrix");
    ground->center = glGetUniformLocation(ground->program, "center");
    ground->radius = glGetUniformLocation(ground->program, "radius");
    ground->grid = glGetUniformLocation(ground->program, "grid");
    ground->eye = glGetUniformLocation(ground->program, "eye");
    ground->plate = glGetUniformLocation(ground->program, "plate");
    ground->lines = glGetUniformLocation(ground->program, "lineColor");
    gxSetSampler(ground->program, "shadowMap", 0);
    return true;
}

static bool createEdgeProgram(EdgeProgram *edge) {
    edge->program = gxCreateProgram("edge.vert", "edge.frag");
    if (!edge->program) return false;
    edge->model = glGetUniformLocation(edge->program, "model");
    edge->viewProjection = glGetUniformLocation(edge->program, "viewProjection");
    edge->color = glGetUniformLocation(edge->program, "color");
    return true;
}

static bool createBackgroundProgram(BackgroundProgram *background) {
    background->program = gxCreateProgram("background.vert", "background.frag");
    if (!background->program) return false;
    background->lower = glGetUniformLocation(background->program, "lower");
    background->upper = glGetUniformLocation(background->program, "upper");
    return true;
}

gxRenderer *gxCreateRenderer(void) {
    gxRenderer *renderer = calloc(1, sizeof *renderer);
    if (!renderer) return NULL;
    bool complete = (renderer->surfaces = gxCreateSurfaceRenderer()) != NULL &&
                    createGroundProgram(&renderer->ground) && createEdgeProgram(&renderer->edge) &&
                    createBackgroundProgram(&renderer->background) &&
                    (renderer->shadow = gxCreateShadow()) != NULL &&
                    (renderer->strokes = gxCreateStrokeRenderer()) != NULL &&
                    (renderer->fills = gxCreateFillRenderer()) != NULL;
    if (!complete) {
        gxDestroyRenderer(renderer);
        return NULL;
    }
    glGenVertexArrays(1, &renderer->emptyArray);
    return renderer;
}

void gxDestroyRenderer(gxRenderer *renderer) {
    if (!renderer) return;
    glDeleteProgram(renderer->ground.program);
    glDeleteProgram(renderer->edge.program);
    glDeleteProgram(renderer->background.program);
    glDeleteVertexArrays(1, &renderer->emptyArray);
    gxDestroySurfaceRenderer(renderer->surfaces);
    gxDestroyShadow(renderer->shadow);
    gxDestroyStrokeRenderer(renderer->strokes);
    gxDestroyFillRenderer(renderer->fills);
    free(renderer);
}

// Dense edges, a few pixels from each other, are drawn fainter, else they would cover the surface.
static float getEdgeOpacity(const gxItem *item, const gxPicture *picture) {
    float radius = gxGetGpuMeshRadius(item->mesh);
    float depth = fmaxf(gxGetItemDepth(item, &picture->view), radius);
    float spacing = 2.7f * radius / sqrtf((float)gxGetGpuMeshTriangleCount(item->mesh));
    float pixels = spacing / gxGetPixelAt(&picture->view, depth);
    return glm_clamp(pixels / 9.0f, 0.1f, 1.0f) * (item->wire ? item->opacity : 0.55f);
}

static void drawEdges(const gxRenderer *renderer, const gxPicture *picture) {
    const EdgeProgram *edge = &renderer->edge;
    glUseProgram(edge->program);
    glUniformMatrix4fv(edge->viewProjection, 1, GL_FALSE, &picture->view.viewProjection.raw[0][0]);
    bool asLines = !gxSetWireDrawing(true);
    glEnable(GL_BLEND);
    glDepthMask(GL_FALSE);
    for (int i = 0; i < picture->itemCount; ++i) {
        const gxItem *item = &picture->items[i];
        if (!item->edges && !item->wire) continue;
        vec3s shade = item->wire ? item->color : glms_vec3_scale(item->color, 0.25f);
        glUniform4f(edge->color, shade.x, shade.y, shade.z, getEdgeOpacity(item, picture));
        glUniformMatrix4fv(edge->model, 1, GL_FALSE, &item->model.raw[0][0]);
        if (asLines)
            gxDrawGpuMeshLines(item->mesh);
        else
            gxDrawGpuMesh(item->mesh, 0.0f);
    }
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    gxSetWireDrawing(false);
}

static void drawBackground(const gxRenderer *renderer, const gxBackdrop *backdrop) {
    glUseProgram(renderer->background.program);
    glUniform3fv(renderer->background.lower, 1, backdrop->lower.raw);
    glUniform3fv(renderer->background.upper, 1, backdrop->upper.raw);
    glBindVertexArray(renderer->emptyArray);
    glDepthMask(GL_FALSE);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDepthMask(GL_TRUE);
}

static void drawGround(const gxRenderer *renderer, const gxPicture *picture, const mat4s *shadowMatrix) {
    const GroundProgram *program = &renderer->ground;
    const gxGround *ground = &picture->ground;
    if (!ground->shown) return;
    glUseProgram(program->program);
    glUniformMatrix4fv(program->viewProjection, 1, GL_FALSE, &picture->view.viewProjection.raw[0][0]);
    glUniformMatrix4fv(program->shadowMatrix, 1, GL_FALSE, &shadowMatrix->raw[0][0]);
    glUniform3fv(program->center, 1, ground->center.raw);
    glUniform3fv(program->eye, 1, picture->view.eye.raw);
    glUniform3fv(program->plate, 1, ground->colors.plate.raw);
    glUniform3fv(program->lines, 1, ground->colors.lines.raw);
    glUniform1f(program->radius, ground->radius);
    glUniform3f(program->grid, ground->phase[0], ground->phase[1], ground->spacing);
    glBindVertexArray(renderer->emptyArray);
    glEnable(GL_BLEND);
    glDepthMask(GL_FALSE);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

// Draws the marks of a picture or an inset.
static void drawMarks(const gxRenderer *renderer, const gxView *view, const gxFillList *fills,
                      const gxStrokeList *overlay, const gxStrokeList *front) {
    glEnable(GL_BLEND);
    glDepthMask(GL_FALSE);
    if (fills) gxDrawFills(renderer->fills, fills, &view->viewProjection);
    if (overlay) {
        glDepthFunc(GL_GREATER);
        gxDrawStrokes(renderer->strokes, overlay, &view->viewProjection, view->width, view->height, 0.3f);
        glDepthFunc(GL_LEQUAL);
        gxDrawStrokes(renderer->strokes, overlay, &view->viewProjection, view->width, view->height, 1.0f);
    }
    glDisable(GL_DEPTH_TEST);
    if (front)
        gxDrawStrokes(renderer->strokes, front, &view->viewProjection, view->width, view->height, 1.0f);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

// A length in pixels of the target.
static int shrinkLength(int length, int shrink) {
    return (length + shrink - 1) / shrink;
}

static void setViewport(int x, int y, int width, int height, int shrink) {
    glViewport(x / shrink, y / shrink, shrinkLength(width, shrink), shrinkLength(height, shrink));
}

static void clearRectangle(int x, int y, int width, int height, int shrink, gxColor color) {
    glScissor(x / shrink, y / shrink, shrinkLength(width, shrink), shrinkLength(height, shrink));
    glClearColor((float)color.r / 255.0f, (float)color.g / 255.0f, (float)color.b / 255.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

// Updates the shadow map and sets the state of a picture. Returns the matrix of the map.
static mat4s beginPart(gxRenderer *renderer, const gxPicture *picture) {
    GLint framebuffer = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
    mat4s shadowMatrix = gxUpdateShadow(renderer->shadow, picture);
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)framebuffer);
    setViewport(0, picture->below, picture->view.width, picture->view.height, picture->shrink);
    glDisable(GL_CULL_FACE);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    gxBindShadow(renderer->shadow, 0);
    return shadowMatrix;
}

static void endPart(const gxPicture *picture) {
    setViewport(0, 0, picture->view.width, picture->view.height + picture->below, picture->shrink);
    glBindVertexArray(0);
    glUseProgram(0);
    gxCheckErrors("drawing the picture");
}

static void clearColorAndDepth(const gxPicture *picture) {
    glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    glClear(GL_DEPTH_BUFFER_BIT | (picture->backdrop.none ? GL_COLOR_BUFFER_BIT : 0));
}

static void clear(const gxPicture *picture) {
    glEnable(GL_SCISSOR_TEST);
    if (picture->below > 0)
        clearRectangle(0, 0, picture->view.width, picture->below, picture->shrink, picture->strip);
    glDisable(GL_SCISSOR_TEST);
    clearColorAndDepth(picture);
}

static void drawBehind(const gxRenderer *renderer, const gxPicture *picture, const mat4s *shadowMatrix) {
    if (!picture->backdrop.none) drawBackground(renderer, &picture->backdrop);
    drawGround(renderer, picture, shadowMatrix);
}

static void drawFront(const gxRenderer *renderer, const gxPicture *picture, const mat4s *shadowMatrix) {
    drawEdges(renderer, picture);
    gxBeginSurfaces(renderer->surfaces, picture, shadowMatrix);
    gxDrawTransparent(renderer->surfaces, picture);
    drawMarks(renderer, &picture->view, picture->fills, picture->overlay, picture->front);
}

enum { STEP_SURFACES, STEP_BEHIND, STEP_OVER, STEP_FRONT };

bool gxDrawPicturePart(gxRenderer *renderer, const gxPicture *picture, gxProgress *progress) {
    enum { PART_TRIANGLES = 25000 };
    mat4s shadowMatrix = beginPart(renderer, picture);
    bool ends = true;
    if (progress->step == STEP_SURFACES) {
        if (progress->item == 0 && progress->triangle == 0) clear(picture);
        gxBeginSurfaces(renderer->surfaces, picture, &shadowMatrix);
        ends = gxDrawOpaque(renderer->surfaces, picture, progress, PART_TRIANGLES, false, NULL);
    } else if (progress->step == STEP_BEHIND) {
        drawBehind(renderer, picture, &shadowMatrix);
    } else if (progress->step == STEP_OVER) {
        gxBeginSurfaces(renderer->surfaces, picture, &shadowMatrix);
        ends = gxDrawOpaque(renderer->surfaces, picture, progress, PART_TRIANGLES, true, NULL);
    } else {
        drawFront(renderer, picture, &shadowMatrix);
    }
    endPart(picture);
    progress->step += ends;
    return progress->step > STEP_FRONT;
}

void gxDrawPicture(gxRenderer *renderer, const gxPicture *picture) {
    gxDrawPictureBase(renderer, picture, NULL);
    gxDrawPictureOver(renderer, picture, NULL);
    gxDrawPictureFront(renderer, picture, NULL);
}

void gxDrawPictureBase(gxRenderer *renderer, const gxPicture *picture, const gxRect *only) {
    gxProgress progress = {0};
    mat4s shadowMatrix = beginPart(renderer, picture);
    gxLimitDrawing(only);
    if (only)
        clearColorAndDepth(picture);
    else
        clear(picture);
    gxBeginSurfaces(renderer->surfaces, picture, &shadowMatrix);
    gxDrawOpaque(renderer->surfaces, picture, &progress, INT32_MAX, false, only);
    drawBehind(renderer, picture, &shadowMatrix);
    gxLimitDrawing(NULL);
    endPart(picture);
}

void gxDrawPictureOver(gxRenderer *renderer, const gxPicture *picture, const gxRect *only) {
    gxProgress progress = {0};
    mat4s shadowMatrix = beginPart(renderer, picture);
    gxLimitDrawing(only);
    gxBeginSurfaces(renderer->surfaces, picture, &shadowMatrix);
    gxDrawOpaque(renderer->surfaces, picture, &progress, INT32_MAX, true, only);
    gxLimitDrawing(NULL);
    endPart(picture);
}

void gxDrawPictureFront(gxRenderer *renderer, const gxPicture *picture, const gxRect *only) {
    mat4s shadowMatrix = beginPart(renderer, picture);
    gxLimitDrawing(only);
    drawFront(renderer, picture, &shadowMatrix);
    gxLimitDrawing(NULL);
    endPart(picture);
}

void gxDrawInset(gxRenderer *renderer, const gxInset *inset, int width, int height) {
    const gxView *view = &inset->view;
    int frame = inset->frameWidth, shrink = inset->shrink;
    glEnable(GL_SCISSOR_TEST);
    glDepthMask(GL_TRUE);
    clearRectangle(inset->x, inset->y, view->width, view->height, shrink, inset->frame);
    clearRectangle(inset->x + frame, inset->y + frame, view->width - 2 * frame, view->height - 2 * frame,
                   shrink, inset->ground);
    setViewport(inset->x, inset->y, view->width, view->height, shrink);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    if (inset->faces) gxDrawFills(renderer->fills, inset->faces, &view->viewProjection);
    drawMarks(renderer, view, inset->fills, inset->overlay, inset->front);
    glDisable(GL_SCISSOR_TEST);
    glBindVertexArray(0);
    glUseProgram(0);
    setViewport(0, 0, width, height, shrink);
    gxCheckErrors("drawing an inset");
}
