// First contact with a limit on time, for searches over several obstacles.
#ifndef CD_FIRST_CONTACT_H
#define CD_FIRST_CONTACT_H

#include "continuous/search.h"

// cdFindFirstContact, but contacts after `timeLimit` do not count, and an overlapping start stays where it
// is. Gives the same contact as without the limit when that comes by the limit.
cdFirstContact cdFindFirstContactBy(const cdFirstContactInput *input, double timeLimit, cdPairCache *cache,
                                    cdScratch scratch, cdTrace *trace);

// Sets up a search: frame, relative motion, tolerances, memory.
// @errors false when the scratch is too small or a pose means nothing, a pose is not finite or lengths go
// beyond 1e100
bool cdOpenSearch(cdSearch *search, const cdMesh *a, const cdMesh *b, cdPose startA, cdPose targetA,
                  cdPose poseB, cdScratch scratch);

// From the frame of the query to the world.
cdVec3 cdGetWorldPoint(const cdSearch *search, cdPose poseB, cdVec3 point);

#endif
