// The stage's clearance: the minimum distance as the object moves, the colours of both surfaces, fine
// surfaces.
#include "stage_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void assertNear(double value, double expected, double within) {
    assert_true(fabs(value - expected) <= within);
}

// Counts the values of a tint below a distance.
static int32_t countBelow(const StageTint *tint, double below) {
    int32_t count = 0;
    for (int32_t i = 0; i < tint->surface.pointCount; ++i)
        count += (double)tint->values[i] < below;
    return count;
}

// A box at x = 4 and one at the origin, two wide: distance 2, then 0.25, then overlapping; without motion
// nothing is recomputed. When disabled, there is no result. Red: a distance of an earlier pose, a query in
// every frame.
static void testFollowsObject(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    StageClearance *clearance = &stage->clearance;
    UpdateStageClearance(stage, 0);
    assert_false(clearance->present);
    clearance->wanted = true;
    UpdateStageClearance(stage, 0);
    assert_true(clearance->present && clearance->object == 0 && clearance->obstacle == 1);
    assertNear(clearance->distance.distance, 2.0, 1e-12);
    apply(stage, MakePlace(0, poseAt(2.25, 0.5, 0.25)));
    UpdateStageClearance(stage, 0);
    assertNear(clearance->distance.distance, 0.25, 1e-12);
    assertNear(clearance->distance.normal.x, 1.0, 1e-12);
    clearance->microseconds = -1.0;
    UpdateStageClearance(stage, 0);
    assertNear(clearance->microseconds, -1.0, 0.0);
    apply(stage, MakePlace(0, poseAt(1.5, 0.5, 0.25)));
    UpdateStageClearance(stage, 0);
    assert_int_equal(clearance->distance.state, CD_OVERLAP);
    clearance->wanted = false;
    UpdateStageClearance(stage, 0);
    assert_false(clearance->present);
    freeStage(stage);
}

// The boxes face to face at distance 0.25: on both, points of the facing sides have that distance, others
// their own by closed form. Far away neither is coloured. Red: one of the two left out, values of the wrong
// frame.
static void testColoursBoth(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    StageClearance *clearance = &stage->clearance;
    clearance->wanted = clearance->coloured = true;
    SetClearanceBelow(stage, 0.4);
    UpdateStageClearance(stage, 0);
    assert_null(GetStageTint(stage, 0));
    apply(stage, MakePlace(0, poseAt(2.25, 0.0, 0.0)));
    UpdateStageClearance(stage, 0);
    assert_false(IsClearanceDue(stage));
    for (int32_t object = 0; object < 2; ++object) {
        const StageTint *tint = GetStageTint(stage, object);
        assert_non_null(tint);
        for (int32_t i = 0; i < tint->surface.pointCount; ++i) {
            double apart = 1.25 + (object == 0 ? 1.0 : -1.0) * tint->surface.points[i].x;
            assertNear((double)tint->values[i], fmin(apart, tint->reach), 1e-6);
        }
        assert_true(countBelow(tint, 0.2501) > 500);
    }
    freeStage(stage);
}

// With little work at a time the colours come in parts, are pending until complete, and then equal those
// computed at once. Red: a forgotten part, an end never reached.
static void testComesInParts(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP), *whole = makeStage(SCENE_STOP);
    Stage *both[] = {stage, whole};
    for (int i = 0; i < 2; ++i) {
        both[i]->clearance.wanted = both[i]->clearance.coloured = true;
        apply(both[i], MakePlace(0, poseAt(2.25, 0.5, 0.3)));
    }
    UpdateStageClearance(whole, 0);
    int parts = 0;
    do {
        UpdateStageClearance(stage, 300);
        ++parts;
    } while (IsClearanceDue(stage) && parts < 1000);
    assert_true(parts > 3 && parts < 100);
    for (int32_t object = 0; object < 2; ++object) {
        const StageTint *tint = GetStageTint(stage, object), *other = GetStageTint(whole, object);
        size_t size = (size_t)tint->surface.pointCount * sizeof *tint->values;
        assert_memory_equal(tint->values, other->values, size);
    }
    apply(stage, MakePlace(0, poseAt(2.2, 0.5, 0.3)));
    UpdateStageClearance(stage, 300);
    assert_true(IsClearanceDue(stage));
    freeStage(stage);
    freeStage(whole);
}

// A third box right of the hand's is added, coloured, and removed: the hand's colours are of the block alone
// again. Red: distances to a removed object.
static void testRemovedIsForgotten(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    char message[256] = "";
    stage->clearance.wanted = stage->clearance.coloured = true;
    SetClearanceBelow(stage, 0.4);
    int32_t added = addObject(stage, "builtin:box:x=1,y=1,z=1", message, sizeof message);
    assert_int_equal(added, 2);
    apply(stage, MakePlace(0, poseAt(2.375, 0.0, 0.0)));
    apply(stage, MakePlace(added, poseAt(4.5, 0.0, 0.0)));
    stage->selected = 0;
    UpdateStageClearance(stage, 0);
    assert_true(countBelow(GetStageTint(stage, 0), 0.2) > 500);
    assert_true(setOption(stage, added, STAGE_REMOVED, 1.0, message, sizeof message));
    stage->selected = 0;
    UpdateStageClearance(stage, 0);
    const StageTint *tint = GetStageTint(stage, 0);
    assert_non_null(tint);
    for (int32_t i = 0; i < tint->surface.pointCount; ++i)
        assertNear((double)tint->values[i], fmin(1.375 + tint->surface.points[i].x, tint->reach), 1e-6);
    freeStage(stage);
}

