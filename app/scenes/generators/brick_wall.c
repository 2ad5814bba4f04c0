// Generates a wall of bricks and a wrecking ball. Input: numbers and sizes. Output: objects.
//
// (1) Bricks of a row do not touch each other; rows are separated by a little more than the margin.
// (2) The chain hangs straight, lifted to a side, each ring through the next. An eye on the ball, a ring half
//     sunk into it, holds the last one.
#include "scenes/generators/brick_wall.h"
#include "scenes/generators/generator_parts.h"
#include "scenes/generators/ring_net.h"
#include "scenes/scene_parts.h"
#include <stdio.h>

static const double barHalf = 0.045, barLong = 0.6;
// Half of the shift between two rows, in bricks: below a quarter, so that the last brick of the top row
// stands.
static const double overlap = 0.23;

bool AddBrickWall(SceneData *data, const BrickWall *wall) {
    const cdVec3 half = wall->half;
    double gap = GetContactGap(half), pitch = 2.02 * half.x;
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh, "builtin:box:x=%.12g,y=%.12g,z=%.12g", half.x, half.y, half.z);
    for (int32_t i = 0; i < wall->rows * wall->columns; i++) {
        int32_t row = i / wall->columns;
        double bond = row % 2 == 0 ? -overlap : overlap,
               place = i % wall->columns - 0.5 * (wall->columns - 1);
        cdPose pose = {{pitch * (place + bond), gap + half.y + (2.0 * half.y + gap) * row, 0.0},
                       TurnAbout(0.0, 0.0, 1.0, 0.0)};
        SceneObject *brick = AddNumberedObject(data, "brick", i + 1, mesh, pose);
        if (brick == NULL) return false;
        brick->friction = wall->friction;
        brick->restitution = 0.0;
    }
    return true;
}

// Returns the distance from the bar's middle down to the centre of a ring of the chain; the eye is the last.
static double getDepth(int32_t ring) {
    return 0.5 * (RING_MAJOR - RING_MINOR + barHalf) + RING_PITCH * ring;
}

double GetWreckingReach(const WreckingBall *ball) {
    return getDepth(ball->links) + ball->radius;
}

static bool addBall(SceneData *data, const WreckingBall *ball, cdPose pose, bool across) {
    SceneShape shapes[2] = {{.scale = 1.0, .density = 1.0}, {.scale = 1.0, .density = 1.0}};
    snprintf(shapes[0].mesh, SCENE_TEXT_SIZE, "builtin:icosphere:radius=%.12g,level=3", ball->radius);
    WriteRingSpec(shapes[1].mesh, SCENE_TEXT_SIZE);
    shapes[0].pose = cdIdentityPose();
    shapes[1].pose = (cdPose){{0.0, ball->radius, 0.0}, GetRingTurn(across)};
    SceneObject *object = AddSceneObject(data, "wrecking ball", "", SCENE_DYNAMIC);
    if (object == NULL || !SetSceneShapes(data, object, shapes, 2)) return false;
    object->pose = pose;
    object->density = ball->density;
    object->friction = 0.2;
    object->restitution = 0.0;
    return true;
}

bool AddWreckingBall(SceneData *data, const WreckingBall *ball) {
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh, "builtin:box:x=%.12g,y=%.12g,z=%.12g", barLong, barHalf, barHalf);
    SceneObject *bar = AddSceneObject(data, "bar", mesh, SCENE_FIXED);
    if (bar == NULL) return false;
    bar->pose.p = ball->pivot;
    const cdQuat aside = TurnAbout(1.0, 0.0, 0.0, -ball->lift);
    const cdVec3 down = cdRotate(aside, (cdVec3){0.0, -1.0, 0.0});
    WriteRingSpec(mesh, sizeof mesh);
    for (int32_t i = 0; i < ball->links; i++) {
        cdPose pose = {cdMulAdd(ball->pivot, getDepth(i), down), cdMulQuat(aside, GetRingTurn(i % 2 == 0))};
        SceneObject *ring = AddNumberedObject(data, "link", i + 1, mesh, pose);
        if (ring == NULL) return false;
        ring->friction = 0.2;
        ring->restitution = 0.0;
    }
    cdPose pose = {cdMulAdd(ball->pivot, GetWreckingReach(ball), down), aside};
    return addBall(data, ball, pose, ball->links % 2 == 0);
}
