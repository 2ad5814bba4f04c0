// Reads any bytes as a path file, of one pose a row or of two, or as a file of points or segments: must give
// a message with the line, or valid poses and points.
//
// Red: a read past the end of the text, a pose or a point with a NaN, a quaternion that is not unit, an error
// without a message.
#include "commands/path_file.h"
#include "fuzz/fuzz.h"
#include <stdlib.h>
#include <string.h>

static void require(bool holds) {
    if (!holds) abort();
}

static void checkPose(const cdPose *pose) {
    cdQuat q = pose->q;
    require(isfinite(pose->p.x) && isfinite(pose->p.y) && isfinite(pose->p.z));
    require(fabs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1.0) < 1e-9);
}

typedef bool ReadFunction(const char *text, size_t length, const char *path, cdPose **poses,
                          int32_t *rowCount, char *message, size_t messageSize);

static void checkReader(ReadFunction *read, const uint8_t *bytes, size_t size, int32_t rowCountMin,
                        int32_t posesOfRow) {
    cdPose *poses = NULL;
    int32_t rowCount = 0;
    char message[256] = "";
    if (read((const char *)bytes, size, "path.csv", &poses, &rowCount, message, sizeof message)) {
        require(rowCount >= rowCountMin);
        for (int32_t i = 0; i < posesOfRow * rowCount; ++i)
            checkPose(&poses[i]);
    } else {
        require(poses == NULL && rowCount == 0 && strncmp(message, "path.csv:", 9) == 0);
    }
    free(poses);
}

typedef bool ReadPointFunction(const char *text, size_t length, const char *path, cdVec3 **points,
                               int32_t *rowCount, char *message, size_t messageSize);

static void checkPointReader(ReadPointFunction *read, const uint8_t *bytes, size_t size,
                             int32_t pointsOfRow) {
    cdVec3 *points = NULL;
    int32_t rowCount = 0;
    char message[256] = "";
    if (read((const char *)bytes, size, "points.csv", &points, &rowCount, message, sizeof message)) {
        require(rowCount >= 1);
        for (int32_t i = 0; i < pointsOfRow * rowCount; ++i)
            require(isfinite(points[i].x + points[i].y + points[i].z) && cdMaxAbs(points[i]) <= 1e100);
    } else {
        require(points == NULL && rowCount == 0 && strncmp(message, "points.csv:", 11) == 0);
    }
    free(points);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    checkReader(ReadPathText, bytes, size, 2, 1);
    checkReader(ReadPosePairsText, bytes, size, 1, 2);
    checkPointReader(ReadPointsText, bytes, size, 1);
    checkPointReader(ReadSegmentsText, bytes, size, 2);
    return 0;
}
