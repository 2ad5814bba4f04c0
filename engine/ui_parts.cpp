// Draws only parts of the interface, from the triangles of Dear ImGui's draw lists.
//
// Each triangle is declared where it may have pixels, with its corners, its clip rectangle and its texture.
// To draw parts, each command is repeated for each part that it may reach: with the part as its clip
// rectangle and with only the triangles that reach it.
//
// An interface has thousands of triangles a frame: rounding is written out, because the library's functions
// are calls.
#include "engine/ui.h"

#include "engine/hash.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

// From the coordinates of the interface to pixels of the framebuffer.
struct Frame {
    ImVec2 corner, scale;
    int height; // pixels
};

static Frame makeFrame(const ImDrawData *data) {
    return {data->DisplayPos, data->FramebufferScale,
            static_cast<int>(data->DisplaySize.y * data->FramebufferScale.y)};
}

// Rounds as the renderer of Dear ImGui does.
static gxRect getClip(const Frame &frame, const ImDrawCmd &command) {
    const float left = (command.ClipRect.x - frame.corner.x) * frame.scale.x;
    const float right = (command.ClipRect.z - frame.corner.x) * frame.scale.x;
    const float top = (command.ClipRect.y - frame.corner.y) * frame.scale.y;
    const float bottom = (command.ClipRect.w - frame.corner.y) * frame.scale.y;
    if (!(right > left && bottom > top)) return gxRect{0, 0, 0, 0};
    return gxRect{static_cast<int>(left), static_cast<int>(static_cast<float>(frame.height) - bottom),
                  static_cast<int>(right - left), static_cast<int>(bottom - top)};
}

static void setClip(const Frame &frame, gxRect clip, ImDrawCmd *command) {
    const float left = static_cast<float>(clip.x) / frame.scale.x + frame.corner.x;
    const float top =
        static_cast<float>(frame.height - clip.y - clip.height) / frame.scale.y + frame.corner.y;
    command->ClipRect = ImVec4(left, top, left + static_cast<float>(clip.width) / frame.scale.x,
                               top + static_cast<float>(clip.height) / frame.scale.y);
}

// Within the range of int.
static int roundDown(float value) {
    const int whole = static_cast<int>(value);
    return value < static_cast<float>(whole) ? whole - 1 : whole;
}

static int roundUp(float value) {
    return -roundDown(-value);
}

static float getLesser(float a, float b) {
    return a < b ? a : b;
}

static float getGreater(float a, float b) {
    return a > b ? a : b;
}

// Returns a rectangle that contains all pixels of a triangle.
static gxRect boundTriangle(const Frame &frame, const ImDrawVert *vertices, const ImDrawIdx *corners) {
    ImVec2 lower = vertices[corners[0]].pos, upper = lower;
    for (int k = 1; k < 3; ++k) {
        const ImVec2 p = vertices[corners[k]].pos;
        lower = ImVec2(getLesser(lower.x, p.x), getLesser(lower.y, p.y));
        upper = ImVec2(getGreater(upper.x, p.x), getGreater(upper.y, p.y));
    }
    const int left = roundDown((lower.x - frame.corner.x) * frame.scale.x);
    const int right = roundUp((upper.x - frame.corner.x) * frame.scale.x);
    const int top = roundDown((lower.y - frame.corner.y) * frame.scale.y);
    const int bottom = roundUp((upper.y - frame.corner.y) * frame.scale.y);
    return gxRect{left, frame.height - bottom, right - left, bottom - top};
}

