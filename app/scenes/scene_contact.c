// Finds the contact of two objects of a scene as the window does, and compares it with the scene's
// expectation.
//
// Input: a scene's data and meshes. (1) Arrays for two sets of regions. (2) Regions at a pose of the moving
// object, with or without those of the step before. (3) Comparison of counts and normals, with a message
// about the first difference.
#include "scenes/scene_contact.h"
#include <stdio.h>
#include <stdlib.h>

enum { REGION_CAPACITY = 1024, POINT_CAPACITY = 8192 };

// --- (1)

static bool createRegions(cdContactRegions *regions) {
    *regions = (cdContactRegions){.regions = calloc(REGION_CAPACITY, sizeof *regions->regions),
                                  .points = calloc(POINT_CAPACITY, sizeof *regions->points)};
    return regions->regions != NULL && regions->points != NULL;
}

bool OpenSceneContact(SceneContact *contact, const SceneData *data, const cdMesh *const *meshes,
                      int32_t moving, int32_t fixed, char *message, size_t messageSize) {
    *contact = (SceneContact){.data = data, .moving = moving, .fixed = fixed};
    contact->meshes = meshes;
    contact->workspace = cdCreateWorkspace();
    bool good = createRegions(&contact->now) && createRegions(&contact->before) && contact->workspace != NULL;
    if (!good) snprintf(message, messageSize, "out of memory");
    return good;
}

void CloseSceneContact(SceneContact *contact) {
    free(contact->now.regions);
    free(contact->now.points);
    free(contact->before.regions);
    free(contact->before.points);
    cdDestroyWorkspace(contact->workspace);
}

// --- (2)

void FindSceneContact(SceneContact *contact, cdPose pose, bool remembers) {
    cdContactRegions last = contact->now;
    contact->now = contact->before;
    contact->before = last;
    const cdRegionsInput input = {.meshA = contact->meshes[contact->moving],
                                  .meshB = contact->meshes[contact->fixed],
                                  .interior = CD_INTERIOR_EMPTY,
                                  .regions = contact->now.regions,
                                  .points = contact->now.points,
                                  .regionCapacity = REGION_CAPACITY,
                                  .pointCapacity = POINT_CAPACITY,
                                  .poseA = pose,
                                  .poseB = contact->data->objects[contact->fixed].pose,
                                  .previous = remembers ? &contact->before : NULL};
    contact->now = cdFindContactRegions(&input, NULL, contact->workspace, NULL);
}

// --- (3)

static bool checkNormalCount(const cdContactRegion *region, const char *when, char *message,
                             size_t messageSize) {
    int32_t upper = region->sufficient ? 3 - region->dimension : 0;
    int32_t lower = region->sufficient ? 1 : 0;
    if (region->normalCount >= lower && region->normalCount <= upper) return true;
    snprintf(message, messageSize, "%s: a %dD region %s has %d normals", when, (int)region->dimension,
             region->sufficient ? "in the sufficient subset" : "outside the sufficient subset",
             (int)region->normalCount);
    return false;
}

bool ExpectSceneContact(const SceneContact *contact, const ContactExpectation *expected, char *message,
                        size_t messageSize) {
    const cdContactRegions *now = &contact->now;
    if (now->state != CD_CONTACT || now->truncated) {
        snprintf(message, messageSize, "%s: %s%s, expected contact", expected->when,
                 cdGetStateName(now->state), now->truncated ? ", truncated" : "");
        return false;
    }
    int32_t counts[3] = {0, 0, 0};
    for (int32_t i = 0; i < now->regionCount; i++) {
        counts[now->regions[i].dimension] += now->regions[i].sufficient;
        if (!checkNormalCount(&now->regions[i], expected->when, message, messageSize)) return false;
    }
    bool good = expected->all < 0 || now->regionCount == expected->all;
    for (int32_t d = 0; d < 3; d++)
        good = good && (expected->sufficient[d] < 0 || counts[d] == expected->sufficient[d]);
    if (!good) {
        snprintf(
            message, messageSize,
            "%s: %d regions, in the sufficient subset %d points, %d lines, %d areas; expected %d, %d, %d, %d",
            expected->when, (int)now->regionCount, (int)counts[0], (int)counts[1], (int)counts[2],
            (int)expected->all, (int)expected->sufficient[0], (int)expected->sufficient[1],
            (int)expected->sufficient[2]);
    }
    return good;
}

const cdContactRegion *GetSceneRegion(const SceneContact *contact, int32_t dimension, int32_t n) {
    const cdContactRegions *now = &contact->now;
    for (int32_t i = 0; i < now->regionCount; i++) {
        const cdContactRegion *region = &now->regions[i];
        if (region->sufficient && region->dimension == dimension && n-- == 0) return region;
    }
    return NULL;
}

bool HasNormal(const cdContactRegion *region, cdVec3 normal) {
    for (int32_t i = 0; i < region->normalCount; i++)
        if (cdLength(cdSub(region->normals[i], normal)) < 1e-6) return true;
    return false;
}

bool CheckSceneContact(const SceneData *data, const cdMesh *const *meshes, int32_t fixed,
                       const ContactExpectation *expected, ContactCheck *check, char *message,
                       size_t messageSize) {
    SceneContact contact;
    int32_t moving = FindDrivenObject(data);
    bool good = OpenSceneContact(&contact, data, meshes, moving, fixed, message, messageSize);
    if (good) {
        FindSceneContact(&contact, data->objects[moving].pose, false);
        good = ExpectSceneContact(&contact, expected, message, messageSize) &&
               (check == NULL || check(&contact, message, messageSize));
    }
    CloseSceneContact(&contact);
    return good;
}
