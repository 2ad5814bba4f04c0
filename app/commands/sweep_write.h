// Writes the output line of `sweep`.
#ifndef APP_SWEEP_WRITE_H
#define APP_SWEEP_WRITE_H

#include "commands/sweep_options.h"

#include <stdio.h>

// The result of a sweep.
typedef struct SweepRow {
    const Mechanism *mechanism;
    const SweepJoints *joints;
    const cdSweep *sweep;
    const cdSweepBox *boxes;               // boxes[sweep->boxCount]
    const cdMechanismClearance *clearance; // NULL: none
    double microseconds;
} SweepRow;

void WriteSweepRow(FILE *out, const SweepRow *row);

#endif
