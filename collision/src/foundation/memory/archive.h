// An archive: members of structs, one after the other, that are measured, written to bytes or read from them.
//
// One list of members (world_fields.c, mesh_fields.c) serves all three, so that what is written is read. Only
// reading changes a member. Members have no padding between them, so equal values give equal bytes. Numbers
// begin with their lowest byte.
#ifndef CD_ARCHIVE_H
#define CD_ARCHIVE_H

#include "collision/vecmath.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct cdArchive {
    const unsigned char *from; // reading: from[size]; else NULL
    unsigned char *to;         // writing: to[size]; else NULL
    size_t at, size;           // measuring: `size` is not used
    bool invalid;              // reading: a value was out of range, or beyond the end; it was then not set
    bool noMemory;             // reading: there was no memory for what would be read; then invalid, too
} cdArchive;

static inline bool cdIsReading(const cdArchive *archive) {
    return archive->from != NULL;
}

// Moves a member without padding.
static inline void cdArchiveBytes(cdArchive *archive, void *member, size_t size) {
    if (cdIsReading(archive)) {
        archive->invalid = archive->invalid || size > archive->size - archive->at;
        if (archive->invalid) return;
        memcpy(member, archive->from + archive->at, size);
    } else if (archive->to != NULL) {
        memcpy(archive->to + archive->at, member, size);
    }
    archive->at += size;
}

static inline bool cdHasArchiveOrder(void) {
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

// Copies numbers of `itemSize` bytes, each in reverse.
static inline void cdCopyReversed(unsigned char *to, const unsigned char *from, size_t size,
                                  size_t itemSize) {
    for (size_t i = 0; i < size; i++)
        to[i / itemSize * itemSize + itemSize - 1 - i % itemSize] = from[i];
}

// Moves numbers of `itemSize` bytes each.
static inline void cdArchiveItems(cdArchive *archive, void *items, size_t count, size_t itemSize) {
    if (cdHasArchiveOrder() || itemSize == 1) {
        cdArchiveBytes(archive, items, count * itemSize);
        return;
    }
    size_t size = count * itemSize;
    if (cdIsReading(archive)) {
        archive->invalid = archive->invalid || size > archive->size - archive->at;
        if (archive->invalid) return;
        cdCopyReversed(items, archive->from + archive->at, size, itemSize);
    } else if (archive->to != NULL) {
        cdCopyReversed(archive->to + archive->at, items, size, itemSize);
    }
    archive->at += size;
}

// Moves a number within [least, most].
static inline void cdArchiveInt(cdArchive *archive, int32_t *member, int32_t least, int32_t most) {
    int32_t value = *member;
    cdArchiveItems(archive, &value, 1, sizeof value);
    if (!cdIsReading(archive)) return;
    archive->invalid = archive->invalid || value < least || value > most;
    if (!archive->invalid) *member = value;
}

// Moves an enumerator, which is one of the first `count`. `member`: of the size of an int32_t.
static inline void cdArchiveKind(cdArchive *archive, void *member, int32_t count) {
    int32_t value;
    memcpy(&value, member, sizeof value);
    cdArchiveInt(archive, &value, 0, count - 1);
    if (cdIsReading(archive) && !archive->invalid) memcpy(member, &value, sizeof value);
}

static inline void cdArchiveBool(cdArchive *archive, bool *member) {
    unsigned char value = cdIsReading(archive) ? 0 : *member;
    cdArchiveBytes(archive, &value, sizeof value);
    if (!cdIsReading(archive)) return;
    archive->invalid = archive->invalid || value > 1;
    if (!archive->invalid) *member = value == 1;
}

static inline void cdArchiveDouble(cdArchive *archive, double *member) {
    cdArchiveItems(archive, member, 1, sizeof *member);
}

static inline void cdArchiveVec3(cdArchive *archive, cdVec3 *member) {
    _Static_assert(sizeof(cdVec3) == 3 * sizeof(double), "no padding");
    cdArchiveItems(archive, member, 3, sizeof(double));
}

static inline void cdArchivePose(cdArchive *archive, cdPose *member) {
    _Static_assert(sizeof(cdPose) == 7 * sizeof(double), "no padding");
    cdArchiveItems(archive, member, 7, sizeof(double));
}

#endif
