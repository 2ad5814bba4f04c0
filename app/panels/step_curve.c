// Plots the polynomial or the gap of an event.
#include "panels/step_curve.h"

#include "engine/ui.h"
#include "stage/shown/step_text.h"

void DrawStepCurve(const StageSteps *steps, float width, float height) {
    const StepsCurve *curve = &steps->shown.curve;
    if (!curve->present || height < gxGetLeastCurveHeight()) return;
    gxCurveMark marks[STEPS_ROOT_MAX];
    for (int32_t i = 0; i < curve->rootCount; ++i)
        marks[i] = (gxCurveMark){curve->roots[i], i == curve->passed ? GX_TONE_CONTACT : GX_TONE_NEAR,
                                 i == curve->passed};
    const StepAxis axis = GetStepAxis(steps);
    const gxCurve plot = {.values = curve->values,
                          .valueCount = STEPS_SAMPLE_COUNT,
                          .from = curve->from,
                          .to = curve->to,
                          .marks = marks,
                          .markCount = curve->rootCount,
                          .name = GetStepCurveName(&steps->shown.event),
                          .axis = axis.name,
                          .ends = {axis.first, axis.last}};
    gxDrawCurve(&plot, width, height);
}
