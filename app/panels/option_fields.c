// Draws fields of options, and turns the user's input into intentions.
#include "panels/option_fields.h"

#include "services/queue.h"

#include <math.h>
#include <stdio.h>

const StageObject *GetSelectedObject(const App *app) {
    return &app->stage.objects[app->stage.selected];
}

void IntendOption(App *app, StageOption option, double value) {
    Intend(app, (Intention){.kind = INTEND_OPTION, .option = option, .value = value});
}

double GetShownOption(const App *app, StageOption option) {
    const OptionEdit *edit = &app->optionEdit;
    bool dragged = edit->active && edit->object == app->stage.selected && edit->option == option;
    return dragged ? edit->value : GetSelectedObject(app)->options[option];
}

void TakeOptionSlider(App *app, StageOption option, bool changed, double value) {
    OptionEdit *edit = &app->optionEdit;
    if (changed)
        *edit = (OptionEdit){.active = true, .object = app->stage.selected, .option = option, .value = value};
    if (!gxEditEnded() || !edit->active) return;
    edit->active = false;
    if (edit->object == app->stage.selected && edit->option == option) IntendOption(app, option, edit->value);
}

void DrawOptionSlider(App *app, StageOption option, const char *label, double upper, const char *format) {
    double value = GetShownOption(app, option);
    bool changed = gxSlider(label, &value, 0.0, fmax(upper, value), format);
    TakeOptionSlider(app, option, changed, fmax(value, 0.0));
}

void DrawOptionNumber(App *app, StageOption option, const char *id) {
    double value = GetSelectedObject(app)->options[option];
    if (gxNumbers(id, &value, 1, "%.10g")) IntendOption(app, option, value);
}

void DrawOptionVector(App *app, StageOption first, const char *id) {
    const double *options = GetSelectedObject(app)->options;
    double values[3] = {options[first], options[first + 1], options[first + 2]};
    if (!gxNumbers(id, values, 3, "%.5g")) return;
    for (int i = 0; i < 3; ++i)
        if (values[i] != options[first + (StageOption)i])
            IntendOption(app, first + (StageOption)i, values[i]);
}

void DrawOptionCheck(App *app, StageOption option, const char *label) {
    bool on = GetSelectedObject(app)->options[option] != 0.0;
    if (gxCheck(label, &on)) IntendOption(app, option, on);
}

void DrawOptionBits(App *app, StageOption option, const char *const *labels, int count) {
    uint32_t bits = (uint32_t)GetSelectedObject(app)->options[option];
    gxPushId((int)option);
    for (int i = 0; i < count; ++i) {
        bool on = (bits >> i & 1u) != 0;
        if (i > 0) gxSameLine(0.0f);
        if (gxCheck(labels[i], &on)) IntendOption(app, option, bits ^ 1u << i);
    }
    gxPopId();
}

bool AreOptionsSet(const App *app, StageOption first, StageOption last) {
    const SceneObject plain = {.traits = MakeSceneTraits()};
    double assumed[STAGE_OPTION_COUNT];
    ReadSceneOptions(&plain, assumed);
    bool set = false;
    for (StageOption option = first; option <= last; ++option)
        set = set || GetSelectedObject(app)->options[option] != assumed[option];
    return set;
}
