// Objects of several meshes: in scene files, in worlds of scenes, and on a stage.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "recording/player.h"
#include "scenes/scene_file.h"
#include "scenes/scene_run.h"
#include "services/pick.h"
#include "stage/mesh_source.h"
#include "stage/objects/object_options.h"
#include "stage/shown/stage_solid.h"
#include "stage/world/stage_loads.h"
#include "stage_fixture.h"

#include <string.h>

static const double dt = 1.0 / 60.0;

// A table with a plate and four legs; its frame is in the middle of the plate's lower side.
#define LEG(x, z)                                                                                            \
    "{\"mesh\":\"builtin:box:x=0.1,y=0.5,z=0.1\",\"pose\":[" x ",-0.5," z ",1,0,0,0],\"density\":2}"
#define TABLE_SHAPES                                                                                         \
    "\"shapes\":[{\"mesh\":\"builtin:box:x=2,y=0.2,z=2\",\"pose\":[0,0.1,0,1,0,0,0],\"scale\":0.5},\n" LEG(  \
        "0.8", "0.8") "," LEG("-0.8", "0.8") "," LEG("0.8", "-0.8") "," LEG("-0.8", "-0.8") "]"
#define FLOOR                                                                                                \
    "{\"name\":\"floor\",\"mesh\":\"builtin:box:x=4,y=1,z=4\",\"pose\":[0,-1,0,1,0,0,0],\"restitution\":0}"

static const double plateMass = 8.0 * 1.0 * 0.1 * 1.0, legMass = 2.0 * 8.0 * 0.1 * 0.5 * 0.1;

static const char dropped[] =
    "{\"gravity\":[0,-10,0],\"objects\":[\n{\"name\":\"table\",\"body\":\"dynamic\","
    "\"pose\":[0,1.3,0,1,0,0,0],\n" TABLE_SHAPES "},\n" FLOOR "]}";

static SceneData readScene(const char *text) {
    SceneData data;
    char message[512] = "";
    if (!ReadSceneText(text, strlen(text), "s.json", &data, message, sizeof message)) fail_msg("%s", message);
    return data;
}

static Stage *loadScene(const char *text) {
    SceneData data = readScene(text);
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) fail_msg("%s", message);
    return stage;
}

static void assertNear(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.17g, expected %.17g", value, expected);
}

// --- Files

static void assertSameShapes(const SceneData *a, const SceneData *b) {
    assert_int_equal(a->objectCount, b->objectCount);
    for (int32_t i = 0; i < a->objectCount; i++) {
        const SceneObject *left = &a->objects[i], *right = &b->objects[i];
        assert_int_equal(left->shapeCount, right->shapeCount);
        assert_string_equal(left->mesh, right->mesh);
        assert_memory_equal(&left->pose, &right->pose, sizeof left->pose);
        for (int32_t k = 0; k < left->shapeCount; k++) {
            const SceneShape *of = &a->shapes[left->firstShape + k], *to = &b->shapes[right->firstShape + k];
            assert_string_equal(of->mesh, to->mesh);
            assert_memory_equal(&of->pose, &to->pose, sizeof of->pose);
            assert_true(of->scale == to->scale && of->density == to->density);
        }
    }
}

