// Timelines and tracks of the interface, which the mouse scrubs.
#include "engine/ui.h"
#include "engine/ui_style.h"

#include <cstdio>

// Draws the bands in two shades, stronger up to `free`, with their numbers where they fit.
static void drawBands(ImDrawList *list, const gxTimeline &line, ImVec2 at, float width, float height) {
    double begin = 0.0;
    for (int i = 0; i < line.bandCount; ++i) {
        const double end = line.ends[i];
        const float left = at.x + width * static_cast<float>(begin),
                    right = at.x + width * static_cast<float>(end);
        const float reached = at.x + width * static_cast<float>(line.free < end ? line.free : end);
        const bool odd = i % 2 != 0;
        list->AddRectFilled(ImVec2(left, at.y), ImVec2(right, at.y + height),
                            ImGui::GetColorU32(odd ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg));
        if (reached > left) {
            list->AddRectFilled(ImVec2(left, at.y), ImVec2(reached, at.y + height),
                                gxFadeTone(line.freeTone, odd ? 0.55f : 0.38f));
        }
        list->AddLine(ImVec2(left, at.y), ImVec2(left, at.y + height), gxFadeTone(GX_TONE_STRONG, 0.35f));
        char text[16];
        snprintf(text, sizeof text, "%d", i + 1);
        const ImVec2 size = ImGui::CalcTextSize(text);
        if (size.x + 4.0f * gxGetUiScale() < right - left) {
            list->AddText(ImVec2(0.5f * (left + right - size.x), at.y + 0.5f * (height - size.y)),
                          ImGui::GetColorU32(gxGetTone(GX_TONE_STRONG)), text);
        }
        begin = end;
    }
}

// Draws a thin line through the bands with a triangle, `up` or hanging from their top.
static void drawMarker(ImDrawList *list, float x, ImVec2 at, float height, ImU32 color, bool up) {
    const float size = 5.0f * gxGetUiScale(), y = up ? at.y + height : at.y, tip = up ? y - size : y + size;
    list->AddLine(ImVec2(x, at.y), ImVec2(x, at.y + height), color, 2.0f * gxGetUiScale());
    list->AddTriangleFilled(ImVec2(x - size, y), ImVec2(x + size, y), ImVec2(x, tip), color);
}

// Reserves a line and scrubs it: while the mouse button is down, and where it is let go, `value` is the
// position, 0 to 1.
static bool scrub(const char *id, float left, float width, float height, double *value) {
    ImGui::InvisibleButton(id, ImVec2(width, height));
    if (!ImGui::IsItemActive() && !ImGui::IsItemDeactivated()) return false;
    if (!ImGui::IsMousePosValid()) return false; // over another window
    const double share = static_cast<double>((ImGui::GetIO().MousePos.x - left) / width);
    *value = share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
    return true;
}

bool gxScrubTimeline(const char *id, const gxTimeline *line, float height, double *value) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    if (width < 1.0f) return false;
    const bool active = scrub(id, at.x, width, height, value);
    ImDrawList *list = ImGui::GetWindowDrawList();
    drawBands(list, *line, at, width, height);
    if (line->tick >= 0.0) {
        drawMarker(list, at.x + width * static_cast<float>(line->tick), at, height,
                   ImGui::GetColorU32(gxGetTone(line->tickTone)), true);
    }
    drawMarker(list, at.x + width * static_cast<float>(active ? *value : line->cursor), at, height,
               ImGui::GetColorU32(gxGetTone(GX_TONE_STRONG)), false);
    return active;
}

bool gxScrubTrack(const char *id, const gxTrack *track, float height, double *value) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    if (width < 1.0f) return false;
    const bool active = scrub(id, at.x, width, height, value);
    const double cursor = active ? *value : track->cursor;
    const float x = at.x + width * static_cast<float>(cursor);
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, ImVec2(at.x + width, at.y + height), ImGui::GetColorU32(ImGuiCol_FrameBg));
    list->AddRectFilled(at, ImVec2(x, at.y + height), gxFadeTone(GX_TONE_FREE, 0.22f));
    for (int i = 0; i < track->tickCount; ++i) {
        if (track->ticks[i] == 0) continue;
        const float tickX =
            at.x + width * (static_cast<float>(i) + 0.5f) / static_cast<float>(track->tickCount);
        const bool strong = track->ticks[i] >= GX_TONE_FREE;
        list->AddLine(ImVec2(tickX, at.y + (strong ? 0.0f : 0.45f * height)), ImVec2(tickX, at.y + height),
                      gxFadeTone(track->ticks[i], strong ? 1.0f : 0.55f),
                      (strong ? 2.0f : 1.0f) * gxGetUiScale());
    }
    drawMarker(list, x, at, height, ImGui::GetColorU32(gxGetTone(GX_TONE_STRONG)), false);
    return active;
}
