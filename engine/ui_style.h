// The style of the interface as Dear ImGui has it, for the C++ files of the interface.
#ifndef ENGINE_UI_STYLE_H
#define ENGINE_UI_STYLE_H

#include <imgui.h>

// Sets all sizes and loads the fonts. `scale`: 1 at 96 dots an inch. @errors false with a message: no fonts
bool gxScaleStyle(float scale);

ImVec4 gxGetTone(int tone);
ImVec4 gxGetPillTextColor();
ImFont *gxGetBoldFont();

static inline ImU32 gxFadeTone(int tone, float alpha) {
    const ImVec4 color = gxGetTone(tone);
    return ImGui::GetColorU32(ImVec4(color.x, color.y, color.z, alpha));
}

#endif