// Two objects with shapes around one without; numbers without short decimals, one mesh in a file. The text
// that is written from what was read is the same. Red: shapes written for the wrong object, a density or a
// scale that is not written, a mesh beside the shapes.
static void testShapesReadBack(void **state) {
    (void)state;
    SceneData data = MakeEmptySceneData();
    SceneShape shapes[3] = {
        {"builtin:box:x=0.5", {{0.1, 1.0 / 3.0, -7.0}, {1.0, 0.0, 0.0, 0.0}}, 1.0 / 3.0, 7.0 / 3.0},
        {"/parts/m.obj", {{0.0, 0.0, 1e-9}, cdMakeQuat((cdVec3){0.6, 0.0, 0.8}, 1.0)}, 1.0, 1.0},
        {"builtin:torus", cdIdentityPose(), 2.0, 1.0}};
    SceneObject *first = AddSceneObject(&data, "a", "", SCENE_DYNAMIC);
    assert_true(SetSceneShapes(&data, first, shapes + 1, 2));
    first->mass = 1.0 / 7.0;
    AddSceneObject(&data, "b", "builtin:box", SCENE_DRIVEN);
    assert_true(SetSceneShapes(&data, AddSceneObject(&data, "c", "", SCENE_KINEMATIC), shapes, 3));
    char *text = MakeSceneText(&data, "");
    assert_non_null(text);
    SceneData back = readScene(text);
    assertSameShapes(&data, &back);
    assert_int_equal(back.shapeCount, 5);
    char *again = MakeSceneText(&back, "");
    assert_string_equal(text, again);
    free(text);
    free(again);
    DestroySceneData(&data);
    DestroySceneData(&back);
}

