// Bounds are those of projected corners: a projection keeps convex hulls if everything is before the eye. All
// margins are generous; a rectangle that is too large costs time, one that is too small shows a stale shadow.
#include "engine/bounds.h"

#include "engine/changes.h"
#include "engine/shadow.h"

#include <cglm/struct.h>
#include <float.h>
#include <math.h>

// Bounds on the target, pixels.
typedef struct Area {
    float lower[2], upper[2];
    bool unbounded;
} Area;

typedef struct Box {
    vec3s corners[8]; // relative to the camera's origin
} Box;

// Items of a picture whose outlines are used: each moving one is compared with each still one.
enum { OUTLINED_MAX = 12 };

static const Area nothing = {{FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX}, false};

gxRect gxGetFrameRect(const gxFrame *frame) {
    return (gxRect){0, (int)frame->y, (int)frame->width, (int)frame->height};
}

// Returns the length of the first three numbers of a row.
static float measureRow(const mat4s *matrix, int row) {
    return glms_vec3_norm((vec3s){{matrix->raw[0][row], matrix->raw[1][row], matrix->raw[2][row]}});
}

// Adds what is within a length of a point, `margin`, and so many pixels more. Within the margin, a coordinate
// c changes by at most margin |row of c|, so c / w by (margin |row of c| + |c / w| margin |row of w|) / least
// w.
static void addPoint(Area *area, const gxFrame *frame, vec3s p, float margin, float pixels) {
    const mat4s *matrix = &frame->picture->view.viewProjection;
    vec4s clip = glms_mat4_mulv(*matrix, glms_vec4(p, 1.0f));
    float least = clip.w - margin * frame->rows[2];
    if (!(least > 0.05f * clip.w) || !(clip.w > 0.0f)) {
        area->unbounded = true;
        return;
    }
    const float half[2] = {0.5f * frame->width, 0.5f * frame->height}, begin[2] = {0.0f, frame->y};
    for (int k = 0; k < 2; ++k) {
        float place = clip.raw[k] / clip.w, at = begin[k] + half[k] * (1.0f + place);
        float reach = pixels + half[k] * margin * (frame->rows[k] + fabsf(place) * frame->rows[2]) / least;
        if (!(fabsf(at) + reach < 1e6f)) area->unbounded = true;
        area->lower[k] = fminf(area->lower[k], at - reach);
        area->upper[k] = fmaxf(area->upper[k], at + reach);
    }
}

static void addBox(Area *area, const gxFrame *frame, const Box *box, vec3s shift, float margin) {
    for (int i = 0; i < 8; ++i)
        addPoint(area, frame, glms_vec3_add(box->corners[i], shift), margin, 2.0f);
}

static Area intersect(Area a, Area b) {
    if (b.unbounded) return a;
    if (a.unbounded) return b;
    for (int k = 0; k < 2; ++k) {
        a.lower[k] = fmaxf(a.lower[k], b.lower[k]);
        a.upper[k] = fminf(a.upper[k], b.upper[k]);
    }
    return a.lower[0] < a.upper[0] && a.lower[1] < a.upper[1] ? a : nothing;
}

static Box makeBox(const gxItem *item, gxBox of) {
    const vec3s ends[2] = {of.lower, of.upper};
    Box box;
    for (int i = 0; i < 8; ++i) {
        vec3s corner = {{ends[i & 1].x, ends[i >> 1 & 1].y, ends[i >> 2].z}};
        box.corners[i] = glms_mat4_mulv3(item->model, corner, 1.0f);
    }
    return box;
}

static gxBox getWholeBox(const gxItem *item) {
    gxBox box;
    gxGetGpuMeshBox(item->mesh, &box.lower, &box.upper);
    return box;
}

// Returns the number of the item's boxes.
static int makeBoxes(const gxFrame *frame, const gxItem *item, Box boxes[GX_OUTLINE_MAX]) {
    const gxBox *outline = NULL;
    int count = frame->outlined ? (int)gxGetGpuMeshOutline(item->mesh, &outline) : 0;
    for (int i = 0; i < count; ++i)
        boxes[i] = makeBox(item, outline[i]);
    if (count == 0) boxes[0] = makeBox(item, getWholeBox(item));
    return count > 0 ? count : 1;
}

