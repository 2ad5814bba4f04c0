// A mesh while it is read: points and polygons are added one by one, then checked and cut into triangles.
// Shared by the readers of engine/import*.c.
#ifndef GX_IMPORT_BUILD_H
#define GX_IMPORT_BUILD_H

#include "engine/import.h"
#include <stdio.h>

typedef struct gxImportBuild {
    double *points; // points[3 * pointCount]
    int64_t pointCount, pointCapacity;
    int firstVertex;  // the number of the first point in the file, for messages
    int64_t *corners; // point indices of all faces, face by face; checked at the end
    int64_t cornerCount, cornerCapacity;
    int64_t *faceEnds;   // faceEnds[faceCount]: one past each face's last corner
    int64_t *facePlaces; // facePlaces[faceCount]: a line, minus the byte in a binary file, or 0: unknown
    int64_t faceCount, faceCapacity;
} gxImportBuild;

// @errors false when there is no memory
bool gxAddImportPoint(gxImportBuild *build, const double point[3]);
bool gxAddImportCorner(gxImportBuild *build, int64_t point);
// Ends the face of the corners added since the last call. `place`: see facePlaces.
bool gxEndImportFace(gxImportBuild *build, int64_t place);

// Checks all indices, triangulates all faces and empties the build. `path` is for messages. Faces of fewer
// than three corners are left out, but keep their number.
bool gxFinishImport(gxImportBuild *build, const char *path, gxImportedMesh *mesh, char *message,
                    size_t messageSize);
void gxAbandonImport(gxImportBuild *build);

enum { GX_SHOWN_SIZE = 32 };
// Copies the start of a word for a message, with '?' for unprintable characters. Returns `shown`.
const char *gxShowWord(const char *word, size_t length, char shown[GX_SHOWN_SIZE]);

// Opens a regular file that is not empty. `length` receives its size in bytes.
// @errors NULL with a message "PATH: why"
FILE *gxOpenMeshFile(const char *path, size_t *length, char *message, size_t messageSize);

// Returns the file's bytes followed by a zero; the caller frees them. @errors NULL with a message "PATH: why"
char *gxReadFileText(const char *path, size_t *length, char *message, size_t messageSize);

// Turns each CR that ends a line alone, as in files of the old Macintosh, into LF. `text` ends with a zero.
void gxUnifyLineEnds(char *text, size_t length);

// As gxReadFileText, for a file of lines. They end with LF or CR LF. A zero byte is an error, with its line.
char *gxReadFileLines(const char *path, char *message, size_t messageSize);

// The formats that are read in this process.
bool gxImportObj(const char *path, gxImportedMesh *mesh, char *message, size_t messageSize);
bool gxImportOff(const char *path, gxImportedMesh *mesh, char *message, size_t messageSize);
bool gxImportPly(const char *path, gxImportedMesh *mesh, char *message, size_t messageSize);
bool gxImportStl(const char *path, gxImportedMesh *mesh, char *message, size_t messageSize);

#endif
