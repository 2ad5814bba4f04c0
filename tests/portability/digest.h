// The digest of the library's answers: random queries, slides and worlds, hashed.
//
// Plain C with the library's public functions only. Every number comes from the seeded generator of random.h
// or from the library, so each hash is the same on every system.
#ifndef PORTABILITY_DIGEST_H
#define PORTABILITY_DIGEST_H

#include "../random.h"
#include "collision/collision.h"

enum { DIGEST_MESHES = 10, DIGEST_SOLIDS = 5, DIGEST_SMOOTH = 7, DIGEST_BOX = 4, DIGEST_GROUND = 10 };

// Meshes 0 to DIGEST_SOLIDS - 1 are solids, those before DIGEST_SMOOTH are not rounded. The ground is a flat
// box that only worlds use.
typedef struct DigestMeshes {
    cdMesh *list[DIGEST_MESHES + 1];
} DigestMeshes;

// Shared by the cases of all kinds.
typedef struct DigestWork {
    const DigestMeshes *meshes;
    cdWorkspace *workspace;
    cdWorld *world; // of the current kind; NULL: none
    Random random;
    uint64_t hash; // of 64-bit numbers [FNV-1a], so that the order of their bytes does not matter
} DigestWork;

// One kind of cases: `run` does case `index` and adds its answers to the hash.
typedef struct DigestKind {
    const char *name;
    int count; // cases
    void (*run)(DigestWork *work, int index);
    void (*begin)(DigestWork *work); // prepares the cases; NULL: nothing to prepare
} DigestKind;

void digestInt(DigestWork *work, int64_t value);
void digestDouble(DigestWork *work, double value);
void digestVec3(DigestWork *work, cdVec3 v);
void digestPose(DigestWork *work, cdPose pose);

void createDigestMeshes(DigestMeshes *meshes);
void destroyDigestMeshes(DigestMeshes *meshes);

cdQuat nextDigestTurn(Random *random);
cdPose nextDigestPose(Random *random, double size);
const cdMesh *nextDigestMesh(DigestWork *work, int count);

extern const DigestKind digestPairs[], digestPoints[], digestContacts[], digestWorlds[];

#endif
