// Mesh files: polygons as a file gives them, as triangles that remember which face and vertex they come from.
//
// OBJ is read by import_obj.c, PLY and OFF by import_ply.c and import_off.c: exactly, with the file's own
// vertex numbers, and with the line of every mistake. All other formats come through Assimp, which keeps
// coordinates in single precision and, for some formats, one vertex per corner.
#ifndef GX_IMPORT_H
#define GX_IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct gxImportedMesh {
    double *points;     // points[3 * pointCount], with the transforms of the file's nodes applied
    int32_t *triangles; // triangles[3 * triangleCount], indices into points
    int32_t *faceIds;   // faceIds[triangleCount]: the face's number in the order of the file, from 0
    int32_t *pointIds;  // pointIds[pointCount]: the vertex's number in the order of the file, from 0
    int32_t pointCount, triangleCount;
} gxImportedMesh;

// Reads a file; its extension says which format it is. Every index is in range and every coordinate finite
// afterwards.
// @errors false, with a message "FILE:LINE: what is wrong" (without LINE where the format has none)
bool gxImportMesh(const char *path, gxImportedMesh *mesh, char *message, size_t messageSize);
void gxDestroyImportedMesh(gxImportedMesh *mesh);

#endif
