// A mesh argument as a solid, and what a user is told when it is none.
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

// Builds the mesh of a mesh argument with its solid. `report` is given back with cdDestroyMeshReport.
// @errors NULL with a message that begins with the name, reports what stands against a solid, where, and the
// cure
cdMesh *CreateSourceSolid(const SolidSource *source, cdMeshReport *report, char *message, size_t messageSize);

// Writes the facts of a mesh's solid, or why the mesh has none: one JSON line.
void WriteSolidLine(FILE *out, const char *name, const cdMesh *mesh, const cdSolidReport *report);

// Says to standard error that features are so near to each other that an answer may name the wrong one;
// nothing when there are none.
void WarnOfNearFeatures(const char *name, const cdSolidInfo *info, const cdSolidReport *report);

#endif
