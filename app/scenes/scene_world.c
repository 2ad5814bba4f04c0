// Creates worlds of scenes.
#include "scenes/scene_world.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cdBodyDef MakeSceneBodyDef(const SceneObject *object) {
    cdBodyDef def = cdDefaultBodyDef();
    def.kind = object->body == SCENE_DYNAMIC     ? CD_BODY_DYNAMIC
               : object->body == SCENE_KINEMATIC ? CD_BODY_KINEMATIC
               : object->body == SCENE_DRIVEN    ? CD_BODY_DRIVEN
                                                 : CD_BODY_FIXED;
    def.pose = object->pose;
    def.velocity = object->velocity;
    def.angularVelocity = object->angularVelocity;
    def.density = object->density;
    def.mass = object->mass;
    def.restitution = object->restitution;
    def.friction = object->friction;
    SetBodyTraits(&object->traits, &def);
    return def;
}

// Returns the definitions of all shapes, to be freed. @errors NULL: no memory
static cdShapeDef *describeShapes(const SceneData *data, const cdMesh *const *meshes) {
    cdShapeDef *shapes = calloc((size_t)data->shapeCount + 1, sizeof *shapes);
    for (int32_t k = 0; shapes != NULL && k < data->shapeCount; k++)
        shapes[k] = (cdShapeDef){.mesh = meshes[data->objectCount + k],
                                 .pose = data->shapes[k].pose,
                                 .density = data->shapes[k].density};
    return shapes;
}

static bool addBodies(SceneWorld *sceneWorld, const SceneData *data, const cdMesh *const *meshes,
                      const cdShapeDef *shapes, char *message, size_t messageSize) {
    for (int32_t i = 0; i < data->objectCount; i++) {
        const SceneObject *object = &data->objects[i];
        sceneWorld->bodies[i] = -1;
        if (object->body == SCENE_MOVED) continue;
        cdBodyDef def = MakeSceneBodyDef(object);
        bool compound = object->shapeCount > 0;
        def.mesh = compound ? NULL : meshes[i];
        def.shapes = compound ? shapes + object->firstShape : NULL;
        def.shapeCount = object->shapeCount;
        cdBodyId body = cdAddBody(sceneWorld->world, &def);
        sceneWorld->bodies[i] = body;
        if (body >= 0) continue;
        sceneWorld->outOfMemory = body == -2;
        SayObjectTrouble(data, object,
                         body == -2
                             ? "out of memory for its body"
                             : "it cannot be a body: its mass, restitution (0 to 1) or velocity is invalid",
                         message, messageSize);
        return false;
    }
    return true;
}

static bool setPaths(SceneWorld *sceneWorld, const SceneData *data, char *message, size_t messageSize) {
    for (int32_t i = 0; i < data->objectCount; i++) {
        const SceneObject *object = &data->objects[i];
        const cdPathNode *nodes = data->nodes + object->firstNode;
        if (object->body != SCENE_KINEMATIC || object->nodeCount == 0) continue;
        if (cdSetKinematicPath(sceneWorld->world, sceneWorld->bodies[i], nodes, object->nodeCount,
                               object->pathStart))
            continue;
        SayObjectTrouble(data, object, "its poses are invalid, or out of memory", message, messageSize);
        return false;
    }
    return true;
}

static bool addJoints(SceneWorld *sceneWorld, const SceneData *data, char *message, size_t messageSize) {
    for (int32_t i = 0; i < data->jointCount; i++) {
        const SceneJoint *joint = &data->joints[i];
        cdJointDef def = joint->def;
        def.bodyA = sceneWorld->bodies[joint->objects[0]];
        def.bodyB = joint->objects[1] >= 0 ? sceneWorld->bodies[joint->objects[1]] : -1;
        if (cdAddJoint(sceneWorld->world, &def) >= 0) continue;
        snprintf(message, messageSize,
                 "joint %d of \"%s\" is invalid: its first object must be dynamic, its axis and its length "
                 "not zero, its limits in order",
                 (int)i + 1, data->objects[joint->objects[0]].name);
        return false;
    }
    return true;
}

