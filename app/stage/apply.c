// Applies entries: runs the operation, then records it in the journal and in undo.
#include "stage/apply.h"

#include "stage/deeds.h"
#include "stage/journal/journal.h"
#include "stage/journal/undo_row.h"
#include "stage/motion/stage_pause.h"
#include "stage/shown/stage_regions.h"

#include <stdio.h>

// --- Checks

static bool hasObject(StageOp op) {
    return op == STAGE_PLACE || op == STAGE_MOVE || op == STAGE_HOLD || op == STAGE_SET_OPTION ||
           op == STAGE_COPY || op == STAGE_WAY;
}

static bool canApply(const Stage *stage, const StageEntry *entry, char *message, size_t messageSize) {
    int32_t paramCount = stage->scene ? stage->scene->paramCount : 0;
    bool known = entry->op != STAGE_SET_PARAM || (entry->index >= 0 && entry->index < paramCount);
    if (hasObject(entry->op)) known = entry->index >= 0 && entry->index < stage->objectCount;
    if (entry->op == STAGE_SET_JOINT) known = entry->index >= 0 && entry->index < stage->data.jointCount;
    if (!known) {
        const char *what = entry->op == STAGE_SET_JOINT ? "joint" : "parameter";
        snprintf(message, messageSize, "there is no %s %d", hasObject(entry->op) ? "object" : what,
                 (int)entry->index);
        return false;
    }
    if (entry->op != STAGE_MOVE) return true;
    const StageObject *moved = &stage->objects[entry->index];
    if (IsMovedByQueries(moved) && !moved->removed) return true;
    snprintf(message, messageSize, "object %d, %s, %s and cannot be moved", (int)entry->index, moved->name,
             moved->removed ? "was removed" : "is fixed");
    return false;
}

// --- The operation

static void setParam(Stage *stage, const StageEntry *entry) {
    stage->data.params[entry->index] = entry->value;
    ReadStageParams(stage);
}

static DeedResult doSetting(Stage *stage, StageEntry *entry, char *message, size_t messageSize) {
    switch (entry->op) {
    case STAGE_SET_MODE:
        SetStageMode(stage, (SceneMode)entry->index);
        return DEED_DONE;
    case STAGE_SET_RESPONSE:
        SetStageResponse(stage, (SceneResponse)entry->index);
        return DEED_DONE;
    case STAGE_SET_GRAVITY:
        SetStageGravity(stage, entry->index != 0);
        return DEED_DONE;
    case STAGE_SET_GROUND:
        SetStageGround(stage, entry->index != 0);
        return DEED_DONE;
    case STAGE_SET_PARAM:
        setParam(stage, entry);
        return DEED_DONE;
    case STAGE_SET_OPTION:
        return SetStageOption(stage, entry->index, (StageOption)entry->option, entry->value, message,
                              messageSize);
    case STAGE_SET_JOINT:
        return SetStageJoint(stage, entry->index, (StageJointOption)entry->option, entry->value, message,
                             messageSize);
    case STAGE_ADD:
        return AddStageObject(stage, entry, message, messageSize);
    default:
        return CopyStageObject(stage, entry, message, messageSize);
    }
}

static DeedResult doMotion(Stage *stage, StageEntry *entry) {
    DeedResult result = DEED_DONE;
    switch (entry->op) {
    case STAGE_MOVE:
        result = MoveStageObject(stage, entry->index, entry->pose);
        entry->stop = stage->query.stop;
        return result;
    case STAGE_PLACE:
        PlaceStageObject(stage, entry->index, entry->pose);
        entry->stop = stage->query.stop;
        return result;
    case STAGE_HOLD:
        return HoldStageBody(stage, entry->index, entry->points[0], entry->points[1]);
    case STAGE_RELEASE:
        return ReleaseStageBody(stage, entry->index != 0);
    case STAGE_ADVANCE:
        result = AdvanceStage(stage, entry->value);
        entry->stop = stage->world.stop;
        return result;
    case STAGE_ROUTE:
        result = OpenBoxRoute(stage, entry->index);
        entry->index = stage->boxes.route;
        return result;
    case STAGE_SCRUB:
        return ScrubStageBoxes(stage, entry->value);
    case STAGE_ROLL:
        return PlayStageBoxes(stage, entry->value);
    case STAGE_WAY:
        return CertifyStageWay(stage, entry);
    case STAGE_RESTART:
        RestartStage(stage);
        return result;
    default:
        return result; // STAGE_LOOK
    }
}

static bool isSetting(StageOp op) {
    return op == STAGE_SET_MODE || op == STAGE_SET_RESPONSE || op == STAGE_SET_GRAVITY ||
           op == STAGE_SET_GROUND || op == STAGE_SET_PARAM || op == STAGE_SET_OPTION ||
           op == STAGE_SET_JOINT || op == STAGE_ADD || op == STAGE_COPY;
}

// --- Applying

static void note(Stage *stage, StageEntry entry) {
    NoteStageEntry(stage, entry);
    if (entry.op == STAGE_RESTART && !BeginStageJournal(stage, true)) stage->journal.full = true;
    // Regions of a scene that moves by itself are followed step by step.
    if (entry.op == STAGE_ADVANCE && stage->regions.wanted) UpdateStageRegions(stage);
}

bool ApplyStage(Stage *stage, const StageEntry *entry, char *message, size_t messageSize) {
    char unread[512];
    StageEntry done = *entry;
    StageJournal *journal = &stage->journal;
    if (!message) {
        message = unread;
        messageSize = sizeof unread;
    }
    GiveUpStageWork(stage);
    if (!canApply(stage, entry, message, messageSize)) return false;
    NoteStageParams(stage);
    StageUndoStep inverse = FindStageInverse(stage, entry);
    int64_t eventsBefore = stage->world.eventCount;
    journal->op = entry->op;
    DeedResult result =
        isSetting(entry->op) ? doSetting(stage, &done, message, messageSize) : doMotion(stage, &done);
    journal->op = STAGE_OP_COUNT;
    if (result == DEED_REFUSED) return false;
    FeedStageUndo(stage, inverse);
    done.count = 1;
    done.findsPlace = false;
    done.outcome = journal->outcome = DescribeOutcome(stage, &done, eventsBefore);
    if (result == DEED_DONE) note(stage, done);
    return true;
}

bool ApplyStageEntry(Stage *stage, StageEntry entry) {
    return ApplyStage(stage, &entry, NULL, 0);
}

// A step that was not cut short then is not cut short now. It may pause.
bool ReplayStageEntry(Stage *stage, const StageEntry *entry, char *message, size_t messageSize) {
    GiveUpStageWork(stage);
    StageLimit live = stage->limit;
    bool paused = stage->undo.paused;
    bool isStep = entry->op == STAGE_PLACE || entry->op == STAGE_MOVE;
    stage->limit.replays = isStep || entry->op == STAGE_ADVANCE;
    if (stage->limit.replays) {
        stage->limit.stop = entry->stop;
    } else {
        stage->limit.isLate = NULL;
        stage->limit.testMost = 0;
    }
    stage->undo.paused = true;
    StageEntry again = *entry;
    again.outcome.known = false;
    bool good = ApplyStage(stage, &again, message, messageSize);
    stage->undo.paused = paused;
    live.frameCalls = stage->limit.frameCalls;
    stage->limit = live;
    if (good && (isStep || entry->op == STAGE_HOLD)) stage->selected = entry->index;
    return good;
}
