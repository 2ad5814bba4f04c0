// Recordings: what was done to a stage, as text that can be done again bit for bit.
//
// JSON Lines. The first line is the header:
//   {"recording":1,"program":"0.1.0","scene":"teapot and bunny","parameters":[],
//    "meshes":[{"mesh":"builtin:bunny","hash":"0123456789abcdef","triangles":69666}],
//    "added":[{"mesh":"part.stl","pose":[px,py,pz,qw,qx,qy,qz]},{"copy":0,"pose":[...]}],
//    "start":{"mode":"continuous","response":"slide","gravity":false,"ground":true,"time":0,"objects":2,"poses":[[...],...],
//             "options":[{"object":1,"option":"body","value":2}]}}
// `scene` is the name of a built-in one, or null: the second line is the scene then, as a scene file has it.
// `meshes`: of each mesh, in the order in which objects use them first, a hash of vertices and triangles.
// `added`: objects that came to the scene's own before the start. `poses` where the start is not the scene's,
// `options` of objects that are not as they came (stage_options.h). Recordings without `ground` are from
// before there was one: nothing holds there but a slab under gravity. Then a line an operation, with "do" and
// what it needs (GetStageOpNames); lines without "frame" are the way from the start to where the recording
// was begun, those with "frame" 1, 2, 3 ... are the recording and say what came of them: status, t, t_hi,
// kind, feature_a, feature_b, rest, events, state. The last line is
// {"end":N} for N frames. A move that was cut short has "tests", the pair tests it was
// allowed, and "stop", at which call of the interrupt it was stopped, as they apply (stage_limit.h); an
// advance that was given up has "stop" too. Written by hand it may leave out parameters, meshes, added, and
// what came of a line. Numbers read back to the same double; quaternions are taken as they stand.
#ifndef APP_RECORDING_H
#define APP_RECORDING_H

#include "stage/journal/journal.h"

#include <stdio.h>

enum { RECORDING_ENTRY_MAX = 1 << 20, RECORDING_ADDED_MAX = 4096 };

// No coordinate of a point that is looked from, looked at or held is beyond this.
#define RECORDING_COORDINATE_MAX 1e100
bool IsRecordable(cdVec3 p);

typedef struct RecordedMesh {
    char name[SCENE_TEXT_SIZE];
    uint64_t hash;
    int32_t triangleCount;
} RecordedMesh;

typedef struct Recording {
    char *path;         // for messages; owned, NULL: it comes from no file
    const Scene *scene; // NULL: `data`
    SceneData data;
    int32_t headerLine, sceneLine; // of the file; sceneLine 0: the scene is a built-in one
    RecordedMesh *meshes;          // meshes[meshCount]; NULL: it is not said which they were
    int32_t meshCount;
    StageEntry *added; // added[addedCount], STAGE_ADD
    int32_t addedCount;
    StageBase base;
    StageEntry *entries; // entries[entryCount]
    int32_t *lines;      // lines[entryCount] of the file; NULL: it comes from no file
    int32_t entryCount, capacity;
    int32_t firstFrame; // the entries before lead to where the recording was begun
    int32_t cutLine;    // 0: it is whole; else the line where it is cut off
} Recording;

// @errors false, with a message "FILE:LINE: what is wrong"; there is nothing to destroy then. A file that is
// cut off is none: it is read as far as it goes.
bool ReadRecordingFile(const char *path, Recording *recording, char *message, size_t messageSize);
// The same for text in memory with a zero at text[length], which it changes.
bool ReadRecordingText(char *text, size_t length, const char *path, Recording *recording, char *message,
                       size_t messageSize);
// By how the file begins.
bool IsRecordingFile(const char *path);
void DestroyRecording(Recording *recording);

// A recording that is being written: line by line, so that what is there is readable at any time.
typedef struct RecordingWriter {
    FILE *out;  // NULL: none is
    char *path; // where it is stored, from where mesh files are named; owned
    int64_t frames;
    bool failed; // something could not be written
} RecordingWriter;

// Writes the header and the journal so far, and from then on each entry of the stage. Where nothing moves by
// itself it begins at the poses as they are. Takes over `out`.
// @errors false, with a message; `out` is closed then
bool BeginRecording(RecordingWriter *writer, Stage *stage, FILE *out, const char *path, char *message,
                    size_t messageSize);
// The last line. @errors false: not all could be written
bool EndRecording(RecordingWriter *writer, Stage *stage);

// The query that FindAskedQuery has, alone: the objects where they were when it was asked, and its step.
// @errors false: there is none, or no memory
bool WriteQueryRecording(const Stage *stage, FILE *out, const char *path);

// One frame and what came of it.
void WriteRecordedEntry(FILE *out, const StageEntry *entry, int64_t frame, const char *path);

#endif
