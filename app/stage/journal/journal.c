// Records the entries of a stage in order.
//
// Input: operations on a stage. Output: its journal. (1) The hash processes words of 64 bits: each of its
// steps is a bijection, so that a difference in one word never gets lost. (2) Anyone may change scene
// parameters, which are numbers. They are compared when an entry begins, and a change becomes an entry before
// it. (3) Steps of the scene's own time come by the thousand: consecutive ones of the same length without
// contact events are one entry with a count.
#include "stage/journal/journal.h"

#include "engine/platform/plain_text.h"
#include "stage/journal/stage_history.h"
#include "stage/motion/stage_drag.h"
#include "stage/motion/stage_pause.h"
#include "stage/objects/stage_room.h"
#include "stage/world/stage_world.h"

#include <stdlib.h>
#include <string.h>

// --- (1)

static uint64_t hashNumber(uint64_t hash, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    hash = (hash ^ bits) * UINT64_C(0x100000001b3);
    return hash ^ (hash >> 32);
}

static uint64_t hashVector(uint64_t hash, cdVec3 v) {
    return hashNumber(hashNumber(hashNumber(hash, v.x), v.y), v.z);
}

uint64_t HashStage(const Stage *stage) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        cdQuat q = object->pose.q;
        hash = hashVector(hash, object->pose.p);
        hash = hashVector(hashNumber(hash, q.w), (cdVec3){q.x, q.y, q.z});
        if (!object->isBody) continue;
        cdBodyState state = cdGetBodyState(stage->world.scene.world, stage->world.scene.bodies[i]);
        hash = hashVector(hashVector(hash, state.velocity), state.angularVelocity);
    }
    return hash;
}

uint64_t HashMesh(const cdMesh *mesh) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    for (int32_t i = 0; i < info.vertexCount; ++i)
        hash = hashVector(hash, info.vertices[i]);
    for (int32_t i = 0; i < 3 * info.triangleCount; ++i)
        hash = hashNumber(hash, info.triangles[i]);
    return hashVector(hash, info.center);
}

int32_t FindFirstUser(const Stage *stage, int32_t object) {
    int32_t first = 0;
    while (stage->objects[first].original != stage->objects[object].original)
        ++first;
    return first;
}

// --- (2)

// --- (3)

static bool grow(StageJournal *journal) {
    if (journal->count < journal->capacity) return true;
    if (journal->count == JOURNAL_ENTRY_MAX) return false;
    int32_t capacity = journal->capacity > 0 ? 2 * journal->capacity : 256;
    StageEntry *entries = realloc(journal->entries, (size_t)capacity * sizeof *entries);
    if (!entries) return false;
    journal->entries = entries;
    journal->capacity = capacity;
    return true;
}

// True if the entry repeats the last one.
static bool isOneMore(const StageEntry *last, const StageEntry *entry) {
    if (entry->op == STAGE_LOOK) return last->op == STAGE_LOOK;
    if (IsStopped(last->stop) || IsStopped(entry->stop)) return false;
    return entry->op == STAGE_ADVANCE && last->op == STAGE_ADVANCE && last->value == entry->value &&
           last->outcome.events == 0 && entry->outcome.events == 0 && last->count < INT32_MAX;
}

static bool keep(StageJournal *journal, StageEntry entry) {
    if (!grow(journal) || !CopyStageEntry(&entry)) return false;
    journal->entries[journal->count++] = entry;
    journal->frames += entry.count;
    return true;
}

static void keepMoment(Stage *stage) {
    StageJournal *journal = &stage->journal;
    StagePosition at = {journal->frames, journal->count - 1, journal->entries[journal->count - 1].count};
    KeepStageMoment(&journal->history, stage, at);
}

void NoteStageEntry(Stage *stage, StageEntry entry) {
    StageJournal *journal = &stage->journal;
    ++journal->done;
    for (int i = 0; i < STAGE_LISTENER_MAX; ++i) {
        const StageListener *listener = &journal->listeners[i];
        if (listener->listen) listener->listen(&entry, listener->context);
    }
    StageEntry *last = journal->count > 0 ? &journal->entries[journal->count - 1] : NULL;
    if (!journal->full && last && isOneMore(last, &entry)) {
        int32_t count = entry.op == STAGE_ADVANCE ? last->count + 1 : 1;
        journal->frames += count - last->count;
        *last = entry;
        last->count = count;
        keepMoment(stage);
        return;
    }
    if (!journal->full && keep(journal, entry)) {
        keepMoment(stage);
        return;
    }
    BeginJournalHere(stage);
}

