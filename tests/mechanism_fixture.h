// Shared by the tests of mechanisms: links with boxes, and random mechanisms.
#ifndef TESTS_MECHANISM_FIXTURE_H
#define TESTS_MECHANISM_FIXTURE_H

#include "path_fixture.h"

#include <math.h>

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

static inline void assert_near(double found, double expected, double tolerance) {
    if (!(fabs(found - expected) <= tolerance))
        print_message("found %.17g, expected %.17g\n", found, expected);
    assert_true(fabs(found - expected) <= tolerance);
}

// A bar of length 2 that turns about z at its end, and a cube whose lower face is at the height `height`
// above the axis, at x from 0.5 to 1.5.
static inline void makeDoor(Machine *machine, const cdMesh *bar, const cdMesh *cube, double height) {
    beginMachine(machine);
    addLink(machine, -1, CD_LINK_FIXED, poseAt(0.0, 0.0, 0.0), (cdVec3){0}, cube,
            poseAt(1.0, height + 0.5, 0.0));
    addLink(machine, -1, CD_LINK_HINGE, poseAt(0.0, 0.0, 0.0), (cdVec3){0.0, 0.0, 3.0}, bar,
            poseAt(1.0, 0.0, 0.0));
}

// --- Random mechanisms

static inline cdLinkJoint pickJoint(Random *random) {
    return nextRandomInt(random, 0, 3) == 0 ? CD_LINK_SLIDER : CD_LINK_HINGE;
}

// A tree of links with random joints and meshes; the first is fixed.
static inline void pickMachine(Random *random, Machine *machine) {
    beginMachine(machine);
    int count = nextRandomInt(random, 2, LINK_MAX);
    for (int32_t i = 0; i < count; i++) {
        int32_t parent = i == 0 ? -1 : nextRandomInt(random, -1, i - 1);
        cdLinkJoint joint = i == 0 || nextRandomInt(random, 0, 5) == 0 ? CD_LINK_FIXED : pickJoint(random);
        cdPose frame = pickPose(random, 1.5), pose = pickPose(random, 0.8);
        cdVec3 axis = nextRandomDirection(random);
        const cdMesh *mesh = meshes[nextRandomInt(random, 0, MESH_COUNT - 1)];
        addLink(machine, parent, joint, frame, axis, mesh, pose);
        if (i > 0 && parent >= 0 && nextRandomInt(random, 0, 1) == 0) ignorePair(machine, i, parent);
    }
}

// Picks at most `most` joints that vary, and their ranges. Returns their number.
static inline int32_t pickJoints(Random *random, const Machine *machine, int32_t most, cdSweepJoint *joints) {
    int32_t count = 0;
    for (int32_t i = 0; i < machine->mechanism.linkCount && count < most; i++) {
        if (machine->links[i].joint == CD_LINK_FIXED) continue;
        double from = nextRandomIn(random, -4.0, 4.0);
        joints[count++] = (cdSweepJoint){i, from, from + nextRandomIn(random, 0.05, 4.0)};
    }
    return count;
}

static inline bool isIgnored(const Machine *machine, int32_t a, int32_t b) {
    for (int32_t i = 0; i < machine->mechanism.ignoredCount; i++)
        if (machine->ignored[i].a == a && machine->ignored[i].b == b) return true;
    return false;
}

static inline bool isRigid(const Machine *machine, int32_t a, int32_t b) {
    while (a != b) {
        int32_t *higher = a > b ? &a : &b;
        if (machine->links[*higher].joint != CD_LINK_FIXED) return false;
        *higher = machine->links[*higher].parent;
    }
    return true;
}

#endif
