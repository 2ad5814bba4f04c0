// Surfaces of meshes as pictures need them, made without the graphics card: by any thread.
#ifndef APP_VIEW_SURFACE_H
#define APP_VIEW_SURFACE_H

#include "collision/mesh.h"
#include "engine/simplify.h"
#include "view/view_options.h"

typedef struct ViewSurface {
    const cdMesh *mesh;
    gxSurface surface;
    gxLevels levels; // coarser ones
} ViewSurface;

// With its coarser levels; costs more the larger the mesh is. @errors no vertices: no memory
ViewSurface MakeViewSurface(const cdMesh *mesh);
void DestroyViewSurface(ViewSurface *surface);
// Copies the surface to the graphics card, before its mesh is drawn for the first time, and frees it.
// `info`: as the object has it that is drawn. Called by the thread that draws.
void GiveViewSurface(View *view, ViewSurface *surface, const cdMeshInfo *info);

#endif
