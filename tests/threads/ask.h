// Queries of every kind for several threads, and a hash of their answers.
#ifndef TESTS_THREADS_ASK_H
#define TESTS_THREADS_ASK_H

#include "collision/collision.h"

enum { KIND_COUNT = 13, MESH_COUNT = 4, REGION_MAX = 400, POINT_MAX = 3200 };

extern cdMesh *meshes[MESH_COUNT]; // set before the first query: with hull and features, the first three with
                                   // their B-rep index

// Memory of one thread.
typedef struct Asker {
    cdWorkspace *workspace;
    cdContactRegion *regions; // regions[REGION_MAX]
    cdVec3 *points;           // points[POINT_MAX]
} Asker;

// Runs a query of a mesh, usually with others. Returns a hash of the answer, which depends only on the mesh
// and the numbers.
uint64_t askQuery(Asker *own, const cdMesh *mesh, int32_t round, int32_t kind);

// Returns a pose that depends only on the numbers.
cdPose makePose(int32_t round, int32_t kind, double distance);
void addNumber(uint64_t *hash, double number);
void addContact(uint64_t *hash, const cdFirstContact *found);

#endif
