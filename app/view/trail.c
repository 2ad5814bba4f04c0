// Builds trails from steps of the stage, and plays them.
//
// (1) A step is long if its path is a noticeable part of the object's size. A long step begins to play. A
// step made meanwhile is appended, and the rest plays in the same time. (2) The trail plays by path length
// (shift of the centre and turn of the surface), slowing down towards its end.
#include "view/trail.h"

#include <math.h>
#include <string.h>

static const double playTime = 0.15, fadeTime = 1.6; // seconds
static const double longStep = 0.3;                  // of the object's radius

// --- (1) Building

static double measurePart(const StageObject *object, cdPose a, cdPose b) {
    cdVec3 center = object->info.center;
    cdQuat q = cdMulQuat(cdConjugate(a.q), b.q);
    double turn = 2.0 * atan2(cdLength((cdVec3){q.x, q.y, q.z}), fabs(q.w));
    return cdLength(cdSub(cdTransformPoint(b, center), cdTransformPoint(a, center))) +
           turn * object->info.radius;
}

// Drops the oldest pose if the trail is full.
static void append(Trail *trail, const StageObject *object, cdPose pose) {
    if (trail->poseCount == TRAIL_POSE_MAX) {
        memmove(trail->poses, trail->poses + 1, (TRAIL_POSE_MAX - 1) * sizeof *trail->poses);
        memmove(trail->lengths, trail->lengths + 1, (TRAIL_POSE_MAX - 1) * sizeof *trail->lengths);
        --trail->poseCount;
        --trail->contactPose;
    }
    int32_t last = trail->poseCount++;
    trail->poses[last] = pose;
    trail->lengths[last] =
        last > 0 ? trail->lengths[last - 1] + measurePart(object, trail->poses[last - 1], pose) : 0.0;
}

// A step that begins in contact has its first contact at its start, others at the end of their first leg.
static bool isContactAtStart(const StageObject *object, const StageQuery *query) {
    cdPose start = query->motion.start, contact = cdGetPoseAt(&query->motion, query->contact.t.lo);
    return measurePart(object, start, contact) < 0.5 * measurePart(object, start, query->path[0]);
}

static void appendPath(Trail *trail, const Stage *stage) {
    const StageQuery *query = &stage->query;
    const StageObject *object = &stage->objects[query->object];
    int32_t start = trail->poseCount - 1;
    for (int32_t i = 0; i < query->pathCount; ++i)
        append(trail, object, query->path[i]);
    if (query->contact.state == CD_CONTACT && trail->contactPose < 0)
        trail->contactPose = isContactAtStart(object, query) ? start : start + 1;
}

static double measurePath(const Stage *stage) {
    const StageQuery *query = &stage->query;
    double length = 0.0;
    cdPose from = query->motion.start;
    for (int32_t i = 0; i < query->pathCount; ++i) {
        length += measurePart(&stage->objects[query->object], from, query->path[i]);
        from = query->path[i];
    }
    return length;
}

static double getPlayed(const Trail *trail, double now) {
    double share = (now - trail->begin) / playTime;
    return trail->present ? fmin(fmax(share, 0.0), 1.0) : 1.0;
}

// Begins at `from`, after the part of the present trail not played yet.
static void begin(Trail *trail, const Stage *stage, double now) {
    const StageQuery *query = &stage->query;
    const StageObject *object = &stage->objects[query->object];
    Trail before = *trail;
    cdPose from = query->motion.start;
    bool plays = GetTrailPose(&before, stage, now, &from);
    double played = getPlayed(&before, now) * before.lengths[plays ? before.poseCount - 1 : 0];
    trail->present = true;
    trail->object = query->object;
    trail->poseCount = 0;
    trail->contactPose = -1;
    trail->begin = now;
    append(trail, object, from);
    for (int32_t i = 0; plays && i < before.poseCount; ++i) {
        if (before.lengths[i] > played) append(trail, object, before.poses[i]);
    }
    appendPath(trail, stage);
}

void FollowTrail(Trail *trail, const Stage *stage, double now) {
    const StageQuery *query = &stage->query;
    bool teleported = stage->changes.places != trail->placeCount,
         queried = stage->recent.count != trail->queryCount;
    trail->placeCount = stage->changes.places;
    trail->queryCount = stage->recent.count;
    if (teleported || (trail->present && trail->object >= stage->objectCount)) trail->present = false;
    if (teleported || !queried || !query->present || query->pathCount == 0) return;
    bool other = trail->present && trail->object != query->object;
    if (other) trail->present = false;
    const StageObject *object = &stage->objects[query->object];
    bool plays = trail->present && getPlayed(trail, now) < 1.0;
    if (plays || measurePath(stage) > longStep * object->info.radius) begin(trail, stage, now);
}

// --- (2) Playing

cdPose GetPoseOnTrail(const Trail *trail, const Stage *stage, double share) {
    int32_t last = trail->poseCount - 1, part = 1;
    double length = share * trail->lengths[last];
    while (part < last && trail->lengths[part] < length)
        ++part;
    if (last == 0) return trail->poses[0];
    double from = trail->lengths[part - 1], to = trail->lengths[part];
    cdMotion motion =
        cdMakeMotion(trail->poses[part - 1], trail->poses[part], stage->objects[trail->object].info.center);
    return cdGetPoseAt(&motion, to > from ? fmin((length - from) / (to - from), 1.0) : 1.0);
}

bool GetTrailPose(const Trail *trail, const Stage *stage, double now, cdPose *pose) {
    double played = getPlayed(trail, now);
    if (played >= 1.0) return false;
    *pose = GetPoseOnTrail(trail, stage, played);
    return true;
}

bool IsBeforeContact(const Trail *trail, double now) {
    double played = getPlayed(trail, now);
    if (played >= 1.0 || trail->contactPose < 0) return played < 1.0;
    return played * trail->lengths[trail->poseCount - 1] < trail->lengths[trail->contactPose];
}

double GetTrailStrength(const Trail *trail, double now) {
    double since = now - trail->begin - playTime;
    return trail->present ? fmin(fmax(1.0 - since / fadeTime, 0.0), 1.0) : 0.0;
}
