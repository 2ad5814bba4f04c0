// The input of the interface, from the window system (ui_input.cpp) or from the page (web/ui_input_web.cpp).
// C++.
#ifndef ENGINE_UI_INPUT_H
#define ENGINE_UI_INPUT_H

#include "engine/window.h"

// Call it after ImGui::CreateContext. Returns false on failure.
bool gxStartUiInput(gxWindow *window);
void gxEndUiInput();
// Returns the version of the interface's shaders, as the first line of a shader has it. @lifetime static
const char *gxGetUiShaderVersion();
// Gives the interface the size of the window, the time, and the input since the last frame.
void gxFeedUi(gxWindow *window, const gxInput *input);

#endif
