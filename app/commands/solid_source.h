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

// Builds the solid of a mesh argument. `report` is given back with cdDestroySolidReport.
// @errors NULL with a message that begins with the name, tells what stands against a solid, where, and the
// cure
cdSolid *CreateSourceSolid(const SolidSource *source, cdSolidReport *report, char *message,
                           size_t messageSize);

// What there is to know of a solid, or why there is none (solid NULL): one JSON line.
void WriteSolidLine(FILE *out, const char *name, const cdSolid *solid, const cdSolidReport *report);

// Says to standard error that features are so near to each other that an answer may name the wrong one;
// nothing when there are none.
void WarnOfNearFeatures(const char *name, const cdSolidInfo *info, const cdSolidReport *report);

#endif
