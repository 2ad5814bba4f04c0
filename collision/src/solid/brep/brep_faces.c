// Maximal faces: connected triangles in one plane.
//
// Input: a mesh with twins. Output: the face of each triangle; the faces' planes, areas, ids and triangles.
//
// 1. Seeds: triangles by area, the largest first, since its plane is the most accurate; those no higher than
// the flatness last, since their normals are meaningless. 2. A face grows from its seed across edges over
// triangles whose corners are all within the flatness of the seed's plane and whose normals agree with it; a
// flat one needs no normal. If it stops at triangles that only just miss the plane, which a small seed with
// rounded corners tilts, the plane is recomputed from all members, and the face continues to grow.
// 3. Remaining triangles without area join the face across their longest edge; for features, those without a
// neighbouring face form faces of their own. 4. Faces are numbered by their first triangle. 5. The plane is
// recomputed from the whole face, by the sum of the triangles' area vectors, unless a corner is farther from
// it than from the plane it grew with, so all are within the flatness.
#include "solid/brep/brep_build.h"

#include "foundation/memory/hooks.h"
#include "foundation/numbers/predicates.h"

#include <stdlib.h>

static const double NORMALS_AGREE = 0.5; // cosine; corners in one plane leave 1 and -1
static const double JUST_MISSED = 64.0;  // flatnesses

typedef struct Seed {
    double area; // twice the area
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
    int32_t *faceOf;  // faceOf[triangleCount], in order of growth; -1: no face yet
    int32_t *members; // members[triangleCount]: triangles, face by face
    Plane *planes;    // planes[triangleCount]: planes of the faces' seeds
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
    double area = cdDot(cdGetTriangleCross(c[0], c[1], c[2]), cdGetTriangleNormal(build->mesh, triangle));
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

// Centres the plane between the corners farthest above and below it. Returns their distance from it.
static double centerPlane(const cdMesh *mesh, const int32_t *triangles, int32_t count, Plane *plane) {
    double lowest = INFINITY, highest = -INFINITY;
    for (int32_t i = 0; i < count; i++) {
        cdVec3 corners[3];
        cdGetCorners(mesh, triangles[i], corners);
        for (int k = 0; k < 3; k++) {
            double height = cdDot(plane->normal, corners[k]);
            lowest = cdMin(lowest, height), highest = cdMax(highest, height);
        }
    }
    plane->offset = 0.5 * (lowest + highest);
    return 0.5 * (highest - lowest);
}

static cdVec3 sumAreas(const cdMesh *mesh, const int32_t *triangles, int32_t count) {
    cdVec3 sum = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < count; i++) {
        cdVec3 c[3];
        cdGetCorners(mesh, triangles[i], c);
        sum = cdAdd(sum, cdGetTriangleCross(c[0], c[1], c[2]));
    }
    return cdScale(0.5, sum);
}

// True if a triangle's normal agrees with a plane. `distance`: the maximum distance of its corners.
static bool compareToPlane(const Growth *growth, const Plane *plane, int32_t triangle, double *distance) {
    const cdMesh *mesh = growth->build->mesh;
    cdVec3 corners[3];
    cdGetCorners(mesh, triangle, corners);
    *distance = 0.0;
    for (int k = 0; k < 3; k++)
        *distance = cdMax(fabs(getHeight(plane, corners[k])), *distance);
    return growth->flat[triangle] ||
           cdDot(cdGetTriangleNormal(mesh, triangle), plane->normal) > NORMALS_AGREE;
}

static void addMember(Growth *growth, int32_t triangle, int32_t face) {
    growth->faceOf[triangle] = face;
    growth->members[growth->memberCount++] = triangle;
}

// Grows from all members of the last face, which begin at `first`. True if a triangle just missed.
static bool spreadFace(Growth *growth, int32_t face, int32_t first) {
    const double flatness = growth->build->flatness;
    const Plane plane = growth->planes[face];
    bool missed = false;
    for (int32_t next = first; next < growth->memberCount; next++) {
        for (int32_t k = 0; k < 3; k++) {
            int32_t twin = growth->build->twins[3 * growth->members[next] + k];
            double distance;
            if (twin < 0 || growth->faceOf[twin / 3] >= 0) continue;
            bool agrees = compareToPlane(growth, &plane, twin / 3, &distance);
            if (agrees && distance <= flatness)
                addMember(growth, twin / 3, face);
            else
                missed |= agrees && distance <= JUST_MISSED * flatness;
        }
    }
    return missed;
}

// Recomputes the plane from all members. False: not all are within the flatness of it.
static bool renewPlane(Growth *growth, int32_t face, int32_t first) {
    const cdMesh *mesh = growth->build->mesh;
    const int32_t *members = growth->members + first;
    int32_t count = growth->memberCount - first;
    Plane plane = {cdNormalize(sumAreas(mesh, members, count)), 0.0};
    bool agrees = cdDot(plane.normal, growth->planes[face].normal) > NORMALS_AGREE;
    if (!agrees || !(centerPlane(mesh, members, count, &plane) <= growth->build->flatness)) return false;
    growth->planes[face] = plane;
    return true;
}

