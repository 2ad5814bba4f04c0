// Layout and drawing of insets.
#include "view/inset.h"
#include "view/labels.h"

#include "engine/hash.h"
#include "view/convert.h"
#include "view/palette.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double insetFov = 0.42;
static const double margin = 12.0, padding = 9.0, line = 19.0; // pixels at scale 1
static const double minSide = 150.0, preferredSide = 190.0;    // a smaller inset shows nothing, or little

// A share of the picture that leaves its middle free; in a low picture, as over the dock, the needed size.
static double getSide(const View *view) {
    double needed = fmin(preferredSide * view->scale, 0.62 * view->height - 3.0 * line * view->scale);
    return fmin(0.29 * view->width, fmax(0.34 * view->height, needed));
}

// Camera in the picture's direction, with the world's origin in the middle of the area between the texts.
static gxCamera makeCamera(const gxCamera *picture, double radius, double side, double height) {
    gxCamera camera = *picture;
    camera.fov = insetFov;
    camera.orthographic = false;
    camera.sceneRadius = 4.0 * radius;
    camera.distance = radius / sin(0.5 * insetFov) * height / side;
    double right[3], up[3], forward[3];
    gxGetCameraAxes(&camera, right, up, forward);
    double lift =
        camera.distance * tan(0.5 * insetFov) * line / height; // of half a line: two above, one below
    for (int i = 0; i < 3; ++i) {
        camera.origin[i] = 0.0;
        camera.target[i] = lift * up[i];
    }
    return camera;
}

// Adds text at a position in the picture.
static void addText(View *view, Inset *inset, float x, float y, const char *text, gxColor color) {
    gxAddText(view->text, x, y, text, color);
    if (inset->textCount == INSET_TEXT_MAX) return;
    InsetText *kept = &inset->texts[inset->textCount++];
    *kept = (InsetText){.x = (double)x - inset->x,
                        .y = (double)y - inset->y,
                        .width = (double)gxGetTextWidth(view->text, text),
                        .color = color};
    snprintf(kept->text, sizeof kept->text, "%s", text);
}

// Adds as many words as fit; numbers are never cut.
static void addFitting(View *view, Inset *inset, float x, float y, const char *words, double room,
                       gxColor color) {
    char text[128];
    snprintf(text, sizeof text, "%s", words);
    while ((double)gxGetTextWidth(view->text, text) > room) {
        char *blank = strrchr(text, ' ');
        if (!blank) return;
        *blank = '\0';
    }
    addText(view, inset, x, y, text, color);
}

Inset *OpenInset(const ViewPass *pass, const InsetDef *def) {
    View *view = pass->view;
    double scale = view->scale, side = getSide(view), height = side + 3.0 * line * scale;
    if (side < minSide * scale || view->insetCount == INSET_MAX) return NULL;
    Inset *inset = &view->insets[view->insetCount++];
    double left = def->corner == INSET_TOP_LEFT ? margin * scale : view->width - margin * scale - side;
    inset->x = (int)left;
    inset->y = (int)(margin * scale);
    inset->width = (int)side;
    inset->height = (int)height;
    inset->wordX = left + padding * scale;
    inset->camera = makeCamera(pass->camera, def->radius, side, height);
    gxClearFills(&inset->faces);
    gxClearFills(&inset->fills);
    gxClearStrokes(&inset->overlay);
    gxClearStrokes(&inset->front);
    TakeLabelBox(&view->labels, (LabelBox){left, inset->y, left + side, inset->y + height});
    float x = (float)(left + padding * scale), y = (float)(margin + 0.8 * line) * (float)scale;
    inset->textCount = 0;
    double room = side - 2.0 * padding * scale;
    addFitting(view, inset, x, y, def->title, room, GetTextColor(pass->view->theme));
    addFitting(view, inset, x, y + (float)(line * scale), def->note, room, GetNoteColor(pass->view->theme));
    return inset;
}

