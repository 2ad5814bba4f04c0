// Jobs of `path`; see path_jobs.h. Jobs that name the same mesh or file share it.
#include "commands/path_jobs.h"
#include "commands/path_file.h"
#include "scenes/json_place.h"
#include "scenes/json_read.h"
#include "scenes/whole_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 1024, ITEM_MAX = 4096 };

static char *copyText(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

static bool failMemory(PathJobs *jobs) {
    snprintf(jobs->message, jobs->messageSize, "out of memory");
    return false;
}

// Adds a zeroed item to an array. @errors NULL with a message
static void *addItem(PathJobs *jobs, void **items, int32_t *count, size_t itemSize) {
    unsigned char *grown = realloc(*items, ((size_t)*count + 1) * itemSize);
    if (grown == NULL) {
        failMemory(jobs);
        return NULL;
    }
    *items = grown;
    return memset(grown + (size_t)(*count)++ * itemSize, 0, itemSize);
}

// --- Meshes and paths

static const cdMesh *findMesh(PathJobs *jobs, const char *name, MeshPlacement placement, double allowance) {
    for (int32_t i = 0; i < jobs->meshCount; i++) {
        const PathMesh *known = &jobs->meshes[i];
        bool same = known->placement.normalize == placement.normalize &&
                    known->placement.scale == placement.scale && known->allowance == allowance;
        if (same && strcmp(known->name, name) == 0) return known->mesh;
    }
    PathMesh *added = addItem(jobs, (void **)&jobs->meshes, &jobs->meshCount, sizeof *added);
    if (added == NULL) return NULL;
    added->placement = placement;
    added->allowance = allowance;
    added->name = copyText(name);
    if (added->name == NULL && !failMemory(jobs)) return NULL;
    if (allowance > 0.0)
        added->mesh = CreateInsetMesh(name, placement, allowance, jobs->message, jobs->messageSize);
    else
        added->mesh = CreateSourceMesh(name, placement, CD_PART_HULL, jobs->message, jobs->messageSize);
    return added->mesh;
}

static bool findNodes(PathJobs *jobs, const char *file, const cdPathNode **nodes, int32_t *count) {
    int32_t i = 0;
    while (i < jobs->nodesCount && strcmp(jobs->nodes[i].file, file) != 0)
        i++;
    if (i == jobs->nodesCount) {
        PathNodes *added = addItem(jobs, (void **)&jobs->nodes, &jobs->nodesCount, sizeof *added);
        if (added == NULL) return false;
        added->file = copyText(file);
        if (added->file == NULL) return failMemory(jobs);
        if (!ReadNodesFile(file, &added->nodes, &added->count, jobs->message, jobs->messageSize))
            return false;
    }
    *nodes = jobs->nodes[i].nodes;
    *count = jobs->nodes[i].count;
    return true;
}

static bool setPath(PathJobs *jobs, PathJob *job, const char *file) {
    if (!findNodes(jobs, file, &job->nodes, &job->nodeCount)) return false;
    if (job->nodeCount >= 2) return true;
    snprintf(jobs->message, jobs->messageSize, "%s: a path needs at least two poses", file);
    return false;
}

static bool setObstaclePath(PathJobs *jobs, cdPathObstacle *obstacle, const char *file) {
    return findNodes(jobs, file, &obstacle->nodes, &obstacle->nodeCount);
}

static bool allocateItems(PathJobs *jobs, PathJob *job, int32_t shapeCount, int32_t obstacleCount) {
    job->shapes = calloc((size_t)shapeCount, sizeof *job->shapes);
    job->obstacles = calloc((size_t)obstacleCount, sizeof *job->obstacles);
    size_t pairs = (size_t)shapeCount * (size_t)obstacleCount;
    job->safetyDistances = calloc(pairs, sizeof *job->safetyDistances);
    if (job->shapes == NULL || job->obstacles == NULL || job->safetyDistances == NULL)
        return failMemory(jobs);
    job->shapeCount = shapeCount;
    job->obstacleCount = obstacleCount;
    return true;
}

static PathJob *addJob(PathJobs *jobs) {
    return addItem(jobs, (void **)&jobs->jobs, &jobs->jobCount, sizeof *jobs->jobs);
}

// --- The command line

bool AddPathJob(PathJobs *jobs, const PathCall *call) {
    PathJob *job = addJob(jobs);
    if (job == NULL || !allocateItems(jobs, job, 1, call->countB)) return false;
    job->safetyDistance = call->lengths.safetyDistance;
    if (!setPath(jobs, job, call->path)) return false;
    job->shapes[0] =
        (cdSlideShape){findMesh(jobs, call->a, call->placementA, call->lengths.allowance), cdIdentityPose()};
    if (job->shapes[0].mesh == NULL) return false;
    for (int32_t i = 0; i < call->countB; i++) {
        cdPathObstacle *obstacle = &job->obstacles[i];
        obstacle->mesh = findMesh(jobs, call->b[i], call->placementB, call->lengths.allowance);
        obstacle->pose = cdIdentityPose();
        job->safetyDistances[i] = job->safetyDistance;
        if (obstacle->mesh == NULL) return false;
        if (call->pathB != NULL && !setObstaclePath(jobs, obstacle, call->pathB)) return false;
    }
    return true;
}

// --- A list

// A mesh of a list, with its pose or its path.
typedef struct Item {
    char mesh[NAME_SIZE], path[NAME_SIZE];
    cdPose pose;
    bool hasPose;
    PathLengths lengths; // of its pairs; the allowance is its own
} Item;

static bool readItem(const JsonReader *reader, const cJSON *json, bool isObstacle, const PathJob *job,
                     Item *item) {
    static const char *const shapeKeys[] = {"mesh", "pose", "allowance", NULL};
    static const char *const obstacleKeys[] = {"mesh", "pose", "path", "allowance", "safety_distance", NULL};
    *item = (Item){.pose = cdIdentityPose(), .lengths = {job->safetyDistance, job->allowance}};
    if (cJSON_IsString(json)) {
        if (strlen(json->valuestring) >= NAME_SIZE)
            return FailJson(reader, json, "the name of a mesh is too long");
        memcpy(item->mesh, json->valuestring, strlen(json->valuestring) + 1);
        return true;
    }
    if (!cJSON_IsObject(json)) return FailJson(reader, json, "a mesh must be a text or an object");
    if (!CheckJsonKeys(reader, json, "a mesh", isObstacle ? obstacleKeys : shapeKeys)) return false;
    item->hasPose = cJSON_GetObjectItemCaseSensitive(json, "pose") != NULL;
    bool good = ReadJsonText(reader, json, "mesh", item->mesh, sizeof item->mesh) &&
                ReadJsonText(reader, json, "path", item->path, sizeof item->path) &&
                ReadJsonNumber(reader, json, "allowance", 0.0, &item->lengths.allowance) &&
                ReadJsonNumber(reader, json, "safety_distance", 0.0, &item->lengths.safetyDistance) &&
                ReadJsonPose(reader, json, "pose", &item->pose);
    if (good && item->mesh[0] == '\0') return FailJson(reader, json, "a mesh needs a \"mesh\"");
    if (good && item->hasPose && item->path[0] != '\0')
        return FailJson(reader, json, "a mesh has a \"pose\" or a \"path\", not both");
    return good;
}

// Puts "FILE:LINE: " before a message that is about another file or a mesh.
static bool failAt(const JsonReader *reader, const cJSON *json) {
    char why[NAME_SIZE];
    snprintf(why, sizeof why, "%s", reader->message);
    return FailJson(reader, json, "%s", why);
}

static bool readShapes(PathJobs *jobs, const JsonReader *reader, const cJSON *list, PathJob *job) {
    for (int32_t i = 0; i < job->shapeCount; i++) {
        const cJSON *json = cJSON_IsArray(list) ? cJSON_GetArrayItem(list, i) : list;
        Item item;
        if (!readItem(reader, json, false, job, &item)) return false;
        const cdMesh *mesh = findMesh(jobs, item.mesh, (MeshPlacement){.scale = 1.0}, item.lengths.allowance);
        if (mesh == NULL) return failAt(reader, json);
        job->shapes[i] = (cdSlideShape){mesh, item.pose};
    }
    return true;
}

static bool readObstacles(PathJobs *jobs, const JsonReader *reader, const cJSON *list, const char *pathB,
                          PathJob *job) {
    for (int32_t i = 0; i < job->obstacleCount; i++) {
        const cJSON *json = cJSON_IsArray(list) ? cJSON_GetArrayItem(list, i) : list;
        Item item;
        if (!readItem(reader, json, true, job, &item)) return false;
        for (int32_t k = 0; k < job->shapeCount; k++)
            job->safetyDistances[k * job->obstacleCount + i] = item.lengths.safetyDistance;
        const cdMesh *mesh = findMesh(jobs, item.mesh, (MeshPlacement){.scale = 1.0}, item.lengths.allowance);
        if (mesh == NULL) return failAt(reader, json);
        job->obstacles[i] = (cdPathObstacle){.mesh = mesh, .pose = item.pose};
        const char *file = item.path[0] != '\0' ? item.path : item.hasPose ? "" : pathB;
        if (file[0] != '\0' && !setObstaclePath(jobs, &job->obstacles[i], file)) return failAt(reader, json);
    }
    return true;
}

// Returns the number of meshes of `a` or `b`. @errors 0 with a message
static int32_t countItems(const JsonReader *reader, const cJSON *object, const char *key,
                          const cJSON **list) {
    *list = cJSON_GetObjectItemCaseSensitive(object, key);
    int count = cJSON_IsArray(*list) ? cJSON_GetArraySize(*list) : 1;
    if (*list == NULL)
        FailJson(reader, object, "a job needs \"%s\"", key);
    else if (count < 1 || count > ITEM_MAX)
        FailJson(reader, *list, "\"%s\" has from 1 to %d meshes", key, ITEM_MAX);
    return *list != NULL && count >= 1 && count <= ITEM_MAX ? count : 0;
}

static bool readJob(PathJobs *jobs, const JsonReader *reader, PathLengths defaults) {
    static const char *const keys[] = {"a", "b", "path", "path_b", "safety_distance", "allowance", NULL};
    const cJSON *root = reader->root, *listA, *listB;
    char path[NAME_SIZE] = "", pathB[NAME_SIZE] = "";
    if (!cJSON_IsObject(root)) return FailJson(reader, root, "a job must be an object");
    PathJob *job = addJob(jobs);
    if (job == NULL || !CheckJsonKeys(reader, root, "a job", keys)) return false;
    job->safetyDistance = defaults.safetyDistance;
    job->allowance = defaults.allowance;
    bool good = ReadJsonText(reader, root, "path", path, sizeof path) &&
                ReadJsonText(reader, root, "path_b", pathB, sizeof pathB) &&
                ReadJsonNumber(reader, root, "safety_distance", 0.0, &job->safetyDistance) &&
                ReadJsonNumber(reader, root, "allowance", 0.0, &job->allowance);
    if (!good) return false;
    if (path[0] == '\0') return FailJson(reader, root, "a job needs a \"path\"");
    int32_t countA = countItems(reader, root, "a", &listA);
    int32_t countB = countA > 0 ? countItems(reader, root, "b", &listB) : 0;
    if (countB == 0 || !allocateItems(jobs, job, countA, countB)) return false;
    if (!setPath(jobs, job, path)) return failAt(reader, root);
    return readShapes(jobs, reader, listA, job) && readObstacles(jobs, reader, listB, pathB, job);
}

static bool readLine(PathJobs *jobs, char *text, const char *path, int line, PathLengths defaults) {
    if (text[strspn(text, " \t\r")] == '\0') return true;
    const char *end = text;
    char flaw[JSON_FLAW_SIZE];
    cJSON *root = cJSON_ParseWithOpts(text, &end, true);
    if (root == NULL) {
        snprintf(jobs->message, jobs->messageSize, "%s:%d: %s", path, line,
                 DescribeJsonFlaw(text, end, flaw));
        return false;
    }
    const JsonReader reader = {text, path, root, line, jobs->message, jobs->messageSize};
    bool good = readJob(jobs, &reader, defaults);
    cJSON_Delete(root);
    return good;
}

bool ReadPathList(PathJobs *jobs, const char *path, PathLengths defaults) {
    size_t length = 0;
    char *text = ReadWholeFile(path, &length, jobs->message, jobs->messageSize);
    if (text == NULL) return false;
    bool good = true;
    int line = 1;
    for (char *at = text; good && at < text + length; line++) {
        char *end = memchr(at, '\n', (size_t)(text + length - at));
        if (end == NULL) end = text + length;
        *end = '\0';
        good = readLine(jobs, at, path, line, defaults);
        at = end + 1;
    }
    free(text);
    if (good && jobs->jobCount == 0) {
        snprintf(jobs->message, jobs->messageSize, "%s: the list has no jobs", path);
        good = false;
    }
    return good;
}

void DestroyPathJobs(PathJobs *jobs) {
    for (int32_t i = 0; i < jobs->jobCount; i++) {
        free(jobs->jobs[i].shapes);
        free(jobs->jobs[i].obstacles);
        free(jobs->jobs[i].safetyDistances);
    }
    for (int32_t i = 0; i < jobs->meshCount; i++) {
        free(jobs->meshes[i].name);
        cdDestroyMesh(jobs->meshes[i].mesh);
    }
    for (int32_t i = 0; i < jobs->nodesCount; i++) {
        free(jobs->nodes[i].file);
        free(jobs->nodes[i].nodes);
    }
    free(jobs->jobs);
    free(jobs->meshes);
    free(jobs->nodes);
    *jobs = (PathJobs){0};
}
