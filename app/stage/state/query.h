// The last step of a stage, and those before it.
#ifndef APP_STATE_QUERY_H
#define APP_STATE_QUERY_H

#include "collision/collision.h"
#include "collision/slide.h"
#include "scenes/scene.h"
#include "stage/state/limit.h"
#include "stage/state/status.h"

enum { STAGE_MEDIAN_COUNT = 64, STAGE_TOUCH_MAX = 64, STAGE_LIMIT_MAX = 64, STAGE_WAY_MAX = 32 };

// What a discrete step would have been by the ways that know a time.
typedef struct StageTimes {
    bool present;
    cdFirstContact continuous;
    double continuousMicroseconds;
    bool halved;         // overlaps at the end, so that halving the step gives a time
    cdState halvedState; // CD_CONTACT: at `halvedTime`; CD_OVERLAP: at the start already
    double halvedTime;   // fraction of the step
    double halvedMicroseconds;
} StageTimes;

// The last step, whole.
typedef struct StageQuery {
    bool present;
    int32_t object;        // that moved
    int32_t obstacle;      // that was met, -1: none
    int32_t proxyObstacle; // that the convex proxies tell of, -1: they were not asked
    SceneMode mode;
    SceneResponse response;
    StageStatus status;
    cdFirstContact contact; // continuous; discrete: state, stats and rest pose
    cdOverlap overlap;      // discrete
    cdMotion motion;        // from the start to the intended pose
    double microseconds;
    int32_t touchCount;
    cdTouch touches[STAGE_TOUCH_MAX];
    int32_t legCount; // of a slide: queries made; 0: it did not slide
    bool reached;     // a slide that has come to the intended pose
    int32_t wayCount; // the object was led over way[wayCount], along the screw from each pose to the next
    cdPose way[STAGE_WAY_MAX];
    bool late;       // cut short: the object is left where the way to it is known to be free
    StageStop stop;  // by what
    bool followUp;   // not all is known: FollowUpStageQuery
    bool unfinished; // a step that was cut short, or came on but not to its end: the same once more continues
                     // it
    int32_t limitCount;
    cdSlideLimit limits[STAGE_LIMIT_MAX]; // what held it where it is left; obstacle: an object
    StageTimes times;
} StageQuery;

// The query that was asked last.
typedef struct StageAsked {
    cdPose *poses;       // poses[objectCount]: where each object was
    StageQuery replaced; // the query, where `query` of the stage is about an object put somewhere since
} StageAsked;

// Times and counters of the recent steps; both arrays are rings.
typedef struct StageRecent {
    double microseconds[STAGE_MEDIAN_COUNT];
    cdQueryStats stats[STAGE_MEDIAN_COUNT];
    int32_t count; // of all steps
} StageRecent;

#endif
