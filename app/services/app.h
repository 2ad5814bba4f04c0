// The complete state of the interactive program, shared by the window's files; there are no globals.
#ifndef APP_APP_H
#define APP_APP_H

#include "engine/task.h"
#include "engine/ui.h"
#include "lessons/lesson_run.h"
#include "recording/player.h"
#include "services/energies.h"
#include "services/intention.h"
#include "services/load.h"
#include "services/plots.h"
#include "services/recent.h"
#include "services/way_edits.h"
#include "shapes/shapes.h"
#include "stage/motion/way_scene.h"
#include "stage/stage_check.h"
#include "view/film.h"
#include "view/gizmo.h"
#include "view/view.h"
#include "view/way.h"

#include <stdio.h>

enum { WINDOW_FILE_MAX = 64 };

// Options of the command line.
typedef struct WindowOptions {
    const char *scene;      // by name; NULL: the default
    const char *lesson;     // by name; NULL: none
    const char *statusPath; // NULL: none
    const char *screenshotPath;
    int width, height;            // pixels; 0: 1280x720 at scale 1
    double scale;                 // of letters; 0: by the settings or the display
    const char *theme;            // by name; NULL: by the settings
    bool forgets;                 // settings are neither read nor written
    bool normalizes;              // scales each mesh to a box diagonal of 2
    bool sideBySide;              // meshes in a row, not at the positions of their files
    int frameCount;               // frames until the window closes; 0: until the user closes it
    int maxTests;                 // about how many a step of a drag may take; 0: limited by time
    bool checks;                  // in each frame, that the objects moved by the user overlap nothing
    char *files[WINDOW_FILE_MAX]; // files[fileCount]: a scene file, or meshes
    int fileCount;
} WindowOptions;

// How the user holds an object.
typedef enum Hold {
    HOLD_NOTHING = 0,
    HOLD_DRAG,       // LMB: in the view plane, Ctrl about the grab point, wheel in depth
    HOLD_BODY,       // LMB on a body of a running world: pulls a point of it
    HOLD_MODAL_MOVE, // G: until Enter or Esc
    HOLD_MODAL_TURN, // R
    HOLD_HANDLE,     // LMB on a handle of the gizmo
    HOLD_WAYPOINT    // LMB on a waypoint of a way: its pose follows as an object's in HOLD_DRAG
} Hold;

enum { TYPED_SIZE = 24 };

typedef struct Manipulation {
    Hold hold;
    int32_t object;
    cdPose start;    // pose when grabbed
    cdPose intended; // pose that the user wants
    bool changed;    // the stage must be queried: `intended` is new, or the object still slides towards it
    cdVec3 grab;     // the grabbed point, mesh frame
    cdVec3 target;   // target of a body's grabbed point, world frame
    bool turning;    // Ctrl was down at the last move
    cdVec3 center;   // of modal turns and of the gizmo, at the start; world frame
    // A handle of the gizmo:
    GizmoHandle handle;
    cdVec3 axes[3];    // at the press, world frame
    double reach;      // of its rings
    double offsets[2]; // along the arrow or in the plane, or angle of the ring, since the press
    // Modal:
    double offsetX, offsetY; // pixels since the start, scaled down in fine mode
    double centerX, centerY; // of that center on the screen at the start, pixels of the view
    double originX, originY; // of the mouse at the start
    int axis;                // 0, 1, 2: locked to x, y, z; -1: none
    char typed[TYPED_SIZE];  // value typed so far
} Manipulation;

// Layout of the window in framebuffer pixels from the top left.
typedef struct Layout {
    int windowWidth, windowHeight;
    int x, y, width, height;      // of the picture
    int left, right, top, bottom; // thickness of the borders around it
    int overLeft, overRight;      // widths of the panels over it; 0: not shown
    int timeline;                 // height of the timeline under the picture; 0: hidden
    int dock;                     // height of the dock below the timeline; 0: closed
} Layout;

typedef enum Navigation { NAVIGATE_NOT = 0, NAVIGATE_ORBIT, NAVIGATE_PAN } Navigation;

// How the mouse probes the solid whose index is shown.
typedef struct ProbeHand {
    bool onSurface;        // else in a plane that faces the camera
    double depth;          // of that plane behind the solid's middle, in radii of the solid
    bool keyHeld;          // S is down: draws one segment after the other
    bool again;            // armed by the held key alone
    bool armed;            // the next press begins a segment
    bool drawing;          // the segment's end follows the cursor
    double pressX, pressY; // start of the segment, pixels of the window
} ProbeHand;

// A ray from the camera through a point of the picture.
typedef struct CursorRay {
    cdVec3 origin, direction; // world frame; the direction is unit
} CursorRay;