// Red: a mistake in a shape that is ignored, the line of the object instead of the mistake's, a mesh or a
// size beside shapes that counts for nothing.
static void testMistakesAreNamed(void **state) {
    (void)state;
#define BOX          "{\"mesh\":\"builtin:box\"}"
#define WITH(text)   "{\"objects\":[{\"name\":\"a\",\n" text "}]}"
#define SHAPES(text) WITH("\"shapes\":[" BOX ",\n" text "]")
    static const struct {
        const char *text, *said;
    } cases[] = {
        {WITH("\"shapes\":[]"), "s.json:2: shapes must be an array of 1 to 65536 shapes"},
        {WITH("\"shapes\":" BOX), "s.json:2: shapes must be an array of 1 to 65536 shapes"},
        {WITH("\"shapes\":5"), "s.json:2: shapes must be an array of 1 to 65536 shapes"},
        {SHAPES("5"), "s.json:3: a shape must be an object"},
        {SHAPES("{}"), "s.json:3: a shape needs a mesh"},
        {SHAPES("{\"mesh\":\"b\",\"normalize\":true}"), "s.json:3: unknown key \"normalize\" in a shape"},
        {SHAPES("{\"mesh\":\"b\",\"mesh\":\"c\"}"), "s.json:3: duplicate key \"mesh\""},
        {SHAPES("{\"mesh\":\"b\",\n\"pose\":[0,0,0,0,0,0,0]}"), "s.json:4: pose: the quaternion is zero"},
        {SHAPES("{\"mesh\":\"b\",\n\"pose\":[0,0,0,2,0,0,0]}"), "s.json:4: pose: the quaternion is not of"},
        {SHAPES("{\"mesh\":\"b\",\n\"pose\":[0,0,0,1,0,0]}"), "s.json:4: pose must be an array of 7"},
        {SHAPES("{\"mesh\":\"b\",\n\"scale\":0}"), "s.json:4: scale must be at least"},
        {SHAPES("{\"mesh\":\"b\",\n\"density\":0}"), "s.json:4: density must be at least"},
        {SHAPES("{\"mesh\":\"b\",\n\"density\":\"1\"}"), "s.json:4: density must be a finite number"},
        {WITH("\"shapes\":[" BOX "],\n\"mesh\":\"b\""), "s.json:3: object \"a\" must have shapes or mesh"},
        {WITH("\"shapes\":[" BOX "],\n\"scale\":1"), "s.json:3: object \"a\" must have shapes or scale"},
        {WITH("\"normalize\":false,\n\"shapes\":[" BOX "]"),
         "s.json:2: object \"a\" must have shapes or normalize, not both"},
        {WITH("\"shapes\":[" BOX "],\n\"leafRadius\":1"), "s.json:3: object \"a\" must have shapes or leaf"},
        {WITH("\"body\":\"driven\",\n\"shapes\":[" BOX "]"),
         "s.json:3: object \"a\" with shapes must be fixed, dynamic or kinematic"},
        {WITH("\"body\":\"moved\",\n\"shapes\":[" BOX "]"),
         "s.json:3: object \"a\" with shapes must be fixed"},
        {WITH("\"body\":\"fixed\""), "s.json:1: object \"a\" needs a mesh or shapes"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        SceneData data;
        char message[512] = "";
        bool read =
            ReadSceneText(cases[i].text, strlen(cases[i].text), "s.json", &data, message, sizeof message);
        if (read || strstr(message, cases[i].said) != message) fail_msg("case %zu: %s", i, message);
        assert_null(data.objects);
        assert_null(data.shapes);
    }
}

// Red: a mesh that cannot be loaded, reported without its file, line, object and shape.
static void testMissingMeshesAreNamed(void **state) {
    (void)state;
    SceneData data = readScene(SHAPES("{\"mesh\":\"/nowhere/m.obj\"}"));
    SceneMeshes meshes;
    char message[512] = "";
    assert_false(CreateSceneMeshes(&data, &meshes, message, sizeof message));
    assert_non_null(strstr(message, "s.json:2: object \"a\": shape 2: "));
    assert_non_null(strstr(message, "/nowhere/m.obj"));
    DestroySceneData(&data);
#undef BOX
#undef WITH
#undef SHAPES
}

// --- Worlds

// The mesh of the table has the triangles of its five boxes, at their poses; the meshes of the shapes follow
// those of the objects, and the four legs share one. Red: a shape without its scale or pose.
static void testMeshesOfShapes(void **state) {
    (void)state;
    SceneData data = readScene(dropped);
    SceneMeshes meshes;
    char message[512] = "";
    assert_true(CreateSceneMeshes(&data, &meshes, message, sizeof message));
    cdMeshInfo whole = cdGetMeshInfo(meshes.meshes[0]);
    assert_int_equal(whole.triangleCount, 5 * cdGetMeshInfo(meshes.meshes[2]).triangleCount);
    assertNear(whole.bounds.lower.y, -1.0, 1e-15);
    assertNear(whole.bounds.upper.y, 0.2, 1e-15);
    assertNear(whole.bounds.upper.x, 1.0, 1e-15);
    assertNear(cdGetMeshInfo(meshes.meshes[2]).bounds.upper.x, 1.0, 1e-15); // the plate, scaled
    for (int i = 3; i < 7; i++)
        assert_ptr_equal(meshes.meshes[i], meshes.meshes[3]);
    assert_int_equal(meshes.ownedCount, 4);
    DestroySceneMeshes(&meshes);
    DestroySceneData(&data);
}

// The table is one body of five shapes with the mass of all, its densities included, falls upright and stands
// on its legs. Red: a body of the first shape only, densities that are ignored, a table that stands on its
// plate.
static void testTableStandsOnItsLegs(void **state) {
    (void)state;
    SceneData data = readScene(dropped);
    SceneMeshes meshes;
    SceneRun run;
    char message[512] = "";
    assert_true(CreateSceneMeshes(&data, &meshes, message, sizeof message));
    if (!OpenSceneRun(&run, &data, meshes.meshes, message, sizeof message)) fail_msg("%s", message);
    assert_int_equal(cdGetBodyShapeCount(run.sceneWorld.world, run.sceneWorld.bodies[0]), 5);
    cdBodyState start = GetRunState(&run, 0);
    assertNear(start.mass, plateMass + 4.0 * legMass, 1e-12);
    double middle = (0.1 * plateMass - 0.5 * 4.0 * legMass) / start.mass;
    assertNear(start.centroid.y, 1.3 + middle, 1e-12);
    if (!AdvanceSceneRun(&run, 2.0, message, sizeof message)) fail_msg("%s", message);
    cdBodyState end = GetRunState(&run, 0);
    assert_true(end.asleep);
    assertNear(end.pose.p.y, 1.0 + run.margin, 2.0 * run.margin);
    assertNear(GetRunAxis(&run, 0).y, 1.0, 1e-9);
    CloseSceneRun(&run);
    DestroySceneMeshes(&meshes);
    DestroySceneData(&data);
}

// A cube between the legs is free, one at a leg overlaps. Red: a test of the table's first shape or of its
// hull.
static void testOverlapsOfAnyShape(void **state) {
    (void)state;
    SceneData data = readScene("{\"objects\":[{\"name\":\"table\",\"body\":\"dynamic\"," TABLE_SHAPES
                               "},{\"name\":\"cube\",\"body\":\"dynamic\",\"pose\":[0,-0.5,0,1,0,0,0],"
                               "\"mesh\":\"builtin:box:x=0.3,y=0.3,z=0.3\"}]}");
    SceneMeshes meshes;
    SceneWorld world;
    char message[512] = "";
    int32_t a = -1, b = -1;
    assert_true(CreateSceneMeshes(&data, &meshes, message, sizeof message));
    assert_true(CreateSceneWorld(&data, meshes.meshes, &world, message, sizeof message));
    cdWorkspace *workspace = CreateSceneWorkspace(meshes.meshes, data.objectCount);
    assert_false(FindWorldOverlap(&world, meshes.meshes, workspace, &a, &b));
    cdSetBodyPose(world.world, world.bodies[1], poseAt(0.8, -0.5, -0.6));
    assert_true(FindWorldOverlap(&world, meshes.meshes, workspace, &a, &b));
    cdDestroyWorkspace(workspace);
    DestroySceneWorld(&world);
    DestroySceneMeshes(&meshes);
    DestroySceneData(&data);
}

// --- The stage

// On a stage the table is one object: one body with five shapes, which falls and stands; a ray hits it
// through its plate and its legs, and not between them; a solid of it is refused. Red: an object that is
// drawn and picked as its first shape, a body of another form than the picture.
static void testStageShowsOneObject(void **state) {
    (void)state;
    Stage *stage = loadScene(dropped);
    assert_int_equal(stage->objectCount, 2);
    assert_int_equal(stage->selected, 0);
    assert_true(stage->world.present && stage->objects[0].isBody);
    assert_int_equal(cdGetBodyShapeCount(stage->world.scene.world, GetStageBody(stage, 0)), 5);
    for (int i = 0; i < 120; ++i)
        apply(stage, MakeAdvance(dt));
    assert_true(stage->objects[0].asleep);
    double gap = stage->objects[0].pose.p.y - 1.0, distance = 0.0;
    assert_true(gap >= 0.0 && gap < 1e-3);
    const cdVec3 back = {0.0, 0.0, -1.0};
    assert_int_equal(PickObject(stage, (cdVec3){0.0, 1.1, 9.0}, back, &distance), 0); // the plate
    assertNear(distance, 8.0, 1e-9);
    assert_int_equal(PickObject(stage, (cdVec3){0.8, 0.5, 9.0}, back, &distance), 0); // a leg
    assertNear(distance, 8.1, 1e-9);
    assert_int_equal(PickObject(stage, (cdVec3){0.0, 0.5, 9.0}, back, &distance), -1);
    bool comes = false;
    assert_null(WantStageSolid(stage, 0, &comes));
    assert_int_equal(ChooseSolidObject(stage), 1); // the floor, though the table is selected
    freeStage(stage);
}

// The floor carries the table's weight through four regions, one a leg, each with the area of its foot. Red:
// the regions of the first shapes only, forces that count for the wrong leg.
static void testEachLegCarriesItsShare(void **state) {
    (void)state;
    Stage *stage = loadScene(dropped);
    for (int i = 0; i < 120; ++i)
        apply(stage, MakeAdvance(dt));
    for (int turned = 0; turned < 2; ++turned) {
        StageLoads loads;
        double force = 0.0;
        FindStageLoads(stage, GetStageBody(stage, turned), GetStageBody(stage, !turned), &loads);
        assert_int_equal(loads.count, 4);
        for (int i = 0; i < 4; ++i) {
            assertNear(loads.loads[i].area, 0.2 * 0.2, 1e-9);
            assertNear(fabs(loads.loads[i].center.x), 0.8, 0.11);
            assertNear(loads.points[loads.regions[i].firstPoint].x, loads.loads[i].center.x, 0.21);
            force += loads.loads[i].force;
        }
        assertNear(force, 10.0 * (plateMass + 4.0 * legMass), 0.01);
    }
    freeStage(stage);
}

// Red: a hand that does not lift the body, or only a part of it.
static void testHandHoldsTheBody(void **state) {
    (void)state;
    Stage *stage = loadScene(dropped);
    for (int i = 0; i < 60; ++i)
        apply(stage, MakeAdvance(dt));
    apply(stage, MakeHold(0, (cdVec3){0.0, 0.2, 0.0}, (cdVec3){0.0, 2.0, 0.0}));
    for (int i = 0; i < 60; ++i)
        apply(stage, MakeAdvance(dt));
    assert_true(stage->objects[0].pose.p.y > 1.5);
    freeStage(stage);
}

// Changes that a body of several meshes cannot have are refused with a reason, and nothing changes. Red: a
// world that is created again with the first mesh only, a size that changes the picture but not the body.
static void testRefusals(void **state) {
    (void)state;
    Stage *stage = loadScene(dropped);
    char message[512] = "";
    assert_false(setOption(stage, 0, STAGE_SCALE, 2.0, message, sizeof message));
    assert_string_equal(message, "table cannot change: its meshes have sizes and sphere trees of their own");
    assert_false(setOption(stage, 0, STAGE_LEAF_RADIUS, 0.5, message, sizeof message));
    assert_false(setOption(stage, 0, STAGE_BODY, SCENE_DRIVEN, message, sizeof message));
    assert_string_equal(message, "table cannot change: a body of several meshes cannot be driven");
    static const SceneBody bodies[] = {SCENE_FIXED, SCENE_KINEMATIC, SCENE_DYNAMIC};
    for (int i = 0; i < 3; i++) {
        if (!setOption(stage, 0, STAGE_BODY, bodies[i], message, sizeof message)) fail_msg("%s", message);
        assert_int_equal(stage->objects[0].body, bodies[i]);
        bool runs = bodies[i] != SCENE_FIXED;
        assert_int_equal(stage->world.present, runs);
        if (runs) assert_int_equal(cdGetBodyShapeCount(stage->world.scene.world, GetStageBody(stage, 0)), 5);
    }
    freeStage(stage);
}

// A copy has the shapes too, and the scene that is saved has both. Red: shapes of a copy that are those of
// the object with its index, a description without shapes.
static void testCopiesHaveShapes(void **state) {
    (void)state;
    Stage *stage = loadScene(dropped);
    char message[512] = "";
    int32_t copy = copyObject(stage, 0, message, sizeof message);
    if (copy < 0) fail_msg("%s", message);
    assert_int_equal(cdGetBodyShapeCount(stage->world.scene.world, GetStageBody(stage, copy)), 5);
    SceneData described = MakeEmptySceneData();
    for (int32_t i = 0; i < stage->objectCount; ++i)
        assert_non_null(DescribeStageObject(stage, i, &described));
    char *text = MakeSceneText(&described, "");
    SceneData back = readScene(text);
    assertSameShapes(&described, &back);
    assert_int_equal(back.objects[0].shapeCount, 5);
    assert_int_equal(back.objects[copy].shapeCount, 5);
    assert_int_equal(back.objects[1].shapeCount, 0);
    free(text);
    DestroySceneData(&described);
    DestroySceneData(&back);
    freeStage(stage);
}

static void assertBodyHas(const Stage *stage, int32_t object, const SceneShape *shapes, int32_t count) {
    const cdWorld *world = stage->world.scene.world;
    assert_int_equal(cdGetBodyShapeCount(world, GetStageBody(stage, object)), count);
    double right = -INFINITY;
    for (int32_t i = 0; i < count; ++i) {
        cdShapeDef shape = cdGetBodyShape(world, GetStageBody(stage, object), i);
        assert_true(shape.pose.p.x == shapes[i].pose.p.x && shape.density == shapes[i].density);
        double half = cdGetMeshInfo(shape.mesh).bounds.upper.x;
        assertNear(half, shapes[i].scale, 1e-15);
        right = fmax(right, shape.pose.p.x + half);
    }
    assertNear(stage->objects[object].info.bounds.upper.x, right, 1e-12);
}

// Two objects whose shapes have one mesh in several sizes, and a copy of the second: each has its own shapes,
// in the picture and in the world. Red: the shapes of the first object for all, one mesh for several sizes.
static void testEachHasItsOwnShapes(void **state) {
    (void)state;
    SceneShape shapes[5];
    for (int i = 0; i < 5; i++)
        shapes[i] = (SceneShape){"builtin:box", poseAt(3.0 * i, 0.0, 0.0), 1.0 + 0.25 * i, 1.0 + i};
    SceneData data = MakeEmptySceneData();
    for (int i = 0; i < 2; i++) {
        SceneObject *object = AddSceneObject(&data, i ? "b" : "a", "", SCENE_DYNAMIC);
        assert_true(SetSceneShapes(&data, object, shapes + 2 * i, 2 + i));
        object->pose = poseAt(0.0, 0.0, 9.0 * i);
    }
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) fail_msg("%s", message);
    int32_t copy = copyObject(stage, 1, message, sizeof message);
    assertBodyHas(stage, 0, shapes, 2);
    assertBodyHas(stage, 1, shapes + 2, 3);
    assertBodyHas(stage, copy, shapes + 2, 3);
    freeStage(stage);
}

