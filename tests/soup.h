// Small meshes, built point by point and triangle by triangle.
#ifndef TESTS_SOUP_H
#define TESTS_SOUP_H

#include "collision/mesh.h"

// --- meshes
// ----------------------------------------------------------------------------------------

// A list of points and triangles with room for the cases below.
typedef struct Soup {
    cdVec3 points[600];
    int32_t triangles[3 * 1000];
    int32_t pointCount, triangleCount;
} Soup;

static inline void addPoint(Soup *soup, double x, double y, double z) {
    soup->points[soup->pointCount++] = (cdVec3){x, y, z};
}

static inline void addTriangle(Soup *soup, int32_t a, int32_t b, int32_t c) {
    int32_t *corners = soup->triangles + 3 * soup->triangleCount++;
    corners[0] = a, corners[1] = b, corners[2] = c;
}

static inline void addQuad(Soup *soup, int32_t a, int32_t b, int32_t c, int32_t d) {
    addTriangle(soup, a, b, c);
    addTriangle(soup, a, c, d);
}

static inline cdMeshDef makeDef(const Soup *soup) {
    cdMeshDef def = cdDefaultMeshDef();
    def.points = soup->points;
    def.triangles = soup->triangles;
    def.pointCount = soup->pointCount;
    def.triangleCount = soup->triangleCount;
    return def;
}

// The box [-1, 1] x [-2, 2] x [-3, 3] about a centre, outward.
static inline void addBox(Soup *soup, cdVec3 center) {
    int32_t first = soup->pointCount;
    for (int i = 0; i < 8; i++) {
        addPoint(soup, center.x + (i & 1 ? 1 : -1), center.y + (i & 2 ? 2 : -2), center.z + (i & 4 ? 3 : -3));
    }
    static const int32_t QUADS[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                        {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (int i = 0; i < 6; i++) {
        const int32_t *q = QUADS[i];
        addQuad(soup, first + q[0], first + q[1], first + q[2], first + q[3]);
    }
}

// Adds the tetrahedron over three points, its tip last; outward if they are counter-clockwise seen from
// outside.
static inline void addTetrahedron(Soup *soup, int32_t a, int32_t b, int32_t c, int32_t tip) {
    addTriangle(soup, a, b, c);
    addTriangle(soup, a, tip, b);
    addTriangle(soup, b, tip, c);
    addTriangle(soup, c, tip, a);
}

static inline void addPlate(Soup *soup, int32_t columns, int32_t rows) {
    for (int32_t i = 0; i <= rows; i++) {
        for (int32_t k = 0; k <= columns; k++)
            addPoint(soup, k, i, 0);
    }
    for (int32_t i = 0; i < rows; i++) {
        for (int32_t k = 0; k < columns; k++) {
            int32_t corner = i * (columns + 1) + k;
            addQuad(soup, corner, corner + 1, corner + columns + 2, corner + columns + 1);
        }
    }
}

#endif
