// Answers of the C library for test_same_bits.py: first contact, distance, overlap and slide of random pairs.
//
// Input (stdin, native): int32 counts of A's points and triangles, of B's, and of cases; then the points as
// doubles, the triangles as int32, of A, then of B; then for each case the poses start, target and at, as 21
// doubles. Output (stdout): the members that `struct Answer` lists, for each case.
#include "collision/collision.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct Answer {
    double states[4]; // first contact, distance, overlap, slide
    cdInterval t;
    cdPose resolved;
    cdVec3 point, normal;
    double distance, lower, upper;
    cdVec3 pointA, pointB, shared;
    cdPose slid;
} Answer;

static void *readItems(size_t count, size_t size) {
    void *items = malloc(count * size);
    if (items == NULL || fread(items, size, count, stdin) != count) exit(1);
    return items;
}

static cdMesh *readMesh(const int32_t counts[2]) {
    cdMeshDef def = cdDefaultMeshDef();
    cdVec3 *points = readItems((size_t)counts[0], sizeof(cdVec3));
    int32_t *triangles = readItems((size_t)counts[1], 3 * sizeof(int32_t));
    def.points = points;
    def.pointCount = counts[0];
    def.triangles = triangles;
    def.triangleCount = counts[1];
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    free(points);
    free(triangles);
    if (mesh == NULL) exit(2);
    return mesh;
}

static void answerMotion(const cdMesh *a, const cdMesh *b, const cdPose poses[3], cdWorkspace *workspace,
                         Answer *answer) {
    cdFirstContactInput step = {
        .meshA = a, .meshB = b, .startA = poses[0], .targetA = poses[1], .startB = poses[2]};
    cdFirstContact found = cdFindFirstContact(&step, NULL, workspace, NULL);
    answer->states[0] = (double)found.state;
    answer->t = found.t;
    answer->resolved = found.resolvedPose;
    answer->point = found.point;
    answer->normal = found.normal;
    cdObstacle obstacle = {b, poses[2]};
    cdSlideInput input = CD_ZERO;
    input.step.mesh = a;
    input.step.start = poses[0];
    input.step.target = poses[1];
    input.step.obstacles = &obstacle;
    input.step.obstacleCount = 1;
    cdSlide slid = cdFindSlide(&input, NULL, workspace, NULL);
    answer->states[3] = (double)slid.contact.state;
    answer->slid = slid.contact.resolvedPose;
}

static void answerPose(const cdMesh *a, const cdMesh *b, const cdPose poses[3], cdWorkspace *workspace,
                       Answer *answer) {
    cdDistanceInput near = {.meshA = a, .meshB = b, .poseA = poses[0], .poseB = poses[2]};
    cdDistance distance = cdFindDistance(&near, NULL, workspace, NULL);
    answer->states[1] = (double)distance.state;
    answer->distance = distance.distance;
    answer->lower = distance.lower;
    answer->upper = distance.upper;
    answer->pointA = distance.pointA;
    answer->pointB = distance.pointB;
    cdOverlapInput target = {.meshA = a, .meshB = b, .poseA = poses[1], .poseB = poses[2]};
    cdOverlap overlap = cdFindOverlap(&target, NULL, workspace, NULL);
    answer->states[2] = (double)overlap.state;
    answer->shared = overlap.point;
}

int main(void) {
    int32_t *counts = readItems(5, sizeof(int32_t));
    cdMesh *a = readMesh(counts), *b = readMesh(counts + 2);
    cdBuildMeshParts(a, CD_PART_FEATURES, NULL);
    cdBuildMeshParts(b, CD_PART_FEATURES, NULL);
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int32_t i = 0; i < counts[4]; i++) {
        cdPose *poses = readItems(3, sizeof(cdPose));
        Answer answer = CD_ZERO;
        answerMotion(a, b, poses, workspace, &answer);
        answerPose(a, b, poses, workspace, &answer);
        if (fwrite(&answer, sizeof answer, 1, stdout) != 1) return 3;
        free(poses);
    }
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(a);
    cdDestroyMesh(b);
    free(counts);
    return 0;
}