// Bounds along the light's axes, in its clip coordinates.
static void boundInLight(const gxFrame *frame, const Box *box, vec3s *lower, vec3s *upper) {
    *lower = (vec3s){{FLT_MAX, FLT_MAX, FLT_MAX}};
    *upper = (vec3s){{-FLT_MAX, -FLT_MAX, -FLT_MAX}};
    for (int i = 0; i < 8; ++i) {
        vec3s p = glms_mat4_mulv3(frame->light, box->corners[i], 1.0f);
        *lower = glms_vec3_minv(*lower, p);
        *upper = glms_vec3_maxv(*upper, p);
    }
}

// A caster that reaches the border of the map would darken everything beyond it.
static bool isWithinMap(const gxFrame *frame, vec3s lower, vec3s upper) {
    float most = 1.0f - frame->reach / frame->picture->shadowRadius;
    return lower.x > -most && lower.y > -most && lower.z > -1.0f && upper.x < most && upper.y < most &&
           upper.z < 1.0f;
}

static Area boundShadowOnGround(const gxFrame *frame, const Box *box) {
    Area area = nothing;
    for (int i = 0; i < 8; ++i) {
        float height = box->corners[i].y - frame->picture->ground.center.y;
        vec3s foot =
            glms_vec3_sub(box->corners[i], glms_vec3_scale(frame->towards, height / frame->towards.y));
        addPoint(&area, frame, foot, frame->reach / frame->towards.y, 2.0f);
    }
    return area;
}

// Bounds the part of a still item that may be in the box's shadow. `lower` and `upper`: the box in the light.
static Area boundShadowOnItem(const gxFrame *frame, const Box *box, vec3s lower, vec3s upper,
                              const gxItem *item) {
    Box still = makeBox(item, getWholeBox(item));
    vec3s from, to;
    boundInLight(frame, &still, &from, &to);
    float r = frame->picture->shadowRadius, margin = 2.0f * frame->reach / r;
    bool meets = from.x - margin < upper.x && to.x + margin > lower.x && from.y - margin < upper.y &&
                 to.y + margin > lower.y && to.z + margin > lower.z;
    if (!meets) return nothing;
    // Depths of the light are 4 radii for 2 in its clip coordinates.
    float behind = fmaxf(2.0f * r * (to.z - lower.z), 0.0f) + frame->reach;
    Area swept = nothing, own = nothing;
    addBox(&swept, frame, box, glms_vec3_zero(), frame->reach);
    addBox(&swept, frame, box, glms_vec3_scale(frame->towards, -behind), frame->reach);
    addBox(&own, frame, &still, glms_vec3_zero(), 0.0f);
    return intersect(swept, own);
}

// Rounds outwards and clips to the picture; all of it if the area is unbounded.
static gxRect makeRect(const gxFrame *frame, Area area) {
    if (area.unbounded) return gxGetFrameRect(frame);
    float left = fmaxf(floorf(area.lower[0]), 0.0f), right = fminf(ceilf(area.upper[0]), frame->width);
    float low = fmaxf(floorf(area.lower[1]), frame->y),
          high = fminf(ceilf(area.upper[1]), frame->y + frame->height);
    if (!(left < right && low < high)) return (gxRect){0};
    return (gxRect){(int)left, (int)low, (int)(right - left), (int)(high - low)};
}

// The last rectangle grows if there is no room for one more.
static void addRect(gxBounds *bounds, gxRect rect) {
    if (gxIsEmptyRect(rect)) return;
    if (bounds->count < GX_BOUND_MAX)
        bounds->rects[bounds->count++] = rect;
    else
        bounds->rects[GX_BOUND_MAX - 1] = gxJoinRects(bounds->rects[GX_BOUND_MAX - 1], rect);
}

gxRect gxJoinBounds(const gxBounds *bounds) {
    gxRect all = {0};
    for (int i = 0; i < bounds->count; ++i)
        all = gxJoinRects(all, bounds->rects[i]);
    return all;
}

gxBounds gxBoundItem(const gxFrame *frame, const gxItem *item) {
    gxBounds bounds = {.count = 0};
    Box boxes[GX_OUTLINE_MAX];
    int count = makeBoxes(frame, item, boxes);
    for (int i = 0; i < count; ++i) {
        Area area = nothing;
        addBox(&area, frame, &boxes[i], glms_vec3_zero(), 0.0f);
        addRect(&bounds, makeRect(frame, area));
    }
    return bounds;
}

