// Reads the joints of `sweep`; see sweep_options.h.
#include "commands/sweep_options.h"
#include "scenes/number_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double DEGREE = 3.14159265358979323846 / 180.0;

typedef struct Reader {
    const Mechanism *mechanism;
    char *message;
    size_t messageSize;
} Reader;

// Finds the joint before the "=", or of the whole text.
static int32_t readName(const Reader *reader, const char *option, const char *text) {
    size_t length = strcspn(text, "=");
    int32_t link = FindMechanismJoint(reader->mechanism, text, length);
    if (link >= 0) return link;
    char list[512];
    ListMechanismJoints(reader->mechanism, list, sizeof list);
    if (list[0] == '\0')
        snprintf(reader->message, reader->messageSize, "%s: the mechanism has no hinges and no sliders",
                 option);
    else
        snprintf(reader->message, reader->messageSize, "%s: no joint has the name '%.*s'; the joints are %s",
                 option, (int)length, text, list);
    return -1;
}

// Reads a number, in degrees if the joint is a hinge and the text ends in "deg".
static bool readValue(const Reader *reader, int32_t link, const char *text, size_t length, double *value) {
    bool degrees = length > 3 && strncmp(text + length - 3, "deg", 3) == 0 &&
                   reader->mechanism->links[link].joint == CD_LINK_HINGE;
    if (!ReadNumber(text, degrees ? length - 3 : length, value)) return false;
    if (degrees) *value *= DEGREE;
    return true;
}

static bool checkRange(const Reader *reader, int32_t link, double from, double to, const char *text) {
    const MechanismLink *own = &reader->mechanism->names[link];
    if (IsInJointRange(own, from) && IsInJointRange(own, to)) return true;
    char lower[NUMBER_TEXT_SIZE], upper[NUMBER_TEXT_SIZE];
    snprintf(reader->message, reader->messageSize, "%s: the range of the joint is %s:%s", text,
             FormatNumber(own->lower, lower), FormatNumber(own->upper, upper));
    return false;
}

static bool readRange(const Reader *reader, const char *text, cdSweepJoint *joint) {
    const char *range = strchr(text, '=');
    const MechanismLink *own = &reader->mechanism->names[joint->link];
    joint->from = own->lower;
    joint->to = own->upper;
    if (range == NULL) {
        if (isfinite(own->lower) && isfinite(own->upper)) return true;
        snprintf(reader->message, reader->messageSize,
                 "--joint %s: the joint has no limits; write %s=FROM:TO", text, text);
        return false;
    }
    const char *colon = strchr(++range, ':');
    if (colon == NULL || !readValue(reader, joint->link, range, (size_t)(colon - range), &joint->from) ||
        !readValue(reader, joint->link, colon + 1, strlen(colon + 1), &joint->to) ||
        !(joint->from < joint->to)) {
        snprintf(reader->message, reader->messageSize,
                 "--joint %s: the range must be FROM:TO, two numbers of which the first is smaller", text);
        return false;
    }
    return checkRange(reader, joint->link, joint->from, joint->to, text);
}

static bool varies(const SweepJoints *joints, int32_t link) {
    for (int32_t i = 0; i < joints->count; i++)
        if (joints->joints[i].link == link) return true;
    return false;
}

static bool readJoint(const Reader *reader, const char *text, SweepJoints *result) {
    int32_t link = readName(reader, "--joint", text);
    if (link < 0) return false;
    if (varies(result, link)) {
        snprintf(reader->message, reader->messageSize, "--joint %s: the joint is given twice", text);
        return false;
    }
    cdSweepJoint *joint = &result->joints[result->count++];
    joint->link = link;
    return readRange(reader, text, joint);
}

static bool readAt(const Reader *reader, const char *text, SweepJoints *result) {
    int32_t link = readName(reader, "--at", text);
    if (link < 0) return false;
    bool isMoved = varies(result, link);
    if (isMoved || result->isSet[link]) {
        snprintf(reader->message, reader->messageSize, "--at %s: the joint '%s' %s", text,
                 reader->mechanism->names[link].joint, isMoved ? "is moved by --joint" : "has two values");
        return false;
    }
    result->isSet[link] = true;
    const char *value = strchr(text, '=');
    if (value == NULL || !readValue(reader, link, value + 1, strlen(value + 1), &result->values[link])) {
        snprintf(reader->message, reader->messageSize, "--at %s: write NAME=VALUE", text);
        return false;
    }
    return checkRange(reader, link, result->values[link], result->values[link], text);
}

bool ReadSweepJoints(const Mechanism *mechanism, const OptionList *joints, const OptionList *values,
                     SweepJoints *result, char *message, size_t messageSize) {
    const Reader reader = {mechanism, message, messageSize};
    *result = (SweepJoints){.count = 0};
    result->values = calloc((size_t)mechanism->def.linkCount, sizeof *result->values);
    result->isSet = calloc((size_t)mechanism->def.linkCount, sizeof *result->isSet);
    if (result->values == NULL || result->isSet == NULL) {
        snprintf(message, messageSize, "out of memory");
        return false;
    }
    for (int32_t i = 0; i < mechanism->def.linkCount; i++)
        result->values[i] = fmin(fmax(0.0, mechanism->names[i].lower), mechanism->names[i].upper);
    for (int i = 0; i < joints->count; i++)
        if (!readJoint(&reader, joints->items[i], result)) return false;
    for (int i = 0; i < values->count; i++)
        if (!readAt(&reader, values->items[i], result)) return false;
    return true;
}

void FreeSweepJoints(SweepJoints *joints) {
    free(joints->values);
    free(joints->isSet);
    *joints = (SweepJoints){.count = 0};
}