// The ray from the pointer.
typedef struct RayHand {
    bool kept;     // stays where it is; else it follows the pointer
    bool known;    // the pointer has been over the picture since the ray was switched on
    CursorRay ray; // the last one
} RayHand;

// The panel shown over the picture in a narrow window.
typedef enum OverPanel { OVER_NOTHING = 0, OVER_LEFT, OVER_RIGHT, OVER_COUNT } OverPanel;

// Pages of the dock under the picture.
typedef enum DockPage {
    DOCK_CLOSED = 0,
    DOCK_PLOTS,
    DOCK_PROFILE,
    DOCK_ENERGY,
    DOCK_STEPS,
    DOCK_AXES,
    DOCK_LESSON, // during a lesson only
    DOCK_PAGE_COUNT
} DockPage;

// Replay of a recording or of this session.
typedef struct Replay {
    bool active;
    StagePlayer player;
    char name[128];      // of its file; "": this session
    int64_t target;      // frame to reach
    int64_t known;       // the stage's journal entries after the last move; more: it was changed otherwise
    bool running;        // plays by itself
    double debt, begin;  // moves that are due; time of the last ones
    bool leadsCamera;    // moves it as recorded
    gxCamera camera;     // as last set
    bool saidDifference; // has reported a difference from the recording
    bool sought;         // the player has moved, and its message is not shown yet
    char message[256];   // of its last move; "": no error
    int32_t way;         // the player's entry, counted from 1, with the way shown; 0: none
} Replay;

// A lesson in progress, and the options to restore after it.
typedef struct LessonShow {
    LessonRun run;
    ViewOptions view; // before the lesson
    DockPage page;
    int32_t awaited;         // stop whose scene is being loaded, counted from 1; 0: none
    int32_t framesToMove;    // until the camera begins to move to the current stop
    bool moves;              // the camera is moving
    gxCamera from, to, last; // last: as set in the frame before
    double begin;            // of the motion, seconds
} LessonShow;

// Motion of an object to the pose of a key, a field or a finished drag.
typedef struct Pursuit {
    bool active;
    int32_t object;
    cdPose target;
    int64_t placeCount; // of the stage at the start; a teleport since then ends the motion
    int32_t steps;      // steps that have not reached the target
    bool forgets;       // hides the intended pose after the arrival
} Pursuit;

// A built-in shape before it is added to the scene; its parameters are sliders.
typedef struct ShapeDialog {
    bool shown;
    int32_t shape; // index in GetShapes
    double values[SHAPE_PARAM_MAX];
} ShapeDialog;

// The file name dialog for saving the scene.
typedef struct SaveDialog {
    bool shown, opened; // opened this frame: its field gets the focus
    char path[1024];
    char replaces[1024]; // an existing file that the next Enter replaces
} SaveDialog;

// An object's option while its slider is dragged.
typedef struct OptionEdit {
    bool active;
    int32_t object;
    StageOption option;
    double value;
} OptionEdit;

// The same of a joint's option.
typedef struct JointEdit {
    bool active;
    int32_t joint;
    StageJointOption option;
    double value;
} JointEdit;

typedef struct Recorder {
    FILE *status;   // one JSON line for each frame
    FILE *path;     // intended poses in the format of `query --path`
    char name[256]; // of the path file
    int32_t object; // recorded object
    cdPose last;    // last pose written
} Recorder;

// The camera while it turns to a view along an axis.
typedef struct CameraTurn {
    bool active;
    gxCamera from, to, last; // last: as set in the frame before
    double begin;            // seconds
} CameraTurn;

// The camera keeps an object at its position in the picture.
typedef struct Following {
    bool on, known;
    int32_t object;
    cdVec3 center; // of the object when the camera last moved, world frame
} Following;

// A key triggered by a device's button.
typedef struct DeviceKey {
    int key, mods;
} DeviceKey;

enum { STEER_KEY_MAX = 8 };

// State of a gamepad and a device of six axes in the last frame.
typedef struct Steering {
    bool padPresent, capPresent, capMovesCamera;
    bool pushes;    // has pushed an object since the sticks last returned to the center
    int32_t object; // pushed object
    bool moved;     // in the last frame
    gxGamepad gamepad;
    gxSpaceMouse spaceMouse;
    DeviceKey keys[STEER_KEY_MAX]; // keys[keyCount], pressed by buttons since the last frame
    int32_t keyCount;
} Steering;

// A film of the window in progress.
typedef struct Filming {
    bool active, asGif, panels; // GIF even with ffmpeg; the whole window
    FilmKind kind;
    Film film; // opened after its first picture
    char name[64];
    double begin, due; // start; time of the next picture
    gxImage newest;    // taken at `taken`, not in the film yet
    double taken;
} Filming;

