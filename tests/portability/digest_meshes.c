// The meshes of the digest: solids, a terrain, a soup of triangles, and rounded shapes.
#include "digest.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1024 };

typedef struct Draft {
    cdVec3 points[MOST];
    int32_t triangles[3 * MOST], pointCount, triangleCount;
} Draft;

static int32_t addPoint(Draft *draft, double x, double y, double z) {
    draft->points[draft->pointCount] = (cdVec3){x, y, z};
    return draft->pointCount++;
}

static void addTriangle(Draft *draft, int32_t a, int32_t b, int32_t c) {
    int32_t *corners = &draft->triangles[3 * draft->triangleCount++];
    corners[0] = a, corners[1] = b, corners[2] = c;
}

static void addQuad(Draft *draft, int32_t a, int32_t b, int32_t c, int32_t d) {
    addTriangle(draft, a, b, c);
    addTriangle(draft, a, c, d);
}

static cdMesh *finish(Draft *draft, double roundingRadius, uint32_t parts) {
    cdMeshDef def = cdDefaultMeshDef();
    def.points = draft->points;
    def.pointCount = draft->pointCount;
    def.triangles = draft->triangles;
    def.triangleCount = draft->triangleCount;
    def.roundingRadius = roundingRadius;
    def.parts = parts;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    if (mesh == NULL) {
        fprintf(stderr, "a mesh is not built\n");
        exit(1);
    }
    draft->pointCount = draft->triangleCount = 0;
    return mesh;
}

// A prism about the z axis; the outline runs counter-clockwise, and its caps are fans about its first corner.
static void addPrism(Draft *draft, const double (*outline)[2], int32_t count, double half) {
    int32_t first = draft->pointCount;
    for (int32_t i = 0; i < count; i++) {
        addPoint(draft, outline[i][0], outline[i][1], -half);
        addPoint(draft, outline[i][0], outline[i][1], half);
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t at = first + 2 * i, next = first + 2 * ((i + 1) % count);
        addQuad(draft, at, next, next + 1, at + 1);
    }
    for (int32_t i = 1; i + 1 < count; i++) {
        addTriangle(draft, first, first + 2 * i + 2, first + 2 * i);
        addTriangle(draft, first + 1, first + 2 * i + 1, first + 2 * i + 3);
    }
}

static void addBox(Draft *draft, double x, double y, double z) {
    const double outline[4][2] = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
    addPrism(draft, outline, 4, z);
}

// An L: the fan begins at the reflex corner.
static void addEll(Draft *draft) {
    const double outline[6][2] = {{0.0, 0.0}, {0.0, 0.7}, {-0.6, 0.7}, {-0.6, -0.5}, {0.8, -0.5}, {0.8, 0.0}};
    addPrism(draft, outline, 6, 0.3);
}

static cdVec3 placeOnTorus(int32_t i, int32_t k, int32_t sides, int32_t ring) {
    static const double turn = 6.283185307179586;
    cdQuat around = cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, turn * i / sides);
    cdQuat across = cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, -turn * k / ring);
    cdVec3 tube = cdAdd((cdVec3){0.7, 0.0, 0.0}, cdRotate(across, (cdVec3){0.3, 0.0, 0.0}));
    return cdRotate(around, tube);
}

static void addTorus(Draft *draft) {
    enum { SIDES = 12, RING = 7 };
    for (int32_t i = 0; i < SIDES; i++) {
        for (int32_t k = 0; k < RING; k++) {
            cdVec3 p = placeOnTorus(i, k, SIDES, RING);
            addPoint(draft, p.x, p.y, p.z);
            int32_t i1 = (i + 1) % SIDES, k1 = (k + 1) % RING;
            addQuad(draft, i * RING + k, i1 * RING + k, i1 * RING + k1, i * RING + k1);
        }
    }
}

