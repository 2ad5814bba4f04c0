// Features of any mesh: the same as a solid's for solids, borders elsewhere; the features of the mesh's
// vertices and edges; fans, adjacency, ids, measures.
#include "collision/draw.h"
#include "solid/features/features_data.h"

#include "brep_fixture.h"
#include "random.h"

typedef struct Shell {
    cdMesh *mesh;
    const cdFeatures *surface; // the mesh's
} Shell;

static Shell makeShellOf(cdMeshDef def) {
    def.parts |= CD_PART_FEATURES;
    Shell shell = {.mesh = cdCreateMesh(&def, NULL)};
    assert_non_null(shell.mesh);
    shell.surface = shell.mesh->features;
    assert_non_null(shell.surface);
    return shell;
}

static Shell makeShell(void) {
    return makeShellOf(getSurfaceDef());
}

static Shell makeShapeShell(const char *spec) {
    TriangleSoup soup;
    char message[400];
    if (!MakeShape(spec, &soup, message, sizeof message)) fail_msg("%s", message);
    cdMeshDef def = MakeSoupMeshDef(&soup);
    Shell shell = makeShellOf(def);
    DestroyTriangleSoup(&soup);
    return shell;
}

static void destroyShell(Shell *shell) {
    cdDestroyMesh(shell->mesh);
}

static void assertFeatures(const cdFeatures *s, int32_t vertices, int32_t edges, int32_t faces,
                           int32_t borders) {
    cdFeaturesInfo info = cdGetFeaturesInfo(s->mesh);
    assert_int_equal(info.vertexCount, vertices);
    assert_int_equal(info.edgeCount, edges);
    assert_int_equal(info.faceCount, faces);
    assert_int_equal(info.borderCount, borders);
}

// --- Checks of every mesh

// Loops follow half-edges of their face, end to end, each once; borders have no loop.
static void checkLoops(const cdBrep *brep) {
    uint8_t *seen = calloc(2 * (size_t)brep->edgeCount + 1, 1);
    for (int32_t f = 0; f < brep->faceCount; f++) {
        assert_true(brep->faces[f].loopCount >= 1);
        assertNear(cdLength(brep->faces[f].normal), 1.0, 1e-12);
        for (int32_t i = 0; i < brep->faces[f].loopCount; i++) {
            int32_t first = brep->loops[brep->faces[f].firstLoop + i], h = first;
            do {
                assert_int_equal(brep->halfEdges[h].face, f);
                assert_int_equal(seen[h]++, 0);
                assert_int_equal(brep->halfEdges[brep->halfEdges[h].next].start,
                                 brep->halfEdges[h ^ 1].start);
                h = brep->halfEdges[h].next;
            } while (h != first);
        }
    }
    for (int32_t h = 0; h < 2 * brep->edgeCount; h++) {
        const cdHalfEdge *half = &brep->halfEdges[h];
        assert_int_equal(seen[h], half->face >= 0);
        assert_true(half->face >= 0 || (h % 2 == 1 && half->next == -1));
        assert_true(half->start >= 0 && half->start < brep->vertexCount);
    }
    free(seen);
}

// Each half-edge is in the list of its start once; fans are clockwise, and a new one begins where the
// sequence ends.
static void checkFans(const cdFeatures *s) {
    const cdBrep *brep = &s->brep;
    uint8_t *seen = calloc(2 * (size_t)brep->edgeCount + 1, 1);
    assert_int_equal(s->fanFirst[0], 0);
    assert_int_equal(s->fanFirst[brep->vertexCount], 2 * brep->edgeCount);
    for (int32_t v = 0; v < brep->vertexCount; v++) {
        int32_t fan = s->fanFirst[v];
        assert_true(s->fanFirst[v + 1] > fan);
        for (int32_t i = fan; i < s->fanFirst[v + 1]; i++) {
            int32_t h = s->fans[i], after = brep->halfEdges[h ^ 1].next;
            bool last = i + 1 == s->fanFirst[v + 1];
            assert_int_equal(brep->halfEdges[h].start, v);
            assert_int_equal(seen[h]++, 0);
            if (after >= 0 && after != s->fans[fan])
                assert_true(!last && s->fans[i + 1] == after);
            else
                fan = i + 1;
            assert_true(after < 0 || last || brep->halfEdges[h].face >= 0 || s->fans[i + 1] == after);
        }
    }
    free(seen);
}