// --- Drags

// A driven ball, and a table that is fixed, or dynamic under a world that stands still.
static Stage *makeBallAndTable(bool dynamic) {
    char text[2048];
    snprintf(text, sizeof text,
             "{\"response\":\"stop\",\"objects\":[{\"name\":\"ball\",\"body\":\"driven\",\"mesh\":"
             "\"builtin:icosphere:radius=0.3,level=2\",\"pose\":[0,-0.5,4,1,0,0,0]},"
             "{\"name\":\"table\",\"body\":\"%s\"," TABLE_SHAPES "}],\"ground\":false}",
             dynamic ? "dynamic" : "fixed");
    return loadScene(text);
}

// A ball goes between the legs to the other side, and is stopped by the plate and by a leg where these are.
// The elements that touch, and the nodes of the trace, are those of the object's mesh. Red: the convex hull
// of the table, an obstacle of its first shape, numbers of one shape's mesh that are drawn in another.
static void testBallsMeetTheTable(void **state) {
    (void)state;
    for (int dynamic = 0; dynamic < 2; ++dynamic) {
        Stage *stage = makeBallAndTable(dynamic);
        stage->trace.wanted = true;
        apply(stage, MakeMove(0, poseAt(0.0, -0.5, -4.0)));
        assertNear(stage->objects[0].pose.p.z, -4.0, 1e-12);
        apply(stage, MakeMove(0, poseAt(0.8, -0.5, -4.0)));
        apply(stage, MakeMove(0, poseAt(0.8, -0.5, 4.0)));
        assertNear(stage->objects[0].pose.p.z, -0.9 - 0.3, 0.02); // the leg; the ball is a polyhedron
        assert_int_equal(stage->query.obstacle, 1);
        const cdMeshInfo *info = &stage->objects[1].info;
        assert_true(stage->trace.record.eventCount > 0 && stage->query.touchCount > 0);
        for (int32_t i = 0; i < stage->query.touchCount; ++i)
            assertNear(stage->query.touches[i].point.z, -0.9, 0.02);
        assert_int_equal(info->triangleCount, 60);
        apply(stage, MakePlace(0, poseAt(0.0, 3.0, 0.0)));
        apply(stage, MakeMove(0, poseAt(0.0, -3.0, 0.0)));
        assertNear(stage->objects[0].pose.p.y, 0.2 + 0.3, 0.02);
        freeStage(stage);
    }
}

