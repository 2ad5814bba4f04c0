// Defines the columns of path files, and of files of pairs of poses, points and segments.
#include "commands/path_file.h"
#include "commands/row_file.h"
#include "scenes/number_text.h"
#include "scenes/whole_file.h"

#include <stdlib.h>
#include <string.h>

enum { POSE_COLUMNS = 7, POINT_COLUMNS = 3 };

static const char *makePose(const double *numbers, void *item) {
    return MakePoseOfNumbers(numbers, item);
}

static const char *makePoint(const double *numbers, void *item) {
    *(cdVec3 *)item = (cdVec3){numbers[0], numbers[1], numbers[2]};
    bool good = cdMaxAbs(*(cdVec3 *)item) <= 1e100;
    return good ? NULL : "a coordinate is beyond 1e100";
}

static const RowForm pathForm = {.itemsOfRow = 1,
                                 .columnsOfItem = POSE_COLUMNS,
                                 .itemSize = sizeof(cdPose),
                                 .makeItem = makePose,
                                 .columns = {"px", "py", "pz", "qw", "qx", "qy", "qz"},
                                 .header = "px,py,pz,qw,qx,qy,qz",
                                 .owners = {""},
                                 .rowCountMin = 2,
                                 .tooFew = "a path needs at least two poses"};

static const char *makeNode(const double *numbers, void *item) {
    cdPathNode *node = item;
    node->time = numbers[0];
    if (node->time < 0.0) return "the time is negative";
    return MakePoseOfNumbers(numbers + 1, &node->pose);
}

static const char *compareNodes(const void *before, const void *item) {
    const cdPathNode *last = before, *node = item;
    return node->time > last->time ? NULL : "the time is not above that of the row before";
}

static const char *makeUntimedNode(const double *numbers, void *item) {
    cdPathNode *node = item;
    node->time = 0.0;
    return MakePoseOfNumbers(numbers, &node->pose);
}

static const RowForm nodesForm = {.itemsOfRow = 1,
                                  .columnsOfItem = 1 + POSE_COLUMNS,
                                  .itemSize = sizeof(cdPathNode),
                                  .makeItem = makeNode,
                                  .compareItems = compareNodes,
                                  .columns = {"time", "px", "py", "pz", "qw", "qx", "qy", "qz"},
                                  .header = "time,px,py,pz,qw,qx,qy,qz",
                                  .owners = {""},
                                  .rowCountMin = 1,
                                  .tooFew = "the path has no poses"};

static const RowForm untimedForm = {.itemsOfRow = 1,
                                    .columnsOfItem = POSE_COLUMNS,
                                    .itemSize = sizeof(cdPathNode),
                                    .makeItem = makeUntimedNode,
                                    .columns = {"px", "py", "pz", "qw", "qx", "qy", "qz"},
                                    .header = "px,py,pz,qw,qx,qy,qz",
                                    .owners = {""},
                                    .rowCountMin = 1,
                                    .tooFew = "the path has no poses"};

static const RowForm pairsForm = {.itemsOfRow = 2,
                                  .columnsOfItem = POSE_COLUMNS,
                                  .itemSize = sizeof(cdPose),
                                  .makeItem = makePose,
                                  .columns = {"a_px", "a_py", "a_pz", "a_qw", "a_qx", "a_qy", "a_qz", "b_px",
                                              "b_py", "b_pz", "b_qw", "b_qx", "b_qy", "b_qz"},
                                  .header =
                                      "a_px,a_py,a_pz,a_qw,a_qx,a_qy,a_qz,b_px,b_py,b_pz,b_qw,b_qx,b_qy,b_qz",
                                  .owners = {"A: ", "B: "},
                                  .rowCountMin = 1,
                                  .tooFew = "the file has no poses"};

static const RowForm pointsForm = {.itemsOfRow = 1,
                                   .columnsOfItem = POINT_COLUMNS,
                                   .itemSize = sizeof(cdVec3),
                                   .makeItem = makePoint,
                                   .columns = {"x", "y", "z"},
                                   .header = "x,y,z",
                                   .owners = {""},
                                   .rowCountMin = 1,
                                   .tooFew = "the file has no points"};

