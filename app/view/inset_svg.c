// Exports insets as vector graphics (SVG).
//
// Input: an inset's faces, marked areas, strokes, words and camera. Output: their projections. (1) Faces
// towards the eye are drawn from the farthest on. (2) Strokes are cut where faces begin or cease to hide
// them, found by sampling; hidden parts are dim, as in the picture. (3) Words have fixed widths, so that
// another font does not move them.
#include "view/inset.h"

#include "view/palette.h"

#include <math.h>
#include <stdlib.h>

enum { PIECES = 24 };

static const double hiddenShare = 0.3, gapBetween = 12.0;

typedef struct Corner {
    double x, y, depth; // pixels from the inset's top left, length
} Corner;

typedef struct Triangle {
    Corner corners[3];
    double depth; // of its centroid
    gxColor color;
} Triangle;

typedef struct Drawing {
    FILE *out;
    const Inset *inset;
    double eye[3], forward[3];
    Triangle *faces; // faces[faceCount], farthest first
    int faceCount;
} Drawing;

static bool project(const Drawing *drawing, vec3s p, Corner *corner) {
    const Inset *inset = drawing->inset;
    double point[3], depth = 0.0;
    for (int i = 0; i < 3; ++i) {
        point[i] = (double)p.raw[i] + inset->camera.origin[i];
        depth += (point[i] - drawing->eye[i]) * drawing->forward[i];
    }
    corner->depth = depth;
    return gxProjectPoint(&inset->camera, point, inset->width, inset->height, &corner->x, &corner->y);
}

// Writes "fill" or "stroke" with its opacity.
static void putColor(FILE *out, const char *what, gxColor color, double share) {
    double opacity = share * color.a / 255.0;
    fprintf(out, " %s=\"#%02x%02x%02x\"", what, color.r, color.g, color.b);
    if (opacity < 0.999) fprintf(out, " %s-opacity=\"%.3g\"", what, opacity);
}

// --- (1) Faces

static int compareDepths(const void *a, const void *b) {
    const Triangle *x = a, *y = b;
    return (x->depth < y->depth) - (x->depth > y->depth);
}

static bool listFaces(Drawing *drawing) {
    const gxFillList *list = &drawing->inset->faces;
    drawing->faces = malloc(((size_t)list->count / 3 + 1) * sizeof *drawing->faces);
    if (!drawing->faces) return false;
    for (int i = 0; i + 2 < list->count; i += 3) {
        Triangle triangle = {.color = list->corners[i].color};
        bool seen = true;
        for (int k = 0; k < 3; ++k) {
            seen = seen && project(drawing, list->corners[i + k].p, &triangle.corners[k]);
            triangle.depth += triangle.corners[k].depth / 3.0;
        }
        if (seen) drawing->faces[drawing->faceCount++] = triangle;
    }
    qsort(drawing->faces, (size_t)drawing->faceCount, sizeof *drawing->faces, compareDepths);
    return true;
}

// An outline of the same colour closes the hairlines between neighbours.
static void putTriangle(FILE *out, const Triangle *triangle, double share) {
    const Corner *c = triangle->corners;
    fprintf(out, "<path d=\"M%.2f %.2fL%.2f %.2fL%.2f %.2fZ\"", c[0].x, c[0].y, c[1].x, c[1].y, c[2].x,
            c[2].y);
    putColor(out, "fill", triangle->color, share);
    if (triangle->color.a == 255 && share >= 1.0) {
        putColor(out, "stroke", triangle->color, 1.0);
        fputs(" stroke-width=\".6\" stroke-linejoin=\"round\"", out);
    }
    fputs("/>\n", out);
}