// A ball that pushes meets the body of a leg: the table gives way and turns. Meanwhile neither touching
// elements nor a trace name elements of the leg, which the picture would look for in the whole table. Red: a
// table that blocks what pushes, numbers of a leg that are drawn in the table.
static void testPushedTableGivesWay(void **state) {
    (void)state;
    Stage *stage = loadScene(
        "{\"gravity\":[0,-10,0],\"objects\":[{\"name\":\"ball\",\"body\":\"driven\",\"pushes\":true,"
        "\"mesh\":\"builtin:icosphere:radius=0.2,level=2\",\"pose\":[-1.4,0.5,0.8,1,0,0,0]},"
        "{\"name\":\"table\",\"body\":\"dynamic\",\"pose\":[0,1.001,0,1,0,0,0]," TABLE_SHAPES "}," FLOOR
        "]}");
    int met = 0;
    stage->trace.wanted = true;
    for (int i = 0; i < 60; ++i) {
        cdPose pose = stage->objects[0].pose;
        pose.p.x += 0.02;
        apply(stage, MakeMove(0, pose));
        bool meets = stage->query.obstacle == 1;
        met += meets;
        if (meets) assert_int_equal(stage->query.touchCount, 0);
        if (meets) assert_int_equal(stage->trace.record.eventCount, 0);
        apply(stage, MakeAdvance(dt));
    }
    assert_true(met > 5);
    cdVec3 along = cdRotate(stage->objects[1].pose.q, (cdVec3){1.0, 0.0, 0.0});
    assert_true(stage->objects[1].pose.p.x > 0.1 && fabs(along.z) > 0.05);
    assert_true(stage->objects[1].pose.p.y < 1.01);
    freeStage(stage);
}

