// A beginning of a journal; see stage/journal/journal.h.
#ifndef APP_STATE_BASE_H
#define APP_STATE_BASE_H

#include "scenes/scene.h"
#include "stage/state/entry.h"
#include "stage/state/ground.h"

enum { JOURNAL_PARAM_MAX = SCENE_PARAM_MAX };

// Beginning of a journal: a scene's start, or any poses if nothing moves by itself.
typedef struct StageBase {
    SceneMode mode;
    SceneResponse response;
    bool falls;
    StageGroundKind ground;
    double time;
    int32_t objectCount; // the scene's objects and those added before
    cdPose *poses;       // poses[objectCount]; NULL: those of the scene's start
    // edits[editCount]: options that differ from their initial values, STAGE_SET_OPTION in the order of the
    // objects, then STAGE_SET_JOINT.
    StageEntry *edits;
    int32_t editCount;
    double params[JOURNAL_PARAM_MAX]; // of the scene
} StageBase;

#endif