// Adds the triangle of three points of the unit sphere, each edge halved `level` times. Equal points weld.
static void addPatch(Draft *draft, cdVec3 a, cdVec3 b, cdVec3 c, int level) {
    if (level == 0) {
        int32_t first = addPoint(draft, a.x, a.y, 0.8 * a.z);
        addPoint(draft, b.x, b.y, 0.8 * b.z);
        addPoint(draft, c.x, c.y, 0.8 * c.z);
        addTriangle(draft, first, first + 1, first + 2);
        return;
    }
    cdVec3 ab = cdNormalize(cdAdd(a, b)), bc = cdNormalize(cdAdd(b, c)), ca = cdNormalize(cdAdd(c, a));
    addPatch(draft, a, ab, ca, level - 1);
    addPatch(draft, b, bc, ab, level - 1);
    addPatch(draft, c, ca, bc, level - 1);
    addPatch(draft, ab, bc, ca, level - 1);
}

static void addBall(Draft *draft, int level) {
    for (int octant = 0; octant < 8; octant++) {
        double x = octant & 1 ? -1.0 : 1.0, y = octant & 2 ? -1.0 : 1.0, z = octant & 4 ? -1.0 : 1.0;
        cdVec3 a = {x, 0.0, 0.0}, b = {0.0, y, 0.0}, c = {0.0, 0.0, z};
        if (x * y * z > 0.0)
            addPatch(draft, a, b, c, level);
        else
            addPatch(draft, a, c, b, level);
    }
}

static void addTerrain(Draft *draft) {
    enum { SIDE = 9 };
    Random random = {7};
    for (int32_t i = 0; i < SIDE; i++) {
        for (int32_t k = 0; k < SIDE; k++) {
            addPoint(draft, i - 4.0, nextRandomIn(&random, -0.3, 0.0), k - 4.0);
            if (i == 0 || k == 0) continue;
            int32_t at = i * SIDE + k;
            addQuad(draft, at - SIDE - 1, at - SIDE, at, at - 1);
        }
    }
}

static void addSoup(Draft *draft) {
    Random random = {8};
    for (int32_t i = 0; i < 20; i++) {
        cdVec3 middle = nextRandomVec3(&random);
        for (int32_t k = 0; k < 3; k++) {
            cdVec3 p = cdMulAdd(middle, 0.4, nextRandomVec3(&random));
            addPoint(draft, p.x, p.y, p.z);
        }
        addTriangle(draft, 3 * i, 3 * i + 1, 3 * i + 2);
    }
}

void createDigestMeshes(DigestMeshes *meshes) {
    static Draft draft;
    const uint32_t solid = CD_PART_HULL | CD_PART_FEATURES | CD_PART_SOLID,
                   open = CD_PART_HULL | CD_PART_FEATURES;
    cdMesh **list = meshes->list;
    addBox(&draft, 0.5, 0.4, 0.6);
    list[0] = finish(&draft, 0.0, solid);
    addBall(&draft, 2);
    list[1] = finish(&draft, 0.0, solid);
    addTorus(&draft);
    list[2] = finish(&draft, 0.0, solid);
    addEll(&draft);
    list[3] = finish(&draft, 0.0, solid);
    addBox(&draft, 0.5, 0.5, 0.5);
    list[4] = finish(&draft, 0.0, solid);
    addTerrain(&draft);
    list[5] = finish(&draft, 0.0, open);
    addSoup(&draft);
    list[6] = finish(&draft, 0.0, open);
    addBox(&draft, 0.3, 0.2, 0.4);
    list[7] = finish(&draft, 0.1, CD_PART_HULL);
    list[8] = cdCreateSphere((cdVec3){0.0, 0.0, 0.0}, 0.5, NULL);
    list[9] = cdCreateCapsule((cdVec3[]){{-0.4, 0.0, 0.0}, {0.4, 0.0, 0.0}}, 0.3, NULL);
    addBox(&draft, 8.0, 0.5, 8.0);
    list[DIGEST_GROUND] = finish(&draft, 0.0, solid);
}

void destroyDigestMeshes(DigestMeshes *meshes) {
    for (int i = 0; i <= DIGEST_MESHES; i++)
        cdDestroyMesh(meshes->list[i]);
}
