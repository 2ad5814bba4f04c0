// Volume, centroid and inertia by the divergence theorem: each triangle and the centre form a tetrahedron,
// whose integrals of 1, x_i and x_i x_j are exact polynomials of its corners; signs cancel the parts outside.
// Input: a closed mesh with outward triangles. Output: its mass properties at unit density.
//
// With d the determinant of corners a, b, c and s = a + b + c, the tetrahedron over the origin has the volume
// d / 6, the first moment d s / 24 and the second d (s_i s_j + a_i a_j + b_i b_j + c_i c_j) / 120.
// 1. Sums about the mesh's centre, which loses no digits to a far origin, in a unit of the mesh's size, in
// which none overflows. 2. The second moments about the centroid (Steiner), and the inertia tensor from them.
#include "solid/solid_mass.h"

#include "solid/moments.h"

// Returns a power of two about as large as the coordinates: it changes no digit.
static double findUnit(const cdVec3 *vertices, const int32_t *triangles, int32_t triangleCount) {
    double largest = 0.0;
    for (int32_t i = 0; i < 3 * triangleCount; i++)
        largest = cdMax(largest, cdMaxAbs(vertices[triangles[i]]));
    return largest > 0.0 ? ldexp(1.0, ilogb(largest)) : 1.0;
}

cdMassProperties cdFindEnclosedMass(const cdVec3 *vertices, const int32_t *triangles, int32_t triangleCount,
                                    cdVec3 center) {
    cdMoments moments = {0};
    double unit = findUnit(vertices, triangles, triangleCount);
    for (int32_t t = 0; t < triangleCount; t++) {
        const int32_t *corners = triangles + 3 * (size_t)t;
        cdVec3 a = cdScale(1.0 / unit, vertices[corners[0]]), b = cdScale(1.0 / unit, vertices[corners[1]]),
               c = cdScale(1.0 / unit, vertices[corners[2]]);
        double determinant = cdDot(a, cdCross(cdSub(b, a), cdSub(c, a)));
        cdAddMoments(&moments, determinant / 6.0, determinant / 24.0, determinant / 120.0,
                     (const cdVec3[]){a, b, c});
    }
    cdVec3 centroid = cdScale(1.0 / moments.mass, moments.first);
    cdAddProducts(moments.second, -moments.mass, centroid);
    double volume = unit * unit * unit;
    cdMassProperties mass = {volume * moments.mass, cdMulAdd(center, unit, centroid), {0.0}};
    cdFindInertia(moments.second, mass.inertia);
    for (int i = 0; i < 6; i++)
        mass.inertia[i] *= unit * unit * volume;
    return mass;
}

cdMassProperties cdGetMassProperties(const cdMesh *mesh) {
    return cdFindEnclosedMass(mesh->vertices, mesh->triangles, mesh->triangleCount, mesh->center);
}
