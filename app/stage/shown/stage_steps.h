// Steps through one search: its tests in order, with a cursor.
//
// Four searches can be stepped through: the query of the last step [RKC01], a separating vector of two hulls
// [CW96], the path of the probe's point down a solid's index [V90], the route of two boxes [AS05]. Opening
// one runs it again with a trace (collision/trace.h), as one plain query with empty caches; the stage does
// not change. The details of an event are computed when the cursor gets there, from lists built at the
// opening: no frame visits all events.
#ifndef APP_STAGE_STEPS_H
#define APP_STAGE_STEPS_H

#include "collision/draw.h"
#include "stage/state/stage_state.h"

// Returns NULL if a search can be stepped through, else the reason. @lifetime static
const char *FindStepsReason(const Stage *stage, StepsSearch search);
const char *GetStepsSearchName(StepsSearch search);

// Opens the search that fits the scene, or the given one.
void OpenStageSteps(Stage *stage);
void ChooseStageSteps(Stage *stage, StepsSearch search);
void CloseStageSteps(Stage *stage);
// Runs the search again if its input has changed; not while it is changing, `busy` during a drag.
void RefreshStageSteps(Stage *stage, bool busy);
// Plays, from the start if the cursor is at the end; or stops.
void PlayOrPauseSteps(Stage *stage);
void PlayStageSteps(Stage *stage, double dt);

// True if there is an event under the cursor.
bool HasStep(const Stage *stage);
void SetStep(Stage *stage, int32_t at);
void MoveStep(Stage *stage, int32_t count);
// Goes to the next, or the previous, event of another kind or that tests elements.
void SkipStep(Stage *stage, int32_t direction);

// Returns the number of that kind among events[0 .. before).
int32_t CountSteps(const StageSteps *steps, cdTraceKind kind, int32_t before);
int32_t GetStepTotal(const StageSteps *steps, cdTraceKind kind);
// Returns the last one of that kind at or before an event; -1: none.
int32_t FindStepBefore(const StageSteps *steps, cdTraceKind kind, int32_t at);

// Returns true if events of this kind compare two nodes of the sphere trees.
bool IsStepOfNodes(cdTraceKind kind);

// Returns the query that the event under the cursor belongs to, as cdDrawTraceEvent and cdDescribeTrace need
// it (collision/draw.h): the meshes, their poses on the screen, their names. meshB is NULL if the event
// concerns no obstacle.
cdTracedQuery GetStepQuery(const Stage *stage);

// Returns the pose in which the picture shows the object; false: its own.
bool GetStepPose(const Stage *stage, int32_t object, cdPose *pose);
// True if the event is about the object, so that it is drawn transparent.
bool IsStepped(const Stage *stage, int32_t object);
// True if the object only hides the event: one of many, and not of its two.
bool IsBesideSteps(const Stage *stage, int32_t object);

// --- Among the files of the steps

bool IndexSteps(StageSteps *steps); // after the trace was recorded. @errors false: no memory
void FreeSteps(StageSteps *steps);
void ShowStep(Stage *stage); // fills `shown` from `at`
// Computes the curve of an event of two nodes.
void MakeStepGap(const StageSteps *steps, const cdMesh *meshA, StepsShown *shown);

#endif