static double getDistanceToEdge(const cdBrep *brep, int32_t edge, cdVec3 x) {
    cdVec3 a = brep->points[brep->halfEdges[2 * edge].start],
           b = brep->points[brep->halfEdges[2 * edge + 1].start];
    cdVec3 along = cdSub(b, a);
    double lengthSq = cdLengthSq(along), t = lengthSq > 0.0 ? cdDot(cdSub(x, a), along) / lengthSq : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return cdLength(cdSub(x, cdMulAdd(a, t, along)));
}

static void checkIsOn(const cdFeatures *s, cdEntity entity, cdVec3 x) {
    cdLocation location = cdGetEntityLocation(s, entity);
    double error = s->info.tolerance;
    assert_int_equal(cdMakeEntity(s, location), entity);
    if (location.kind == CD_ON_VERTEX) {
        assert_true(cdLength(cdSub(x, s->brep.points[location.index])) == 0.0);
    } else if (location.kind == CD_ON_EDGE) {
        assert_true(getDistanceToEdge(&s->brep, location.index, x) <= error);
    } else {
        const cdBrepFace *face = &s->brep.faces[location.index];
        assertNear(cdDot(face->normal, x), face->offset, error);
        assert_true(cdLength(cdSub(x, face->middle)) <= face->radius);
    }
}

// The features of the mesh's vertices and edges are at their positions, or none.
static void checkMaps(const cdFeatures *s) {
    const cdMesh *mesh = s->mesh;
    for (int32_t v = 0; v < mesh->vertexCount; v++)
        if (s->vertexEntities[v] >= 0) checkIsOn(s, s->vertexEntities[v], mesh->vertices[v]);
    for (int32_t i = 0; i < 2 * mesh->edgeCount; i++)
        if (s->edgeEntities[i / 2] >= 0 && mesh->edges[i - i % 2] != mesh->edges[i - i % 2 + 1])
            checkIsOn(s, s->edgeEntities[i / 2], mesh->vertices[mesh->edges[i]]);
    for (int32_t i = 0; i < 3 * mesh->triangleCount; i++) {
        if (s->brep.triangleFaces[i / 3] < 0) continue;
        cdLocation location = {CD_ON_FACE, s->brep.triangleFaces[i / 3]};
        checkIsOn(s, cdMakeEntity(s, location), mesh->vertices[mesh->triangles[i]]);
    }
}

static int32_t getEnd(const cdBrep *brep, int32_t edge, bool lower) {
    int32_t a = brep->halfEdges[2 * edge].start, b = brep->halfEdges[2 * edge + 1].start;
    return (a < b) == lower ? a : b;
}

// A ring of coincident edges is closed, and all its edges have the same ends.
static void checkRings(const cdFeatures *s) {
    for (int32_t e = 0; e < s->brep.edgeCount; e++) {
        int32_t at = e, count = 0;
        do {
            assert_int_equal(getEnd(&s->brep, at, true), getEnd(&s->brep, e, true));
            assert_int_equal(getEnd(&s->brep, at, false), getEnd(&s->brep, e, false));
            assert_true(at == e || s->brep.halfEdges[2 * at + 1].face < 0);
            at = s->sameEdges[at];
            assert_true(count++ < s->brep.edgeCount);
        } while (at != e);
    }
}

static void checkSurface(const cdFeatures *s) {
    int32_t borders = 0;
    checkLoops(&s->brep);
    checkFans(s);
    checkMaps(s);
    checkRings(s);
    for (int32_t e = 0; e < s->brep.edgeCount; e++)
        borders += s->brep.halfEdges[2 * e + 1].face < 0;
    assert_int_equal(borders, s->info.borderCount);
    assert_true(isfinite(s->info.area) && isfinite(cdLengthSq(s->info.centroid)));
    assert_true(s->info.byteCount > sizeof(cdFeatures));
}

// --- Where there is a solid

