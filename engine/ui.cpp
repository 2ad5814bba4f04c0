// Dear ImGui 1.86 behind the C functions of ui.h. C++, like assimp_scene.cpp, because the library is.
#include "engine/ui.h"
#include "engine/ui_fields.h"
#include "engine/ui_tones.h"

#include "engine/asset.h"
#include "engine/message.h"
#include "engine/wrap.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <cfloat>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <new>

struct gxUi {
    ImFont *regular, *bold;
    ImVector<ImWchar> letters; // typed after a shortcut of the last frame
};

static ImFont *boldFont;
static float uiScale = 1.0f;
static bool menusClose; // in the current frame

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

static void setStyle() {
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

gxUi *gxCreateUi(gxWindow *window) {
    gxUi *ui = new (std::nothrow) gxUi();
    if (!ui) return nullptr;
    uiScale = static_cast<float>(gxGetWindowScale(window));
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr; // the program owns the layout
    ImGui::StyleColorsDark();
    setStyle();
    ui->regular = addFont("DejaVuSans.ttf", 14.0f * uiScale);
    ui->bold = boldFont = addFont("DejaVuSans-Bold.ttf", 14.0f * uiScale);
    GLFWwindow *handle = static_cast<GLFWwindow *>(gxGetPlatformWindow(window));
    if (!ui->regular || !ui->bold || !ImGui_ImplGlfw_InitForOpenGL(handle, true) ||
        !ImGui_ImplOpenGL3_Init("#version 330 core")) {
        gxReport(GX_ERROR, "the interface cannot be started");
        ImGui::DestroyContext();
        delete ui;
        return nullptr;
    }
    return ui;
}

void gxSetUiScale(gxUi *ui, double scale) {
    if (static_cast<float>(scale) == uiScale) return;
    uiScale = static_cast<float>(scale);
    setStyle();
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui::GetIO().Fonts->Clear();
    ui->regular = addFont("DejaVuSans.ttf", 14.0f * uiScale);
    ui->bold = boldFont = addFont("DejaVuSans-Bold.ttf", 14.0f * uiScale);
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void gxDestroyUi(gxUi *ui) {
    if (!ui) return;
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    delete ui;
}

// Dear ImGui samples the pressed keys once a frame: without this, a key pressed and released within a slow
// frame would be lost.
static void setTappedKeys(const gxInput *input, bool down) {
    for (int i = 0; i < input->eventCount; ++i) {
        const gxEvent *event = &input->events[i];
        if (event->kind == GX_EVENT_KEY_DOWN && event->key >= 0 && !input->keys[event->key])
            ImGui::GetIO().KeysDown[event->key] = down;
    }
}

// Ctrl is sampled likewise: a field would insert the letter of a shortcut that was typed within one frame.
// Letters typed after it wait for the next frame, since a field takes no letters while Ctrl is down.
static void setTappedCtrl(gxUi *ui, const gxInput *input) {
    ImGuiIO &io = ImGui::GetIO();
    bool tapped = false;
    for (int i = 0; i < input->eventCount && !io.KeyCtrl; ++i) {
        const gxEvent *event = &input->events[i];
        tapped = tapped || (event->kind == GX_EVENT_KEY_DOWN && (event->mods & GX_MOD_CTRL) != 0);
    }
    if (tapped) {
        for (const ImWchar letter : io.InputQueueCharacters)
            ui->letters.push_back(letter);
        io.InputQueueCharacters.resize(0);
        io.KeyCtrl = true;
    } else if (!io.KeyCtrl && !ui->letters.empty()) {
        for (const ImWchar letter : io.InputQueueCharacters)
            ui->letters.push_back(letter);
        io.InputQueueCharacters.swap(ui->letters);
        ui->letters.resize(0);
    }
}

static void restoreCtrl() {
    ImGuiIO &io = ImGui::GetIO();
    io.KeyCtrl = io.KeysDown[GLFW_KEY_LEFT_CONTROL] || io.KeysDown[GLFW_KEY_RIGHT_CONTROL];
}

void gxBeginUi(gxUi *ui, const gxInput *input) {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    setTappedCtrl(ui, input);
    setTappedKeys(input, true);
    gxForgetFields();
    ImGui::NewFrame();
    setTappedKeys(input, false);
}

void gxEndUi(gxUi *) {
    ImGui::Render();
    restoreCtrl();
    menusClose = false;
}

bool gxUiHasMouse(void) {
    return ImGui::GetCurrentContext() && ImGui::GetIO().WantCaptureMouse;
}

bool gxUiHasKeyboard(void) {
    return ImGui::GetCurrentContext() && ImGui::GetIO().WantTextInput;
}

bool gxUiHasMenu(void) {
    return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}

void gxCloseUiMenus(void) {
    menusClose = true;
}

float gxGetUiScale(void) {
    return uiScale;
}

float gxGetUiLineHeight(void) {
    return ImGui::GetFrameHeight();
}

float gxGetUiTextHeight(void) {
    return ImGui::GetTextLineHeight();
}

float gxGetUiTextWidth(gxTone tone, const char *text) {
    if (tone == GX_TONE_STRONG) ImGui::PushFont(boldFont);
    const float width = ImGui::CalcTextSize(text).x;
    if (tone == GX_TONE_STRONG) ImGui::PopFont();
    return width;
}

// Limits a panel's height to the window below y, or to the window if it is centred.
static void limitHeight(float y, unsigned flags) {
    const float height = ImGui::GetIO().DisplaySize.y, edge = 4.0f * uiScale;
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
    const float tight = 4.0f * uiScale;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, flags & GX_PANEL_RAISED ? 6.0f * uiScale : 0.0f);
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
    ImGui::PushFont(boldFont);
    ImGui::PushStyleColor(ImGuiCol_Header, ImVec4(0.0f, 0.0f, 0.0f, 0.0f));
    const bool open = ImGui::CollapsingHeader(title, ImGuiTreeNodeFlags_DefaultOpen);
    ImGui::PopStyleColor();
    ImGui::PopFont();
    return open;
}

void gxText(gxTone tone, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (tone == GX_TONE_STRONG) ImGui::PushFont(boldFont);
    ImGui::PushStyleColor(ImGuiCol_Text, tones[tone]);
    ImGui::TextUnformatted(text);
    ImGui::PopStyleColor();
    if (tone == GX_TONE_STRONG) ImGui::PopFont();
}

static float measureText(const char *begin, const char *end, void *) {
    return ImGui::CalcTextSize(begin, end).x;
}

// ImGui also breaks lines behind points, even those of numbers: here it breaks too long words alone.
static void drawWrapped(gxTone tone, const char *text, float right) {
    char lines[1024];
    snprintf(lines, sizeof lines, "%s", text);
    const float room = right > 0.0f ? right - ImGui::GetCursorPosX() : ImGui::GetContentRegionAvail().x;
    if (tone == GX_TONE_STRONG) ImGui::PushFont(boldFont);
    gxWrapLines(lines, room, measureText, nullptr);
    if (tone == GX_TONE_STRONG) ImGui::PopFont();
    ImGui::PushTextWrapPos(right);
    gxText(tone, "%s", lines);
    ImGui::PopTextWrapPos();
}

void gxWrappedText(gxTone tone, const char *text) {
    drawWrapped(tone, text, 0.0f);
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

void gxTooltip(const char *text) {
    if (!ImGui::IsItemHovered()) return;
    ImGui::BeginTooltip();
    drawWrapped(GX_TONE_PLAIN, text, 320.0f * uiScale);
    ImGui::EndTooltip();
}

bool gxPushButton(const char *label, float width) {
    return ImGui::Button(label, ImVec2(width, 0.0f));
}

bool gxPill(const char *label, gxTone tone) {
    const ImVec4 fill = tones[tone];
    const ImVec4 brighter(fill.x * 0.9f + 0.1f, fill.y * 0.9f + 0.1f, fill.z * 0.9f + 0.1f, 1.0f);
    ImGui::PushStyleColor(ImGuiCol_Button, fill);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, brighter);
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, brighter);
    ImGui::PushStyleColor(ImGuiCol_Text, pillText);
    ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, 10.0f * uiScale);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(11.0f * uiScale, 1.5f * uiScale));
    ImGui::PushFont(boldFont);
    ImGui::SetCursorPosY(4.0f * uiScale); // the bar aligns text, not buttons
    const bool clicked = ImGui::Button(label);
    ImGui::PopFont();
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor(4);
    return clicked;
}

