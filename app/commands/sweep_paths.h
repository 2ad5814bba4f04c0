// Paths of several joints at once, for `sweep --path`.
#ifndef APP_SWEEP_PATHS_H
#define APP_SWEEP_PATHS_H

#include "commands/command.h"
#include "commands/mechanism.h"

// The paths to be searched.
typedef struct SweepPaths {
    const Mechanism *mechanism;
    const double *others; // others[linkCount]: values of joints that a file does not name
    const bool *isSet;    // isSet[linkCount]: the value is that of an option; no file may name the joint
    const OptionList *files;
    double safetyDistance, tolerance;
    int64_t maxTests; // 0: no limit
    const cdTasks *tasks;
} SweepPaths;

// Certifies the path of each file and writes a JSON line for it. `worst`: receives CD_CONTACT if a path has a
// contact or an overlap, otherwise CD_UNDECIDED if one is undecided, otherwise CD_FREE.
// @errors false with a message
bool WriteSweepPaths(const SweepPaths *paths, FILE *out, cdState *worst, char *message, size_t messageSize);

#endif
