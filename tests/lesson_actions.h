// Shared by the tests of lessons: actions of a user that reach the goals of stops, and others that do not.
#ifndef TESTS_LESSON_ACTIONS_H
#define TESTS_LESSON_ACTIONS_H

#include "collision/solid.h"
#include "lesson_fixture.h"

#include <math.h>

// --- Actions that reach the goals

static inline cdPose poseAt(double x, double y, double z) {
    return (cdPose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static inline cdPose turned(cdPose pose, cdVec3 axis, double angle) {
    return (cdPose){pose.p, cdNormalizeQuat(cdMulQuat(cdMakeQuat(axis, angle), pose.q))};
}

static inline cdPose shifted(cdPose pose, double x, double y, double z) {
    pose.p = cdAdd(pose.p, (cdVec3){x, y, z});
    return pose;
}

static inline void dragBack(Stage *stage) {
    ApplyStageEntry(stage, MakeSetMode(SCENE_CONTINUOUS));
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 3.5, 0.0, 0.2)));
}

static inline void turnTeapot(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, turned(stage->objects[1].pose, (cdVec3){0.0, 1.0, 0.0}, 1.05)));
}

// The first step leaves the contact, where elements are near each other.
static inline void dragAway(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 0.5, 0.3, 0.0)));
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 1.0, 0.3, 0.0)));
}

// At several heights, until an edge meets an edge.
static inline void tryHeights(Stage *stage) {
    for (int i = 0; i < 40 && stage->query.contact.kind != CD_EDGE_EDGE; ++i) {
        ApplyStageEntry(stage, MakePlace(1, (cdPose){{1.9, -0.2 + 0.02 * i, 0.1}, stage->objects[1].pose.q}));
        ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, -1.9, 0.0, 0.0)));
    }
}

static inline void comeFromAbove(Stage *stage) {
    ApplyStageEntry(stage, MakePlace(1, (cdPose){{-0.2, 2.2, 0.0}, stage->objects[1].pose.q}));
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 0.0, -2.0, 0.0)));
}

static inline void jumpOver(Stage *stage) {
    cdPose away = {{1.9, 0.1, 0.0}, stage->objects[1].pose.q};
    ApplyStageEntry(stage, MakeMove(1, away));
    ApplyStageEntry(stage, MakeMove(1, shifted(away, -3.8, 0.0, 0.0)));
}

static inline void standAside(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, poseAt(2.6, 0.3, 0.0)));
}

// As found by the window's random trials.
static inline void standAskew(Stage *stage) {
    cdPose pose = {{1.496, 0.303, 0.0}, cdNormalizeQuat((cdQuat){0.8346, 0.1021, 0.1796, 0.5107})};
    ApplyStageEntry(stage, MakePlace(1, pose));
}

static inline void pullOut(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 1.6, 0.0, 0.0)));
}

// Moves the sliders back.
static inline void slowDown(Stage *stage) {
    const SceneParam *speed = &stage->scene->params[4], *rotation = &stage->scene->params[5];
    assert_string_equal(speed->label, "speed");
    assert_string_equal(rotation->label, "rotation");
    ApplyStageEntry(stage, MakeSetParam(4, 1.0));
    ApplyStageEntry(stage, MakeSetParam(5, 2.0));
    for (int i = 0; i < 300; ++i)
        ApplyStageEntry(stage, MakeAdvance(1.0 / 60.0));
    ApplyStageEntry(stage, MakeSetParam(4, speed->initial));
    ApplyStageEntry(stage, MakeSetParam(5, rotation->initial));
}

static inline void makeLongStep(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 1.5, 0.0, 0.0)));
}

// Like the cursor of the window; local frame of the gear.
static inline void pointAt(Stage *stage, cdVec3 point) {
    stage->probe.hasPoint = true;
    stage->probe.point = cdTransformPoint(stage->objects[0].pose, point);
    ClassifyStageProbe(stage);
}

static inline void pointIntoBore(Stage *stage) {
    pointAt(stage, stage->objects[0].info.center);
}

static inline void pointAtEdge(Stage *stage) {
    const cdMesh *solid = GetStageSolid(stage, 0)->solid;
    const cdSolidEdge edge = cdGetSolidEdge(solid, 5);
    cdVec3 a = cdGetSolidVertex(solid, edge.vertices[0]).point;
    cdVec3 b = cdGetSolidVertex(solid, edge.vertices[1]).point;
    pointAt(stage, cdAdd(cdLerp(a, b, 0.5), cdGetSolidInfo(solid).center));
}

static inline void drawAcross(Stage *stage) {
    const StageObject *gear = &stage->objects[0];
    cdVec3 way = {1.4 * gear->info.radius, 0.02, 0.01};
    stage->probe.hasSegment = true;
    stage->probe.from = cdTransformPoint(gear->pose, cdSub(gear->info.center, way));
    stage->probe.to = cdTransformPoint(gear->pose, cdAdd(gear->info.center, way));
    ClassifyStageProbe(stage);
}

