// Ring on a wire: a drag moves a ring along a bent wire without following the bends.
//
// The pointer moves straight; the ring follows the wire up over a crest of half a length and down again.
#include "scenes/scene_hand.h"
#include "scenes/scene_resolve.h"
#include "shapes/elementary.h"
#include <stdio.h>

static const double bend = 0.5, rate = 1.5707963267948966; // of the wire: y = bend sin(rate x)
static const double slack = 0.14;                          // ring's inner radius minus the wire's

static cdPose placeRing(double x, double y) {
    return (cdPose){{x, y, 0.0}, cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, -1.5707963267948966)};
}

static bool addStory(SceneData *data, int32_t ring) {
    return AddStorySlide(data, ring, placeRing(0.0, -0.1), CD_CONTACT,
                         "Straight on: the wire lifts the ring") &&
           AddStorySlide(data, ring, placeRing(1.0, 0.2), CD_CONTACT, "Up to the crest") &&
           AddStorySlide(data, ring, placeRing(1.75, 0.3), CD_CONTACT, "Over it and down") &&
           AddStorySlide(data, ring, placeRing(1.0, 1.3), CD_CONTACT, "Pulled off: the wire stops it");
}

static bool create(SceneData *data) {
    data->response = SCENE_SLIDE;
    data->camera = (SceneCamera){.eye = {2.6, 1.5, 3.9}, .target = {0.1, 0.0, 0.0}, .fov = 0.7};
    if (AddSceneObject(data, "wire", "builtin:wire", SCENE_FIXED) == NULL) return false;
    SceneObject *ring =
        AddSceneObject(data, "ring", "builtin:ring:outer=0.3,inner=0.2,height=0.1,segments=32", SCENE_DRIVEN);
    if (ring == NULL) return false;
    ring->pose = placeRing(-1.0, -bend);
    return addStory(data, 1);
}

// Checks that the wire still passes through the ring, and that the ring is past x.
static bool checkOnWire(const SceneHand *hand, double past, const char *when, char *message,
                        size_t messageSize) {
    cdVec3 p = hand->pose.p;
    double off = hypot(p.y - bend * cdSin(rate * p.x), p.z);
    if (off < 1.5 * slack && p.x > past) return true;
    snprintf(message, messageSize, "%s: the ring is at x = %.4f, %.4f off the wire", when, p.x, off);
    return false;
}

static bool leadRing(SceneHand *hand, char *message, size_t messageSize) {
    return LeadSceneObject(hand, placeRing(0.0, -0.1), 40, message, messageSize) &&
           checkOnWire(hand, -0.1, "straight on", message, messageSize) &&
           LeadSceneObject(hand, placeRing(1.0, 0.2), 40, message, messageSize) &&
           checkOnWire(hand, 0.8, "up to the crest", message, messageSize) &&
           LeadSceneObject(hand, placeRing(1.75, 0.3), 40, message, messageSize) &&
           checkOnWire(hand, 1.5, "over it", message, messageSize) &&
           HoldSceneObject(hand, message, messageSize) &&
           LeadSceneObject(hand, placeRing(1.0, 1.3), 40, message, messageSize) &&
           checkOnWire(hand, 0.5, "pulled off", message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    SceneHand hand = OpenSceneHand(data, meshes);
    return CheckSceneStory(data, meshes, message, messageSize) && leadRing(&hand, message, messageSize);
}

const Scene sceneRingOnAWire = {
    .group = "slide",
    .name = "ring on a wire",
    .about = "Drag the ring along the wire without following its bends: the wire guides it over the crest. "
             "Pull it off: it never passes through the wire.",
    .create = create,
    .check = check,
};