static void assertSameBrep(const cdBrep *a, const cdBrep *b) {
    assert_int_equal(a->vertexCount, b->vertexCount);
    assert_int_equal(a->edgeCount, b->edgeCount);
    assert_int_equal(a->faceCount, b->faceCount);
    assert_int_equal(a->loopCount, b->loopCount);
    size_t vertices = (size_t)a->vertexCount, edges = (size_t)a->edgeCount, faces = (size_t)a->faceCount;
    assert_memory_equal(a->points, b->points, vertices * sizeof(cdVec3));
    assert_memory_equal(a->vertexIds, b->vertexIds, vertices * sizeof(int32_t));
    assert_memory_equal(a->planes, b->planes, vertices * sizeof *a->planes);
    assert_memory_equal(a->halfEdges, b->halfEdges, 2 * edges * sizeof(cdHalfEdge));
    assert_memory_equal(a->convexEdges, b->convexEdges, edges);
    assert_memory_equal(a->faces, b->faces, faces * sizeof(cdBrepFace));
    assert_memory_equal(a->loops, b->loops, (size_t)a->loopCount * sizeof(int32_t));
    assert_memory_equal(a->triangleFaces, b->triangleFaces, (size_t)a->triangleCount * sizeof(int32_t));
}

// Closed shapes with features and as a solid. Red: a feature numbered, merged or measured differently, so
// that a location on one would not be a location on the other.
static void testSolidsFeatures(void **state) {
    (void)state;
    const char *specs[] = {"box",  "l-shape", "plate", "icosphere:level=3", "torus", "gear:teeth=9",
                           "ring", "nut",     "bolt",  "torus-knot",        "hook",  "cavity"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        Made made = makeShapeSolid(specs[i]);
        assert_true(cdBuildMeshParts(made.mesh, CD_PART_FEATURES, NULL));
        const cdFeatures *s = made.mesh->features;
        const cdSolid *solid = made.mesh->solid;
        assertSameBrep(&s->brep, &solid->brep);
        assert_true(s->info.tolerance == solid->info.tolerance);
        assert_true(s->info.closed);
        assertNear(s->info.area, solid->info.area, 1e-12 * solid->info.area);
        assert_ptr_equal(s->mesh, made.mesh);
        checkSurface(s);
        destroy(&made);
    }
}

// --- Open meshes

static double step, amplitude;
static cdVec3 corner;

static cdVec3 shake(cdVec3 p) {
    double noise = amplitude * sin(12.9898 * p.x + 78.233 * p.y + p.x * p.y);
    return cdAdd(cdMulAdd(corner, step, p), (cdVec3){0.0, 0.0, noise});
}

// A floor of n by n squares, once exact, once off its plane by 1e-12 of its size: one face whose outline is
// the square's, four borders, also scaled and far away, and reversed. Red: a small triangle's tilt keeps a
// face from growing, or a vertex on the rim stays.
static void testFloorIsOneFace(void **state) {
    (void)state;
    const int counts[3] = {3, 30, 90};
    for (int i = 0; i < 12; i++) {
        int count = counts[i % 3];
        double size = i < 6 ? 1.0 : i < 9 ? 1e-4 : 1e4;
        step = size / count;
        corner = i < 9 ? cdMakeVec3(0, 0, 0) : cdMakeVec3(8.0 * size, -5.0 * size, 3.0 * size);
        amplitude = i < 3 ? 0.0 : 1e-12 * size;
        clearSurface();
        addGrid((cdVec3){0, 0, 0}, i % 2 ? X : Y, i % 2 ? Y : X, count, 0, 0);
        transform(shake);
        Shell shell = makeShell();
        assertFeatures(shell.surface, 4, 4, 1, 4);
        checkSurface(shell.surface);
        assert_false(shell.surface->info.closed);
        assert_int_equal(shell.surface->brep.faces[0].loopCount, 1);
        assertNear(shell.surface->brep.faces[0].normal.z, i % 2 ? 1.0 : -1.0, 1e-9);
        for (int32_t e = 0; e < 4; e++)
            assert_true(shell.surface->brep.convexEdges[e]);
        destroyShell(&shell);
    }
}

// A floor with a square hole: two loops, the outer one first, eight borders; the area is the floor's less the
// hole's, the centroid in the middle.
static void testHole(void **state) {
    (void)state;
    clearSurface();
    addGrid((cdVec3){-3, -3, 2}, X, Y, 6, 2, 4);
    Shell shell = makeShell();
    assertFeatures(shell.surface, 8, 8, 1, 8);
    checkSurface(shell.surface);
    const cdBrep *brep = &shell.surface->brep;
    assert_int_equal(brep->faces[0].loopCount, 2);
    assertNear(fabs(brep->points[brep->halfEdges[brep->loops[0]].start].x), 3.0, 1e-14);
    assertNear(shell.surface->info.area, 32.0, 1e-13);
    assertNear(cdLength(cdSub(shell.surface->info.centroid, (cdVec3){0, 0, 2})), 0.0, 1e-14);
    destroyShell(&shell);
}

