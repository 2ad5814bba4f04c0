// The links and joints of a URDF file, as written there.
#ifndef APP_URDF_MODEL_H
#define APP_URDF_MODEL_H

#include "scenes/scene.h"

typedef struct UrdfLink {
    char name[SCENE_NAME_SIZE];
    int line;
    bool hasCollision; // has <collision> elements
    int32_t joint;     // to its parent; -1: none
    cdPose pose;       // in the world, all joints at 0
} UrdfLink;

typedef struct UrdfShape {
    int32_t link;
    bool isCollision; // else it is visual
    SceneShape shape;
} UrdfShape;

typedef struct UrdfJoint {
    char name[SCENE_NAME_SIZE], parent[SCENE_NAME_SIZE], child[SCENE_NAME_SIZE];
    int line;
    cdJointKind kind;
    cdPose origin;
    cdVec3 axis;   // joint frame
    bool limited;  // by its kind
    bool hasLimit; // has the element <limit>
    double lower, upper;
    int32_t links[2]; // child and parent
} UrdfJoint;

typedef struct UrdfModel {
    const char *path;
    UrdfLink *links;   // links[linkCount]
    UrdfShape *shapes; // shapes[shapeCount]
    UrdfJoint *joints; // joints[jointCount]
    int32_t linkCount, shapeCount, jointCount;
    char *message;
    size_t messageSize;
} UrdfModel;

// Reports an error at a line. Returns false.
bool FailUrdf(const UrdfModel *model, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Reads text[length], the content of the file `path` of the model.
// @errors false with a message; the caller destroys the model in any case
bool ParseUrdf(UrdfModel *model, const char *text, size_t length);
void DestroyUrdf(UrdfModel *model);

#endif
