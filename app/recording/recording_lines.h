// Lines of a recording, and the values in them; shared by both parts of its reader.
#ifndef APP_RECORDING_LINES_H
#define APP_RECORDING_LINES_H

#include "recording/recording.h"
#include "scenes/json_read.h"
#include "scenes/names.h"

enum { LINE_LENGTH_MAX = 1 << 20, HEADER_LENGTH_MAX = 1 << 26 };

typedef struct LineSource {
    char *next; // the text's next line
    char *text; // the current line, terminated by a zero
    size_t length;
    int line;     // its number
    bool unended; // the line has no line end
    const char *path;
    char *message;
    size_t messageSize;
    int32_t objectCount; // number of objects so far
    int64_t frames;
    int64_t advances; // total
    bool ended;
} LineSource;

bool FailLine(const LineSource *source, const char *what); // returns false
// Takes the next line that is not blank. Returns false after the last.
bool TakeLine(LineSource *source);
// Parses the line as JSON, which the caller deletes. @errors NULL with a message: invalid JSON, or too long
cJSON *ParseLine(const LineSource *source, size_t lengthMax);
JsonReader MakeLineReader(const LineSource *source, const cJSON *root);

const cJSON *FindMember(const cJSON *object, const char *key); // or NULL
bool RequireMember(const JsonReader *reader, const cJSON *object, const char *key);
// Required values.
bool ReadWhole(const JsonReader *reader, const cJSON *object, const char *key, double lower, double upper,
               int32_t *value);
bool ReadHash(const JsonReader *reader, const cJSON *object, const char *key, uint64_t *hash);
bool ReadChosen(const JsonReader *reader, const cJSON *object, const char *key, const char *const *names,
                int32_t *index);
bool ReadFiniteVector(const JsonReader *reader, const cJSON *object, const char *key, cdVec3 *v);
// Does not normalise: a stage's poses are unit up to rounding, and every bit of them matters.
bool ReadExactPose(const JsonReader *reader, const cJSON *object, const char *key, cdPose *pose);
// The same for an item of an array.
bool ReadExactItem(const JsonReader *reader, const cJSON *item, cdPose *pose);
bool ReadMeshOf(const JsonReader *reader, const cJSON *item, char **mesh); // the caller frees `mesh`
bool ReadParamValue(const JsonReader *reader, const cJSON *item, const SceneParam *param, double *value);

// Reads "object", "option" and "value" for a stage of `objectCount` objects.
bool ReadRecordedOption(const JsonReader *reader, const cJSON *object, int32_t objectCount,
                        StageEntry *entry);
void WriteRecordedOption(FILE *out, const StageEntry *entry);
// The same for "joint", "option" and "value"; whether there is such a joint is tested when it is applied.
bool ReadRecordedJoint(const JsonReader *reader, const cJSON *object, StageEntry *entry);
void WriteRecordedJoint(FILE *out, const StageEntry *entry);

const char *const *GetModeNames(void);     // terminated by NULL. @lifetime static
const char *const *GetResponseNames(void); // the same

// Reads the first line, and the scene in the second if it has one.
bool ReadRecordingHeader(LineSource *source, Recording *recording);

#endif
