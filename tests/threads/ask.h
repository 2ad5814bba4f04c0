// Queries of every kind for several threads, and a hash of what they answer.
#ifndef TESTS_THREADS_ASK_H
#define TESTS_THREADS_ASK_H

#include "collision/collision.h"

enum { KIND_COUNT = 13, MESH_COUNT = 4, REGION_MAX = 400, POINT_MAX = 3200 };

extern cdMesh *
    meshes[MESH_COUNT]; // set before the first query: with hull and surface, the first three with their solid

// Memory of one thread.
typedef struct Asker {
    cdWorkspace *workspace;
    cdContactRegion *regions; // regions[REGION_MAX]
    cdVec3 *points;           // points[POINT_MAX]
} Asker;

// Asks a query of a mesh, most of them with others. Returns a hash of the answer, which depends on the mesh
// and on the numbers alone.
uint64_t askQuery(Asker *own, const cdMesh *mesh, int32_t round, int32_t kind);

// A pose that depends on the numbers alone.
cdPose makePose(int32_t round, int32_t kind, double distance);
void addNumber(uint64_t *hash, double number);
void addContact(uint64_t *hash, const cdFirstContact *found);

#endif
