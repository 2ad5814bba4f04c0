// The right panel's section on sensors: what is in each. A click selects the sensor.
#include "panels/panels.h"

#include "services/queue.h"
#include "view/palette.h"

#include <stdio.h>

void DrawSensors(App *app) {
    const Stage *stage = &app->stage;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        char inside[160], text[SCENE_NAME_SIZE + 176];
        if (!IsStageSensor(stage, i)) continue;
        DescribeStageSensor(stage, i, inside, sizeof inside);
        snprintf(text, sizeof text, "%s %s\n  %s",
                 GetSensorLook(app->theme, CountInStageSensor(stage, i) > 0).sign, stage->objects[i].name,
                 inside);
        gxPushId(i);
        if (gxRow(text, i == stage->selected)) Intend(app, (Intention){.kind = INTEND_SELECT, .index = i});
        gxPopId();
        gxTooltip("The objects that touch the sensor or are inside it. Click to select it.");
    }
}
