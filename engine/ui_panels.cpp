// Panels of the interface, and the places of items in them: sections, groups, lines, tables.
#include "engine/ui.h"
#include "engine/ui_fields.h"
#include "engine/ui_style.h"

#include <cfloat>

// Limits a panel's height to the window below y, or to the window if it is centred.
static void limitHeight(float y, unsigned flags) {
    const float height = ImGui::GetIO().DisplaySize.y, edge = 4.0f * gxGetUiScale();
    const float half = y < height - y ? y : height - y;
    const float most = flags & GX_PANEL_CENTERED ? 2.0f * (half - edge) : height - y;
    ImGui::SetNextWindowSizeConstraints(ImVec2(0.0f, 0.0f), ImVec2(FLT_MAX, most > 1.0f ? most : 1.0f));
}

void gxBeginPanel(const char *title, float x, float y, float w, float h, unsigned flags) {
    ImGuiWindowFlags windowFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                   ImGuiWindowFlags_NoSavedSettings;
    if (!(flags & (GX_PANEL_RAISED | GX_PANEL_OVER))) windowFlags |= ImGuiWindowFlags_NoBringToFrontOnFocus;
    if (w <= 0.0f || h <= 0.0f) windowFlags |= ImGuiWindowFlags_AlwaysAutoResize;
    if (flags & GX_PANEL_BARE)
        windowFlags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    const ImVec2 pivot = flags & GX_PANEL_CENTERED ? ImVec2(0.5f, 0.5f) : ImVec2(0.0f, 0.0f);
    ImGui::SetNextWindowPos(ImVec2(x, y), ImGuiCond_Always, pivot);
    ImGui::SetNextWindowSize(ImVec2(w, h), ImGuiCond_Always);
    limitHeight(y, flags);
    if (w > 0.0f &&
        !(flags & (GX_PANEL_BARE | GX_PANEL_RAISED))) { // the scroll bar must not shift the content
        const ImGuiStyle &style = ImGui::GetStyle();
        const float within = w - 2.0f * style.WindowPadding.x - style.ScrollbarSize;
        ImGui::SetNextWindowContentSize(ImVec2(within > 1.0f ? within : 1.0f, 0.0f));
    }
    const float tight = 4.0f * gxGetUiScale();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, flags & GX_PANEL_RAISED ? 6.0f * gxGetUiScale() : 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize,
                        flags & (GX_PANEL_RAISED | GX_PANEL_OVER) ? 1.0f : 0.0f);
    if (flags & GX_PANEL_BARE) ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(2.5f * tight, tight));
    ImGui::Begin(title, nullptr, windowFlags);
    ImGui::PopStyleVar(flags & GX_PANEL_BARE ? 3 : 2);
}

void gxEndPanel(void) {
    ImGui::End();
}

bool gxSection(const char *title) {
    ImGui::Spacing();
    ImGui::PushFont(gxGetBoldFont());
    ImGui::PushStyleColor(ImGuiCol_Header, ImVec4(0.0f, 0.0f, 0.0f, 0.0f));
    const bool open = ImGui::CollapsingHeader(title, ImGuiTreeNodeFlags_DefaultOpen);
    ImGui::PopStyleColor();
    ImGui::PopFont();
    return open;
}

bool gxBeginGroup(const char *title) {
    const int flags = ImGuiTreeNodeFlags_DefaultOpen | ImGuiTreeNodeFlags_NoTreePushOnOpen;
    return gxNoteField(title, ImGui::TreeNodeEx(title, flags));
}

bool gxBeginFold(const char *title) {
    return gxNoteField(title, ImGui::TreeNodeEx(title, ImGuiTreeNodeFlags_NoTreePushOnOpen));
}

void gxEndGroup(void) {
    ImGui::Spacing();
}

void gxSameLine(float at) {
    ImGui::SameLine(at);
}

float gxGetPlaceInLine(void) {
    return ImGui::GetCursorPosX();
}

void gxSeparator(void) {
    ImGui::Separator();
}

void gxIndent(float width) {
    if (width >= 0.0f)
        ImGui::Indent(width);
    else
        ImGui::Unindent(-width);
}

void gxPushId(int id) {
    ImGui::PushID(id);
}

void gxPopId(void) {
    ImGui::PopID();
}

void gxBeginScroll(const char *id, int lineCount) {
    const float padding = 2.0f * ImGui::GetStyle().ItemSpacing.y;
    const float height = ImGui::GetTextLineHeight() * static_cast<float>(lineCount) + padding +
                         ImGui::GetStyle().ItemSpacing.y * static_cast<float>(lineCount / 3);
    ImGui::BeginChild(id, ImVec2(0.0f, height));
}

void gxEndScroll(void) {
    ImGui::EndChild();
}

bool gxBeginTable(const char *id, int columnCount, const float *widths) {
    if (!ImGui::BeginTable(id, columnCount)) return false;
    for (int i = 0; i < columnCount; ++i) {
        const ImGuiTableColumnFlags flags =
            widths[i] > 0.0f ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch;
        ImGui::TableSetupColumn("", flags, widths[i]);
    }
    return true;
}

void gxEndTable(void) {
    ImGui::EndTable();
}

void gxNextCell(void) {
    ImGui::TableNextColumn();
}
