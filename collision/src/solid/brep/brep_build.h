// A boundary representation under construction: the steps, in the order in which they run, and the data they
// pass on.
//
//     mesh -> twins, fans -> shells -> crossings -> faces -> edges, vertices -> fans -> measures -> near
//     features
//
// Every step allocates through cdTakeBrepArray, which records it for freeing. It returns false, with
// report.error, if there is no memory or the mesh is no solid; then the later steps do not run.
//
// A side is 3 * triangle + k: edge k of a triangle, from its corner k to the next. Folded triangles (two
// corners are one vertex) take no part: they have no twins and join the adjacent face at the end.
//
// Features (hasBorders) can come from any mesh. A side without twin, since its edge has one triangle, more
// than two, or two of opposite orientation, is on a border: an edge of its own, whose half-edge 2e + 1 has no
// face. There a folded triangle on an edge of its own, a hair, takes part as a face without area.
#ifndef CD_BREP_BUILD_H
#define CD_BREP_BUILD_H

#include "mesh/mesh_data.h"
#include "solid/index/index_build.h"

enum { CD_BREP_BUILD_ARRAYS = 48, CD_DEFECT_LIST_MAX = 1000 };

typedef struct cdBrepBuild {
    const cdMesh *mesh;
    const cdBuildWatch *watch; // NULL: none
    double tolerance;
    double flatness; // length; points within it of a plane or a line count as on it
    bool refuseIntersections;
    bool wantsFlaws; // true to report near features, else they are not searched
    bool hasBorders; // true for features of any mesh: open and non-manifold edges are borders

    int32_t
        *twins; // twins[3 * triangleCount]: the same edge's side of its other triangle; -1: folded, a border
    int32_t *edgeSides;   // edgeSides[mesh->edgeCount]: a side on each; -1: it has no length
    int32_t *vertexSides; // vertexSides[mesh->vertexCount]: a side that starts there; -1: only points
    cdBrep brep;          // its arrays are still separate, listed in `arrays`
    int32_t *fanFirst;    // fanFirst[brep.vertexCount + 1], with borders: ranges of fans
    int32_t *fans;        // fans[2 * brep.edgeCount]: half-edges that start at each vertex
    int32_t *vertexLeaves, *sideHalfEdges; // as in cdIndexInput

    cdSolidReport report;
    int32_t flawCapacity;
    void *arrays[CD_BREP_BUILD_ARRAYS];
    int32_t arrayCount;
} cdBrepBuild;

static inline int32_t cdNextSide(int32_t side) {
    return side % 3 == 2 ? side - 2 : side + 1;
}

static inline int32_t cdGetSideStart(const cdMesh *mesh, int32_t side) {
    return mesh->triangles[side];
}

static inline int32_t cdGetSideEnd(const cdMesh *mesh, int32_t side) {
    return mesh->triangles[cdNextSide(side)];
}

static inline void cdGetCorners(const cdMesh *mesh, int32_t triangle, cdVec3 corners[3]) {
    for (int32_t k = 0; k < 3; k++)
        corners[k] = mesh->vertices[mesh->triangles[3 * (size_t)triangle + (size_t)k]];
}

// True if two corners are one vertex.
static inline bool cdIsFoldedTriangle(const cdMesh *mesh, int32_t triangle) {
    const int32_t *corners = mesh->triangles + 3 * (size_t)triangle;
    return corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0];
}

// True if a triangle has sides: not a folded one, unless it is a hair.
static inline bool cdTakesPart(const cdBrepBuild *build, int32_t triangle) {
    if (!cdIsFoldedTriangle(build->mesh, triangle)) return true;
    for (int32_t side = 3 * triangle; side < 3 * triangle + 3; side++) {
        int32_t first = build->edgeSides[build->mesh->triangleEdges[side]];
        if (first >= 0 && first / 3 == triangle) return true;
    }
    return false;
}

// Allocates a zeroed array, freed by cdFreeBrepBuild, or earlier by cdGiveBackBrepArray.
void *cdTakeBrepArray(cdBrepBuild *build, size_t count, size_t itemSize);
void cdGiveBackBrepArray(cdBrepBuild *build, void *array);
void cdFreeBrepBuild(cdBrepBuild *build); // all but the report

// Counts a flaw, and lists it if it is among the first of its kind. @errors false: no memory
bool cdAddFlaw(cdBrepBuild *build, cdDefect flaw);

bool cdFindTwins(cdBrepBuild *build);        // brep_twins.c: twins; open, non-manifold, flipped
bool cdFindShells(cdBrepBuild *build);       // brep_shells.c: brep.shellCount; inside out, flat
bool cdFindCrossings(cdBrepBuild *build);    // brep_crossings.c: self-intersection, if requested
bool cdGrowFaces(cdBrepBuild *build);        // brep_faces.c: the faces' planes, ids and triangles
bool cdJoinEdges(cdBrepBuild *build);        // brep_edges.c: vertices, half-edges, locations
bool cdMakeLoops(cdBrepBuild *build);        // brep_loops.c: the faces' loops
bool cdListFans(cdBrepBuild *build);         // brep_fans.c: fans, if there are borders
bool cdMeasureFeatures(cdBrepBuild *build);  // brep_measure.c: discs, planes of vertices, convex edges
bool cdListNearFeatures(cdBrepBuild *build); // brep_near.c: a warning

// Runs all steps. `mesh`, `tolerance`, `refuseIntersections` and `wantsFlaws` are set, all else is 0.
bool cdBuildBrep(cdBrepBuild *build);

// Packs a boundary representation and its index into a solid. solid_create.c
// @errors NULL: no memory
cdSolid *cdPackSolid(const cdBrepBuild *build, const cdIndex *index);

#endif
