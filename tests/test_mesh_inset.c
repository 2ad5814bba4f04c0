// Permitted penetration: the inset mesh stays within its stated depth, and nominal fits move.
#include "collision/collision.h"
#include "contact_fixture.h"
#include "mesh/shapes/closest.h"
#include "random.h"
#include "solid/mesh_inset.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const cdVec3 UP = {0.0, 1.0, 0.0};

static cdMesh *makeInset(const cdMesh *mesh, double depth, cdInset *inset) {
    cdMeshDef def = cdDefaultMeshDef();
    def.allowance = depth;
    cdMesh *moved = cdBuildInsetMesh(mesh, &def, inset);
    assert_non_null(moved);
    assert_int_equal(moved->vertexCount, mesh->vertexCount);
    assert_int_equal(moved->triangleCount, mesh->triangleCount);
    return moved;
}

static cdMesh *makeBoxMesh(double x, double y, double z) {
    TriangleSoup soup = {0};
    char message[256];
    assert_true(MakeShape("box", &soup, message, sizeof message));
    cdBox3 bounds = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int32_t i = 0; i < soup.pointCount; i++) {
        cdVec3 p = soup.points[i];
        bounds.lower =
            (cdVec3){cdMin(bounds.lower.x, p.x), cdMin(bounds.lower.y, p.y), cdMin(bounds.lower.z, p.z)};
        bounds.upper =
            (cdVec3){cdMax(bounds.upper.x, p.x), cdMax(bounds.upper.y, p.y), cdMax(bounds.upper.z, p.z)};
    }
    for (int32_t i = 0; i < soup.pointCount; i++) {
        cdVec3 p = soup.points[i];
        soup.points[i] = (cdVec3){p.x > 0.5 * (bounds.lower.x + bounds.upper.x) ? x : -x,
                                  p.y > 0.5 * (bounds.lower.y + bounds.upper.y) ? y : -y,
                                  p.z > 0.5 * (bounds.lower.z + bounds.upper.z) ? z : -z};
    }
    cdMeshDef def = MakeSoupMeshDef(&soup);
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    assert_non_null(mesh);
    DestroyTriangleSoup(&soup);
    return mesh;
}

// --- the stated depth

// Returns the winding number of a closed mesh about a point, relative to the centre.
static double findWinding(const cdMesh *mesh, cdVec3 p) {
    double sum = 0.0;
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        cdVec3 v[3];
        double length[3];
        for (int k = 0; k < 3; k++) {
            v[k] = cdSub(cdAdd(mesh->vertices[mesh->triangles[3 * t + k]], mesh->center), p);
            length[k] = cdLength(v[k]);
        }
        double volume = cdDot(v[0], cdCross(v[1], v[2]));
        double rest = length[0] * length[1] * length[2] + cdDot(v[0], v[1]) * length[2] +
                      cdDot(v[1], v[2]) * length[0] + cdDot(v[2], v[0]) * length[1];
        sum += 2.0 * atan2(volume, rest);
    }
    return sum / (4.0 * PI);
}

// True if at most `depth` below the plane of a triangle, and at most `reach` from the triangle itself.
static bool isInShell(const cdMesh *mesh, cdVec3 p, double reach, double depth) {
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        cdVec3 v[3];
        cdPlaceMeshTriangle(mesh, cdIdentityPose(), t, v);
        double height = cdDot(cdGetTriangleNormal(mesh, t), cdSub(p, v[0]));
        if (height > 1e-12 || height < -depth - 1e-12) continue;
        cdClosest closest = cdFindClosestPointTriangle(p, v[0], v[1], v[2]);
        if (closest.distanceSq <= reach * reach * (1.0 + 1e-9)) return true;
    }
    return false;
}

