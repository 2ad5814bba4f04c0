// The radius of a sphere tree's leaves [RKC01 3.1, 4.4]: by default a leaf fits a few triangles of the mean
// area.
#include "mesh/tree/leaf_radius.h"
#include "foundation/memory/hooks.h"
#include "mesh/build/mesh_input.h"

// Returns the edge of an equilateral triangle of the mean area; a leaf should fit a few such triangles.
static double typicalEdge(double area, int32_t triangleCount) {
    return 1.5 * sqrt(area / (triangleCount > 0 ? triangleCount : 1));
}

double cdChooseLeafRadius(const cdMesh *mesh, double requested) {
    double area = 0.0;
    for (int32_t i = 0; i < mesh->triangleCount && !(requested > 0.0); i++) {
        const int32_t *t = mesh->triangles + 3 * i;
        cdVec3 origin = mesh->vertices[t[0]];
        area +=
            0.5 * cdLength(cdCross(cdSub(mesh->vertices[t[1]], origin), cdSub(mesh->vertices[t[2]], origin)));
    }
    if (!(requested > 0.0)) requested = typicalEdge(area, mesh->triangleCount);
    return cdMax(requested, 1e-9 * mesh->radius);
}

static bool areCorners(const cdMeshDef *def, const int32_t *t) {
    bool areThere = true;
    for (int k = 0; k < 3; k++)
        areThere = areThere && t[k] >= 0 && t[k] < def->pointCount;
    return areThere;
}

double cdSuggestLeafRadius(const cdMeshDef *defs, int32_t defCount) {
    if (!CD_REQUIRE(defs != NULL || defCount <= 0)) return 0.0;
    double smallest = INFINITY;
    for (int32_t i = 0; i < defCount; i++) {
        double area = 0.0;
        for (int32_t k = 0; k < defs[i].triangleCount; k++) {
            int32_t t[3];
            cdGetInputTriangle(&defs[i], k, t);
            if (!areCorners(&defs[i], t)) continue; // cdCreateMesh reports it
            cdVec3 origin = cdGetInputPoint(&defs[i], t[0]);
            area += 0.5 * cdLength(cdCross(cdSub(cdGetInputPoint(&defs[i], t[1]), origin),
                                           cdSub(cdGetInputPoint(&defs[i], t[2]), origin)));
        }
        double edge = typicalEdge(area, defs[i].triangleCount);
        if (edge > 0.0) smallest = cdMin(smallest, edge);
    }
    return isfinite(smallest) ? smallest : 0.0;
}