bool CreateSceneWorld(const SceneData *data, const cdMesh *const *meshes, SceneWorld *sceneWorld,
                      char *message, size_t messageSize) {
    cdWorldDef def = cdDefaultWorldDef();
    def.gravity = data->gravity;
    def.margin = data->margin;
    def.bounds = data->bounds;
    size_t count = (size_t)data->objectCount;
    *sceneWorld = (SceneWorld){.world = cdCreateWorld(&def),
                               .bodies = calloc(count + 1, sizeof(cdBodyId)),
                               .objectCount = data->objectCount};
    cdShapeDef *shapes = describeShapes(data, meshes);
    bool good = sceneWorld->world != NULL && sceneWorld->bodies != NULL && shapes != NULL;
    if (!good) snprintf(message, messageSize, "out of memory for the world");
    sceneWorld->outOfMemory = !good;
    good = good && addBodies(sceneWorld, data, meshes, shapes, message, messageSize) &&
           setPaths(sceneWorld, data, message, messageSize) &&
           addJoints(sceneWorld, data, message, messageSize);
    free(shapes);
    bool outOfMemory = sceneWorld->outOfMemory;
    if (!good) DestroySceneWorld(sceneWorld);
    sceneWorld->outOfMemory = outOfMemory;
    return good;
}

void DestroySceneWorld(SceneWorld *sceneWorld) {
    cdDestroyWorld(sceneWorld->world);
    free(sceneWorld->bodies);
    memset(sceneWorld, 0, sizeof *sceneWorld);
}

cdWorkspace *CreateSceneWorkspace(const cdMesh *const *meshes, int32_t objectCount) {
    cdWorkspace *workspace = cdCreateWorkspace();
    cdWorkspaceNeed need = {.meshes = meshes, .meshCount = objectCount};
    if (workspace != NULL && cdReserveWorkspace(workspace, &need)) return workspace;
    cdDestroyWorkspace(workspace);
    return NULL;
}

static bool moves(const SceneWorld *sceneWorld, int32_t object) {
    cdBodyKind kind = cdGetBodyState(sceneWorld->world, sceneWorld->bodies[object]).kind;
    return kind == CD_BODY_DYNAMIC || kind == CD_BODY_KINEMATIC;
}

static bool spheresMeet(const cdMesh *a, cdPose poseA, const cdMesh *b, cdPose poseB) {
    cdMeshInfo infoA = cdGetMeshInfo(a), infoB = cdGetMeshInfo(b);
    cdVec3 between = cdSub(cdTransformPoint(poseA, infoA.center), cdTransformPoint(poseB, infoB.center));
    return cdLength(between) <= 1.000001 * (infoA.radius + infoB.radius);
}

bool FindWorldOverlap(const SceneWorld *sceneWorld, const cdMesh *const *meshes, cdWorkspace *workspace,
                      int32_t *objectA, int32_t *objectB) {
    for (int32_t i = 0; i < sceneWorld->objectCount; i++) {
        if (sceneWorld->bodies[i] < 0) continue;
        cdPose poseA = cdGetBodyState(sceneWorld->world, sceneWorld->bodies[i]).pose;
        for (int32_t k = 0; k < i; k++) {
            if (sceneWorld->bodies[k] < 0 || (!moves(sceneWorld, i) && !moves(sceneWorld, k))) continue;
            if (!cdCanBodiesCollide(sceneWorld->world, sceneWorld->bodies[i], sceneWorld->bodies[k]))
                continue;
            cdPose poseB = cdGetBodyState(sceneWorld->world, sceneWorld->bodies[k]).pose;
            if (!spheresMeet(meshes[i], poseA, meshes[k], poseB)) continue;
            cdOverlapInput input = {meshes[i], meshes[k], poseA, poseB, NULL, 0, {0}};
            if (cdFindOverlap(&input, NULL, workspace, NULL).state == CD_FREE) continue;
            *objectA = i;
            *objectB = k;
            return true;
        }
    }
    return false;
}
