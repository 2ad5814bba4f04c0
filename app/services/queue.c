// The queue of intentions: a ring buffer, emptied several times a frame.
#include "services/queue.h"

#include "engine/message.h"
#include "engine/platform/plain_text.h"

#include <stdlib.h>
#include <string.h>

void Intend(App *app, Intention intention) {
    Intentions *queue = &app->intentions;
    if (queue->count == INTENTION_MAX) { // a frame appends only a few
        gxReport(GX_ERROR, "more than %d intentions in one frame", INTENTION_MAX);
        free(intention.path);
        return;
    }
    queue->waiting[(queue->first + queue->count++) % INTENTION_MAX] = intention;
}

void IntendSimply(App *app, IntentionKind kind) {
    Intend(app, (Intention){.kind = kind});
}

static void intendWithPath(App *app, IntentionKind kind, const char *path) {
    char *copy = gxCopyText(path);
    if (copy)
        Intend(app, (Intention){.kind = kind, .path = copy});
    else
        gxReport(GX_ERROR, "%s: out of memory", path);
}

void IntendToOpen(App *app, const char *path) {
    intendWithPath(app, INTEND_OPEN_FILE, path);
}

void IntendToSave(App *app, const char *path) {
    intendWithPath(app, INTEND_SAVE, path);
}

bool TakeIntention(App *app, Intention *intention) {
    Intentions *queue = &app->intentions;
    if (queue->count == 0) return false;
    *intention = queue->waiting[queue->first];
    queue->first = (queue->first + 1) % INTENTION_MAX;
    --queue->count;
    return true;
}

void DropIntentions(App *app) {
    Intention intention;
    while (TakeIntention(app, &intention))
        free(intention.path);
}
