// Surfaces of grids and triangles, solids of them, and checks that hold for every solid.
#ifndef TESTS_BREP_FIXTURE_H
#define TESTS_BREP_FIXTURE_H

#include "collision/collision.h"
#include "shapes/shapes.h"
#include "solid/solid_data.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// --- surfaces
// --------------------------------------------------------------------------------------

enum { POINT_MAX = 60000, TRIANGLE_MAX = 60000 };

// Equal points weld, so each part may add its own.
typedef struct Surface {
    cdVec3 points[POINT_MAX];
    int32_t triangles[3 * TRIANGLE_MAX];
    int32_t pointCount, triangleCount;
} Surface;

static Surface surface;

static inline void clearSurface(void) {
    surface.pointCount = surface.triangleCount = 0;
}

static inline int32_t addPoint(cdVec3 point) {
    assert_true(surface.pointCount < POINT_MAX);
    surface.points[surface.pointCount] = point;
    return surface.pointCount++;
}

static inline void addTriangle(int32_t a, int32_t b, int32_t c) {
    assert_true(surface.triangleCount < TRIANGLE_MAX);
    int32_t *corners = surface.triangles + 3 * surface.triangleCount++;
    corners[0] = a, corners[1] = b, corners[2] = c;
}

static inline void addFreeTriangle(cdVec3 a, cdVec3 b, cdVec3 c) {
    int32_t first = addPoint(a);
    addPoint(b), addPoint(c);
    addTriangle(first, first + 1, first + 2);
}

// Adds the parallelogram at a corner with sides count times u and v, in count by count pieces; outside is u x
// v. Leaves out the pieces from `holeFrom` to before `holeTo` in each direction.
static inline void addGrid(cdVec3 corner, cdVec3 u, cdVec3 v, int count, int holeFrom, int holeTo) {
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < count; k++) {
            if (i >= holeFrom && i < holeTo && k >= holeFrom && k < holeTo) continue;
            cdVec3 at = cdMulAdd(cdMulAdd(corner, i, u), k, v);
            addFreeTriangle(at, cdAdd(at, u), cdAdd(cdAdd(at, u), v));
            addFreeTriangle(at, cdAdd(cdAdd(at, u), v), cdAdd(at, v));
        }
    }
}

static const cdVec3 X = {1, 0, 0}, Y = {0, 1, 0}, Z = {0, 0, 1};

// Adds the cube [0, count]^3 in count^2 squares a side; the cubes beside it are `inward`.
static inline void addCube(cdVec3 corner, int count, bool inward) {
    cdVec3 far = cdMulAdd(corner, count, (cdVec3){1, 1, 1});
    const cdVec3 axes[3] = {X, Y, Z};
    for (int i = 0; i < 3; i++) {
        cdVec3 u = axes[(i + 1) % 3], v = axes[(i + 2) % 3];
        addGrid(far, cdNegate(inward ? v : u), cdNegate(inward ? u : v), count, 0, 0);
        addGrid(corner, inward ? u : v, inward ? v : u, count, 0, 0);
    }
}

static inline void transform(cdVec3 (*map)(cdVec3)) {
    for (int32_t i = 0; i < surface.pointCount; i++)
        surface.points[i] = map(surface.points[i]);
}

// --- solids of them
// ---------------------------------------------------------------------------------------------

typedef struct Made {
    cdMesh *mesh; // with its B-rep index, if it is a solid
    cdMeshReport report;
} Made;

static inline bool isSolid(const Made *made) {
    return (cdGetMeshInfo(made->mesh).parts & CD_PART_SOLID) != 0;
}

static inline Made makeSolidOf(cdMeshDef def) {
    Made made = {0};
    def.parts |= CD_PART_SOLID;
    made.mesh = cdCreateMesh(&def, &made.report);
    assert_non_null(made.mesh);
    assert_true(isSolid(&made) == (made.report.solid.error == CD_BUILD_OK));
    return made;
}

static inline cdMeshDef getSurfaceDef(void) {
    cdMeshDef def = cdDefaultMeshDef();
    def.points = surface.points, def.pointCount = surface.pointCount;
    def.triangles = surface.triangles, def.triangleCount = surface.triangleCount;
    return def;
}