// The teapot is open and has 160 rim edges; every feature is valid.
static void testTeapot(void **state) {
    (void)state;
    Shell shell = makeShapeShell("teapot");
    assert_true(shell.surface->info.borderCount > 0);
    assert_false(shell.surface->info.closed);
    checkSurface(shell.surface);
    destroyShell(&shell);
}

// --- Non-manifold meshes

// Three sheets of 4 by 4 squares that meet in one seam: three faces, and on the seam three edges with the
// same ends, in one ring. Red: the seam split, or a sheet growing through it.
static void testThreeSheets(void **state) {
    (void)state;
    clearSurface();
    addGrid((cdVec3){0, 0, 0}, X, Y, 4, 0, 0);
    addGrid((cdVec3){0, 0, 0}, Z, X, 4, 0, 0);
    addGrid((cdVec3){0, 0, -4}, Z, X, 4, 0, 0);
    Shell shell = makeShell();
    checkSurface(shell.surface);
    assertFeatures(shell.surface, 8, 12, 3, 12);
    int32_t ringed = 0;
    for (int32_t e = 0; e < 12; e++)
        ringed += shell.surface->sameEdges[e] != e;
    assert_int_equal(ringed, 3);
    int32_t e = 0;
    while (shell.surface->sameEdges[e] == e)
        e++;
    int32_t second = shell.surface->sameEdges[e], third = shell.surface->sameEdges[second];
    assert_true(third != e && shell.surface->sameEdges[third] == e);
    destroyShell(&shell);
}

// Two halves of one floor, the second reversed: two faces, a ring of two edges between them. Red: one face,
// whose normal would be wrong on one half.
static void testFlippedHalf(void **state) {
    (void)state;
    clearSurface();
    addGrid((cdVec3){0, 0, 0}, X, Y, 3, 0, 0);
    addGrid((cdVec3){3, 0, 0}, Y, X, 3, 0, 0);
    Shell shell = makeShell();
    checkSurface(shell.surface);
    assertFeatures(shell.surface, 6, 8, 2, 8);
    const cdBrepFace *faces = shell.surface->brep.faces;
    assertNear(faces[0].normal.z, 1.0, 1e-15);
    assertNear(faces[1].normal.z, -1.0, 1e-15);
    int32_t ringed = 0;
    for (int32_t e = 0; e < 8; e++)
        ringed += shell.surface->sameEdges[e] != e;
    assert_int_equal(ringed, 2);
    destroyShell(&shell);
}

// A box with reversed triangles on another one: the outside is undefined, so both sides count, and its
// contact is the usual one: one area, its normal up. Red: taken for a solid: its floor's normal would push A
// down, and nine regions would be needed.
static void testInsideOut(void **state) {
    (void)state;
    TriangleSoup soup;
    char message[400];
    if (!MakeShape("box", &soup, message, sizeof message)) fail_msg("%s", message);
    for (int32_t t = 0; t < soup.triangleCount; t++) {
        int32_t *corners = soup.triangles + 3 * t, second = corners[1];
        corners[1] = corners[2];
        corners[2] = second;
    }
    cdMeshDef def = cdDefaultMeshDef();
    def.points = soup.points, def.pointCount = soup.pointCount;
    def.triangles = soup.triangles, def.triangleCount = soup.triangleCount;
    Shell shell = makeShellOf(def);
    DestroyTriangleSoup(&soup);
    assert_false(shell.surface->info.closed);
    cdContactRegion regions[64];
    cdVec3 points[256];
    cdRegionsInput input = {.meshA = shell.mesh,
                            .meshB = shell.mesh,
                            .sufficientOnly = true,
                            .regions = regions,
                            .points = points,
                            .regionCapacity = 64,
                            .pointCapacity = 256};
    input.poseA = input.poseB = cdIdentityPose();
    input.poseA.p = (cdVec3){0.3, 2.000001, 0.2};
    cdWorkspace *workspace = cdCreateWorkspace();
    cdContactRegions out = cdFindContactRegions(&input, NULL, workspace, NULL);
    assert_int_equal(out.regionCount, 1);
    assert_int_equal(regions[0].dimension, 2);
    assertNear(regions[0].normals[0].y, 1.0, 1e-15);
    cdDestroyWorkspace(workspace);
    destroyShell(&shell);
}

