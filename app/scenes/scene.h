// Scenes: what stands where, what moves, what must happen. Plain data, with no drawing in it.
//
// A scene is one file: statics only, and one exported `const Scene` at its end, listed once in scene_list.h.
// `create` fills a SceneData, which is also what a scene file holds, so built-in and loaded scenes take the
// same way through the program. Scenes know the collision library alone: meshes are named, and whoever shows
// or checks a scene resolves the names (app/stage/mesh_source.h). The window, the tests and the benchmarks
// run the same scenes. Frames: world is right-handed, +Y up. Lengths in the meshes' unit, angles in radians,
// time in seconds.
#ifndef APP_SCENE_H
#define APP_SCENE_H

#include "collision/boxes.h"
#include "collision/draw.h"
#include "collision/query.h"
#include "collision/world.h"
#include "scenes/separation_tally.h"

enum { SCENE_NAME_SIZE = 64, SCENE_TEXT_SIZE = 512, SCENE_CAPTION_SIZE = 160 };

typedef enum SceneBody {
    SCENE_FIXED = 0,
    SCENE_DRIVEN,  // moved by hand, by the story, or by `step`, and stopped by what is in the way
    SCENE_DYNAMIC, // moved by forces
    SCENE_MOVED    // put by `step` where it says, without a query
} SceneBody;

typedef enum SceneMode { SCENE_CONTINUOUS = 0, SCENE_DISCRETE } SceneMode;
// Bounce: what the hand holds is a dynamic body, pulled by a spring and thrown when let go.
typedef enum SceneResponse { SCENE_STOP = 0, SCENE_SLIDE, SCENE_BOUNCE } SceneResponse;

typedef struct SceneObject {
    int32_t line; // of the scene file, where its mesh is named; 0: it comes from no file
    char name[SCENE_NAME_SIZE];
    char mesh[SCENE_TEXT_SIZE]; // builtin:NAME:params, or a file
    bool normalize; // centred on its bounding box and scaled to unit bounding radius, before `scale`
    double scale;
    cdPose pose;       // at the start
    bool transparent;  // drawn so that one sees what is inside
    bool noProxy;      // its queries do without convex hulls
    double leafRadius; // of its sphere tree; 0: one for all objects, chosen by their triangles
    SceneBody body;
    double density;                   // of a dynamic body
    double mass;                      // in all; 0: by the density
    double restitution, friction;     // of all bodies that a dynamic one may meet
    cdVec3 velocity, angularVelocity; // at the start, of a dynamic body
} SceneObject;

// Ties an object to another, or to the world.
typedef struct SceneJoint {
    cdJointKind kind;
    int32_t objects[2];   // the first dynamic; the second -1: the world
    cdVec3 point, axis;   // world, at the start
    double speed, torque; // of a hinge's motor; torque 0: none
} SceneJoint;

typedef struct SceneCamera {
    cdVec3 eye, target; // the same point: where everything is seen
    double fov;         // of the vertical, radians
} SceneCamera;

// One step of the scene's scripted story: what `render` draws, what a demonstration plays, what a check holds
// it to. An object makes a step, or, when `object` is -1, the scene moves by itself up to a time.
typedef struct SceneStoryStep {
    char caption[SCENE_CAPTION_SIZE];
    double time;    // since the scene's start, seconds; only when `object` is -1
    int32_t object; // index of the driven object
    SceneMode mode;
    SceneResponse response; // of a continuous step
    bool continues;         // begins where the last step, of the same object, left it; `start` is not used
    cdPose start, target;   // its pose before, and the intended one
    cdState expected;       // of the query in that mode
} SceneStoryStep;

enum { SCENE_PARAM_MAX = 16 };

typedef struct SceneData {
    char name[SCENE_NAME_SIZE];
    char about[SCENE_TEXT_SIZE]; // what to look at
    char file[SCENE_TEXT_SIZE];  // it was read from, for messages; empty: from none
    cdVec3 gravity;
    SceneMode mode;
    SceneResponse response;
    double margin; // gap kept at contact, length; 0: the query's own
    bool ground;   // an endless one under everything, drawn and held; false: there is none
    cdBox3 bounds; // bodies leave beyond it (cdWorldDef); zeroed: none. Not in scene files
    SceneCamera camera;
    SceneObject *objects; // objects[objectCount]
    int32_t objectCount;
    SceneJoint *joints; // joints[jointCount]
    int32_t jointCount;
    SceneStoryStep *story; // story[storyCount]
    int32_t storyCount;
    double params[SCENE_PARAM_MAX]; // of the parameters of a built-in scene, in their order
    void *own; // what a scene that moves by itself knows beyond its objects; NULL: nothing
    void (*destroyOwn)(void *own);
} SceneData;

// What a scene that moves by itself reads and writes at each step.
typedef struct SceneStep {
    const SceneData *data;
    double time;            // since the scene's start, at the end of this step
    double dt;              // length of this step
    const cdPose *resolved; // resolved[objectCount]: where each object is
    cdPose *intended; // intended[objectCount]: where each driven object shall go; filled with `resolved`
    cdState *states;  // states[objectCount]: of moved objects, how they are shown; filled with CD_FREE
    SeparationTally *tally; // zeroed; frames stays 0 where nothing is counted
} SceneStep;

