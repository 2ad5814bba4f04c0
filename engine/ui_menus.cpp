// Menus of the interface.
#include "engine/ui.h"
#include "engine/ui_fields.h"

#include <imgui.h>

static bool menusClose; // in the current frame

void gxForgetMenus() {
    menusClose = false;
}

bool gxUiHasMenu(void) {
    return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}

void gxCloseUiMenus(void) {
    menusClose = true;
}

bool gxBeginMenuBar(void) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(8.0f * gxGetUiScale(), 6.0f * gxGetUiScale()));
    const bool open = ImGui::BeginMainMenuBar();
    ImGui::PopStyleVar();
    return open;
}

void gxEndMenuBar(void) {
    ImGui::EndMainMenuBar();
}

// Rows that a finger hits are higher.
bool gxBeginMenu(const char *label) {
    const bool open = ImGui::BeginMenu(label);
    if (!open) return false;
    if (menusClose) ImGui::CloseCurrentPopup();
    ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
    if (ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_IsTouchScreen) spacing.y = 20.0f * gxGetUiScale();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, spacing);
    return true;
}

void gxEndMenu(void) {
    ImGui::PopStyleVar();
    ImGui::EndMenu();
}

bool gxMenuItem(const char *label, const char *key, bool checked) {
    return ImGui::MenuItem(label, key, checked);
}
