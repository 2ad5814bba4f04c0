// Files of joint paths, for `sweep --path`.
#ifndef APP_JOINT_PATH_FILE_H
#define APP_JOINT_PATH_FILE_H

#include "collision/mechanism_path.h"
#include "commands/mechanism.h"

// A path of a mechanism's joints. Zeroed: empty.
typedef struct JointPathFile {
    double *times, *values; // times[def.nodeCount], values[def.nodeCount * linkCount]
    cdJointPath def;        // @lifetime with the arrays and the mechanism
} JointPathFile;

// Reads a CSV file: a header of joint names, perhaps with `time` first, and a row for each node. Without
// times the nodes are a second apart. `others`: others[linkCount], the values of joints that the file does
// not name. `isSet`: isSet[linkCount], true for those that the file must not name, as --at gives their value.
// @errors false with a message "FILE:LINE: what is wrong"; the caller frees the path in any case
bool ReadJointPath(const Mechanism *mechanism, const double *others, const bool *isSet, const char *file,
                   JointPathFile *path, char *message, size_t messageSize);
void FreeJointPath(JointPathFile *path);

#endif