// A finely subdivided box: the same area and volume, no edge too long, closed: each edge is in two triangles.
// Red: neighbours subdivided differently, a reversed triangle, one that does not know its origin and is
// shaded wrongly.
static void testFineSurface(void **state) {
    (void)state;
    Stage *stage = makeStageWithHand("builtin:box:x=1,y=0.5,z=2", SCENE_STOP);
    const cdMesh *mesh = stage->objects[0].mesh;
    FineSurface fine;
    assert_true(MakeFineSurface(mesh, 0.2, 100000, NULL, &fine));
    double area = 0.0, volume = 0.0;
    for (int32_t i = 0; i < fine.triangleCount; ++i) {
        const int32_t *t = fine.triangles + 3 * (size_t)i;
        cdVec3 a = fine.points[t[0]], b = fine.points[t[1]], c = fine.points[t[2]];
        area += 0.5 * cdLength(cdCross(cdSub(b, a), cdSub(c, a)));
        volume += cdDot(a, cdCross(b, c)) / 6.0;
        for (int k = 0; k < 3; ++k)
            assert_true(cdLength(cdSub(fine.points[t[k]], fine.points[t[(k + 1) % 3]])) <= 0.2);
    }
    assertNear(area, 28.0, 1e-9);
    assertNear(volume, 8.0, 1e-9);
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    const cdVec3 *vertices = info.vertices;
    const int32_t *triangles = info.triangles;
    for (int32_t i = 0; i < 3 * fine.triangleCount; ++i) {
        const FineOrigin *origin = &fine.origins[i / 3];
        cdVec3 sum = {0.0, 0.0, 0.0};
        for (int k = 0; k < 3; ++k)
            sum = cdMulAdd(sum, origin->shares[i % 3][k], vertices[triangles[3 * origin->triangle + k]]);
        assertNear(cdLength(cdSub(sum, fine.points[fine.triangles[i]])), 0.0, 1e-12);
    }
    gxSurface drawing = MakeFineDrawing(mesh, &fine, NULL);
    for (int32_t i = 0; i < 3 * fine.triangleCount; ++i) {
        const gxVertex *vertex = &drawing.vertices[drawing.indices[i]];
        cdVec3 p = fine.points[fine.triangles[i]];
        assert_int_equal(drawing.origins[drawing.indices[i]], fine.triangles[i]);
        assertNear((double)vertex->position[1], p.y, 1e-6);
        const int32_t *t = fine.triangles + 3 * (size_t)(i / 3);
        cdVec3 n =
            cdCross(cdSub(fine.points[t[1]], fine.points[t[0]]), cdSub(fine.points[t[2]], fine.points[t[0]]));
        cdVec3 unit = cdNormalize(n);
        assertNear(unit.x * vertex->normal[0] + unit.y * vertex->normal[1] + unit.z * vertex->normal[2],
                   127.0, 0.01);
    }
    // Each of the six sides has its points for itself; within a side triangles share them.
    assert_true(drawing.vertexCount > fine.pointCount && drawing.vertexCount < 3 * fine.triangleCount / 3);
    gxDestroySurface(&drawing);
    // Euler: a closed surface of genus 0 has twice as many faces as points, minus four.
    assert_int_equal(fine.triangleCount, 2 * (fine.pointCount - 2));
    DestroyFineSurface(&fine);
    const atomic_bool unwanted = true;
    assert_false(MakeFineSurface(mesh, 0.2, 100000, &unwanted, &fine));
    assert_null(fine.points);
    freeStage(stage);
}

// Scenes of any size have a default length of one digit, 1, 2 or 5, about an eighth of their size. Red: a
// length that does not grow with the scene.
static void testUsualLength(void **state) {
    (void)state;
    Stage *small = makeStageWithHand("builtin:box:x=1,y=1,z=1", SCENE_STOP);
    Stage *large = makeStageWithHand("builtin:box:x=100,y=1,z=1", SCENE_STOP);
    cdVec3 center;
    double radius, usual = GetUsualClearance(small);
    GetStageBounds(small, &center, &radius);
    assert_true(usual > radius / 40.0 && usual < radius / 6.0);
    double digit = usual / pow(10.0, floor(log10(usual) + 1e-9));
    assert_true(fabs(digit - 1.0) < 1e-9 || fabs(digit - 2.0) < 1e-9 || fabs(digit - 5.0) < 1e-9);
    assert_true(GetUsualClearance(large) > 5.0 * usual);
    assertNear(GetClearanceBelow(small), usual, 0.0);
    SetClearanceBelow(small, 0.125);
    assertNear(GetClearanceBelow(small), 0.125, 0.0);
    freeStage(small);
    freeStage(large);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFollowsObject), cmocka_unit_test(testColoursBoth),
        cmocka_unit_test(testComesInParts),  cmocka_unit_test(testRemovedIsForgotten),
        cmocka_unit_test(testFineSurface),   cmocka_unit_test(testUsualLength),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
