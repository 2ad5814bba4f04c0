// Spreads the parts of a scene along their paths; see explosion.h.
//
// (1) The boxes of everything that stays are occupied. (2) From the last part removed to the first: the part
// walks along its path, then straight on, until its box is apart from all occupied ones by a gap. The boxes
// of its walk are occupied then. (3) The parts of a group are spread at the end of its path, apart from one
// another; then all go straight on. (4) The way back of each part is certified. The boxes of a walk are
// samples: they choose places, but prove nothing.
#include "scenes/explosion.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { STEPS_AN_EDGE = 24, STRAIGHT_STEPS = 800 };

static const double GAP = 0.03, STRAIGHT_STEP = 0.02; // shares of the scene's size

typedef struct Layout {
    const SceneData *data;
    const cdMesh *const *meshes;
    const Disassembly *disassembly;
    Explosion *explosion;
    cdBox3 *boxes; // boxes[boxCount]: occupied
    int32_t boxCount, boxCapacity;
    int32_t firstBox; // those before are of no concern to the parts of a group
    cdVec3 center;    // of the scene, or of the group whose parts are spread
    double size;      // diagonal of the scene's box
} Layout;

static cdBox3 makeEmptyBox(void) {
    return (cdBox3){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

static void growBox(cdBox3 *box, cdVec3 p, double by) {
    box->lower =
        (cdVec3){fmin(box->lower.x, p.x - by), fmin(box->lower.y, p.y - by), fmin(box->lower.z, p.z - by)};
    box->upper =
        (cdVec3){fmax(box->upper.x, p.x + by), fmax(box->upper.y, p.y + by), fmax(box->upper.z, p.z + by)};
}

static bool areApart(const cdBox3 *a, const cdBox3 *b, double gap) {
    return a->lower.x > b->upper.x + gap || b->lower.x > a->upper.x + gap || a->lower.y > b->upper.y + gap ||
           b->lower.y > a->upper.y + gap || a->lower.z > b->upper.z + gap || b->lower.z > a->upper.z + gap;
}

static void growByMesh(cdBox3 *box, const cdMesh *mesh, cdPose pose) {
    cdMeshInfo info = cdGetMeshInfo(mesh);
    for (int32_t i = 0; i < info.vertexCount; i++)
        growBox(box, cdTransformPoint(pose, cdAdd(info.center, info.vertices[i])), info.roundingRadius);
}

static cdBox3 getSetBox(const PartSet *set, cdPose pose) {
    cdBox3 box = makeEmptyBox();
    for (int32_t i = 0; i < set->shapeCount; i++)
        growByMesh(&box, set->shapes[i].mesh, cdMulPose(pose, set->shapes[i].pose));
    return box;
}

static bool occupy(Layout *layout, cdBox3 box) {
    if (layout->boxCount == layout->boxCapacity) {
        int32_t capacity = 2 * layout->boxCapacity + 64;
        cdBox3 *boxes = realloc(layout->boxes, (size_t)capacity * sizeof *boxes);
        if (boxes == NULL) return false;
        layout->boxes = boxes;
        layout->boxCapacity = capacity;
    }
    layout->boxes[layout->boxCount++] = box;
    return true;
}

static bool isPlaceFree(const Layout *layout, int32_t count, const cdBox3 *box) {
    for (int32_t i = layout->firstBox; i < count; i++)
        if (!areApart(&layout->boxes[i], box, GAP * layout->size)) return false;
    return true;
}

cdPose GetExplodedPose(const SceneData *data, const Explosion *explosion, int32_t object, int32_t away) {
    for (int32_t i = away - 1; i >= 0; i--) {
        const ExplodedPart *part = &explosion->parts[i];
        if (IsAmongObjects(part->objects, part->objectCount, object))
            return GetCarriedPose(data, object, part->objects[0], part->nodes[part->nodeCount - 1].pose);
    }
    return data->objects[object].pose;
}

// True if the object was taken out of the group; `group` -1: out of the scene.
static bool isTakenOut(const Layout *layout, int32_t object, int32_t group) {
    for (int32_t i = 0; i < layout->disassembly->removedCount; i++) {
        const DisassemblyPart *part = &layout->disassembly->parts[i];
        if (part->within == group && IsAmongObjects(part->objects, part->objectCount, object)) return true;
    }
    return false;
}

// --- (1)

static bool getObjectBox(const Layout *layout, int32_t object, cdPose pose, cdBox3 *box) {
    PartSet set;
    bool good = CreatePartSet(layout->data, layout->meshes, &object, 1, NULL, &set);
    if (good) *box = getSetBox(&set, pose);
    DestroyPartSet(&set);
    return good;
}

static bool occupyRest(Layout *layout) {
    cdBox3 whole = makeEmptyBox();
    for (int32_t i = 0; i < layout->data->objectCount; i++) {
        cdBox3 box;
        bool good = getObjectBox(layout, i, layout->data->objects[i].pose, &box);
        if (good && !isTakenOut(layout, i, -1)) good = occupy(layout, box);
        if (!good) return false;
        growBox(&whole, box.lower, 0.0);
        growBox(&whole, box.upper, 0.0);
    }
    layout->center = cdScale(0.5, cdAdd(whole.lower, whole.upper));
    layout->size = cdLength(cdSub(whole.upper, whole.lower));
    return true;
}

// --- (2)

static cdVec3 getSetCenter(const PartSet *set, cdPose pose) {
    return cdTransformPoint(cdMulPose(pose, set->shapes[0].pose), cdGetMeshInfo(set->shapes[0].mesh).center);
}

// Adds the node at which the part stops, or its next one.
static void addNode(ExplodedPart *part, cdPose pose) {
    part->nodes[part->nodeCount] = (cdPathNode){.pose = pose, .time = part->nodeCount};
    part->nodeCount++;
}

// Walks along an edge of the path. Returns true at a free place, which is then the last node.
static bool walkEdge(Layout *layout, ExplodedPart *part, const PartSet *set, int32_t others, cdPose to,
                     int32_t steps, bool *good) {
    cdPose from = part->nodes[part->nodeCount - 1].pose;
    cdMotion motion = cdMakeMotion(from, to, cdGetMeshInfo(set->shapes[0].mesh).center);
    for (int32_t i = 1; i <= steps && *good; i++) {
        cdPose pose = i == steps ? to : cdGetPoseAt(&motion, (double)i / steps);
        cdBox3 box = getSetBox(set, pose);
        *good = occupy(layout, box);
        if (!isPlaceFree(layout, others, &box)) continue;
        addNode(part, pose);
        return true;
    }
    addNode(part, to);
    return false;
}

// Returns the direction in which the part continues after its path: the path's own, if it leads outwards.
static cdVec3 chooseDirection(const Layout *layout, const ExplodedPart *part, const PartSet *set) {
    cdVec3 end = getSetCenter(set, part->nodes[part->nodeCount - 1].pose);
    cdVec3 before = getSetCenter(set, part->nodes[part->nodeCount > 1 ? part->nodeCount - 2 : 0].pose);
    cdVec3 outwards = cdSub(end, layout->center), own = cdSub(end, before);
    cdVec3 chosen = cdDot(own, outwards) > 0.0 ? own : outwards;
    return cdLengthSq(chosen) > 0.0 ? cdNormalize(chosen) : (cdVec3){0.0, 1.0, 0.0};
}

// `carry`: from the place of its group in the scene to that in the view.
static bool placeSet(Layout *layout, const DisassemblyPart *from, ExplodedPart *part, const PartSet *set,
                     cdPose carry) {
    int32_t others = layout->boxCount;
    cdPose start = cdMulPose(carry, from->nodes[0].pose);
    bool good = occupy(layout, getSetBox(set, start)), placed = false;
    addNode(part, start);
    for (int32_t i = 1; i < from->plan.nodeCount && good && !placed; i++)
        placed =
            walkEdge(layout, part, set, others, cdMulPose(carry, from->nodes[i].pose), STEPS_AN_EDGE, &good);
    if (placed || !good) return good;
    cdPose end = part->nodes[part->nodeCount - 1].pose;
    double length = STRAIGHT_STEPS * STRAIGHT_STEP * layout->size;
    end.p = cdMulAdd(end.p, length, chooseDirection(layout, part, set));
    walkEdge(layout, part, set, others, end, STRAIGHT_STEPS, &good);
    return good;
}

// --- (3)

static bool placeParts(Layout *layout, int32_t group, cdPose carry);

// Spreads the parts of a group that stands at a pose. Those that stay together stand there.
static bool spreadGroup(Layout *layout, int32_t index, const PartSet *set, cdPose pose) {
    const DisassemblyPart *from = &layout->disassembly->parts[index];
    cdVec3 center = layout->center;
    cdBox3 whole = getSetBox(set, pose);
    int32_t firstBox = layout->firstBox;
    bool good = true;
    layout->center = cdScale(0.5, cdAdd(whole.lower, whole.upper));
    layout->firstBox = layout->boxCount;
    for (int32_t i = 0; i < from->objectCount && good; i++) {
        int32_t object = from->objects[i];
        cdBox3 box;
        if (isTakenOut(layout, object, index)) continue;
        good = getObjectBox(layout, object, GetCarriedPose(layout->data, object, from->objects[0], pose),
                            &box) &&
               occupy(layout, box);
    }
    cdPose carry = cdMulPose(pose, cdInvMulPose(from->nodes[0].pose, cdIdentityPose()));
    good = good && placeParts(layout, index, carry);
    layout->center = center;
    layout->firstBox = firstBox;
    return good;
}

static cdBox3 shiftBox(cdBox3 box, cdVec3 by) {
    return (cdBox3){cdAdd(box.lower, by), cdAdd(box.upper, by)};
}

// Returns the steps straight on after which all boxes from `first` on are apart from those before `others`.
static int32_t countSteps(const Layout *layout, int32_t others, int32_t first, cdVec3 step) {
    for (int32_t steps = 0; steps < STRAIGHT_STEPS; steps++) {
        bool isFree = true;
        for (int32_t i = first; i < layout->boxCount && isFree; i++) {
            cdBox3 box = shiftBox(layout->boxes[i], cdScale(steps, step));
            isFree = isPlaceFree(layout, others, &box);
        }
        if (isFree) return steps;
    }
    return STRAIGHT_STEPS;
}

// True if the removal is of a part of the group, or of a group in it.
static bool isInside(const Disassembly *disassembly, int32_t index, int32_t group) {
    int32_t within = disassembly->parts[index].within;
    while (within >= 0 && within != group)
        within = disassembly->parts[within].within;
    return within == group;
}

// Moves the boxes from `first` on, and the paths of the group's parts.
static void shiftParts(Layout *layout, int32_t group, int32_t first, cdVec3 by) {
    for (int32_t i = first; i < layout->boxCount; i++)
        layout->boxes[i] = shiftBox(layout->boxes[i], by);
    for (int32_t i = 0; i < layout->explosion->partCount; i++) {
        ExplodedPart *part = &layout->explosion->parts[i];
        for (int32_t k = 0; k < part->nodeCount && isInside(layout->disassembly, i, group); k++)
            part->nodes[k].pose.p = cdAdd(part->nodes[k].pose.p, by);
    }
}

static bool placeGroup(Layout *layout, int32_t index, const PartSet *set, cdPose carry) {
    const DisassemblyPart *from = &layout->disassembly->parts[index];
    ExplodedPart *part = &layout->explosion->parts[index];
    int32_t others = layout->boxCount;
    bool good = true;
    for (int32_t i = 0; i < from->plan.nodeCount; i++)
        addNode(part, cdMulPose(carry, from->nodes[i].pose));
    cdPose end = part->nodes[part->nodeCount - 1].pose;
    good = spreadGroup(layout, index, set, end);
    if (!good) return false;
    cdVec3 step = cdScale(STRAIGHT_STEP * layout->size, chooseDirection(layout, part, set));
    cdVec3 by = cdScale(countSteps(layout, others, others, step), step);
    shiftParts(layout, index, others, by);
    end.p = cdAdd(end.p, by);
    if (cdLengthSq(by) > 0.0) addNode(part, end);
    for (int32_t i = 0; i + 1 < part->nodeCount && good; i++) {
        cdMotion motion = cdMakeMotion(part->nodes[i].pose, part->nodes[i + 1].pose,
                                       cdGetMeshInfo(set->shapes[0].mesh).center);
        for (int32_t k = 0; k <= STEPS_AN_EDGE && good; k++)
            good = occupy(layout, getSetBox(set, cdGetPoseAt(&motion, (double)k / STEPS_AN_EDGE)));
    }
    return good;
}

static bool placePart(Layout *layout, int32_t index, cdPose carry) {
    const DisassemblyPart *from = &layout->disassembly->parts[index];
    ExplodedPart *part = &layout->explosion->parts[index];
    PartSet set = {0};
    part->nodes = calloc((size_t)from->plan.nodeCount + 2, sizeof *part->nodes);
    bool good = part->nodes != NULL &&
                CreatePartSet(layout->data, layout->meshes, from->objects, from->objectCount, NULL, &set);
    if (good && from->objectCount > 1)
        good = placeGroup(layout, index, &set, carry);
    else if (good)
        good = placeSet(layout, from, part, &set, carry);
    DestroyPartSet(&set);
    return good;
}

// Places the parts that were taken out of a group; `group` -1: out of the scene.
static bool placeParts(Layout *layout, int32_t group, cdPose carry) {
    bool good = true;
    for (int32_t i = layout->disassembly->removedCount - 1; i >= 0 && good; i--)
        if (layout->disassembly->parts[i].within == group) good = placePart(layout, i, carry);
    return good;
}

// --- (4)

// The parts removed before this one wait at their places in the exploded view.
static void describeObstacles(const Layout *layout, int32_t index, const PartSet *set,
                              cdPathObstacle *obstacles) {
    for (int32_t i = 0; i < set->obstacleCount; i++) {
        int32_t owner = set->owners[i];
        cdPose home = layout->data->objects[owner].pose;
        cdPose pose = GetExplodedPose(layout->data, layout->explosion, owner, index);
        obstacles[i] = (cdPathObstacle){.mesh = set->obstacles[i].mesh, .pose = set->obstacles[i].pose};
        if (cdIsSamePose(pose, home)) continue; // as it is, not rounded
        obstacles[i].pose = cdMulPose(pose, cdInvMulPose(home, obstacles[i].pose));
    }
}

static bool isPartFree(const Layout *layout, int32_t index, cdWorkspace *workspace) {
    const ExplodedPart *part = &layout->explosion->parts[index];
    PartSet set = {0};
    cdPathObstacle *obstacles = NULL;
    bool isFree = false;
    if (CreatePartSet(layout->data, layout->meshes, part->objects, part->objectCount, NULL, &set))
        obstacles = calloc((size_t)set.obstacleCount + 1, sizeof *obstacles);
    if (obstacles != NULL) {
        describeObstacles(layout, index, &set, obstacles);
        const cdPathInput input = {.nodes = part->nodes,
                                   .nodeCount = part->nodeCount,
                                   .shapes = set.shapes,
                                   .shapeCount = set.shapeCount,
                                   .obstacles = obstacles,
                                   .obstacleCount = set.obstacleCount,
                                   .margin = layout->data->margin};
        isFree = cdFindPathContact(&input, workspace, NULL).contact.state == CD_FREE;
    }
    free(obstacles);
    DestroyPartSet(&set);
    return isFree;
}

static bool certify(const Layout *layout, char *message, size_t messageSize) {
    cdWorkspace *workspace = cdCreateWorkspace();
    bool good = workspace != NULL;
    for (int32_t i = 0; i < layout->explosion->partCount && good; i++) {
        good = isPartFree(layout, i, workspace);
        if (!good)
            snprintf(message, messageSize, "%s: its motion into the exploded view is not certified as free",
                     layout->data->objects[layout->explosion->parts[i].objects[0]].name);
    }
    if (workspace != NULL) cdDestroyWorkspace(workspace);
    return good;
}

bool CreateExplosion(const SceneData *data, const cdMesh *const *meshes, const Disassembly *disassembly,
                     Explosion *explosion, char *message, size_t messageSize) {
    Layout layout = {.data = data, .meshes = meshes, .disassembly = disassembly, .explosion = explosion};
    int32_t count = disassembly->removedCount;
    snprintf(message, messageSize, "out of memory");
    *explosion = (Explosion){.parts = calloc((size_t)count + 1, sizeof *explosion->parts)};
    bool good = explosion->parts != NULL;
    if (good) explosion->partCount = count;
    for (int32_t i = 0; i < explosion->partCount; i++) {
        explosion->parts[i].objects = disassembly->parts[i].objects;
        explosion->parts[i].objectCount = disassembly->parts[i].objectCount;
    }
    good = good && occupyRest(&layout) && placeParts(&layout, -1, cdIdentityPose());
    good = good && certify(&layout, message, messageSize);
    free(layout.boxes);
    if (!good) DestroyExplosion(explosion);
    return good;
}

void DestroyExplosion(Explosion *explosion) {
    for (int32_t i = 0; i < explosion->partCount; i++)
        free(explosion->parts[i].nodes);
    free(explosion->parts);
    *explosion = (Explosion){0};
}
