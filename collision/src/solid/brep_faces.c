// Maximal faces: connected triangles in one plane.
//
// Input: a mesh with twins. Output: the face of each triangle; the faces' planes, areas, ids and triangles.
//
// 1. Seeds: triangles by area, the largest first, since its plane carries farthest; those no higher than the
// flatness last, since their normals say nothing. 2. A face grows from its seed across edges over triangles
// whose corners all lie within the flatness of the seed's plane and whose normals agree with it; a flat one
// needs no normal. 3. Triangles without area that are left join the face across their longest edge. 4. Faces
// are numbered by their first triangle. 5. The plane again from the whole face, by the sum of the triangles'
// area vectors; kept when no corner is farther from it than from the seed's, so all are within the flatness.
#include "solid/brep_build.h"

#include "foundation/hooks.h"
#include "foundation/predicates.h"

#include <stdlib.h>

static const double NORMALS_AGREE = 0.5; // cosine; corners in one plane leave 1 and -1

typedef struct Seed {
    double area; // twice
    int32_t triangle;
    bool flat;
} Seed;

typedef struct Plane {
    cdVec3 normal;
    double offset;
} Plane;

typedef struct Growth {
    cdBrepBuild *build;
    uint8_t *flat;    // flat[triangleCount]
    int32_t *faceOf;  // faceOf[triangleCount], in the order of growing; -1: none yet
    int32_t *members; // members[triangleCount]: triangles, face by face
    Plane *planes;    // planes[triangleCount], of seeds
    int32_t memberCount, faceCount;
} Growth;

// --- 1. seeds
// ---------------------------------------------------------------------------------------------------

static int compareSeeds(const void *first, const void *second) {
    const Seed *a = first, *b = second;
    if (a->flat != b->flat) return a->flat ? 1 : -1;
    if (a->area != b->area) return a->area > b->area ? -1 : 1;
    return a->triangle < b->triangle ? -1 : 1;
}

static Seed makeSeed(const cdBrepBuild *build, int32_t triangle) {
    cdVec3 c[3];
    cdGetCorners(build->mesh, triangle, c);
    double area = cdDot(cdGetTriangleCross(c[0], c[1], c[2]), build->mesh->normals[triangle]);
    double longestSq = cdMax(cdLengthSq(cdSub(c[1], c[0])),
                             cdMax(cdLengthSq(cdSub(c[2], c[1])), cdLengthSq(cdSub(c[0], c[2]))));
    return (Seed){area, triangle, !(area > build->flatness * sqrt(longestSq))};
}

static Seed *sortSeeds(Growth *growth) {
    int32_t triangleCount = growth->build->mesh->triangleCount;
    Seed *seeds = cdTakeBrepArray(growth->build, (size_t)triangleCount, sizeof(Seed));
    for (int32_t t = 0; seeds != NULL && t < triangleCount; t++) {
        seeds[t] = makeSeed(growth->build, t);
        growth->flat[t] = seeds[t].flat;
    }
    if (seeds != NULL) qsort(seeds, (size_t)triangleCount, sizeof(Seed), compareSeeds);
    return seeds;
}

// --- 2. grow
// ----------------------------------------------------------------------------------------------------

static double getHeight(const Plane *plane, cdVec3 x) {
    return cdDot(plane->normal, x) - plane->offset;
}

static bool fitsPlane(const Growth *growth, const Plane *plane, int32_t triangle) {
    const cdMesh *mesh = growth->build->mesh;
    bool agrees = cdDot(mesh->normals[triangle], plane->normal) > NORMALS_AGREE;
    if (!agrees && !growth->flat[triangle]) return false;
    cdVec3 corners[3];
    cdGetCorners(mesh, triangle, corners);
    for (int k = 0; k < 3; k++) {
        if (!(fabs(getHeight(plane, corners[k])) <= growth->build->flatness)) return false;
    }
    return true;
}

static void addMember(Growth *growth, int32_t triangle, int32_t face) {
    growth->faceOf[triangle] = face;
    growth->members[growth->memberCount++] = triangle;
}

static void growFace(Growth *growth, int32_t seed) {
    const cdMesh *mesh = growth->build->mesh;
    int32_t face = growth->faceCount++, next = growth->memberCount;
    cdVec3 normal = mesh->normals[seed], corner = mesh->vertices[mesh->triangles[3 * (size_t)seed]];
    Plane *plane = &growth->planes[face];
    *plane = (Plane){normal, cdDot(normal, corner)};
    addMember(growth, seed, face);
    for (; next < growth->memberCount; next++) {
        for (int32_t k = 0; k < 3; k++) {
            int32_t other = growth->build->twins[3 * growth->members[next] + k] / 3;
            if (growth->faceOf[other] < 0 && fitsPlane(growth, plane, other)) addMember(growth, other, face);
        }
    }
}

