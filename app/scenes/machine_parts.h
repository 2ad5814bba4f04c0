// Parts of machines: bodies of several meshes.
#ifndef APP_MACHINE_PARTS_H
#define APP_MACHINE_PARTS_H

#include "scenes/scene.h"

// Returns a shape with the mesh "builtin:" and `mesh`, a printf format, at a pose in its object's frame.
SceneShape MakePartShape(cdPose pose, const char *mesh, ...);
// Returns the pose at a point, without rotation.
cdPose PutAt(double x, double y, double z);
// Returns the pose at a point that turns the y axis of a mesh to +z.
cdPose PutAlongZ(double x, double y, double z);

// Adds an object of shapes[shapeCount] at a pose. @errors NULL: no memory
SceneObject *AddMachinePart(SceneData *data, const char *name, SceneBody body, const SceneShape *shapes,
                            int32_t shapeCount, cdPose pose);

// Returns the turn about the z axis from the pose at the start, radians, in (-pi, pi].
double GetTurnAboutZ(cdPose pose);
// Adds a turn about z since the last call to `turn`, which may count several turns. Each is less than pi.
void AddTurnAboutZ(cdPose pose, double *turn);

#endif
