// The stage: a running scene. Poses of all objects, their intended poses, and results of the last query.
//
// The program's data flow: an intended pose comes in, a query finds the first contact, the object gets its
// resolved pose. No drawing: the window shows a stage, `render` draws one without it, tests need neither.
//
// For users outside this folder. All changes go through ApplyStage. Files of this folder include only what
// they need: the headers in state/ have no functions, so that no two files depend on each other.
#ifndef APP_STAGE_H
#define APP_STAGE_H

#include "stage/apply.h"
#include "stage/entries.h"
#include "stage/journal/journal.h"
#include "stage/journal/stage_undo.h"
#include "stage/mesh_source.h"
#include "stage/motion/stage_follow.h"
#include "stage/motion/stage_limit.h"
#include "stage/motion/stage_median.h"
#include "stage/motion/stage_pause.h"
#include "stage/motion/stage_status.h"
#include "stage/motion/stage_work.h"
#include "stage/objects/joint_options.h"
#include "stage/objects/mesh_order.h"
#include "stage/objects/object_options.h"
#include "stage/objects/option_values.h"
#include "stage/objects/stage_bounds.h"
#include "stage/objects/stage_life.h"
#include "stage/objects/stage_members.h"
#include "stage/objects/stage_room.h"
#include "stage/shown/stage_clearance.h"
#include "stage/shown/stage_overlaps.h"
#include "stage/shown/stage_ray.h"
#include "stage/shown/stage_regions.h"
#include "stage/shown/stage_sensors.h"
#include "stage/shown/stage_solid.h"
#include "stage/shown/stage_steps.h"
#include "stage/state/stage_state.h"
#include "stage/world/stage_boxes.h"
#include "stage/world/stage_ground.h"
#include "stage/world/stage_play.h"
#include "stage/world/stage_world.h"

#endif
