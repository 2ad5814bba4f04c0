// Shared by the tests of mechanisms: links with boxes, and random mechanisms.
#ifndef TESTS_MECHANISM_FIXTURE_H
#define TESTS_MECHANISM_FIXTURE_H

#include "path_fixture.h"

enum { LINK_MAX = 6, BOX_MAX = 100000 };

typedef struct Machine {
    cdLink links[LINK_MAX];
    cdSlideShape shapes[LINK_MAX];
    cdLinkPair ignored[LINK_MAX];
    cdMechanism mechanism;
} Machine;

static cdSweepBox sweptBoxes[BOX_MAX];

static inline void beginMachine(Machine *machine) {
    *machine = (Machine){.mechanism = {.linkCount = 0}};
    machine->mechanism.links = machine->links;
    machine->mechanism.ignored = machine->ignored;
}

static inline int32_t addLink(Machine *machine, int32_t parent, cdLinkJoint joint, cdPose frame, cdVec3 axis,
                              const cdMesh *mesh, cdPose pose) {
    int32_t index = machine->mechanism.linkCount++;
    machine->shapes[index] = (cdSlideShape){mesh, pose};
    machine->links[index] = (cdLink){.parent = parent,
                                     .joint = joint,
                                     .frame = frame,
                                     .axis = axis,
                                     .shapes = &machine->shapes[index],
                                     .shapeCount = 1};
    return index;
}

static inline void ignorePair(Machine *machine, int32_t a, int32_t b) {
    machine->ignored[machine->mechanism.ignoredCount++] = (cdLinkPair){a, b};
}

static inline cdSweepInput makeSweep(const Machine *machine, const cdSweepJoint *joints, int32_t jointCount) {
    return (cdSweepInput){.mechanism = &machine->mechanism,
                          .joints = joints,
                          .jointCount = jointCount,
                          .boxes = sweptBoxes,
                          .boxCapacity = BOX_MAX};
}

// Tests a pair of meshes at joint values by the discrete overlap test.
static inline bool overlapsAt(const Machine *machine, const double *values, int32_t a, int32_t b,
                              cdWorkspace *workspace) {
    cdPose poses[LINK_MAX];
    assert_true(cdGetLinkPoses(&machine->mechanism, values, poses));
    const cdOverlapInput at = {.meshA = machine->shapes[a].mesh,
                               .meshB = machine->shapes[b].mesh,
                               .poseA = cdMulPose(poses[a], machine->shapes[a].pose),
                               .poseB = cdMulPose(poses[b], machine->shapes[b].pose)};
    return cdFindOverlap(&at, NULL, workspace, NULL).state == CD_OVERLAP;
}

#endif
