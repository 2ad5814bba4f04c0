// Any bytes as a path file: either a message with the line, or poses that are fit for use.
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

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    cdPose *poses = NULL;
    int32_t poseCount = 0;
    char message[256] = "";
    if (ReadPathText((const char *)bytes, size, "path.csv", &poses, &poseCount, message, sizeof message)) {
        require(poseCount >= 2);
        for (int32_t i = 0; i < poseCount; ++i)
            checkPose(&poses[i]);
    } else {
        require(poses == NULL && strncmp(message, "path.csv:", 9) == 0);
    }
    free(poses);
    return 0;
}
