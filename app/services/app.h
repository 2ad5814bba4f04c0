// The interactive program's whole state. Files of the window share it; nothing is global.
#ifndef APP_APP_H
#define APP_APP_H

#include "engine/task.h"
#include "engine/ui.h"
#include "lessons/lesson_run.h"
#include "recording/player.h"
#include "services/intention.h"
#include "services/load.h"
#include "services/plots.h"
#include "services/recent.h"
#include "shapes/shapes.h"
#include "stage/stage_check.h"
#include "view/film.h"
#include "view/gizmo.h"
#include "view/view.h"

#include <stdio.h>

enum { WINDOW_FILE_MAX = 64 };

// What the command line asked for.
typedef struct WindowOptions {
    const char *scene;      // by name; NULL: the default
    const char *lesson;     // by name; NULL: none
    const char *statusPath; // NULL: none
    const char *screenshotPath;
    int width, height;            // pixels; 0: 1280x720 at scale 1
    double scale;                 // of letters; 0: as the settings or the display ask for
    const char *theme;            // by name; NULL: as the settings say
    bool forgets;                 // settings are neither read nor written
    bool normalizes;              // meshes, each to unit bounding radius
    bool sideBySide;              // meshes in a row, not where their files have them
    int frameCount;               // 0: until closed
    int maxTests;                 // of a step of a drag, about; 0: it is limited by time
    bool checks;                  // each frame that nothing was led into something else
    char *files[WINDOW_FILE_MAX]; // files[fileCount]: a scene file, or meshes
    int fileCount;
} WindowOptions;

// How a hand holds an object.
typedef enum Hold {
    HOLD_NOTHING = 0,
    HOLD_DRAG,       // LMB: in the view plane, Ctrl about the grab point, wheel in depth
    HOLD_BODY,       // LMB on a body of a world that runs: a point of it is pulled along
    HOLD_MODAL_MOVE, // G: until Enter or Esc
    HOLD_MODAL_TURN, // R
    HOLD_HANDLE      // LMB on a handle of the gizmo
} Hold;

enum { TYPED_SIZE = 24 };

typedef struct Manipulation {
    Hold hold;
    int32_t object;
    cdPose start;    // to go back to
    cdPose intended; // where the hand wants it
    bool changed;    // the stage is to be asked: `intended` is new, or the object slides towards it still
    cdVec3 grab;     // the grabbed point, mesh frame
    cdVec3 target;   // where a body's grabbed point is pulled to, world frame
    bool turning;    // Ctrl was down at the last move
    // A handle of the gizmo:
    GizmoHandle handle;
    cdVec3 center, axes[3]; // of the gizmo when it was taken, world frame
    double reach;           // of its rings
    double offsets[2];      // lengths along the arrow or in the plane, or the angle of the ring, since then
    // Modal:
    double offsetX, offsetY; // pixels since it began, less in fine mode
    double centerX, centerY; // of the object on the screen when it began, pixels of the view
    double originX, originY; // of the mouse when it began
    int axis;                // 0, 1, 2: locked to x, y, z; -1: none
    char typed[TYPED_SIZE];  // the value typed so far
} Manipulation;

// Where the picture is, in framebuffer pixels from the top left.
typedef struct Layout {
    int windowWidth, windowHeight;
    int x, y, width, height;      // of the picture
    int left, right, top, bottom; // thickness of what surrounds it
    int overLeft, overRight;      // widths of the panels over it; 0: not shown
    int timeline;                 // height of the line of time, under the picture; 0: none
    int dock;                     // height of the dock, between that and the bottom; 0: closed
} Layout;

typedef enum Navigation { NAVIGATE_NOT = 0, NAVIGATE_ORBIT, NAVIGATE_PAN } Navigation;

