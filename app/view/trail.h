// The trail: the path of a long step, played over a short time and then faded out.
//
// A step that is long on the screen may lead around obstacles. Without its path the object would seem to pass
// through them. Each shown pose lies on the certified path, at most TRAIL_PLAY_TIME behind the stage.
#ifndef APP_TRAIL_H
#define APP_TRAIL_H

#include "stage/stage.h"

enum { TRAIL_POSE_MAX = 128 };

typedef struct Trail {
    bool present;
    int32_t object;
    int32_t poseCount; // path through poses[poseCount], with a screw between neighbours
    cdPose poses[TRAIL_POSE_MAX];
    double lengths[TRAIL_POSE_MAX]; // of the path up to each pose
    int32_t contactPose;            // index of the pose at the first contact; -1: none
    double begin;                   // start of playing, seconds
    int64_t queryCount, placeCount; // of the stage, as last read
} Trail;

// Updates the trail with the stage's steps since the last call. `now`: seconds.
void FollowTrail(Trail *trail, const Stage *stage, double now);
// True while the trail plays; returns the object's pose on it.
bool GetTrailPose(const Trail *trail, const Stage *stage, double now, cdPose *pose);
// True while the trail plays before the first contact.
bool IsBeforeContact(const Trail *trail, double now);
// Visibility of the trail, 1 to 0.
double GetTrailStrength(const Trail *trail, double now);
// Returns the pose at a share of the path.
cdPose GetPoseOnTrail(const Trail *trail, const Stage *stage, double share);

#endif
