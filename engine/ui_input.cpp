// The input of the interface by GLFW: Dear ImGui chains its own callbacks before those of the window.
#include "engine/ui_input.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <imgui.h>

bool gxStartUiInput(gxWindow *window) {
    return ImGui_ImplGlfw_InitForOpenGL(static_cast<GLFWwindow *>(gxGetPlatformWindow(window)), true);
}

const char *gxGetUiShaderVersion() {
    return "#version 330 core";
}

void gxEndUiInput() {
    ImGui_ImplGlfw_Shutdown();
}

void gxFeedUi(gxWindow *, const gxInput *) {
    ImGui_ImplGlfw_NewFrame();
}