// The table, dynamic in a world that stands still, is moved up to the first contact of any shape, or slides
// along it to its target. Red: a leg that goes through the ball, a table that stops at the contact of its
// hull.
static void testMovedTableStops(void **state) {
    (void)state;
    Stage *stage = makeBallAndTable(true);
    apply(stage, MakeSetResponse(SCENE_STOP));
    apply(stage, MakePlace(0, poseAt(0.0, -0.5, 4.0)));
    apply(stage, MakeMove(1, poseAt(0.0, 0.0, 8.0))); // the ball passes between the legs
    assertNear(stage->objects[1].pose.p.z, 8.0, 1e-12);
    apply(stage, MakeMove(1, poseAt(0.8, 0.0, 8.0)));
    apply(stage, MakeMove(1, poseAt(0.8, 0.0, 0.0))); // a leg meets it
    assertNear(stage->objects[1].pose.p.z, 8.0 + (4.0 - 8.0) + 0.8 + 0.1 + 0.3, 0.02);
    assert_int_equal(stage->query.obstacle, 0);
    assert_int_equal(stage->query.object, 1);
    apply(stage, MakeSetResponse(SCENE_SLIDE));
    apply(stage, MakeMove(1, poseAt(0.8, 0.0, 0.0))); // on along the ball
    assert_true(stage->query.legCount > 1 && stage->query.contact.state == CD_CONTACT);
    assertNear(stage->objects[1].pose.p.z, 0.0, 1e-3);
    assert_true(areApart(stage));
    cdPose body = cdGetBodyState(stage->world.scene.world, GetStageBody(stage, 1)).pose;
    assert_true(cdIsSamePose(body, stage->objects[1].pose));
    freeStage(stage);
}

