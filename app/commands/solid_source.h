// Builds the solid of a mesh argument, and explains to a user why a mesh is not a solid.
#ifndef APP_SOLID_SOURCE_H
#define APP_SOLID_SOURCE_H

#include "collision/solid.h"
#include "stage/mesh_source.h"
#include <stdio.h>

typedef struct SolidSource {
    const char *name; // a mesh argument
    MeshPlacement placement;
    double tolerance; // 0: automatic
    bool refuseIntersections;
} SolidSource;

// Builds the mesh of a mesh argument with its solid. The caller destroys `report` with cdDestroyMeshReport.
// @errors NULL with a message: name, flaws, positions and cure
cdMesh *CreateSourceSolid(const SolidSource *source, cdMeshReport *report, char *message, size_t messageSize);

// Writes one JSON line: the facts of a mesh's solid, or why it has none.
void WriteSolidLine(FILE *out, const char *name, const cdMesh *mesh, const cdSolidReport *report);

// Warns on standard error if features are so close that a result may name the wrong one.
void WarnOfNearFeatures(const char *name, const cdSolidInfo *info, const cdSolidReport *report);

#endif