static inline Made makeSolid(void) {
    return makeSolidOf(getSurfaceDef());
}

static inline void destroy(Made *made) {
    cdDestroyMeshReport(&made->report);
    cdDestroyMesh(made->mesh);
}

static inline Made makeShapeSolid(const char *spec) {
    TriangleSoup soup;
    char message[400];
    if (!MakeShape(spec, &soup, message, sizeof message)) fail_msg("%s", message);
    cdMeshDef def = cdDefaultMeshDef();
    def.points = soup.points, def.pointCount = soup.pointCount, def.pointIds = soup.pointIds;
    def.triangles = soup.triangles, def.triangleCount = soup.triangleCount, def.faceIds = soup.faceIds;
    def.refuseIntersections = soup.triangleCount < 10000;
    Made made = makeSolidOf(def);
    DestroyTriangleSoup(&soup);
    if (!isSolid(&made)) fail_msg("%s: %s", spec, cdGetBuildErrorName(made.report.solid.error));
    return made;
}

static inline void assertNear(double value, double expected, double error) {
    if (!(fabs(value - expected) <= error)) fail_msg("%.17g instead of %.17g", value, expected);
}

static inline void assertCounts(const cdMesh *mesh, int32_t vertices, int32_t edges, int32_t faces,
                                int32_t loops, int32_t shells) {
    cdSolidInfo info = cdGetSolidInfo(mesh);
    assert_int_equal(info.vertexCount, vertices);
    assert_int_equal(info.edgeCount, edges);
    assert_int_equal(info.faceCount, faces);
    assert_int_equal(info.loopCount, loops);
    assert_int_equal(info.shellCount, shells);
}

// Fills the vertices of a loop, up to the capacity, and returns their number.
static inline int32_t listLoop(const cdMesh *mesh, int32_t face, int32_t loop, int32_t *vertices,
                               int32_t capacity) {
    cdSolidLoop found = {.vertices = vertices, .capacity = capacity};
    cdGetSolidLoop(mesh, face, loop, &found);
    return found.needed;
}

// --- checks of every solid
// ---------------------------------------------------------------------------------

// Each loop follows edges that have the face on the stated side. Its vertices lie on the face's plane and in
// its disc. The loops' areas sum to the face's: the outer positive, holes negative.
static inline void checkFace(const cdMesh *mesh, int32_t face, int32_t *edgeUses) {
    static int32_t vertices[POINT_MAX], edges[POINT_MAX];
    cdSolidFace f = cdGetSolidFace(mesh, face);
    cdSolidInfo info = cdGetSolidInfo(mesh);
    double area = 0.0;
    assert_true(f.loopCount >= 1 && f.area > 0.0);
    for (int32_t loop = 0; loop < f.loopCount; loop++) {
        cdSolidLoop found = {.vertices = vertices, .edges = edges, .capacity = POINT_MAX};
        cdGetSolidLoop(mesh, face, loop, &found);
        int32_t count = found.count;
        double loopArea = 0.0;
        assert_true(count >= 3);
        for (int32_t i = 0; i < count; i++) {
            int32_t a = vertices[i], b = vertices[(i + 1) % count];
            cdSolidEdge edge = cdGetSolidEdge(mesh, edges[i]);
            int side = edge.vertices[0] == a && edge.vertices[1] == b ? 0 : 1;
            assert_true(edge.vertices[side] == a && edge.vertices[1 - side] == b);
            assert_true(edge.vertices[0] < edge.vertices[1]);
            assert_int_equal(edge.faces[side], face);
            edgeUses[edges[i]]++;
            cdVec3 p = cdGetSolidVertex(mesh, a).point, q = cdGetSolidVertex(mesh, b).point;
            assert_true(fabs(cdDot(f.normal, p) - f.offset) <= 0.1 * info.tolerance);
            assert_true(cdLength(cdSub(p, f.middle)) <= f.radius);
            loopArea += 0.5 * cdDot(f.normal, cdCross(cdSub(p, f.middle), cdSub(q, f.middle)));
        }
        assert_true(loop == 0 ? loopArea > 0.0 : loopArea < 0.0);
        area += loopArea;
    }
    assertNear(area, f.area, info.tolerance * 16.0 * f.radius);
    assertNear(cdDot(f.normal, f.middle), f.offset, 1e-14 * info.radius);
}

