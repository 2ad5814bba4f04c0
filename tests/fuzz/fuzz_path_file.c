// Any bytes as a path file, of one pose a row or of two: either a message with the line, or poses that are
// fit for use.
//
// Red: a read past the end of the text, a pose with a NaN or a quaternion that is not unit, a refusal without
// a word.
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

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    checkReader(ReadPathText, bytes, size, 2, 1);
    checkReader(ReadPosePairsText, bytes, size, 1, 2);
    return 0;
}
