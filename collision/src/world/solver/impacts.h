// Shared by impacts.c and forced_impacts.c.
#ifndef CD_IMPACTS_H
#define CD_IMPACTS_H

#include "world/step_work.h"

// Returns the slowest approach of an island that does not bounce but counts, length / s: the velocities of
// many contacts are not exact.
double cdGetLeastApproach(const cdWorld *world, const cdAdvance *advance, int32_t island);

// Records a point for the event of its pair if it approaches faster than the pair's others.
void cdNoteImpactPoint(const cdWorld *world, const cdAdvance *advance, cdWorldPair *pair,
                       const cdPointLocation *location);
// Notes the events of recorded impacts. `left`: of bodies whose impacts are left to the forces, or of others.
void cdNoteImpacts(cdWorld *world, const cdAdvance *advance, bool left);

// --- forced_impacts.c

// Leaves the impacts of an island to the forces, if it suits. False: it does not.
bool cdLeaveToForces(cdWorld *world, const cdAdvance *advance, int32_t island);
// True if the impacts of one of the two bodies are left to the forces.
bool cdIsLeftToForces(const cdWorld *world, const cdWorldPair *pair);

#endif
