// Cube in the corner of a room: three contact areas with three normals, which together block its corner.
#include "scenes/scene_contact.h"
#include "scenes/scene_resolve.h"
#include <stdio.h>

static const double gap = 2e-6, half = 0.4;

static cdPose placeCube(double away) {
    double at = half + gap + away;
    return (cdPose){{at, at, at}, {1.0, 0.0, 0.0, 0.0}};
}

static bool addStory(SceneData *data, int32_t cube) {
    const cdPose away = placeCube(0.4), beyond = placeCube(-1.6);
    const cdPose turned = {placeCube(0.3).p, cdMakeQuat(cdNormalize((cdVec3){1.0, 2.0, 0.5}), 0.4)};
    return AddStoryStep(data, cube, SCENE_CONTINUOUS, away, placeCube(0.0), CD_FREE,
                        "Into the corner: three areas touch at once") &&
           AddStoryStep(data, cube, SCENE_DISCRETE, away, beyond, CD_FREE,
                        "Discrete: passes out through the corner, undetected") &&
           AddStoryStep(data, cube, SCENE_CONTINUOUS, away, beyond, CD_CONTACT,
                        "Continuous: floor and walls stop it") &&
           AddStoryStep(data, cube, SCENE_CONTINUOUS, turned, beyond, CD_CONTACT,
                        "Turned: a corner or an edge touches first");
}

static bool create(SceneData *data) {
    data->response = SCENE_SLIDE;
    data->camera = (SceneCamera){.eye = {3.4, 2.7, 3.0}, .target = {0.6, 0.5, 0.6}, .fov = 0.7};
    if (AddSceneObject(data, "room", "builtin:corner", SCENE_FIXED) == NULL) return false;
    SceneObject *cube = AddSceneObject(data, "cube", "builtin:box:x=0.4,y=0.4,z=0.4", SCENE_DRIVEN);
    if (cube == NULL) return false;
    cube->pose = placeCube(0.0);
    return addStory(data, 1);
}

// Checks three areas, one for each wall.
static bool checkWalls(const SceneContact *contact, char *message, size_t messageSize) {
    static const cdVec3 walls[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (int32_t i = 0; i < 3; i++) {
        int32_t count = 0;
        for (int32_t n = 0; n < 3; n++) {
            const cdContactRegion *area = GetSceneRegion(contact, 2, n);
            count += HasNormal(area, walls[i]) && fabs(area->measure - 4.0 * half * half) < 1e-4;
        }
        if (count == 1) continue;
        snprintf(message, messageSize, "%d areas on wall %d, expected one", (int)count, (int)i);
        return false;
    }
    return true;
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    static const ContactExpectation expected = {"in the corner", -1, {0, 0, 3}};
    return CheckSceneStory(data, meshes, message, messageSize) &&
           CheckSceneContact(data, meshes, 0, &expected, checkWalls, message, messageSize);
}

const Scene sceneCubeInARoomCorner = {
    .group = "contact",
    .name = "cube in a room corner",
    .about =
        "A cube in the corner of a room has one contact area on the floor and one on each wall, with a normal "
        "each. Drag it along the walls, or turn it: the areas become lines and points.",
    .create = create,
    .showsRegions = true,
    .check = check,
};