static void growAll(Growth *growth, const Seed *seeds) {
    const cdMesh *mesh = growth->build->mesh;
    for (int32_t i = 0; i < mesh->triangleCount; i++) {
        int32_t t = seeds[i].triangle;
        bool hasPlane = !cdIsFoldedTriangle(mesh, t) && cdMaxAbs(mesh->normals[t]) > 0.0;
        if (hasPlane && growth->faceOf[t] < 0) growFace(growth, t);
    }
}

// --- 3. what has no plane
// ---------------------------------------------------------------------------------------

// The face across the longest side behind which there is one; -1: none yet.
static int32_t findFaceAcross(const Growth *growth, int32_t triangle) {
    const cdMesh *mesh = growth->build->mesh;
    double longestSq = -1.0;
    int32_t face = -1;
    for (int32_t side = 3 * triangle; side < 3 * triangle + 3; side++) {
        int32_t twin = growth->build->twins[side];
        if (twin < 0 || growth->faceOf[twin / 3] < 0) continue;
        cdVec3 along =
            cdSub(mesh->vertices[cdGetSideEnd(mesh, side)], mesh->vertices[cdGetSideStart(mesh, side)]);
        if (cdLengthSq(along) <= longestSq) continue;
        longestSq = cdLengthSq(along);
        face = growth->faceOf[twin / 3];
    }
    return face;
}

// A folded triangle joins a face at the edge it lies on, or at the vertex it is.
static int32_t findFaceBeside(const Growth *growth, int32_t triangle) {
    const cdBrepBuild *build = growth->build;
    for (int32_t side = 3 * triangle; side < 3 * triangle + 3; side++) {
        int32_t beside = build->edgeSides[build->mesh->triangleEdges[side]];
        if (beside >= 0) return growth->faceOf[beside / 3];
    }
    return growth->faceOf[build->vertexSides[build->mesh->triangles[3 * (size_t)triangle]] / 3];
}

static void joinLeftovers(Growth *growth) {
    const cdMesh *mesh = growth->build->mesh;
    for (bool joined = true; joined;) {
        joined = false;
        for (int32_t t = 0; t < mesh->triangleCount; t++) {
            if (growth->faceOf[t] >= 0 || cdIsFoldedTriangle(mesh, t)) continue;
            growth->faceOf[t] = findFaceAcross(growth, t);
            joined |= growth->faceOf[t] >= 0;
        }
    }
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        if (growth->faceOf[t] < 0) growth->faceOf[t] = findFaceBeside(growth, t);
    }
}

// --- 4. number
// --------------------------------------------------------------------------------------------------

// numbers[faceCount]: the place of each grown face in the order of first triangles.
static void numberFaces(const Growth *growth, int32_t *numbers, int32_t triangleCount) {
    int32_t count = 0;
    for (int32_t f = 0; f < growth->faceCount; f++)
        numbers[f] = -1;
    for (int32_t t = 0; t < triangleCount; t++) {
        int32_t *number = &numbers[growth->faceOf[t]];
        if (*number < 0) *number = count++;
    }
}

static void listTriangles(cdBrep *brep) {
    for (int32_t t = 0; t < brep->triangleCount; t++)
        brep->faces[brep->triangleFaces[t]].triangleCount++;
    int32_t first = 0;
    for (int32_t f = 0; f < brep->faceCount; f++) {
        brep->faces[f].firstTriangle = first;
        first += brep->faces[f].triangleCount;
        brep->faces[f].triangleCount = 0;
    }
    for (int32_t t = 0; t < brep->triangleCount; t++) {
        cdBrepFace *face = &brep->faces[brep->triangleFaces[t]];
        brep->faceTriangles[face->firstTriangle + face->triangleCount++] = t;
    }
}

// --- 5. planes
// --------------------------------------------------------------------------------------------------