bool gxCheck(const char *label, bool *value) {
    return gxNoteField(label, ImGui::Checkbox(label, value));
}

bool gxChoice(const char *label, const char *const *names, int nameCount, int *chosen) {
    bool changed = false;
    const bool open = ImGui::BeginCombo(label, names[*chosen]);
    if (!open) return gxNoteField(label, false);
    for (int i = 0; i < nameCount; ++i) {
        if (gxNoteField(names[i], ImGui::Selectable(names[i], i == *chosen))) {
            changed = changed || i != *chosen;
            *chosen = i;
        }
        if (i == *chosen) ImGui::SetItemDefaultFocus();
    }
    ImGui::EndCombo();
    return changed;
}

bool gxSlider(const char *label, double *value, double lower, double upper, const char *format) {
    return gxNoteField(label,
                       ImGui::SliderScalar(label, ImGuiDataType_Double, value, &lower, &upper, format));
}

bool gxSliderWhole(const char *label, int *value, int lower, int upper, const char *format) {
    return ImGui::SliderInt(label, value, lower, upper, format);
}

bool gxEditEnded(void) {
    return ImGui::IsItemDeactivatedAfterEdit();
}

bool gxNumbers(const char *label, double *values, int count, const char *format) {
    ImGui::SetNextItemWidth(-1.0f);
    gxNoteField(label,
                ImGui::InputScalarN(label, ImGuiDataType_Double, values, count, nullptr, nullptr, format));
    return ImGui::IsItemDeactivatedAfterEdit();
}

