// The ray through a stage: the same hits from the world and from the meshes, in order; the object nearest to
// the first hit.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "random.h"
#include "stage_fixture.h"

#include <math.h>

static const cdVec3 down = {0.0, -2.0, 0.0}; // any length

// A box of side 2 at the origin, one on top of it at y = 5, a sphere beside them; no ground.
static Stage *makeThree(SceneBody body, bool ground) {
    SceneData data = MakeEmptySceneData();
    data.ground = ground;
    AddSceneObject(&data, "low", "builtin:box:x=1,y=1,z=1", body);
    AddSceneObject(&data, "high", "builtin:box:x=1,y=1,z=1", SCENE_FIXED)->pose = poseAt(0.0, 5.0, 0.0);
    AddSceneObject(&data, "ball", "builtin:icosphere:radius=1,level=2", SCENE_FIXED)->pose =
        poseAt(4.0, 5.0, 0.5);
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) abort();
    return stage;
}

static void set(Stage *stage, int32_t object, StageOption option, double value) {
    char message[512] = "";
    if (!setOption(stage, object, option, value, message, sizeof message)) fail_msg("%s", message);
}

// Down through both boxes: 4 to the upper one, 9 to the lower one, normals up. The sphere is nearest to the
// first hit: a corner of it is at x = 3. Red: the order of the objects instead of that of the distances; a
// direction whose length counts; the hit's own object as its nearest.
static void testOrder(void **state) {
    (void)state;
    for (int i = 0; i < 2; ++i) {
        Stage *stage = makeThree(i == 0 ? SCENE_DYNAMIC : SCENE_DRIVEN, false);
        CastStageRay(stage, (cdVec3){0.25, 10.0, 0.125}, down);
        const StageRay *ray = &stage->ray;
        assert_true(ray->present && ray->byWorld == (i == 0));
        assert_int_equal(ray->count, 2);
        assert_int_equal(ray->hitCount, 2);
        assert_int_equal(ray->hits[0].object, 1);
        assert_int_equal(ray->hits[1].object, 0);
        assert_true(fabs(ray->hits[0].hit.distance - 4.0) < 1e-12);
        assert_true(fabs(ray->hits[1].hit.distance - 9.0) < 1e-12);
        assert_true(ray->hits[0].hit.normal.y == 1.0 && !ray->hits[0].hit.backFace);
        assert_int_equal(ray->hits[0].hit.feature.kind, CD_FEATURE_FACE);
        assert_true(ray->hasNearest);
        assert_int_equal(ray->nearest, 2);
        cdVec3 between = cdSub((cdVec3){4.0, 5.0, 0.5}, ray->hits[0].hit.point);
        assert_true(fabs(ray->nearestDistance - (cdLength(between) - 1.0)) < 0.05); // flat faces
        CastStageRay(stage, (cdVec3){0.25, 10.0, 0.125}, (cdVec3){0.0, 1.0, 0.0});
        assert_true(ray->present && ray->count == 0 && !ray->hasNearest);
        ForgetStageRay(stage);
        assert_false(ray->present);
        freeStage(stage);
    }
}

// Hidden and removed objects are not there; a sensor is, but nothing is near to it. Red: an answer about
// an object that nobody sees.
static void testLeftOut(void **state) {
    (void)state;
    for (int i = 0; i < 2; ++i) {
        Stage *stage = makeThree(i == 0 ? SCENE_DYNAMIC : SCENE_DRIVEN, false);
        cdVec3 from = {0.25, 10.0, 0.125};
        set(stage, 2, STAGE_SENSOR, 1.0);
        CastStageRay(stage, from, down);
        assert_int_equal(stage->ray.nearest, 0);
        assert_true(fabs(stage->ray.nearestDistance - 5.0) < 1e-12);
        CastStageRay(stage, (cdVec3){4.0, 10.0, 0.5}, down);
        assert_int_equal(stage->ray.hits[0].object, 2);
        stage->objects[1].hidden = true;
        CastStageRay(stage, from, down);
        assert_int_equal(stage->ray.hits[0].object, 0);
        assert_false(stage->ray.hasNearest);
        stage->objects[1].hidden = false;
        set(stage, 1, STAGE_REMOVED, 1.0);
        CastStageRay(stage, from, down);
        assert_int_equal(stage->ray.count, 1);
        assert_int_equal(stage->ray.hits[0].object, 0);
        freeStage(stage);
    }
}

