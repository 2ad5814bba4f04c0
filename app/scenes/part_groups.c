// Lists groups of parts; see part_groups.h.
#include "scenes/part_groups.h"
#include "collision/distance.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double NEIGHBOUR_SHARE = 0.25; // of the smaller radius

// --- Links

bool CreatePartLinks(PartLinks *links, int32_t objectCount) {
    size_t count = (size_t)objectCount + 1;
    *links = (PartLinks){.objectCount = objectCount,
                         .bonds = calloc(count, sizeof *links->bonds),
                         .isNeighbour = calloc(count * count, sizeof *links->isNeighbour)};
    if (links->bonds == NULL || links->isNeighbour == NULL) return false;
    for (int32_t i = 0; i < objectCount; i++)
        links->bonds[i] = i;
    return true;
}

void DestroyPartLinks(PartLinks *links) {
    free(links->bonds);
    free(links->isNeighbour);
    *links = (PartLinks){0};
}

// Returns the object that stands for the block.
static int32_t findBlock(const PartLinks *links, int32_t object) {
    while (links->bonds[object] != object)
        object = links->bonds[object];
    return object;
}

bool BondParts(PartLinks *links, int32_t a, int32_t b) {
    int32_t first = findBlock(links, a), second = findBlock(links, b);
    if (first < second)
        links->bonds[second] = first;
    else
        links->bonds[first] = second;
    return first != second;
}

static bool areNear(const PartSet *set, int32_t obstacle, cdPose pose, cdWorkspace *workspace) {
    const cdObstacle *other = &set->obstacles[obstacle];
    for (int32_t i = 0; i < set->shapeCount; i++) {
        const cdMesh *mesh = set->shapes[i].mesh;
        double size = fmin(cdGetMeshInfo(mesh).radius, cdGetMeshInfo(other->mesh).radius);
        const cdDistanceInput pair = {.meshA = mesh,
                                      .poseA = cdMulPose(pose, set->shapes[i].pose),
                                      .meshB = other->mesh,
                                      .poseB = other->pose,
                                      .maxDistance = NEIGHBOUR_SHARE * size};
        if (!cdFindDistance(&pair, NULL, workspace, NULL).beyond) return true;
    }
    return false;
}

// Finds the neighbours of a part among the parts.
static bool measure(PartLinks *links, const PartLinksInput *input, int32_t object, const bool *isPart) {
    PartSet set;
    bool good = CreatePartSet(input->data, input->meshes, &object, 1, isPart, &set);
    for (int32_t k = 0; k < set.obstacleCount && good; k++) {
        int32_t other = set.owners[k];
        bool *isNeighbour = &links->isNeighbour[object * links->objectCount + other];
        if (other < object || *isNeighbour) continue;
        *isNeighbour = areNear(&set, k, input->data->objects[object].pose, input->workspace);
        links->isNeighbour[other * links->objectCount + object] = *isNeighbour;
    }
    DestroyPartSet(&set);
    return good;
}

bool MeasurePartLinks(PartLinks *links, const PartLinksInput *input) {
    if (links->isMeasured) return true;
    links->isMeasured = true;
    bool *isPart = calloc((size_t)links->objectCount + 1, sizeof *isPart);
    if (isPart == NULL) return false;
    for (int32_t i = 0; i < input->partCount; i++)
        isPart[input->parts[i]] = true;
    bool good = true;
    for (int32_t i = 0; i < input->partCount && good; i++)
        good = measure(links, input, input->parts[i], isPart);
    free(isPart);
    return good;
}

// --- Candidates

typedef struct Listing {
    const PartGroupInput *input;
    PartGroups *groups;
    int32_t room, presentCount;
    bool *mayLeave; // mayLeave[objectCount]: parts that are not bonded to an object that stays
    bool *isIn;     // isIn[objectCount]: of the candidate that is built
    bool *isSeen;   // isSeen[objectCount]: of the components
} Listing;

