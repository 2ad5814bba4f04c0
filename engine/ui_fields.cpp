// Notes which fields are visible, and their rectangles; see gxGetUiFields.
#include "engine/ui_fields.h"
#include "engine/ui.h"

#include <imgui.h>

#include <cstdio>
#include <cstring>

enum { FIELD_MAX = 128 };

static gxUiField fields[FIELD_MAX];
static int fieldCount;

void gxForgetFields(void) {
    fieldCount = 0;
}

static const char *getName(const char *label) {
    const char *name = std::strstr(label, "##");
    if (!name) return label;
    while (*name == '#')
        ++name;
    return name;
}

bool gxNoteField(const char *label, bool result) {
    if (fieldCount == FIELD_MAX || !ImGui::IsItemVisible()) return result;
    const ImVec2 from = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
    gxUiField *field = &fields[fieldCount++];
    std::snprintf(field->name, sizeof field->name, "%s", getName(label));
    field->x = from.x;
    field->y = from.y;
    field->w = size.x;
    field->h = size.y;
    return result;
}

const gxUiField *gxGetUiFields(int *count) {
    *count = fieldCount;
    return fields;
}
