// Lessons: a paper as a guided tour of stops in scenes that run.
//
// A lesson is data: one file ends in a `const Lesson`, listed once in lesson_list.c. A stop names a scene and
// what is done in it, the event of a search that it speaks of, found by what it is and never by its number,
// what the picture shows, from where, the words of its card, and where there is something to try, a goal that
// is checked. lesson_run.h opens stops; the window and `firstcontact lesson` show them.
#ifndef APP_LESSON_H
#define APP_LESSON_H

#include "stage/stage.h"

// Shown beside the objects; everything else is off.
enum {
    LESSON_SHOWS_MOTION = 1,      // the screw axis and the paths
    LESSON_SHOWS_REGIONS = 2,     // contact regions, and the first contact
    LESSON_SHOWS_WHOLE_SET = 4,   // of the regions; else those that suffice
    LESSON_SHOWS_NORMALS = 8,     // of the regions
    LESSON_SHOWS_INDEX = 16,      // of the solid that the probe names
    LESSON_SHOWS_CULLING = 32,    // what the last step moves away
    LESSON_SHOWS_INSETS = 64,     // the views in the corners
    LESSON_SHOWS_LABELS = 128,    // words beside marks
    LESSON_SHOWS_NO_GHOSTS = 256, // neither the start nor the intended pose
    LESSON_SHOWS_THROUGH = 512,   // all surfaces let light through
    LESSON_SHOWS_HULLS = 1024     // convex hulls and what separates them
};

// How the camera is placed.
typedef enum LessonLook {
    LESSON_LOOK_SCENE = 0, // the scene's own camera
    LESSON_LOOK_ALL,       // all objects
    LESSON_LOOK_STEP,    // what was moved last, at the start, at the target and where it is, and what it met
    LESSON_LOOK_PAIR,    // both objects of the search, whole
    LESSON_LOOK_EVENT,   // what the event is about: spheres, triangles, edges, supporting vertices
    LESSON_LOOK_REGIONS, // the contact regions
    LESSON_LOOK_POINT    // the probe's point
} LessonLook;

typedef struct LessonStop {
    const char *title;
    const char *text;    // two sentences
    const char *formula; // NULL: none
    const char *source;  // "[RKC01 4.2]"
    const char *scene;   // NULL: the lesson's

    int32_t story;                 // the step of the scene's story that is run, from 1; 0: none
    void (*prepare)(Stage *stage); // after that; NULL: nothing

    // The event of a search; NULL: the stop is about none. Returns -1 if the search has no such event.
    int32_t (*find)(const StageSteps *steps);
    StepsSearch search;

    unsigned shows; // LESSON_SHOWS_...
    LessonLook look;
    double reach; // as many times as near as possible is the eye away; 0: 1
    cdVec3 from;  // preferred direction towards the eye; 0: that of the scene's camera

    const char *goal;                      // "Drag the teapot ...", NULL: nothing to try
    bool (*isReached)(const Stage *stage); // of the goal
} LessonStop;

enum { LESSON_STOP_MAX = 12 };

typedef struct Lesson {
    const char *name; // as its page in docs/methods/
    const char *title;
    const char *paper;       // whose method it is
    const char *scene;       // by name
    const LessonStop *stops; // stops[stopCount]
    int32_t stopCount;
} Lesson;

// All lessons, in the order of the menu. @lifetime static
const Lesson *const *GetLessons(int32_t *count);
const Lesson *FindLesson(const char *name); // NULL: no lesson has that name
// By name: the scene of a stop.
const char *GetLessonScene(const Lesson *lesson, int32_t stop);

#endif
