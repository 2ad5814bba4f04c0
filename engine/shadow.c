// The depth map of one directional light, in two layers.
//
// Fixed items are drawn into a map of their own, cached until one of them or the light's frame changes. Each
// picture copies it and adds the moving items; if those are unchanged too, nothing is drawn. It copies only
// where moving items are and were: elsewhere the last copy is as good.
#include "engine/shadow.h"

#include "engine/gl.h"
#include "engine/hash.h"
#include "engine/message.h"

#include <cglm/struct.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

typedef struct DepthMap {
    GLuint texture, framebuffer;
    uint64_t key; // hash of its content; 0: empty
} DepthMap;

struct gxShadow {
    DepthMap fixed, all;
    uint64_t copied; // key of the fixed items in `all`; 0: none
    gxRect moving;   // texels of `all` that may differ from the fixed items' map
    GLuint program;
    GLint matrix;
};

static bool createMap(DepthMap *map) {
    glGenTextures(1, &map->texture);
    glBindTexture(GL_TEXTURE_2D, map->texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, GX_SHADOW_SIZE, GX_SHADOW_SIZE, 0,
                 GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    glGenFramebuffers(1, &map->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, map->framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, map->texture, 0);
    glDrawBuffers(1, &(GLenum){GL_NONE});
    glReadBuffer(GL_NONE);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static void destroyMap(DepthMap *map) {
    glDeleteTextures(1, &map->texture);
    glDeleteFramebuffers(1, &map->framebuffer);
}

gxShadow *gxCreateShadow(void) {
    gxShadow *shadow = calloc(1, sizeof *shadow);
    if (!shadow) return NULL;
    shadow->program = gxCreateProgram("depth.vert", "depth.frag");
    if (!shadow->program || !createMap(&shadow->fixed) || !createMap(&shadow->all)) {
        gxReport(GX_ERROR, "cannot make the shadow map");
        gxDestroyShadow(shadow);
        return NULL;
    }
    shadow->matrix = glGetUniformLocation(shadow->program, "matrix");
    return shadow;
}

void gxDestroyShadow(gxShadow *shadow) {
    if (!shadow) return;
    destroyMap(&shadow->fixed);
    destroyMap(&shadow->all);
    glDeleteProgram(shadow->program);
    free(shadow);
}

static uint64_t makeKey(const gxPicture *picture, const mat4s *lightMatrix, bool fixedOnly) {
    uint64_t key = gxAddToHash(gxBeginHash(), lightMatrix->raw, sizeof lightMatrix->raw);
    for (int i = 0; i < picture->itemCount; ++i) {
        const gxItem *item = &picture->items[i];
        if (!item->castsShadow || (fixedOnly && !item->fixed)) continue;
        key = gxAddToHash(key, &item->mesh, sizeof item->mesh);
        key = gxAddToHash(key, item->model.raw, sizeof item->model.raw);
    }
    return key ? key : 1;
}

// Bounds the item's texels. Around its corners, because OpenGL may round them.
static gxRect boundInMap(const gxItem *item, const mat4s *lightMatrix) {
    const gxRect map = {0, 0, GX_SHADOW_SIZE, GX_SHADOW_SIZE};
    const float margin = 2.0f, half = 0.5f * GX_SHADOW_SIZE;
    vec3s ends[2], lower = {{FLT_MAX, FLT_MAX, 0.0f}}, upper = {{-FLT_MAX, -FLT_MAX, 0.0f}};
    gxGetGpuMeshBox(item->mesh, &ends[0], &ends[1]);
    mat4s matrix = glms_mat4_mul(*lightMatrix, item->model);
    for (int i = 0; i < 8; ++i) {
        vec3s corner = {{ends[i & 1].x, ends[i >> 1 & 1].y, ends[i >> 2].z}};
        vec3s p = glms_mat4_mulv3(matrix, corner, 1.0f);
        lower = glms_vec3_minv(lower, p);
        upper = glms_vec3_maxv(upper, p);
    }
    if (!(fabsf(lower.x) + fabsf(lower.y) + fabsf(upper.x) + fabsf(upper.y) < 1e4f)) return map;
    int left = (int)floorf(half + half * lower.x - margin),
        right = (int)ceilf(half + half * upper.x + margin);
    int low = (int)floorf(half + half * lower.y - margin), high = (int)ceilf(half + half * upper.y + margin);
    return gxIntersectRects(map, (gxRect){left, low, right - left, high - low});
}

static gxRect boundMoving(const gxPicture *picture, const mat4s *lightMatrix) {
    gxRect all = {0};
    for (int i = 0; i < picture->itemCount; ++i) {
        const gxItem *item = &picture->items[i];
        if (item->castsShadow && !item->fixed) all = gxJoinRects(all, boundInMap(item, lightMatrix));
    }
    return all;
}

// The lit side of a closed surface is the nearest to the light.
static void hideBackFaces(const gxItem *item) {
    bool mirrored = glms_mat3_det(glms_mat4_pick3(item->model)) < 0.0f;
    if (item->closed && !mirrored)
        glEnable(GL_CULL_FACE);
    else
        glDisable(GL_CULL_FACE);
}

static void drawCasters(const gxShadow *shadow, const gxPicture *picture, const mat4s *lightMatrix,
                        bool fixed) {
    float texel = 2.0f * picture->shadowRadius / GX_SHADOW_SIZE;
    for (int i = 0; i < picture->itemCount; ++i) {
        const gxItem *item = &picture->items[i];
        if (!item->castsShadow || item->fixed != fixed) continue;
        mat4s matrix = glms_mat4_mul(*lightMatrix, item->model);
        hideBackFaces(item);
        glUniformMatrix4fv(shadow->matrix, 1, GL_FALSE, &matrix.raw[0][0]);
        gxDrawGpuMesh(item->mesh, texel);
    }
    glDisable(GL_CULL_FACE);
}

static void setDrawingState(const gxShadow *shadow) {
    glViewport(0, 0, GX_SHADOW_SIZE, GX_SHADOW_SIZE);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(2.5f, 4.0f);
    glUseProgram(shadow->program);
}

vec3s gxGetKeyLight(void) {
    // From over the viewer's left shoulder in the usual view.
    return glms_vec3_normalize((vec3s){{-0.42f, 0.80f, 0.43f}});
}

mat4s gxGetLightMatrix(const gxPicture *picture) {
    float r = picture->shadowRadius;
    vec3s towardsLight = gxGetKeyLight();
    vec3s eye = glms_vec3_add(picture->shadowCenter, glms_vec3_scale(towardsLight, 2.0f * r));
    mat4s view = glms_lookat(eye, picture->shadowCenter, (vec3s){{0.0f, 0.0f, -1.0f}});
    return glms_mat4_mul(glms_ortho(-r, r, -r, r, 0.5f * r, 4.5f * r), view);
}

static void drawFixed(gxShadow *shadow, const gxPicture *picture, const mat4s *lightMatrix, uint64_t key) {
    glBindFramebuffer(GL_FRAMEBUFFER, shadow->fixed.framebuffer);
    glClear(GL_DEPTH_BUFFER_BIT);
    drawCasters(shadow, picture, lightMatrix, true);
    shadow->fixed.key = key;
}

// Copies the fixed items' map and adds the moving items, where that may change a texel.
static void drawMoving(gxShadow *shadow, const gxPicture *picture, const mat4s *lightMatrix) {
    gxRect moving = boundMoving(picture, lightMatrix), part = gxJoinRects(moving, shadow->moving);
    if (shadow->copied != shadow->fixed.key) part = (gxRect){0, 0, GX_SHADOW_SIZE, GX_SHADOW_SIZE};
    int right = part.x + part.width, high = part.y + part.height;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, shadow->fixed.framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, shadow->all.framebuffer);
    if (!gxIsEmptyRect(part))
        glBlitFramebuffer(part.x, part.y, right, high, part.x, part.y, right, high, GL_DEPTH_BUFFER_BIT,
                          GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, shadow->all.framebuffer);
    drawCasters(shadow, picture, lightMatrix, false);
    shadow->copied = shadow->fixed.key;
    shadow->moving = moving;
}

mat4s gxUpdateShadow(gxShadow *shadow, const gxPicture *picture) {
    mat4s lightMatrix = gxGetLightMatrix(picture);
    uint64_t fixedKey = makeKey(picture, &lightMatrix, true), allKey = makeKey(picture, &lightMatrix, false);
    if (allKey != shadow->all.key) {
        setDrawingState(shadow);
        if (fixedKey != shadow->fixed.key) drawFixed(shadow, picture, &lightMatrix, fixedKey);
        drawMoving(shadow, picture, &lightMatrix);
        glDisable(GL_POLYGON_OFFSET_FILL);
        shadow->all.key = allKey;
    }
    mat4s toMap = glms_scale_make((vec3s){{0.5f, 0.5f, 0.5f}});
    toMap.m30 = toMap.m31 = toMap.m32 = 0.5f;
    return glms_mat4_mul(toMap, lightMatrix);
}

void gxBindShadow(const gxShadow *shadow, int unit) {
    glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
    glBindTexture(GL_TEXTURE_2D, shadow->all.texture);
}
