// Plays a recording forward and back on a stage.
//
// Frame 0 is the start of the recording, frame n the result of its n-th operation. Forward, the operations
// run again; back, the player continues from the last moment kept before that frame
// (stage/journal/stage_history.h), else from the start. Each outcome is compared with the recorded one, bit
// for bit.
#ifndef APP_PLAYER_H
#define APP_PLAYER_H

#include "recording/recording.h"

typedef struct StagePlayer {
    Recording recording; // owned
    int64_t frame, frameCount;
    int32_t entry, within;     // next entry, and the number of its repetitions done
    int64_t ahead, aheadCount; // steps done and all steps up to its start
    StageHistory history;      // of the frames played
    int64_t begins;            // of the stage's journal at the player's last operation
    StageOutcome outcome;      // of the last operation
    int64_t differs;           // first frame that differs from the recording; 0: none so far
    char difference[256];      // description of the difference
} StagePlayer;

// Loads the recording's scene into `stage` and takes over the recording in any case. If the recording starts
// in the middle of a run, the first step or seek runs up to there.
// @errors false with a message; stage and player are empty
bool OpenPlayer(StagePlayer *player, Stage *stage, Recording *recording, char *message, size_t messageSize);
// The same with a watch on the construction of the scene's meshes; `watch` may be NULL.
bool OpenWatchedPlayer(StagePlayer *player, Stage *stage, Recording *recording, const MeshWatch *watch,
                       char *message, size_t messageSize);
// Plays a stage's journal, from its end. The journal is moved out of the stage.
// @errors false: no memory, or an incomplete journal
bool OpenJournalPlayer(StagePlayer *player, Stage *stage);
void ClosePlayer(StagePlayer *player);
// Replaces the stage's journal by the operations played so far, followed by those that others did since.
// While a player leads a stage, the journal holds only the latter. Afterwards the player can only be closed.
void HandOverJournal(StagePlayer *player, Stage *stage);
// True if it has reached the start of the recording.
bool HasPlayerBegun(const StagePlayer *player);

// Advances one frame. @errors false with a message; at the end false without a message
bool StepPlayer(StagePlayer *player, Stage *stage, char *message, size_t messageSize);
// Goes to a frame, as far as possible in `seconds`; player->frame is the frame reached. Another call
// continues.
// @errors false with a message
bool SeekPlayer(StagePlayer *player, Stage *stage, int64_t frame, double seconds, char *message,
                size_t messageSize);
// Returns the operation that ended in a frame, from 1. @lifetime the player's
const StageEntry *GetPlayerEntry(const StagePlayer *player, int64_t frame);
// Returns the frame's line in the file, or 0 without a file.
int32_t GetPlayerLine(const StagePlayer *player, int64_t frame);
int32_t GetPlayerNextLine(const StagePlayer *player); // line of the next operation

// Describes the first difference, as "t: recorded 0.25, now 0.26". Returns false if the outcomes are equal.
bool CompareOutcomes(const StageEntry *recorded, const StageOutcome *now, char *text, size_t textSize);

#endif