// A strip of 24 squares with half a twist: somewhere two neighbours disagree, and the result is still valid.
static void testMoebiusStrip(void **state) {
    (void)state;
    enum { COUNT = 24 };
    clearSurface();
    for (int i = 0; i < COUNT; i++) {
        cdVec3 rim[2][2];
        for (int k = 0; k < 2; k++) {
            bool wraps = i + k == COUNT;
            double turn = 2.0 * acos(-1.0) * (wraps ? 0 : i + k) / COUNT;
            cdVec3 across = {cos(0.5 * turn) * cos(turn), cos(0.5 * turn) * sin(turn), sin(0.5 * turn)};
            cdVec3 middle = {4.0 * cos(turn), 4.0 * sin(turn), 0.0};
            rim[k][0] = cdMulAdd(middle, wraps ? -1.0 : 1.0, across);
            rim[k][1] = cdMulAdd(middle, wraps ? 1.0 : -1.0, across);
        }
        addFreeTriangle(rim[0][0], rim[1][0], rim[1][1]);
        addFreeTriangle(rim[0][0], rim[1][1], rim[0][1]);
    }
    Shell shell = makeShell();
    checkSurface(shell.surface);
    assertFeatures(shell.surface, 2 * COUNT, 4 * COUNT + 1, 2 * COUNT, 2 * COUNT + 2);
    destroyShell(&shell);
}

// Two triangles that share a corner only: it has two fans, and is adjacent to both faces and four edges.
static void testTwoFans(void **state) {
    (void)state;
    clearSurface();
    addFreeTriangle((cdVec3){0, 0, 0}, (cdVec3){1, 0, 0}, (cdVec3){1, 1, 0});
    addFreeTriangle((cdVec3){0, 0, 0}, (cdVec3){-1, 0, 0}, (cdVec3){-1, -1, 1});
    Shell shell = makeShell();
    const cdFeatures *s = shell.surface;
    checkSurface(s);
    assertFeatures(s, 5, 6, 2, 6);
    int32_t tip = 0, edges = 0;
    while (cdLength(cdAdd(s->brep.points[tip], s->info.center)) > 1e-12)
        tip++;
    assert_int_equal(s->fanFirst[tip + 1] - s->fanFirst[tip], 4);
    for (int32_t e = 0; e < 6; e++)
        edges += cdAreAdjacent(s, (cdLocation){CD_ON_VERTEX, tip}, (cdLocation){CD_ON_EDGE, e});
    assert_int_equal(edges, 4);
    assert_true(cdAreAdjacent(s, (cdLocation){CD_ON_VERTEX, tip}, (cdLocation){CD_ON_FACE, 0}));
    assert_true(cdAreAdjacent(s, (cdLocation){CD_ON_FACE, 1}, (cdLocation){CD_ON_VERTEX, tip}));
    destroyShell(&shell);
}

// A tent whose tip is a vertex in the middle of a floor: the floor stays one face, the tip stays a vertex.
static void testTipWithinFace(void **state) {
    (void)state;
    clearSurface();
    addGrid((cdVec3){-2, -2, 0}, X, Y, 4, 0, 0);
    const cdVec3 rim[3] = {{1, 0, 1}, {-1, 1, 1}, {-1, -1, 1}};
    for (int i = 0; i < 3; i++)
        addFreeTriangle((cdVec3){0, 0, 0}, rim[i], rim[(i + 1) % 3]);
    Shell shell = makeShell();
    checkSurface(shell.surface);
    assertFeatures(shell.surface, 4 + 4, 4 + 6, 1 + 3, 4 + 3);
    destroyShell(&shell);
}