static void checkClaim(const char *spec, double depth, Random *random) {
    cdMesh *mesh = makeShape(spec);
    assert_true(mesh->info.closed && mesh->info.oriented);
    cdInset inset;
    cdMesh *moved = makeInset(mesh, depth, &inset);
    assert_true(inset.minDepth > 0.0 && inset.minDepth <= depth && inset.reach >= inset.minDepth);
    int inShell = 0;
    for (int i = 0; i < 1500; i++) {
        int32_t t = nextRandomInt(random, 0, mesh->triangleCount - 1);
        cdVec3 v[3];
        cdPlaceMeshTriangle(mesh, cdIdentityPose(), t, v);
        double s = nextRandom(random), r = nextRandom(random);
        if (s + r > 1.0) s = 1.0 - s, r = 1.0 - r;
        cdVec3 p = cdMulAdd(cdMulAdd(v[0], s, cdSub(v[1], v[0])), r, cdSub(v[2], v[0]));
        p = cdMulAdd(p, 3.0 * depth, nextRandomVec3(random));
        bool inMesh = fabs(findWinding(mesh, p)) > 0.5, inMoved = fabs(findWinding(moved, p)) > 0.5;
        if (!inMesh && inMoved && inset.invertedCount == 0) fail_msg("%s: the inset mesh sticks out", spec);
        if (!inMesh || inMoved) continue;
        inShell++;
        if (!isInShell(mesh, p, inset.reach, depth))
            fail_msg("%s: (%g, %g, %g) is deeper than it may be", spec, p.x, p.y, p.z);
    }
    if (inShell < 100) fail_msg("%s: %d points in the shell", spec, inShell);
    print_message("%-40s depth %-8g least %.4f reach %.4f fixed %d inverted %d\n", spec, depth,
                  inset.minDepth / depth, inset.reach / depth, inset.fixedCount, inset.invertedCount);
    cdDestroyMesh(moved);
    cdDestroyMesh(mesh);
}

// Red: a vertex that moves too far, or in a wrong direction, leaves deeper points between the surfaces.
static void testClaim(void **state) {
    (void)state;
    Random random = {11};
    const char *specs[] = {"box",
                           "peg:sides=6",
                           "socket:sides=8,clearance=0",
                           "socket:sides=5,bottom=0",
                           "torus",
                           "ring",
                           "nut",
                           "polytope-rod",
                           "wire"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        checkClaim(specs[i], 1e-3, &random);
        checkClaim(specs[i], 1e-2, &random);
    }
}

// --- measures

// Every plane of a box recedes by the depth, its corners by the same along three axes.
static void testBox(void **state) {
    (void)state;
    cdMesh *box = makeBoxMesh(1.0, 2.0, 3.0);
    cdInset inset;
    cdMesh *moved = makeInset(box, 0.25, &inset);
    for (int32_t v = 0; v < moved->vertexCount; v++) {
        cdVec3 p = moved->vertices[v];
        assert_true(fabs(fabs(p.x) - 0.75) < 1e-14 && fabs(fabs(p.y) - 1.75) < 1e-14 &&
                    fabs(fabs(p.z) - 2.75) < 1e-14);
        assert_int_equal(moved->vertexIds[v], box->vertexIds[v]);
    }
    assert_true(fabs(inset.minDepth - 0.25) < 1e-14 && inset.minDepth <= 0.25);
    assert_int_equal(inset.fixedCount, 0);
    assert_int_equal(inset.invertedCount, 0);
    cdDestroyMesh(moved);
    moved = makeInset(box, 1.5, &inset);
    assert_true(inset.invertedCount > 0); // thinner than twice the depth
    cdDestroyMesh(moved);
    cdDestroyMesh(box);
}

// Inward triangles, detected by the volume.
static void testInsideOut(void **state) {
    (void)state;
    cdMesh *box = makeBoxMesh(1.0, 2.0, 3.0);
    cdMeshDef def = cdDefaultMeshDef();
    int32_t triangles[36];
    assert_int_equal(box->triangleCount, 12);
    for (int i = 0; i < 36; i++)
        triangles[i] = box->triangles[3 * (i / 3) + 2 - i % 3];
    def.points = box->vertices;
    def.pointCount = box->vertexCount;
    def.triangles = triangles;
    def.triangleCount = 12;
    cdMesh *turned = cdCreateMesh(&def, NULL);
    cdInset inset;
    cdMesh *moved = makeInset(turned, 0.25, &inset);
    assert_true(fabs(moved->radius - cdLength(cdMakeVec3(0.75, 1.75, 2.75))) < 1e-12);
    cdDestroyMesh(moved);
    cdDestroyMesh(turned);
    cdDestroyMesh(box);
}

