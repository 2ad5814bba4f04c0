// Intentions: changes requested by the user, a device or a panel, as data.
//
// Input, devices and panels only append intentions (services/queue.h); hand/resolve.c alone carries them out,
// before the picture is drawn. So nothing changes while panels and pictures read the state.
#ifndef APP_INTENTION_H
#define APP_INTENTION_H

#include "collision/base.h"
#include "lessons/lesson.h"
#include "scenes/scene.h"
#include "stage/objects/option_values.h"

typedef struct App App;

typedef enum IntentionKind {
    INTEND_NOTHING = 0,
    // Holding and moving:
    INTEND_TAKE,          // index: object; point: grabbed point, world frame
    INTEND_MODAL,         // index: a Hold, HOLD_MODAL_MOVE or HOLD_MODAL_TURN of the selected object
    INTEND_HANDLE,        // index: a GizmoHandle of the selected object
    INTEND_TAKE_WAYPOINT, // value: time on the way; between two waypoints: adds one there
    INTEND_LET_GO,        // flag: keeps the pose; else the object returns
    INTEND_NUDGE,         // point: steps right, up and forward; index: NUDGE_... flags
    INTEND_PUSH,          // index: object; pose: target of the push
    INTEND_END_PUSH,
    // Objects:
    INTEND_SELECT, // index: object; -1: the next one
    INTEND_HIDE,   // hides or shows the selected object
    INTEND_SEE_THROUGH,
    INTEND_POSE,   // pose: typed for the selected object
    INTEND_OPTION, // option, value: of the selected object
    INTEND_JOINT,  // index: joint; count: a StageJointOption; value
    INTEND_GROUP,  // index: object to add to or remove from the group, -1: the selected one; flag: remove all
    INTEND_COPY,
    INTEND_REMOVE,
    INTEND_WAY_OUT, // seeks the way out of the selected object, or ends the search
    INTEND_FORGET_WAY,
    INTEND_UNDO,
    INTEND_REDO,
    // Contact detection:
    INTEND_MODE,     // switches between discrete and continuous
    INTEND_RESPONSE, // next of stop, slide, bounce
    INTEND_GRAVITY,  // switches it
    INTEND_GROUND,   // switches it
    INTEND_PARAM,    // index, value: of the scene's parameters
    // Time:
    INTEND_RESTART,
    INTEND_PLAY,       // plays or pauses
    INTEND_STEP,       // count: steps, negative: back; flag: a far step, several at once
    INTEND_ROUTE,      // index: of the scene's routes
    INTEND_NEXT_ROUTE, // count: routes to advance
    INTEND_SCRUB,      // value: t on the route
    INTEND_SEEK,       // count: frame of the replay, or of this session
    INTEND_LEAVE_REPLAY,
    // The page "Step by step":
    INTEND_CURSOR_MOVE,   // count: events
    INTEND_CURSOR_SKIP,   // count: direction
    INTEND_CURSOR_SET,    // count: the event
    INTEND_CURSOR_PLAY,   // plays or pauses
    INTEND_CURSOR_SEARCH, // index: a StepsSearch
    // Lessons:
    INTEND_LESSON,      // lesson: to begin
    INTEND_LESSON_STEP, // count: stops to advance; 0: restart the current one
    INTEND_LEAVE_LESSON,
    // Files:
    INTEND_OPEN_SCENE,  // scene
    INTEND_STEP_SCENE,  // count: built-in scenes to advance
    INTEND_OPEN_FILE,   // path: a scene or a recording to open, or a mesh to add
    INTEND_TAKE_LOADED, // adds the loaded files to the scene
    INTEND_CANCEL_LOADS,
    INTEND_OPEN_ADDED, // opens only the added meshes, in their own size
    INTEND_RELOAD,     // the scene's file
    INTEND_SAVE,       // path: target file; NULL: the scene's file, or a new name
    INTEND_WRITE,      // write: saves something, such as a picture or a recording
    INTEND_KIND_COUNT
} IntentionKind;

enum { NUDGE_TURNS = 1, NUDGE_FINE = 2, NUDGE_REPEATED = 4 };

typedef struct Intention {
    IntentionKind kind;
    int32_t index;
    int64_t count;
    bool flag;
    StageOption option;
    double value;
    cdPose pose;
    cdVec3 point;
    const Scene *scene;
    const Lesson *lesson;
    char *path; // owned
    void (*write)(App *app);
} Intention;

enum { INTENTION_MAX = 64 };

// Queue of intentions. Those of panels are resolved at the beginning of the next frame.
typedef struct Intentions {
    Intention waiting[INTENTION_MAX]; // a ring
    int32_t first, count;
} Intentions;

#endif
