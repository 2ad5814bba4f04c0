// Scenes: objects, their motion, and the expected results. Plain data, without drawing.
//
// A scene is one file of statics with one exported `const Scene` at its end, listed in scene_list.h. `create`
// fills a SceneData, which scene files hold too, so built-in and loaded scenes are treated alike. Scenes
// depend only on the collision library: meshes are given by name, resolved by app/stage/mesh_source.h. The
// window, the tests and the benchmarks run the same scenes. Frames: the world is right-handed, +Y up. Lengths
// are in the meshes' unit, angles in radians, times in seconds.
#ifndef APP_SCENE_H
#define APP_SCENE_H

#include "collision/boxes.h"
#include "collision/draw.h"
#include "collision/kinematic.h"
#include "collision/query.h"
#include "collision/world.h"
#include "scenes/scene_traits.h"
#include "scenes/separation_tally.h"

enum { SCENE_NAME_SIZE = 64, SCENE_TEXT_SIZE = 512, SCENE_CAPTION_SIZE = 160 };

typedef enum SceneBody {
    SCENE_FIXED = 0,
    SCENE_DRIVEN,   // moved by a drag, the story or `step`, and stopped by contacts
    SCENE_DYNAMIC,  // moved by forces
    SCENE_MOVED,    // teleported by `step`, without a query
    SCENE_KINEMATIC // follows its velocities or its path, and pushes dynamic bodies
} SceneBody;

typedef enum SceneMode { SCENE_CONTINUOUS = 0, SCENE_DISCRETE } SceneMode;
// Bounce: a spring pulls the dragged object, a dynamic body, which flies on when released.
typedef enum SceneResponse { SCENE_STOP = 0, SCENE_SLIDE, SCENE_BOUNCE } SceneResponse;

// One of several meshes of an object, rigidly connected.
typedef struct SceneShape {
    char mesh[SCENE_TEXT_SIZE]; // builtin:NAME:params, or a file
    cdPose pose;                // of the mesh in the object's frame
    double scale;               // of the mesh, before the pose
    double density;             // factor of the object's density
} SceneShape;

typedef struct SceneObject {
    int32_t line; // line of the scene file with its mesh or its shapes; 0 without a file
    char name[SCENE_NAME_SIZE];
    char mesh[SCENE_TEXT_SIZE]; // builtin:NAME:params, or a file; empty if it has shapes
    // Shapes of its SceneData, instead of a mesh; 0: none. Such an object is fixed, dynamic or kinematic, not
    // normalized, and has neither a scale nor leaves of its own.
    int32_t firstShape, shapeCount;
    bool normalize; // centred on its bounding box and scaled to a box diagonal of 2, before `scale`
    double scale;
    cdPose pose;       // at the start
    bool transparent;  // drawn transparent
    bool noProxy;      // its queries do not test convex hulls first
    double leafRadius; // of its sphere tree; 0: a common one, chosen from all triangles
    SceneBody body;
    bool pushes;                      // of a driven body: dynamic ones give way to it, else they block
    double density;                   // of a dynamic body
    double mass;                      // total; 0: from the density
    double restitution, friction;     // of bodies of any kind
    cdVec3 velocity, angularVelocity; // of a dynamic body at the start; a kinematic one keeps them
    int32_t firstNode, nodeCount; // path of a kinematic body: nodes of its SceneData; 0: by its velocities
    double pathStart;             // its own time at the start, seconds; files have 0
    SceneTraits traits;           // of bodies of any kind; forces, locks and damping of dynamic ones
} SceneObject;

// Joins an object to another, or to the world.
typedef struct SceneJoint {
    char name[SCENE_NAME_SIZE]; // empty: none
    int32_t objects[2];         // the first dynamic; the second -1: the world
    cdJointDef def;             // at the start; without its bodies
    int32_t number;             // in a running stage, of the world's joint; -1: it has no joint there
    bool broken;                // in a running stage, true if it broke since the start
    double begin; // in a running stage, position since the start at which the world's position is 0
} SceneJoint;