// About its lower right edge, from its pose. Finds regions like the window's frames.
static inline void tipBox(Stage *stage) {
    int32_t box = stage->selected;
    const StageObject *object = &stage->objects[box];
    cdVec3 hinge = cdTransformPoint(object->pose, (cdVec3){0.5, -0.25, 0.0});
    cdVec3 axis = cdRotate(object->pose.q, (cdVec3){0.0, 0.0, 1.0});
    cdQuat turn = cdMakeQuat(axis, -0.3);
    cdPose pose = {cdAdd(hinge, cdRotate(turn, cdSub(object->pose.p, hinge))),
                   cdMulQuat(turn, object->pose.q)};
    ApplyStageEntry(stage, MakePlace(box, shifted(pose, 0.0, 0.3, 0.0)));
    ApplyStageEntry(stage, MakeMove(box, shifted(pose, 0.0, -0.2, 0.0)));
    UpdateStageRegions(stage);
}

static inline void drawKey(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 0.3, 0.0, 0.0)));
    UpdateStageRegions(stage);
}

static inline void pullOffWall(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 0.3, 0.0, 0.0)));
    UpdateStageRegions(stage);
}

static inline void liftBlock(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 0.0, 0.3, 0.0)));
    UpdateStageRegions(stage);
}

// Over the edge and down onto the top.
static inline void pushOntoStep(Stage *stage) {
    cdPose flat = {{0.62, 1.2, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    ApplyStageEntry(stage, MakePlace(1, flat));
    ApplyStageEntry(stage, MakeMove(1, shifted(flat, 0.0, -1.2, 0.0)));
    UpdateStageRegions(stage);
}

static inline void scrubBack(Stage *stage) {
    ApplyStageEntry(stage, MakeScrub(0.2));
}

static inline void scrubOn(Stage *stage) {
    ApplyStageEntry(stage, MakeScrub(stage->boxes.contact.t.lo + 0.1));
}

static inline void scrubToNearest(Stage *stage) {
    ApplyStageEntry(stage, MakeScrub(0.55));
}

// With the box rotated in each direction.
static inline void tryTurns(Stage *stage) {
    for (int i = 0; i < 40 && stage->boxes.contact.pair.kind != CD_EDGE_EDGE; ++i) {
        cdPose start =
            turned(poseAt(-2.6, 0.3, 0.0), cdNormalize((cdVec3){1.0, 0.3 * i, 0.5}), 0.4 + 0.1 * i);
        ApplyStageEntry(stage, MakePlace(1, start));
        ApplyStageEntry(stage, MakeMove(1, shifted(start, 2.4, 0.3, 0.1)));
    }
}

// --- More actions that reach goals

// A little out of the contact.
static inline void leaveContact(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 0.02, 0.0, 0.0)));
}

static inline int32_t countVectors(const Stage *stage) {
    cdSeparationInput input = {.convexA = stage->objects[1].info.hull,
                               .convexB = stage->objects[0].info.hull,
                               .poseA = stage->objects[1].pose,
                               .poseB = stage->objects[0].pose};
    cdSeparation found = cdFindSeparatingVector(&input, NULL, NULL);
    return found.state == CD_FREE ? found.iterations : 0;
}

static inline void tryReflections(Stage *stage) {
    for (int i = 0; i < 100 && countVectors(stage) != 2; ++i)
        ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 0.02, 0.005, 0.0)));
}

static inline void pointBelowRoot(Stage *stage) {
    cdVec3 inside = cdInvTransformPoint(stage->objects[0].pose, stage->probe.point);
    cdVec3 center = stage->objects[0].info.center;
    pointAt(stage, cdSub(cdScale(2.0, center), inside)); // reflected at the centre
}

static inline void pointDeep(Stage *stage) {
    const StageObject *gear = &stage->objects[0];
    for (int i = 0; i < 400 && stage->probe.pathCount < 10; ++i)
        pointAt(stage,
                cdAdd(gear->info.center, (cdVec3){0.7 * cos(0.1 * i), 0.0006 * i, 0.7 * sin(0.1 * i)}));
}

static inline void pointAtFace(Stage *stage) {
    const cdMeshInfo *info = &stage->objects[0].info;
    cdVec3 sum = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; ++k)
        sum = cdAdd(sum, info->vertices[info->triangles[k]]);
    pointAt(stage, cdAdd(info->center, cdScale(1.0 / 3.0, sum)));
}

static inline void scrubToTop(Stage *stage) {
    ApplyStageEntry(stage, MakeScrub(0.05));
}

static inline void pullBack(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, -0.3, 0.0, 0.0)));
    UpdateStageRegions(stage);
}