void AddInsetLabel(const ViewPass *pass, Inset *inset, cdVec3 p, double dx, double dy, const char *text,
                   gxColor color) {
    double point[3] = {p.x, p.y, p.z}, x, y, scale = pass->view->scale;
    if (!gxProjectPoint(&inset->camera, point, inset->width, inset->height, &x, &y)) return;
    double width = (double)gxGetTextWidth(pass->view->text, text), edge = 4.0 * scale;
    if (x < 0.0 || x > inset->width || y < 2.0 * line * scale || y > inset->height)
        return; // clipped with its point
    x += inset->x;
    y += inset->y;
    double half = 0.5 * line * scale * 0.8;
    LabelBox limits = {inset->x + edge, inset->y + 2.1 * line * scale, inset->x + inset->width - edge,
                       inset->y + inset->height - 1.1 * line * scale};
    LabelBox wish = {x + dx, y + dy - half, x + dx + width, y + dy + half};
    LabelBox box = TakeInnerPlace(&pass->view->labels, limits, wish, x, y);
    addText(pass->view, inset, (float)box.left, (float)(0.5 * (box.top + box.bottom)), text, color);
}

void AddInsetWord(const ViewPass *pass, Inset *inset, const char *text, gxColor color) {
    double scale = pass->view->scale, width = (double)gxGetTextWidth(pass->view->text, text);
    if (inset->wordX + width > inset->x + inset->width) return;
    addText(pass->view, inset, (float)inset->wordX, (float)(inset->y + inset->height - 0.7 * line * scale),
            text, color);
    inset->wordX += width + 1.4 * padding * scale;
}

cdVec3 GetInsetDirection(const Inset *inset) {
    double right[3], up[3], forward[3];
    gxGetCameraAxes(&inset->camera, right, up, forward);
    return cdNegate(ConvertBack(forward));
}

void FreeInset(Inset *inset) {
    gxFreeFills(&inset->faces);
    gxFreeFills(&inset->fills);
    gxFreeStrokes(&inset->overlay);
    gxFreeStrokes(&inset->front);
}

static gxInset makeInset(const View *view, const Inset *inset) {
    return (gxInset){.view = gxGetView(&inset->camera, inset->width, inset->height),
                     .x = inset->x,
                     .y = view->height - inset->y - inset->height,
                     .shrink = GetViewShrink(view),
                     .ground = GetInsetGroundColor(view->theme),
                     .frame = GetInsetFrameColor(view->theme),
                     .frameWidth = (int)fmax(1.0, view->scale),
                     .faces = &inset->faces,
                     .fills = &inset->fills,
                     .overlay = &inset->overlay,
                     .front = &inset->front};
}

void DrawInsets(View *view) {
    for (int i = 0; i < view->insetCount; ++i) {
        gxInset drawn = makeInset(view, &view->insets[i]);
        gxDrawInset(view->renderer, &drawn, view->width, view->height);
    }
}

static uint64_t addStrokes(uint64_t hash, const gxStrokeList *list) {
    return gxMixBytes(gxMixHash(hash, (uint64_t)list->count), list->strokes,
                      (size_t)list->count * sizeof *list->strokes);
}

static uint64_t addFills(uint64_t hash, const gxFillList *list) {
    return gxMixBytes(gxMixHash(hash, (uint64_t)list->count), list->corners,
                      (size_t)list->count * sizeof *list->corners);
}

static uint64_t hashInset(const gxInset *inset) {
    const int sizes[] = {inset->view.width, inset->view.height, inset->x, inset->y, inset->frameWidth};
    const gxColor colors[] = {inset->ground, inset->frame};
    uint64_t hash = gxMixBytes(gxBeginHash(), &inset->view.viewProjection, sizeof inset->view.viewProjection);
    hash = gxMixBytes(hash, sizes, sizeof sizes);
    hash = gxMixBytes(hash, colors, sizeof colors);
    hash = addFills(addFills(hash, inset->faces), inset->fills);
    return addStrokes(addStrokes(hash, inset->overlay), inset->front);
}

int CoverInsets(const View *view, gxCover *covers) {
    int shrink = GetViewShrink(view);
    for (int i = 0; i < view->insetCount; ++i) {
        gxInset drawn = makeInset(view, &view->insets[i]);
        gxRect place = {drawn.x / shrink, drawn.y / shrink, (drawn.view.width + shrink - 1) / shrink,
                        (drawn.view.height + shrink - 1) / shrink};
        covers[i] = (gxCover){place, hashInset(&drawn)};
    }
    return view->insetCount;
}
