// Panels, menus and fields: a small set of functions over Dear ImGui.
//
// Immediate mode: between gxBeginUi and gxEndUi the program declares the interface each frame; functions
// return the user's input. Sizes are in framebuffer pixels. Text after "##" in a label is not shown; it keeps
// equal labels unique.
#ifndef GX_UI_H
#define GX_UI_H

#include "engine/color.h"
#include "engine/damage.h"
#include "engine/window.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gxUi gxUi;

// Install the window's input callbacks first: the interface chains its own before them.
// @errors NULL, with a message
gxUi *gxCreateUi(gxWindow *window);
void gxDestroyUi(gxUi *ui);
// Scales text and layout, 1 at 96 dots an inch. Call between frames.
void gxSetUiScale(gxUi *ui, double scale);
void gxBeginUi(gxUi *ui, const gxInput *input);     // `input`: of gxReadInput in this frame
void gxEndUi(gxUi *ui);                             // the interface of this frame is complete
void gxDeclareUi(const gxUi *ui, gxDamage *damage); // declares what gxDrawUi draws where
// Draws those parts of the window, which must be disjoint; once a frame.
void gxDrawUi(gxUi *ui, const gxRect *parts, int partCount);

bool gxUiHasMouse(void);       // the pointer is over a panel or drags an item; false without an interface
bool gxUiHasKeyboard(void);    // a field has the keyboard
bool gxUiHasMenu(void);        // a menu is open
void gxCloseUiMenus(void);     // in the next frame
float gxGetUiScale(void);      // 1 at 96 dots an inch
float gxGetUiLineHeight(void); // height of a button or a field
float gxGetUiTextHeight(void); // height of a line of text

// Meaning of a text; each has its own colour.
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

// All colours of the interface. Text is drawn on each of the grounds.
typedef struct gxUiColors {
    gxColor tones[GX_TONE_COUNT];
    gxColor ground, popup, border, separator;
    gxColor field, hovered, active;     // of buttons, fields, sliders; ground of a hovered or pressed item
    gxColor chosen;                     // ground of the selected row
    gxColor grab, grabActive, selected; // of sliders; of selected text in a field
    gxColor pillText;                   // on a tone's colour
} gxUiColors;

float gxGetUiTextWidth(gxTone tone, const char *text);
void gxSetUiColors(const gxUiColors *colors); // before the first frame, and after each change

enum {
    GX_PANEL_CENTERED = 1, // x, y: its centre
    GX_PANEL_BARE = 2,     // never scrolls
    GX_PANEL_RAISED = 4,   // above the others, rounded
    GX_PANEL_OVER = 8      // above the others, with a border
};