void ReadStageParams(Stage *stage) {
    ReadBaseParams(stage, stage->journal.params);
}

void NoteStageParams(Stage *stage) {
    double params[JOURNAL_PARAM_MAX] = {0};
    ReadBaseParams(stage, params);
    for (int32_t i = 0; i < GetBaseParamCount(stage); ++i) {
        if (params[i] == stage->journal.params[i]) continue;
        stage->journal.params[i] = params[i];
        NoteStageEntry(stage, (StageEntry){.op = STAGE_SET_PARAM,
                                           .index = i,
                                           .count = 1,
                                           .value = params[i],
                                           .outcome = {.known = true, .hash = HashStage(stage)}});
    }
}

StageOutcome DescribeOutcome(const Stage *stage, const StageEntry *entry, int64_t eventsBefore) {
    StageOutcome outcome = {.known = true, .hash = HashStage(stage)};
    const StageQuery *query = &stage->query;
    if (entry->op == STAGE_ADVANCE) outcome.events = (int32_t)(stage->world.eventCount - eventsBefore);
    if (entry->op == STAGE_WAY) {
        outcome.state = entry->outcome.state;
        outcome.edge = entry->outcome.edge;
    }
    if (entry->op != STAGE_MOVE && entry->op != STAGE_PLACE) return outcome;
    outcome.resolvedPose = stage->objects[entry->index].pose;
    outcome.state = query->present ? query->contact.state : query->overlap.state;
    if (query->present && query->mode == SCENE_CONTINUOUS && outcome.state == CD_CONTACT) {
        outcome.t = query->contact.t;
        outcome.kind = query->contact.kind;
        outcome.featureA = query->contact.featureA;
        outcome.featureB = query->contact.featureB;
    }
    return outcome;
}

bool AddStageListener(Stage *stage, StageListener listener) {
    for (int i = 0; i < STAGE_LISTENER_MAX; ++i) {
        if (stage->journal.listeners[i].listen) continue;
        stage->journal.listeners[i] = listener;
        return true;
    }
    return false;
}

void RemoveStageListener(Stage *stage, const void *context) {
    for (int i = 0; i < STAGE_LISTENER_MAX; ++i) {
        StageListener *listener = &stage->journal.listeners[i];
        if (listener->context == context) *listener = (StageListener){0};
    }
}

// --- Beginning of a journal

bool CanBeginAnywhere(const Stage *stage) {
    return !MovesByItself(stage);
}

static void clearEntries(StageJournal *journal) {
    DestroyStageEntries(journal->entries, journal->count);
    ClearStageHistory(&journal->history);
    journal->entries = NULL;
    journal->count = journal->capacity = 0;
    journal->frames = 0;
    journal->full = false;
}

bool BeginStageJournal(Stage *stage, bool atStart) {
    StageJournal *journal = &stage->journal;
    StageBase base;
    GiveUpStageWork(stage);
    if (!DescribeStageBase(stage, atStart, &base)) return false;
    if (!atStart) ForgetStageCaches(stage);
    ReadBaseParams(stage, journal->params);
    clearEntries(journal);
    DestroyStageBase(&journal->base);
    journal->base = base;
    ++journal->begins;
    return true;
}

void BeginJournalHere(Stage *stage) {
    if (!CanBeginAnywhere(stage) || !BeginStageJournal(stage, false)) stage->journal.full = true;
}

void DropStageEntries(Stage *stage) {
    StageJournal *journal = &stage->journal;
    for (int32_t i = 0; i < journal->count; ++i)
        FreeStageEntry(&journal->entries[i]);
    journal->count = 0;
    journal->frames = 0;
    ClearStageHistory(&journal->history);
}

void DestroyStageJournal(Stage *stage) {
    ClearStageHistory(&stage->journal.history);
    DestroyStageEntries(stage->journal.entries, stage->journal.count);
    DestroyStageBase(&stage->journal.base);
    stage->journal = (StageJournal){0};
}
