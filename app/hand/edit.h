// What is done to an object beyond moving it: options, copies, removal, each with a word and a way back.
#ifndef APP_EDIT_H
#define APP_EDIT_H

#include "window/app.h"

// Sets an option of the selected object; what cannot be is said.
void EditSelected(App *app, StageOption option, double value);
void DuplicateSelected(App *app);
void RemoveSelected(App *app);
// Radius of the leaves by which the object's sphere tree came; its slider counts from there.
double GetFirstLeafRadius(const StageObject *object);

#endif
