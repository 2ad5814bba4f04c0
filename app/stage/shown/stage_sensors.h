// The objects that are in sensors, for display: no pose depends on them.
//
// An object is in a sensor if their surfaces share a point or one encloses the other, by the rule of worlds
// (collision/world.h): their filters let them collide, the object is no sensor, and one of the two is not
// fixed. Found for the current poses, in scenes without a world too. Events of a world report when bodies
// enter and leave.
#ifndef APP_STAGE_SENSORS_H
#define APP_STAGE_SENSORS_H

#include "stage/state/stage_state.h"

bool IsStageSensor(const Stage *stage, int32_t object);
bool HasStageSensors(const Stage *stage);
// Updates the list for the current poses. Continues in a later call if the frame's time is up.
void UpdateStageSensors(Stage *stage);
// True if UpdateStageSensors has something to do.
bool AreSensorsDue(const Stage *stage);
// Returns the number of objects in a sensor.
int32_t CountInStageSensor(const Stage *stage, int32_t sensor);
// Writes their names: "box, ball", cut at `textSize`; "empty" without any.
void DescribeStageSensor(const Stage *stage, int32_t sensor, char *text, size_t textSize);
void DestroyStageSensors(Stage *stage);

#endif