// Random rays: world and meshes give the same objects at the same distances, the ground among them. Red: one
// of the two that leaves something out, or another frame of the poses.
static void testSameAnswers(void **state) {
    (void)state;
    Stage *a = makeThree(SCENE_DYNAMIC, true), *b = makeThree(SCENE_DRIVEN, true);
    Random random = {20260701};
    int32_t grounds = 0, hits = 0;
    for (int i = 0; i < 2000; ++i) {
        cdVec3 from = {nextRandomIn(&random, -6.0, 8.0), nextRandomIn(&random, 0.0, 9.0),
                       nextRandomIn(&random, -6.0, 6.0)};
        cdVec3 to = {nextRandomIn(&random, -1.5, 5.0), nextRandomIn(&random, -3.0, 6.5),
                     nextRandomIn(&random, -1.5, 1.5)};
        CastStageRay(a, from, cdSub(to, from));
        CastStageRay(b, from, cdSub(to, from));
        assert_true(a->ray.byWorld && !b->ray.byWorld);
        assert_int_equal(a->ray.count, b->ray.count);
        for (int32_t k = 0; k < a->ray.count; ++k) {
            const StageRayHit *left = &a->ray.hits[k], *right = &b->ray.hits[k];
            assert_int_equal(left->object, right->object);
            assert_true(fabs(left->hit.distance - right->hit.distance) < 1e-9);
            assert_true(cdLength(cdSub(left->hit.normal, right->hit.normal)) < 1e-9);
            if (left->object >= 0) assert_int_equal(left->hit.triangle, right->hit.triangle);
            grounds += left->object < 0;
            ++hits;
        }
        assert_int_equal(a->ray.hasNearest, b->ray.hasNearest);
        if (!a->ray.hasNearest) continue;
        assert_int_equal(a->ray.nearest, b->ray.nearest);
        assert_true(fabs(a->ray.nearestDistance - b->ray.nearestDistance) < 1e-9);
    }
    assert_true(grounds > 100 && hits > 1000);
    freeStage(a);
    freeStage(b);
}

// A row of 12 boxes, the last one added nearest: the nearest 8 are listed in order, all are counted. Red: a
// full list that keeps the first ones found.
static void testManyHits(void **state) {
    (void)state;
    SceneData data = MakeEmptySceneData();
    data.ground = false;
    for (int i = 0; i < 12; ++i) {
        char name[16];
        snprintf(name, sizeof name, "box %d", i);
        AddSceneObject(&data, name, "builtin:box:x=1,y=1,z=1", i % 2 ? SCENE_FIXED : SCENE_DRIVEN)->pose =
            poseAt(-3.0 * i, 0.0, 0.0);
    }
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    assert_true(stage && LoadStage(stage, NULL, &data, message, sizeof message));
    CastStageRay(stage, (cdVec3){-50.0, 0.25, 0.125}, (cdVec3){1.0, 0.0, 0.0});
    assert_int_equal(stage->ray.count, STAGE_RAY_MAX);
    assert_int_equal(stage->ray.hitCount, 12);
    for (int32_t k = 0; k < STAGE_RAY_MAX; ++k) {
        assert_int_equal(stage->ray.hits[k].object, 11 - k);
        assert_true(fabs(stage->ray.hits[k].hit.distance - (16.0 + 3.0 * k)) < 1e-12);
    }
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testOrder),
        cmocka_unit_test(testLeftOut),
        cmocka_unit_test(testSameAnswers),
        cmocka_unit_test(testManyHits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
