// Reads mesh files: polygons, cut into triangles that keep the numbers of their face and vertices in the
// file.
//
// OBJ, PLY, OFF and STL have readers of their own (engine/import_obj.c and its neighbours). They are exact,
// in double precision, keep the file's vertex numbers and report the line or byte of every mistake. glTF, 3DS
// and COLLADA are read by Assimp in a child process with limits on memory and time: a file that makes Assimp
// crash, hang or exhaust memory is an error like any other. Assimp's coordinates are in single precision; for
// some formats it gives each corner its own vertex.
#ifndef GX_IMPORT_H
#define GX_IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct gxImportedMesh {
    double *points;     // points[3 * pointCount], with the node transforms of the file applied
    int32_t *triangles; // triangles[3 * triangleCount], indices into points
    int32_t *faceIds;   // faceIds[triangleCount]: the face's number in file order, from 0
    int32_t *pointIds;  // pointIds[pointCount]: the vertex's number in file order, from 0
    int32_t pointCount, triangleCount;
} gxImportedMesh;

// Reads a file of the format that its extension names. Every index is in range and every coordinate finite.
// @errors false, with a message "FILE:LINE: what is wrong" (without LINE where the format has no lines)
bool gxImportMesh(const char *path, gxImportedMesh *mesh, char *message, size_t messageSize);
void gxDestroyImportedMesh(gxImportedMesh *mesh);

// Returns the formats that gxImportMesh reads, for messages and help: "OBJ, PLY, ...". @lifetime static
const char *gxGetMeshFormats(void);

// How to start child processes.
typedef struct gxImporter {
    const char *program; // path of a program that calls gxRunImporter first thing in main. @lifetime static
    int seconds; // processor time for a small file; three times that in wall-clock time. 0: 10. Plus a second
                 // for each 4 MB of the file
    int megabytes; // memory limit for a small file; 0: 2048. Plus 32 MB for each MB of the file
} gxImporter;

// Sets the importer. Without a program, the default, files that need a child process are rejected.
void gxSetImporter(gxImporter importer);

// Runs as the child process and exits if the arguments of main request it; otherwise returns.
void gxRunImporter(int argCount, char *args[]);

#endif
