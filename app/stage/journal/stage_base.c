// Describes the state of a stage as the beginning of a journal.
//
// Input: a stage. Output: its settings and poses, the options that differ from their initial values, and the
// parameters of its scene.
#include "stage/journal/stage_base.h"

#include <stdlib.h>

int32_t GetBaseParamCount(const Stage *stage) {
    int32_t count = stage->scene ? stage->scene->paramCount : 0;
    return count < JOURNAL_PARAM_MAX ? count : JOURNAL_PARAM_MAX;
}

void ReadBaseParams(const Stage *stage, double *params) {
    for (int32_t i = 0; i < GetBaseParamCount(stage); ++i)
        params[i] = stage->data.params[i];
}

// Writes the changed options of one object or joint to `edits`, unless that is NULL. Returns their number.
static int32_t addEdits(StageOp op, int32_t index, const double *options, const double *initial,
                        int32_t optionCount, StageEntry *edits) {
    int32_t count = 0;
    for (int32_t k = 0; k < optionCount; ++k) {
        if (options[k] == initial[k]) continue;
        if (edits)
            edits[count] =
                (StageEntry){.op = op, .index = index, .count = 1, .option = k, .value = options[k]};
        ++count;
    }
    return count;
}

// @errors false: no memory
static bool describeEdits(const Stage *stage, StageBase *base) {
    int32_t count = 0;
    for (int pass = 0; pass < 2; ++pass) {
        count = 0;
        for (int32_t i = 0; i < stage->objectCount; ++i)
            count += addEdits(STAGE_SET_OPTION, i, stage->objects[i].options, stage->objects[i].initial,
                              STAGE_OPTION_COUNT, base->edits ? base->edits + count : NULL);
        for (int32_t i = 0; i < stage->data.jointCount; ++i)
            count += addEdits(STAGE_SET_JOINT, i, stage->joints[i].options, stage->joints[i].initial,
                              STAGE_JOINT_OPTION_COUNT, base->edits ? base->edits + count : NULL);
        if (pass == 0 && count > 0) base->edits = calloc((size_t)count, sizeof *base->edits);
        if (!base->edits) break;
    }
    base->editCount = base->edits ? count : 0;
    return base->edits || count == 0;
}

bool DescribeStageBase(const Stage *stage, bool atStart, StageBase *base) {
    *base = (StageBase){.mode = stage->mode,
                        .response = stage->response,
                        .falls = stage->falls,
                        .ground = stage->ground.kind,
                        .time = stage->time,
                        .objectCount = stage->objectCount};
    ReadBaseParams(stage, base->params);
    if (!describeEdits(stage, base)) return false;
    if (atStart) return true;
    base->poses = calloc((size_t)stage->objectCount + 1, sizeof *base->poses);
    for (int32_t i = 0; base->poses && i < stage->objectCount; ++i)
        base->poses[i] = stage->objects[i].pose;
    if (!base->poses) DestroyStageBase(base);
    return base->poses != NULL;
}
