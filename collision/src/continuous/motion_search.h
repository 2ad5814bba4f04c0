// The search of one motion for its first contact; see first_contact.c.
#ifndef CD_MOTION_SEARCH_H
#define CD_MOTION_SEARCH_H

#include "continuous/search/search.h"

// Searches the motion from `tauStart` of a screw; it is known to be free before. Contacts after `timeLimit`,
// a fraction of the step, are ignored. The cache may be NULL.
void cdSearchMotion(cdSearch *search, int32_t firstScrew, double tauStart, double timeLimit,
                    const cdPairCache *cache);

// --- Starts that touch: leave_touch.c

// True if the contact that was found is one of a pair that touches at the start.
bool cdBestTouchesAtStart(const cdSearch *search);

// True if the pairs that touched at the start still touch where they are no longer a contact.
bool cdTouchesAgain(const cdSearch *search);

// Searches the motion again after a contact at the start, which blocks only a motion into it.
void cdLeaveTouch(cdSearch *search, double timeLimit);

#endif
