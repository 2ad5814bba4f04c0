// Reading a solid: counts, measures, features, loops.
//
// Everything was computed when the solid was built; these functions return it in the public types.
#include "solid/solid_data.h"

#include "foundation/memory/hooks.h"

static const cdSolid *getSolid(const cdMesh *mesh) {
    return CD_REQUIRE(mesh != NULL && mesh->solid != NULL) ? mesh->solid : NULL;
}

cdSolidInfo cdGetSolidInfo(const cdMesh *mesh) {
    const cdSolid *solid = getSolid(mesh);
    return solid != NULL ? solid->info : (cdSolidInfo){0};
}

cdSolidVertex cdGetSolidVertex(const cdMesh *mesh, int32_t vertex) {
    const cdSolid *solid = getSolid(mesh);
    const cdSolidVertex none = {.id = -1, .planes = {-1, -1, -1}};
    if (solid == NULL || !CD_REQUIRE(vertex >= 0 && vertex < solid->brep.vertexCount)) return none;
    const cdBrep *brep = &solid->brep;
    const int32_t *planes = brep->planes[vertex];
    return (cdSolidVertex){brep->points[vertex], brep->vertexIds[vertex], {planes[0], planes[1], planes[2]}};
}

cdSolidEdge cdGetSolidEdge(const cdMesh *mesh, int32_t edge) {
    const cdSolid *solid = getSolid(mesh);
    const cdSolidEdge none = {.vertices = {-1, -1}, .vertexId = {-1, -1}, .faces = {-1, -1}};
    if (solid == NULL || !CD_REQUIRE(edge >= 0 && edge < solid->brep.edgeCount)) return none;
    const cdBrep *brep = &solid->brep;
    const cdHalfEdge *left = &brep->halfEdges[2 * edge], *right = left + 1;
    return (cdSolidEdge){{left->start, right->start},
                         {brep->vertexIds[left->start], brep->vertexIds[right->start]},
                         {left->face, right->face},
                         brep->convexEdges[edge] != 0};
}

static bool isFace(const cdSolid *solid, int32_t face) {
    return solid != NULL && CD_REQUIRE(face >= 0 && face < solid->brep.faceCount);
}

cdSolidFace cdGetSolidFace(const cdMesh *mesh, int32_t face) {
    const cdSolid *solid = getSolid(mesh);
    if (!isFace(solid, face)) return (cdSolidFace){.id = -1};
    const cdBrepFace *f = &solid->brep.faces[face];
    return (cdSolidFace){f->normal, f->offset, f->area, f->middle, f->radius, f->loopCount, f->id};
}

void cdGetSolidLoop(const cdMesh *mesh, int32_t face, int32_t loop, cdSolidLoop *out) {
    if (!CD_REQUIRE(out != NULL && (out->vertices != NULL || out->capacity <= 0))) return;
    out->count = out->needed = 0;
    const cdSolid *solid = getSolid(mesh);
    if (!isFace(solid, face)) return;
    const cdBrep *brep = &solid->brep;
    if (!CD_REQUIRE(loop >= 0 && loop < brep->faces[face].loopCount)) return;
    int32_t first = brep->loops[brep->faces[face].firstLoop + loop], at = first;
    do {
        if (out->needed < out->capacity) {
            out->vertices[out->count] = brep->halfEdges[at].start;
            if (out->edges != NULL) out->edges[out->count] = at / 2;
            out->count++;
        }
        out->needed++;
        at = brep->halfEdges[at].next;
    } while (at != first);
}