// How the mouse probes the solid whose index is shown.
typedef struct ProbeHand {
    bool onSurface;        // else in a plane that faces the camera
    double depth;          // of that plane behind the solid's middle, in radii of the solid
    bool keyHeld;          // S: one segment after the other
    bool again;            // armed by the held key alone
    bool armed;            // the next press begins a segment
    bool drawing;          // its end follows the cursor
    double pressX, pressY; // where it began, pixels of the window
} ProbeHand;

// The panel that a narrow window shows over its picture.
typedef enum OverPanel { OVER_NOTHING = 0, OVER_LEFT, OVER_RIGHT, OVER_COUNT } OverPanel;

// What the dock under the picture shows.
typedef enum DockPage {
    DOCK_CLOSED = 0,
    DOCK_PLOTS,
    DOCK_PROFILE,
    DOCK_STEPS,
    DOCK_AXES,
    DOCK_LESSON, // only while one is under way
    DOCK_PAGE_COUNT
} DockPage;

// A recording, or what this session has been through, played again.
typedef struct Replay {
    bool active;
    StagePlayer player;
    char name[128];      // of its file; "": this session's own
    int64_t target;      // the frame that it is led to
    int64_t known;       // entries of the stage's journal then; more: somebody else has led the stage
    bool running;        // goes on by itself
    double debt, begin;  // moves that are due; when some were last made
    bool leadsCamera;    // as it was recorded
    gxCamera camera;     // as it was last led
    bool saidDifference; // from what was recorded
} Replay;

// A lesson under way, and what it is left to.
typedef struct LessonShow {
    LessonRun run;
    ViewOptions view; // before it began
    DockPage page;
    int32_t framesToMove;    // until the camera begins to move to the open stop
    bool moves;              // it is on its way
    gxCamera from, to, last; // last: as it was set in the frame before
    double begin;            // of its way, seconds
} LessonShow;

// An object on its way to a pose that nobody holds it to any more: a key, a field or a hand that has let go.
typedef struct Pursuit {
    bool active;
    int32_t object;
    cdPose target;
    int64_t placeCount; // of the stage when it began: what was put somewhere since ends it
    int32_t steps;      // that did not come to their end
    bool forgets;       // when it has arrived, the pose that was wanted is no longer shown
} Pursuit;

// A built-in shape before it joins the scene: its parameters are sliders.
typedef struct ShapeDialog {
    bool shown;
    int32_t shape; // of GetShapes
    double values[SHAPE_PARAM_MAX];
} ShapeDialog;

// The name under which the scene is to be saved.
typedef struct SaveDialog {
    bool shown, opened; // opened this frame: the cursor goes to its field
    char path[1024];
    char replaces[1024]; // a file that is there, and that the next Enter replaces
} SaveDialog;

// A slider of an object's option while it is dragged.
typedef struct OptionEdit {
    bool active;
    int32_t object;
    StageOption option;
    double value;
} OptionEdit;

typedef struct Recorder {
    FILE *status;   // one JSON line a frame
    FILE *path;     // intended poses, as `query --path` reads them
    char name[256]; // of the path file
    int32_t object; // whose poses
    cdPose last;    // written
} Recorder;

// The camera on its way to a view along an axis.
typedef struct CameraTurn {
    bool active;
    gxCamera from, to, last; // last: as it was set in the frame before
    double begin;            // seconds
} CameraTurn;

// The camera keeps an object where it is in the picture.
typedef struct Following {
    bool on, known;
    int32_t object;
    cdVec3 center; // of the object when the camera was last moved, world frame
} Following;

// A key of an action that a button of a device stands for.
typedef struct DeviceKey {
    int key, mods;
} DeviceKey;

enum { STEER_KEY_MAX = 8 };

// What a gamepad and a device of six axes were at the last frame, and what they do.
typedef struct Steering {
    bool padPresent, capPresent, capMovesCamera;
    bool pushes;    // an object, since it was last at rest
    int32_t object; // which
    bool moved;     // at the last frame
    gxGamepad gamepad;
    gxSpaceMouse spaceMouse;
    DeviceKey keys[STEER_KEY_MAX]; // keys[keyCount]: that buttons stand for, pressed since the last frame
    int32_t keyCount;
} Steering;