static void growFace(Growth *growth, int32_t seed, cdVec3 normal) {
    enum { RENEWALS = 32 };
    const cdMesh *mesh = growth->build->mesh;
    int32_t face = growth->faceCount++, first = growth->memberCount;
    growth->planes[face] = (Plane){normal, cdDot(normal, mesh->vertices[mesh->triangles[3 * (size_t)seed]])};
    addMember(growth, seed, face);
    bool missed = spreadFace(growth, face, first);
    for (int i = 0; i < RENEWALS && missed && renewPlane(growth, face, first); i++) {
        int32_t before = growth->memberCount;
        missed = spreadFace(growth, face, first) && growth->memberCount > before;
    }
}

static void growAll(Growth *growth, const Seed *seeds) {
    const cdMesh *mesh = growth->build->mesh;
    for (int32_t i = 0; i < mesh->triangleCount; i++) {
        int32_t t = seeds[i].triangle;
        bool hasPlane = !cdIsFoldedTriangle(mesh, t) && cdHasArea(mesh, t);
        if (hasPlane && growth->faceOf[t] < 0) growFace(growth, t, cdGetTriangleNormal(mesh, t));
    }
}

// --- 3. faces without area
// ---------------------------------------------------------------------------------------

// Returns the face across the longest side that has one; -1: no face yet.
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

// A folded triangle joins a face at its edge or its vertex.
static int32_t findFaceBeside(const Growth *growth, int32_t triangle) {
    const cdBrepBuild *build = growth->build;
    for (int32_t side = 3 * triangle; side < 3 * triangle + 3; side++) {
        int32_t beside = build->edgeSides[build->mesh->triangleEdges[side]];
        if (beside >= 0) return growth->faceOf[beside / 3];
    }
    int32_t beside = build->vertexSides[build->mesh->triangles[3 * (size_t)triangle]];
    return beside >= 0 ? growth->faceOf[beside / 3] : -1;
}

// Returns a normal of the line that a triangle without area degenerates to.
static cdVec3 findLineNormal(const cdMesh *mesh, int32_t triangle) {
    cdVec3 c[3], along = {0.0, 0.0, 0.0};
    cdGetCorners(mesh, triangle, c);
    for (int k = 0; k < 3; k++) {
        cdVec3 side = cdSub(c[(k + 1) % 3], c[k]);
        if (cdLengthSq(side) > cdLengthSq(along)) along = side;
    }
    double x = fabs(along.x), y = fabs(along.y), z = fabs(along.z);
    cdVec3 axis = z <= x && z <= y ? cdMakeVec3(0.0, 0.0, 1.0)
                  : y <= x         ? cdMakeVec3(0.0, 1.0, 0.0)
                                   : cdMakeVec3(1.0, 0.0, 0.0);
    return cdNormalize(cdCross(cdCross(along, axis), along));
}

static void growLines(Growth *growth) {
    for (int32_t t = 0; t < growth->build->mesh->triangleCount; t++)
        if (growth->faceOf[t] < 0 && cdTakesPart(growth->build, t))
            growFace(growth, t, findLineNormal(growth->build->mesh, t));
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
    if (growth->build->hasBorders) growLines(growth);
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        if (growth->faceOf[t] < 0) growth->faceOf[t] = findFaceBeside(growth, t);
    }
}

// --- 4. number
// --------------------------------------------------------------------------------------------------

// numbers[faceCount]: the rank of each grown face by first triangle.
static void numberFaces(const Growth *growth, int32_t *numbers, int32_t triangleCount) {
    int32_t count = 0;
    for (int32_t f = 0; f < growth->faceCount; f++)
        numbers[f] = -1;
    for (int32_t t = 0; t < triangleCount; t++) {
        int32_t face = growth->faceOf[t];
        if (face >= 0 && numbers[face] < 0) numbers[face] = count++;
    }
}

static void listTriangles(cdBrep *brep) {
    for (int32_t t = 0; t < brep->triangleCount; t++)
        if (brep->triangleFaces[t] >= 0) brep->faces[brep->triangleFaces[t]].triangleCount++;
    int32_t first = 0;
    for (int32_t f = 0; f < brep->faceCount; f++) {
        brep->faces[f].firstTriangle = first;
        first += brep->faces[f].triangleCount;
        brep->faces[f].triangleCount = 0;
    }
    for (int32_t t = 0; t < brep->triangleCount; t++) {
        if (brep->triangleFaces[t] < 0) continue;
        cdBrepFace *face = &brep->faces[brep->triangleFaces[t]];
        brep->faceTriangles[face->firstTriangle + face->triangleCount++] = t;
    }
}

// --- 5. planes
// --------------------------------------------------------------------------------------------------

static void completeFace(const cdBrepBuild *build, cdBrepFace *face, Plane seed) {
    const int32_t *triangles = build->brep.faceTriangles + face->firstTriangle, count = face->triangleCount;
    cdVec3 area = sumAreas(build->mesh, triangles, count);
    Plane whole = {cdNormalize(area), 0.0};
    double seedHeight = centerPlane(build->mesh, triangles, count, &seed);
    double height = centerPlane(build->mesh, triangles, count, &whole);
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
        brep->triangleFaces[t] = growth->faceOf[t] >= 0 ? numbers[growth->faceOf[t]] : -1;
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
