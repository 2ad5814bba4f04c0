// The stage: a scene that runs. Where every object is, where the hand wants it, what the last query said.
//
// The line of the program goes through here: an intended pose comes in, first contact decides, the object is
// left at its resolved pose. No drawing: the window shows a stage, `render` draws one without a window, tests
// need neither.
#ifndef APP_STAGE_H
#define APP_STAGE_H

#include "collision/classify.h"
#include "collision/collision.h"
#include "collision/slide.h"
#include "scenes/scene.h"
#include "stage/journal.h"
#include "stage/mesh_source.h"
#include "stage/stage_boxes.h"
#include "stage/stage_clearance.h"
#include "stage/stage_ground.h"
#include "stage/stage_limit.h"
#include "stage/stage_options.h"
#include "stage/stage_regions.h"
#include "stage/stage_solid.h"
#include "stage/stage_steps.h"
#include "stage/stage_undo.h"
#include "stage/stage_work.h"
#include "stage/stage_world.h"

// How the moved object stands to the others, as it is shown.
typedef enum StageStatus {
    STAGE_FREE = 0,
    STAGE_NEAR, // free, but the step came so near that triangles had to be compared
    STAGE_CONTACT,
    STAGE_OVERLAP,
    STAGE_UNDECIDED // a limit was reached; held like a contact
} StageStatus;

const char *GetStatusName(StageStatus status); // "free", "near", ... @lifetime static
StageStatus GetStateStatus(cdState state);

// A mesh that the stage has made beyond those of its scene.
typedef struct StageMesh {
    cdMesh *mesh;           // owned
    const cdMesh *original; // whose triangles it has; NULL: its own
    double leafRadius;      // that was asked for
} StageMesh;

struct StageObject {
    char name[SCENE_NAME_SIZE];
    char source[SCENE_TEXT_SIZE]; // the mesh's name, as a scene file has it
    MeshPlacement placement;
    const cdMesh *original; // of that name; may be shared
    const cdMesh *mesh;     // that, or the same triangles with another sphere tree
    cdMeshInfo info;        // of `mesh`
    SceneBody body;
    double options[STAGE_OPTION_COUNT]; // as they are, `body` among them
    double initial[STAGE_OPTION_COUNT]; // as it came
    bool removed;        // neither drawn nor met: as if it were not there, but it can come back
    int32_t copyOf;      // -1: no copy
    cdPose home;         // at the scene's start
    cdPose pose;         // resolved
    cdPose intended;     // equal to `pose` unless something is in the way
    cdPose start;        // where its last step began
    cdState state;       // of a body that its scene moves: how it is shown
    bool led;            // driven, and its scene has led it by itself
    bool isBody;         // the world moves it
    bool rests;          // of a body
    bool left;           // the world's bounds: neither drawn nor met until it is put somewhere
    bool hidden;         // not drawn and not picked; queries meet it all the same
    bool transparent;    // drawn so that one sees what is inside
    bool stretched;      // its box is no longer rigid: its local axes, less the pose's place, go to
    cdVec3 columns[3];   // these
    cdPairCache *caches; // caches[objectCapacity], of each other object; NULL: it is never moved by a query
};

enum { STAGE_MEDIAN_COUNT = 64, STAGE_TRACE_MAX = 1 << 17, STAGE_TOUCH_MAX = 64, STAGE_LIMIT_MAX = 64 };

// What a discrete step would have been by the ways that know a time.
typedef struct StageTimes {
    bool present;
    cdFirstContact continuous;
    double continuousMicroseconds;
    bool halved;         // overlaps at the end, so that halving the step gives a time
    cdState halvedState; // CD_CONTACT: at `halvedTime`; CD_OVERLAP: at the start already
    double halvedTime;   // fraction of the step
    double halvedMicroseconds;
} StageTimes;

// The last step, whole.
typedef struct StageQuery {
    bool present;
    int32_t object;        // that moved
    int32_t obstacle;      // that was met, -1: none
    int32_t proxyObstacle; // that the convex proxies tell of, -1: they were not asked
    SceneMode mode;
    SceneResponse response;
    StageStatus status;
    cdFirstContact contact; // continuous; discrete: state, stats and rest pose
    cdOverlap overlap;      // discrete
    cdMotion motion;        // from the start to the intended pose
    double microseconds;
    int32_t touchCount;
    cdTouch touches[STAGE_TOUCH_MAX];
    int32_t legCount; // of a slide: queries made; 0: it did not slide
    bool late;        // cut short: the object is left where the way to it is known to be free
    StageStop stop;   // by what
    bool followUp;    // not all is known: FollowUpStageQuery
    bool unfinished; // a step that was cut short, or came on but not to its end: the same once more continues
                     // it
    int32_t limitCount;
    cdSlideLimit limits[STAGE_LIMIT_MAX]; // what held it where it is left; obstacle: an object
    StageTimes times;
} StageQuery;

struct Stage {
    const Scene *scene;   // NULL: from a file or from meshes
    SceneData data;       // as created: what a restart goes back to
    StageObject *objects; // objects[objectCount]; one more place behind them is the ground's
    int32_t objectCount, objectCapacity;
    SceneMeshes meshes; // of the scene
    StageMesh *added;   // added[addedCount], of objects that joined later, and with other sphere trees
    int32_t addedCount;
    int64_t editCount; // options that were set, of those that make another world
    int32_t selected;  // -1: none
    SceneMode mode;
    SceneResponse response;
    int32_t storyNext; // the step of the scene's story that comes next
    double time;       // of a scene that moves by itself, seconds
    bool playing;
    bool falls; // gravity for bounce, where the scene has none
    StageGround ground;
    StageWorld world;
    StageBoxes boxes;
    StageSteps steps;