static void declareCommand(const Frame &frame, const ImDrawList *list, const ImDrawCmd &command,
                           gxDamage *damage) {
    const gxRect clip = getClip(frame, command);
    const ImDrawVert *vertices = list->VtxBuffer.Data + command.VtxOffset;
    const ImDrawIdx *indices = list->IdxBuffer.Data + command.IdxOffset;
    const ImTextureID texture = command.GetTexID();
    const float scale = gxGetUiScale(); // with another one the texture has other letters
    uint64_t common = gxMixBytes(gxBeginHash(), &clip, sizeof clip);
    common = gxMixBytes(gxMixBytes(common, &texture, sizeof texture), &scale, sizeof scale);
    for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
        const gxRect rect = gxIntersectRects(clip, boundTriangle(frame, vertices, indices + i));
        if (gxIsEmptyRect(rect)) continue;
        uint64_t content = common;
        for (unsigned k = 0; k < 3; ++k)
            content = gxMixBytes(content, &vertices[indices[i + k]], sizeof *vertices);
        gxDeclare(damage, rect, content);
    }
}

void gxDeclareUi(const gxUi *, gxDamage *damage) {
    const ImDrawData *data = ImGui::GetDrawData();
    const Frame frame = makeFrame(data);
    for (int i = 0; i < data->CmdListsCount; ++i)
        for (const ImDrawCmd &command : data->CmdLists[i]->CmdBuffer)
            declareCommand(frame, data->CmdLists[i], command, damage);
}

// Computes the rectangle of each triangle of the command.
static void boundTriangles(const Frame &frame, const ImDrawList *list, const ImDrawCmd &command,
                           ImVector<gxRect> *bounds) {
    const ImDrawVert *vertices = list->VtxBuffer.Data + command.VtxOffset;
    const ImDrawIdx *indices = list->IdxBuffer.Data + command.IdxOffset;
    bounds->resize(0);
    for (unsigned i = 0; i + 2 < command.ElemCount; i += 3)
        bounds->push_back(boundTriangle(frame, vertices, indices + i));
}

// Adds a command for the part, with the triangles that reach it.
static void addPart(const Frame &frame, const ImDrawList *list, const ImDrawCmd &command, gxRect part,
                    const ImVector<gxRect> &bounds, ImVector<ImDrawCmd> *commands,
                    ImVector<ImDrawIdx> *indices) {
    part = gxIntersectRects(part, getClip(frame, command));
    if (gxIsEmptyRect(part)) return;
    ImDrawCmd limited = command;
    limited.IdxOffset = static_cast<unsigned>(indices->Size);
    for (int t = 0; t < bounds.Size; ++t) {
        if (gxIsEmptyRect(gxIntersectRects(part, bounds[t]))) continue;
        const ImDrawIdx *corners = list->IdxBuffer.Data + command.IdxOffset + 3 * t;
        for (int k = 0; k < 3; ++k)
            indices->push_back(corners[k]);
    }
    limited.ElemCount = static_cast<unsigned>(indices->Size) - limited.IdxOffset;
    if (limited.ElemCount == 0) return;
    setClip(frame, part, &limited);
    commands->push_back(limited);
}

// Adds a vertex and an index that nothing draws to an empty list: WebGL 2 takes an upload of no bytes for one
// of all memory.
static void fill(ImDrawList *list) {
    if (list->VtxBuffer.empty()) list->VtxBuffer.push_back(ImDrawVert());
    if (list->IdxBuffer.empty()) list->IdxBuffer.push_back(0);
}

void gxDrawUi(gxUi *, const gxRect *parts, int partCount) {
    ImDrawData *data = ImGui::GetDrawData();
    const Frame frame = makeFrame(data);
    ImVector<gxRect> bounds;
    for (int i = 0; i < data->CmdListsCount; ++i) {
        ImDrawList *list = data->CmdLists[i];
        ImVector<ImDrawCmd> commands;
        ImVector<ImDrawIdx> indices;
        for (const ImDrawCmd &command : list->CmdBuffer) {
            boundTriangles(frame, list, command, &bounds);
            for (int k = 0; k < partCount; ++k)
                addPart(frame, list, command, parts[k], bounds, &commands, &indices);
        }
        list->CmdBuffer.swap(commands);
        list->IdxBuffer.swap(indices);
        fill(list);
    }
    ImGui_ImplOpenGL3_RenderDrawData(data);
}
