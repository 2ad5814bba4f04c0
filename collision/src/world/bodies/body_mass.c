// Computes the mass properties of a body from any mesh [BV92 2.1].
//
// Input: a mesh with its features, or a rounded one. Output: volume, centroid and inertia at unit density,
// and their source.
//
// 1. A closed mesh with outward triangles is a solid: tetrahedra over its triangles. Its volume must exceed
// its features' tolerance times its area, or it is a doubled sheet. Its second moments must be those of a
// mass, since inside-out parts may subtract too much. 2. Any other mesh counts as its convex hull, by the
// same sums over the hull's triangles. 3. If the hull has no volume either, the mesh is a sheet of unit mass
// per area; without area there is no mass. 4. A sphere or a capsule: a cylinder and the two halves of a ball.
// Other rounded meshes count without their rounding.
#include "collision/world.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/predicates.h"
#include "solid/features/features_data.h"
#include "solid/moments.h"
#include "solid/solid_mass.h"

// True if some mass has this inertia: the tensor's second moments are a sum of squares, with all principal
// minors above 0.
static bool isMass(const cdMassProperties *mass) {
    const double *i = mass->inertia;
    double size = i[0] + i[1] + i[2];
    if (!(mass->volume > 0.0 && size > 0.0 && isfinite(size))) return false;
    double x = 0.5 - i[0] / size, y = 0.5 - i[1] / size, z = 0.5 - i[2] / size;
    double xy = i[3] / size, xz = i[4] / size, yz = i[5] / size; // the sign does not matter for the minors
    double determinant = x * (y * z - yz * yz) - xy * (xy * z + yz * xz) - xz * (xy * yz + y * xz);
    return x > 0.0 && x * y - xy * xy > 0.0 && determinant > 0.0;
}

// 1.
static bool measureVolume(const cdMesh *mesh, double tolerance, cdMassProperties *mass) {
    cdMeshInfo info = cdGetMeshInfo(mesh);
    if (!(info.closed && info.oriented && info.volume > tolerance * info.area)) return false;
    *mass = cdGetMassProperties(mesh);
    return isMass(mass);
}

static double measureArea(const cdVec3 *vertices, const int32_t *triangles, int32_t triangleCount) {
    double area = 0.0;
    for (int32_t t = 0; t < triangleCount; t++) {
        const int32_t *corner = triangles + 3 * (size_t)t;
        cdVec3 cross = cdGetTriangleCross(vertices[corner[0]], vertices[corner[1]], vertices[corner[2]]);
        area += 0.5 * cdLength(cross);
    }
    return area;
}

// 2.
static bool measureHull(const cdMesh *mesh, double tolerance, cdMassProperties *mass) {
    const cdConvex *hull = mesh->hull;
    if (hull == NULL) return false;
    cdConvexInfo info = cdGetConvexInfo(hull);
    if (info.dimension < 3) return false;
    const cdVec3 *vertices = info.vertices;
    const int32_t *triangles = info.triangles;
    *mass = cdFindEnclosedMass(vertices, triangles, info.triangleCount, info.center);
    return mass->volume > tolerance * measureArea(vertices, triangles, info.triangleCount) && isMass(mass);
}

// 3.
static cdMassProperties measureSheet(const cdMesh *mesh) {
    cdSkin skin = cdMeasureSkin(mesh);
    cdMassProperties mass = {.volume = skin.area, .centroid = skin.centroid};
    for (int i = 0; i < 6; i++)
        mass.inertia[i] = skin.area * skin.inertia[i];
    return mass;
}

// 4.
static bool measureCapsule(const cdMesh *mesh, cdMassProperties *mass) {
    if (!(mesh->rounding > 0.0) || mesh->vertexCount > 2) return false;
    const double pi = 3.14159265358979323846, r = mesh->rounding;
    cdVec3 from = mesh->vertices[0], to = mesh->vertices[mesh->vertexCount - 1], along = cdSub(to, from);
    double length = cdLength(along), cylinder = pi * r * r * length, ball = 4.0 / 3.0 * pi * r * r * r;
    double axial = cylinder * r * r / 2.0 + ball * 2.0 / 5.0 * r * r;
    double across = cylinder * (length * length / 12.0 + r * r / 4.0) +
                    ball * (2.0 / 5.0 * r * r + length * length / 4.0 + 3.0 / 8.0 * length * r);
    cdVec3 u = cdNormalize(along);
    *mass = (cdMassProperties){.volume = cylinder + ball,
                               .centroid = cdAdd(mesh->center, cdLerp(from, to, 0.5)),
                               .inertia = {across, across, across}};
    cdAddProducts(mass->inertia, axial - across, u);
    return isfinite(mass->volume);
}

cdMassProperties cdFindMassProperties(const cdMesh *mesh, cdMassSource *source) {
    cdMassProperties mass = {0};
    if (!CD_REQUIRE(mesh != NULL && (mesh->features != NULL || mesh->rounding > 0.0))) return mass;
    const cdFeatures *features = mesh->features;
    double tolerance = features != NULL ? features->info.tolerance : 0.0;
    cdMassSource found = CD_MASS_OF_VOLUME;
    if (!measureCapsule(mesh, &mass) && !measureVolume(mesh, tolerance, &mass)) {
        found = CD_MASS_OF_HULL;
        if (!measureHull(mesh, tolerance, &mass)) {
            found = CD_MASS_OF_SHEET;
            mass = measureSheet(mesh);
        }
    }
    if (source != NULL) *source = found;
    return mass;
}
