// The area of a mesh, and centroid and inertia of unit mass spread evenly over its surface.
//
// Input: the mesh's triangles. Output: the measures of cdFeaturesInfo.
//
// A triangle with corners a, b, c, sum s and area A has the first moment A s / 3 and the second moments
// A (s_i s_j + a_i a_j + b_i b_j + c_i c_j) / 12, exactly. 1. Sums about the mesh's centre. 2. The second
// moments about the centroid (Steiner), and the inertia tensor from them. Without area the mass is at the
// vertices, in equal parts. 3. The mass of a rounded mesh is around the triangles like the shell of a ball,
// whose inertia is 2/3 of its radius squared: exact for a sphere.
#include "solid/features/features_build.h"

#include "foundation/numbers/predicates.h"
#include "solid/moments.h"

// Returns a vertex in the unit of the mesh's tree, a power of two: second moments then have a normal size,
// and the same digits.
static cdVec3 getVertex(const cdMesh *mesh, int32_t vertex) {
    return cdScale(1.0 / mesh->tree.unit, mesh->vertices[vertex]);
}

static cdMoments sumTriangles(const cdMesh *mesh) {
    cdMoments moments = {0};
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        const int32_t *corners = mesh->triangles + 3 * (size_t)t;
        cdVec3 a = getVertex(mesh, corners[0]), b = getVertex(mesh, corners[1]),
               c = getVertex(mesh, corners[2]);
        double area = 0.5 * cdLength(cdGetTriangleCross(a, b, c));
        cdAddMoments(&moments, area, area / 3.0, area / 12.0, (const cdVec3[]){a, b, c});
    }
    return moments;
}

static cdMoments sumVertices(const cdMesh *mesh) {
    cdMoments moments = {.mass = mesh->vertexCount};
    for (int32_t v = 0; v < mesh->vertexCount; v++) {
        moments.first = cdAdd(moments.first, getVertex(mesh, v));
        cdAddProducts(moments.second, 1.0, getVertex(mesh, v));
    }
    return moments;
}

static cdSkin measureTriangles(const cdMesh *mesh) {
    cdMoments moments = sumTriangles(mesh);
    double unit = mesh->tree.unit;
    cdSkin skin = {.area = unit * unit * moments.mass};
    if (!(moments.mass > 0.0)) moments = sumVertices(mesh);
    cdVec3 centroid = cdScale(1.0 / moments.mass, moments.first);
    double second[6];
    for (int i = 0; i < 6; i++)
        second[i] = moments.second[i] / moments.mass;
    cdAddProducts(second, -1.0, centroid);
    skin.centroid = cdMulAdd(mesh->center, unit, centroid);
    cdFindInertia(second, skin.inertia);
    for (int i = 0; i < 6; i++)
        skin.inertia[i] *= unit * unit;
    return skin;
}

void cdMeasureFeatureSet(cdFeatures *features) {
    cdSkin skin = measureTriangles(features->mesh);
    features->info.area = skin.area;
    features->info.centroid = skin.centroid;
    for (int i = 0; i < 6; i++)
        features->info.inertia[i] = skin.inertia[i];
}

cdSkin cdMeasureSkin(const cdMesh *mesh) {
    const cdFeatures *features = mesh->features;
    if (features == NULL) {
        cdSkin skin = measureTriangles(mesh);
        for (int i = 0; i < 3; i++)
            skin.inertia[i] += 2.0 / 3.0 * mesh->rounding * mesh->rounding;
        return skin;
    }
    cdSkin skin = {.area = features->info.area, .centroid = features->info.centroid};
    for (int i = 0; i < 6; i++)
        skin.inertia[i] = features->info.inertia[i];
    return skin;
}
