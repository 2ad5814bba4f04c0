// Figures of blocks: bodies of several meshes fall onto a floor and come to rest.
//
// A table of a plate and four legs, a dumbbell, a hammer and an L; a cube stands between the legs of the
// table, inside the table's convex hull. At rest the table stands on its four legs, the dumbbell lies on its
// two weights on the table, and the L on its side. The hammer stands on its head, whose density is four times
// that of the handle: its centroid is above the head, and the handle is level in the air. With equal
// densities the centroid would be beyond the head's edge, and the handle would fall. Heights follow from the
// sizes.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include <stdio.h>

enum { TABLE, DUMBBELL, HAMMER, ANGLE, CUBE };

static const double plateHalf = 0.04, legHalf = 0.36, legDensity = 2.0, weightHalf = 0.12, headHalf = 0.1,
                    handleHalf = 0.05, handleLength = 0.45, headDensity = 4.0, angleHalf = 0.1,
                    cubeHalf = 0.15;

// Returns a box at (x, y, z) with these half extents.
static SceneShape makeBox(double x, double y, double z, double halfX, double halfY, double halfZ) {
    SceneShape shape = {.pose = {{x, y, z}, {1.0, 0.0, 0.0, 0.0}}, .scale = 1.0, .density = 1.0};
    snprintf(shape.mesh, sizeof shape.mesh, "builtin:box:x=%g,y=%g,z=%g", halfX, halfY, halfZ);
    return shape;
}

static SceneObject *addFigure(SceneData *data, const char *name, const SceneShape *shapes, int32_t shapeCount,
                              cdPose pose) {
    SceneObject *object = AddSceneObject(data, name, "", SCENE_DYNAMIC);
    if (object == NULL || !SetSceneShapes(data, object, shapes, shapeCount)) return NULL;
    object->pose = pose;
    return object;
}

// The frame of each figure is where its parts meet.
static bool addFigures(SceneData *data) {
    SceneShape table[5] = {makeBox(0.0, plateHalf, 0.0, 0.6, plateHalf, 0.4)};
    for (int32_t i = 0; i < 4; i++) {
        double x = i % 2 == 0 ? -0.5 : 0.5, z = i < 2 ? -0.3 : 0.3;
        table[i + 1] = makeBox(x, -legHalf, z, 0.05, legHalf, 0.05);
        table[i + 1].density = legDensity;
    }
    const SceneShape dumbbell[] = {makeBox(0.0, 0.0, 0.0, 0.3, 0.04, 0.04),
                                   makeBox(-0.3, 0.0, 0.0, 0.08, weightHalf, weightHalf),
                                   makeBox(0.3, 0.0, 0.0, 0.08, weightHalf, weightHalf)};
    SceneShape hammer[] = {makeBox(handleLength, 0.0, 0.0, handleLength, handleHalf, handleHalf),
                           makeBox(0.0, 0.0, 0.0, headHalf, headHalf, 0.2)};
    hammer[1].density = headDensity;
    const SceneShape angle[] = {makeBox(0.3, 0.0, 0.0, 0.4, angleHalf, 0.1),
                                makeBox(0.0, 0.0, 0.4, 0.1, angleHalf, 0.3)};
    return addFigure(data, "table", table, 5, (cdPose){{-0.5, 0.95, 0.0}, TurnAbout(1.0, 0.0, 1.0, 0.06)}) !=
               NULL &&
           addFigure(data, "dumbbell", dumbbell, 3,
                     (cdPose){{-0.5, 1.35, 0.0}, TurnAbout(0.0, 0.0, 1.0, 0.08)}) != NULL &&
           addFigure(data, "hammer", hammer, 2, (cdPose){{0.65, 0.7, 0.55}, TurnAbout(0.0, 1.0, 1.0, 0.4)}) !=
               NULL &&
           addFigure(data, "L", angle, 2, (cdPose){{0.7, 0.6, -0.75}, TurnAbout(1.0, 0.0, 0.3, 0.5)}) != NULL;
}

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {1.3, 2.0, 3.6}, .target = {0.15, 0.4, 0.0}, .fov = 0.7};
    if (!addFigures(data)) return false;
    SceneObject *cube = AddSceneObject(data, "cube", "builtin:box:x=0.15,y=0.15,z=0.15", SCENE_DYNAMIC);
    if (cube == NULL) return false;
    cube->pose.p = cdMakeVec3(-0.5, cubeHalf + 0.001, 0.0);
    for (int32_t i = 0; i < data->objectCount; i++)
        data->objects[i].restitution = 0.1;
    return AddSceneFloor(data, 2.5, 0.0) != NULL &&
           AddStoryTime(data, 0.15, "Each figure is one body of several boxes") &&
           AddStoryTime(data, 0.6, "The table lands on its legs, with the cube between them") &&
           AddStoryTime(data, 4.0, "All are at rest: the heavy head of the hammer carries the handle");
}

// --- Check

// The volumes of the boxes, each times its density.
static double getTableMass(void) {
    return 8.0 * 0.6 * plateHalf * 0.4 + 4.0 * legDensity * 8.0 * 0.05 * legHalf * 0.05;
}

// At rest each touching corner is between 0 and a few margins above what carries it.
static bool checkHeight(const SceneRun *run, int32_t object, const char *what, double expected, char *message,
                        size_t messageSize) {
    double height = GetRunState(run, object).pose.p.y;
    return ExpectBetween(what, height, expected, expected + 10.0 * run->margin, message, messageSize);
}

// The handle is level: its end is as high as the head's middle.
static bool checkHammer(const SceneRun *run, char *message, size_t messageSize) {
    cdPose pose = GetRunState(run, HAMMER).pose;
    cdVec3 end = cdTransformPoint(pose, cdMakeVec3(2.0 * handleLength, 0.0, 0.0));
    return checkHeight(run, HAMMER, "height of the hammer's head", headHalf, message, messageSize) &&
           ExpectNear("height of the handle's end", end.y, headHalf, 20.0 * run->margin, message,
                      messageSize);
}

static bool restOnFloor(SceneRun *run, char *message, size_t messageSize) {
    if (!ExpectNear("mass of the table", GetRunState(run, TABLE).mass, getTableMass(), 1e-12, message,
                    messageSize) ||
        !AdvanceSceneRun(run, 4.0, message, messageSize))
        return false;
    for (int32_t i = 0; i < CUBE; i++) {
        const char *name = run->data->objects[i].name;
        if (!ExpectBetween(name, GetRunState(run, i).asleep, 1.0, 1.0, message, messageSize)) return false;
    }
    double top = 2.0 * legHalf + 2.0 * plateHalf;
    return ExpectNear("the table's up axis", GetRunAxis(run, TABLE).y, 1.0, 1e-6, message, messageSize) &&
           checkHeight(run, TABLE, "height of the table", 2.0 * legHalf, message, messageSize) &&
           checkHeight(run, DUMBBELL, "height of the dumbbell", top + weightHalf, message, messageSize) &&
           checkHeight(run, ANGLE, "height of the L", angleHalf, message, messageSize) &&
           checkHeight(run, CUBE, "height of the cube", cubeHalf, message, messageSize) &&
           checkHammer(run, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, restOnFloor, message, messageSize);
}

const Scene sceneFiguresOfBlocks = {
    .group = "dynamics",
    .name = "figures of blocks",
    .about =
        "A table, a dumbbell, a hammer and an L, each one body of several boxes, fall and come to rest. A "
        "cube stands between the legs of the table; the heavy head of the hammer carries its handle.",
    .create = create,
    .check = check,
};
