// The last step of a stage, and those before it.
#ifndef APP_STATE_QUERY_H
#define APP_STATE_QUERY_H

#include "collision/collision.h"
#include "collision/slide.h"
#include "scenes/scene.h"
#include "stage/state/limit.h"
#include "stage/state/status.h"

enum { STAGE_MEDIAN_COUNT = 64, STAGE_TOUCH_MAX = 64, STAGE_LIMIT_MAX = 64, STAGE_PATH_MAX = 32 };

// Results of a discrete step's motion by the methods that find a time.
typedef struct StageTimes {
    bool present;
    cdFirstContact continuous;
    double continuousMicroseconds;
    bool halved;         // overlaps at the end, so that halving the step finds a time
    cdState halvedState; // CD_CONTACT: at `halvedTime`; CD_OVERLAP: at the start
    double halvedTime;   // fraction of the step
    double halvedMicroseconds;
} StageTimes;

// The last step.
typedef struct StageQuery {
    bool present;
    int32_t object;        // the moved one
    int32_t obstacle;      // the one in contact; -1: none
    int32_t proxyObstacle; // the one that the convex proxies report; -1: they were not tested
    SceneMode mode;
    SceneResponse response;
    StageStatus status;
    cdFirstContact contact; // continuous; discrete: state, stats and resolved pose
    cdOverlap overlap;      // discrete
    cdMotion motion;        // from the start to the intended pose
    double microseconds;
    int32_t touchCount;
    cdTouch touches[STAGE_TOUCH_MAX];
    int32_t legCount;  // of a slide: number of queries; 0: it did not slide
    bool reached;      // the slide reached the intended pose
    int32_t pathCount; // the object moved over path[pathCount], along the screw from each pose to the next
    cdPose path[STAGE_PATH_MAX];
    int32_t pushed;  // the object that gives way in the next step of the world; -1: none
    bool late;       // cut short: the object stays in the part of its path that is known to be free
    StageStop stop;  // the reason
    bool followUp;   // results are missing: FollowUpStageQuery
    bool unfinished; // cut short, or progress without reaching the end; repeating the step continues it
    int32_t limitCount;
    cdSlideConstraint
        limits[STAGE_LIMIT_MAX]; // contacts that block it at its resolved pose; obstacle: an object
    StageTimes times;
} StageQuery;

// The last query.
typedef struct StageAsked {
    cdPose *poses;       // poses[objectCount]: of each object at that query
    StageQuery replaced; // that query, if `query` of the stage is about an object placed since
} StageAsked;

// Times and counters of the recent steps; both arrays are rings.
typedef struct StageRecent {
    double microseconds[STAGE_MEDIAN_COUNT];
    cdQueryStats stats[STAGE_MEDIAN_COUNT];
    int32_t count; // of all steps ever
    int32_t first; // of the present method: medians begin there
} StageRecent;

#endif
