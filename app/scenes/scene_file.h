// Scene files: SceneData as JSON, read with every mistake named by file and line, written so that it reads
// back.
//
// Keys: name, about, gravity, mode, response, margin, ground, objects, joints, camera, story; of an object
// name, mesh, normalize, transparent, scale, pose, body, density, mass, restitution, friction, velocity,
// angularVelocity, leafRadius, proxy; of a joint kind, a, b, point, and of a hinge axis, speed, torque; of a
// story step caption, object, mode, response, continues, start, target, expected, or caption and time. Only
// objects, and of each its name and mesh, must be there; a joint without b ties to the world. A mesh file's
// path is taken from the scene file's folder.
#ifndef APP_SCENE_FILE_H
#define APP_SCENE_FILE_H

#include "scenes/json_read.h"
#include "scenes/scene.h"

#include <stdio.h>

// @errors false, with a message "FILE:LINE: what is wrong"; there is nothing to destroy then
bool ReadSceneFile(const char *path, SceneData *data, char *message, size_t messageSize);

// The same for text in memory with a zero at text[length]; `path` is for messages and for the folder of mesh
// files.
bool ReadSceneText(const char *text, size_t length, const char *path, SceneData *data, char *message,
                   size_t messageSize);

// The same for a scene that stands inside another file, from its line `line` on.
bool ReadSceneLine(const char *text, size_t length, const char *path, int line, SceneData *data,
                   char *message, size_t messageSize);

// The scene as text that reads back to the same numbers, to be freed; `path` is where it will be stored, so
// that mesh files can be named from there. NULL: no memory.
char *MakeSceneText(const SceneData *data, const char *path);

// The member "mesh" of an object: as the reader of a file at `path` will find it, from that file's folder or
// by its full path; and read, from the folder of the reader's path.
void WriteSceneMesh(FILE *out, const char *mesh, const char *path);
bool ReadSceneMesh(const JsonReader *reader, const cJSON *item, char mesh[SCENE_TEXT_SIZE]);

// @errors false, with a message; an existing file is then as before
bool WriteSceneFile(const SceneData *data, const char *path, char *message, size_t messageSize);

#endif
