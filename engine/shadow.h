// The shadow map of the key light. For renderer.c and changes.c only.
#ifndef GX_SHADOW_H
#define GX_SHADOW_H

#include "engine/renderer.h"

enum { GX_SHADOW_SIZE = 1024 }; // texels a side

typedef struct gxShadow gxShadow;

// @errors NULL, with a message
gxShadow *gxCreateShadow(void);
void gxDestroyShadow(gxShadow *shadow);

// Returns the unit direction towards the light.
vec3s gxGetKeyLight(void);
// Returns the matrix from coordinates relative to the origin to the light's clip coordinates.
mat4s gxGetLightMatrix(const gxPicture *picture);
// Draws the changes. Returns the matrix from coordinates relative to the origin to the map's, 0 to 1.
mat4s gxUpdateShadow(gxShadow *shadow, const gxPicture *picture);
void gxBindShadow(const gxShadow *shadow, int unit);

#endif
