// Plays recordings.
//
// Input: a recording, a stage, a target frame. Output: the stage at that frame.
// (1) Load the scene, compare its meshes with the recorded ones, and add the added objects.
// (2) Run an operation through the functions of the stage, and compare its outcome.
// (3) Keep moments, and go back to the last one before the frame.
#include "recording/player.h"

#include "engine/platform/clock.h"
#include "engine/platform/files.h"
#include "stage/journal/stage_history.h"
#include "stage/stage.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// --- (1)

static bool checkMeshes(const Stage *stage, const Recording *recording, char *message, size_t messageSize) {
    int32_t used = 0;
    if (!recording->meshes) return true; // the recording lists no meshes
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (FindFirstUser(stage, i) != i) continue;
        const StageObject *object = &stage->objects[i];
        uint64_t hash = HashMesh(object->original);
        const RecordedMesh *mesh = used < recording->meshCount ? &recording->meshes[used] : NULL;
        ++used;
        if (mesh && mesh->hash == hash) continue;
        if (mesh)
            snprintf(message, messageSize,
                     "the mesh %s is not the one recorded: recorded %d triangles, hash %016" PRIx64
                     "; now %d, %016" PRIx64,
                     object->source, (int)mesh->triangleCount, mesh->hash, (int)object->info.triangleCount,
                     hash);
        else
            snprintf(message, messageSize, "the recording does not list the mesh %s", object->source);
        return false;
    }
    if (used == recording->meshCount) return true;
    snprintf(message, messageSize, "the recording has %d meshes, the scene %d", (int)recording->meshCount,
             (int)used);
    return false;
}

static bool loadScene(Stage *stage, Recording *recording, const MeshWatch *watch, char *message,
                      size_t messageSize) {
    const Scene *scene = recording->scene;
    if (!scene) return LoadWatchedStage(stage, NULL, &recording->data, watch, message, messageSize);
    return LoadWatchedScene(stage, scene, recording->base.params, watch, message, messageSize);
}

// An object that is fixed at the start may be driven later; that is checked when it moves.
static bool changesBodies(const Recording *recording) {
    bool changes = recording->base.editCount > 0;
    for (int32_t i = 0; !changes && i < recording->entryCount; ++i)
        changes = recording->entries[i].op == STAGE_SET_OPTION;
    return changes;
}

// Checks the entries: a file may name missing meshes, or move a fixed object. Added objects are never fixed.
static bool checkEntries(const Stage *stage, const Recording *recording, int32_t *line, char *message,
                         size_t messageSize) {
    for (int32_t i = 0; i < recording->entryCount; ++i) {
        const StageEntry *entry = &recording->entries[i];
        if (entry->op == STAGE_ADD && strncmp(entry->mesh, "builtin:", 8) != 0 && !gxMayRead(entry->mesh)) {
            *line = recording->lines ? recording->lines[i] : 0;
            snprintf(message, messageSize, "%s: %s", entry->mesh, strerror(errno));
            return false;
        }
        if (entry->op != STAGE_MOVE || entry->index >= stage->objectCount) continue;
        if (IsMovedByQueries(&stage->objects[entry->index]) || changesBodies(recording)) continue;
        *line = recording->lines ? recording->lines[i] : 0;
        snprintf(message, messageSize, "object %d, %s, is fixed and cannot be moved", (int)entry->index,
                 stage->objects[entry->index].name);
        return false;
    }
    return true;
}

static bool begin(StagePlayer *player, Stage *stage, int32_t *line, char *message, size_t messageSize) {
    Recording *recording = &player->recording;
    for (int32_t i = 0; i < recording->addedCount; ++i) {
        const StageEntry *added = &recording->added[i];
        if (!ReplayStageEntry(stage, added, message, messageSize)) return false;
    }
    if (stage->objectCount != recording->base.objectCount) {
        snprintf(message, messageSize, "the recording has %d objects, the scene %d",
                 (int)recording->base.objectCount, (int)stage->objectCount);
        return false;
    }
    if (!checkMeshes(stage, recording, message, messageSize) ||
        !checkEntries(stage, recording, line, message, messageSize)) {
        return false;
    }
    if (!RestoreStageBase(stage, &recording->base)) {
        snprintf(message, messageSize, "out of memory");
        return false;
    }
    player->frameCount = player->aheadCount = 0;
    for (int32_t i = 0; i < recording->entryCount; ++i)
        *(i < recording->firstFrame ? &player->aheadCount : &player->frameCount) +=
            recording->entries[i].count;
    return true;
}

