// Colours, sizes and fonts of the interface.
#include "engine/ui_style.h"
#include "engine/asset.h"
#include "engine/message.h"
#include "engine/ui.h"

#include <cstring>

static ImFont *boldFont;
static float uiScale = 1.0f;
static ImVec4 tones[GX_TONE_COUNT], pillText;

static ImVec4 convert(gxColor color) {
    const float unit = 1.0f / 255.0f;
    return ImVec4(unit * color.r, unit * color.g, unit * color.b, unit * color.a);
}

void gxSetUiColors(const gxUiColors *colors) {
    for (int i = 0; i < GX_TONE_COUNT; ++i)
        tones[i] = convert(colors->tones[i]);
    pillText = convert(colors->pillText);
    ImVec4 *c = ImGui::GetStyle().Colors;
    c[ImGuiCol_Text] = tones[GX_TONE_PLAIN];
    c[ImGuiCol_TextDisabled] = tones[GX_TONE_DIM];
    c[ImGuiCol_WindowBg] = c[ImGuiCol_MenuBarBg] = convert(colors->ground);
    c[ImGuiCol_PopupBg] = convert(colors->popup);
    c[ImGuiCol_Border] = convert(colors->border);
    c[ImGuiCol_Separator] = c[ImGuiCol_TableBorderLight] = convert(colors->separator);
    c[ImGuiCol_FrameBg] = c[ImGuiCol_Button] = convert(colors->field);
    c[ImGuiCol_FrameBgHovered] = c[ImGuiCol_ButtonHovered] = convert(colors->hovered);
    c[ImGuiCol_HeaderHovered] = c[ImGuiCol_ScrollbarGrab] = convert(colors->hovered);
    c[ImGuiCol_FrameBgActive] = c[ImGuiCol_ButtonActive] = convert(colors->active);
    c[ImGuiCol_HeaderActive] = c[ImGuiCol_ScrollbarGrabHovered] = convert(colors->active);
    c[ImGuiCol_ScrollbarGrabActive] = convert(colors->active);
    c[ImGuiCol_Header] = convert(colors->chosen);
    c[ImGuiCol_CheckMark] = c[ImGuiCol_PlotLines] = tones[GX_TONE_FREE];
    // The value is written across the slider: it must be legible on the grab, too.
    c[ImGuiCol_SliderGrab] = convert(colors->grab);
    c[ImGuiCol_SliderGrabActive] = convert(colors->grabActive);
    c[ImGuiCol_TextSelectedBg] = convert(colors->selected);
    c[ImGuiCol_ScrollbarBg] = ImVec4(0.0f, 0.0f, 0.0f, 0.0f);
}

static void setSizes() {
    ImGuiStyle &style = ImGui::GetStyle();
    ImVec4 colors[ImGuiCol_COUNT];
    memcpy(colors, style.Colors, sizeof colors);
    style = ImGuiStyle();
    memcpy(style.Colors, colors, sizeof colors);
    style.WindowRounding = 0.0f;
    style.FrameRounding = style.GrabRounding = style.PopupRounding = 4.0f;
    style.WindowBorderSize = 0.0f;
    style.PopupBorderSize = 1.0f;
    style.WindowPadding = ImVec2(12.0f, 9.0f);
    style.FramePadding = ImVec2(7.0f, 3.0f);
    style.ItemSpacing = ImVec2(7.0f, 4.5f);
    style.CellPadding = ImVec2(3.0f, 1.5f);
    style.IndentSpacing = 14.0f;
    style.ScrollbarSize = 10.0f;
    style.ScaleAllSizes(uiScale);
}

static ImFont *addFont(const char *name, float size) {
    static const ImWchar ranges[] = {0x0020, 0x00ff, 0x0391, 0x03c9, 0x2010, 0x2033, 0x2070,
                                     0x2099, 0x2190, 0x21ff, 0x2200, 0x22ff, 0x2300, 0x23ff,
                                     0x25a0, 0x25ff, 0x2600, 0x26ff, 0x2700, 0x2727, 0};
    const gxAsset *asset = gxFindAsset(name);
    if (!asset) {
        gxReport(GX_ERROR, "the font %s is not part of the program", name);
        return nullptr;
    }
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.OversampleH = 2;
    // The atlas only reads the bytes.
    void *bytes = const_cast<unsigned char *>(asset->bytes);
    return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(bytes, static_cast<int>(asset->byteCount), size,
                                                      &config, ranges);
}

bool gxScaleStyle(float scale) {
    uiScale = scale;
    setSizes();
    ImGui::GetIO().Fonts->Clear();
    const ImFont *regular = addFont("DejaVuSans.ttf", 14.0f * uiScale);
    boldFont = addFont("DejaVuSans-Bold.ttf", 14.0f * uiScale);
    return regular && boldFont;
}

ImVec4 gxGetTone(int tone) {
    return tones[tone];
}

ImVec4 gxGetPillTextColor() {
    return pillText;
}

ImFont *gxGetBoldFont() {
    return boldFont;
}

float gxGetUiScale(void) {
    return uiScale;
}