// Two wedges that share one vertex and face each other: no direction is inward for both.
static void testFixedVertex(void **state) {
    (void)state;
    const cdVec3 points[7] = {{0.0, 0.0, 0.0},  {1.0, 1.0, -1.0},  {1.0, -1.0, -1.0}, {1.0, 0.0, 1.0},
                              {-1.0, 1.0, 1.0}, {-1.0, -1.0, 1.0}, {-1.0, 0.0, -1.0}};
    const int32_t triangles[24] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2, 0, 4, 5, 0, 5, 6, 0, 6, 4, 4, 6, 5};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.pointCount = 7;
    def.triangles = triangles;
    def.triangleCount = 8;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    cdInset inset;
    cdMesh *moved = makeInset(mesh, 1e-3, &inset);
    assert_int_equal(inset.fixedCount, 1);
    cdDestroyMesh(moved);
    cdDestroyMesh(mesh);
}

static cdMesh *makeMesh(const cdVec3 *points, int32_t pointCount, const int32_t *triangles, int32_t count) {
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.pointCount = pointCount;
    def.triangles = triangles;
    def.triangleCount = count;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    assert_non_null(mesh);
    return mesh;
}

// Returns the largest ratio of the minimum to the maximum recession of a vertex's planes, by trying many
// directions.
static double findBestRatio(const cdVec3 *normals, int count, Random *random) {
    double best = 0.0;
    cdVec3 center = {0.0, 0.0, 0.0};
    for (int i = 0; i < 40000; i++) {
        double spread = pow(10.0, -4.0 * i / 40000.0);
        cdVec3 x = cdMulAdd(center, spread, nextRandomVec3(random));
        double least = INFINITY, most = -INFINITY;
        for (int k = 0; k < count; k++) {
            least = cdMin(least, -cdDot(normals[k], x));
            most = cdMax(most, -cdDot(normals[k], x));
        }
        if (!(most > 0.0 && least / most > best)) continue;
        best = least / most;
        center = cdScale(1.0 / most, x);
    }
    return best;
}

// The tip of a crooked pyramid has too many planes for equal recession by three coordinates: the best
// compromise.
static void testTip(void **state) {
    (void)state;
    Random random = {12};
    const cdVec3 points[6] = {{0.3, -0.2, 1.5}, {1.0, 0.0, 0.0},   {0.2, 0.9, 0.0},
                              {-0.8, 0.7, 0.0}, {-0.9, -0.6, 0.0}, {0.4, -1.1, 0.0}};
    const int32_t triangles[24] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 1, 1, 3, 2, 1, 4, 3, 1, 5, 4};
    cdMesh *mesh = makeMesh(points, 6, triangles, 8);
    cdInset inset;
    cdMesh *moved = makeInset(mesh, 1e-3, &inset);
    cdVec3 normals[5];
    for (int32_t i = 0; i < 5; i++)
        normals[i] = cdGetTriangleNormal(mesh, i);
    double best = findBestRatio(normals, 5, &random);
    assert_true(best > 0.5 && best < 0.999);
    if (fabs(inset.minDepth / 1e-3 - best) > 2e-3)
        fail_msg("%.6f instead of %.6f", inset.minDepth / 1e-3, best);
    cdDestroyMesh(moved);
    cdDestroyMesh(mesh);
}

