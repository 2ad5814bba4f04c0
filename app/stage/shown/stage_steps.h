// One search, step by step: what it asked, in order, with a cursor over it.
//
// Four searches can be stepped through: the query of the last step [RKC01], a separating vector of two hulls
// [CW96], the way of the probe's point down a solid's index [V90], the route of two boxes [AS05]. Opening
// one asks it again with a trace (collision/trace.h), as one plain query with nothing learned before; the
// stage stays as it is. All that is shown of an event is made when the cursor gets there, from lists made at
// the opening: no frame looks at all events.
#ifndef APP_STAGE_STEPS_H
#define APP_STAGE_STEPS_H

#include "collision/draw.h"
#include "stage/state/stage_state.h"

// Whether there is something to step through; else why not. @lifetime static
const char *FindStepsReason(const Stage *stage, StepsSearch search);
const char *GetStepsSearchName(StepsSearch search);

// Opens the search that fits the scene, or that one.
void OpenStageSteps(Stage *stage);
void ChooseStageSteps(Stage *stage, StepsSearch search);
void CloseStageSteps(Stage *stage);
// Asks again where what was asked about has changed; not while it changes, `busy` for as long as a hand
// leads.
void RefreshStageSteps(Stage *stage, bool busy);
// Begins to play, from the start where the cursor is at the end; or stops.
void PlayOrPauseSteps(Stage *stage);
void PlayStageSteps(Stage *stage, double dt);

// Whether there is an event under the cursor.
bool HasStep(const Stage *stage);
void SetStep(Stage *stage, int32_t at);
void MoveStep(Stage *stage, int32_t count);
// To the next, or the previous, event of another kind or that tests elements.
void SkipStep(Stage *stage, int32_t direction);

// Of that kind among events[0 .. before).
int32_t CountSteps(const StageSteps *steps, cdTraceKind kind, int32_t before);
int32_t GetStepTotal(const StageSteps *steps, cdTraceKind kind);
// The last one of that kind at or before an event, -1: none.
int32_t FindStepBefore(const StageSteps *steps, cdTraceKind kind, int32_t at);

// Returns true if events of this kind compare two nodes of the sphere trees.
bool IsStepOfNodes(cdTraceKind kind);

// Returns the query that the event under the cursor belongs to, as cdDrawTraceEvent and cdDescribeTrace need
// it (collision/draw.h): the meshes, their poses on the screen, their names. meshB is NULL if the event
// concerns no obstacle.
cdTracedQuery GetStepQuery(const Stage *stage);

// The pose in which the picture shows the object; false: its own.
bool GetStepPose(const Stage *stage, int32_t object, cdPose *pose);
// Whether the event is about the object, so that one looks through it.
bool IsStepped(const Stage *stage, int32_t object);
// Whether it only stands in the way of what is shown: one of many, and not of those two.
bool IsBesideSteps(const Stage *stage, int32_t object);

// --- Among the files of the steps

bool IndexSteps(StageSteps *steps); // after the trace was recorded. @errors no memory
void FreeSteps(StageSteps *steps);
void ShowStep(Stage *stage); // fills `shown` from `at`
// The curve of an event of two nodes.
void MakeStepGap(const StageSteps *steps, const cdMesh *meshA, StepsShown *shown);

#endif
