// Shared by the tests of paths: meshes, random paths, and a slow search of the pieces by single steps.
#ifndef TESTS_PATH_FIXTURE_H
#define TESTS_PATH_FIXTURE_H

#include "collision/collision.h"
#include "random.h"
#include "shapes/shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const double pi = 3.14159265358979323846;

enum { NODE_MAX = 16, PATH_SHAPES = 3, PATH_OBSTACLES = 3 };

// Makes a shape whose points are all moved, so that it is not about the origin of its frame.
static inline cdMesh *makeMovedShape(const char *spec, cdVec3 by) {
    char message[256];
    TriangleSoup soup = {0};
    assert_true(MakeShape(spec, &soup, message, sizeof message));
    for (int32_t i = 0; i < soup.pointCount; i++)
        soup.points[i] = cdAdd(soup.points[i], by);
    cdMeshDef def = MakeSoupMeshDef(&soup);
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    DestroyTriangleSoup(&soup);
    assert_non_null(mesh);
    return mesh;
}

static inline cdMesh *makeShape(const char *spec) {
    return makeMovedShape(spec, (cdVec3){0.0, 0.0, 0.0});
}

static inline cdMesh *makeBall(double radius) {
    cdMesh *mesh = cdCreateSphere((cdVec3){0.0, 0.0, 0.0}, radius, NULL);
    assert_non_null(mesh);
    return mesh;
}

static inline cdQuat turnAbout(double x, double y, double z, double angle) {
    return cdMakeQuat(cdNormalize((cdVec3){x, y, z}), angle);
}