static bool openListing(Listing *listing) {
    const PartGroupInput *input = listing->input;
    int32_t count = input->links->objectCount;
    size_t size = (size_t)count + 1;
    listing->mayLeave = calloc(size, sizeof *listing->mayLeave);
    listing->isIn = calloc(size, sizeof *listing->isIn);
    listing->isSeen = calloc(size, sizeof *listing->isSeen);
    if (listing->mayLeave == NULL || listing->isIn == NULL || listing->isSeen == NULL) return false;
    for (int32_t i = 0; i < input->partCount; i++)
        listing->mayLeave[input->parts[i]] = true;
    for (int32_t i = 0; i < count; i++) {
        listing->presentCount += input->isPresent[i];
        if (!input->isPresent[i] || IsAmongObjects(input->parts, input->partCount, i)) continue;
        for (int32_t k = 0; k < input->partCount; k++)
            if (findBlock(input->links, input->parts[k]) == findBlock(input->links, i))
                listing->mayLeave[input->parts[k]] = false;
    }
    return true;
}

static void closeListing(Listing *listing) {
    free(listing->mayLeave);
    free(listing->isIn);
    free(listing->isSeen);
}

static void clear(const Listing *listing, bool *marks) {
    memset(marks, 0, (size_t)listing->input->links->objectCount * sizeof *marks);
}

// Adds all parts of an object's block to the candidate.
static void addBlock(Listing *listing, int32_t object) {
    const PartGroupInput *input = listing->input;
    int32_t block = findBlock(input->links, object);
    for (int32_t i = 0; i < input->partCount; i++)
        if (findBlock(input->links, input->parts[i]) == block) listing->isIn[input->parts[i]] = true;
}

// True if a part outside the candidate has a neighbour in it.
static bool isBeside(const Listing *listing, int32_t part) {
    const PartLinks *links = listing->input->links;
    if (listing->isIn[part] || !listing->mayLeave[part]) return false;
    for (int32_t i = 0; i < links->objectCount; i++)
        if (listing->isIn[i] && links->isNeighbour[part * links->objectCount + i]) return true;
    return false;
}

static bool isListed(const Listing *listing, const PartGroup *group) {
    for (int32_t i = 0; i < listing->groups->groupCount; i++) {
        const PartGroup *other = &listing->groups->groups[i];
        if (other->objectCount == group->objectCount &&
            memcmp(other->objects, group->objects, (size_t)group->objectCount * sizeof(int32_t)) == 0)
            return true;
    }
    return false;
}

// Lists the candidate unless it is too small, too large or known. @errors false: no memory
static bool addCandidate(Listing *listing) {
    const PartGroupInput *input = listing->input;
    PartGroups *groups = listing->groups;
    PartGroup group = {.objects = calloc((size_t)input->partCount, sizeof *group.objects)};
    if (group.objects == NULL) return false;
    for (int32_t i = 0; i < input->partCount; i++)
        if (listing->isIn[input->parts[i]]) group.objects[group.objectCount++] = input->parts[i];
    bool isGroup = group.objectCount > 1 && group.objectCount <= input->largest &&
                   group.objectCount < listing->presentCount;
    if (isGroup && groups->groupCount < listing->room && !isListed(listing, &group))
        groups->groups[groups->groupCount++] = group;
    else
        free(group.objects);
    return true;
}

static bool listBlocks(Listing *listing) {
    const PartGroupInput *input = listing->input;
    bool good = true;
    for (int32_t i = 0; i < input->partCount && good; i++) {
        clear(listing, listing->isIn);
        if (listing->mayLeave[input->parts[i]]) addBlock(listing, input->parts[i]);
        good = addCandidate(listing);
    }
    return good;
}

static bool listWhole(Listing *listing) {
    clear(listing, listing->isIn);
    for (int32_t i = 0; i < listing->input->partCount; i++)
        listing->isIn[listing->input->parts[i]] = listing->mayLeave[listing->input->parts[i]];
    return addCandidate(listing);
}

// Extends the candidate until it has no neighbour but those of a block; `without` -1: no neighbour at all.
static void flood(Listing *listing, int32_t without) {
    const PartGroupInput *input = listing->input;
    for (int32_t i = 0; i < input->partCount; i++) {
        int32_t part = input->parts[i];
        if (findBlock(input->links, part) == without || !isBeside(listing, part)) continue;
        addBlock(listing, part);
        i = -1; // the first part may be a neighbour now
    }
}

