// The input of the interface in the browser, from the window's events.
#include "engine/ui_input.h"
#include "engine/web/page.h"

#include <cstring>
#include <imgui.h>

// page.js
extern "C" void gxCopyToClipboard(const char *text);
extern "C" bool gxIsTouchScreen();

static double lastTime;
static char clipboard[4096];

static void setClipboard(void *, const char *text) {
    strncpy(clipboard, text, sizeof clipboard - 1);
    gxCopyToClipboard(text);
}

static const char *getClipboard(void *) {
    return clipboard;
}

// Called by page.js before the key that pastes is handled.
extern "C" void WebSetClipboard(const char *text);
void WebSetClipboard(const char *text) {
    strncpy(clipboard, text, sizeof clipboard - 1);
}

static void mapKeys(ImGuiIO &io) {
    static const struct {
        ImGuiKey key;
        int code;
    } keys[] = {{ImGuiKey_Tab, GX_KEY_TAB},
                {ImGuiKey_LeftArrow, GX_KEY_LEFT},
                {ImGuiKey_RightArrow, GX_KEY_RIGHT},
                {ImGuiKey_UpArrow, GX_KEY_UP},
                {ImGuiKey_DownArrow, GX_KEY_DOWN},
                {ImGuiKey_PageUp, GX_KEY_PAGE_UP},
                {ImGuiKey_PageDown, GX_KEY_PAGE_DOWN},
                {ImGuiKey_Home, GX_KEY_HOME},
                {ImGuiKey_End, GX_KEY_END},
                {ImGuiKey_Insert, GX_KEY_INSERT},
                {ImGuiKey_Delete, GX_KEY_DELETE},
                {ImGuiKey_Backspace, GX_KEY_BACKSPACE},
                {ImGuiKey_Space, GX_KEY_SPACE},
                {ImGuiKey_Enter, GX_KEY_ENTER},
                {ImGuiKey_Escape, GX_KEY_ESCAPE},
                {ImGuiKey_KeyPadEnter, GX_KEY_KEYPAD_ENTER},
                {ImGuiKey_A, 'A'},
                {ImGuiKey_C, 'C'},
                {ImGuiKey_V, 'V'},
                {ImGuiKey_X, 'X'},
                {ImGuiKey_Y, 'Y'},
                {ImGuiKey_Z, 'Z'}};
    for (const auto &key : keys)
        io.KeyMap[key.key] = key.code;
}

bool gxStartUiInput(gxWindow *) {
    ImGuiIO &io = ImGui::GetIO();
    io.BackendPlatformName = "firstcontact_web";
    io.SetClipboardTextFn = setClipboard;
    io.GetClipboardTextFn = getClipboard;
    if (gxIsTouchScreen()) io.ConfigFlags |= ImGuiConfigFlags_IsTouchScreen;
    mapKeys(io);
    lastTime = gxGetTime();
    return true;
}

const char *gxGetUiShaderVersion() {
    return "#version 300 es";
}

void gxEndUiInput() {}

// A button that was pressed and released since the last frame is down in this one.
static void feedButtons(ImGuiIO &io, const gxInput *input) {
    for (int i = 0; i < GX_BUTTON_COUNT; ++i)
        io.MouseDown[i] = input->buttons[i];
    for (int i = 0; i < input->eventCount; ++i) {
        const gxEvent &event = input->events[i];
        if (event.kind == GX_EVENT_BUTTON_DOWN) io.MouseDown[event.button] = true;
        if (event.kind == GX_EVENT_WHEEL) io.MouseWheel += static_cast<float>(event.wheel);
    }
}

void gxFeedUi(gxWindow *window, const gxInput *input) {
    ImGuiIO &io = ImGui::GetIO();
    int width = 0, height = 0;
    gxGetWindowSize(window, &width, &height);
    io.DisplaySize = ImVec2(static_cast<float>(width), static_cast<float>(height));
    io.DisplayFramebufferScale = ImVec2(1.0f, 1.0f);
    const double now = gxGetTime();
    io.DeltaTime = now > lastTime ? static_cast<float>(now - lastTime) : 1e-5f;
    lastTime = now;
    io.MousePos = ImVec2(static_cast<float>(input->x), static_cast<float>(input->y));
    feedButtons(io, input);
    memcpy(io.KeysDown, input->keys, sizeof input->keys);
    io.KeyShift = (input->mods & GX_MOD_SHIFT) != 0;
    io.KeyCtrl = (input->mods & GX_MOD_CTRL) != 0;
    io.KeyAlt = (input->mods & GX_MOD_ALT) != 0;
    io.AddInputCharactersUTF8(gxTakeTypedText());
}
