// Driven bodies with several shapes that slide: as the query of their set of meshes, at random among bodies
// of several shapes, against all pairs of shapes, and without allocation.
#include "cases.h"
#include "collision/kinematic.h"
#include "compound_fixture.h"
#include "memory_fixture.h"

enum { KINDS = 3, OTHERS = 10, MAX_POSES = 32, MAX_LIMITS = 64 };

// A tool of three shapes above a floor, among other bodies of two shapes.
typedef struct Scene {
    Body kinds[KINDS], floor;
    cdWorld *world;
    cdWorkspace *workspace;
    cdBodyId ground, others[OTHERS], tool;
    cdShapeDef shapes[3];
} Scene;

static cdPose makeRandomPose(Random *random, double size) {
    return (cdPose){cdScale(size, nextRandomVec3(random)),
                    cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 3.0))};
}

static Scene makeScene(double safetyDistance, bool dynamic) {
    Scene scene = {.workspace = cdCreateWorkspace()};
    cdWorldDef settings = cdDefaultWorldDef();
    settings.safetyDistance = safetyDistance;
    settings.gravity = vec(0.0, -GRAVITY, 0.0);
    scene.world = cdCreateWorld(&settings);
    scene.kinds[0] = makeBody("box:x=0.3,y=0.2,z=0.25");
    scene.kinds[1] = makeBody("l-shape:size=0.5,thickness=0.15,depth=0.2");
    scene.kinds[2] = (Body){cdCreateCapsule((cdVec3[2]){{-0.2, 0.0, 0.0}, {0.25, 0.1, 0.0}}, 0.12, NULL)};
    scene.floor = makeBody("box:x=9,y=0.5,z=9");
    scene.ground = addFixedMesh(scene.world, &scene.floor, poseAt(0.0, -0.5, 0.0));
    for (int32_t i = 0; i < OTHERS; i++) {
        cdShapeDef two[2] = {shapeAt(&scene.kinds[i % 2], poseAt(0.25, 0.0, 0.0)),
                             shapeAt(&scene.kinds[2 - i % 2], poseAt(-0.25, 0.1, 0.0))};
        cdPose pose = turnedPose(1.3 * (i % 4) - 2.0, 0.6, 1.4 * (i / 4) - 1.4, vec(0.0, 1.0, 0.0), 0.7 * i);
        cdBodyDef def = makeCompoundDef(two, 2, pose);
        if (!dynamic || i % 3 == 0) def.kind = CD_BODY_FIXED;
        scene.others[i] = cdAddBody(scene.world, &def);
    }
    scene.shapes[0] = shapeAt(&scene.kinds[0], poseAt(0.5, 0.0, 0.0));
    scene.shapes[1] = shapeAt(&scene.kinds[1], turnedPose(-0.4, 0.2, 0.1, vec(1.0, 0.3, 0.0), 1.0));
    scene.shapes[2] = shapeAt(&scene.kinds[2], poseAt(0.0, -0.4, 0.3));
    cdBodyDef def = makeCompoundDef(scene.shapes, 3, poseAt(0.0, 2.5, 0.0));
    def.kind = CD_BODY_DRIVEN;
    scene.tool = cdAddBody(scene.world, &def);
    return scene;
}

static void destroyScene(Scene *scene) {
    cdDestroyWorld(scene->world);
    cdDestroyWorkspace(scene->workspace);
    for (int32_t i = 0; i < KINDS; i++)
        destroyBody(&scene->kinds[i]);
    destroyBody(&scene->floor);
}

static cdPose chooseTarget(Random *random, cdPose from) {
    cdPose goal = makeRandomPose(random, 2.2);
    goal.p.y = nextRandomIn(random, -0.3, 1.5);
    cdQuat turn = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 0.3));
    return (cdPose){cdLerp(from.p, goal.p, nextRandomIn(random, 0.1, 0.5)),
                    cdNormalizeQuat(cdMulQuat(turn, from.q))};
}

static cdSlideInput describeSlide(const Scene *scene, cdSlideShape own[3], cdObstacle *obstacles) {
    cdSlideInput input = {.shapes = own, .shapeCount = 3};
    for (int32_t i = 0; i < 3; i++)
        own[i] = (cdSlideShape){scene->shapes[i].mesh, scene->shapes[i].pose};
    obstacles[input.step.obstacleCount++] =
        (cdObstacle){scene->floor.mesh, cdGetBodyState(scene->world, scene->ground).pose};
    for (int32_t i = 0; i < OTHERS; i++)
        for (int32_t k = 0; k < 2; k++) {
            cdShapeDef shape = cdGetBodyShape(scene->world, scene->others[i], k);
            cdPose pose = cdMulPose(cdGetBodyState(scene->world, scene->others[i]).pose, shape.pose);
            obstacles[input.step.obstacleCount++] = (cdObstacle){shape.mesh, pose};
        }
    input.step.obstacles = obstacles;
    return input;
}

