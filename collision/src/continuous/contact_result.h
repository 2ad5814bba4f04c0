// Fills in the results of a first-contact search.
#ifndef CD_CONTACT_RESULT_H
#define CD_CONTACT_RESULT_H

#include "continuous/search/search.h"

// Describes the search's earliest contact and stores its pair in `cache`, which may be NULL.
void cdFillContact(cdSearch *search, const cdFirstContactInput *input, cdPairCache *cache,
                   cdFirstContact *result);

// Describes a step that is free before `time` and undecided from there. A resolves two margins before it.
void cdFillUndecided(cdFirstContact *result, cdReason reason, double time, const cdFirstContactInput *input);

// Describes a result without contact: A's resolved pose is its pose at `time`.
void cdFillStopped(cdFirstContact *result, cdState state, double time, const cdFirstContactInput *input);

#endif
