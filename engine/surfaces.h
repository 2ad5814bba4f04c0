// Draws the surfaces of a picture's items. For renderer.c only.
#ifndef GX_SURFACES_H
#define GX_SURFACES_H

#include "engine/renderer.h"

typedef struct gxSurfaceRenderer gxSurfaceRenderer;

// @errors NULL, with a message
gxSurfaceRenderer *gxCreateSurfaceRenderer(void);
void gxDestroySurfaceRenderer(gxSurfaceRenderer *renderer);

// Sets the values that all items of a picture share. `shadowMatrix`: of gxUpdateShadow. Call before the
// functions below.
void gxBeginSurfaces(const gxSurfaceRenderer *renderer, const gxPicture *picture, const mat4s *shadowMatrix);
// Draws the opaque items over the ground (gxIsOverGround), or all others: the next triangles, about `most`;
// only within a rectangle of the target unless that is NULL. Returns true when all are drawn.
bool gxDrawOpaque(const gxSurfaceRenderer *renderer, const gxPicture *picture, gxProgress *progress,
                  int32_t most, bool over, const gxRect *only);
// Draws the transparent items back to front, and the triangles within each.
void gxDrawTransparent(const gxSurfaceRenderer *renderer, const gxPicture *picture);

// Returns the depth of the item's origin along the view.
float gxGetItemDepth(const gxItem *item, const gxView *view);
// Returns the height of a pixel at a depth, as a length.
float gxGetPixelAt(const gxView *view, float depth);

#endif