// Moves the cursor behind the existing text once the field has the focus.
static int moveCursorToEnd(ImGuiInputTextCallbackData *data) {
    bool *due = static_cast<bool *>(data->UserData);
    if (*due) {
        data->CursorPos = data->BufTextLen;
        data->ClearSelection();
    }
    *due = false;
    return 0;
}

bool gxTextField(const char *label, const char *hint, char *text, int textSize, bool focus) {
    bool *due = ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID(label));
    if (focus) {
        ImGui::SetKeyboardFocusHere();
        *due = true;
    }
    ImGui::SetNextItemWidth(-1.0f);
    return ImGui::InputTextWithHint(label, hint, text, static_cast<size_t>(textSize),
                                    ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackAlways,
                                    moveCursorToEnd, due);
}

bool gxRow(const char *label, bool chosen) {
    return gxNoteField(label, ImGui::Selectable(label, chosen));
}

bool gxDoubleClicked(void) {
    return ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
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

ImVec4 gxGetTone(int tone) {
    return tones[tone];
}

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
        if (size.x + 4.0f * uiScale < right - left) {
            list->AddText(ImVec2(0.5f * (left + right - size.x), at.y + 0.5f * (height - size.y)),
                          ImGui::GetColorU32(tones[GX_TONE_STRONG]), text);
        }
        begin = end;
    }
}

// Draws a thin line through the bands with a triangle, `up` or hanging from their top.
static void drawMarker(ImDrawList *list, float x, ImVec2 at, float height, ImU32 color, bool up) {
    const float size = 5.0f * uiScale, y = up ? at.y + height : at.y, tip = up ? y - size : y + size;
    list->AddLine(ImVec2(x, at.y), ImVec2(x, at.y + height), color, 2.0f * uiScale);
    list->AddTriangleFilled(ImVec2(x - size, y), ImVec2(x + size, y), ImVec2(x, tip), color);
}

// Reserves a line and scrubs it: while the mouse button is down, `value` is the position, 0 to 1.
static bool scrub(const char *id, float left, float width, float height, double *value) {
    ImGui::InvisibleButton(id, ImVec2(width, height));
    if (!ImGui::IsItemActive()) return false;
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
                   ImGui::GetColorU32(tones[line->tickTone]), true);
    }
    drawMarker(list, at.x + width * static_cast<float>(active ? *value : line->cursor), at, height,
               ImGui::GetColorU32(tones[GX_TONE_STRONG]), false);
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
                      gxFadeTone(track->ticks[i], strong ? 1.0f : 0.55f), (strong ? 2.0f : 1.0f) * uiScale);
    }
    drawMarker(list, x, at, height, ImGui::GetColorU32(tones[GX_TONE_STRONG]), false);
    return active;
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

bool gxBeginMenuBar(void) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(8.0f * uiScale, 6.0f * uiScale));
    const bool open = ImGui::BeginMainMenuBar();
    ImGui::PopStyleVar();
    return open;
}

void gxEndMenuBar(void) {
    ImGui::EndMainMenuBar();
}

bool gxBeginMenu(const char *label) {
    const bool open = ImGui::BeginMenu(label);
    if (open && menusClose) ImGui::CloseCurrentPopup();
    return open;
}

void gxEndMenu(void) {
    ImGui::EndMenu();
}

bool gxMenuItem(const char *label, const char *key, bool checked) {
    return ImGui::MenuItem(label, key, checked);
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