// A bent fin on a floor along two of its edges, and straight on beyond them over the inside of a triangle:
// where it leaves the second edge the slit in the floor ends, so both are cut there, though the fin's foot is
// straight. The fin first and last.
static void testFinBeyondSlit(void **state) {
    (void)state;
    const cdVec3 start = {1, 1, 0}, bend = {2, 1, 0}, end = {2, 2, 0}, beyond = {2, 2.5, 0}, top = {2, 1, 1};
    for (int i = 0; i < 2; i++) {
        clearSurface();
        if (i == 0) addGrid((cdVec3){0, 0, 0}, X, Y, 4, 0, 0);
        addFreeTriangle(start, bend, top);
        addFreeTriangle(bend, end, top);
        addFreeTriangle(end, beyond, top);
        if (i == 1) addGrid((cdVec3){0, 0, 0}, X, Y, 4, 0, 0);
        Shell shell = makeShell();
        checkSurface(shell.surface);
        // The floor's outline and its slit in both directions; the fin's foot in three, two slopes, the
        // crease.
        assertFeatures(shell.surface, 4 + 5, 4 + 4 + 3 + 2 + 1, 3, 13);
        destroyShell(&shell);
    }
}

// --- Without area

// A triangle folded onto a line beside nothing (a hair), one that is a point, three collinear corners, one
// folded onto the edge of another: lines have edges, points nothing, and parts on an edge add nothing.
static void testFolded(void **state) {
    (void)state;
    clearSurface();
    int32_t first = addPoint((cdVec3){0, 0, 0});
    addPoint((cdVec3){1, 2, 0});
    addTriangle(first, first + 1, first + 1);
    Shell hair = makeShell();
    checkSurface(hair.surface);
    assertFeatures(hair.surface, 2, 2, 1, 2);
    assert_true(hair.surface->info.area == 0.0);
    destroyShell(&hair);
    first = addPoint((cdVec3){5, 5, 5});
    addTriangle(first, first, first);
    addFreeTriangle((cdVec3){0, 0, 3}, (cdVec3){1, 1, 4}, (cdVec3){2, 2, 5});
    addFreeTriangle((cdVec3){0, 0, 9}, (cdVec3){1, 0, 9}, (cdVec3){0, 1, 9});
    first = addPoint((cdVec3){0, 0, 9});
    addPoint((cdVec3){1, 0, 9});
    addTriangle(first, first, first + 1);
    Shell all = makeShell();
    checkSurface(all.surface);
    assertFeatures(all.surface, 2 + 3 + 3, 2 + 3 + 3, 3, 8);
    destroyShell(&all);
    clearSurface();
    first = addPoint((cdVec3){5, 5, 5});
    addTriangle(first, first, first);
    Shell point = makeShell();
    checkSurface(point.surface);
    assertFeatures(point.surface, 0, 0, 0, 0);
    assert_int_equal(cdCountEntities(point.surface), 0);
    destroyShell(&point);
}

// Closed meshes without thickness: a tetrahedron all on one line, and a triangle with both its sides.
static void testNoThickness(void **state) {
    (void)state;
    const cdVec3 p[4] = {{0, 0, 0}, {1, 1, 0}, {2, 2, 0}, {4, 4, 0}};
    const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    clearSurface();
    for (int i = 0; i < 4; i++)
        addFreeTriangle(p[faces[i][0]], p[faces[i][1]], p[faces[i][2]]);
    Shell line = makeShell();
    checkSurface(line.surface);
    destroyShell(&line);
    clearSurface();
    addFreeTriangle(p[0], (cdVec3){1, 0, 0}, (cdVec3){0, 1, 0});
    addFreeTriangle(p[0], (cdVec3){0, 1, 0}, (cdVec3){1, 0, 0});
    Shell both = makeShell();
    checkSurface(both.surface);
    assert_true(both.surface->info.faceCount >= 1 && both.surface->info.vertexCount == 3);
    destroyShell(&both);
}

// Random triangles with corners on a small lattice: every kind of defect, many at once. Red: a loop that does
// not close, a fan that loses a half-edge, a vertex at the wrong position.
static void testRandomTriangles(void **state) {
    (void)state;
    Random random = {17};
    for (int round = 0; round < 3000; round++) {
        int triangles = 1 + round % 40, side = 2 + round % 3;
        clearSurface();
        for (int i = 0; i < triangles; i++) {
            cdVec3 c[3];
            for (int k = 0; k < 3; k++) {
                c[k].x = nextRandomInt(&random, 0, side);
                c[k].y = nextRandomInt(&random, 0, side);
                c[k].z = nextRandomInt(&random, 0, 1);
            }
            addFreeTriangle(c[0], c[1], c[2]);
        }
        Shell shell = makeShell();
        checkSurface(shell.surface);
        destroyShell(&shell);
    }
}

