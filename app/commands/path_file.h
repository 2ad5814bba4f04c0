// Readers of CSV files:
// - paths: one pose a row, header px,py,pz,qw,qx,qy,qz
// - paths with times: the same, or with a first column `time`
// - pairs of poses: A's and B's in a row, header a_px,...,a_qz,b_px,...,b_qz
// - points: header x,y,z; segments: two points a row, header x1,y1,z1,x2,y2,z2
#ifndef APP_PATH_FILE_H
#define APP_PATH_FILE_H

#include "collision/motion.h"
#include "collision/vecmath.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Reads all rows; a path has at least two. LF or CRLF ends a line; a byte order mark and empty lines are
// ignored. Quaternions within 1e-3 of unit length are normalised. The caller frees `poses`.
// @errors false with a message "FILE:LINE: what is wrong"
bool ReadPathFile(const char *path, cdPose **poses, int32_t *poseCount, char *message, size_t messageSize);

// The same for text in memory; `path` is for messages.
bool ReadPathText(const char *text, size_t length, const char *path, cdPose **poses, int32_t *poseCount,
                  char *message, size_t messageSize);

// The same for a path with times, which ascend from 0 or more. Without that column they are the numbers of
// the rows from 0. A path has at least one node.
bool ReadNodesFile(const char *path, cdPathNode **nodes, int32_t *nodeCount, char *message,
                   size_t messageSize);
bool ReadNodesText(const char *text, size_t length, const char *path, cdPathNode **nodes, int32_t *nodeCount,
                   char *message, size_t messageSize);

// The same for rows of two poses: poses[2 * rowCount], A's before B's, at least one row.
bool ReadPosePairsFile(const char *path, cdPose **poses, int32_t *rowCount, char *message,
                       size_t messageSize);
bool ReadPosePairsText(const char *text, size_t length, const char *path, cdPose **poses, int32_t *rowCount,
                       char *message, size_t messageSize);

// The same for rows of one point, and of two in points[2 * rowCount]; at least one row.
bool ReadPointsFile(const char *path, cdVec3 **points, int32_t *rowCount, char *message, size_t messageSize);
bool ReadPointsText(const char *text, size_t length, const char *path, cdVec3 **points, int32_t *rowCount,
                    char *message, size_t messageSize);
bool ReadSegmentsFile(const char *path, cdVec3 **points, int32_t *rowCount, char *message,
                      size_t messageSize);
bool ReadSegmentsText(const char *text, size_t length, const char *path, cdVec3 **points, int32_t *rowCount,
                      char *message, size_t messageSize);

#endif
