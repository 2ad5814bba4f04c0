// Lists the meshes of parts; see part_set.h.
#include "scenes/part_set.h"
#include <stdlib.h>

static int32_t countShapes(const SceneObject *object) {
    return object->shapeCount > 0 ? object->shapeCount : 1;
}

// Returns a mesh of an object and its pose in the object's frame.
static cdSlideShape getShape(const SceneData *data, const cdMesh *const *meshes, int32_t object, int32_t i) {
    const SceneObject *own = &data->objects[object];
    if (own->shapeCount == 0) return (cdSlideShape){meshes[object], cdIdentityPose()};
    int32_t shape = own->firstShape + i;
    return (cdSlideShape){meshes[data->objectCount + shape], data->shapes[shape].pose};
}

static void addObstacle(PartSet *set, int32_t object, cdSlideShape shape, cdPose pose) {
    set->owners[set->obstacleCount] = object;
    set->obstacles[set->obstacleCount++] = (cdObstacle){shape.mesh, cdMulPose(pose, shape.pose)};
}

// `carried`: pose of the object in the frame of the set.
static void addShape(PartSet *set, int32_t object, cdSlideShape shape, const cdPose *carried) {
    if (carried != NULL) shape.pose = cdMulPose(*carried, shape.pose);
    set->members[set->shapeCount] = object;
    set->shapes[set->shapeCount++] = shape;
}

bool CreatePartSet(const SceneData *data, const cdMesh *const *meshes, const int32_t *objects,
                   int32_t objectCount, const bool *isPresent, PartSet *set) {
    size_t count = (size_t)data->objectCount + (size_t)data->shapeCount;
    *set = (PartSet){.shapes = calloc(count, sizeof *set->shapes),
                     .members = calloc(count, sizeof *set->members),
                     .obstacles = calloc(count, sizeof *set->obstacles),
                     .owners = calloc(count, sizeof *set->owners)};
    if (set->shapes == NULL || set->members == NULL || set->obstacles == NULL || set->owners == NULL)
        return false;
    for (int32_t i = 0; i < data->objectCount; i++) {
        bool moves = IsAmongObjects(objects, objectCount, i);
        if (!moves && isPresent != NULL && !isPresent[i]) continue;
        cdPose pose = data->objects[i].pose;
        cdPose carried = cdInvMulPose(data->objects[objects[0]].pose, pose);
        for (int32_t k = 0; k < countShapes(&data->objects[i]); k++) {
            cdSlideShape shape = getShape(data, meshes, i, k);
            if (moves)
                addShape(set, i, shape, i == objects[0] ? NULL : &carried);
            else
                addObstacle(set, i, shape, pose);
        }
    }
    return true;
}

void DestroyPartSet(PartSet *set) {
    free(set->shapes);
    free(set->members);
    free(set->obstacles);
    free(set->owners);
    *set = (PartSet){0};
}

cdPose GetCarriedPose(const SceneData *data, int32_t object, int32_t carrier, cdPose pose) {
    if (object == carrier) return pose;
    return cdMulPose(pose, cdInvMulPose(data->objects[carrier].pose, data->objects[object].pose));
}

bool IsAmongObjects(const int32_t *objects, int32_t objectCount, int32_t object) {
    for (int32_t i = 0; i < objectCount; i++)
        if (objects[i] == object) return true;
    return false;
}
