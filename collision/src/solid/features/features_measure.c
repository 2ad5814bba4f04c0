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

static cdMoments sumTriangles(const cdMesh *mesh) {
    cdMoments moments = {0};
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        const int32_t *corners = mesh->triangles + 3 * (size_t)t;
        cdVec3 a = mesh->vertices[corners[0]], b = mesh->vertices[corners[1]], c = mesh->vertices[corners[2]];
        double area = 0.5 * cdLength(cdGetTriangleCross(a, b, c));
        cdAddMoments(&moments, area, area / 3.0, area / 12.0, (const cdVec3[]){a, b, c});
    }
    return moments;
}

static cdMoments sumVertices(const cdMesh *mesh) {
    cdMoments moments = {.mass = mesh->vertexCount};
    for (int32_t v = 0; v < mesh->vertexCount; v++) {
        moments.first = cdAdd(moments.first, mesh->vertices[v]);
        cdAddProducts(moments.second, 1.0, mesh->vertices[v]);
    }
    return moments;
}

static cdSkin measureTriangles(const cdMesh *mesh) {
    cdMoments moments = sumTriangles(mesh);
    cdSkin skin = {.area = moments.mass};
    if (!(moments.mass > 0.0)) moments = sumVertices(mesh);
    cdVec3 centroid = cdScale(1.0 / moments.mass, moments.first);
    double second[6];
    for (int i = 0; i < 6; i++)
        second[i] = moments.second[i] / moments.mass;
    cdAddProducts(second, -1.0, centroid);
    skin.centroid = cdAdd(mesh->center, centroid);
    cdFindInertia(second, skin.inertia);
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
