// Scene files: reads SceneData from JSON, with errors by file and line, and writes it so that it reads back.
//
// Keys: name, about, gravity, mode, response, margin, ground, objects, joints, pairs, camera, story; of an
// object
// name, mesh, normalize, transparent, scale, pose, body, density, mass, restitution, friction, velocity,
// angularVelocity, leafRadius, proxy, force, torque, lockTranslation, lockRotation, lockFrame,
// linearDamping, angularDamping, maxSpeed, maxSpin, gravityScale, category, mask, group, sensor; of a joint
// name, kind, a, b, point, and of a hinge axis, speed, torque; of a story step caption, object, mode,
// response, continues, start, target, expected, or caption and time. Required: objects, and the name and mesh
// of each. A joint without b joins to the world. Mesh files are relative to the scene file's folder.
#ifndef APP_SCENE_FILE_H
#define APP_SCENE_FILE_H

#include "scenes/json_read.h"
#include "scenes/scene.h"

#include <stdio.h>

// @errors false with a message "FILE:LINE: what is wrong"; nothing to destroy
bool ReadSceneFile(const char *path, SceneData *data, char *message, size_t messageSize);

// The same for text in memory with a zero at text[length]. `path` is for messages and the folder of mesh
// files.
bool ReadSceneText(const char *text, size_t length, const char *path, SceneData *data, char *message,
                   size_t messageSize);

// The same for a scene inside another file, which begins at its line `line`.
bool ReadSceneLine(const char *text, size_t length, const char *path, int line, SceneData *data,
                   char *message, size_t messageSize);

// Returns the scene as text that reads back to the same numbers, which the caller frees. Mesh files are
// relative to the folder of `path`. @errors NULL: no memory
char *MakeSceneText(const SceneData *data, const char *path);

// Write and read an object's member "mesh": a path relative to the folder of the file at `path`, or a full
// path.
void WriteSceneMesh(FILE *out, const char *mesh, const char *path);
bool ReadSceneMesh(const JsonReader *reader, const cJSON *item, char mesh[SCENE_TEXT_SIZE]);

// @errors false with a message; an existing file is unchanged
bool WriteSceneFile(const SceneData *data, const char *path, char *message, size_t messageSize);

#endif
