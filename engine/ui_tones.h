// The colours of tones as Dear ImGui has them, for the C++ files of the interface.
#ifndef ENGINE_UI_TONES_H
#define ENGINE_UI_TONES_H

#include <imgui.h>

ImVec4 gxGetTone(int tone);

static inline ImU32 gxFadeTone(int tone, float alpha) {
    const ImVec4 color = gxGetTone(tone);
    return ImGui::GetColorU32(ImVec4(color.x, color.y, color.z, alpha));
}

#endif
