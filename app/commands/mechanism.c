// Builds the mechanism of a scene: a tree of links from its objects and joints.
//
// (1) Objects that are fixed begin as roots. (2) Joints are added while one of their objects is in the tree;
// if neither is, the next object without a place becomes a root. A joint of two objects in the tree closes a
// loop, which is an error. (3) A link's frame is at its joint's point, with the axes of the world at the
// poses of the file, so that frames of joints differ by translations only.
#include "commands/mechanism.h"
#include "commands/mechanism_pairs.h"
#include "commands/scene_argument.h"
#include "commands/urdf.h"
#include "engine/platform/files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The mechanism that is built, with room for messages.
typedef struct Build {
    Mechanism *mechanism;
    cdVec3 *points; // points[linkCount]: world positions of the links' frames
    const char *name;
    char *message;
    size_t messageSize;
} Build;

static bool fail(const Build *build, const char *first, const char *why, const char *second) {
    snprintf(build->message, build->messageSize, "%s: %s%s%s", build->name, first, why, second);
    return false;
}

// --- (3)

// Adds the shapes of an object to its link. Poses in the link's frame, which has the axes of the world.
static void addShapes(Build *build, cdLink *link, int32_t object, cdVec3 point) {
    Mechanism *mechanism = build->mechanism;
    const SceneObject *source = &mechanism->data.objects[object];
    const cdMesh **meshes = (const cdMesh **)mechanism->meshes.meshes;
    cdPose pose = {cdSub(source->pose.p, point), source->pose.q};
    cdSlideShape *shapes = &mechanism->shapes[mechanism->shapeCount];
    if (mechanism->isEmpty != NULL && mechanism->isEmpty[object]) return;
    link->shapes = shapes;
    link->shapeCount = source->shapeCount > 0 ? source->shapeCount : 1;
    if (source->shapeCount == 0) shapes[0] = (cdSlideShape){meshes[object], pose};
    for (int32_t i = 0; i < source->shapeCount; i++) {
        int32_t index = source->firstShape + i;
        shapes[i] = (cdSlideShape){meshes[mechanism->data.objectCount + index],
                                   cdMulPose(pose, mechanism->data.shapes[index].pose)};
    }
    mechanism->shapeCount += link->shapeCount;
}

// Adds an object as a link. `joint`: NULL for a root.
static void addLink(Build *build, int32_t object, int32_t parent, const SceneJoint *joint) {
    Mechanism *mechanism = build->mechanism;
    int32_t index = mechanism->def.linkCount++;
    cdVec3 base = parent >= 0 ? build->points[parent] : (cdVec3){0.0, 0.0, 0.0};
    cdVec3 point = joint != NULL ? joint->def.point : (cdVec3){0.0, 0.0, 0.0};
    cdLink *link = &mechanism->links[index];
    *link = (cdLink){.parent = parent, .frame = {cdSub(point, base), {1.0, 0.0, 0.0, 0.0}}};
    MechanismLink *names = &mechanism->names[index];
    const char *name = mechanism->data.objects[object].name;
    *names = (MechanismLink){name, name, -INFINITY, INFINITY};
    mechanism->places[object] = index;
    build->points[index] = point;
    addShapes(build, link, object, point);
    if (joint == NULL) return;
    const cdJointDef *def = &joint->def;
    bool isReversed = joint->objects[0] != object;
    link->axis = isReversed ? cdNegate(def->axis) : def->axis;
    if (joint->name[0] != '\0') names->joint = joint->name;
    if (def->limited) names->lower = def->lower, names->upper = def->upper;
    if (def->kind == CD_JOINT_HINGE) link->joint = CD_LINK_HINGE;
    if (def->kind == CD_JOINT_SLIDER) link->joint = CD_LINK_SLIDER;
    if (def->passes && parent >= 0)
        mechanism->ignored[mechanism->def.ignoredCount++] = (cdLinkPair){index, parent};
}

// --- (2)

static int32_t getPlace(const Build *build, int32_t object) {
    return object >= 0 ? build->mechanism->places[object] : -1;
}

static bool isPlaced(const Build *build, int32_t object) {
    return object < 0 || build->mechanism->places[object] >= 0;
}

static bool checkJoint(const Build *build, const SceneJoint *joint) {
    const char *name = build->mechanism->data.objects[joint->objects[0]].name;
    if (joint->def.kind == CD_JOINT_BALL)
        return fail(build, "\"", name,
                    "\" has a ball joint; a mechanism has hinges, sliders and fixed joints");
    if (joint->def.kind == CD_JOINT_DISTANCE)
        return fail(build, "\"", name,
                    "\" has a distance joint; a mechanism has hinges, sliders and fixed joints");
    if (joint->def.turns)
        return fail(build, "\"", name, "\" has a slider that turns; divide it into a slider and a hinge");
    return true;
}

// Adds the links of all joints that are connected to the tree. `done`: done[jointCount]
static bool growTree(Build *build, bool *done) {
    const SceneData *data = &build->mechanism->data;
    bool grows = true;
    while (grows) {
        grows = false;
        for (int32_t i = 0; i < data->jointCount; i++) {
            const SceneJoint *joint = &data->joints[i];
            bool placed[2] = {isPlaced(build, joint->objects[0]), isPlaced(build, joint->objects[1])};
            if (done[i] || (!placed[0] && !placed[1])) continue;
            if (placed[0] && placed[1])
                return fail(build, "the joints form a loop at \"", data->objects[joint->objects[0]].name,
                            "\"; a mechanism is a tree");
            int side = placed[0] ? 1 : 0;
            addLink(build, joint->objects[side], getPlace(build, joint->objects[1 - side]), joint);
            done[i] = grows = true;
        }
    }
    return true;
}

