// Panels, menus and fields: a small set of functions over Dear ImGui.
//
// Immediate mode: between gxBeginUi and gxDrawUi the program says each frame what there is, and each function
// returns what the person did with it. Sizes are in framebuffer pixels; labels end at "##", what follows
// tells twins apart.
#ifndef GX_UI_H
#define GX_UI_H

#include "engine/color.h"
#include "engine/window.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gxUi gxUi;

// The window's input callbacks must be installed already: those of the interface are chained before them.
// @errors NULL, with a message
gxUi *gxCreateUi(gxWindow *window);
void gxDestroyUi(gxUi *ui);
// Letters and everything beside them so much larger than at 96 dots an inch; between two frames.
void gxSetUiScale(gxUi *ui, double scale);
void gxBeginUi(gxUi *ui, const gxInput *input); // what gxReadInput has just given
void gxDrawUi(gxUi *ui);

bool gxUiHasMouse(void);       // the mouse is over a panel or drags something of it
bool gxUiHasKeyboard(void);    // a field is being typed in
bool gxUiHasMenu(void);        // a menu is open
void gxCloseUiMenus(void);     // with the next frame
float gxGetUiScale(void);      // 1 at 96 dots an inch
float gxGetUiLineHeight(void); // of a button or a field
float gxGetUiTextHeight(void); // of a line of text

// How a text is to be understood; each has a colour of its own.
typedef enum gxTone {
    GX_TONE_PLAIN = 0,
    GX_TONE_DIM,
    GX_TONE_STRONG, // bold
    GX_TONE_FREE,
    GX_TONE_NEAR,
    GX_TONE_CONTACT,
    GX_TONE_OVERLAP,
    GX_TONE_COUNT
} gxTone;

// The colours of everything the interface draws. Text is written on every ground there is here.
typedef struct gxUiColors {
    gxColor tones[GX_TONE_COUNT];
    gxColor ground, popup, border, separator;
    gxColor field, hovered, active;     // of buttons, fields, sliders; grounds under the mouse
    gxColor chosen;                     // ground of a chosen row
    gxColor grab, grabActive, selected; // of sliders; of text in a field
    gxColor pillText;                   // on a tone
} gxUiColors;

float gxGetUiTextWidth(gxTone tone, const char *text);
void gxSetUiColors(const gxUiColors *colors); // before the first frame, and whenever they change

enum {
    GX_PANEL_CENTERED = 1, // x, y: of its middle
    GX_PANEL_BARE = 2,     // its content never scrolls
    GX_PANEL_RAISED = 4,   // over the others, with round corners
    GX_PANEL_OVER = 8      // over the others, with a border
};

