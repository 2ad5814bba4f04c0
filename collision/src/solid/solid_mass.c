// Volume, centroid and inertia by the divergence theorem: each triangle and the centre make a tetrahedron,
// whose integrals of 1, x_i and x_i x_j are polynomials of its corners and are exact; signs take care of what
// lies outside. Input: a closed mesh turned outwards. Output: its mass properties at unit density.
//
// With d the determinant of corners a, b, c and s = a + b + c, the tetrahedron over the origin has the volume
// d / 6, the first moment d s / 24 and the second d (s_i s_j + a_i a_j + b_i b_j + c_i c_j) / 120.
// 1. Sums about the mesh's centre, which loses no digits to a far origin. 2. The second moments about the
// centroid (Steiner), and the inertia tensor from them.
#include "solid/solid_mass.h"

typedef struct Moments {
    double volume;
    cdVec3 first;
    double second[6]; // xx, yy, zz, xy, xz, yz
} Moments;

static void addProducts(double sums[6], double factor, cdVec3 p) {
    sums[0] += factor * p.x * p.x, sums[1] += factor * p.y * p.y, sums[2] += factor * p.z * p.z;
    sums[3] += factor * p.x * p.y, sums[4] += factor * p.x * p.z, sums[5] += factor * p.y * p.z;
}

static void addTetrahedron(Moments *moments, cdVec3 a, cdVec3 b, cdVec3 c) {
    double determinant = cdDot(a, cdCross(cdSub(b, a), cdSub(c, a)));
    cdVec3 sum = cdAdd(cdAdd(a, b), c);
    moments->volume += determinant / 6.0;
    moments->first = cdMulAdd(moments->first, determinant / 24.0, sum);
    const cdVec3 points[4] = {sum, a, b, c};
    for (int i = 0; i < 4; i++)
        addProducts(moments->second, determinant / 120.0, points[i]);
}

cdMassProperties cdGetMassProperties(const cdMesh *mesh) {
    Moments moments = {0};
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        const int32_t *corners = mesh->triangles + 3 * (size_t)t;
        addTetrahedron(&moments, mesh->vertices[corners[0]], mesh->vertices[corners[1]],
                       mesh->vertices[corners[2]]);
    }
    cdVec3 centroid = cdScale(1.0 / moments.volume, moments.first);
    addProducts(moments.second, -moments.volume, centroid);
    const double *m = moments.second;
    cdMassProperties mass = {moments.volume, cdAdd(mesh->center, centroid), {0.0}};
    mass.inertia[0] = m[1] + m[2], mass.inertia[1] = m[0] + m[2], mass.inertia[2] = m[0] + m[1];
    mass.inertia[3] = -m[3], mass.inertia[4] = -m[4], mass.inertia[5] = -m[5];
    return mass;
}