// Finds regions like the window's frames: between, it touches nothing.
static inline void setDownAgain(Stage *stage) {
    cdPose pose = stage->objects[1].pose;
    ApplyStageEntry(stage, MakeMove(1, shifted(pose, 0.0, 0.3, 0.0)));
    UpdateStageRegions(stage);
    ApplyStageEntry(stage, MakeMove(1, shifted(pose, 0.0, -0.1, 0.0)));
    UpdateStageRegions(stage);
}

static inline void moveInwards(Stage *stage) {
    cdPose pose = stage->objects[1].pose;
    ApplyStageEntry(stage, MakeMove(1, shifted(pose, 0.0, 0.1, 0.0)));
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, -0.1, 0.0, 0.0)));
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 0.0, -0.2, 0.0)));
    UpdateStageRegions(stage);
}

static inline void moveUp(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, 0.05, 0.4, 0.0)));
    CullStageStep(stage);
}

// --- Other actions, which reach no goal

static inline void moveBy(Stage *stage, double x, double y, double z) {
    ApplyStageEntry(stage, MakeMove(1, shifted(stage->objects[1].pose, x, y, z)));
    if (stage->regions.wanted) UpdateStageRegions(stage);
}

// With the discrete method, which does not stop it.
static inline void dragBackDiscretely(Stage *stage) {
    moveBy(stage, 3.5, 0.0, 0.2);
}

static inline void turnLittle(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(1, turned(stage->objects[1].pose, (cdVec3){0.0, 1.0, 0.0}, 0.5)));
}

static inline void pushInto(Stage *stage) {
    ApplyStageEntry(stage, MakePlace(1, (cdPose){{1.9, 0.1, 0.1}, stage->objects[1].pose.q}));
    moveBy(stage, -1.9, 0.0, 0.0);
}

static inline void jumpContinuously(Stage *stage) {
    ApplyStageEntry(stage, MakeSetMode(SCENE_CONTINUOUS));
    jumpOver(stage);
}

static inline void pullLittle(Stage *stage) {
    moveBy(stage, 0.02, 0.0, 0.0);
}

static inline void playFast(Stage *stage) {
    for (int i = 0; i < 300; ++i)
        ApplyStageEntry(stage, MakeAdvance(1.0 / 60.0));
}

static inline void makeShortStep(Stage *stage) {
    moveBy(stage, 0.4, 0.0, 0.0);
}

static inline void pointBeside(Stage *stage) {
    stage->probe.point.y += 0.01;
    ClassifyStageProbe(stage);
}

static inline void drawOut(Stage *stage) {
    drawAcross(stage);
    stage->probe.to = cdTransformPoint(stage->objects[0].pose, stage->objects[0].info.center);
    ClassifyStageProbe(stage);
}

static inline void scrubHalf(Stage *stage) {
    ApplyStageEntry(stage, MakeScrub(0.35));
}

static inline void lift(Stage *stage) {
    moveBy(stage, 0.0, 0.5, 0.0);
}

static inline void pullOffAll(Stage *stage) {
    moveBy(stage, 0.3, 0.3, 0.3);
}

static inline void moveAside(Stage *stage) {
    moveBy(stage, -0.02, 0.0, 0.0);
}

static inline void moveDown(Stage *stage) {
    moveBy(stage, 0.1, -0.3, 0.0);
    CullStageStep(stage);
}

// --- The hook on its bar, and the lower bunny at its wall

static inline void pullHook(Stage *stage, double y, double z) {
    cdPose pose = stage->objects[1].pose;
    pose.p = (cdVec3){0.0, y, z};
    ApplyStageEntry(stage, MakeMove(1, pose));
}

static inline void pullBackDown(Stage *stage) {
    ApplyStageEntry(stage, MakeSetMode(SCENE_CONTINUOUS));
    pullHook(stage, 0.1, 0.0);
}

static inline void pullDownDiscretely(Stage *stage) {
    pullHook(stage, 0.1, 0.0);
}

static inline void lowerHook(Stage *stage) {
    pullHook(stage, -0.8, 0.0);
}

static inline void lowerLittle(Stage *stage) {
    pullHook(stage, -0.2, 0.0);
}

static inline void pullAlongBar(Stage *stage) {
    pullHook(stage, 0.7, 0.6);
}

static inline void moveFreelyAlong(Stage *stage) {
    pullHook(stage, 0.0, 0.0);
    pullHook(stage, 0.0, 0.6);
}

static inline void endInWall(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(3, shifted(stage->objects[3].pose, -1.35, 0.0, 0.0)));
}

static inline void jumpBack(Stage *stage) {
    ApplyStageEntry(stage, MakeMove(3, shifted(stage->objects[3].pose, -2.7, 0.0, 0.0)));
}

#endif
