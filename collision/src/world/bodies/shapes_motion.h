// One motion of a body, with all its shapes, among other shapes.
#ifndef CD_SHAPES_MOTION_H
#define CD_SHAPES_MOTION_H

#include "world/step_work.h"

typedef struct cdShapesMotion {
    cdWorld *world;
    const cdWorldBody *body; // moves
    cdPose start, target;    // of the body
    const cdMoveOptions *options;
    cdDrag *drag;          // the body's caches
    cdObstacle *obstacles; // obstacles[count]
    cdPairCache *caches;   // caches[body->shapeCount * count]: scratch for those of all shapes
    cdSlideShape *own;     // own[body->shapeCount]: the body's shapes
    int32_t *shapes; // shapes[count]: the obstacles' places in world->shapes; -1 - i: the caller's obstacle i
    int32_t *bodies; // bodies[count]: their bodies' numbers; -1 - i: likewise
    int32_t count;
    int32_t ownShape; // result: the shape of the body that `contact` of the move is about
} cdShapesMotion;

// Returns the caches of one of the moved body's shapes: row[otherCount].
static inline cdPairCache *cdGetDragRow(const cdDrag *drag, int32_t own) {
    return drag->pairs + (size_t)own * (size_t)drag->otherCount;
}

// Finds the first contact of any shape on the screw to the target. Sets move->contact: its resolvedPose is
// that of the body, its obstacle the index of the other shape.
void cdFindShapesMotion(cdShapesMotion *motion, cdBodyMove *move);

// The same for a slide.
void cdFindShapesSlide(cdShapesMotion *motion, cdBodyMove *move);

#endif
