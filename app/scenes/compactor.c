// Compactor: two rams press scattered cubes to a block, and stop where nothing gives way.
//
// The rams are kinematic bodies. One closes along x, then the other along z. Their paths lead through the
// cubes, to the far walls; they stop, blocked, where the cubes stand face to face: at a distance of `columns`
// and `rows` edges from the walls, and the gaps of the contacts.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include <stdio.h>

enum { COLUMNS = 4, ROWS = 3, CUBES = COLUMNS * ROWS };
enum { FLOOR, WALL_X, WALL_Z, RAM_X, RAM_Z, FIRST_CUBE };

static const double half = 0.1, thick = 0.05, tall = 0.1, width = 1.3, depth = 1.0, lift = 0.01;

static SceneObject *addWall(SceneData *data, const char *name, const char *mesh, SceneBody body, double x,
                            double z) {
    SceneObject *wall = AddSceneObject(data, name, mesh, body);
    if (wall == NULL) return NULL;
    wall->pose.p = (cdVec3){x, lift + tall, z};
    wall->friction = 0.2;
    wall->restitution = 0.0;
    return wall;
}

// Gives a ram a path from where it is to `end`, between two times.
static bool sendRam(SceneData *data, SceneObject *ram, cdVec3 end, double begin, double arrival) {
    const cdPathNode nodes[] = {{begin, ram->pose}, {arrival, {end, ram->pose.q}}};
    return SetScenePath(data, ram, nodes, 2);
}

// The walls end at x = 0 and z = 0; the rams begin at `width` and `depth`. The ram along z fits the block
// that the other one leaves.
static bool addWalls(SceneData *data) {
    const char *acrossX = "builtin:box:x=0.05,y=0.1,z=0.6";
    SceneObject *wallX = addWall(data, "wall x", acrossX, SCENE_FIXED, -thick, 0.5 * depth);
    SceneObject *wallZ = wallX == NULL ? NULL
                                       : addWall(data, "wall z", "builtin:box:x=0.75,y=0.1,z=0.05",
                                                 SCENE_FIXED, 0.5 * width, -thick);
    if (wallZ == NULL) return false;
    SceneObject *ram = addWall(data, "ram x", acrossX, SCENE_KINEMATIC, width + thick, 0.5 * depth + 0.11);
    cdVec3 end = {thick + half, lift + tall, 0.5 * depth + 0.11};
    if (ram == NULL || !sendRam(data, ram, end, 0.3, 2.7)) return false;
    double middle = COLUMNS * half;
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh, "builtin:box:x=%g,y=%g,z=%g", middle - lift, tall, thick);
    ram = addWall(data, "ram z", mesh, SCENE_KINEMATIC, middle, depth + thick);
    end = (cdVec3){middle, lift + tall, thick + half};
    return ram != NULL && sendRam(data, ram, end, 2.0, 4.4);
}

// Cubes without friction, at scattered places and angles. Damping stops those that a ram has pushed away.
static bool addCubes(SceneData *data) {
    for (int32_t i = 0; i < CUBES; i++) {
        cdPose pose = {{(i % COLUMNS + 0.5) * width / COLUMNS + 0.05 * (GetScatter(i, 0) - 0.5), half + 1e-4,
                        (i / COLUMNS + 0.5) * depth / ROWS + 0.05 * (GetScatter(i, 1) - 0.5)},
                       TurnAbout(0.0, 1.0, 0.0, 0.3 * (GetScatter(i, 2) - 0.5))};
        SceneObject *cube = AddNumberedObject(data, "cube", i + 1, "builtin:box:x=0.1,y=0.1,z=0.1", pose);
        if (cube == NULL) return false;
        cube->traits.linearDamping = cube->traits.angularDamping = 3.0;
        cube->friction = cube->restitution = 0.0;
    }
    return true;
}

static bool create(SceneData *data) {
    data->gravity = GetSceneGravity();
    data->camera = (SceneCamera){.eye = {1.5, 1.7, 1.9}, .target = {0.55, 0.05, 0.42}, .fov = 0.7};
    SceneObject *floor = AddSceneFloor(data, 2.0, 0.0);
    if (floor == NULL) return false;
    floor->friction = 0.3;
    return addWalls(data) && addCubes(data) &&
           AddStoryTime(data, 0.3, "Cubes lie between two walls and two rams") &&
           AddStoryTime(data, 1.8, "The first ram has pushed them together, and stops") &&
           AddStoryTime(data, 4.0, "The second one too: their paths lead on, but nothing gives way");
}

// Checks the distance of a ram from its wall: that of cubes face to face, and at most a gap of 4 margins
// between two bodies more.
static bool expectStop(const SceneRun *run, int32_t ram, double distance, int32_t cubes, char *message,
                       size_t messageSize) {
    if (!GetRunState(run, ram).blocked) {
        snprintf(message, messageSize, "%s is not blocked", run->data->objects[ram].name);
        return false;
    }
    double least = 2.0 * half * cubes;
    return ExpectBetween(run->data->objects[ram].name, distance, least,
                         least + 4.0 * run->margin * (cubes + 1), message, messageSize);
}

static bool press(SceneRun *run, char *message, size_t messageSize) {
    if (!AdvanceSceneRun(run, 2.0, message, messageSize) ||
        !expectStop(run, RAM_X, GetRunState(run, RAM_X).pose.p.x - thick, COLUMNS, message, messageSize) ||
        !AdvanceSceneRun(run, 4.0, message, messageSize))
        return false;
    return expectStop(run, RAM_X, GetRunState(run, RAM_X).pose.p.x - thick, COLUMNS, message, messageSize) &&
           expectStop(run, RAM_Z, GetRunState(run, RAM_Z).pose.p.z - thick, ROWS, message, messageSize) &&
           ExpectNear("time for which cubes were blocked", run->blockedTime, 0.0, 0.0, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, press, message, messageSize);
}

const Scene sceneCompactor = {
    .group = "dynamics",
    .name = "compactor",
    .about = "Two rams press 12 cubes against two walls, one after the other. Their paths lead through the "
             "cubes; they stop where the cubes stand face to face, and nothing overlaps.",
    .create = create,
    .check = check,
};
