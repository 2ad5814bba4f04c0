// Flat triangles of one colour that let light through: areas marked on surfaces.
//
// Where a surface hides them they are hatched and fainter, so that an area between two solids is seen, and
// seen to lie inside. They are drawn a little nearer than they are: an area on a surface does not flicker
// with it. Collected by the caller and drawn in one call.
#ifndef GX_FILLS_H
#define GX_FILLS_H

#include "engine/lines.h"

typedef struct gxFillCorner {
    vec3s p; // less the camera's origin
    gxColor color;
} gxFillCorner;

typedef struct gxFillList {
    gxFillCorner *corners; // corners[count], three a triangle, owned
    int count, capacity;
} gxFillList;

void gxClearFills(gxFillList *list);
void gxFreeFills(gxFillList *list);
void gxAddFill(gxFillList *list, vec3s a, vec3s b, vec3s c, gxColor color);

typedef struct gxFillRenderer gxFillRenderer;

// @errors NULL, with a message
gxFillRenderer *gxCreateFillRenderer(void);
void gxDestroyFillRenderer(gxFillRenderer *renderer);
// Blends them over what the framebuffer holds, by its depth.
void gxDrawFills(gxFillRenderer *renderer, const gxFillList *list, const mat4s *viewProjection);

#endif
