// Pairs of objects of a scene with a safety distance or an allowance of their own, for `sweep`.
#ifndef APP_SCENE_PAIR_H
#define APP_SCENE_PAIR_H

#include "scenes/json_read.h"
#include "scenes/scene.h"

#include <stdio.h>

// Returns the pair of two objects, in any order, and adds it if it is new. @errors NULL: no memory
ScenePair *FindScenePair(SceneData *data, int32_t a, int32_t b);

// Adds the pair of an item of "pairs".
// @errors false with the reader's message: a wrong or missing key, a pair that is named twice, no memory
bool ReadScenePair(const JsonReader *reader, const cJSON *item, SceneData *data);

// Writes a pair as one object.
void WriteScenePair(FILE *out, const SceneData *data, const ScenePair *pair);

#endif