// A panel at a fixed place, w or h 0: as large as its content, at most as the window has room for. What does
// not fit scrolls. Ends with gxEndPanel in any case.
void gxBeginPanel(const char *title, float x, float y, float w, float h, unsigned flags);
void gxEndPanel(void);
// A heading that opens and closes what is below it; true when open.
bool gxSection(const char *title);
void gxText(gxTone tone, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gxWrappedText(gxTone tone, const char *text);
void gxSameLine(
    float at); // the next item in the same line; `at`: pixels from the panel's left, 0: right behind
float gxGetPlaceInLine(void); // of the next item of a menu bar: pixels from its left
void gxSeparator(void);
void gxIndent(float width); // negative takes it back
void gxPushId(int id);
void gxPopId(void);
void gxTooltip(const char *text); // of the last item

bool gxPushButton(const char *label, float width); // width 0: of the label
// In the menu bar: a mode as a coloured pill; true when clicked.
bool gxPill(const char *label, gxTone tone);
bool gxCheck(const char *label, bool *value);
bool gxChoice(const char *label, const char *const *names, int nameCount, int *chosen);
bool gxSlider(const char *label, double *value, double lower, double upper, const char *format);
bool gxSliderWhole(const char *label, int *value, int lower, int upper, const char *format);
bool gxEditEnded(void); // the last item was changed and has been let go
// `count` numbers in a line; true when one was typed and entered.
bool gxNumbers(const char *label, double *values, int count, const char *format);
// True when Enter was pressed in it. `focus`: put the cursor there.
bool gxTextField(const char *label, const char *hint, char *text, int textSize, bool focus);
// A line that can be chosen; true when clicked.
bool gxRow(const char *label, bool chosen);
bool gxDoubleClicked(void); // the last item
// A heading among rows that opens and closes those below it; ends with gxEndGroup when it is open.
bool gxBeginGroup(const char *title);
void gxEndGroup(void);

typedef struct gxPlotLine {
    const double *values; // values[valueCount]; what is not finite is a gap
    gxTone tone;
} gxPlotLine;

// Lines over the same places, the newest at the right end.
typedef struct gxPlot {
    const gxPlotLine *lines; // lines[lineCount]
    int lineCount, valueCount;
    int room;            // how many values fill the width
    double upper;        // at the top; 0 at the foot
    const char *top;     // written beside the top, with the unit; "0" stands beside the foot
    const char *axis;    // of the places, under their middle
    const char *ends[2]; // under their first and their last
    const double *marks; // marks[markCount]: values with a line across
    int markCount;
} gxPlot;

// As wide as its column; the index of the value under the mouse, -1: none.
int gxDrawPlot(const char *id, const gxPlot *plot, float height);

// A bar over [0, 1]: full from `from` to `to`, pale to `most`, with two lines across it.
typedef struct gxRange {
    double from, to, most;
    gxTone tone;
    double marks[2]; // beyond 1: not shown
} gxRange;

void gxDrawRange(const gxRange *range, float width, float height);

// Pairs of bars side by side, shares from 0 to 1, with "100 %" at the top; labels[count] under them, NULL:
// none there. The index of the pair under the mouse, -1: none.
int gxBars(const char *id, const float *first, const float *second, const char *const *labels, int count,
           float height, gxTone firstTone, gxTone secondTone);

// A line of time from 0 to 1, divided into bands that are numbered from 1.
typedef struct gxTimeline {
    const double *ends; // ends[bandCount], where each band ends, the last at 1
    int bandCount;
    double free;   // coloured up to here
    double tick;   // a mark of its own; below 0: none
    double cursor; // where it is now
    gxTone freeTone, tickTone;
} gxTimeline;

// As wide as the panel; true while it is scrubbed with the mouse, and then `value` is where.
bool gxScrubTimeline(const char *id, const gxTimeline *line, float height, double *value);

// A long list as a line to scrub along, with a tick wherever something of note stands in it.
typedef struct gxTrack {
    const unsigned char *ticks; // ticks[tickCount], evenly from the list's begin to its end: a tone, 0: none
    int tickCount;
    double cursor; // from 0 to 1
} gxTrack;

// As wide as the panel; true while it is scrubbed with the mouse, and then `value` is where.
bool gxScrubTrack(const char *id, const gxTrack *track, float height, double *value);

// A point of a curve that is told apart: full or hollow.
typedef struct gxCurveMark {
    double x;
    gxTone tone;
    bool filled;
} gxCurveMark;

// A curve over x from 0 to 1, with a line where it is zero, and numbers at both axes.
typedef struct gxCurve {
    const double *values; // values[valueCount], evenly from x = 0 to x = 1; what is not finite is left out
    int valueCount;
    double from, to;          // the part of interest; the rest is quiet
    const gxCurveMark *marks; // marks[markCount], on the line of zero
    int markCount;
    const char *name;    // of the values, with their unit, over them
    const char *axis;    // of x, with its unit, under its middle
    const char *ends[2]; // under x = 0 and x = 1
} gxCurve;

void gxDrawCurve(const gxCurve *curve, float width, float height);
// The height that a curve needs to be seen with its axes.
float gxGetLeastCurveHeight(void);

// A bar over [0, 1], filled from `from` to `to`.
void gxDrawSpan(double from, double to, gxTone tone, float width, float height);

// What has more lines than there is room for: a part of the panel as high as so many lines, which scrolls.
void gxBeginScroll(const char *id, int lineCount);
void gxEndScroll(void);

bool gxBeginMenuBar(void);
void gxEndMenuBar(void);
bool gxBeginMenu(const char *label);
void gxEndMenu(void);
bool gxMenuItem(const char *label, const char *key, bool checked);

bool gxBeginTable(const char *id, int columnCount, const float *widths); // widths 0: share the rest
void gxEndTable(void);
void gxNextCell(void);

#ifdef __cplusplus
}
#endif
#endif
