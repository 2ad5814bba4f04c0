// Shared by the tests of sliding sets of meshes: sets, the exact test of all their pairs, and a corner.
#ifndef TESTS_SET_FIXTURE_H
#define TESTS_SET_FIXTURE_H

#include "slide_bodies.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MAX_SHAPES = 4 };

// A rigid set of meshes.
typedef struct Set {
    cdSlideShape shapes[MAX_SHAPES];
    int32_t count;
} Set;

static inline void addShape(Set *set, const Body *body, cdPose pose) {
    set->shapes[set->count++] = (cdSlideShape){body->mesh, pose};
}

static inline cdSlideInput makeSetInput(const Set *set, const Obstacles *among, cdPose start, cdPose target) {
    return (cdSlideInput){.step = {.start = start,
                                   .target = target,
                                   .obstacles = among->obstacles,
                                   .obstacleCount = among->count},
                          .shapes = set->shapes,
                          .shapeCount = set->count};
}

// The oracle of overlap: the exact test of all pairs.
static inline bool overlaps(const Set *set, cdPose pose, const Obstacles *among) {
    for (int32_t k = 0; k < set->count; k++)
        for (int32_t i = 0; i < among->count; i++)
            if (overlapAt(set->shapes[k].mesh, cdMulPose(pose, set->shapes[k].pose), among->obstacles[i].mesh,
                          among->obstacles[i].pose))
                return true;
    return false;
}

static inline Obstacles makeRoom(void) {
    cdVec3 x = {1.0, 0.0, 0.0}, z = {0.0, 0.0, 1.0};
    Obstacles among = makeFloor();
    addObstacle(&among, &floorPlate, turnedPose(3.5, 0.0, 0.0, z, 0.5 * PI)); // wall at x = 3
    addObstacle(&among, &floorPlate, turnedPose(0.0, 0.0, 3.5, x, 0.5 * PI)); // wall at z = 3
    return among;
}

static inline Set makeDumbbell(const Body *body) {
    Set set = {.count = 0};
    addShape(&set, body, poseAt(-1.5, 0.0, 0.0));
    addShape(&set, body, poseAt(1.5, 0.0, 0.0));
    return set;
}

static inline void checkSame(const cdSlide *a, const cdSlide *b) {
    assert_memory_equal(&a->contact.resolvedPose, &b->contact.resolvedPose, sizeof(cdPose));
    assert_true(a->legCount == b->legCount && a->regionCount == b->regionCount && a->shape == b->shape);
    assert_true(a->neededConstraints == b->neededConstraints && a->contact.obstacle == b->contact.obstacle);
    assert_true(a->reached == b->reached && a->exhausted == b->exhausted);
}

#endif