// --- Back in time

// Red: a snapshot without the shapes, a world that steps differently when it is run again.
static void testBackAndForth(void **state) {
    (void)state;
    enum { FRAMES = 150 };
    static const int64_t visits[] = {150, 3, 70, 69, 0, 149, 64};
    Stage *stage = loadScene(dropped);
    uint64_t hashes[FRAMES + 1];
    hashes[0] = HashStage(stage);
    for (int i = 1; i <= FRAMES; ++i) {
        if (i == 40) apply(stage, MakeHold(0, (cdVec3){0.9, 0.2, 0.0}, (cdVec3){0.0, 2.0, 0.0}));
        if (i != 40) apply(stage, MakeAdvance(dt));
        hashes[i] = HashStage(stage);
    }
    assert_true(hashes[150] != hashes[60]);
    StagePlayer player;
    char message[512] = "";
    assert_true(OpenJournalPlayer(&player, stage));
    assert_int_equal(player.frameCount, FRAMES);
    for (size_t i = 0; i < sizeof visits / sizeof *visits; ++i) {
        assert_true(SeekPlayer(&player, stage, visits[i], 1e9, message, sizeof message));
        assert_int_equal(HashStage(stage), hashes[visits[i]]);
    }
    ClosePlayer(&player);
    freeStage(stage);
}