static double crossAt(const Corner *a, const Corner *b, double x, double y) {
    return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

static bool isHidden(const Drawing *drawing, Corner at) {
    double reach = 1e-6 * fabs(at.depth);
    for (int i = 0; i < drawing->faceCount; ++i) {
        const Corner *c = drawing->faces[i].corners;
        double area = crossAt(&c[0], &c[1], c[2].x, c[2].y), depth = 0.0;
        bool inside = area != 0.0;
        for (int k = 0; k < 3 && inside; ++k) {
            double share = crossAt(&c[(k + 1) % 3], &c[(k + 2) % 3], at.x, at.y) / area;
            inside = share >= 0.0;
            depth += share * c[k].depth;
        }
        if (inside && depth < at.depth - reach) return true;
    }
    return false;
}

static void putFills(const Drawing *drawing) {
    const gxFillList *list = &drawing->inset->fills;
    for (int i = 0; i + 2 < list->count; i += 3) {
        Triangle triangle = {.color = list->corners[i].color};
        Corner middle = {0};
        bool seen = true;
        for (int k = 0; k < 3; ++k) {
            seen = seen && project(drawing, list->corners[i + k].p, &triangle.corners[k]);
            middle.x += triangle.corners[k].x / 3.0;
            middle.y += triangle.corners[k].y / 3.0;
            middle.depth += triangle.corners[k].depth / 3.0;
        }
        if (seen) putTriangle(drawing->out, &triangle, isHidden(drawing, middle) ? hiddenShare : 0.999);
    }
}

// --- (2) Strokes

static void putPoint(FILE *out, const gxStroke *stroke, Corner at, double share) {
    double radius = 0.5 * fmax((double)stroke->widthA, (double)stroke->widthB);
    if (stroke->hole > 0.0f) {
        double thick = radius * (1.0 - (double)stroke->hole);
        fprintf(out, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\" fill=\"none\" stroke-width=\"%.2f\"", at.x,
                at.y, radius - 0.5 * thick, thick);
        putColor(out, "stroke", stroke->color, share);
    } else {
        fprintf(out, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\"", at.x, at.y, radius);
        putColor(out, "fill", stroke->color, share);
    }
    fputs("/>\n", out);
}

// Writes the stroke from a to b with its widths there: a line, or a wedge for an arrow's head.
static void putSegment(FILE *out, const gxStroke *stroke, Corner a, Corner b, double share) {
    double dx = b.x - a.x, dy = b.y - a.y, length = sqrt(dx * dx + dy * dy);
    if (fabsf(stroke->widthA - stroke->widthB) < 0.05f) {
        // Round ends of faint pieces would overlap and appear as dots.
        const char *ends = share < 1.0 ? "butt" : "round";
        fprintf(out, "<path d=\"M%.2f %.2fL%.2f %.2f\" fill=\"none\"", a.x, a.y, b.x, b.y);
        fprintf(out, " stroke-width=\"%.2f\" stroke-linecap=\"%s\"", (double)stroke->widthA, ends);
        putColor(out, "stroke", stroke->color, share);
    } else {
        double nx = -0.5 * dy / length, ny = 0.5 * dx / length;
        double wa = (double)stroke->widthA, wb = (double)stroke->widthB;
        fprintf(out, "<path d=\"M%.2f %.2fL%.2f %.2fL%.2f %.2fL%.2f %.2fZ\"", a.x + wa * nx, a.y + wa * ny,
                b.x + wb * nx, b.y + wb * ny, b.x - wb * nx, b.y - wb * ny, a.x - wa * nx, a.y - wa * ny);
        putColor(out, "fill", stroke->color, share);
    }
    fputs("/>\n", out);
}

static Corner getBetween(Corner a, Corner b, double share) {
    return (Corner){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y),
                    a.depth + share * (b.depth - a.depth)};
}

// Writes runs of hidden or visible pieces.
static void putHiddenSegment(const Drawing *drawing, const gxStroke *stroke, Corner a, Corner b) {
    bool hidden[PIECES];
    for (int i = 0; i < PIECES; ++i)
        hidden[i] = isHidden(drawing, getBetween(a, b, (i + 0.5) / PIECES));
    for (int from = 0, to; from < PIECES; from = to) {
        for (to = from + 1; to < PIECES && hidden[to] == hidden[from];)
            ++to;
        putSegment(drawing->out, stroke, getBetween(a, b, (double)from / PIECES),
                   getBetween(a, b, (double)to / PIECES), hidden[from] ? hiddenShare : 1.0);
    }
}

