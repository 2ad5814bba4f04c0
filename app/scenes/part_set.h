// The meshes of parts of a scene that move as one, and those of the other parts as their obstacles.
#ifndef APP_PART_SET_H
#define APP_PART_SET_H

#include "collision/slide.h"
#include "scenes/scene.h"

// Zeroed: empty.
typedef struct PartSet {
    cdSlideShape *shapes;  // shapes[shapeCount]: in the frame of the first object
    int32_t *members;      // members[shapeCount]: the object of each shape
    cdObstacle *obstacles; // obstacles[obstacleCount]
    int32_t *owners;       // owners[obstacleCount]: the object of each obstacle
    int32_t shapeCount, obstacleCount;
} PartSet;

// `meshes`: as for CreateSceneWorld. `objects`: those that move. `isPresent`: isPresent[data->objectCount],
// the objects in place; NULL: all. @errors false: no memory; destroy the set
bool CreatePartSet(const SceneData *data, const cdMesh *const *meshes, const int32_t *objects,
                   int32_t objectCount, const bool *isPresent, PartSet *set);
void DestroyPartSet(PartSet *set);

// Returns the pose of an object that moves with another one, whose pose is given.
cdPose GetCarriedPose(const SceneData *data, int32_t object, int32_t carrier, cdPose pose);

bool IsAmongObjects(const int32_t *objects, int32_t objectCount, int32_t object);

#endif
