// The pieces of a path: parts in which every body follows one screw (collision/path.h defines them).
#ifndef CD_PATH_PIECES_H
#define CD_PATH_PIECES_H

#include "collision/path.h"
#include "contact/path_memory.h"
#include "continuous/first_contact.h"

// A mesh of the set and an obstacle, by their indices.
typedef struct cdPathPair {
    int32_t shape, obstacle;
} cdPathPair;

// A path that is searched, and the piece of it that is current.
typedef struct cdPathWork {
    const cdPathInput *input;
    cdWorkspace *workspace;
    cdMeter *meter;
    // In CD_WORK_PATH:
    cdPairCache *caches;     // caches[shapeCount * obstacleCount]
    double *distances;       // safety distances of all pairs; negative: ignored
    cdObstacle *obstacles;   // obstacles[obstacleCount], at the start of the piece
    cdPose *obstacleTargets; // obstacleTargets[obstacleCount], at its end
    // The piece.
    cdInterval piece;   // times
    int32_t edge;       // after this node of the set
    cdPose from, to;    // of the set
    bool isMoving;      // false: nothing moves
    bool movesObstacle; // true: an obstacle moves
} cdPathWork;

// Returns the defect of an input, or CD_REASON_NONE.
cdReason cdCheckPath(const cdPathInput *input);

// Prepares a search; the caches are empty. @errors false: no memory
bool cdOpenPath(cdPathWork *work, const cdPathInput *input, cdMeter *meter, cdWorkspace *workspace);

// Makes the piece current that contains a time: at a cut, the piece that begins there. The time is not
// before the first node and before the last one.
void cdEnterPiece(cdPathWork *work, double time);

static inline double cdGetPathStart(const cdPathInput *input) {
    return input->nodes[0].time;
}

static inline double cdGetPathEnd(const cdPathInput *input) {
    return input->nodes[input->nodeCount - 1].time;
}

static inline size_t cdGetPathPairIndex(const cdPathWork *work, cdPathPair pair) {
    return (size_t)pair.shape * (size_t)work->input->obstacleCount + (size_t)pair.obstacle;
}

// Returns the pose of a mesh of the set for a pose of the set.
static inline cdPose cdPlacePathShape(const cdPathInput *input, int32_t shape, cdPose pose) {
    const cdPose *own = &input->shapes[shape].pose;
    return cdIsSamePose(*own, cdIdentityPose()) ? pose : cdMulPose(pose, *own);
}

// True if the set is one mesh in its own frame.
static inline bool cdIsPathOfOne(const cdPathInput *input) {
    return input->shapeCount == 1 && cdIsSamePose(input->shapes[0].pose, cdIdentityPose());
}

// Returns the screw of the set in the piece.
cdMotion cdMakeSetMotion(const cdPathWork *work);

// Returns a pose of an obstacle at a fraction of the piece.
cdPose cdGetObstaclePoseAt(const cdPathWork *work, int32_t obstacle, double t);

// Returns the fraction of the piece at a time, and the time at a fraction. Times are rounded towards the
// start of the piece, with `later` towards its end.
double cdGetPieceFraction(const cdPathWork *work, double time);
double cdGetPathTime(const cdPathWork *work, double t, bool later);

#endif