static inline cdPose poseAt(double x, double y, double z) {
    return (cdPose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static inline cdPose pickPose(Random *random, double extent) {
    cdVec3 p = cdScale(extent, nextRandomVec3(random)), axis = nextRandomDirection(random);
    return (cdPose){p, cdMakeQuat(axis, nextRandomIn(random, 0.0, 3.1))};
}

// A random path: also waits, small steps and pure turns.
static inline int32_t pickPath(Random *random, double extent, cdPathNode nodes[NODE_MAX]) {
    int32_t count = nextRandomInt(random, 2, 7);
    nodes[0] = (cdPathNode){nextRandomIn(random, 0.0, 1.0), pickPose(random, extent)};
    for (int32_t i = 1; i < count; i++) {
        int kind = nextRandomInt(random, 0, 5);
        cdPose next = pickPose(random, extent), last = nodes[i - 1].pose;
        if (kind == 0) next = last;
        if (kind == 1) next.p = last.p;
        if (kind == 2) next = (cdPose){cdMulAdd(last.p, 0.05, next.p), last.q};
        nodes[i] = (cdPathNode){nodes[i - 1].time + nextRandomIn(random, 0.1, 2.0), next};
    }
    return count;
}

// --- Random paths of sets of meshes

enum { MESH_COUNT = 5 };

static const char *const specs[MESH_COUNT] = {"box:x=0.8,y=0.5,z=0.3", "l-shape", "icosphere:level=1",
                                              "gear:teeth=5", "torus:segments=6"};
static cdMesh *meshes[MESH_COUNT];

static inline void makeMeshes(void) {
    for (int i = 0; i < MESH_COUNT; i++)
        meshes[i] = makeShape(specs[i]);
}

static inline void freeMeshes(void) {
    for (int i = 0; i < MESH_COUNT; i++)
        cdDestroyMesh(meshes[i]);
}

// A path with the arrays that its input refers to.
typedef struct RandomPath {
    cdPathNode nodes[NODE_MAX], obstacleNodes[PATH_OBSTACLES][NODE_MAX];
    cdSlideShape shapes[PATH_SHAPES];
    cdPathObstacle obstacles[PATH_OBSTACLES];
    double distances[PATH_SHAPES * PATH_OBSTACLES];
    cdPathInput input;
} RandomPath;

static inline void pickRandomPath(Random *random, double extent, bool isRich, RandomPath *path) {
    int32_t shapeCount = isRich ? nextRandomInt(random, 1, PATH_SHAPES) : 1;
    int32_t obstacleCount = nextRandomInt(random, 1, PATH_OBSTACLES);
    path->input = (cdPathInput){.nodes = path->nodes,
                                .shapes = path->shapes,
                                .shapeCount = shapeCount,
                                .obstacles = path->obstacles,
                                .obstacleCount = obstacleCount};
    path->input.nodeCount = pickPath(random, extent, path->nodes);
    for (int32_t i = 0; i < shapeCount; i++) {
        cdPose own = isRich ? pickPose(random, 0.7) : cdIdentityPose();
        path->shapes[i] = (cdSlideShape){meshes[nextRandomInt(random, 0, MESH_COUNT - 1)], own};
    }
    for (int32_t i = 0; i < obstacleCount; i++) {
        path->obstacles[i] = (cdPathObstacle){.mesh = meshes[nextRandomInt(random, 0, MESH_COUNT - 1)],
                                              .pose = pickPose(random, 0.6 * extent)};
        if (!isRich || nextRandomInt(random, 0, 1) == 0) continue;
        path->obstacles[i].nodes = path->obstacleNodes[i];
        path->obstacles[i].nodeCount = pickPath(random, extent, path->obstacleNodes[i]);
    }
    for (int32_t i = 0; i < PATH_SHAPES * PATH_OBSTACLES; i++)
        path->distances[i] = nextRandomInt(random, 0, 3) == 0 ? -1.0 : 0.1 * nextRandom(random);
    if (isRich && nextRandomInt(random, 0, 1)) path->input.safetyDistance = 0.05;
    if (isRich && nextRandomInt(random, 0, 2) == 0) path->input.safetyDistances = path->distances;
}

// --- The pieces, as collision/path.h defines them

typedef struct Timeline {
    double times[256];
    int32_t count;
} Timeline;

static inline void addTime(Timeline *line, double time) {
    int32_t place = line->count;
    for (int32_t i = 0; i < line->count; i++)
        if (line->times[i] == time) return;
    for (; place > 0 && line->times[place - 1] > time; place--)
        line->times[place] = line->times[place - 1];
    line->times[place] = time;
    line->count++;
}

static inline void addTimes(Timeline *line, const cdPathNode *nodes, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        addTime(line, nodes[i].time);
        if (i + 1 == count) continue;
        cdMotion motion = cdMakeMotion(nodes[i].pose, nodes[i + 1].pose, (cdVec3){0.0, 0.0, 0.0});
        if (motion.omega > 0.5 * pi + 1e-12) addTime(line, 0.5 * (nodes[i].time + nodes[i + 1].time));
    }
}

static inline cdPose getNodePose(const cdPathNode *nodes, int32_t count, cdVec3 reference, double time) {
    if (time <= nodes[0].time) return nodes[0].pose;
    for (int32_t i = 0; i + 1 < count; i++) {
        if (time >= nodes[i + 1].time) continue;
        if (time == nodes[i].time) return nodes[i].pose;
        cdMotion motion = cdMakeMotion(nodes[i].pose, nodes[i + 1].pose, reference);
        return cdGetPoseAt(&motion, (time - nodes[i].time) / (nodes[i + 1].time - nodes[i].time));
    }
    return nodes[count - 1].pose;
}

static inline cdPose getObstaclePose(const cdPathObstacle *other, double time) {
    if (other->nodes == NULL) return other->pose;
    cdVec3 center = cdGetMeshInfo(other->mesh).center;
    return getNodePose(other->nodes, other->nodeCount, center, time);
}

static inline cdPose getShapePose(const cdPathInput *input, int32_t shape, double time) {
    const cdSlideShape *first = &input->shapes[0];
    cdVec3 reference = cdTransformPoint(first->pose, cdGetMeshInfo(first->mesh).center);
    cdPose set = getNodePose(input->nodes, input->nodeCount, reference, time);
    return cdMulPose(set, input->shapes[shape].pose);
}

static inline Timeline makeTimeline(const cdPathInput *input) {
    Timeline all = {.count = 0}, line = {.count = 0};
    addTimes(&all, input->nodes, input->nodeCount);
    for (int32_t i = 0; i < input->obstacleCount; i++)
        if (input->obstacles[i].nodes != NULL)
            addTimes(&all, input->obstacles[i].nodes, input->obstacles[i].nodeCount);
    for (int32_t i = 0; i < all.count; i++)
        if (all.times[i] >= input->nodes[0].time && all.times[i] <= input->nodes[input->nodeCount - 1].time)
            line.times[line.count++] = all.times[i];
    return line;
}

static inline double getPairDistance(const cdPathInput *input, int32_t shape, int32_t obstacle) {
    return input->safetyDistances != NULL ? input->safetyDistances[shape * input->obstacleCount + obstacle]
                                          : input->safetyDistance;
}

// One step of one pair in a piece, with each mesh on its own screw.
static inline cdFirstContact findPairStep(const cdPathInput *input, int32_t shape, int32_t obstacle,
                                          cdInterval piece, cdWorkspace *workspace) {
    const cdPathObstacle *other = &input->obstacles[obstacle];
    cdPose targetB = getObstaclePose(other, piece.hi);
    const cdFirstContactInput step = {.meshA = input->shapes[shape].mesh,
                                      .meshB = other->mesh,
                                      .startA = getShapePose(input, shape, piece.lo),
                                      .targetA = getShapePose(input, shape, piece.hi),
                                      .startB = getObstaclePose(other, piece.lo),
                                      .targetB = &targetB,
                                      .inBetween = CD_EACH_OWN_SCREW,
                                      .safetyDistance = getPairDistance(input, shape, obstacle)};
    return cdFindFirstContact(&step, NULL, workspace, NULL);
}

// The first contact of all pieces by single steps of all pairs.
typedef struct SlowContact {
    cdState state;
    double time;
    double width; // of the piece
    int32_t shape, obstacle;
    int32_t pieceCount;
} SlowContact;

static inline SlowContact findSlowContact(const cdPathInput *input, cdWorkspace *workspace) {
    Timeline line = makeTimeline(input);
    SlowContact best = {.state = CD_FREE, .time = line.times[line.count - 1]};
    for (int32_t k = 0; k + 1 < line.count && best.state == CD_FREE; k++) {
        cdInterval piece = {line.times[k], line.times[k + 1]};
        best.pieceCount++;
        for (int32_t pair = 0; pair < input->shapeCount * input->obstacleCount; pair++) {
            int32_t shape = pair / input->obstacleCount, obstacle = pair % input->obstacleCount;
            if (getPairDistance(input, shape, obstacle) < 0.0) continue;
            cdFirstContact found = findPairStep(input, shape, obstacle, piece, workspace);
            assert_int_not_equal(found.state, CD_UNDECIDED);
            double time = piece.lo + found.t.lo * (piece.hi - piece.lo);
            bool earlier = best.state == CD_FREE || time < best.time ||
                           (found.state == CD_OVERLAP && best.state != CD_OVERLAP);
            if (found.state == CD_FREE || !earlier) continue;
            best.state = found.state;
            best.time = time;
            best.width = piece.hi - piece.lo;
            best.shape = shape;
            best.obstacle = obstacle;
        }
    }
    return best;
}

// Distance of a pair at a time on the screws between the two cuts around it.
static inline cdDistance findDistanceAtTime(const cdPathInput *input, int32_t shape, int32_t obstacle,
                                            const Timeline *line, double time) {
    int32_t k = 0;
    while (k + 2 < line->count && line->times[k + 1] <= time)
        k++;
    double from = line->times[k], to = line->times[k + 1], t = (time - from) / (to - from);
    const cdPathObstacle *other = &input->obstacles[obstacle];
    cdMotion a = cdMakeMotion(getShapePose(input, shape, from), getShapePose(input, shape, to),
                              cdGetMeshInfo(input->shapes[shape].mesh).center);
    cdMotion b = cdMakeMotion(getObstaclePose(other, from), getObstaclePose(other, to),
                              cdGetMeshInfo(other->mesh).center);
    const cdDistanceInput at = {.meshA = input->shapes[shape].mesh,
                                .meshB = other->mesh,
                                .poseA = cdGetPoseAt(&a, t),
                                .poseB = cdGetPoseAt(&b, t)};
    return cdFindDistance(&at, NULL, NULL, NULL);
}

#endif
