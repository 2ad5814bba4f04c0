// Input of the native programs that the npm package is compared with: meshes and numbers from stdin, as
// JavaScript wrote them.
#ifndef FC_NPM_NATIVE_H
#define FC_NPM_NATIVE_H

#include "collision/collision.h"
#include <stdio.h>
#include <stdlib.h>

static inline void *readItems(size_t count, size_t size) {
    void *items = malloc(count * size + 1);
    if (items == NULL || fread(items, size, count, stdin) != count) exit(1);
    return items;
}

static inline int32_t readCount(void) {
    int32_t *item = readItems(1, sizeof *item);
    const int32_t count = *item;
    free(item);
    return count;
}

// Reads the numbers of points and triangles, then both; builds the features, and the solid if there is one.
static inline cdMesh *readMesh(void) {
    cdMeshDef def = cdDefaultMeshDef();
    def.pointCount = readCount();
    def.triangleCount = readCount();
    cdVec3 *points = readItems((size_t)def.pointCount, sizeof *points);
    int32_t *triangles = readItems((size_t)def.triangleCount, 3 * sizeof *triangles);
    def.points = points;
    def.triangles = triangles;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    free(points);
    free(triangles);
    if (mesh == NULL) exit(2);
    cdBuildMeshParts(mesh, CD_PART_FEATURES, NULL);
    return mesh;
}

static inline void writeItems(const void *items, size_t count, size_t size) {
    if (fwrite(items, size, count, stdout) != count) exit(3);
}

#endif
