// The members of a world that a snapshot has.
#ifndef CD_WORLD_FIELDS_H
#define CD_WORLD_FIELDS_H

#include "foundation/memory/archive.h"
#include "world/world_data.h"

// On other machines the sizes differ, and the members do not.
#define CD_HAS_SIZE(type, size) (sizeof(void *) != 8 || sizeof(type) == (size))

// Numbers of items of a world.
typedef struct cdWorldCounts {
    int32_t bodies, shapes, joints, nodes, pairs, contacts, events, shownEvents;
} cdWorldCounts;

// The mark of a shape's mesh in a snapshot: its id, and figures in which a mesh of another process differs.
typedef struct cdMeshMark {
    uint64_t id;
    int32_t vertexCount, triangleCount;
    double radius, rounding;
    cdVec3 center;
} cdMeshMark;

cdMeshMark cdMarkMesh(const cdMesh *mesh); // NULL: all zero
bool cdIsMarkOf(const cdMeshMark *mark, const cdMesh *mesh);

// Each moves one item. Reading: the item is zeroed before, and `archive->invalid` is set if a number is out
// of its range.
void cdArchiveCounts(cdArchive *archive, cdWorldCounts *counts);
void cdArchiveSettings(cdArchive *archive, cdWorld *world);
void cdArchiveMeshMark(cdArchive *archive, cdMeshMark *mark);
void cdArchiveBody(cdArchive *archive, cdWorldBody *body, const cdWorldCounts *counts); // without firstShape
void cdArchiveShape(cdArchive *archive, cdWorldShape *shape);                           // without its mesh
void cdArchiveNode(cdArchive *archive, cdPathNode *node);
void cdArchiveJoint(cdArchive *archive, cdWorldJoint *joint, int32_t bodyCount);
void cdArchivePair(cdArchive *archive, cdWorldPair *pair, int32_t bodyCount);
void cdArchiveContact(cdArchive *archive, cdWorldContact *contact, int32_t bodyCount);
void cdArchiveEvent(cdArchive *archive, cdContactEvent *event, int32_t bodyCount);

#endif
