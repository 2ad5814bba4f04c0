// Names and ranges of the options of objects.
#include "stage/objects/option_values.h"

#include "scenes/scene.h"

#include <math.h>

const char *const *GetStageOptionNames(void) {
    static const char *const names[STAGE_OPTION_COUNT + 1] = {"removed", "body",  "leafRadius",  "proxy",
                                                              "density", "mass",  "restitution", "friction",
                                                              "scale",   "group", "pushes",      NULL};
    return names;
}

void GetStageOptionRange(StageOption option, double *lower, double *upper, bool *whole) {
    static const double most = 1e100;
    static const struct {
        double lower, upper;
        bool whole;
    } ranges[STAGE_OPTION_COUNT] = {
        [STAGE_REMOVED] = {0.0, 1.0, true},       [STAGE_BODY] = {SCENE_FIXED, SCENE_DYNAMIC, true},
        [STAGE_LEAF_RADIUS] = {0.0, most, false}, [STAGE_PROXY] = {0.0, 1.0, true},
        [STAGE_DENSITY] = {1e-100, most, false},  [STAGE_MASS] = {0.0, most, false},
        [STAGE_RESTITUTION] = {0.0, 1.0, false},  [STAGE_FRICTION] = {0.0, most, false},
        [STAGE_SCALE] = {1e-3, 1e3, false},       [STAGE_GROUP] = {0.0, 1.0, true},
        [STAGE_PUSHES] = {0.0, 1.0, true}};
    *lower = ranges[option].lower;
    *upper = ranges[option].upper;
    *whole = ranges[option].whole;
}

bool IsStageOptionValue(StageOption option, double value) {
    double lower, upper;
    bool whole;
    GetStageOptionRange(option, &lower, &upper, &whole);
    return value >= lower && value <= upper && (!whole || value == floor(value));
}