// --- (2)

// The player's own operations are in its recording, so the journal keeps only those of others.
static void takeJournal(StagePlayer *player, Stage *stage) {
    DropStageEntries(stage);
    player->begins = stage->journal.begins;
}

static bool runNext(StagePlayer *player, Stage *stage, char *message, size_t messageSize) {
    StageEntry *entry = &player->recording.entries[player->entry];
    if (!ReplayStageEntry(stage, entry, message, messageSize)) return false;
    if (entry->op == STAGE_ADD) entry->read = stage->objects[stage->objectCount - 1].original;
    player->outcome = stage->journal.outcome;
    takeJournal(player, stage);
    if (++player->within < entry->count) return true;
    player->within = 0;
    ++player->entry;
    return true;
}

bool HasPlayerBegun(const StagePlayer *player) {
    return player->entry >= player->recording.firstFrame;
}

// Runs to the start of the recording. Returns false without a message if time ran out.
static bool runPrefix(StagePlayer *player, Stage *stage, double until, char *message, size_t messageSize) {
    while (!HasPlayerBegun(player)) {
        if (!runNext(player, stage, message, messageSize)) return false;
        ++player->ahead;
        if (gxGetTime() > until) break;
    }
    return HasPlayerBegun(player);
}

bool OpenPlayer(StagePlayer *player, Stage *stage, Recording *recording, char *message, size_t messageSize) {
    return OpenWatchedPlayer(player, stage, recording, NULL, message, messageSize);
}

bool OpenWatchedPlayer(StagePlayer *player, Stage *stage, Recording *recording, const MeshWatch *watch,
                       char *message, size_t messageSize) {
    char reason[2 * SCENE_TEXT_SIZE];
    *player = (StagePlayer){.recording = *recording};
    *recording = (Recording){0};
    int32_t line =
        player->recording.sceneLine > 0 ? player->recording.sceneLine : player->recording.headerLine;
    bool loaded = loadScene(stage, &player->recording, watch, reason, sizeof reason);
    if (loaded) line = player->recording.headerLine;
    if (loaded && begin(player, stage, &line, reason, sizeof reason)) {
        stage->playing = false;
        takeJournal(player, stage);
        return true;
    }
    snprintf(message, messageSize, "%s:%d: %s", player->recording.path, (int)line, reason);
    if (loaded) DestroyStage(stage);
    ClosePlayer(player);
    return false;
}

bool OpenJournalPlayer(StagePlayer *player, Stage *stage) {
    StageJournal *journal = &stage->journal;
    *player = (StagePlayer){0};
    if (journal->full || !CopyStageBase(&journal->base, &player->recording.base)) return false;
    player->recording.entries = journal->entries;
    player->recording.entryCount = journal->count;
    player->frame = player->frameCount = journal->frames;
    player->entry = journal->count;
    player->begins = journal->begins;
    player->history = journal->history;
    journal->history = (StageHistory){0};
    journal->entries = NULL;
    journal->count = journal->capacity = 0;
    journal->frames = 0;
    return true;
}

// Removes all entries after the player's position.
static void cutAtPosition(StagePlayer *player) {
    Recording *recording = &player->recording;
    int32_t kept = player->entry + (player->within > 0);
    if (player->within > 0) recording->entries[player->entry].count = player->within;
    for (int32_t i = kept; i < recording->entryCount; ++i)
        FreeStageEntry(&recording->entries[i]);
    recording->entryCount = kept;
}

