// Prints a line for each kind of cases: its name, the hash of its first tenth, and that of all.
//
// Usage: digest [tenth [KIND...]]    With `tenth` only the first tenth runs, for slow machines; with names
// only these kinds.
#include "digest.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void digestInt(DigestWork *work, int64_t value) {
    uint64_t bits = (uint64_t)value;
    for (int i = 0; i < 8; i++, bits >>= 8)
        work->hash = (work->hash ^ (bits & 255)) * 0x100000001b3u;
}

void digestDouble(DigestWork *work, double value) {
    int64_t bits = -1; // NaN has many
    if (!isnan(value)) memcpy(&bits, &value, sizeof bits);
    digestInt(work, bits);
}

void digestVec3(DigestWork *work, cdVec3 v) {
    digestDouble(work, v.x);
    digestDouble(work, v.y);
    digestDouble(work, v.z);
}

void digestPose(DigestWork *work, cdPose pose) {
    digestVec3(work, pose.p);
    digestDouble(work, pose.q.w);
    digestVec3(work, (cdVec3){pose.q.x, pose.q.y, pose.q.z});
}

cdQuat nextDigestTurn(Random *random) {
    cdVec3 axis = nextRandomDirection(random);
    return cdMakeQuat(axis, nextRandomIn(random, -3.2, 3.2));
}

cdPose nextDigestPose(Random *random, double size) {
    cdPose pose = {.p = cdScale(size, nextRandomVec3(random))};
    pose.q = nextDigestTurn(random);
    return pose;
}

const cdMesh *nextDigestMesh(DigestWork *work, int count) {
    return work->meshes->list[nextRandomInt(&work->random, 0, count - 1)];
}

static void runKind(DigestWork *work, const DigestKind *kind, bool tenth) {
    work->random.state = 1;
    work->hash = 0xcbf29ce484222325u;
    if (kind->begin != NULL) kind->begin(work);
    int first = (kind->count + 9) / 10;
    for (int i = 0; i < first; i++)
        kind->run(work, i);
    printf("%-16s %016" PRIx64, kind->name, work->hash);
    for (int i = first; i < kind->count && !tenth; i++)
        kind->run(work, i);
    if (!tenth) printf(" %016" PRIx64, work->hash);
    printf("\n");
    fflush(stdout);
    cdDestroyWorld(work->world);
    work->world = NULL;
}

static bool isChosen(const DigestKind *kind, int count, char **names) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], kind->name) == 0) return true;
    return count <= 0;
}

int main(int argumentCount, char **arguments) {
    const DigestKind *lists[] = {digestPairs, digestPoints, digestContacts, digestWorlds};
    bool tenth = argumentCount > 1 && strcmp(arguments[1], "tenth") == 0;
    DigestMeshes meshes;
    createDigestMeshes(&meshes);
    DigestWork work = {.meshes = &meshes, .workspace = cdCreateWorkspace()};
    for (int i = 0; i < 4; i++)
        for (const DigestKind *kind = lists[i]; kind->name != NULL; kind++)
            if (isChosen(kind, argumentCount - 2, arguments + 2)) runKind(&work, kind, tenth);
    cdDestroyWorkspace(work.workspace);
    destroyDigestMeshes(&meshes);
    return 0;
}
