// A recording's lines one by one, and the values in them: what both parts of its reader share.
#ifndef APP_RECORDING_LINES_H
#define APP_RECORDING_LINES_H

#include "recording/recording.h"
#include "scenes/json_read.h"
#include "scenes/names.h"

enum { LINE_LENGTH_MAX = 1 << 20, HEADER_LENGTH_MAX = 1 << 26 };

typedef struct LineSource {
    char *next; // the text's next line
    char *text; // the present line, ended by a zero
    size_t length;
    int line;     // its number
    bool unended; // no line's end came after it
    const char *path;
    char *message;
    size_t messageSize;
    int32_t objectCount; // that are there by now
    int64_t frames;
    int64_t advances; // in all
    bool ended;
} LineSource;

bool FailLine(const LineSource *source, const char *what); // false
// The next line that is not blank; false: there is none.
bool TakeLine(LineSource *source);
// The line as JSON, to be deleted. NULL: it is none, or too long; the message says so.
cJSON *ParseLine(const LineSource *source, size_t lengthMax);
JsonReader MakeLineReader(const LineSource *source, const cJSON *root);

const cJSON *FindMember(const cJSON *object, const char *key); // NULL: it has none
bool RequireMember(const JsonReader *reader, const cJSON *object, const char *key);
// Values that must be there.
bool ReadWhole(const JsonReader *reader, const cJSON *object, const char *key, double lower, double upper,
               int32_t *value);
bool ReadHash(const JsonReader *reader, const cJSON *object, const char *key, uint64_t *hash);
bool ReadChosen(const JsonReader *reader, const cJSON *object, const char *key, const char *const *names,
                int32_t *index);
bool ReadFiniteVector(const JsonReader *reader, const cJSON *object, const char *key, cdVec3 *v);
// As it stands: a stage's own poses differ from unit length by rounding alone, and every bit of them counts.
bool ReadExactPose(const JsonReader *reader, const cJSON *object, const char *key, cdPose *pose);
bool ReadMeshOf(const JsonReader *reader, const cJSON *item, char **mesh); // to be freed
bool ReadParamValue(const JsonReader *reader, const cJSON *item, const SceneParam *param, double *value);

// "object", "option", "value"; there are so many objects.
bool ReadRecordedOption(const JsonReader *reader, const cJSON *object, int32_t objectCount,
                        StageEntry *entry);
void WriteRecordedOption(FILE *out, const StageEntry *entry);

const char *const *GetModeNames(void);     // ended by NULL. @lifetime static
const char *const *GetResponseNames(void); // the same

// The first line, and the scene in the second where there is one.
bool ReadRecordingHeader(LineSource *source, Recording *recording);

#endif
