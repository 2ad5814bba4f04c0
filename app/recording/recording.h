// Recordings: the operations on a stage as text that can be run again bit for bit.
//
// JSON Lines. The first line is the header:
//   {"recording":1,"program":"0.1.0","scene":"teapot and bunny","parameters":[],
//    "meshes":[{"mesh":"builtin:bunny","hash":"0123456789abcdef","triangles":69666}],
//    "added":[{"mesh":"part.stl","pose":[px,py,pz,qw,qx,qy,qz]},{"copy":0,"pose":[...]}],
//    "start":{"mode":"continuous","response":"slide","gravity":false,"ground":true,"time":0,"objects":2,"poses":[[...],...],
//             "options":[{"object":1,"option":"body","value":2}],
//             "joints":[{"joint":0,"option":"motorSpeed","value":3}]}}
// - scene: name of a built-in scene, or null; then the second line is the scene, as in a scene file
// - meshes: hash of vertices and triangles of each mesh, in order of first use by the objects
// - added: objects added to the scene's own before the start
// - poses: if the start is not the scene's; options: changed options of objects (option_values.h)
// - joints: changed options of joints (joint_options.h)
// - ground: recordings without it are older; their only ground is a slab under gravity
// Then one line an operation, with "do" and its arguments (GetStageOpNames). Lines without "frame" lead from
// the start to the begin of the recording. Lines with "frame" 1, 2, 3 ... are the recording, with outcome:
// status, t, t_hi, kind, feature_a, feature_b, rest, events, edge, state. The last line is {"end":N} for N
// frames. A move that was cut short has "tests", its limit of pair tests, or "stop", the interrupt call that
// stopped it (stage_limit.h); an advance that ended early has "stop", too. A file written by hand may leave
// out parameters, meshes, added and the outcomes. Numbers read back to the same double; quaternions are not
// normalised.
#ifndef APP_RECORDING_H
#define APP_RECORDING_H

#include "stage/journal/journal.h"

#include <stdio.h>

enum { RECORDING_ENTRY_MAX = 1 << 20, RECORDING_ADDED_MAX = 4096, RECORDING_NODE_MAX = 4096 };

// Upper bound of coordinates of eyes, targets and grabbed points.
#define RECORDING_COORDINATE_MAX 1e100
bool IsRecordable(cdVec3 p);

typedef struct RecordedMesh {
    char name[SCENE_TEXT_SIZE];
    uint64_t hash;
    int32_t triangleCount;
} RecordedMesh;

typedef struct Recording {
    char *path;         // for messages; owned, NULL without a file
    const Scene *scene; // built-in scene; NULL: `data`
    SceneData data;
    int32_t headerLine, sceneLine; // of the file; sceneLine 0 for a built-in scene
    RecordedMesh *meshes;          // meshes[meshCount]; NULL if not listed
    int32_t meshCount;
    StageEntry *added; // added[addedCount], STAGE_ADD
    int32_t addedCount;
    StageBase base;
    StageEntry *entries; // entries[entryCount]
    int32_t *lines;      // lines[entryCount] of the file; NULL without a file
    int32_t entryCount, capacity;
    int32_t firstFrame; // earlier entries lead to the begin of the recording
    int32_t cutLine;    // line after which an incomplete file ends; 0: complete
} Recording;

// Reads a recording. An incomplete file is no error: it is read up to its end.
// @errors false with a message "FILE:LINE: what is wrong"; nothing to destroy
bool ReadRecordingFile(const char *path, Recording *recording, char *message, size_t messageSize);
// The same for text in memory with a zero at text[length]. Changes the text.
bool ReadRecordingText(char *text, size_t length, const char *path, Recording *recording, char *message,
                       size_t messageSize);
// True if the file begins like a recording.
bool IsRecordingFile(const char *path);
void DestroyRecording(Recording *recording);

// Writer of a recording, line by line, so that the file is readable at any time.
typedef struct RecordingWriter {
    FILE *out;  // NULL: not writing
    char *path; // of the recording; mesh files are relative to its folder; owned
    int64_t frames;
    bool failed; // a write failed
} RecordingWriter;

// Writes the header and the journal so far, then each new entry of the stage. While nothing moves by itself
// it starts at the current poses. Takes over `out`.
// @errors false with a message; `out` is closed
bool BeginRecording(RecordingWriter *writer, Stage *stage, FILE *out, const char *path, char *message,
                    size_t messageSize);
// Writes the last line. @errors false: a write failed
bool EndRecording(RecordingWriter *writer, Stage *stage);

// Writes a recording of the query that FindAskedQuery returns: the objects' poses at its start, and its step.
// @errors false: no such query, or no memory
bool WriteQueryRecording(const Stage *stage, FILE *out, const char *path);

// Writes one frame and its outcome.
void WriteRecordedEntry(FILE *out, const StageEntry *entry, int64_t frame, const char *path);

#endif
