// Shared by the tests of contact regions: bodies of polygons and of cubes about a point; the regions of two
// of them; assertions about these.
#ifndef TESTS_REGION_FIXTURE_H
#define TESTS_REGION_FIXTURE_H

#include "body_fixture.h"
#include "collision/regions.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

// --- bodies

enum { SIDE_MAX = 64, CORNER_MAX = 8 };

// Convex polygons, counter-clockwise seen from outside. Equal points weld.
typedef struct Polygons {
    cdVec3 points[SIDE_MAX * CORNER_MAX];
    int32_t triangles[3 * SIDE_MAX * CORNER_MAX];
    int32_t pointCount, triangleCount;
} Polygons;

static inline void addPolygon(Polygons *all, const cdVec3 *corners, int32_t count) {
    assert_true(all->pointCount + count <= SIDE_MAX * CORNER_MAX);
    for (int32_t i = 0; i < count; i++)
        all->points[all->pointCount + i] = corners[i];
    for (int32_t i = 2; i < count; i++) {
        int32_t *corner = all->triangles + 3 * all->triangleCount++;
        corner[0] = all->pointCount, corner[1] = corner[0] + i - 1, corner[2] = corner[0] + i;
    }
    all->pointCount += count;
}

static inline Body makeBodyOfPolygons(const Polygons *all) {
    cdMeshDef def = cdDefaultMeshDef();
    def.points = all->points, def.pointCount = all->pointCount;
    def.triangles = all->triangles, def.triangleCount = all->triangleCount;
    return makeBodyOfMesh(cdCreateMesh(&def, NULL));
}

// Creates a body of the unit cubes about the origin whose bits are set (1: +x, 2: +y, 4: +z), their points
// mapped to the columns of a matrix.
static inline Body makeBodyOfCubes(unsigned cubes, const cdVec3 columns[3]) {
    Polygons all = {.pointCount = 0};
    for (unsigned cube = 0; cube < 8; cube++) {
        if (!(cubes >> cube & 1)) continue;
        for (unsigned axis = 0; axis < 3; axis++) {
            for (unsigned far = 0; far < 2; far++) {
                bool positive = cube >> axis & 1, outer = far == positive;
                if (!outer && (cubes >> (cube ^ 1u << axis) & 1)) continue;
                cdVec3 corners[4];
                for (unsigned i = 0; i < 4; i++) {
                    unsigned step = i ^ (i >> 1), u = (axis + 1) % 3, v = (axis + 2) % 3;
                    double at[3] = {0};
                    at[axis] = outer ? (positive ? 1.0 : -1.0) : 0.0;
                    at[u] = (double)(step & 1) - (cube >> u & 1 ? 0.0 : 1.0);
                    at[v] = (double)(step >> 1) - (cube >> v & 1 ? 0.0 : 1.0);
                    cdVec3 p = cdAdd(cdScale(at[0], columns[0]), cdScale(at[1], columns[1]));
                    corners[far ? i : 3 - i] = cdMulAdd(p, at[2], columns[2]);
                }
                addPolygon(&all, corners, 4);
            }
        }
    }
    return makeBodyOfPolygons(&all);
}

// Creates a wedge with faces rotated by `from` and `to` from +x about its edge, which is the z axis, from z =
// low to high.
static inline Body makeWedge(double from, double to, double low, double high) {
    cdVec3 p[6] = {
        {0, 0, low},  {0.5 * cos(from), 0.5 * sin(from), low},  {0.5 * cos(to), 0.5 * sin(to), low},
        {0, 0, high}, {0.5 * cos(from), 0.5 * sin(from), high}, {0.5 * cos(to), 0.5 * sin(to), high}};
    Polygons all = {.pointCount = 0};
    addPolygon(&all, (cdVec3[]){p[0], p[2], p[1]}, 3);
    addPolygon(&all, (cdVec3[]){p[3], p[4], p[5]}, 3);
    addPolygon(&all, (cdVec3[]){p[0], p[1], p[4], p[3]}, 4);
    addPolygon(&all, (cdVec3[]){p[1], p[2], p[5], p[4]}, 4);
    addPolygon(&all, (cdVec3[]){p[2], p[0], p[3], p[5]}, 4);
    return makeBodyOfPolygons(&all);
}