static const RowForm segmentsForm = {.itemsOfRow = 2,
                                     .columnsOfItem = POINT_COLUMNS,
                                     .itemSize = sizeof(cdVec3),
                                     .makeItem = makePoint,
                                     .columns = {"x1", "y1", "z1", "x2", "y2", "z2"},
                                     .header = "x1,y1,z1,x2,y2,z2",
                                     .owners = {"the first point: ", "the second point: "},
                                     .rowCountMin = 1,
                                     .tooFew = "the file has no segments"};

bool ReadPathText(const char *text, size_t length, const char *path, cdPose **poses, int32_t *poseCount,
                  char *message, size_t messageSize) {
    *poses = ReadRowsText(&pathForm, text, length, path, poseCount, message, messageSize);
    return *poses != NULL;
}

bool ReadPathFile(const char *path, cdPose **poses, int32_t *poseCount, char *message, size_t messageSize) {
    *poses = ReadRowsFile(&pathForm, path, poseCount, message, messageSize);
    return *poses != NULL;
}

// True if the first name of the header is `time`.
static bool hasTimes(const char *text, size_t length) {
    size_t at = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; // byte order mark
    while (at < length && (text[at] == ' ' || text[at] == '\t'))
        at++;
    return length - at >= 4 && memcmp(text + at, "time", 4) == 0;
}

bool ReadNodesText(const char *text, size_t length, const char *path, cdPathNode **nodes, int32_t *nodeCount,
                   char *message, size_t messageSize) {
    bool timed = hasTimes(text, length);
    *nodes =
        ReadRowsText(timed ? &nodesForm : &untimedForm, text, length, path, nodeCount, message, messageSize);
    for (int32_t i = 0; !timed && i < *nodeCount; i++)
        (*nodes)[i].time = i;
    return *nodes != NULL;
}

bool ReadNodesFile(const char *path, cdPathNode **nodes, int32_t *nodeCount, char *message,
                   size_t messageSize) {
    size_t length = 0;
    *nodes = NULL;
    *nodeCount = 0;
    char *text = ReadWholeFile(path, &length, message, messageSize);
    if (text == NULL) return false;
    bool good = ReadNodesText(text, length, path, nodes, nodeCount, message, messageSize);
    free(text);
    return good;
}

bool ReadPosePairsText(const char *text, size_t length, const char *path, cdPose **poses, int32_t *rowCount,
                       char *message, size_t messageSize) {
    *poses = ReadRowsText(&pairsForm, text, length, path, rowCount, message, messageSize);
    return *poses != NULL;
}

bool ReadPosePairsFile(const char *path, cdPose **poses, int32_t *rowCount, char *message,
                       size_t messageSize) {
    *poses = ReadRowsFile(&pairsForm, path, rowCount, message, messageSize);
    return *poses != NULL;
}

bool ReadPointsText(const char *text, size_t length, const char *path, cdVec3 **points, int32_t *rowCount,
                    char *message, size_t messageSize) {
    *points = ReadRowsText(&pointsForm, text, length, path, rowCount, message, messageSize);
    return *points != NULL;
}

bool ReadPointsFile(const char *path, cdVec3 **points, int32_t *rowCount, char *message, size_t messageSize) {
    *points = ReadRowsFile(&pointsForm, path, rowCount, message, messageSize);
    return *points != NULL;
}

bool ReadSegmentsText(const char *text, size_t length, const char *path, cdVec3 **points, int32_t *rowCount,
                      char *message, size_t messageSize) {
    *points = ReadRowsText(&segmentsForm, text, length, path, rowCount, message, messageSize);
    return *points != NULL;
}

bool ReadSegmentsFile(const char *path, cdVec3 **points, int32_t *rowCount, char *message,
                      size_t messageSize) {
    *points = ReadRowsFile(&segmentsForm, path, rowCount, message, messageSize);
    return *points != NULL;
}
