// Members of a snapshot that distinguish active bodies from still ones (bodies/active.c).
#ifndef CD_ACTIVE_FIELDS_H
#define CD_ACTIVE_FIELDS_H

#include "foundation/memory/archive.h"
#include "world/world_pairs.h"

// Moves the margin for which the boxes of still bodies are set.
void cdArchiveStillMargin(cdArchive *archive, cdWorld *world);
// Moves the activity of a body. Reading: one that can move is active.
void cdArchiveActivity(cdArchive *archive, const cdWorldBody *body, uint8_t *activity);
// Moves the entry of a pair, without its bodies and shapes; `contactCount`: of the world.
void cdArchiveEntry(cdArchive *archive, cdPairEntry *entry, int32_t contactCount);

#endif