// The chosen planes meet in the vertex, as accurately as their determinant allows; no triple is better.
static inline void checkVertex(const cdMesh *mesh, int32_t vertex) {
    const cdSolid *solid = mesh->solid;
    const cdBrep *brep = &solid->brep;
    cdSolidVertex v = cdGetSolidVertex(mesh, vertex);
    int32_t around[64], count = 0, first = brep->vertexHalfEdge[vertex], at = first;
    do {
        assert_int_equal(brep->halfEdges[at].start, vertex);
        if (count < 64) around[count++] = brep->halfEdges[at].face;
        at = brep->halfEdges[at ^ 1].next;
    } while (at != first);
    const cdBrepFace *f = brep->faces;
    cdVec3 a = f[v.planes[0]].normal, b = f[v.planes[1]].normal, c = f[v.planes[2]].normal;
    double chosen = fabs(cdDot(cdCross(a, b), c)), best = 0.0;
    for (int i = 0; i < count && count < 12; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++) {
                cdVec3 cross = cdCross(f[around[i]].normal, f[around[j]].normal);
                best = fmax(best, fabs(cdDot(cross, f[around[k]].normal)));
            }
        }
    }
    assert_true(chosen >= best * (1.0 - 1e-12) - 1e-15);
    for (int i = 0; i < 3; i++) {
        assertNear(cdDot(f[v.planes[i]].normal, v.point), f[v.planes[i]].offset, 0.1 * solid->info.tolerance);
    }
}

static inline void checkTriangles(const cdMesh *mesh) {
    const cdSolid *solid = mesh->solid;
    const cdBrep *brep = &solid->brep;
    int32_t seen = 0;
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    const int32_t *ids = info.faceIds;
    assert_int_equal(brep->triangleCount, info.triangleCount);
    for (int32_t f = 0; f < brep->faceCount; f++) {
        int32_t lowest = INT32_MAX;
        for (int32_t i = 0; i < brep->faces[f].triangleCount; i++, seen++) {
            int32_t triangle = brep->faceTriangles[brep->faces[f].firstTriangle + i];
            assert_int_equal(brep->triangleFaces[triangle], f);
            if (ids[triangle] < lowest) lowest = ids[triangle];
        }
        assert_int_equal(brep->faces[f].id, lowest);
    }
    assert_int_equal(seen, brep->triangleCount);
}

// `genus`: the handles of all shells. Red: an edge is lost, a loop is cut wrongly or a hole is no loop.
static inline void checkSolid(const Made *made, int32_t genus) {
    assert_true(isSolid(made));
    const cdSolid *solid = made->mesh->solid;
    cdSolidInfo info = cdGetSolidInfo(made->mesh);
    cdMeshInfo mesh = cdGetMeshInfo(made->mesh);
    int32_t holes = info.loopCount - info.faceCount;
    assert_int_equal(info.vertexCount - info.edgeCount + info.faceCount - holes,
                     2 * (info.shellCount - genus));
    int32_t *edgeUses = calloc((size_t)info.edgeCount, sizeof(int32_t));
    for (int32_t f = 0; f < info.faceCount; f++)
        checkFace(made->mesh, f, edgeUses);
    for (int32_t e = 0; e < info.edgeCount; e++)
        assert_int_equal(edgeUses[e], 2);
    free(edgeUses);
    for (int32_t v = 0; v < info.vertexCount; v++)
        checkVertex(made->mesh, v);
    checkTriangles(made->mesh);
    assertNear(info.area, mesh.area, 1e-12 * mesh.area);
    assertNear(info.mass.volume, mesh.volume, 1e-12 * mesh.area * mesh.radius);
    assert_true(solid->pointTolerance == 0.1 * info.tolerance);
    assert_true(info.byteCount > sizeof(cdSolid));
}

#endif