static void addShadow(gxBounds *bounds, const gxFrame *frame, const Box *box) {
    const gxPicture *picture = frame->picture;
    vec3s lower, upper;
    boundInLight(frame, box, &lower, &upper);
    if (!isWithinMap(frame, lower, upper)) addRect(bounds, gxGetFrameRect(frame));
    if (picture->ground.shown) addRect(bounds, makeRect(frame, boundShadowOnGround(frame, box)));
    for (int i = 0; i < picture->itemCount; ++i)
        if (gxIsStill(&picture->items[i]))
            addRect(bounds, makeRect(frame, boundShadowOnItem(frame, box, lower, upper, &picture->items[i])));
}

gxBounds gxBoundShadow(const gxFrame *frame, const gxItem *item) {
    gxBounds bounds = {.count = 0};
    Box boxes[GX_OUTLINE_MAX];
    int count = makeBoxes(frame, item, boxes);
    for (int i = 0; i < count; ++i)
        addShadow(&bounds, frame, &boxes[i]);
    return bounds;
}

gxRect gxBoundStroke(const gxFrame *frame, const gxStroke *stroke) {
    Area area = nothing;
    float pixels = 0.5f * fmaxf(stroke->widthA, stroke->widthB) + 3.0f;
    addPoint(&area, frame, stroke->a, 0.0f, pixels);
    addPoint(&area, frame, stroke->b, 0.0f, pixels);
    return makeRect(frame, area);
}

gxRect gxBoundFill(const gxFrame *frame, const gxFillCorner corners[3]) {
    Area area = nothing;
    for (int i = 0; i < 3; ++i)
        addPoint(&area, frame, corners[i].p, 0.0f, 2.0f);
    return makeRect(frame, area);
}

static bool isMovingSurface(const gxItem *item) {
    return item->opacity >= 1.0f && !item->wire && !gxIsStill(item);
}

// True if moving surfaces cover at most a quarter of the picture.
static bool coversLittle(const gxFrame *frame) {
    enum { MOST_ITEMS = 64 };
    const gxPicture *picture = frame->picture;
    if (picture->itemCount > MOST_ITEMS) return false;
    float area = 0.0f;
    for (int i = 0; i < picture->itemCount; ++i) {
        if (!isMovingSurface(&picture->items[i])) continue;
        gxBounds bounds = gxBoundItem(frame, &picture->items[i]);
        gxRect rect = gxJoinBounds(&bounds);
        area += (float)rect.width * (float)rect.height;
    }
    return area <= 0.25f * frame->width * frame->height;
}

gxFrame gxMakeFrame(const gxPicture *picture) {
    // Texels between a point and the farthest texel that decides whether it is lit: the points of a surface
    // are moved by 1.5, samples by 1.6, and each blends with its neighbours; a caster is rounded to texels.
    static const float texels = 8.0f;
    int shrink = picture->shrink;
    gxFrame frame = {.picture = picture,
                     .light = gxGetLightMatrix(picture),
                     .towards = gxGetKeyLight(),
                     .reach = texels * 2.0f * picture->shadowRadius / GX_SHADOW_SIZE,
                     .y = (float)(picture->below / shrink),
                     .width = (float)((picture->view.width + shrink - 1) / shrink),
                     .height = (float)((picture->view.height + shrink - 1) / shrink)};
    const int rows[3] = {0, 1, 3};
    for (int k = 0; k < 3; ++k)
        frame.rows[k] = measureRow(&picture->view.viewProjection, rows[k]);
    frame.outlined = picture->itemCount <= OUTLINED_MAX;
    frame.layered = coversLittle(&frame);
    return frame;
}

bool gxIsOverGround(const gxFrame *frame, const gxItem *item) {
    const gxPicture *picture = frame->picture;
    if (!frame->layered || !isMovingSurface(item)) return false;
    if (!picture->ground.shown) return true;
    // Less than shows: what lies on the ground counts as over it.
    float least = picture->ground.center.y - 2.0f * picture->shadowRadius / GX_SHADOW_SIZE;
    bool over = picture->view.eye.y > picture->ground.center.y;
    Box box = makeBox(item, getWholeBox(item));
    for (int i = 0; i < 8 && over; ++i)
        over = box.corners[i].y >= least;
    return over;
}
