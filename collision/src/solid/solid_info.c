// Reading a solid: counts, measures, features, loops, and the words for errors and flaws.
//
// Everything was computed when the solid was built; these functions hand it out in the public types.
#include "solid/solid_data.h"

#include "foundation/memory/hooks.h"

static const char *const ERROR_NAMES[] = {
    [CD_SOLID_OK] = "no error",
    [CD_SOLID_OPEN] = "open: the mesh does not close",
    [CD_SOLID_NON_MANIFOLD] = "edges of more than two triangles, or vertices of more than one fan",
    [CD_SOLID_FLIPPED] = "neighbouring triangles of opposite orientation",
    [CD_SOLID_INSIDE_OUT] = "inside out",
    [CD_SOLID_FLAT] = "no volume",
    [CD_SOLID_INTERSECTS_ITSELF] = "triangles that cross each other",
    [CD_SOLID_OUT_OF_MEMORY] = "out of memory",
};

static const char *const FLAW_NAMES[CD_FLAW_KIND_COUNT] = {
    [CD_FLAW_OPEN_EDGE] = "open edge",
    [CD_FLAW_NON_MANIFOLD_EDGE] = "edge of more than two triangles",
    [CD_FLAW_NON_MANIFOLD_VERTEX] = "vertex of more than one fan",
    [CD_FLAW_FLIPPED_EDGE] = "edge between triangles of opposite orientation",
    [CD_FLAW_INSIDE_OUT] = "shell that is inside out",
    [CD_FLAW_CROSSING_FACES] = "faces that cross each other",
    [CD_FLAW_NEAR_FEATURES] = "features closer than 100 tolerances",
};

const char *cdGetSolidErrorName(cdSolidError error) {
    bool known = CD_REQUIRE((int)error >= 0 && error <= CD_SOLID_OUT_OF_MEMORY);
    return known ? ERROR_NAMES[error] : "unknown error";
}

const char *cdGetSolidFlawName(cdSolidFlawKind kind) {
    bool known = CD_REQUIRE((int)kind >= 0 && kind < CD_FLAW_KIND_COUNT);
    return known ? FLAW_NAMES[kind] : "unknown flaw";
}

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
    out->count = 0;
    const cdSolid *solid = getSolid(mesh);
    if (!isFace(solid, face)) return;
    const cdBrep *brep = &solid->brep;
    if (!CD_REQUIRE(loop >= 0 && loop < brep->faces[face].loopCount)) return;
    int32_t first = brep->loops[brep->faces[face].firstLoop + loop], at = first;
    do {
        if (out->count < out->capacity) out->vertices[out->count] = brep->halfEdges[at].start;
        if (out->count < out->capacity && out->edges != NULL) out->edges[out->count] = at / 2;
        out->count++;
        at = brep->halfEdges[at].next;
    } while (at != first);
}
