// Flat translucent triangles of one colour: areas marked on surfaces.
//
// Hidden parts are hatched and fainter, so that an area between two solids is visible and recognizable as
// hidden. Areas are drawn slightly nearer than they are, so they do not flicker with their surface. The
// caller collects them; one call draws them.
#ifndef GX_FILLS_H
#define GX_FILLS_H

#include "engine/lines.h"

typedef struct gxFillCorner {
    vec3s p; // relative to the camera's origin
    gxColor color;
} gxFillCorner;

typedef struct gxFillList {
    gxFillCorner *corners; // corners[count], three per triangle, owned
    int count, capacity;
} gxFillList;

void gxClearFills(gxFillList *list);
void gxFreeFills(gxFillList *list);
void gxAddFill(gxFillList *list, vec3s a, vec3s b, vec3s c, gxColor color);

typedef struct gxFillRenderer gxFillRenderer;

// @errors NULL, with a message
gxFillRenderer *gxCreateFillRenderer(void);
void gxDestroyFillRenderer(gxFillRenderer *renderer);
// Blends the triangles over the framebuffer, with its depth test.
void gxDrawFills(gxFillRenderer *renderer, const gxFillList *list, const mat4s *viewProjection);

#endif
