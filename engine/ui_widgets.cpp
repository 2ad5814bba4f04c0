// Texts, buttons and fields of the interface.
#include "engine/ui.h"
#include "engine/ui_fields.h"
#include "engine/ui_style.h"
#include "engine/wrap.h"

#include <cstdarg>
#include <cstdio>

void gxText(gxTone tone, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (tone == GX_TONE_STRONG) ImGui::PushFont(gxGetBoldFont());
    ImGui::PushStyleColor(ImGuiCol_Text, gxGetTone(tone));
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
    if (tone == GX_TONE_STRONG) ImGui::PushFont(gxGetBoldFont());
    gxWrapLines(lines, room, measureText, nullptr);
    if (tone == GX_TONE_STRONG) ImGui::PopFont();
    ImGui::PushTextWrapPos(right);
    gxText(tone, "%s", lines);
    ImGui::PopTextWrapPos();
}

void gxWrappedText(gxTone tone, const char *text) {
    drawWrapped(tone, text, 0.0f);
}

void gxTooltip(const char *text) {
    if (!ImGui::IsItemHovered()) return;
    ImGui::BeginTooltip();
    drawWrapped(GX_TONE_PLAIN, text, 320.0f * gxGetUiScale());
    ImGui::EndTooltip();
}

bool gxPushButton(const char *label, float width) {
    return ImGui::Button(label, ImVec2(width, 0.0f));
}

bool gxPill(const char *label, gxTone tone) {
    const ImVec4 fill = gxGetTone(tone);
    const ImVec4 brighter(fill.x * 0.9f + 0.1f, fill.y * 0.9f + 0.1f, fill.z * 0.9f + 0.1f, 1.0f);
    ImGui::PushStyleColor(ImGuiCol_Button, fill);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, brighter);
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, brighter);
    ImGui::PushStyleColor(ImGuiCol_Text, gxGetPillTextColor());
    ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, 10.0f * gxGetUiScale());
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(11.0f * gxGetUiScale(), 1.5f * gxGetUiScale()));
    ImGui::PushFont(gxGetBoldFont());
    ImGui::SetCursorPosY(4.0f * gxGetUiScale()); // the bar aligns text, not buttons
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
