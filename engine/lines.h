// Lines, arrows, points and rings whose thickness is in pixels, whatever their distance.
//
// Each is a stroke from a to b with its own thickness at either end and round caps: a line has equal ends, an
// arrow's head tapers to 0, a point has zero length. The caller collects strokes; one call draws them.
#ifndef GX_LINES_H
#define GX_LINES_H

#include "engine/color.h"

#include <cglm/types-struct.h>

typedef struct gxStroke {
    vec3s a, b;           // relative to the camera's origin
    float widthA, widthB; // pixels
    gxColor color;
    float hole; // diameter of a ring's hole, as a fraction of the width; 0: filled
} gxStroke;

typedef struct gxStrokeList {
    gxStroke *strokes; // strokes[count], owned
    int count, capacity;
} gxStrokeList;

void gxClearStrokes(gxStrokeList *list);
void gxFreeStrokes(gxStrokeList *list);
void gxAddLine(gxStrokeList *list, vec3s a, vec3s b, float width, gxColor color);
void gxAddPoint(gxStrokeList *list, vec3s p, float width, gxColor color);
void gxAddRing(gxStrokeList *list, vec3s p, float width, gxColor color);
// Adds a shaft from `tail` and a head that ends at `tip`. `headLength` is in the unit of the points.
void gxAddArrow(gxStrokeList *list, vec3s tail, vec3s tip, float headLength, float width, gxColor color);
// Adds an arrow with a dashed shaft and an outlined head, filled with `inside`.
void gxAddHollowArrow(gxStrokeList *list, vec3s tail, vec3s tip, float headLength, float width, gxColor color,
                      gxColor inside);

typedef struct gxStrokeRenderer gxStrokeRenderer;

// @errors NULL, with a message
gxStrokeRenderer *gxCreateStrokeRenderer(void);
void gxDestroyStrokeRenderer(gxStrokeRenderer *renderer);
// `opacity` multiplies every alpha.
void gxDrawStrokes(gxStrokeRenderer *renderer, const gxStrokeList *list, const mat4s *viewProjection,
                   int width, int height, float opacity);

#endif
