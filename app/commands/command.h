// The commands of the command line, and what they share: options, help, messages, progress.
//
// Exit codes: 0 done, 1 the work failed, 2 the call was wrong.
#ifndef APP_COMMAND_H
#define APP_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// EXIT_OPENS_WINDOW: the program continues as the window, with the same arguments as options.
enum { EXIT_OPENS_WINDOW = -1, EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_WRONG_CALL = 2, MESSAGE_SIZE = 1024 };

typedef enum OptionKind {
    OPTION_FLAG,   // bool *target
    OPTION_NUMBER, // double *target, within [lower, upper]
    OPTION_WHOLE,  // int32_t *target, within [lower, upper]
    OPTION_CHOICE, // int *target, an index into `choices`
    OPTION_TEXT    // const char **target
} OptionKind;

typedef struct Option {
    const char *name;  // with its dashes
    const char *value; // what follows it, for --help; NULL for a flag
    const char *about; // unit and default included
    OptionKind kind;
    void *target; // holds the default
    double lower, upper;
    const char *const *choices; // ended by NULL
} Option;

enum { OPTION_MAX = 32, ARGUMENT_MAX = 16 };

typedef struct CommandDef {
    const char *name;      // "query", "mesh info"
    const char *arguments; // "A B"
    int argumentCount;     // that must be there
    int argumentLimit;     // that may be there
    const char *about;
    const char *example;        // works as typed, from any folder
    Option options[OPTION_MAX]; // the first without a name ends them
} CommandDef;

// How two meshes are placed: for options `o` that have scaleA, scaleB and normalize.
// clang-format off
#define PLACEMENT_OPTIONS(o) \
    {"--scale-a", "FACTOR", "scale of mesh A (default 1)", OPTION_NUMBER, &(o)->scaleA, 1e-100, 1e100, NULL}, \
    {"--scale-b", "FACTOR", "scale of mesh B (default 1)", OPTION_NUMBER, &(o)->scaleB, 1e-100, 1e100, NULL}, \
    {"--normalize", NULL, "centre both and scale them to unit bounding radius, before --scale", OPTION_FLAG, \
     &(o)->normalize, 0, 0, NULL}
// clang-format on

// Reads what follows the command's name: options into their targets, the rest into arguments[ARGUMENT_MAX]
// (NULL where there is none). Returns -1 to go on, or the exit code when --help was asked for or the call was
// wrong.
int ReadCommandLine(const CommandDef *def, int argCount, char *const args[],
                    const char *arguments[ARGUMENT_MAX]);

// "firstcontact: ..." and a line's end, to standard error.
void SayError(const char *format, ...) __attribute__((format(printf, 1, 2)));
int FailCall(const CommandDef *def, const char *message); // says it, names --help, returns EXIT_WRONG_CALL

// A line on a terminal's standard error while work takes longer than a second; nothing when it is no
// terminal.
typedef struct Progress {
    const char *label;
    double begin, shown; // seconds; shown 0: not yet
    bool terminal;
} Progress;

Progress BeginProgress(const char *label);
void ShowProgress(Progress *progress, int64_t done, int64_t total);
void EndProgress(Progress *progress);

// The same for one piece of work that cannot say how far it is.
void BeginWaiting(const char *label);
void EndWaiting(void);

double GetSeconds(void); // a clock that never runs backwards

// The commands themselves: what follows the name in, exit code out.
int RunQueryCommand(int argCount, char *const args[]);
int RunConvexCommand(int argCount, char *const args[]);
int RunBoxesCommand(int argCount, char *const args[]);
int RunClassifyCommand(int argCount, char *const args[]);
int RunRegionsCommand(int argCount, char *const args[]);
int RunSimulateCommand(int argCount, char *const args[]);
int RunReplayCommand(int argCount, char *const args[]);
int RunMeshCommand(int argCount, char *const args[]);
int RunRenderCommand(int argCount, char *const args[]);
int RunScenesCommand(int argCount, char *const args[]);
int RunLessonCommand(int argCount, char *const args[]);
int RunBenchCommand(int argCount, char *const args[]);

typedef struct Command {
    const char *name, *about;
    int (*run)(int argCount, char *const args[]);
} Command;

// All commands, in the order in which --help lists them. @lifetime static
const Command *GetCommands(int32_t *count);

#endif
