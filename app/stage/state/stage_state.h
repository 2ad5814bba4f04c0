// All that a stage knows: plain data, grouped by who keeps it. The functions are in the headers beside.
#ifndef APP_STAGE_STATE_H
#define APP_STAGE_STATE_H

#include "collision/collision.h"
#include "collision/slide.h"
#include "scenes/scene.h"
#include "stage/state/boxes.h"
#include "stage/state/clearance.h"
#include "stage/state/ground.h"
#include "stage/state/journal.h"
#include "stage/state/limit.h"
#include "stage/state/object.h"
#include "stage/state/query.h"
#include "stage/state/regions.h"
#include "stage/state/solid.h"
#include "stage/state/steps.h"
#include "stage/state/undo.h"
#include "stage/state/work.h"
#include "stage/state/world.h"

enum { STAGE_TRACE_MAX = 1 << 17 };

// Memory that queries work in; its content outlives none of them.
typedef struct StageScratch {
    cdWorkspace *workspace;
    cdSlideCache slideCache;
    cdObstacle *obstacles;
    int32_t *obstacleObjects;    // the object each obstacle stands for
    cdPose *resolved, *intended; // for scenes that move by themselves, as SceneStep has them
    cdState *states;
} StageScratch;

typedef struct StageTrace {
    bool wanted; // queries record what they test
    cdTrace record;
} StageTrace;

// Counters by which others see that something has changed.
typedef struct StageChanges {
    int64_t edits;  // options that were set, of those that make another world
    int64_t places; // objects that were put somewhere without a query
} StageChanges;

typedef struct Stage {
    const Scene *scene;   // NULL: from a file or from meshes
    SceneData data;       // as created: what a restart goes back to
    StageObject *objects; // objects[objectCount]; one more place behind them is the ground's
    int32_t objectCount, objectCapacity;
    StageMeshes meshes;
    int32_t selected; // -1: none

    SceneMode mode;
    SceneResponse response;
    bool falls;    // gravity for bounce, where the scene has none
    bool compares; // discrete steps are answered by the other ways too, to compare

    double time; // of a scene that moves by itself, seconds
    bool playing;
    int32_t storyNext; // the step of the scene's story that comes next
    StageGround ground;
    StageWorld world;
    StageBoxes boxes;

    StageQuery query; // the last step
    StageAsked asked;
    StageRecent recent;
    StageTrace trace;
    TallyWindow tally; // of the searches for separating vectors: the scene's own, or those of queries

    StageLimit limit; // on the time of queries
    StageWork work;   // begun last
    StageScratch scratch;

    StageRegions regions; // of the object moved last with the others
    StageClearance clearance;
    StageSolids solids;
    StageProbe probe;
    StageCulling culling;
    StageSteps steps;

    StageChanges changes;
    StageUndo undo;
    StageJournal journal;
} Stage;

#endif