static bool buildTree(Build *build) {
    const SceneData *data = &build->mechanism->data;
    for (int32_t i = 0; i < data->jointCount; i++)
        if (!checkJoint(build, &data->joints[i])) return false;
    bool *done = calloc((size_t)data->jointCount + 1, sizeof *done);
    if (done == NULL) return fail(build, "out of memory", "", "");
    // (1)
    for (int32_t i = 0; i < data->objectCount; i++)
        if (data->objects[i].body == SCENE_FIXED) addLink(build, i, -1, NULL);
    bool good = growTree(build, done);
    for (int32_t i = 0; i < data->objectCount && good; i++) {
        if (isPlaced(build, i)) continue;
        addLink(build, i, -1, NULL);
        good = growTree(build, done);
    }
    free(done);
    return good;
}

// --- Reading

static bool hasExtension(const char *name, const char *extension) {
    size_t length = strlen(name), size = strlen(extension);
    return length > size && strcmp(name + length - size, extension) == 0;
}

static bool readScene(const char *name, SceneData *data, char *message, size_t messageSize) {
    char reason[768] = "";
    if (ReadSceneArgument(name, data, reason, sizeof reason)) return true;
    bool isOther = FindScene(name) == NULL && gxHasPath(name) && !hasExtension(name, ".json");
    snprintf(message, messageSize, "%s%s%s", isOther ? name : "",
             isOther ? ": neither a scene nor a URDF file (FILE.urdf); as a scene: " : "", reason);
    return false;
}

static bool allocate(Build *build, const MechanismOptions *options) {
    Mechanism *mechanism = build->mechanism;
    PairRoom room = CountPairRoom(mechanism, options);
    size_t count = (size_t)mechanism->data.objectCount, links = count + room.links;
    size_t shapes = count + (size_t)mechanism->data.shapeCount + room.shapes;
    size_t ignored = (size_t)mechanism->data.jointCount + room.ignored + 1;
    mechanism->links = calloc(links, sizeof *mechanism->links);
    mechanism->shapes = calloc(shapes, sizeof *mechanism->shapes);
    mechanism->ignored = calloc(ignored, sizeof *mechanism->ignored);
    mechanism->names = calloc(links, sizeof *mechanism->names);
    mechanism->places = calloc(count, sizeof *mechanism->places);
    build->points = calloc(count, sizeof *build->points);
    bool good = mechanism->links != NULL && mechanism->shapes != NULL && mechanism->ignored != NULL &&
                mechanism->names != NULL && mechanism->places != NULL && build->points != NULL;
    for (size_t i = 0; i < count && good; i++)
        mechanism->places[i] = -1;
    return good || fail(build, "out of memory", "", "");
}

bool ReadMechanism(const char *name, const MechanismOptions *options, Mechanism *mechanism, char *message,
                   size_t messageSize) {
    *mechanism = (Mechanism){.links = NULL};
    Build build = {.mechanism = mechanism, .name = name, .message = message, .messageSize = messageSize};
    bool isRead = hasExtension(name, ".urdf")
                      ? ReadUrdfFile(name, &mechanism->data, &mechanism->isEmpty, message, messageSize)
                      : readScene(name, &mechanism->data, message, messageSize);
    if (!isRead || !ReadPairLengths(mechanism, options, message, messageSize)) return false;
    bool good = CreateSceneMeshes(&mechanism->data, &mechanism->meshes, message, messageSize) &&
                allocate(&build, options) && buildTree(&build) &&
                AddMechanismPairs(mechanism, options, message, messageSize);
    mechanism->def.links = mechanism->links;
    mechanism->def.ignored = mechanism->ignored;
    free(build.points);
    return good;
}

void DestroyMechanism(Mechanism *mechanism) {
    free(mechanism->links);
    free(mechanism->shapes);
    free(mechanism->ignored);
    free(mechanism->names);
    free(mechanism->places);
    free(mechanism->isEmpty);
    FreeMechanismPairs(mechanism);
    DestroySceneMeshes(&mechanism->meshes);
    DestroySceneData(&mechanism->data);
    *mechanism = (Mechanism){.links = NULL};
}

int32_t FindMechanismJoint(const Mechanism *mechanism, const char *name, size_t length) {
    for (int32_t i = 0; i < mechanism->def.linkCount; i++) {
        const char *joint = mechanism->names[i].joint;
        bool isSame = strncmp(joint, name, length) == 0 && joint[length] == '\0';
        if (isSame && mechanism->links[i].joint != CD_LINK_FIXED) return i;
    }
    return -1;
}

void ListMechanismJoints(const Mechanism *mechanism, char *list, size_t size) {
    size_t length = 0;
    list[0] = '\0';
    for (int32_t i = 0; i < mechanism->def.linkCount && length + 1 < size; i++) {
        if (mechanism->links[i].joint == CD_LINK_FIXED) continue;
        snprintf(list + length, size - length, "%s%s", length > 0 ? ", " : "", mechanism->names[i].joint);
        length = strlen(list);
    }
}

bool IsInJointRange(const MechanismLink *joint, double value) {
    double slack = 1e-12 * (fabs(joint->lower) < INFINITY ? fabs(joint->lower) : 0.0) +
                   1e-12 * (fabs(joint->upper) < INFINITY ? fabs(joint->upper) : 0.0);
    return value >= joint->lower - slack && value <= joint->upper + slack;
}
