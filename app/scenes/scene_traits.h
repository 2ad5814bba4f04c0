// Traits of a body beyond its material: forces, locks, damping, limits of speed, collision filter. Read from
// and written to scene files.
#ifndef APP_SCENE_TRAITS_H
#define APP_SCENE_TRAITS_H

#include "collision/world.h"
#include "scenes/json_read.h"

#include <stdio.h>

// The members of cdBodyDef with the same names.
typedef struct SceneTraits {
    cdVec3 force, torque;
    uint32_t lockTranslation, lockRotation;
    cdLockFrame lockFrame;
    double linearDamping, angularDamping, maxSpeed, maxSpin, gravityScale;
    uint32_t category, mask;
    int32_t group;
    bool sensor;
} SceneTraits;

// Returns the traits of cdDefaultBodyDef.
SceneTraits MakeSceneTraits(void);
// Sets them in a body's definition.
void SetBodyTraits(const SceneTraits *traits, cdBodyDef *def);

// Keys of an object in a scene file.
#define SCENE_TRAIT_KEYS                                                                                     \
    "force", "torque", "lockTranslation", "lockRotation", "lockFrame", "linearDamping", "angularDamping",    \
        "maxSpeed", "maxSpin", "gravityScale", "category", "mask", "group", "sensor"

bool ReadSceneTraits(const JsonReader *reader, const cJSON *item, SceneTraits *traits);
// Writes those that differ from MakeSceneTraits, each after a comma.
void WriteSceneTraits(FILE *out, const SceneTraits *traits);

#endif
