// Spreads the parts of a scene along their paths; see explosion.h.
//
// (1) The boxes of everything that stays are occupied. (2) From the last part removed to the first: the part
// walks along its path, then straight on, until its box is apart from all occupied ones by a gap. The boxes
// of its walk are occupied then. (3) The way back of each part is certified. The boxes of a walk are samples:
// they choose places, but prove nothing.
#include "scenes/explosion.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { STEPS_AN_EDGE = 24, STRAIGHT_STEPS = 800 };

static const double GAP = 0.03, STRAIGHT_STEP = 0.02; // shares of the scene's size

typedef struct Layout {
    const SceneData *data;
    const cdMesh *const *meshes;
    Explosion *explosion;
    cdBox3 *boxes; // boxes[boxCount]: occupied
    int32_t boxCount, boxCapacity;
    cdVec3 center; // of the scene
    double size;   // diagonal of the scene's box
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
    for (int32_t i = 0; i < count; i++)
        if (!areApart(&layout->boxes[i], box, GAP * layout->size)) return false;
    return true;
}

static int32_t findExploded(const Explosion *explosion, int32_t object) {
    for (int32_t i = 0; i < explosion->partCount; i++)
        if (explosion->parts[i].object == object) return i;
    return -1;
}

// --- (1)

static bool occupyRest(Layout *layout) {
    cdBox3 whole = makeEmptyBox();
    for (int32_t i = 0; i < layout->data->objectCount; i++) {
        PartSet set = {0};
        bool good = CreatePartSet(layout->data, layout->meshes, i, NULL, 0, &set);
        cdBox3 box = good ? getSetBox(&set, layout->data->objects[i].pose) : makeEmptyBox();
        DestroyPartSet(&set);
        if (good && findExploded(layout->explosion, i) < 0) good = occupy(layout, box);
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

static bool placeSet(Layout *layout, const DisassemblyPart *from, ExplodedPart *part, const PartSet *set) {
    int32_t others = layout->boxCount;
    bool good = occupy(layout, getSetBox(set, from->nodes[0].pose)), placed = false;
    addNode(part, from->nodes[0].pose);
    for (int32_t i = 1; i < from->plan.nodeCount && good && !placed; i++)
        placed = walkEdge(layout, part, set, others, from->nodes[i].pose, STEPS_AN_EDGE, &good);
    if (placed || !good) return good;
    cdPose end = part->nodes[part->nodeCount - 1].pose;
    double length = STRAIGHT_STEPS * STRAIGHT_STEP * layout->size;
    end.p = cdMulAdd(end.p, length, chooseDirection(layout, part, set));
    walkEdge(layout, part, set, others, end, STRAIGHT_STEPS, &good);
    return good;
}

static bool placePart(Layout *layout, const DisassemblyPart *from, ExplodedPart *part) {
    PartSet set = {0};
    part->nodes = calloc((size_t)from->plan.nodeCount + 2, sizeof *part->nodes);
    bool good = part->nodes != NULL &&
                CreatePartSet(layout->data, layout->meshes, from->object, NULL, 0, &set) &&
                placeSet(layout, from, part, &set);
    DestroyPartSet(&set);
    return good;
}

// --- (3)

// The parts removed before this one wait at their places in the exploded view.
static void describeObstacles(const Layout *layout, int32_t index, const PartSet *set,
                              cdPathObstacle *obstacles) {
    for (int32_t i = 0; i < set->obstacleCount; i++) {
        int32_t owner = set->owners[i], other = findExploded(layout->explosion, owner);
        obstacles[i] = (cdPathObstacle){.mesh = set->obstacles[i].mesh, .pose = set->obstacles[i].pose};
        if (other < 0 || other > index) continue;
        const ExplodedPart *part = &layout->explosion->parts[other];
        cdPose local = cdInvMulPose(layout->data->objects[owner].pose, set->obstacles[i].pose);
        obstacles[i].pose = cdMulPose(part->nodes[part->nodeCount - 1].pose, local);
    }
}

static bool isPartFree(const Layout *layout, int32_t index, cdWorkspace *workspace) {
    const ExplodedPart *part = &layout->explosion->parts[index];
    PartSet set = {0};
    cdPathObstacle *obstacles = NULL;
    bool isFree = false;
    if (CreatePartSet(layout->data, layout->meshes, part->object, NULL, 0, &set))
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
                     layout->data->objects[layout->explosion->parts[i].object].name);
    }
    if (workspace != NULL) cdDestroyWorkspace(workspace);
    return good;
}

bool CreateExplosion(const SceneData *data, const cdMesh *const *meshes, const Disassembly *disassembly,
                     Explosion *explosion, char *message, size_t messageSize) {
    Layout layout = {.data = data, .meshes = meshes, .explosion = explosion};
    int32_t count = disassembly->removedCount;
    snprintf(message, messageSize, "out of memory");
    *explosion = (Explosion){.parts = calloc((size_t)count + 1, sizeof *explosion->parts)};
    bool good = explosion->parts != NULL;
    if (good) explosion->partCount = count;
    for (int32_t i = 0; i < explosion->partCount; i++)
        explosion->parts[i].object = disassembly->parts[i].object;
    good = good && occupyRest(&layout);
    for (int32_t i = count - 1; i >= 0 && good; i--)
        good = placePart(&layout, &disassembly->parts[i], &explosion->parts[i]);
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
