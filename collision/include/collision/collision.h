// First Contact's collision library: everything.
#ifndef COLLISION_COLLISION_H
#define COLLISION_COLLISION_H

#include "collision/base.h"
#include "collision/boxes.h"
#include "collision/boxes_draw.h"
#include "collision/budget.h"
#include "collision/classify.h"
#include "collision/collision_time.h"
#include "collision/convex.h"
#include "collision/culling.h"
#include "collision/debug_draw.h"
#include "collision/distance.h"
#include "collision/mesh.h"
#include "collision/motion.h"
#include "collision/query.h"
#include "collision/regions.h"
#include "collision/slide.h"
#include "collision/solid.h"
#include "collision/solid_draw.h"
#include "collision/surface.h"
#include "collision/sweep.h"
#include "collision/trace.h"
#include "collision/vecmath.h"
#include "collision/version.h"
#include "collision/world.h"

#endif