// Two objects with lengths of their own in sweeps. Negative: that of the command line.
typedef struct ScenePair {
    int32_t objects[2];
    double safetyDistance; // distance that counts as contact
    double allowance;      // length by which both surfaces are moved inwards for this pair
} ScenePair;

typedef struct SceneCamera {
    cdVec3 eye, target; // equal: chosen so that everything is visible
    double fov;         // vertical, radians
} SceneCamera;

// One step of the scene's story, which `render` draws, the demonstration plays and the check verifies: an
// object moves, or, if `object` is -1, the scene runs up to a time.
typedef struct SceneStoryStep {
    char caption[SCENE_CAPTION_SIZE];
    double time;    // since the scene's start, seconds; only if `object` is -1
    int32_t object; // index of the driven object
    SceneMode mode;
    SceneResponse response; // of a continuous step
    bool continues;         // starts at the last resolved pose of the same object; `start` is not used
    cdPose start, target;   // its pose before, and its target
    cdState expected;       // result of the query in that mode
} SceneStoryStep;

enum { SCENE_PARAM_MAX = 16 };

typedef struct SceneData {
    char name[SCENE_NAME_SIZE];
    char about[SCENE_TEXT_SIZE]; // description
    char file[SCENE_TEXT_SIZE];  // source file, for messages; empty without one
    cdVec3 gravity;
    SceneMode mode;
    SceneResponse response;
    double margin; // gap kept at contact, length; 0: the query's default
    bool ground;   // an infinite ground below everything, drawn and solid
    cdBox3 bounds; // bodies beyond it are removed (cdWorldDef); zeroed: no bounds. Not in scene files
    SceneCamera camera;
    SceneObject *objects; // objects[objectCount]
    int32_t objectCount;
    SceneShape *shapes; // shapes[shapeCount]: those of all objects
    int32_t shapeCount;
    cdPathNode *nodes; // nodes[nodeCount]: those of all paths
    int32_t nodeCount;
    SceneJoint *joints; // joints[jointCount]
    int32_t jointCount;
    ScenePair *pairs; // pairs[pairCount], for sweeps
    int32_t pairCount;
    SceneStoryStep *story; // story[storyCount]
    int32_t storyCount;
    double params[SCENE_PARAM_MAX]; // values of a built-in scene's parameters, in their order
    void *own;                      // private state of a scene with `step`; NULL: none
    void (*destroyOwn)(void *own);
} SceneData;

// Input and output of a scene's `step`.
typedef struct SceneStep {
    const SceneData *data;
    double time;            // since the scene's start, at the end of this step
    double dt;              // length of this step
    const cdPose *resolved; // resolved[objectCount]: current poses
    cdPose *intended;       // intended[objectCount]: targets of the driven objects; initially `resolved`
    cdState *states;        // states[objectCount]: displayed state of moved objects; initially CD_FREE
    SeparationTally *tally; // zeroed; frames stays 0 if the scene counts nothing
} SceneStep;

typedef enum SceneParamKind {
    SCENE_NUMBER = 0, // a slider
    SCENE_WHOLE,      // a slider of whole numbers
    SCENE_CHOICE,     // a list of names: the value is an index
    SCENE_SWITCH      // a check box: 0 or 1
} SceneParamKind;

// A parameter shown in the panel. Its value is in the scene's data and takes effect at once, or, with
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
    char name[SCENE_NAME_SIZE]; // describes its event
    cdBoxesInput input;
    double seconds; // from t = 0 to t = 1
} SceneRoute;

// Routes that are played in a loop, each up to its first contact.
typedef struct SceneRoutes {
    int32_t objectA, objectB; // boxes centred at their origins, A driven
    const SceneRoute *routes; // routes[routeCount]
    int32_t routeCount;
} SceneRoutes;

