// Reading a mesh: nodes of its sphere tree, and the names of defects.
//
// Everything was computed when the mesh was built; these functions return it in the public types, spheres in
// the mesh's own local frame.
#include "mesh/mesh_data.h"

#include "foundation/memory/hooks.h"

static const char *const DEFECT_NAMES[CD_DEFECT_KIND_COUNT] = {
    [CD_DEFECT_WELDED_VERTEX] = "welded point",
    [CD_DEFECT_UNUSED_POINT] = "unused point",
    [CD_DEFECT_DEGENERATE_TRIANGLE] = "triangle without area",
    [CD_DEFECT_SLIVER_TRIANGLE] = "sliver triangle",
    [CD_DEFECT_DUPLICATE_TRIANGLE] = "duplicate triangle",
    [CD_DEFECT_OPEN_EDGE] = "open edge",
    [CD_DEFECT_NON_MANIFOLD_EDGE] = "edge of more than two triangles",
    [CD_DEFECT_FLIPPED_EDGE] = "edge between triangles of opposite orientation",
    [CD_DEFECT_NON_MANIFOLD_VERTEX] = "vertex of more than one fan",
    [CD_DEFECT_INSIDE_OUT] = "shell that is inside out",
    [CD_DEFECT_CROSSING_FACES] = "faces that cross each other",
    [CD_DEFECT_NEAR_FEATURES] = "features closer than 100 tolerances",
};

const char *cdGetDefectName(cdDefectKind kind) {
    bool known = CD_REQUIRE((int)kind >= 0 && kind < CD_DEFECT_KIND_COUNT);
    return known ? DEFECT_NAMES[kind] : "unknown defect";
}

// Walks down to the node: a node has the entries of its first child, then those of its second.
static int32_t findLevel(const cdSphereTree *tree, int32_t node) {
    int32_t level = 0;
    for (int32_t at = 0; at != node; level++) {
        int32_t child = tree->links[at].firstChild;
        at = tree->links[node].firstEntry < tree->links[child + 1].firstEntry ? child : child + 1;
    }
    return level;
}

static bool isNode(const cdMesh *mesh, int32_t node) {
    return CD_REQUIRE(mesh != NULL) && CD_REQUIRE(node >= 0 && node < mesh->tree.nodeCount);
}

cdSphereNode cdGetSphereNode(const cdMesh *mesh, int32_t node) {
    if (!isNode(mesh, node)) return (cdSphereNode){.firstChild = -1};
    cdNodeVolume volume = cdGetNodeVolume(&mesh->tree, node);
    const cdNodeLinks *links = &mesh->tree.links[node];
    return (cdSphereNode){cdAdd(mesh->center, volume.center),
                          volume.radius,
                          links->firstChild,
                          findLevel(&mesh->tree, node),
                          links->label,
                          {volume.normal, volume.along, cdCross(volume.normal, volume.along)},
                          {volume.halfHeight, volume.halfLength, volume.halfWidth}};
}

int32_t cdGetLeafTriangles(const cdMesh *mesh, int32_t node, int32_t *triangles, int32_t capacity) {
    if (!isNode(mesh, node) || !CD_REQUIRE(triangles != NULL || capacity <= 0)) return 0;
    const cdNodeLinks *links = &mesh->tree.links[node];
    if (links->firstChild >= 0) return 0;
    for (int32_t i = 0; i < links->entryCount && i < capacity; i++) {
        triangles[i] = mesh->tree.entries[links->firstEntry + i].triangle;
    }
    return links->entryCount;
}