static void putStrokes(const Drawing *drawing, const gxStrokeList *list, bool canHide) {
    for (int i = 0; i < list->count; ++i) {
        const gxStroke *stroke = &list->strokes[i];
        Corner a, b;
        if (!project(drawing, stroke->a, &a) || !project(drawing, stroke->b, &b)) continue;
        bool even = fabsf(stroke->widthA - stroke->widthB) < 0.05f;
        if (fabs(a.x - b.x) + fabs(a.y - b.y) < 0.02)
            putPoint(drawing->out, stroke, a, canHide && isHidden(drawing, a) ? hiddenShare : 1.0);
        else if (canHide && even)
            putHiddenSegment(drawing, stroke, a, b);
        else
            putSegment(drawing->out, stroke, a, b,
                       canHide && isHidden(drawing, getBetween(a, b, 0.5)) ? hiddenShare : 1.0);
    }
}

// --- (3) Words

static void putWords(FILE *out, const char *text) {
    for (; *text; ++text) {
        if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else
            fputc(*text, out);
    }
}

static void putTexts(const Drawing *drawing, double scale, Theme theme) {
    for (int i = 0; i < drawing->inset->textCount; ++i) {
        const InsetText *text = &drawing->inset->texts[i];
        fprintf(drawing->out,
                "<text x=\"%.2f\" y=\"%.2f\" font-size=\"%.2f\" textLength=\"%.2f\" paint-order=\"stroke\" "
                "stroke-width=\"%.2f\"",
                text->x, text->y + 4.3 * scale, 12.6 * scale, text->width, 2.6 * scale);
        putColor(drawing->out, "stroke", GetInsetGroundColor(theme), 1.0);
        putColor(drawing->out, "fill", text->color, 1.0);
        fputs(">", drawing->out);
        putWords(drawing->out, text->text);
        fputs("</text>\n", drawing->out);
    }
}

static bool putInset(FILE *out, const Inset *inset, int index, double left, const View *view) {
    double scale = view->scale;
    Theme theme = view->theme;
    Drawing drawing = {.out = out, .inset = inset};
    double right[3], up[3];
    gxGetCameraAxes(&inset->camera, right, up, drawing.forward);
    gxGetCameraEye(&inset->camera, drawing.eye);
    if (!listFaces(&drawing)) return false;
    fprintf(out, "<clipPath id=\"frame%d\"><rect width=\"%d\" height=\"%d\"/></clipPath>\n", index,
            inset->width, inset->height);
    fprintf(
        out,
        "<g transform=\"translate(%.2f 0)\" clip-path=\"url(#frame%d)\">\n<rect width=\"%d\" height=\"%d\"",
        left, index, inset->width, inset->height);
    putColor(out, "fill", GetInsetGroundColor(theme), 1.0);
    putColor(out, "stroke", GetInsetFrameColor(theme), 1.0);
    fprintf(out, " stroke-width=\"%.2f\"/>\n", 2.0 * scale);
    for (int i = 0; i < drawing.faceCount; ++i)
        putTriangle(out, &drawing.faces[i], 1.0);
    putFills(&drawing);
    putStrokes(&drawing, &inset->overlay, true);
    putStrokes(&drawing, &inset->front, false);
    putTexts(&drawing, scale, theme);
    fputs("</g>\n", out);
    free(drawing.faces);
    return true;
}

bool WriteInsetsSvg(const View *view, FILE *out) {
    double width = -gapBetween * view->scale, height = 0.0, left = 0.0;
    for (int i = 0; i < view->insetCount; ++i) {
        width += view->insets[i].width + gapBetween * view->scale;
        height = fmax(height, view->insets[i].height);
    }
    if (view->insetCount == 0) return false;
    fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.2f\" height=\"%.2f\" viewBox=\"0 0 %.2f %.2f\" "
        "font-family=\"DejaVu Sans, Verdana, sans-serif\" font-weight=\"bold\">\n",
        width, height, width, height);
    bool good = true;
    for (int i = 0; i < view->insetCount && good; ++i) {
        good = putInset(out, &view->insets[i], i, left, view);
        left += view->insets[i].width + gapBetween * view->scale;
    }
    fputs("</svg>\n", out);
    return good;
}