// Puts the plane midway between the corners farthest above and below it. Returns how far those are.
static double centerPlane(const cdBrepBuild *build, const cdBrepFace *face, Plane *plane) {
    const cdMesh *mesh = build->mesh;
    double lowest = INFINITY, highest = -INFINITY;
    for (int32_t i = 0; i < face->triangleCount; i++) {
        int32_t triangle = build->brep.faceTriangles[face->firstTriangle + i];
        cdVec3 corners[3];
        cdGetCorners(mesh, triangle, corners);
        for (int k = 0; k < 3; k++) {
            double height = cdDot(plane->normal, corners[k]);
            lowest = cdMin(lowest, height), highest = cdMax(highest, height);
        }
    }
    plane->offset = 0.5 * (lowest + highest);
    return 0.5 * (highest - lowest);
}

static cdVec3 sumAreas(const cdBrepBuild *build, const cdBrepFace *face) {
    cdVec3 sum = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < face->triangleCount; i++) {
        cdVec3 c[3];
        cdGetCorners(build->mesh, build->brep.faceTriangles[face->firstTriangle + i], c);
        sum = cdAdd(sum, cdGetTriangleCross(c[0], c[1], c[2]));
    }
    return cdScale(0.5, sum);
}

static void completeFace(const cdBrepBuild *build, cdBrepFace *face, Plane seed) {
    const int32_t *triangles = build->brep.faceTriangles + face->firstTriangle;
    cdVec3 area = sumAreas(build, face);
    Plane whole = {cdNormalize(area), 0.0};
    double seedHeight = centerPlane(build, face, &seed), height = centerPlane(build, face, &whole);
    bool better = cdDot(whole.normal, seed.normal) > NORMALS_AGREE && height <= seedHeight;
    Plane plane = better ? whole : seed;
    face->normal = plane.normal;
    face->offset = plane.offset;
    face->area = cdDot(area, plane.normal);
    face->id = build->mesh->faceIds[triangles[0]];
    for (int32_t i = 1; i < face->triangleCount; i++) {
        int32_t id = build->mesh->faceIds[triangles[i]];
        if (id < face->id) face->id = id;
    }
}

static bool makeFaces(Growth *growth) {
    cdBrepBuild *build = growth->build;
    cdBrep *brep = &build->brep;
    int32_t *numbers = cdTakeBrepArray(build, (size_t)growth->faceCount, sizeof(int32_t));
    brep->faces = cdTakeBrepArray(build, (size_t)growth->faceCount, sizeof(cdBrepFace));
    brep->triangleFaces = cdTakeBrepArray(build, (size_t)brep->triangleCount, sizeof(int32_t));
    brep->faceTriangles = cdTakeBrepArray(build, (size_t)brep->triangleCount, sizeof(int32_t));
    if (!numbers || !brep->faces || !brep->triangleFaces || !brep->faceTriangles) return false;
    brep->faceCount = growth->faceCount;
    numberFaces(growth, numbers, brep->triangleCount);
    for (int32_t t = 0; t < brep->triangleCount; t++)
        brep->triangleFaces[t] = numbers[growth->faceOf[t]];
    listTriangles(brep);
    for (int32_t f = 0; f < brep->faceCount; f++)
        completeFace(build, &brep->faces[numbers[f]], growth->planes[f]);
    cdGiveBackBrepArray(build, numbers);
    return true;
}

bool cdGrowFaces(cdBrepBuild *build) {
    const cdMesh *mesh = build->mesh;
    size_t triangleCount = (size_t)mesh->triangleCount;
    build->brep.triangleCount = mesh->triangleCount;
    Growth growth = {.build = build};
    growth.flat = cdTakeBrepArray(build, triangleCount, sizeof(uint8_t));
    growth.faceOf = cdTakeBrepArray(build, triangleCount, sizeof(int32_t));
    growth.members = cdTakeBrepArray(build, triangleCount, sizeof(int32_t));
    growth.planes = cdTakeBrepArray(build, triangleCount, sizeof(Plane));
    if (!growth.flat || !growth.faceOf || !growth.members || !growth.planes) return false;
    for (size_t t = 0; t < triangleCount; t++)
        growth.faceOf[t] = -1;
    Seed *seeds = sortSeeds(&growth);
    if (seeds == NULL) return false;
    growAll(&growth, seeds);
    joinLeftovers(&growth);
    if (!makeFaces(&growth)) return false;
    cdGiveBackBrepArray(build, seeds);
    cdGiveBackBrepArray(build, growth.planes);
    cdGiveBackBrepArray(build, growth.members);
    cdGiveBackBrepArray(build, growth.faceOf);
    cdGiveBackBrepArray(build, growth.flat);
    return true;
}