// A vertex within a face, whose normals differ only by rounding, moves straight across it; a triangle without
// area has no effect.
static void testFlatVertex(void **state) {
    (void)state;
    Random random = {13};
    const int32_t triangles[45] = {0, 2, 1, 0, 3, 2, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7,
                                   6, 3, 0, 4, 3, 4, 7, 4, 5, 8, 5, 6, 8, 6, 7, 8, 7, 4, 8, 4, 8, 8};
    for (int i = 0; i < 200; i++) {
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 3.0));
        cdVec3 points[9];
        for (int k = 0; k < 8; k++)
            points[k] = (cdVec3){(k + 1) / 2 % 2 ? 1.0 : -1.0, k / 2 % 2 ? 1.0 : -1.0, k < 4 ? -1.0 : 1.0};
        points[8] = (cdVec3){nextRandomIn(&random, -0.9, 0.9), nextRandomIn(&random, -0.9, 0.9), 1.0};
        for (int k = 0; k < 9; k++)
            points[k] = cdRotate(turn, points[k]);
        cdMesh *mesh = makeMesh(points, 9, triangles, 15);
        cdInset inset;
        cdMesh *moved = makeInset(mesh, 1e-2, &inset);
        assert_int_equal(inset.fixedCount, 0);
        assert_true(inset.minDepth > 1e-2 * (1.0 - 1e-9));
        cdVec3 way = cdSub(cdAdd(moved->vertices[8], moved->center), cdAdd(mesh->vertices[8], mesh->center));
        if (fabs(cdLength(way) - 1e-2) > 1e-9) fail_msg("moved by %.17g", cdLength(way));
        cdDestroyMesh(moved);
        cdDestroyMesh(mesh);
    }
}

