// The bytes of a snapshot: a seal, and the items of the world behind it (world_fields.c).
#ifndef CD_SNAPSHOT_H
#define CD_SNAPSHOT_H

#include "foundation/memory/seal.h"

// Increase it with each change of the members or their order.
enum { CD_SNAPSHOT_VERSION = 7 };

#define CD_SNAPSHOT_KIND "CDWORLD1"

#endif
