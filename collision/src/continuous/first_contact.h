// First contact with a limit on time, for searches over several obstacles.
#ifndef CD_FIRST_CONTACT_H
#define CD_FIRST_CONTACT_H

#include "continuous/search.h"

// cdFindFirstContact, but contacts after `timeLimit` do not count, and an overlapping start stays where it
// is. Gives the same contact as without the limit when that comes by the limit.
cdFirstContact cdFindFirstContactBy(const cdFirstContactInput *input, double timeLimit, cdPairCache *cache,
                                    cdScratch scratch, cdTrace *trace);

// The gap kept at rest when none is asked for, of the larger radius; and the largest gap that a stop leaves,
// in margins.
#define CD_DEFAULT_MARGIN 1e-6
#define CD_LARGEST_GAP    4.0

// The gap kept at rest: what was asked for, but never so small that placing the mesh rounds it away, nor of
// the size of `touchDistance`, within which elements touch.
double cdChooseMargin(const cdFirstContactInput *input, double touchDistance);

// Sets up a search: frame, relative motion, tolerances, memory.
// @errors false when the scratch is too small or a pose means nothing, a pose is not finite or lengths go
// beyond 1e100
bool cdOpenSearch(cdSearch *search, const cdMesh *a, const cdMesh *b, cdPose startA, cdPose targetA,
                  cdPose poseB, cdScratch scratch);

// From the frame of the query to the world.
cdVec3 cdGetWorldPoint(const cdSearch *search, cdPose poseB, cdVec3 point);

#endif
