// The trail: the way that an object was led, played over a short time, and shown fading afterwards.
//
// A step that is long on the screen may lead around obstacles; without its way it looks as if the object had
// gone through them. Every pose that is shown lies on the certified way, at most TRAIL_PLAY_TIME behind the
// stage.
#ifndef APP_TRAIL_H
#define APP_TRAIL_H

#include "stage/stage.h"

enum { TRAIL_POSE_MAX = 128 };

typedef struct Trail {
    bool present;
    int32_t object;
    int32_t poseCount; // the way leads over poses[poseCount], by a screw from each to the next
    cdPose poses[TRAIL_POSE_MAX];
    double lengths[TRAIL_POSE_MAX]; // of the way up to each pose
    int32_t contactPose;            // index of the pose at the first contact; -1: none
    double begin;                   // when it begins to play, seconds
    int64_t queryCount, placeCount; // of the stage, that it knows
} Trail;

// Takes in what was done to the stage since the last call. `now`: seconds.
void FollowTrail(Trail *trail, const Stage *stage, double now);
// True while the object is shown on its way: its pose then.
bool GetTrailPose(const Trail *trail, const Stage *stage, double now, cdPose *pose);
// True while the object is shown before its first contact.
bool IsBeforeContact(const Trail *trail, double now);
// How strongly the trail is still shown, 1 to 0.
double GetTrailStrength(const Trail *trail, double now);
// The pose at a share of the way.
cdPose GetPoseOnTrail(const Trail *trail, const Stage *stage, double share);

#endif
