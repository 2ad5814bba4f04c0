// The bytes of a snapshot: a header, and the items of the world behind it (world_fields.c).
#ifndef CD_SNAPSHOT_H
#define CD_SNAPSHOT_H

#include "world/snapshot/archive.h"

// Increase it with each change of the members or their order.
enum { CD_SNAPSHOT_VERSION = 3 };

typedef struct cdSnapshotHeader {
    uint64_t magic;    // CD_SNAPSHOT_MAGIC; other bytes on a machine of another byte order
    uint32_t version;  // CD_SNAPSHOT_VERSION
    uint32_t realSize; // size of a double, bytes
    uint64_t size;     // of the whole snapshot, bytes
    uint64_t checksum; // of all bytes behind the header, and of the members above
} cdSnapshotHeader;

#define CD_SNAPSHOT_MAGIC UINT64_C(0x31444c524f574443) // "CDWORLD1"

// Returns the checksum that the header of bytes[size] should have.
uint64_t cdSumSnapshot(const unsigned char *bytes, size_t size);

#endif
