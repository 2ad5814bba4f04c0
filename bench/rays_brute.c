// Loops over all triangles; see rays_brute.h.
#include "bench/rays_brute.h"

BruteMesh GetBruteMesh(const cdMesh *mesh) {
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    return (BruteMesh){
        .vertices = info.vertices, .triangles = info.triangles, .triangleCount = info.triangleCount};
}

static double hitTriangle(cdVec3 a, cdVec3 b, cdVec3 c, cdVec3 origin, cdVec3 direction) {
    cdVec3 u = cdSub(b, a), v = cdSub(c, a), across = cdCross(direction, v);
    double determinant = cdDot(u, across);
    if (determinant == 0.0) return INFINITY;
    cdVec3 from = cdSub(origin, a), turn = cdCross(from, u);
    double inverse = 1.0 / determinant, s = cdDot(from, across) * inverse;
    if (s < 0.0 || s > 1.0) return INFINITY;
    double w = cdDot(direction, turn) * inverse;
    if (w < 0.0 || s + w > 1.0) return INFINITY;
    double t = cdDot(v, turn) * inverse;
    return t >= 0.0 ? t : INFINITY;
}

double FindBruteHit(const BruteMesh *mesh, cdVec3 origin, cdVec3 direction) {
    double least = INFINITY;
    for (int32_t i = 0; i < mesh->triangleCount; i++) {
        const int32_t *t = mesh->triangles + 3 * i;
        least = cdMin(least, hitTriangle(mesh->vertices[t[0]], mesh->vertices[t[1]], mesh->vertices[t[2]],
                                         origin, direction));
    }
    return least;
}

static double lengthSqAt(cdVec3 a, cdVec3 along, double s) {
    return cdLengthSq(cdMulAdd(a, s, along));
}

// Returns the squared distance of the origin from the triangle.
static double findDistanceSq(cdVec3 a, cdVec3 b, cdVec3 c) {
    cdVec3 u = cdSub(b, a), v = cdSub(c, a);
    double d1 = -cdDot(u, a), d2 = -cdDot(v, a), d3 = -cdDot(u, b), d4 = -cdDot(v, b);
    double d5 = -cdDot(u, c), d6 = -cdDot(v, c);
    if (d1 <= 0.0 && d2 <= 0.0) return cdLengthSq(a);
    if (d3 >= 0.0 && d4 <= d3) return cdLengthSq(b);
    if (d6 >= 0.0 && d5 <= d6) return cdLengthSq(c);
    double atC = d1 * d4 - d3 * d2, atB = d5 * d2 - d1 * d6, atA = d3 * d6 - d5 * d4;
    if (atC <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return lengthSqAt(a, u, d1 / (d1 - d3));
    if (atB <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return lengthSqAt(a, v, d2 / (d2 - d6));
    if (atA <= 0.0 && d4 >= d3 && d5 >= d6)
        return lengthSqAt(b, cdSub(c, b), (d4 - d3) / ((d4 - d3) + (d5 - d6)));
    double sum = atA + atB + atC;
    return cdLengthSq(cdMulAdd(cdMulAdd(a, atB / sum, u), atC / sum, v));
}

double FindBruteDistance(const BruteMesh *mesh, cdVec3 point) {
    double least = INFINITY;
    for (int32_t i = 0; i < mesh->triangleCount; i++) {
        const int32_t *t = mesh->triangles + 3 * i;
        least = cdMin(least,
                      findDistanceSq(cdSub(mesh->vertices[t[0]], point), cdSub(mesh->vertices[t[1]], point),
                                     cdSub(mesh->vertices[t[2]], point)));
    }
    return sqrt(least);
}