typedef enum SceneParamKind {
    SCENE_NUMBER = 0, // a slider
    SCENE_WHOLE,      // a slider of whole numbers
    SCENE_CHOICE,     // a list of names: the value is the index of one
    SCENE_SWITCH      // a box to tick: 0 or 1
} SceneParamKind;

// A number the panel offers to change. Its value is in the scene's data and takes effect at once, or, when
// `restarts`, when the scene is created again.
typedef struct SceneParam {
    const char *label, *unit;
    double initial, lower, upper;
    bool restarts;
    SceneParamKind kind;
    const char *const *choices; // choices[upper + 1] of a SCENE_CHOICE
} SceneParam;

// A route of two boxes, each moved by a matrix of quadratic functions of t in [0, 1].
typedef struct SceneRoute {
    char name[SCENE_NAME_SIZE]; // what happens on it
    cdBoxesInput input;
    double seconds; // from t = 0 to t = 1
} SceneRoute;

// Routes that are played one after the other, over and over, each up to its first contact.
typedef struct SceneRoutes {
    int32_t objectA, objectB; // boxes about their own origins, A driven
    const SceneRoute *routes; // routes[routeCount]
    int32_t routeCount;
} SceneRoutes;

typedef struct Scene {
    const char *group, *name;
    const char *about;                               // what to look at, and what must happen
    bool (*create)(SceneData *data);                 // adds to empty data; false: no memory
    void (*step)(SceneStep *step);                   // NULL: nothing moves by itself
    SceneRoutes (*getRoutes)(const SceneData *data); // of two boxes that move by themselves; NULL: none
    void (*restart)(const SceneData *data); // what `own` holds goes back to the start; NULL: nothing to do
    void (*draw)(const SceneData *data, const cdDebugDraw *draw);      // lines of the scene's own; NULL: none
    void (*drawHulls)(const SceneData *data, const cdDebugDraw *draw); // of its own tests, on demand; or NULL
    const SceneParam *params;                                          // params[paramCount]
    int32_t paramCount;
    bool showsIndex;   // of its first solid, from the start
    bool showsRegions; // contact regions with their normals, from the start
    // The headless verdict, for meshes[data->objectCount]; on failure says in `message` what did not happen.
    bool (*check)(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize);
} Scene;

// All scenes, the default one first. @lifetime static
const Scene *const *GetScenes(int32_t *count);
// NULL when there is none of that name; case and the kind of separator (space, '-', '_') do not matter.
const Scene *FindScene(const char *name);

// A scene with no objects: no gravity, continuous, slide, a camera that looks at the origin.
SceneData MakeEmptySceneData(void);
// The data of a built-in scene, its name and about included. false: no memory, and there is nothing to
// destroy.
bool CreateSceneData(const Scene *scene, SceneData *data);
// The same with these values of its parameters, params[paramCount]; NULL: the initial ones.
bool CreateSceneDataWith(const Scene *scene, const double *params, SceneData *data);
// The initial values of its parameters.
void GetSceneParams(const Scene *scene, double params[SCENE_PARAM_MAX]);
void DestroySceneData(SceneData *data);
// The object goes, with its joints and the steps of the story that are about it.
void RemoveSceneObject(SceneData *data, int32_t object);
// Adds an object or a step of the story; what they return may be changed until the next one is added.
// NULL: no memory, and the data are as before.
SceneObject *AddSceneObject(SceneData *data, const char *name, const char *mesh, SceneBody body);
SceneJoint *AddSceneJoint(SceneData *data, cdJointKind kind, int32_t objectA, int32_t objectB, cdVec3 point,
                          cdVec3 axis);
SceneStoryStep *AddStoryStep(SceneData *data, int32_t object, SceneMode mode, cdPose start, cdPose target,
                             cdState expected, const char *caption);
// A continuous step that slides, from where the object was left: by the step before, when that is one of the
// same object, else from its pose in the scene.
SceneStoryStep *AddStorySlide(SceneData *data, int32_t object, cdPose target, cdState expected,
                              const char *caption);
// A step in which the scene moves by itself up to `time`.
SceneStoryStep *AddStoryTime(SceneData *data, double time, const char *caption);
int32_t FindSceneObject(const SceneData *data, const char *name); // -1: none
int32_t FindDrivenObject(const SceneData *data);                  // the first; -1: none
// "FILE:LINE: object NAME: why", or without the place where the object comes from no file.
void SayObjectTrouble(const SceneData *data, const SceneObject *object, const char *why, char *message,
                      size_t messageSize);
bool HasDynamicObjects(const SceneData *data);

// The first of the steps that this one continues, itself when it continues none.
int32_t FindStoryStart(const SceneData *data, int32_t index);
// Where that first one begins.
cdPose GetStoryStart(const SceneData *data, int32_t first);

// What an object of this mesh is called: the built-in one's name, or the file's without folder and ending.
void GetMeshName(const char *mesh, char *name, size_t nameSize);

// The scene of mesh arguments: all can be driven, each where its file has it. false: no memory.
bool MakeSceneOfMeshes(const char *const *meshes, int32_t meshCount, bool normalize, SceneData *data);

#endif
