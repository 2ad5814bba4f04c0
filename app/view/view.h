// A stage as a picture: objects, ghosts, ground, overlay; in a window or without one.
#ifndef APP_VIEW_H
#define APP_VIEW_H

#include "engine/camera.h"
#include "engine/image.h"
#include "stage/stage.h"
#include "view/quality.h"
#include "view/theme.h"
#include "view/trail.h"
#include "view/view_options.h"
#include "view/view_surface.h"

#include <stdio.h>

ViewOptions GetDefaultViewOptions(void);

// Needs a current OpenGL context. @errors NULL, with an engine message
View *CreateView(int width, int height, double scale);
// Makes a context of its own, with no window or display.
View *CreateHeadlessView(int width, int height);
void DestroyView(View *view);
void ResizeView(View *view, int width, int height);
// Letters, and strokes with them, so much larger than at 96 dots an inch; between two pictures.
void SetViewScale(View *view, double scale);
// The colours of its pictures; dark at the start.
void SetViewTheme(View *view, Theme theme);

void SetViewQuality(View *view, ViewQuality quality); // fine until it is set

// Draws the stage into the view's own picture.
void DrawView(View *view, const Stage *stage, const gxCamera *camera, const ViewOptions *options);
// True if ShowView has a picture of this size to show.
bool HasViewPicture(const View *view);
// Puts the picture on the window, its lower left corner at (x, y).
void ShowView(View *view, int x, int y);
// @errors no pixels
gxImage ReadView(const View *view);

// How wide each eye's picture is laid out in one of this width.
int GetEyeWidth(StereoStyle style, int width);

// The camera that a stage's scene asks for, or one that sees everything where it asks for none.
gxCamera MakeStageCamera(const Stage *stage, int width, int height);
// The same while it shows the middle of all that can move; else from there everything is seen.
gxCamera MakeWholeCamera(const Stage *stage, int width, int height);

// The corner views of the last picture as one SVG file, side by side. False: it has none.
bool WriteInsetsSvg(const View *view, FILE *out);

// The trail that the next pictures show at this time; NULL: none. @lifetime until it is set again
void SetViewTrail(View *view, const Trail *trail, double now);
// A line of text at the foot of the next picture drawn; "": none.
void SetViewCaption(View *view, const char *caption);
// True if a line of words may end at the blank text[at]: not within brackets, beside "=", before a number.
bool MayBreakLine(const char *text, size_t at);

#endif