    StageLimit limit; // on the time of queries
    StageWork work;   // begun last
    cdWorkspace *workspace;
    cdSlideCache slideCache;
    cdPose *asked;               // asked[objectCount]: where each object was when the last query was asked
    cdPose *resolved, *intended; // for scenes that move by themselves, as SceneStep has them
    cdState *states;
    cdObstacle *obstacles;
    int32_t *obstacleObjects; // the object each obstacle stands for

    bool traced; // queries record what they test
    cdTrace trace;

    int64_t placeCount; // how often objects were put somewhere without a query
    StageQuery query;
    double recentMicroseconds[STAGE_MEDIAN_COUNT]; // a ring
    cdQueryStats recentStats[STAGE_MEDIAN_COUNT];  // likewise
    int32_t queryCount;

    StageSolid *solids; // solids[solidCount], of the meshes that were asked for theirs
    int32_t solidCount;
    StageSolidMaker *solidMaker; // NULL: none is being made
    StageProbe probe;
    StageCulling culling;
    StageRegions regions; // of the object moved last with the others
    StageClearance clearance;
    bool compares; // discrete steps are answered by the other ways too, to compare

    TallyWindow tally; // of the searches for separating vectors: the scene's own, or those of queries

    StageUndo undo;
    StageJournal journal;
};

// Loads a scene: `scene` may be NULL; `data` is taken over in any case. On failure the stage is empty and
// `message` names what could not be loaded.
bool LoadStage(Stage *stage, const Scene *scene, SceneData *data, char *message, size_t messageSize);
// Meshes alone, beside each other on one floor, the first at the right and selected. normalize: each scaled
// to the same size; else as large as in its file, so that parts fit each other as they should.
bool LoadStageMeshes(Stage *stage, const char *const *meshes, int32_t meshCount, bool normalize,
                     char *message, size_t messageSize);
// A built-in scene by its description.
bool LoadStageScene(Stage *stage, const Scene *scene, char *message, size_t messageSize);
void DestroyStage(Stage *stage);

// Everything back to the scene's start. Meshes are kept, and whether there are gravity and a ground.
void RestartStage(Stage *stage);
// Drops what queries remember of those before; no result depends on it.
void ForgetStageCaches(Stage *stage);

// How what is moved is tested, and what it does when it meets something; gravity where the scene has none.
void SetStageMode(Stage *stage, SceneMode mode);
void SetStageResponse(Stage *stage, SceneResponse response);
void SetStageGravity(Stage *stage, bool falls);

// Adds a mesh as a driven object beside the others, above the ground, in their size when theirs is
// normalized, and selects it; returns its index, or -1 with a message.
int32_t AddStageObject(Stage *stage, const char *source, char *message, size_t messageSize);
// The same done again, at the pose of then. `mesh`: the stage's own, as read then; NULL: it is read.
int32_t AddStageObjectAt(Stage *stage, const char *source, const cdMesh *mesh, cdPose pose, char *message,
                         size_t messageSize);
// One more of an object, with the same options, and selects it; `pose` NULL: at a free place beside it.
// Returns its index, or -1 with a message.
int32_t CopyStageObject(Stage *stage, int32_t object, const cdPose *pose, char *message, size_t messageSize);

// One step: moves the object towards `intended` by the stage's mode and response. The query's outcome is in
// `stage->query`, the object is at its resolved pose.
void MoveStageObject(Stage *stage, int32_t object, cdPose intended);
// Puts the object somewhere without asking: scene starts, undo. Its status is found by the overlap test; it
// is undecided where that was cut short.
void PlaceStageObject(Stage *stage, int32_t object, cdPose pose);
// Finds what is not known of the last step or place: the status, the times to compare with. No pose depends
// on it. A step without a limit does so itself.
void FollowUpStageQuery(Stage *stage);

// The step of the scene's story with this index, whole: its mode and response, its object put at its start
// and moved to its target, after the steps that it continues; or the scene as it has moved by itself up to
// the step's time.
void RunStoryStep(Stage *stage, int32_t index);

// Whether something here moves by itself.
bool MovesByItself(const Stage *stage);
// Lets the scene, and its world, move by itself for `dt` seconds.
void AdvanceStage(Stage *stage, double dt);
// Lets it move by itself up to `time`, from its start where it is beyond that already.
void AdvanceStageTo(Stage *stage, double time);

// Of the recent queries' times; 0 before the first.
double GetMedianMicroseconds(const Stage *stage);
// Of a counter that lies at this offset of the statistics.
int64_t ReadQueryCount(const cdQueryStats *stats, size_t offset);
int64_t GetMedianCount(const Stage *stage, size_t offset);

// A sphere around all objects, world frame.
void GetStageBounds(const Stage *stage, cdVec3 *center, double *radius);
// True if the object takes part: it was not removed and has not left.
static inline bool IsObjectPresent(const StageObject *object) {
    return !object->removed && !object->left;
}
// How low an object's bounding box reaches at a pose.
double GetLowestPoint(const StageObject *object, cdPose pose);
// The lowest point of the scene's objects at its start. The ground lies a small gap below.
double GetStageFloor(const Stage *stage);

#endif
