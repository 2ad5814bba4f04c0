// Groups of parts of a scene that may come out as one body, where no single part does.
//
// Input: the parts, the objects in place, and bonds. Output: candidates, small ones first. (1) Bonded parts
// leave together or not at all: a proof says that one is linked with the other, or surrounds it. Parts bonded
// to an object that is no part never leave. (2) Parts are neighbours if their distance is at most a quarter
// of the smaller one's radius. Candidates are bonded parts; all parts; those that hang together, with one
// part left out or none; and what hangs together around a part, as far as there is room. (3) Taking a group
// out of the rest is the same as taking the rest out of the group: one of the two is left out if nothing else
// is there.
#ifndef APP_PART_GROUPS_H
#define APP_PART_GROUPS_H

#include "scenes/part_set.h"

// Objects in ascending order.
typedef struct PartGroup {
    int32_t *objects; // objects[objectCount]
    int32_t objectCount;
} PartGroup;

// Zeroed: empty.
typedef struct PartGroups {
    PartGroup *groups; // groups[groupCount]
    int32_t groupCount;
} PartGroups;

// Which objects of a scene are bonded, and which are neighbours.
typedef struct PartLinks {
    int32_t objectCount;
    int32_t *bonds;    // bonds[objectCount]: an object of the same block with a lower index, or itself
    bool *isNeighbour; // isNeighbour[objectCount * objectCount]
    bool isMeasured;   // the distances are known
} PartLinks;

bool CreatePartLinks(PartLinks *links, int32_t objectCount); // @errors false: no memory; destroy them
void DestroyPartLinks(PartLinks *links);
// Returns true if they were not bonded before.
bool BondParts(PartLinks *links, int32_t a, int32_t b);

typedef struct PartLinksInput {
    const SceneData *data;
    const cdMesh *const *meshes; // as for CreateSceneWorld
    const int32_t *parts;        // parts[partCount]: objects
    int32_t partCount;
    cdWorkspace *workspace;
} PartLinksInput;

// Finds neighbours among the parts, once: later calls return at once. @errors false: no memory
bool MeasurePartLinks(PartLinks *links, const PartLinksInput *input);

typedef struct PartGroupInput {
    const PartLinks *links;
    const int32_t *parts; // parts[partCount]: objects that may leave, in ascending order
    int32_t partCount;
    const bool *isPresent; // isPresent[links->objectCount]: the parts and all others in place
    int32_t largest;       // parts of a group at most
    bool onlyBonded;       // only the blocks of bonded parts
} PartGroupInput;

// @errors false: no memory; nothing to destroy
bool ListPartGroups(const PartGroupInput *input, PartGroups *groups);
void DestroyPartGroups(PartGroups *groups);

#endif
