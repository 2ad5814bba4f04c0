// Fields of panels that show and edit options of the selected object.
//
// Each edit is an intention; the stage checks its value. A slider changes the option when it is released: one
// edit, which can be undone.
#ifndef APP_OPTION_FIELDS_H
#define APP_OPTION_FIELDS_H

#include "services/app.h"

// Returns the selected object; there must be one.
const StageObject *GetSelectedObject(const App *app);
void IntendOption(App *app, StageOption option, double value);

// Returns the value of a slider: while it is dragged its own, else the object's.
double GetShownOption(const App *app, StageOption option);
// Edits the option when the slider, the last item, is released. `changed`: the slider moved to `value`.
void TakeOptionSlider(App *app, StageOption option, bool changed, double value);

// A slider from 0 to `upper`, or to the option's value if that is larger.
void DrawOptionSlider(App *app, StageOption option, const char *label, double upper, const char *format);
// A number to type.
void DrawOptionNumber(App *app, StageOption option, const char *id);
// Three numbers in a row, of this option and the next two.
void DrawOptionVector(App *app, StageOption first, const char *id);
void DrawOptionCheck(App *app, StageOption option, const char *label);
// A row of check boxes for the lowest bits of an option; the others keep their values. labels[count]
void DrawOptionBits(App *app, StageOption option, const char *const *labels, int count);
// True if one of options [first, last] differs from its value of a plain body.
bool AreOptionsSet(const App *app, StageOption first, StageOption last);

#endif
