// Draws a stage: objects, ghosts, ground, overlay; in a window or without one.
#ifndef APP_VIEW_H
#define APP_VIEW_H

#include "engine/camera.h"
#include "engine/damage.h"
#include "engine/image.h"
#include "stage/stage.h"
#include "view/quality.h"
#include "view/theme.h"
#include "view/trail.h"
#include "view/view_options.h"
#include "view/view_surface.h"
#include "view/way.h"

#include <stdio.h>

ViewOptions GetDefaultViewOptions(void);

// Needs a current OpenGL context. @errors NULL, with an engine message
View *CreateView(int width, int height, double scale);
// Creates its own context, without a window or display.
View *CreateHeadlessView(int width, int height);
void DestroyView(View *view);
void ResizeView(View *view, int width, int height);
// Scales letters and strokes relative to 96 dots an inch; call between pictures.
void SetViewScale(View *view, double scale);
// Sets the colours. Default dark.
void SetViewTheme(View *view, Theme theme);

void SetViewQuality(View *view, ViewQuality quality); // default fine

// Draws the stage into the view's own framebuffer.
void DrawView(View *view, const Stage *stage, const gxCamera *camera, const ViewOptions *options);
// Makes the next picture draw everything; also when a mesh on the graphics card is destroyed: another may get
// its address.
void ForgetStills(View *view);
// Returns the fraction of the last picture's pixels that were drawn again: less than 1 if only a part has
// changed since the picture before it.
double GetDrawnShare(const View *view);
// Begins the same in fine quality and in parts; not for stereo. The next DrawView abandons it.
void BeginViewParts(View *view, const Stage *stage, const gxCamera *camera, const ViewOptions *options);
// Draws the next parts, until so many seconds have passed. Returns true when the picture is complete:
// ShowView shows it. Before that ShowView shows the picture before it. The stage must not change between
// parts.
bool DrawViewPart(View *view, double seconds);
// True if ShowView has a picture of this size.
bool HasViewPicture(const View *view);
// Declares what ShowView shows where in the window, and the parts that have changed since this was last
// called.
void DeclareView(View *view, gxDamage *damage, int x, int y);
// Copies the picture to the window, its lower left corner at (x, y); only within a rectangle of the window.
void ShowView(View *view, int x, int y, gxRect only);
// Copies it to another framebuffer.
void ShowViewIn(View *view, unsigned framebuffer, int x, int y, gxRect only);
// Reads the picture. @errors no pixels
gxImage ReadView(const View *view);

// Width of each eye's picture within one of this width.
int GetEyeWidth(StereoStyle style, int width);

// Returns the camera of the stage's scene, or one that shows everything if the scene has none.
gxCamera MakeStageCamera(const Stage *stage, int width, int height);
// Same if that camera shows the middle of all movable objects; else shows everything from its position.
gxCamera MakeWholeCamera(const Stage *stage, int width, int height);

// Writes the insets of the last picture side by side as one SVG file. Returns false without insets.
bool WriteInsetsSvg(const View *view, FILE *out);

// Sets the trail shown by the next pictures, and its time; NULL: none. @lifetime until it is set again
void SetViewTrail(View *view, const Trail *trail, double now);
// Sets the way shown by the next pictures; NULL or without nodes: none. @lifetime until it is set again
void SetViewWay(View *view, const Way *way);
// The same for several ways, ways[wayCount].
void SetViewWays(View *view, const Way *ways, int32_t wayCount);
// Sets a line of text at the foot of the next picture; "": none.
void SetViewCaption(View *view, const char *caption);
// True if a line may break at the blank text[at]: not within brackets, beside "=", or before a number.
bool MayBreakLine(const char *text, size_t at);

#endif
