// The journal of a stage: everything that was done to it since its start, in order.
//
// A stage is a deterministic function of what is done to it: the same operations from the same beginning end
// in the same bits. Each function of the stage that changes a result adds an entry, and what came of it. The
// journal begins anew when the stage is restarted; where it becomes too long, at the poses of that moment.
#ifndef APP_JOURNAL_H
#define APP_JOURNAL_H

#include "collision/query.h"
#include "scenes/scene.h"
#include "stage/stage_ground.h"
#include "stage/stage_limit.h"

typedef struct Stage Stage;

enum { JOURNAL_ENTRY_MAX = 1 << 17, JOURNAL_PARAM_MAX = 16 };

typedef enum StageOp {
    STAGE_SET_MODE = 0, // index: a SceneMode
    STAGE_SET_RESPONSE, // index: a SceneResponse
    STAGE_SET_GRAVITY,  // index: 0 or 1
    STAGE_SET_PARAM,    // index of the scene's parameters, value
    STAGE_RESTART,
    STAGE_ADD,        // mesh, pose
    STAGE_PLACE,      // index of an object, pose
    STAGE_MOVE,       // index of an object, pose: the intended one
    STAGE_ADVANCE,    // value: seconds; count times
    STAGE_HOLD,       // index of an object; points: the grabbed one, mesh frame, and where it is pulled to
    STAGE_RELEASE,    // index: 1 drops it, 0 lets it fly
    STAGE_ROUTE,      // index
    STAGE_SCRUB,      // value: t on the route
    STAGE_ROLL,       // value: seconds along the route, below 0 back
    STAGE_LOOK,       // points: eye and target of the camera; changes no result
    STAGE_SET_OPTION, // index of an object, option, value
    STAGE_COPY,       // index of an object; pose: the copy's
    STAGE_SET_GROUND, // index: 0 or 1
    STAGE_OP_COUNT
} StageOp;

// What came of it. Only a move and a place ask a query.
typedef struct StageOutcome {
    bool known;    // false: a recording says nothing of it
    cdState state; // a move's answer; of a place, whether it overlaps there
    cdInterval t;  // of a continuous move that meets something, with the three that follow
    cdContactKind kind;
    cdFeature featureA, featureB;
    cdPose rest;    // where the object is left
    int32_t events; // contact events of an advance
    uint64_t hash;  // of all objects' poses and all bodies' velocities
} StageOutcome;

typedef struct StageEntry {
    StageOp op;
    int32_t index, count;
    int32_t option; // a StageOption
    StageStop stop; // of a move that was cut short
    double value;
    cdPose pose;
    cdVec3 points[2];
    char *mesh;         // of STAGE_ADD, owned; else NULL
    const cdMesh *read; // of STAGE_ADD, what was read then; NULL: nothing yet. @lifetime the stage's
    StageOutcome outcome;
} StageEntry;

// Where a journal begins: a scene's start, or, where nothing moves by itself, any poses.
typedef struct StageBase {
    SceneMode mode;
    SceneResponse response;
    bool falls;
    StageGroundKind ground;
    double time;
    int32_t objectCount; // the scene's and those added until then
    cdPose *poses;       // poses[objectCount]; NULL: each where it is at the scene's start
    StageEntry *edits;   // edits[editCount], STAGE_SET_OPTION: of objects that are not as they came
    int32_t editCount;
    double params[JOURNAL_PARAM_MAX]; // of the scene
} StageBase;

typedef struct StageJournal {
    StageBase base;
    StageEntry *entries; // entries[count]
    int32_t count, capacity;
    int64_t frames;                   // of all entries, each as often as it was done
    int64_t done;                     // how many were ever noted
    int64_t begins;                   // how often it has begun
    bool full;                        // what was done since is not in it
    int32_t depth;                    // above 0: what is done is part of an entry that has begun
    int64_t eventsBefore;             // contact events until that began
    double params[JOURNAL_PARAM_MAX]; // of the scene, as last noted
    void (*listen)(const StageEntry *entry, void *context); // of every single entry; NULL: nobody
    void *context;
} StageJournal;

const char *const *GetStageOpNames(void); // "mode", "response", ..., NULL. @lifetime static

// All that a function does between these two is one entry. The outcome is filled in, a mesh is copied.
void BeginStageEntry(Stage *stage);
void EndStageEntry(Stage *stage, StageEntry entry);
void AbandonStageEntry(Stage *stage); // it came to nothing
// An entry that has been done and changes no result.
void NoteStageLook(Stage *stage, cdVec3 eye, cdVec3 target);

// The journal begins here: at the scene's start, or at the poses as they are, with nothing remembered of
// earlier queries. The latter only where nothing moves by itself. false: no memory
bool BeginStageJournal(Stage *stage, bool atStart);
bool CanBeginAnywhere(const Stage *stage);
// It begins at the poses as they are, or is full where that cannot be.
void BeginJournalAnew(Stage *stage);
// Forgets the entries, not where they began: whoever calls has them elsewhere.
void DropStageEntries(Stage *stage);
// Puts the stage where a journal began, and begins its own there. Objects added since are removed.
// @errors false where memory ends, or where there are fewer objects than then
bool RestoreStageBase(Stage *stage, const StageBase *base);
// The stage's objects beyond `count`, added ones, go.
void RemoveAddedObjects(Stage *stage, int32_t count);

// Does again what an entry says, once. @errors false, with a message: a mesh that is no longer there
bool RunStageEntry(Stage *stage, const StageEntry *entry, char *message, size_t messageSize);

// Where the stage is now; @errors false: no memory
bool DescribeStageBase(const Stage *stage, bool atStart, StageBase *base);
// What came of an entry that has just been done; `eventsBefore`: contact events of the world until then.
StageOutcome DescribeOutcome(const Stage *stage, const StageEntry *entry, int64_t eventsBefore);
bool CopyStageBase(const StageBase *from, StageBase *to); // false: no memory
void DestroyStageBase(StageBase *base);
void DestroyStageEntries(StageEntry *entries, int32_t count);
void DestroyStageJournal(Stage *stage);

// Of a mesh's vertices and triangles.
uint64_t HashMesh(const cdMesh *mesh);
// The first object that came with the same mesh as this one.
int32_t FindFirstUser(const Stage *stage, int32_t object);

// Of all poses and velocities: one bit that differs makes another number.
uint64_t HashStage(const Stage *stage);

#endif