// A recording has the scene with its shapes, and replays to the same bits. Red: a recording of a mesh without
// a name, shapes that are not in it.
static void testRecordings(void **state) {
    (void)state;
    Stage *stage = loadScene(dropped);
    char *text = NULL, message[512] = "";
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    RecordingWriter writer;
    assert_true(BeginRecording(&writer, stage, out, "/tmp/r.fcrec", message, sizeof message));
    for (int i = 0; i < 60; ++i)
        apply(stage, MakeAdvance(dt));
    uint64_t hash = HashStage(stage);
    assert_true(EndRecording(&writer, stage));
    assert_non_null(strstr(text, "{\"mesh\":\"5 shapes\",")); // no path
    freeStage(stage);
    Recording recording;
    StagePlayer player;
    Stage *again = malloc(sizeof *again);
    if (!ReadRecordingText(text, strlen(text), "/tmp/r.fcrec", &recording, message, sizeof message) ||
        !OpenPlayer(&player, again, &recording, message, sizeof message))
        fail_msg("%s", message);
    while (StepPlayer(&player, again, message, sizeof message))
        if (player.differs) fail_msg("frame %d: %s", (int)player.differs, player.difference);
    assert_int_equal(HashStage(again), hash);
    ClosePlayer(&player);
    freeStage(again);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testShapesReadBack),
                                       cmocka_unit_test(testMistakesAreNamed),
                                       cmocka_unit_test(testMissingMeshesAreNamed),
                                       cmocka_unit_test(testMeshesOfShapes),
                                       cmocka_unit_test(testTableStandsOnItsLegs),
                                       cmocka_unit_test(testOverlapsOfAnyShape),
                                       cmocka_unit_test(testStageShowsOneObject),
                                       cmocka_unit_test(testHandHoldsTheBody),
                                       cmocka_unit_test(testEachLegCarriesItsShare),
                                       cmocka_unit_test(testRefusals),
                                       cmocka_unit_test(testCopiesHaveShapes),
                                       cmocka_unit_test(testEachHasItsOwnShapes),
                                       cmocka_unit_test(testBallsMeetTheTable),
                                       cmocka_unit_test(testPushedTableGivesWay),
                                       cmocka_unit_test(testMovedTableStops),
                                       cmocka_unit_test(testBackAndForth),
                                       cmocka_unit_test(testRecordings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