// --- Reading

static bool isEndOf(const cdBrep *brep, int32_t vertex, int32_t edge) {
    return getEnd(brep, edge, true) == vertex || getEnd(brep, edge, false) == vertex;
}

static bool isOnLoops(const cdBrep *brep, int32_t face, int32_t vertex, int32_t edge) {
    for (int32_t h = 0; h < 2 * brep->edgeCount; h++)
        if (brep->halfEdges[h].face == face && (h / 2 == edge || brep->halfEdges[h].start == vertex))
            return true;
    return false;
}

// All pairs of features of an L and of a floor with a hole, against a search of their loops; in both orders;
// nothing is adjacent to itself or to another of its kind.
static void testAdjacency(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        clearSurface();
        addGrid((cdVec3){-3, -3, 2}, X, Y, 6, 2, 4);
        Shell shell = i == 0 ? makeShapeShell("l-shape") : makeShell();
        const cdFeatures *s = shell.surface;
        for (cdEntity a = 0; a < cdCountEntities(s); a++)
            for (cdEntity b = 0; b <= a; b++) {
                cdLocation x = cdGetEntityLocation(s, b), y = cdGetEntityLocation(s, a);
                bool expected = false;
                if (x.kind == CD_ON_VERTEX && y.kind == CD_ON_EDGE)
                    expected = isEndOf(&s->brep, x.index, y.index);
                else if (x.kind != y.kind)
                    expected = isOnLoops(&s->brep, y.index, x.kind == CD_ON_VERTEX ? x.index : -1,
                                         x.kind == CD_ON_EDGE ? x.index : -1);
                assert_int_equal(cdAreAdjacent(s, x, y), expected);
                assert_int_equal(cdAreAdjacent(s, y, x), expected);
            }
        destroyShell(&shell);
    }
}

// Ids are the file's: 100 and up for points, 7 for the one face; locations not on the mesh have no feature.
static void testIds(void **state) {
    (void)state;
    const cdVec3 points[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const int32_t triangle[3] = {0, 1, 2}, pointIds[3] = {100, 105, 103}, faceId = 7;
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points, def.pointCount = 3, def.pointIds = pointIds;
    def.triangles = triangle, def.triangleCount = 1, def.faceIds = &faceId;
    Shell shell = makeShellOf(def);
    cdFeature vertex = cdGetFeatureAt(shell.mesh, (cdLocation){CD_ON_VERTEX, 1});
    assert_true(vertex.kind == CD_FEATURE_VERTEX && vertex.index == 1 && vertex.id == 105);
    assert_true(vertex.vertexId[0] == 105 && vertex.vertexId[1] == 105);
    cdFeature edge = cdGetFeatureAt(shell.mesh, (cdLocation){CD_ON_EDGE, 2});
    assert_true(edge.kind == CD_FEATURE_EDGE && edge.index == 2 && edge.id == 2);
    assert_int_equal(edge.vertexId[0] + edge.vertexId[1], 100 + 103);
    cdFeature face = cdGetFeatureAt(shell.mesh, (cdLocation){CD_ON_FACE, 0});
    assert_true(face.kind == CD_FEATURE_FACE && face.id == 7 && face.vertexId[0] == -1);
    cdLocation none[4] = {{CD_INSIDE, -1}, {CD_ON_FACE, 1}, {CD_ON_EDGE, -1}, {CD_LOCATION_UNDECIDED, 0}};
    for (int i = 0; i < 4; i++)
        assert_int_equal(cdGetFeatureAt(shell.mesh, none[i]).kind, CD_NO_FEATURE);
    destroyShell(&shell);
}

typedef struct Drawn {
    int segments, points;
    double length;
} Drawn;

static void drawSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    Drawn *drawn = context;
    if (style.role == CD_ROLE_CELL) return; // hatching, drawn in test_index_draw.c
    assert_int_equal(style.role, CD_ROLE_ON);
    drawn->segments++;
    drawn->length += cdLength(cdSub(b, a));
}

static void drawPoint(cdVec3 p, cdDrawStyle style, void *context) {
    Drawn *drawn = context;
    assert_int_equal(style.role, CD_ROLE_ON);
    assertNear(fabs(p.x - 10.0), 3.0, 1e-14);
    drawn->points++;
}

