// Lessons: guided tours of the papers, with stops in running scenes.
//
// A lesson is data: a file ends in a `const Lesson`, listed in lesson_list.c. A stop names a scene and an
// action in it, an event of a search, found by its properties and never by its number, the contents and
// camera of the picture, the text of its card, and a goal to try, which is checked. lesson_run.h opens stops;
// the window and `firstcontact lesson` show them.
#ifndef APP_LESSON_H
#define APP_LESSON_H

#include "stage/stage.h"
#include "view/view_options.h"
#include "view/way.h"

// Items shown beside the objects; all others are off.
enum {
    LESSON_SHOWS_MOTION = 1,      // the screw axis and the paths
    LESSON_SHOWS_REGIONS = 2,     // contact regions, and the first contact
    LESSON_SHOWS_WHOLE_SET = 4,   // all regions; else the sufficient subset
    LESSON_SHOWS_NORMALS = 8,     // of the regions
    LESSON_SHOWS_INDEX = 16,      // index of the probed solid
    LESSON_SHOWS_CULLING = 32,    // faces that the last step moves away
    LESSON_SHOWS_INSETS = 64,     // corner views
    LESSON_SHOWS_LABELS = 128,    // labels of marks
    LESSON_SHOWS_NO_GHOSTS = 256, // neither start nor target pose
    LESSON_SHOWS_THROUGH = 512,   // all surfaces transparent
    LESSON_SHOWS_HULLS = 1024     // convex hulls and the plane between them
};

// Subject of the camera.
typedef enum LessonLook {
    LESSON_LOOK_SCENE = 0, // the scene's own camera
    LESSON_LOOK_ALL,       // all objects
    LESSON_LOOK_STEP,      // the last moved object at its start, target and resolved pose, and its obstacle
    LESSON_LOOK_PAIR,      // both objects of the search
    LESSON_LOOK_EVENT,     // parts of the event: spheres, triangles, edges, supporting vertices
    LESSON_LOOK_REGIONS,   // the contact regions
    LESSON_LOOK_POINT      // the probe's point
} LessonLook;

typedef struct LessonStop {
    const char *title;
    const char *text;    // two sentences
    const char *formula; // or NULL
    const char *source;  // "[RKC01 4.2]"
    const char *scene;   // NULL: the lesson's

    int32_t story;                 // step of the scene's story to run, from 1; 0: none
    void (*prepare)(Stage *stage); // runs after that; or NULL

    // Finds the stop's event; NULL for a stop without one. Returns -1 if the search has no such event.
    int32_t (*find)(const StageSteps *steps);
    StepsSearch search;

    unsigned shows; // LESSON_SHOWS_...
    LessonLook look;
    double reach; // distance of the eye as a multiple of the smallest possible one; 0: 1
    cdVec3 from;  // preferred direction towards the eye; 0: that of the scene's camera

    // The goal, and one of four tests that return true when it is reached, and false when the stop opens.
    const char *goal;                         // "Drag the teapot ..."
    bool (*isReached)(const Stage *stage);    // tested once the user has moved or changed something
    bool (*isEvent)(const StageSteps *steps); // tested at events other than the stop's own, in its search
    bool (*isShown)(const ViewOptions *view); // overlays
    bool (*isWay)(const Stage *stage, const Way *way); // tested once there is a way out
} LessonStop;

enum { LESSON_STOP_MAX = 12 };

typedef struct Lesson {
    const char *name; // also of its page in docs/methods/
    const char *title;
    const char *paper;       // source of the method
    const char *scene;       // by name
    const LessonStop *stops; // stops[stopCount]
    int32_t stopCount;
} Lesson;

// Returns all lessons in the order of the menu. @lifetime static
const Lesson *const *GetLessons(int32_t *count);
const Lesson *FindLesson(const char *name); // @errors NULL
// Returns the name of a stop's scene.
const char *GetLessonScene(const Lesson *lesson, int32_t stop);

#endif
