// Measures of a mesh: bounds, centre, radius, unit normals, area and volume; vertices relative to the centre.
//
// Input: the points of the vertices, the triangles over them. Output: vertices less the centre of their
// bounding box, so that a mesh modelled far from its origin keeps its digits, and the measures. Normals come
// from cross products that are accurate for slivers, and are zero only if a triangle has no area.
#include "mesh/build/mesh_build.h"
#include "mesh/build/mesh_input.h"

#include "foundation/numbers/predicates.h"

#include <float.h>

static cdBox3 boundVertices(const cdMeshBuild *build) {
    cdVec3 first = cdGetInputPoint(build->def, build->vertexPoints[0]);
    cdBox3 bounds = {first, first};
    for (int32_t v = 1; v < build->mesh.vertexCount; v++) {
        cdVec3 p = cdGetInputPoint(build->def, build->vertexPoints[v]);
        bounds.lower =
            (cdVec3){cdMin(bounds.lower.x, p.x), cdMin(bounds.lower.y, p.y), cdMin(bounds.lower.z, p.z)};
        bounds.upper =
            (cdVec3){cdMax(bounds.upper.x, p.x), cdMax(bounds.upper.y, p.y), cdMax(bounds.upper.z, p.z)};
    }
    return bounds;
}

static void moveToCenter(cdMeshBuild *build) {
    cdMesh *mesh = &build->mesh;
    double largestSq = 0.0;
    for (int32_t v = 0; v < mesh->vertexCount; v++) {
        mesh->vertices[v] = cdSub(cdGetInputPoint(build->def, build->vertexPoints[v]), mesh->center);
        largestSq = cdMax(largestSq, cdLengthSq(mesh->vertices[v]));
    }
    mesh->radius = sqrt(largestSq) * (1.0 + 4.0 * DBL_EPSILON); // so that rounding leaves no vertex outside
}

static void measureTriangles(cdMesh *mesh, cdVec3 *normals) {
    double doubleArea = 0.0, sixfoldVolume = 0.0;
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        const int32_t *corners = mesh->triangles + 3 * (size_t)t;
        cdVec3 a = mesh->vertices[corners[0]], b = mesh->vertices[corners[1]], c = mesh->vertices[corners[2]];
        cdVec3 cross = cdGetTriangleCross(a, b, c);
        normals[t] = cdMakeTriangleNormal(a, b, c);
        doubleArea += cdDot(cross, normals[t]);
        sixfoldVolume += cdDot(a, cross);
    }
    mesh->info.area = 0.5 * doubleArea;
    mesh->info.volume = sixfoldVolume / 6.0;
}

bool cdPlaceVertices(cdMeshBuild *build) {
    cdMesh *mesh = &build->mesh;
    mesh->vertices = cdTakeUnsetArray(build, (size_t)mesh->vertexCount, sizeof(cdVec3));
    build->normals = cdTakeUnsetArray(build, (size_t)mesh->triangleCount, sizeof(cdVec3));
    if (mesh->vertices == NULL || build->normals == NULL) return false;
    mesh->info.bounds = boundVertices(build);
    mesh->center = cdLerp(mesh->info.bounds.lower, mesh->info.bounds.upper, 0.5);
    moveToCenter(build);
    measureTriangles(mesh, build->normals);
    return true;
}
