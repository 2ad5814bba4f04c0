// Members of a snapshot that distinguish active bodies from still ones.
//
// The work of a step depends on them, and with a limited budget its end. The lists of active bodies, pairs
// and joints, the extent of still bodies and their boxes follow from them: the first step after a restore
// makes these again.
#include "world/snapshot/active_fields.h"

_Static_assert(sizeof(cdPairEntry) == 40, "each member is archived below, or is in its pair");

void cdArchiveStillMargin(cdArchive *archive, cdWorld *world) {
    cdArchiveDouble(archive, &world->stillMargin);
}

void cdArchiveActivity(cdArchive *archive, const cdWorldBody *body, uint8_t *activity) {
    int32_t value = *activity;
    cdArchiveInt(archive, &value, CD_STILL, CD_DROWSY);
    if (cdIsReading(archive)) *activity = (uint8_t)(cdCanMove(body) ? CD_ACTIVE : value);
}

void cdArchiveEntry(cdArchive *archive, cdPairEntry *entry, int32_t contactCount) {
    cdArchiveInt(archive, &entry->pointCount, 0, CD_PAIR_POINTS);
    cdArchiveBool(archive, &entry->passes);
    cdArchiveInt(archive, &entry->contactCount, 0, CD_PAIR_POINTS);
    cdArchiveInt(archive, &entry->firstContact, 0, contactCount);
    cdArchiveDouble(archive, &entry->drift);
    if (entry->contactCount > contactCount - entry->firstContact) archive->invalid = true;
}
