// Results of a first-contact search, from what the search holds.
#ifndef CD_CONTACT_RESULT_H
#define CD_CONTACT_RESULT_H

#include "continuous/search/search.h"

// Describes the search's earliest contact and stores its pair in `cache`, which may be NULL.
void cdFillContact(cdSearch *search, const cdFirstContactInput *input, cdPairCache *cache,
                   cdFirstContact *result);

// A step that is known to be free before `time`: A is left two margins before it.
void cdFillUndecided(cdFirstContact *result, cdReason reason, double time, const cdFirstContactInput *input);

// A is left where it is at `time`.
void cdFillStopped(cdFirstContact *result, cdState state, double time, const cdFirstContactInput *input);

#endif
