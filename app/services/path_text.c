// Writes the lines of path files.
#include "services/path_text.h"

void WritePathHeader(FILE *out) {
    fprintf(out, "px,py,pz,qw,qx,qy,qz\n");
}

void WritePathPose(FILE *out, cdPose pose) {
    const double numbers[7] = {pose.p.x, pose.p.y, pose.p.z, pose.q.w, pose.q.x, pose.q.y, pose.q.z};
    for (int i = 0; i < 7; ++i)
        fprintf(out, "%s%.17g", i ? "," : "", numbers[i]);
    fprintf(out, "\n");
}
