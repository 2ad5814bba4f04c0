// Dear ImGui 1.86 behind the C functions of ui.h. C++, like assimp_scene.cpp, because the library is.
#include "engine/ui.h"
#include "engine/message.h"
#include "engine/ui_fields.h"
#include "engine/ui_input.h"
#include "engine/ui_style.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <new>

struct gxUi {
    gxWindow *window;
    ImVector<ImWchar> letters; // typed after a shortcut of the last frame
    bool awaitsRelease;        // the last frame had a press and its release
    ImVec2 release;            // where that was
};

gxUi *gxCreateUi(gxWindow *window) {
    gxUi *ui = new (std::nothrow) gxUi();
    if (!ui) return nullptr;
    ui->window = window;
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr; // the program owns the layout
    ImGui::StyleColorsDark();
    const bool styled = gxScaleStyle(static_cast<float>(gxGetWindowScale(window)));
    if (!styled || !gxStartUiInput(window) || !ImGui_ImplOpenGL3_Init(gxGetUiShaderVersion())) {
        gxReport(GX_ERROR, "the interface cannot be started");
        ImGui::DestroyContext();
        delete ui;
        return nullptr;
    }
    return ui;
}

void gxSetUiScale(gxUi *, double scale) {
    if (static_cast<float>(scale) == gxGetUiScale()) return;
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    gxScaleStyle(static_cast<float>(scale));
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void gxDestroyUi(gxUi *ui) {
    if (!ui) return;
    ImGui_ImplOpenGL3_Shutdown();
    gxEndUiInput();
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
    io.KeyCtrl = io.KeysDown[GX_KEY_LEFT_CONTROL] || io.KeysDown[GX_KEY_RIGHT_CONTROL];
}

static ImVec2 getPlace(double x, double y) {
    const ImVec2 scale = ImGui::GetIO().DisplayFramebufferScale;
    return ImVec2(static_cast<float>(x) / scale.x, static_cast<float>(y) / scale.y);
}

// Dear ImGui also samples the pointer once a frame. GLFW returns its place now, later than the events that
// have been read: a scrub would follow a pointer whose button has been let go. So the interface gets the
// place of the last event, but where a button was pressed or let go in this frame, the place of the press, or
// else of the release. Dear ImGui sees a press and its release within one frame in two frames.
static void placePointer(gxUi *ui, const gxInput *input) {
    const gxEvent *press = nullptr, *release = nullptr;
    for (int i = 0; i < input->eventCount; ++i) {
        const gxEvent *event = &input->events[i];
        if (event->kind == GX_EVENT_BUTTON_DOWN && !press) {
            press = event;
            release = nullptr;
        }
        if (event->kind == GX_EVENT_BUTTON_UP) release = event;
    }
    ImVec2 *pointer = &ImGui::GetIO().MousePos;
    if (ImGui::IsMousePosValid()) *pointer = getPlace(input->x, input->y); // else it is over another window
    if (ui->awaitsRelease) *pointer = ui->release;
    if (release) *pointer = ui->release = getPlace(release->x, release->y);
    if (press) *pointer = getPlace(press->x, press->y);
    ui->awaitsRelease = press && release;
}

void gxBeginUi(gxUi *ui, const gxInput *input) {
    ImGui_ImplOpenGL3_NewFrame();
    gxFeedUi(ui->window, input);
    placePointer(ui, input);
    setTappedCtrl(ui, input);
    setTappedKeys(input, true);
    gxForgetFields();
    ImGui::NewFrame();
    setTappedKeys(input, false);
}

void gxEndUi(gxUi *) {
    ImGui::Render();
    restoreCtrl();
    gxForgetMenus();
}

bool gxUiHasMouse(void) {
    return ImGui::GetCurrentContext() && ImGui::GetIO().WantCaptureMouse;
}

bool gxUiHasKeyboard(void) {
    return ImGui::GetCurrentContext() && ImGui::GetIO().WantTextInput;
}

float gxGetUiLineHeight(void) {
    return ImGui::GetFrameHeight();
}

float gxGetUiTextHeight(void) {
    return ImGui::GetTextLineHeight();
}

float gxGetUiTextWidth(gxTone tone, const char *text) {
    if (tone == GX_TONE_STRONG) ImGui::PushFont(gxGetBoldFont());
    const float width = ImGui::CalcTextSize(text).x;
    if (tone == GX_TONE_STRONG) ImGui::PopFont();
    return width;
}
