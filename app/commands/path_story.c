// Searches a path for its picture, and samples its poses.
//
// The minima of equal parts of the time colour the path. Ghosts stand at equal distances along the path, some
// diameters of the set apart.
#include "commands/path_story.h"

#include <math.h>
#include <string.h>

static const double GHOST_SPACING = 1.5;   // radii of the set between two ghosts, at least
static const double PART_PRECISION = 1e-3; // of the minima of parts, radii of the set

// --- Poses

static double getCosine(cdQuat a, cdQuat b) {
    return fabs(a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z);
}

cdPose GetStoryPose(const cdPathNode *nodes, int32_t nodeCount, double time) {
    if (!(time > nodes[0].time)) return nodes[0].pose;
    int32_t i = 1;
    while (i < nodeCount && nodes[i].time < time)
        i++;
    if (i == nodeCount) return nodes[nodeCount - 1].pose;
    double t = (time - nodes[i - 1].time) / (nodes[i].time - nodes[i - 1].time);
    cdMotion screw = cdMakeMotion(nodes[i - 1].pose, nodes[i].pose, (cdVec3){0.0, 0.0, 0.0});
    return cdGetPoseAt(&screw, t);
}

cdPose GetStoryObstaclePose(const cdPathObstacle *obstacle, double time) {
    return obstacle->nodes == NULL ? obstacle->pose
                                   : GetStoryPose(obstacle->nodes, obstacle->nodeCount, time);
}

static void findOwnSphere(PathStory *story) {
    const PathJob *job = story->job;
    cdVec3 sum = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < job->shapeCount; i++) {
        cdMeshInfo info = cdGetMeshInfo(job->shapes[i].mesh);
        sum = cdAdd(sum, cdTransformPoint(job->shapes[i].pose, info.center));
    }
    story->ownMiddle = cdScale(1.0 / job->shapeCount, sum);
    story->ownRadius = 0.0;
    for (int32_t i = 0; i < job->shapeCount; i++) {
        cdMeshInfo info = cdGetMeshInfo(job->shapes[i].mesh);
        cdVec3 center = cdTransformPoint(job->shapes[i].pose, info.center);
        double radius = cdLength(cdSub(center, story->ownMiddle)) + info.radius + info.roundingRadius;
        story->ownRadius = fmax(story->ownRadius, radius);
    }
}

static void samplePath(PathStory *story) {
    const PathJob *job = story->job;
    double begin = job->nodes[0].time, end = job->nodes[job->nodeCount - 1].time;
    for (int32_t i = 0; i <= STORY_SAMPLES; i++) {
        StoryPose *sample = &story->samples[i];
        sample->time = begin + (end - begin) * i / STORY_SAMPLES;
        sample->pose = GetStoryPose(job->nodes, job->nodeCount, sample->time);
        sample->middle = cdTransformPoint(sample->pose, story->ownMiddle);
        sample->passed = 0.0;
        if (i == 0) continue;
        double turn = 2.0 * acos(fmin(1.0, getCosine(sample[-1].pose.q, sample->pose.q)));
        sample->passed =
            sample[-1].passed + cdLength(cdSub(sample->middle, sample[-1].middle)) + turn * story->ownRadius;
    }
}

static void chooseGhosts(PathStory *story) {
    double length = story->samples[STORY_SAMPLES].passed;
    int32_t count = 1 + (int32_t)fmin(STORY_GHOSTS - 1, length / (GHOST_SPACING * story->ownRadius));
    if (count < 2) count = 2;
    int32_t next = 0;
    for (int32_t i = 0; i <= STORY_SAMPLES && next < count; i++) {
        if (story->samples[i].passed < length * next / (count - 1) && i < STORY_SAMPLES) continue;
        story->ghosts[next++] = i;
    }
    story->ghostCount = next;
}

// --- Parts of the time

bool IsOpenPart(const cdPathBound *bound) {
    return !(bound->lower > 0.0) && !IsContactPart(bound);
}

bool IsContactPart(const cdPathBound *bound) {
    return !(bound->lower > 0.0) && bound->upper < 1e-9;
}

const cdPathBound *GetStoryPart(const PathStory *story, double time) {
    double begin = story->samples[0].time, end = story->samples[STORY_SAMPLES].time;
    int32_t part = (int32_t)(STORY_PARTS * (time - begin) / (end - begin));
    return &story->bounds[part < 0 ? 0 : part >= STORY_PARTS ? STORY_PARTS - 1 : part];
}

// --- The results

static void choosePose(PathStory *story) {
    const cdFirstContact *contact = &story->contact.contact;
    const cdPathClearance *least = &story->clearance;
    const PathJob *job = story->job;
    bool touches = contact->state == CD_CONTACT || contact->state == CD_OVERLAP;
    story->time = touches ? story->contact.resolvedTime : least->time;
    story->pose = touches ? contact->resolvedPose : GetStoryPose(job->nodes, job->nodeCount, least->time);
    story->mark = cdTransformPoint(story->pose, story->ownMiddle);
    if (contact->state == CD_CONTACT) {
        story->mark = contact->point;
        story->normal = contact->normal;
    } else if (least->edge >= 0) {
        story->mark = cdLerp(least->pointA, least->pointB, 0.5);
        story->normal = least->normal;
    }
}

bool MakePathStory(PathStory *story, const PathJob *job, double precision, cdBudget budget) {
    memset(story, 0, sizeof *story);
    story->job = job;
    cdPathClearanceInput input = {.path = {.nodes = job->nodes,
                                           .nodeCount = job->nodeCount,
                                           .shapes = job->shapes,
                                           .shapeCount = job->shapeCount,
                                           .obstacles = job->obstacles,
                                           .obstacleCount = job->obstacleCount,
                                           .safetyDistances = job->safetyDistances,
                                           .budget = budget},
                                  .precision = precision};
    cdWorkspace *workspace = cdCreateWorkspace();
    if (workspace == NULL) return false;
    story->contact = cdFindPathContact(&input.path, workspace, NULL);
    story->clearance = cdFindPathClearance(&input, workspace);
    findOwnSphere(story);
    input.precision = fmax(precision, PART_PRECISION * story->ownRadius);
    input.bounds = story->bounds;
    input.boundCount = STORY_PARTS;
    cdPathClearance parts = cdFindPathClearance(&input, workspace);
    cdDestroyWorkspace(workspace);
    story->isOpen = parts.state == CD_UNDECIDED || story->clearance.state == CD_UNDECIDED;
    for (int32_t i = 0; i < STORY_PARTS; i++)
        if (isfinite(story->bounds[i].lower)) story->scale = fmax(story->scale, story->bounds[i].lower);
    samplePath(story);
    chooseGhosts(story);
    choosePose(story);
    return parts.reason != CD_REASON_WORKSPACE;
}
