// Surfaces of meshes for drawing, built on any thread, without the graphics card.
#ifndef APP_VIEW_SURFACE_H
#define APP_VIEW_SURFACE_H

#include "collision/mesh.h"
#include "engine/simplify.h"
#include "view/view_options.h"

typedef struct ViewSurface {
    const cdMesh *mesh;
    gxSurface surface;
    gxLevels levels; // coarser versions
} ViewSurface;

// Builds a surface with coarser levels; larger meshes take longer. @errors no vertices: out of memory
ViewSurface MakeViewSurface(const cdMesh *mesh);
void DestroyViewSurface(ViewSurface *surface);
// Copies the surface to the graphics card, before its mesh is first drawn, and frees it. `info`: that of the
// drawn object. Called by the drawing thread.
void GiveViewSurface(View *view, ViewSurface *surface, const cdMeshInfo *info);

#endif
