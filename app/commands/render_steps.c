// Finds the event of `render --steps`.
#include "commands/render_steps.h"

#include "scenes/number_text.h"
#include "stage/shown/step_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// True if text[length] is the kind's name, with '-' for blanks.
static bool isKind(const char *text, size_t length, cdTraceKind kind) {
    const char *name = GetStepKindName(kind);
    if (strlen(name) != length) return false;
    for (size_t i = 0; i < length; ++i) {
        if (text[i] != (name[i] == ' ' ? '-' : name[i])) return false;
    }
    return true;
}

// Returns the index of the event, or -1.
static int32_t findEvent(const StageSteps *steps, const char *text) {
    double number = 0.0;
    if (ReadNumber(text, strlen(text), &number)) {
        bool good = number >= 1.0 && number <= steps->trace.eventCount && number == floor(number);
        return good ? (int32_t)number - 1 : -1;
    }
    size_t length = strcspn(text, ":");
    number = 1.0;
    if (text[length] == ':' && !ReadNumber(text + length + 1, strlen(text + length + 1), &number)) return -1;
    for (int k = 0; k < CD_TRACE_KIND_COUNT; ++k) {
        if (!isKind(text, length, (cdTraceKind)k)) continue;
        bool good = number >= 1.0 && number <= GetStepTotal(steps, (cdTraceKind)k) && number == floor(number);
        return good ? steps->order[steps->firsts[k] + (int32_t)number - 1] : -1;
    }
    return -1;
}

// Puts the index's query point halfway from the solid's centre to a corner of its bounds.
static void placeProbe(Stage *stage) {
    StageProbe *probe = &stage->probe;
    probe->object = ChooseSolidObject(stage);
    if (probe->object < 0) return;
    const StageObject *object = &stage->objects[probe->object];
    probe->point =
        cdTransformPoint(object->pose, cdLerp(object->info.center, object->info.bounds.upper, 0.5));
    probe->hasPoint = true;
}

bool ShowRenderStep(Stage *stage, StepsSearch search, const char *event, char *message, size_t messageSize) {
    if (search == STEPS_INDEX) placeProbe(stage);
    ChooseStageSteps(stage, search);
    const StageSteps *steps = &stage->steps;
    if (!HasStep(stage)) {
        snprintf(message, messageSize, "--steps: %s",
                 steps->reason ? steps->reason : "the search has no events");
        return false;
    }
    int32_t at = findEvent(steps, event);
    if (at >= 0) {
        SetStep(stage, at);
        return true;
    }
    size_t length = (size_t)snprintf(message, messageSize, "--steps %s: no such event; of %d there are",
                                     event, (int)steps->trace.eventCount);
    for (int k = 0; k < CD_TRACE_KIND_COUNT && length < messageSize; ++k) {
        int32_t total = GetStepTotal(steps, (cdTraceKind)k);
        if (total == 0) continue;
        length += (size_t)snprintf(message + length, messageSize - length, " %d %s,", (int)total,
                                   GetStepKindName((cdTraceKind)k));
    }
    if (length < messageSize && length > 0) message[length - 1] = '\0';
    return false;
}
