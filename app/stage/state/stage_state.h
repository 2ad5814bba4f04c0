// The state of a stage: plain data, grouped by owner. The functions are in the headers beside.
#ifndef APP_STAGE_STATE_H
#define APP_STAGE_STATE_H

#include "collision/collision.h"
#include "scenes/scene.h"
#include "stage/state/boxes.h"
#include "stage/state/clearance.h"
#include "stage/state/ground.h"
#include "stage/state/joint.h"
#include "stage/state/journal.h"
#include "stage/state/limit.h"
#include "stage/state/object.h"
#include "stage/state/overlaps.h"
#include "stage/state/query.h"
#include "stage/state/ray.h"
#include "stage/state/regions.h"
#include "stage/state/sensors.h"
#include "stage/state/solid.h"
#include "stage/state/steps.h"
#include "stage/state/undo.h"
#include "stage/state/work.h"
#include "stage/state/world.h"

enum { STAGE_TRACE_MAX = 1 << 17 };

// Working memory of queries; its content does not outlive a query.
typedef struct StageScratch {
    cdWorkspace *workspace;
    cdObstacle *obstacles;
    int32_t *obstacleObjects;    // the object of each obstacle
    cdPose *bodyPoses;           // of bodies, by their slots
    cdBodyId *bodyIds;           // bodies that do not block
    cdShapeDef *shapes;          // of a body of several objects
    cdPose *resolved, *intended; // for scenes that move by themselves, as in SceneStep
    cdState *states;
} StageScratch;

typedef struct StageTrace {
    bool wanted; // queries record their tests
    cdTrace record;
} StageTrace;

// Counters of changes, for caches.
typedef struct StageChanges {
    int64_t edits;  // options set, of those that require a new world
    int64_t places; // objects placed without a query
} StageChanges;

typedef struct Stage {
    const Scene *scene;   // NULL: from a file or from meshes
    SceneData data;       // as created: the state of a restart
    StageObject *objects; // objects[objectCount]; an extra entry behind them is the ground's
    int32_t objectCount, objectCapacity;
    StageJoint *joints; // joints[data.jointCount]: their options
    StageMeshes meshes;
    int32_t selected; // -1: none

    SceneMode mode;
    SceneResponse response;
    bool falls;    // gravity for Bounce, if the scene has none
    bool compares; // discrete steps run the other methods too, for comparison

    double time; // of a scene that moves by itself, seconds
    bool playing;
    int32_t storyNext; // the next step of the scene's story
    StageGround ground;
    StageWorld world;
    StageBoxes boxes;

    StageQuery query; // the last step
    StageAsked asked;
    StageRecent recent;
    StageTrace trace;
    TallyWindow tally; // of searches for separating vectors: the scene's own, or those of queries

    StageLimit limit; // of the time of queries
    StageWork work;   // the last one begun
    StageScratch scratch;

    StageRegions regions; // of the object moved last, with the others
    StageOverlaps overlaps;
    StageSensors sensors;
    StageClearance clearance;
    StageSolids solids;
    StageProbe probe;
    StageRay ray;
    StageCulling culling;
    StageSteps steps;

    StageChanges changes;
    StageUndo undo;
    StageJournal journal;
} Stage;

// Returns the body of an object; -1: it has none.
static inline cdBodyId GetStageBody(const Stage *stage, int32_t object) {
    const StageWorld *world = &stage->world;
    bool known = world->scene.world && object < world->key.objectCount;
    return known ? world->scene.bodies[object] : -1;
}

#endif
