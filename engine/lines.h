// Lines, arrows, points and rings whose thickness is in pixels, whatever their distance.
//
// Each is a stroke from a to b with its own thickness at either end and round caps: a line has the same
// twice, an arrow's head shrinks to nothing, a point has no length. Strokes are collected by the caller and
// drawn in one call.
#ifndef GX_LINES_H
#define GX_LINES_H

#include "engine/color.h"

#include <cglm/struct.h>

typedef struct gxStroke {
    vec3s a, b;           // less the camera's origin
    float widthA, widthB; // pixels
    gxColor color;
    float hole; // width of the hole of a ring, as a fraction of the width; 0: filled
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
// A shaft from `tail` and a head that ends at `tip`; the head's length is in the same unit as the points.
void gxAddArrow(gxStrokeList *list, vec3s tail, vec3s tip, float headLength, float width, gxColor color);
// The same with a dashed shaft and a head of which the outline alone is drawn, `inside` within it.
void gxAddHollowArrow(gxStrokeList *list, vec3s tail, vec3s tip, float headLength, float width, gxColor color,
                      gxColor inside);

typedef struct gxStrokeRenderer gxStrokeRenderer;

// @errors NULL, with a message
gxStrokeRenderer *gxCreateStrokeRenderer(void);
void gxDestroyStrokeRenderer(gxStrokeRenderer *renderer);
// `opacity` scales every alpha.
void gxDrawStrokes(gxStrokeRenderer *renderer, const gxStrokeList *list, const mat4s *viewProjection,
                   int width, int height, float opacity);

#endif
