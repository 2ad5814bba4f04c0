// Meshes of every size that a build accepts, 1e-99 to 1e98: their measures and first contacts are those of
// size 1, scaled. Red: squares of areas overflow from 1e77 on and vanish below 1e-80, second moments, too.
#include "collision/features.h"
#include "collision/solid.h"
#include "contact_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const double sizes[] = {1e-99, 1e-90, 1e-77, 1e-60, 1e-20, 1e20, 1e60, 1e77, 1e80, 1e90, 1e98};
static const char *const specs[] = {"box", "l-shape", "icosphere:level=1"};
enum { SIZES = sizeof sizes / sizeof sizes[0], SPECS = sizeof specs / sizeof specs[0] };

static void assertNear(double found, double expected) {
    assert_true(fabs(found - expected) <= 1e-9 * (1.0 + fabs(expected)));
}

static cdMesh *makeSized(const char *spec, double size) {
    cdMesh *mesh = makeScaledShape(spec, size, (cdVec3){0.3 * size, 0.2 * size, 0.1 * size});
    assert_true(cdBuildMeshParts(mesh, CD_PART_HULL | CD_PART_FEATURES | CD_PART_SOLID, NULL));
    return mesh;
}

static void testMeasures(void **state) {
    (void)state;
    for (int k = 0; k < SPECS; k++) {
        cdMesh *one = makeSized(specs[k], 1.0);
        cdMeshInfo info = cdGetMeshInfo(one);
        cdFeaturesInfo features = cdGetFeaturesInfo(one);
        cdMassProperties mass = cdGetSolidInfo(one).mass;
        for (int i = 0; i < SIZES; i++) {
            double s = sizes[i];
            cdMesh *mesh = makeSized(specs[k], s);
            cdMeshInfo sized = cdGetMeshInfo(mesh);
            cdFeaturesInfo sizedFeatures = cdGetFeaturesInfo(mesh);
            cdMassProperties sizedMass = cdGetSolidInfo(mesh).mass;
            assert_int_equal(sized.leafCount, info.leafCount);
            assertNear(sized.leafRadius / s, info.leafRadius);
            assertNear(sized.area / s / s, info.area);
            assertNear(sizedFeatures.area / s / s, features.area);
            assertNear(sizedFeatures.centroid.x / s, features.centroid.x);
            assertNear(sizedMass.centroid.x / s, mass.centroid.x);
            for (int m = 0; m < 6; m++) {
                assertNear(sizedFeatures.inertia[m] / s / s, features.inertia[m]);
                if (s > 1e-61 && s < 1e61)
                    assertNear(sizedMass.inertia[m] / s / s / s / s / s, mass.inertia[m]);
            }
            cdDestroyMesh(mesh);
        }
        cdDestroyMesh(one);
    }
}

static void testFirstContacts(void **state) {
    (void)state;
    for (int k = 0; k < SPECS; k++) {
        double met = 0.0;
        for (int i = -1; i < SIZES; i++) {
            double s = i < 0 ? 1.0 : sizes[i];
            cdMesh *mesh = makeSized(specs[k], s);
            cdPose start = poseAt(4.0 * s, 0.1 * s, 0.2 * s);
            cdPose target = turnedPose(-4.0 * s, 0.1 * s, 0.2 * s, (cdVec3){1.0, 2.0, 3.0}, 0.4);
            cdFirstContactInput input = makeStep(mesh, start, target, mesh, poseAt(0.0, 0.0, 0.0));
            cdFirstContact result = findContact(&input);
            assert_int_equal(result.state, CD_CONTACT);
            assert_false(overlapAt(mesh, result.resolvedPose, mesh, input.startB));
            if (i < 0) met = result.t.lo;
            assertNear(result.t.lo, met);
            cdDestroyMesh(mesh);
        }
    }
}

// The leaf radii suggested for several meshes, which overflow likewise.
static void testSuggestedRadii(void **state) {
    (void)state;
    for (int i = 0; i < SIZES; i++) {
        TriangleSoup soup = {0};
        char message[256];
        assert_true(MakeShape("icosphere:level=1", &soup, message, sizeof message));
        cdMeshDef defs[2] = {MakeSoupMeshDef(&soup), MakeSoupMeshDef(&soup)};
        double radii[2], sized[2];
        cdSuggestLeafRadii(defs, 2, radii);
        for (int32_t p = 0; p < soup.pointCount; p++)
            soup.points[p] = cdScale(sizes[i], soup.points[p]);
        cdSuggestLeafRadii(defs, 2, sized);
        for (int k = 0; k < 2; k++)
            assertNear(sized[k] / sizes[i], radii[k]);
        DestroyTriangleSoup(&soup);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testMeasures), cmocka_unit_test(testFirstContacts),
                                       cmocka_unit_test(testSuggestedRadii)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