// The edge of a knife moves by a bounded distance.
static void testKnife(void **state) {
    (void)state;
    const cdVec3 points[4] = {{0.0, 0.0, 0.0}, {1.0, 0.01, 0.0}, {1.0, -0.01, 0.0}, {0.5, 0.0, 1.0}};
    const int32_t triangles[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    cdMesh *mesh = makeMesh(points, 4, triangles, 4);
    cdVec3 vertices[4];
    cdInset inset;
    assert_true(cdInsetVertices(mesh, 1e-5, vertices, &inset));
    for (int v = 0; v < 4; v++)
        assert_true(cdLength(cdSub(vertices[v], mesh->vertices[v])) <= 16.001e-5);
    cdDestroyMesh(mesh);
}

// --- fits

static cdFirstContact stepAgainst(const cdMesh *a, cdPose start, cdPose target, const cdMesh *b) {
    cdFirstContactInput input = makeStep(a, start, target, b, cdIdentityPose());
    return findContact(&input);
}

// Flush on the plate, or in it by rounding, the box slides; pressed down it stops at the depth.
static void testBoxOnPlate(void **state) {
    (void)state;
    cdMesh *plate = makeBoxMesh(4.0, 0.1, 4.0), *box = makeBoxMesh(0.5, 0.5, 0.5);
    double size = 4.0, depth = 1e-9 * size;
    cdInset inset;
    cdMesh *moved = makeInset(plate, depth, &inset);
    const double sunk[4] = {0.0, 1e-15, 1e-12, 0.9e-9 * size};
    for (int i = 0; i < 4; i++) {
        double y = 0.6 - sunk[i];
        cdPose start = poseAt(-3.0, y, 0.1), target = turnedPose(3.0, y, -0.4, UP, 1.0);
        assert_int_equal(stepAgainst(box, start, target, moved).state, CD_FREE);
        if (i == 3) assert_int_equal(stepAgainst(box, start, target, plate).state, CD_OVERLAP);
        cdFirstContact pressed = stepAgainst(box, start, poseAt(-3.0, y - 1.0, 0.1), moved);
        assert_int_equal(pressed.state, CD_CONTACT);
        assert_true(fabs(pressed.t.lo - (depth - sunk[i])) <= 2.0 * pressed.tolerance);
    }
    cdPose deep = poseAt(0.0, 0.6 - 1.1 * depth, 0.0);
    assert_int_equal(stepAgainst(box, deep, poseAt(1.0, 0.6, 0.0), moved).state, CD_OVERLAP);
    cdDestroyMesh(moved);
    cdDestroyMesh(box);
    cdDestroyMesh(plate);
}

// A peg in a hole of its own size moves along its axis, in and out of it, and cannot rotate.
static void checkPeg(int sides) {
    char spec[64];
    (void)snprintf(spec, sizeof spec, "peg:sides=%d", sides);
    cdMesh *peg = makeShape(spec);
    (void)snprintf(spec, sizeof spec, "socket:sides=%d,clearance=0,bottom=0", sides);
    cdMesh *socket = makeShape(spec);
    cdInset inset;
    cdMesh *moved = makeInset(socket, 1e-9, &inset);
    assert_true(inset.minDepth > 0.999999e-9);
    cdPose inside = poseAt(0.0, -0.3, 0.0);
    // Its ends pass the rims of both mouths.
    assert_int_equal(stepAgainst(peg, inside, poseAt(0.0, 2.0, 0.0), moved).state, CD_FREE);
    assert_int_equal(stepAgainst(peg, poseAt(0.0, 1.0, 0.0), poseAt(0.0, -2.0, 0.0), moved).state, CD_FREE);
    cdFirstContact turned = stepAgainst(peg, inside, turnedPose(0.0, -0.3, 0.0, UP, 0.2), moved);
    assert_int_equal(turned.state, CD_CONTACT);
    // A corner is half tan(pi / sides) beside the middle of its facet.
    double angle = 1e-9 / (0.3 * tan(PI / sides));
    assert_true(fabs(0.2 * turned.t.lo - angle) < 0.01 * angle);
    cdFirstContact aside = stepAgainst(peg, inside, poseAt(0.1, -0.3, 0.0), moved);
    assert_int_equal(aside.state, CD_CONTACT);
    assert_true(fabs(0.1 * aside.t.lo - 1e-9) < 1e-11);
    // Beside the hole the top stops it.
    cdFirstContact beside = stepAgainst(peg, poseAt(1e-6, 1.0, 0.0), poseAt(1e-6, -1.0, 0.0), moved);
    assert_int_equal(beside.state, CD_CONTACT);
    assert_true(fabs(2.0 * beside.t.lo - (0.4 + 1e-9)) < 1e-11);
    cdDestroyMesh(moved);
    cdDestroyMesh(socket);
    cdDestroyMesh(peg);
}

// A billionth too thick, it enters with an allowance, and overlaps without.
static void checkTightPeg(void) {
    cdMesh *peg = makeScaledShape("peg:sides=16", 1.0 + 1e-9, cdMakeVec3(0.0, 0.0, 0.0));
    cdMesh *socket = makeShape("socket:sides=16,clearance=0,bottom=0");
    cdInset inset;
    cdMesh *moved = makeInset(socket, 1e-9, &inset);
    cdPose inside = poseAt(0.0, -0.3, 0.0), above = poseAt(0.0, 1.0, 0.0);
    assert_int_equal(stepAgainst(peg, above, inside, moved).state, CD_FREE);
    assert_int_equal(stepAgainst(peg, above, inside, socket).state, CD_CONTACT);
    assert_int_equal(stepAgainst(peg, inside, above, socket).state, CD_OVERLAP);
    cdDestroyMesh(moved);
    cdDestroyMesh(socket);
    cdDestroyMesh(peg);
}

static void testPegInItsHole(void **state) {
    (void)state;
    checkTightPeg();
    checkPeg(4);
    checkPeg(7);
    checkPeg(64);
}

// Shaft and bore of the same facets, rotated: the shaft's edges go as deep into the facets as the sagitta.
static void testShaftInBore(void **state) {
    (void)state;
    enum { SIDES = 24 };
    cdMesh *shaft = makeShape("peg:sides=24"), *bore = makeShape("socket:sides=24,clearance=0,bottom=0");
    double half = 0.3, radius = half / cos(PI / SIDES), sagitta = radius - half;
    cdPose inside = poseAt(0.0, -0.3, 0.0), turned = turnedPose(0.0, -0.3, 0.0, UP, 1.0);
    cdInset inset;
    cdMesh *loose = makeInset(bore, sagitta * (1.0 + 1e-6), &inset);
    assert_true(inset.minDepth > 0.999999 * sagitta);
    assert_int_equal(stepAgainst(shaft, inside, turned, loose).state, CD_FREE);
    cdMesh *tight = makeInset(bore, 0.9 * sagitta, &inset);
    cdFirstContact stopped = stepAgainst(shaft, inside, turned, tight);
    assert_int_equal(stopped.state, CD_CONTACT);
    // radius cos(pi / SIDES - angle) - half = 0.9 sagitta
    double angle = PI / SIDES - acos((half + 0.9 * sagitta) / radius);
    assert_true(fabs(stopped.t.lo - angle) < 1e-9);
    assert_int_equal(stepAgainst(shaft, inside, turned, bore).state, CD_CONTACT);
    cdDestroyMesh(tight);
    cdDestroyMesh(loose);
    cdDestroyMesh(bore);
    cdDestroyMesh(shaft);
}

// A box that penetrates its plate by 0.9e-9 of the size, or is flush with it, cannot slide as given. With an
// allowance of 1e-9 on the plate it slides freely, in first contact and in a slide, and never goes deeper.
// Red: an allowance that the parts or the queries ignore.
static void testAllowanceOfAMesh(void **state) {
    (void)state;
    cdMesh *plain = makeBoxMesh(5.0, 0.5, 5.0), *box = makeBoxMesh(0.5, 0.5, 0.5);
    cdMeshDef def = cdDefaultMeshDef();
    cdVec3 points[9];
    for (int32_t v = 0; v < plain->vertexCount; v++)
        points[v] = cdAdd(plain->vertices[v], plain->center);
    points[8] = points[0]; // unused
    def.points = points;
    def.pointCount = 9;
    def.triangles = cdGetMeshInfo(plain).triangles;
    def.triangleCount = plain->triangleCount;
    def.parts = CD_PART_HULL | CD_PART_FEATURES;
    def.allowance = 1e-9 * plain->radius;
    cdMeshReport report;
    cdMesh *plate = cdCreateMesh(&def, &report);
    assert_non_null(plate);
    assert_true(report.inset.depth == def.allowance && report.inset.minDepth > 0.99 * def.allowance);
    assert_int_equal(report.inset.fixedCount, 0);
    assert_int_equal(cdGetMeshInfo(plate).parts, def.parts);
    assert_int_equal(cdGetMeshInfo(plate).pointCount, 9); // unchanged
    assert_true(cdBuildMeshParts(box, CD_PART_FEATURES, NULL));
    cdWorkspace *workspace = cdCreateWorkspace();
    cdPose sunk = {{-2.0, 1.0 - 0.9 * def.allowance, 0.0}, {1.0, 0.0, 0.0, 0.0}}, along = sunk, down = sunk;
    along.p.x = 2.0;
    down.p.y -= 0.5;
    cdFirstContactInput input = {
        .meshA = box, .meshB = plain, .startA = sunk, .targetA = along, .startB = cdIdentityPose()};
    assert_int_not_equal(cdFindFirstContact(&input, NULL, workspace, NULL).state, CD_FREE);
    input.meshB = plate;
    assert_int_equal(cdFindFirstContact(&input, NULL, workspace, NULL).state, CD_FREE);
    input.targetA = down;
    cdFirstContact found = cdFindFirstContact(&input, NULL, workspace, NULL);
    assert_int_equal(found.state, CD_CONTACT);
    assert_true(found.resolvedPose.p.y >= 1.0 - def.allowance);
    cdObstacle obstacle = {plate, cdIdentityPose()};
    cdPose into = along;
    into.p.y -= 0.2;
    cdSlideInput slide = {
        .step = {.mesh = box, .start = sunk, .target = into, .obstacles = &obstacle, .obstacleCount = 1}};
    cdPose end = cdFindSlide(&slide, NULL, workspace, NULL).contact.resolvedPose;
    assert_true(fabs(end.p.x - 2.0) < 1e-3 && end.p.y >= 1.0 - def.allowance);
    cdDestroyMesh(plate);
    cdDestroyMeshReport(&report);
    def.allowance = 0.6; // the plate is 1 thick
    assert_null(cdCreateMesh(&def, &report));
    assert_int_equal(report.error, CD_BUILD_TOO_THIN);
    assert_true(report.inset.invertedCount > 0 && strlen(cdGetBuildErrorName(report.error)) > 5);
    cdDestroyMeshReport(&report);
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(plain);
    cdDestroyMesh(box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testAllowanceOfAMesh),
        cmocka_unit_test(testClaim),
        cmocka_unit_test(testBox),
        cmocka_unit_test(testInsideOut),
        cmocka_unit_test(testFixedVertex),
        cmocka_unit_test(testTip),
        cmocka_unit_test(testFlatVertex),
        cmocka_unit_test(testKnife),
        cmocka_unit_test(testBoxOnPlate),
        cmocka_unit_test(testPegInItsHole),
        cmocka_unit_test(testShaftInBore),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