static bool listComponents(Listing *listing, int32_t without) {
    const PartGroupInput *input = listing->input;
    bool good = true;
    clear(listing, listing->isSeen);
    for (int32_t i = 0; i < input->partCount && good; i++) {
        int32_t part = input->parts[i];
        if (listing->isSeen[part] || !listing->mayLeave[part] || findBlock(input->links, part) == without)
            continue;
        clear(listing, listing->isIn);
        addBlock(listing, part);
        flood(listing, without);
        for (int32_t k = 0; k < input->partCount; k++)
            if (listing->isIn[input->parts[k]]) listing->isSeen[input->parts[k]] = true;
        good = addCandidate(listing);
    }
    return good;
}

// Lists the group extended by each of its neighbours.
static bool grow(Listing *listing, const int32_t *objects, int32_t objectCount) {
    const PartGroupInput *input = listing->input;
    bool good = true;
    for (int32_t i = 0; i < input->partCount && good; i++) {
        clear(listing, listing->isIn);
        for (int32_t k = 0; k < objectCount; k++)
            addBlock(listing, objects[k]);
        if (!isBeside(listing, input->parts[i])) continue;
        addBlock(listing, input->parts[i]);
        good = addCandidate(listing);
    }
    return good;
}

static bool listGrown(Listing *listing) {
    const PartGroupInput *input = listing->input;
    bool good = true;
    for (int32_t i = 0; i < input->partCount && good; i++)
        if (listing->mayLeave[input->parts[i]]) good = grow(listing, &input->parts[i], 1);
    for (int32_t i = 0; i < listing->groups->groupCount && good; i++) {
        PartGroup group = listing->groups->groups[i];
        if (2 * group.objectCount <= input->partCount) good = grow(listing, group.objects, group.objectCount);
    }
    return good;
}

static void sortBySize(PartGroups *groups) {
    for (int32_t i = 1; i < groups->groupCount; i++) {
        PartGroup group = groups->groups[i];
        int32_t k = i;
        for (; k > 0 && groups->groups[k - 1].objectCount > group.objectCount; k--)
            groups->groups[k] = groups->groups[k - 1];
        groups->groups[k] = group;
    }
}

// True if the groups have no part in common. Both are in ascending order.
static bool areDisjoint(const PartGroup *a, const PartGroup *b) {
    for (int32_t i = 0; i < a->objectCount; i++)
        if (IsAmongObjects(b->objects, b->objectCount, a->objects[i])) return false;
    return true;
}

// Where all objects in place are parts, drops groups whose complement is a part or a group before.
static void dropComplements(Listing *listing) {
    PartGroups *groups = listing->groups;
    int32_t all = listing->presentCount, kept = 0;
    if (listing->input->partCount < all) return;
    for (int32_t i = 0; i < groups->groupCount; i++) {
        PartGroup *group = &groups->groups[i];
        bool isDone = group->objectCount == all - 1;
        for (int32_t k = 0; k < kept && !isDone; k++)
            isDone = groups->groups[k].objectCount + group->objectCount == all &&
                     areDisjoint(&groups->groups[k], group);
        if (isDone)
            free(group->objects);
        else
            groups->groups[kept++] = *group;
    }
    groups->groupCount = kept;
}

static bool listAll(Listing *listing) {
    const PartGroupInput *input = listing->input;
    int32_t most = listing->room;
    if (!listBlocks(listing)) return false;
    if (input->onlyBonded) return true;
    listing->room = most / 2; // the other half for those that grow
    bool good = listWhole(listing) && listComponents(listing, -1);
    for (int32_t i = 0; i < input->partCount && good; i++)
        if (findBlock(input->links, input->parts[i]) == input->parts[i])
            good = listComponents(listing, input->parts[i]);
    listing->room = most;
    return good && listGrown(listing);
}

bool ListPartGroups(const PartGroupInput *input, PartGroups *groups) {
    Listing listing = {.input = input, .groups = groups, .room = 3 * input->partCount + 8};
    *groups = (PartGroups){.groups = calloc((size_t)listing.room, sizeof *groups->groups)};
    bool good = groups->groups != NULL && openListing(&listing) && listAll(&listing);
    if (good) {
        sortBySize(groups);
        dropComplements(&listing);
    } else {
        DestroyPartGroups(groups);
    }
    closeListing(&listing);
    return good;
}

void DestroyPartGroups(PartGroups *groups) {
    for (int32_t i = 0; i < groups->groupCount; i++)
        free(groups->groups[i].objects);
    free(groups->groups);
    *groups = (PartGroups){0};
}
