// The jobs of `path`: sets of meshes on paths among obstacles, from the command line or a list.
//
// A list has one JSON object a line:
//     {"a":..., "b":..., "path":FILE, "path_b":FILE, "safety_distance":LENGTH, "allowance":LENGTH}
// `a` and `b` are a mesh or an array of meshes: a string, or {"mesh":..., "pose":[7 numbers],
// "allowance":...}; in `b` also with a "path" and a "safety_distance" of its own. `path_b` is the path of the
// meshes of `b` that have neither a pose nor a path.
#ifndef APP_PATH_JOBS_H
#define APP_PATH_JOBS_H

#include "collision/path.h"
#include "stage/mesh_source.h"

// A mesh that jobs share.
typedef struct PathMesh {
    char *name;
    MeshPlacement placement;
    double allowance; // cdMeshDef.allowance, length
    cdMesh *mesh;
} PathMesh;

// The nodes of a file, which jobs share.
typedef struct PathNodes {
    char *file;
    cdPathNode *nodes;
    int32_t count;
} PathNodes;

typedef struct PathJob {
    cdSlideShape *shapes;      // shapes[shapeCount]
    cdPathObstacle *obstacles; // obstacles[obstacleCount]
    int32_t shapeCount, obstacleCount;
    const cdPathNode *nodes; // nodes[nodeCount]
    int32_t nodeCount;
    double safetyDistance, allowance; // length; those of meshes without their own
    double *safetyDistances;          // safetyDistances[shapeCount * obstacleCount] (cdPathInput)
} PathJob;

// All jobs, with their meshes and nodes. Zeroed: empty.
typedef struct PathJobs {
    PathJob *jobs;    // jobs[jobCount]
    PathMesh *meshes; // meshes[meshCount]
    PathNodes *nodes; // nodes[nodesCount]
    int32_t jobCount, meshCount, nodesCount;
    char *message; // of the first error
    size_t messageSize;
} PathJobs;

// Lengths of a job; in a list the defaults.
typedef struct PathLengths {
    double safetyDistance, allowance;
} PathLengths;

// The single job of a command line.
typedef struct PathCall {
    const char *a, *const *b; // b[countB]: meshes
    int32_t countB;
    const char *path, *pathB; // files; pathB NULL: B is fixed at the identity
    MeshPlacement placementA, placementB;
    PathLengths lengths;
} PathCall;

// @errors false with a message "FILE:LINE: what is wrong" in jobs->message
bool AddPathJob(PathJobs *jobs, const PathCall *call);
bool ReadPathList(PathJobs *jobs, const char *path, PathLengths defaults);
void DestroyPathJobs(PathJobs *jobs);

#endif