// Random moves: the slide is that of the set of shapes by the query, bit for bit, whatever is in the caches;
// its names are those of bodies and shapes. Red: a wrong row of caches, the shapes of another body, a path of
// one shape instead of the body.
static void testIsTheSlideOfTheSet(void **state) {
    (void)state;
    Scene scene = makeScene(0.0, false);
    Random random = {17};
    cdSlideShape own[3];
    cdObstacle obstacles[1 + 2 * OTHERS];
    cdPose path[MAX_POSES], poses[MAX_POSES];
    cdSlideConstraint limits[MAX_LIMITS], found[MAX_LIMITS];
    int32_t slid = 0, named = 0;
    for (int32_t move = 0; move < 60; move++) {
        cdPose from = cdGetBodyState(scene.world, scene.tool).pose, target = chooseTarget(&random, from);
        cdSlideInput input = describeSlide(&scene, own, obstacles);
        input.step.start = from;
        input.step.target = (cdPose){target.p, cdNormalizeQuat(target.q)}; // like the body's
        input.poses = path, input.poseCapacity = MAX_POSES;
        input.constraints = limits, input.constraintCapacity = MAX_LIMITS;
        cdSlide slide = cdFindSlide(&input, NULL, scene.workspace, NULL);
        cdMoveOptions options = {.poses = poses,
                                 .poseCapacity = MAX_POSES,
                                 .constraints = found,
                                 .constraintCapacity = MAX_LIMITS};
        cdBodyMove moved = cdMoveBody(scene.world, scene.tool, target, CD_MOVE_SLIDE, &options);
        assert_true(cdIsSamePose(moved.pose, slide.contact.resolvedPose));
        assert_true(moved.reached == slide.reached && moved.legCount == slide.legCount);
        assert_int_equal(moved.ownShape, slide.shape);
        assert_int_equal(moved.poseCount, slide.poseCount);
        assert_memory_equal(poses, path, (size_t)slide.poseCount * sizeof *path);
        assert_int_equal(moved.constraintCount, slide.constraintCount);
        for (int32_t i = 0; i < slide.constraintCount; i++) {
            int32_t obstacle = limits[i].obstacle, body = obstacle > 0 ? (obstacle - 1) / 2 : -1;
            cdBodyId wanted = body < 0 ? scene.ground : scene.others[body];
            assert_int_equal(found[i].obstacle, cdGetBodyIndex(wanted));
            assert_int_equal(found[i].shape, limits[i].shape);
            named += limits[i].shape > 0;
        }
        slid += slide.legCount > 2;
    }
    assert_true(slid > 15 && named > 10);
    destroyScene(&scene);
}

// A random drag among fixed bodies, and dynamic ones that yield and are pushed in the next step, also at a
// safety distance: nothing overlaps after any move or step. Red: a leg free for one shape alone, a body moved
// to the pose of a shape.
static void dragAtRandom(double safetyDistance, bool dynamic, uint64_t seed) {
    Scene scene = makeScene(safetyDistance, dynamic);
    Random random = {seed};
    int32_t contacts = 0, yields = 0, moves = countCases(60);
    for (int32_t move = 0; move < moves; move++) {
        cdPose from = cdGetBodyState(scene.world, scene.tool).pose;
        cdMoveOptions options = {.yields = dynamic};
        cdBodyMove moved =
            cdMoveBody(scene.world, scene.tool, chooseTarget(&random, from), CD_MOVE_SLIDE, &options);
        assert_true(moved.contact.state == CD_FREE || moved.contact.state == CD_CONTACT);
        checkNoShapesOverlap(scene.world, scene.workspace, move);
        contacts += moved.contact.state == CD_CONTACT;
        yields += moved.yields;
        if (dynamic) cdStepWorld(scene.world, FRAME);
        checkNoShapesOverlap(scene.world, scene.workspace, move);
    }
    assert_true(contacts > moves / 4 && (yields > 0) == dynamic);
    destroyScene(&scene);
}

static void testRandomDrags(void **state) {
    (void)state;
    dragAtRandom(0.0, false, 3);
    dragAtRandom(0.02, false, 4);
    dragAtRandom(0.0, true, 5);
}

// After cdReserveBodyMoves no slide allocates; without any memory it is refused at the start. Red: memory for
// one shape.
static void testMemory(void **state) {
    (void)state;
    Scene scene = makeScene(0.0, false);
    cdPose start = cdGetBodyState(scene.world, scene.tool).pose;
    LimitedMemory memory = {.allowed = 0};
    useLimitedMemory(&memory);
    cdBodyMove refused = cdMoveBody(scene.world, scene.tool, poseAt(0.0, 0.0, 0.0), CD_MOVE_SLIDE, NULL);
    assert_int_equal(refused.contact.reason, CD_REASON_WORKSPACE);
    assert_true(cdIsSamePose(refused.pose, start) && memory.refused > 0);
    memory.allowed = 1000;
    assert_true(cdReserveBodyMoves(scene.world, scene.tool, 0));
    memory.taken = 0;
    Random random = {23};
    for (int32_t move = 0; move < 20; move++) {
        cdPose from = cdGetBodyState(scene.world, scene.tool).pose;
        cdMoveBody(scene.world, scene.tool, chooseTarget(&random, from), CD_MOVE_SLIDE, NULL);
    }
    assert_int_equal(memory.taken, 0);
    destroyScene(&scene);
    restoreMemory(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testIsTheSlideOfTheSet),
        cmocka_unit_test(testRandomDrags),
        cmocka_unit_test_teardown(testMemory, restoreMemory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
