// Apex on an edge: six contact points reduced to one [V90 figure 7].
//
// A pyramid stands on its apex v beside the edge e5 of a block and leans far out over it. Within the
// tolerance v touches the face f1 and the edge e5, and each of the four edges that end in v touches e5. They
// form one cluster, represented by the point of the highest priority, v on f1.
#include "scenes/scene_contact.h"
#include "scenes/scene_resolve.h"
#include <stdio.h>

static const double lift = 3e-6, inward = 5e-6; // distances of v from f1 and from e5
static const double lean = 1.05;                // radians from upright

static cdPose placePyramid(double x, double y) {
    return (cdPose){{x - inward, y + lift, 0.0}, cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, -lean)};
}

static bool addStory(SceneData *data, int32_t pyramid) {
    const cdPose above = placePyramid(0.0, 0.3);
    return AddStoryStep(data, pyramid, SCENE_CONTINUOUS, above, placePyramid(0.0, lift), CD_FREE,
                        "Lowered to the face beside the edge: six points touch, one is kept") &&
           AddStoryStep(data, pyramid, SCENE_DISCRETE, above, placePyramid(-0.1, -1.6), CD_FREE,
                        "Discrete: passes through the block, undetected") &&
           AddStoryStep(data, pyramid, SCENE_CONTINUOUS, above, placePyramid(-0.1, -1.6), CD_CONTACT,
                        "Continuous: the apex stops at the face");
}

static bool create(SceneData *data) {
    data->response = SCENE_SLIDE;
    data->camera = (SceneCamera){.eye = {0.5, 1.0, 2.5}, .target = {0.1, 0.1, 0.0}, .fov = 0.7};
    SceneObject *block = AddSceneObject(data, "block", "builtin:box:x=0.5,y=0.2,z=0.5", SCENE_FIXED);
    if (block == NULL) return false;
    block->pose.p = (cdVec3){-0.5, -0.2, 0.0};
    SceneObject *pyramid =
        AddSceneObject(data, "pyramid", "builtin:pyramid:half=0.2,height=0.9", SCENE_DRIVEN);
    if (pyramid == NULL) return false;
    pyramid->pose = placePyramid(0.0, 0.0);
    return addStory(data, 1);
}

static bool checkPoint(const SceneContact *contact, char *message, size_t messageSize) {
    const cdContactRegion *point = GetSceneRegion(contact, 0, 0);
    bool onFace = point->locationA.kind == CD_ON_VERTEX && point->locationB.kind == CD_ON_FACE;
    if (onFace && contact->now.clusteredCount == 5 && HasNormal(point, (cdVec3){0.0, 1.0, 0.0})) return true;
    snprintf(message, messageSize, "expected the vertex on the face for six points, found one for %d",
             (int)contact->now.clusteredCount + 1);
    return false;
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    static const ContactExpectation expected = {"on the edge", -1, {1, 0, 0}};
    return CheckSceneStory(data, meshes, message, messageSize) &&
           CheckSceneContact(data, meshes, 0, &expected, checkPoint, message, messageSize);
}

const Scene sceneApexOnAnEdge = {
    .group = "contact",
    .name = "apex on an edge",
    .about =
        "A pyramid stands on its apex and leans out over an edge. Within the tolerance the apex touches the face "
        "and the edge, and its four edges touch the edge too. These six points are reduced to one: the apex on "
        "the face, with the face's normal.",
    .create = create,
    .showsRegions = true,
    .check = check,
};
