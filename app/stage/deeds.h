// The operations of a journal as functions that change a stage. Only ApplyStage (stage/apply.h) and other
// deeds call them: a deed by itself is not recorded, cannot be undone, and calls no listeners.
#ifndef APP_STAGE_DEEDS_H
#define APP_STAGE_DEEDS_H

#include "stage/state/stage_state.h"

typedef enum DeedResult {
    DEED_REFUSED = 0, // nothing has changed; a message says why
    DEED_NOTHING,     // abandoned, or without effect: not recorded
    DEED_DONE
} DeedResult;

// --- Settings

void SetStageMode(Stage *stage, SceneMode mode);
void SetStageResponse(Stage *stage, SceneResponse response);
void SetStageGravity(Stage *stage, bool falls);
// Removes or restores the ground.
void SetStageGround(Stage *stage, bool on);
DeedResult SetStageOption(Stage *stage, int32_t object, StageOption option, double value, char *message,
                          size_t messageSize);
// The same without checks: to return to an earlier state. @errors false: a mesh could not be built
bool RestoreStageOption(Stage *stage, int32_t object, StageOption option, double value);

// Sets an option of a joint: a motor or a limit.
DeedResult SetStageJoint(Stage *stage, int32_t joint, StageJointOption option, double value, char *message,
                         size_t messageSize);

// --- Objects

// Adds a mesh as a driven object and selects it; scaled as the others if those are normalized. Sets the
// entry's mesh and pose.
DeedResult AddStageObject(Stage *stage, StageEntry *entry, char *message, size_t messageSize);
// Adds a copy of an object with the same options and selects it. Sets the entry's pose.
DeedResult CopyStageObject(Stage *stage, StageEntry *entry, char *message, size_t messageSize);
// Moves each added object that overlaps something to a free pose beside it, in the order of their addition.
void SeparateAddedObjects(Stage *stage);

// Runs one step: moves the object towards `intended` by the stage's mode and response. The result is in
// `stage->query`, the object is at its resolved pose.
DeedResult MoveStageObject(Stage *stage, int32_t object, cdPose intended);
// Places the object without a query. The overlap test finds its status; undecided if that was cut short.
void PlaceStageObject(Stage *stage, int32_t object, cdPose pose);

// Certifies all edges of the object's way. Sets the entry's outcome, unless it is known.
DeedResult CertifyStageWay(Stage *stage, StageEntry *entry);

// --- Time

// Returns everything to the scene's start. Keeps meshes, gravity and ground.
void RestartStage(Stage *stage);
// Lets the scene and its world move by themselves for `dt` seconds.
DeedResult AdvanceStage(Stage *stage, double dt);

// Advances all dynamic bodies by `dt` seconds. Returns the seconds simulated: fewer if the step was
// abandoned; then world.stop is the reason.
double StepStageWorld(Stage *stage, double dt);
// Places the body of an object that was placed, with zero velocity.
void PlaceStageBody(Stage *stage, int32_t object);
// Drags a body: pulls `grab`, in its mesh's frame, to `target`, world frame.
DeedResult HoldStageBody(Stage *stage, int32_t object, cdVec3 grab, cdVec3 target);
// Releases the body; `drops`: with zero velocity, else it keeps its own.
DeedResult ReleaseStageBody(Stage *stage, bool drops);

// Returns to the start of the scene's first route; or clears `present`.
void RestartStageBoxes(Stage *stage);
// Goes to the start of a route; the index wraps around.
DeedResult OpenBoxRoute(Stage *stage, int32_t route);
DeedResult PlayStageBoxes(Stage *stage, double dt);
// Places both boxes at t on the shown route or step.
DeedResult ScrubStageBoxes(Stage *stage, double t);

#endif
