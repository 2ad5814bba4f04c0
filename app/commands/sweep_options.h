// The joints of `sweep`, from the texts of its options.
#ifndef APP_SWEEP_OPTIONS_H
#define APP_SWEEP_OPTIONS_H

#include "commands/command.h"
#include "commands/mechanism.h"

// The joints that vary, and the values of all others.
typedef struct SweepJoints {
    cdSweepJoint joints[CD_SWEEP_JOINT_MAX]; // joints[count]
    int32_t count;
    double *values; // values[linkCount]
    bool *isSet;    // isSet[linkCount]: the value is that of an option
} SweepJoints;

// Reads `joints`, each NAME or NAME=FROM:TO, and `values`, each NAME=VALUE. Without a range it is that of the
// joint's limits. Without a value it is 0, or the limit nearest to 0. Numbers of hinges may end in "deg".
// @errors false with a message; the caller frees the joints in any case
bool ReadSweepJoints(const Mechanism *mechanism, const OptionList *joints, const OptionList *values,
                     SweepJoints *result, char *message, size_t messageSize);
void FreeSweepJoints(SweepJoints *joints);

#endif