// The floor with a hole, 10 along x: a corner is one point, a border one segment, the face its eight.
static void testDrawing(void **state) {
    (void)state;
    clearSurface();
    addGrid((cdVec3){-3, -3, 2}, X, Y, 6, 2, 4);
    Shell shell = makeShell();
    Drawn drawn = {0};
    cdDebugDraw draw = {.segment = drawSegment, .point = drawPoint, .context = &drawn};
    cdPose pose = {{10, 0, 0}, {1, 0, 0, 0}};
    cdDrawLocation(&draw, shell.mesh, pose, (cdLocation){CD_ON_FACE, 0});
    assert_int_equal(drawn.segments, 8);
    assertNear(drawn.length, 4 * 6 + 4 * 2, 1e-12);
    cdDrawLocation(&draw, shell.mesh, pose, (cdLocation){CD_ON_VERTEX, 0});
    cdDrawLocation(&draw, shell.mesh, pose, (cdLocation){CD_ON_EDGE, 0});
    cdDrawLocation(&draw, shell.mesh, pose, (cdLocation){CD_OUTSIDE, 0});
    assert_int_equal(drawn.points, 1);
    assert_int_equal(drawn.segments, 9);
    destroyShell(&shell);
}

// A hollow box of 2 x 4 x 6 about (5, 6, 7): area 88; Ixx is the sum over the faces of A (y^2 + z^2) about
// the centre, computed by hand: x faces 24 (16 / 12 + 36 / 12), y faces 12 (4 + 36 / 12), z faces 8 (16 / 12
// + 9), each twice. Red: a wrong power, or digits lost far away.
static void testInertia(void **state) {
    (void)state;
    clearSurface();
    addCube((cdVec3){0, 0, 0}, 4, false);
    for (int32_t i = 0; i < surface.pointCount; i++) {
        cdVec3 *p = &surface.points[i];
        *p = (cdVec3){4.0 + 0.5 * p->x, 4.0 + p->y, 4.0 + 1.5 * p->z};
    }
    Shell shell = makeShell();
    cdFeaturesInfo info = cdGetFeaturesInfo(shell.mesh);
    double xx =
        2.0 * (24.0 * (16.0 / 12.0 + 36.0 / 12.0) + 12.0 * (4.0 + 36.0 / 12.0) + 8.0 * (16.0 / 12.0 + 9.0));
    double zz =
        2.0 * (24.0 * (1.0 + 16.0 / 12.0) + 12.0 * (4.0 / 12.0 + 4.0) + 8.0 * (4.0 / 12.0 + 16.0 / 12.0));
    assertNear(info.area, 88.0, 1e-12);
    assertNear(cdLength(cdSub(info.centroid, (cdVec3){5, 6, 7})), 0.0, 1e-14);
    assertNear(info.inertia[0], xx / 88.0, 1e-12);
    assertNear(info.inertia[2], zz / 88.0, 1e-12);
    for (int k = 3; k < 6; k++)
        assertNear(info.inertia[k], 0.0, 1e-13);
    destroyShell(&shell);
}

// 80,000 triangles of a ball: bytes stay below 500 a triangle.
static void testSize(void **state) {
    (void)state;
    Shell shell = makeShapeShell("icosphere:level=6");
    assert_int_equal(shell.surface->brep.triangleCount, 81920);
    assert_true(shell.surface->info.byteCount < 500u * 81920u);
    destroyShell(&shell);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSolidsFeatures), cmocka_unit_test(testFloorIsOneFace),
        cmocka_unit_test(testHole),           cmocka_unit_test(testTeapot),
        cmocka_unit_test(testThreeSheets),    cmocka_unit_test(testFlippedHalf),
        cmocka_unit_test(testInsideOut),      cmocka_unit_test(testMoebiusStrip),
        cmocka_unit_test(testTwoFans),        cmocka_unit_test(testTipWithinFace),
        cmocka_unit_test(testFinBeyondSlit),  cmocka_unit_test(testFolded),
        cmocka_unit_test(testNoThickness),    cmocka_unit_test(testRandomTriangles),
        cmocka_unit_test(testAdjacency),      cmocka_unit_test(testIds),
        cmocka_unit_test(testDrawing),        cmocka_unit_test(testInertia),
        cmocka_unit_test(testSize),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
