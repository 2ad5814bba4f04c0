// Mesh files: polygons as a file gives them, as triangles that remember which face and vertex they come from.
//
// OBJ, PLY, OFF and STL have readers of their own (engine/import_obj.c and its neighbours): exact, in double
// precision, with the file's own vertex numbers and with the line or byte of every mistake. glTF, 3DS and
// COLLADA come through Assimp, in a child process with limits on memory and time: a file that makes Assimp
// crash, hang or take all memory is an error like any other. Assimp keeps coordinates in single
// precision and, for some formats, one vertex per corner.
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

// The formats that gxImportMesh reads, for messages and help: "OBJ, PLY, ...". @lifetime static
const char *gxGetMeshFormats(void);

// How child processes are started.
typedef struct gxImporter {
    const char *program; // path of a program that calls gxRunImporter first thing in main. @lifetime static
    int seconds;   // of processor time for a small file, three times that on the clock; 0: 10. A second more
                   // for each 4 MB of the file
    int megabytes; // of memory likewise; 0: 2048. 32 MB more for each MB of the file
} gxImporter;

// Without a program, which is the state at the start, files that need a child process are refused.
void gxSetImporter(gxImporter importer);

// Turns this process into the child, and ends it, if the arguments of main ask for that; else returns.
void gxRunImporter(int argCount, char *args[]);

#endif
