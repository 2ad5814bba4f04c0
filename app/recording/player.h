// A recording played: a stage that does again what was done, forward and back.
//
// Frame 0 is where the recording begins, frame n what its n-th operation left. Forward, operations are run as
// they were; back, it goes on from the nearest place that can be known without running: poses that were kept
// on the way where nothing moved by itself, else the start. What comes of an operation is compared, bit for
// bit, with what the recording says.
#ifndef APP_PLAYER_H
#define APP_PLAYER_H

#include "recording/recording.h"

typedef struct PlayerStop {
    int64_t frame;
    int32_t entry;
    StageBase base;
} PlayerStop;

typedef struct StagePlayer {
    Recording recording; // owned
    int64_t frame, frameCount;
    int32_t entry, within;     // what is run next, and how many of its times are done
    int64_t ahead, aheadCount; // steps done of those that lead to where it begins
    PlayerStop *stops;         // stops[stopCount], on the way where nothing moved by itself, in order
    int32_t stopCount, stopCapacity;
    int64_t begins;       // of the stage's journal, when the player last led it
    StageOutcome outcome; // of the last operation
    int64_t differs;      // the first frame that came out otherwise than recorded; 0: none so far
    char difference[256]; // what of it
} StagePlayer;

// Loads the recording's scene into `stage`; takes the recording over in any case. Where the recording begins
// in the middle of a run, the first step or seek goes there.
// @errors false with a message; stage and player are empty then
bool OpenPlayer(StagePlayer *player, Stage *stage, Recording *recording, char *message, size_t messageSize);
// Plays what a stage has been through since its journal began, from its end. The journal is taken out of it.
// @errors false: no memory, or not all of it is known
bool OpenJournalPlayer(StagePlayer *player, Stage *stage);
void ClosePlayer(StagePlayer *player);
// The stage's journal becomes what was played up to here, followed by what others have done since. While a
// player leads a stage the journal holds nothing else. The player can only be closed then.
void HandOverJournal(StagePlayer *player, Stage *stage);
// Whether it has come to where the recording begins.
bool HasPlayerBegun(const StagePlayer *player);

// One frame on. @errors false with a message; also at the end, with none
bool StepPlayer(StagePlayer *player, Stage *stage, char *message, size_t messageSize);
// Goes to a frame, as far as it comes in `seconds`; player->frame says where that is. Called again with the
// same frame it goes on. @errors false with a message
bool SeekPlayer(StagePlayer *player, Stage *stage, int64_t frame, double seconds, char *message,
                size_t messageSize);
// The operation that ended in a frame, from 1. @lifetime the player's
const StageEntry *GetPlayerEntry(const StagePlayer *player, int64_t frame);
// The line of the file in which the frame stands; 0: it comes from no file.
int32_t GetPlayerLine(const StagePlayer *player, int64_t frame);
int32_t GetPlayerNextLine(const StagePlayer *player); // of the operation that comes next

// What differs, for a message: "t: recorded 0.25, now 0.26". false: nothing does
bool CompareOutcomes(const StageEntry *recorded, const StageOutcome *now, char *text, size_t textSize);

#endif