// A film of the window that is being made.
typedef struct Filming {
    bool active, asGif, panels; // GIF even where there is ffmpeg; of the whole window
    FilmKind kind;
    Film film; // open after its first picture
    char name[64];
    double begin, due; // when it began; when the next picture is to be taken
    gxImage newest;    // taken at `taken`, not in the film yet
    double taken;
} Filming;

enum { LOAD_QUEUE_MAX = 64 };

typedef struct Loads {
    Load *queue[LOAD_QUEUE_MAX]; // queue[count]: one after the other; the first is under way
    int32_t count;
    Load *dropped[LOAD_QUEUE_MAX]; // dropped[droppedCount]: given up, and not at their end yet
    int32_t droppedCount;
    bool taken; // something came in this frame: that was its work, the next one draws
} Loads;

struct App {
    WindowOptions options;
    gxWindow *window;
    gxUi *ui;
    View *view;
    ViewOptions viewOptions;
    Theme theme;
    double scale, shownScale; // of letters: as wanted, 0: by the display; as drawn
    gxCamera camera;
    CameraTurn turn;
    Following following;
    Layout layout;
    Stage stage;
    StageCheck check;
    char sceneFile[1024]; // what Ctrl+L reads again; "": a built-in scene or meshes

    double playSpeed;            // seconds of the scene a second; 1 at the start
    double playDebt;             // steps that are due
    double playBegin;            // when steps were last made
    double paceWanted, paceDone; // steps of late: as many as the speed asks for, and those made
    gxTask *task;                // that queries run on, in turns with the frames
    Intentions intentions;
    Loads loads;
    Manipulation manipulation;
    Pursuit pursuit;
    Trail trail; // of the last long step
    Navigation navigation;
    ProbeHand probe;
    Steering steering;
    OptionEdit optionEdit;
    double mouseX, mouseY; // at the last event, pixels of the window, as one eye's picture has them
    int stereoHalf;        // of a picture side by side in which a button went down
    bool flies;            // RMB is held and a key of WASDQE was used

    bool panelsHidden, timelineHidden, lineHidden, helpShown, finderShown;
    OverPanel overPanel;
    DockPage dockPage;
    bool finderOpened; // this frame: the cursor goes to its field
    char finderText[512];
    ShapeDialog shapeDialog;
    SaveDialog saveDialog;
    RecentFiles recent;
    char notice[256]; // said for some seconds in the status line
    double noticeEnd;

    Recorder recorder;
    RecordingWriter recording; // being made while its `out` is open
    char recordingName[128];
    gxCamera lookedFrom; // as last noted in it
    double lookDue;      // not to be noted again before then
    Replay replay;
    LessonShow lesson;
    Filming filming;
    bool screenshotWanted;
    int64_t frame;
    double startTime, lastFrameTime, framesPerSecond;
    double frameTime, processorTime; // that the last frame took, on the clock and of its thread; seconds
    double inputTime;                // when input was last read
    double queryBegin;               // when the queries of this frame began
    double queryTime;                // that all of them took, and what else came before the picture; seconds
    Plots plots;
    double plotScales[3], profileScale; // tops of the plots, as chosen last
    double lastActivity;                // when something last changed
    QualityChoice quality;              // of pictures while something moves
    bool fineIsDue;                     // the picture that is shown is not a fine one
    bool closing;
};

// Share of the wanted speed that a scene plays at; 1 where it is not much less. It is where the steps of a
// world take longer than they last, or wait for a query.
double GetPlayPace(const App *app);
// True while a step, a story or time that was asked for continues from frame to frame.
bool IsLeading(const App *app);
// Opens the dock on the page, or closes it when it is open there.
void ToggleDockPage(App *app, DockPage page);

#endif