// Begins a panel at a fixed position. w or h 0: as large as its content, limited by the window. Overflowing
// content scrolls. Always call gxEndPanel.
void gxBeginPanel(const char *title, float x, float y, float w, float h, unsigned flags);
void gxEndPanel(void);
// A collapsible heading; true if open.
bool gxSection(const char *title);
void gxText(gxTone tone, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gxWrappedText(gxTone tone, const char *text);
void gxSameLine(
    float at); // the next item in the same line; `at`: pixels from the panel's left, 0: right behind
float gxGetPlaceInLine(void); // of the next item in a menu bar: pixels from the bar's left
void gxSeparator(void);
void gxIndent(float width); // a negative width undoes it
void gxPushId(int id);
void gxPopId(void);
void gxTooltip(const char *text); // for the last item

bool gxPushButton(const char *label, float width); // width 0: fits the label
// A coloured pill for a mode, in the menu bar; true when clicked.
bool gxPill(const char *label, gxTone tone);
bool gxCheck(const char *label, bool *value);
bool gxChoice(const char *label, const char *const *names, int nameCount, int *chosen);
bool gxSlider(const char *label, double *value, double lower, double upper, const char *format);
bool gxSliderWhole(const char *label, int *value, int lower, int upper, const char *format);
bool gxEditEnded(void); // the last item was changed and released
// `count` number fields in a line; true when one was entered.
bool gxNumbers(const char *label, double *values, int count, const char *format);
// True when Enter was pressed. `focus`: set the keyboard focus to it.
bool gxTextField(const char *label, const char *hint, char *text, int textSize, bool focus);

// A field, check box, slider, choice, row or heading that was visible in the last frame, for tests of the
// window.
typedef struct gxUiField {
    char name[32]; // its label, of one with "##" the part behind that
    float x, y, w, h;
} gxUiField;

const gxUiField *gxGetUiFields(int *count); // @lifetime until the next frame

// A selectable row; true when clicked.
bool gxRow(const char *label, bool chosen);
bool gxDoubleClicked(void); // for the last item
// A collapsible heading among rows. Call gxEndGroup if it is open.
bool gxBeginGroup(const char *title);
bool gxBeginFold(const char *title); // the same, closed at first
void gxEndGroup(void);

typedef struct gxPlotLine {
    const double *values; // values[valueCount]; non-finite ones are gaps
    gxTone tone;
} gxPlotLine;

// Lines over a common x axis, the newest value at the right end.
typedef struct gxPlot {
    const gxPlotLine *lines; // lines[lineCount]
    int lineCount, valueCount;
    int room;            // number of values across the full width
    double lower, upper; // values at the bottom, 0 or less, and at the top
    const char *top;     // label beside the top, with the unit
    const char *bottom;  // label beside the bottom; NULL: "0"
    const char *axis;    // label of the x axis, in the middle
    const char *ends[2]; // labels of its two ends
    const double *marks; // marks[markCount]: values of horizontal lines
    int markCount;
} gxPlot;

// Draws a plot, as wide as its column. Returns the index of the value under the mouse; -1: outside.
int gxDrawPlot(const char *id, const gxPlot *plot, float height);

// A bar over [0, 1]: strong in [from, to], pale up to `most`, with two vertical marks.
typedef struct gxRange {
    double from, to, most;
    gxTone tone;
    double marks[2]; // above 1: hidden
} gxRange;

void gxDrawRange(const gxRange *range, float width, float height);

// Draws pairs of bars, shares from 0 to 1, with "100 %" at the top. labels[count] below them; NULL: no label.
// Returns the index of the pair under the mouse; -1: outside.
int gxBars(const char *id, const float *first, const float *second, const char *const *labels, int count,
           float height, gxTone firstTone, gxTone secondTone);

// A timeline from 0 to 1, divided into bands numbered from 1.
typedef struct gxTimeline {
    const double *ends; // ends[bandCount], the end of each band; the last is 1
    int bandCount;
    double free;   // end of the coloured part
    double tick;   // an extra mark; below 0: hidden
    double cursor; // current position
    gxTone freeTone, tickTone;
} gxTimeline;

// Draws a timeline, as wide as the panel. True while the user scrubs it; `value` is the position.
bool gxScrubTimeline(const char *id, const gxTimeline *line, float height, double *value);

// A long list as a scrubbable line, with a tick at each notable entry.
typedef struct gxTrack {
    const unsigned char *ticks; // ticks[tickCount], evenly over the list: a tone; 0: no tick
    int tickCount;
    double cursor; // from 0 to 1
} gxTrack;

// Draws a track, as wide as the panel. True while the user scrubs it; `value` is the position.
bool gxScrubTrack(const char *id, const gxTrack *track, float height, double *value);

// A marked point of a curve, filled or outlined.
typedef struct gxCurveMark {
    double x;
    gxTone tone;
    bool filled;
} gxCurveMark;

// A curve over x from 0 to 1, with a zero line and numbers at both axes.
typedef struct gxCurve {
    const double *values; // values[valueCount], evenly from x = 0 to x = 1; non-finite ones are left out
    int valueCount;
    double from, to;          // the part of interest; the rest is dimmed
    const gxCurveMark *marks; // marks[markCount], on the zero line
    int markCount;
    const char *name;    // of the values, with their unit, above
    const char *axis;    // of x, with its unit, below the middle
    const char *ends[2]; // below x = 0 and x = 1
} gxCurve;

void gxDrawCurve(const gxCurve *curve, float width, float height);
// Returns the minimum height of a curve with its axes.
float gxGetLeastCurveHeight(void);

// Draws a bar over [0, 1], filled from `from` to `to`.
void gxDrawSpan(double from, double to, gxTone tone, float width, float height);

// Begins a scrolling part of the panel, `lineCount` lines high.
void gxBeginScroll(const char *id, int lineCount);
void gxEndScroll(void);

bool gxBeginMenuBar(void);
void gxEndMenuBar(void);
bool gxBeginMenu(const char *label);
void gxEndMenu(void);
bool gxMenuItem(const char *label, const char *key, bool checked);

bool gxBeginTable(const char *id, int columnCount, const float *widths); // width 0: shares the rest
void gxEndTable(void);
void gxNextCell(void);

#ifdef __cplusplus
}
#endif
#endif