enum { LOAD_QUEUE_MAX = 64 };

typedef struct Loads {
    Load *queue[LOAD_QUEUE_MAX]; // queue[count], in order; the first is loading
    int32_t count;
    Load *dropped[LOAD_QUEUE_MAX]; // dropped[droppedCount]: cancelled, but not finished yet
    int32_t droppedCount;
    bool taken;        // something arrived in this frame; the next frame draws
    char trouble[256]; // the reason why a scene was skipped; "": none was
} Loads;

typedef struct WaySearch WaySearch;

// The playing of a way.
typedef struct WayPlay {
    bool plays, back; // towards its start
    double at, next;  // times on the way: of the object, and of the step in progress
} WayPlay;

// The editing of a way.
typedef struct WayHand {
    WayScene scene; // obstacles that its edges are certified against
    WayEdits edits;
    int32_t node;    // the waypoint in hand
    double patience; // seconds that a query may take; 0: the usual time
    bool measured;   // its clearance is known, or was tried
    bool recorded;   // the way as it is now is in the journal
} WayHand;

struct App {
    WindowOptions options;
    gxWindow *window;
    gxUi *ui;
    View *view;
    gxDamage damage;             // of the window
    gxRect parts[GX_DAMAGE_MAX]; // parts[partCount]: of the window, drawn in this frame
    int partCount;
    ViewOptions viewOptions;
    Theme theme;
    double scale, shownScale; // of letters: wanted, 0: by the display; drawn
    gxCamera camera;
    CameraTurn turn;
    Following following;
    Layout layout;
    Stage stage;
    StageCheck check;
    char sceneFile[1024]; // reloaded by Ctrl+L; "": a built-in scene or meshes

    double playSpeed;            // scene seconds a second; 1 at the start
    double playDebt;             // steps that are due
    double playBegin;            // time of the last steps
    double paceWanted, paceDone; // recent steps: due at this speed, and done
    gxTask *task;                // runs queries, alternating with frames
    Intentions intentions;
    Loads loads;
    Manipulation manipulation;
    Pursuit pursuit;
    Trail trail;          // of the last long step
    WaySearch *waySearch; // NULL: none
    Way way;              // out of the object that it was sought for
    WayPlay wayPlay;
    WayHand wayHand;
    Navigation navigation;
    ProbeHand probe;
    RayHand ray;
    Steering steering;
    OptionEdit optionEdit;
    JointEdit jointEdit;
    double mouseX, mouseY; // at the last event, pixels of the window, in one eye's picture
    int stereoHalf;        // half of a side-by-side picture in which a button went down
    bool flies;            // RMB is down and a key of WASDQE was used

    bool panelsHidden, timelineHidden, lineHidden, helpShown, finderShown;
    OverPanel overPanel;
    DockPage dockPage;
    bool finderOpened; // this frame: its field gets the focus
    char finderText[512];
    ShapeDialog shapeDialog;
    SaveDialog saveDialog;
    RecentFiles recent;
    char notice[256]; // shown for some seconds in the status line
    double noticeEnd;

    Recorder recorder;
    RecordingWriter recording; // active while its `out` is open
    char recordingName[128];
    gxCamera lookedFrom; // as last recorded
    double lookDue;      // time of the next record
    Replay replay;
    LessonShow lesson;
    Filming filming;
    bool screenshotWanted;
    int64_t frame;
    double startTime, lastFrameTime, framesPerSecond;
    double frameTime, processorTime; // of the last frame, by the clock and by its thread; seconds
    double inputTime;                // when input was last read
    double queryBegin;               // start of this frame's queries
    double queryTime;                // of these queries and all else before the picture; seconds
    Plots plots;
    double plotScales[3], profileScale; // tops of the plots, as last chosen
    Energies energies;
    double energyTop, energyFoot; // ends of their scale, foot below 0
    double lastActivity;          // time of the last change
    int64_t inputFrame;           // the last frame with input
    QualityChoice quality;        // of pictures during motion
    bool fineIsDue;               // the shown picture is a coarse one
    bool fineHasBegun;            // and parts of the fine one are drawn
    bool closing;
};

// Returns the share of the wanted speed at which a scene plays; 1 unless it is much slower. A scene is slower
// when the steps of a world take longer than their duration, or wait for a query.
double GetPlayPace(const App *app);
// Writes the speed of a scene that is slower than wanted, such as "world at 0.60 of real time". Returns
// false, with "", if it is as fast as wanted.
bool DescribePace(const App *app, char *text, size_t textSize);
// True while a step, a demonstration or playback continues over several frames.
bool IsLeading(const App *app);
// Opens the dock on a page, or closes it if it shows that page.
void ToggleDockPage(App *app, DockPage page);

#endif
