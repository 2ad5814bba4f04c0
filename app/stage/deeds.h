// The operations of a journal as functions that change a stage. Only ApplyStage (stage/apply.h) and
// other deeds call them: a deed by itself is in no journal, cannot be undone, and nobody is told of it.
#ifndef APP_STAGE_DEEDS_H
#define APP_STAGE_DEEDS_H

#include "stage/state/stage_state.h"

typedef enum DeedResult {
    DEED_REFUSED = 0, // nothing has changed, and a message says why
    DEED_NOTHING,     // it was given up, or there was nothing to do: no entry of the journal
    DEED_DONE
} DeedResult;

// --- Settings

void SetStageMode(Stage *stage, SceneMode mode);
void SetStageResponse(Stage *stage, SceneResponse response);
void SetStageGravity(Stage *stage, bool falls);
// Takes the ground away, or puts it back.
void SetStageGround(Stage *stage, bool on);
DeedResult SetStageOption(Stage *stage, int32_t object, StageOption option, double value, char *message,
                          size_t messageSize);
// The same without asking whether it makes sense now: on the way to a state that was there before.
// @errors false: a mesh could not be made
bool RestoreStageOption(Stage *stage, int32_t object, StageOption option, double value);

// --- Objects

// Adds a mesh as a driven object, in the others' size when theirs is normalized, and selects it. Fills in the
// entry's mesh and pose.
DeedResult AddStageObject(Stage *stage, StageEntry *entry, char *message, size_t messageSize);
// One more of an object, with the same options, and selects it. Fills in the entry's pose.
DeedResult CopyStageObject(Stage *stage, StageEntry *entry, char *message, size_t messageSize);
// Puts each added object that overlaps something beside it, in the order in which they joined.
void SeparateAddedObjects(Stage *stage);

// One step: moves the object towards `intended` by the stage's mode and response. The answer is in
// `stage->query`, the object is at its resolved pose.
DeedResult MoveStageObject(Stage *stage, int32_t object, cdPose intended);
// Puts the object somewhere without asking. Its status is found by the overlap test; it is undecided where
// that was cut short.
void PlaceStageObject(Stage *stage, int32_t object, cdPose pose);

// --- Time

// Everything back to the scene's start. Meshes are kept, and whether there are gravity and a ground.
void RestartStage(Stage *stage);
// Lets the scene, and its world, move by itself for `dt` seconds.
DeedResult AdvanceStage(Stage *stage, double dt);

// Advances all dynamic bodies by `dt` seconds. Returns the seconds gone: fewer where the step was given up,
// and world.stop says where.
double StepStageWorld(Stage *stage, double dt);
// An object has been put somewhere: its body too, at rest.
void TellStageWorld(Stage *stage, int32_t object);
// A hand on a body: `grab` in its mesh's frame is pulled to `target`, world frame.
DeedResult HoldStageBody(Stage *stage, int32_t object, cdVec3 grab, cdVec3 target);
// Lets go; `drops`: at rest, else it flies on.
DeedResult ReleaseStageBody(Stage *stage, bool drops);

// Back to the start of the scene's first route; clears `present` where it has none.
void RestartStageBoxes(Stage *stage);
// Goes to the start of a route, counted around.
DeedResult OpenBoxRoute(Stage *stage, int32_t route);
DeedResult PlayStageBoxes(Stage *stage, double dt);
// Puts both boxes where the shown route, or step, has them at t.
DeedResult ScrubStageBoxes(Stage *stage, double t);

#endif