// --- regions

enum { CONTACT_REGION_MAX = 1024, CONTACT_POINT_MAX = 8192 };

typedef struct Contact {
    cdContactRegion regions[CONTACT_REGION_MAX];
    cdVec3 points[CONTACT_POINT_MAX];
    cdContactRegions out;
} Contact;

static inline void findRegions(Contact *contact, cdRegionsInput input) {
    input.regions = contact->regions, input.regionCapacity = CONTACT_REGION_MAX;
    input.points = contact->points, input.pointCapacity = CONTACT_POINT_MAX;
    cdWorkspace *workspace = cdCreateWorkspace();
    contact->out = cdFindContactRegions(&input, NULL, workspace, NULL);
    cdDestroyWorkspace(workspace);
    assert_false(contact->out.truncated);
}

// As surfaces: the interior does not count.
static inline void findRegionsAt(Contact *contact, const Body *a, cdPose poseA, const Body *b, cdPose poseB) {
    findRegions(contact, (cdRegionsInput){.meshA = a->mesh,
                                          .meshB = b->mesh,
                                          .interior = CD_INTERIOR_EMPTY,
                                          .poseA = poseA,
                                          .poseB = poseB});
}

// Counts regions of a dimension (-1: any), all or only sufficient ones.
static inline int32_t countRegions(const Contact *contact, int32_t dimension, bool onlySufficient) {
    int32_t count = 0;
    for (int32_t i = 0; i < contact->out.regionCount; i++) {
        const cdContactRegion *region = &contact->regions[i];
        count += (dimension < 0 || region->dimension == dimension) && (!onlySufficient || region->sufficient);
    }
    return count;
}

static inline const cdContactRegion *getSufficient(const Contact *contact, int32_t dimension, int32_t n) {
    for (int32_t i = 0; i < contact->out.regionCount; i++) {
        const cdContactRegion *region = &contact->regions[i];
        if (region->sufficient && region->dimension == dimension && n-- == 0) return region;
    }
    fail_msg("no such region");
    return NULL;
}

// Asserts the dimensions of the sufficient regions, and properties of every region's normals.
static inline void assertSufficient(const Contact *contact, int32_t points, int32_t lines, int32_t areas) {
    int32_t found[3] = {countRegions(contact, 0, true), countRegions(contact, 1, true),
                        countRegions(contact, 2, true)};
    if (found[0] != points || found[1] != lines || found[2] != areas)
        fail_msg("%d points, %d lines, %d areas needed instead of %d, %d, %d", found[0], found[1], found[2],
                 points, lines, areas);
    for (int32_t i = 0; i < contact->out.regionCount; i++) {
        const cdContactRegion *region = &contact->regions[i];
        assert_int_equal(region->origin != CD_NORMALS_NONE, region->sufficient);
        assert_true(region->normalCount <= 3 - region->dimension);
        assert_int_equal(region->normalCount > 0, region->sufficient);
        for (int32_t n = 0; n < region->normalCount; n++)
            assert_true(fabs(cdLength(region->normals[n]) - 1.0) < 1e-12);
    }
}

static inline bool hasNormal(const cdContactRegion *region, cdVec3 normal) {
    for (int32_t i = 0; i < region->normalCount; i++)
        if (cdLength(cdSub(region->normals[i], cdNormalize(normal))) < 1e-6) return true;
    return false;
}

static inline void assertNormals(const cdContactRegion *region, const cdVec3 *normals, int32_t count) {
    assert_int_equal(region->normalCount, count);
    for (int32_t i = 0; i < count; i++)
        assert_true(hasNormal(region, normals[i]));
}

#endif