typedef struct Scene {
    const char *group, *name;
    const char *about;                                            // description, and the expected result
    bool (*create)(SceneData *data);                              // adds to empty data; false: no memory
    void (*step)(SceneStep *step);                                // sets the targets of a step; or NULL
    SceneRoutes (*getRoutes)(const SceneData *data);              // routes of two boxes; or NULL
    void (*restart)(const SceneData *data);                       // resets `own` to the start; or NULL
    void (*draw)(const SceneData *data, const cdDebugDraw *draw); // draws extra lines; or NULL
    void (*drawHulls)(const SceneData *data,
                      const cdDebugDraw *draw); // draws its own tests, on demand; or NULL
    const SceneParam *params;                   // params[paramCount]
    int32_t paramCount;
    bool showsIndex;   // shows the index of its first solid from the start
    bool showsRegions; // shows contact regions with normals from the start
    // Checks the scene without a window. `meshes` as for CreateSceneWorld. @errors false with a message
    bool (*check)(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize);
} Scene;

// Returns all scenes, the default one first. @lifetime static
const Scene *const *GetScenes(int32_t *count);
// Finds a scene by name, ignoring case and the kind of separator (space, '-', '_'). @errors NULL
const Scene *FindScene(const char *name);

// Returns a scene without objects: no gravity, continuous, slide, the camera directed at the origin.
SceneData MakeEmptySceneData(void);
// Creates the data of a built-in scene, with its name and description. @errors false: no memory; nothing to
// destroy
bool CreateSceneData(const Scene *scene, SceneData *data);
// The same with these values of its parameters, params[paramCount]; NULL: the initial values.
bool CreateSceneDataWith(const Scene *scene, const double *params, SceneData *data);
// Returns the initial values of its parameters.
void GetSceneParams(const Scene *scene, double params[SCENE_PARAM_MAX]);
void DestroySceneData(SceneData *data);
// Removes an object with its joints, pairs and story steps.
void RemoveSceneObject(SceneData *data, int32_t object);
// Add an object or a story step. The result may be changed until the next one is added.
// @errors NULL: no memory; the data are unchanged
SceneObject *AddSceneObject(SceneData *data, const char *name, const char *mesh, SceneBody body);
// Gives an object shapes, shapes[shapeCount], instead of its mesh. @errors false: no memory; the data are
// unchanged
bool SetSceneShapes(SceneData *data, SceneObject *object, const SceneShape *shapes, int32_t shapeCount);
// Gives a kinematic object a path, nodes[nodeCount]. @errors false: no memory; the data are unchanged
bool SetScenePath(SceneData *data, SceneObject *object, const cdPathNode *nodes, int32_t nodeCount);
SceneJoint *AddSceneJoint(SceneData *data, cdJointKind kind, int32_t objectA, int32_t objectB, cdVec3 point,
                          cdVec3 axis);
SceneStoryStep *AddStoryStep(SceneData *data, int32_t object, SceneMode mode, cdPose start, cdPose target,
                             cdState expected, const char *caption);
// Adds a continuous step that slides. It starts at the resolved pose of the step before, if of the same
// object, else at the object's pose in the scene.
SceneStoryStep *AddStorySlide(SceneData *data, int32_t object, cdPose target, cdState expected,
                              const char *caption);
// Adds a step that runs the scene up to `time`.
SceneStoryStep *AddStoryTime(SceneData *data, double time, const char *caption);
int32_t FindSceneObject(const SceneData *data, const char *name); // -1: none
int32_t FindDrivenObject(const SceneData *data);                  // the first; -1: none
// Writes "FILE:LINE: object NAME: why", without FILE:LINE if the object is not from a file.
void SayObjectTrouble(const SceneData *data, const SceneObject *object, const char *why, char *message,
                      size_t messageSize);
bool HasDynamicObjects(const SceneData *data); // dynamic or kinematic ones

// Returns the first of the steps that this one continues, or itself.
int32_t FindStoryStart(const SceneData *data, int32_t index);
// Returns the start of that first step.
cdPose GetStoryStart(const SceneData *data, int32_t first);

// Returns the name of a mesh's object: the built-in mesh, or the file without folder and extension.
void GetMeshName(const char *mesh, char *name, size_t nameSize);

// Builds a scene of mesh arguments: all driven, at the positions of their files. @errors false: no memory
bool MakeSceneOfMeshes(const char *const *meshes, int32_t meshCount, bool normalize, SceneData *data);

#endif
