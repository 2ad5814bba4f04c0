// The rigid set of meshes that slides, and its first contact.
//
// Within a slide the input always has shapes: a mesh alone is a set of one with the identity as its pose
// (cdFindSlide completes it). Poses of A are those of the set's frame; cdPlaceSlideShape gives those of its
// meshes.
#ifndef CD_SLIDE_SET_H
#define CD_SLIDE_SET_H

#include "collision/slide.h"
#include "continuous/first_contact.h"

// A mesh of the set and an obstacle, by their indices.
typedef struct cdSlidePair {
    int32_t shape, obstacle;
} cdSlidePair;

// Returns the index of a pair in arrays of shapeCount * obstacleCount items.
static inline size_t cdGetSlidePairIndex(const cdSlideInput *input, cdSlidePair pair) {
    return (size_t)pair.shape * (size_t)input->step.obstacleCount + (size_t)pair.obstacle;
}

static inline int64_t cdCountSlidePairs(const cdSlideInput *input) {
    return (int64_t)input->shapeCount * input->step.obstacleCount;
}

static inline cdSlidePair cdGetSlidePair(const cdSlideInput *input, int64_t index) {
    return (cdSlidePair){(int32_t)(index / input->step.obstacleCount),
                         (int32_t)(index % input->step.obstacleCount)};
}

static inline const cdMesh *cdGetSlideMesh(const cdSlideInput *input, cdSlidePair pair) {
    return input->shapes[pair.shape].mesh;
}

static inline const cdObstacle *cdGetSlideObstacle(const cdSlideInput *input, cdSlidePair pair) {
    return &input->step.obstacles[pair.obstacle];
}

// Returns the pose of a mesh of the set for a pose of the set.
static inline cdPose cdPlaceSlideShape(const cdSlideInput *input, int32_t shape, cdPose pose) {
    const cdPose *own = &input->shapes[shape].pose;
    return cdIsSamePose(*own, cdIdentityPose()) ? pose : cdMulPose(pose, *own);
}

// True if the set is one mesh in its own frame. Its poses are then those of queries, bit for bit.
static inline bool cdIsSingleShape(const cdSlideInput *input) {
    return input->shapeCount == 1 && cdIsSamePose(input->shapes[0].pose, cdIdentityPose());
}

// Measures of unit mass spread over the surfaces of all meshes, in the set's frame.
typedef struct cdSetMeasures {
    cdVec3 centroid;
    double radius; // of all meshes about the centroid
    double inertia[6];
} cdSetMeasures;

cdSetMeasures cdMeasureSet(const cdSlideInput *input);

// One step of the set.
typedef struct cdSetStep {
    const cdSlideInput *input;
    cdPose start, target;
    cdVec3 center;          // a point near the meshes, in the set's frame
    cdMeter *meter;         // of the whole slide
    cdPairCache *caches;    // caches[shapeCount * obstacleCount]; NULL: none
    const cdNearList *near; // near[shapeCount * obstacleCount]; NULL: none
    cdNearRecord *record;   // of a mesh alone; NULL: none
    bool reports;           // true: the touches of the input are listed
} cdSetStep;

// Finds the first contact of any mesh, on the screw of the set. The result is as of
// cdFindFirstContactAmongBy, its resolvedPose that of the set. `shape`: receives the index of the mesh that
// meets first or is undecided; -1: the step is free.
cdFirstContact cdFindSetContact(const cdSetStep *step, int32_t *shape, cdWorkspace *workspace,
                                cdTrace *trace);

#endif