void HandOverJournal(StagePlayer *player, Stage *stage) {
    StageJournal *journal = &stage->journal;
    Recording *recording = &player->recording;
    if (journal->begins != player->begins)
        return; // restarted or begun again: the stage's journal is complete
    cutAtPosition(player);
    int64_t count = (int64_t)recording->entryCount + journal->count;
    StageEntry *entries = count <= JOURNAL_ENTRY_MAX
                              ? realloc(recording->entries, (size_t)(count + 1) * sizeof *entries)
                              : NULL;
    if (!entries) {
        BeginJournalHere(stage);
        return;
    }
    if (journal->count > 0)
        memcpy(&entries[recording->entryCount], journal->entries, (size_t)journal->count * sizeof *entries);
    free(journal->entries);
    DestroyStageBase(&journal->base);
    journal->base = recording->base;
    for (int32_t i = 0; i < recording->entryCount; ++i)
        journal->frames += entries[i].count;
    CutStageHistory(&player->history, player->frame);
    ClearStageHistory(&journal->history);
    journal->history = player->history;
    player->history = (StageHistory){0};
    journal->entries = entries;
    journal->count = (int32_t)count;
    journal->capacity = (int32_t)count + 1;
    recording->base = (StageBase){0};
    recording->entries = NULL;
    recording->entryCount = 0;
}

void ClosePlayer(StagePlayer *player) {
    ClearStageHistory(&player->history);
    DestroyRecording(&player->recording);
    *player = (StagePlayer){0};
}

// --- (3)

bool StepPlayer(StagePlayer *player, Stage *stage, char *message, size_t messageSize) {
    message[0] = '\0';
    if (!runPrefix(player, stage, INFINITY, message, messageSize)) return false;
    if (player->entry >= player->recording.entryCount) return false;
    const StageEntry *entry = &player->recording.entries[player->entry];
    if (!runNext(player, stage, message, messageSize)) return false;
    if (stage->world.outOfMemory) {
        snprintf(message, messageSize, "%s", stage->world.trouble);
        return false;
    }
    ++player->frame;
    if (player->recording.lines && player->differs == 0 &&
        CompareOutcomes(entry, &player->outcome, player->difference, sizeof player->difference)) {
        player->differs = player->frame;
    }
    KeepStageMoment(&player->history, stage, (StagePosition){player->frame, player->entry, player->within});
    return true;
}

// True if the player is at a moment kept before the frame.
static bool returnToMoment(StagePlayer *player, Stage *stage, int64_t frame) {
    const StageMoment *moment = FindStageMoment(&player->history, frame);
    if (!moment || !RestoreStageMoment(stage, moment)) return false;
    bool done = moment->within > 0 && moment->within == player->recording.entries[moment->entry].count;
    player->frame = moment->frame;
    player->entry = moment->entry + done;
    player->within = done ? 0 : moment->within;
    return true;
}

// Goes back to a moment before the frame, or to the start.
static bool goBack(StagePlayer *player, Stage *stage, int64_t frame) {
    player->frame = 0;
    player->entry = player->within = 0;
    player->ahead = 0;
    if (!returnToMoment(player, stage, frame) && !RestoreStageBase(stage, &player->recording.base))
        return false;
    takeJournal(player, stage);
    return true;
}

bool SeekPlayer(StagePlayer *player, Stage *stage, int64_t frame, double seconds, char *message,
                size_t messageSize) {
    double until = gxGetTime() + seconds;
    message[0] = '\0';
    if (frame < 0) frame = 0;
    if (frame > player->frameCount) frame = player->frameCount;
    if (frame < player->frame && !goBack(player, stage, frame)) {
        snprintf(message, messageSize, "out of memory");
        return false;
    }
    if (!runPrefix(player, stage, until, message, messageSize)) return message[0] == '\0';
    while (player->frame < frame) {
        if (!StepPlayer(player, stage, message, messageSize)) return message[0] == '\0';
        if (gxGetTime() > until) break;
    }
    return true;
}

static int32_t findEntry(const StagePlayer *player, int64_t frame) {
    int32_t entry = player->recording.firstFrame;
    if (player->recording.lines) return entry + (int32_t)frame - 1; // each entry is one frame
    for (; frame > player->recording.entries[entry].count; ++entry)
        frame -= player->recording.entries[entry].count;
    return entry;
}

const StageEntry *GetPlayerEntry(const StagePlayer *player, int64_t frame) {
    return &player->recording.entries[findEntry(player, frame)];
}

int32_t GetPlayerLine(const StagePlayer *player, int64_t frame) {
    return player->recording.lines ? player->recording.lines[findEntry(player, frame)] : 0;
}

int32_t GetPlayerNextLine(const StagePlayer *player) {
    const Recording *recording = &player->recording;
    bool known = recording->lines && player->entry < recording->entryCount;
    return known ? recording->lines[player->entry] : 0;
}
