// A path as a picture shows it: its results, its poses over time, and the directions from which it is seen
// well.
#ifndef APP_PATH_STORY_H
#define APP_PATH_STORY_H

#include "commands/path_jobs.h"
#include "engine/camera.h"

enum { STORY_PARTS = 120, STORY_GHOSTS = 12, STORY_SAMPLES = 400 };

// A pose of the set on its path.
typedef struct StoryPose {
    double time;   // seconds
    cdPose pose;   // of the set
    double passed; // length of the path up to it: of its middle, plus turns times the radius
    cdVec3 middle; // of the set, world frame
} StoryPose;

typedef struct PathStory {
    const PathJob *job;
    cdPathContact contact;
    cdPathClearance clearance;
    cdPathBound bounds[STORY_PARTS]; // minima of equal parts of the time
    StoryPose samples[STORY_SAMPLES + 1];
    int32_t ghosts[STORY_GHOSTS]; // indices of samples, first and last included
    int32_t ghostCount;
    cdVec3 ownMiddle; // of the set, in its own frame
    double ownRadius; // of a sphere about it that contains the set
    double time;      // of the pose that is shown: shortly before the contact, or of the minimum distance
    cdPose pose;      // of the set at that time
    cdVec3 mark;   // the contact, or the middle of the nearest points; the set's middle without an obstacle
    cdVec3 normal; // there; zero: none
    double scale;  // largest finite distance of the bounds, length; 0: none
    bool isOpen;   // the search was cut short
} PathStory;

// Searches the path. `precision` and `budget` as in cdPathClearanceInput. @errors false: out of memory
bool MakePathStory(PathStory *story, const PathJob *job, double precision, cdBudget budget);

// Returns the pose of a path at a time: on the screw of its edge.
cdPose GetStoryPose(const cdPathNode *nodes, int32_t nodeCount, double time);
// Returns the pose of an obstacle at a time.
cdPose GetStoryObstaclePose(const cdPathObstacle *obstacle, double time);

// True if the set touches an obstacle in that part, or overlaps it.
bool IsContactPart(const cdPathBound *bound);
// True if a search of that part was cut short.
bool IsOpenPart(const cdPathBound *bound);
// Returns the part of the time that contains a time.
const cdPathBound *GetStoryPart(const PathStory *story, double time);

// Chooses a camera from which the path is seen from the side, and its mark is visible; the path and what is
// near it fill the picture.
gxCamera ChooseStoryCamera(const PathStory *story, int width, int height);
// Fits the path and what is near it into the picture; keeps the direction of view.
void FrameStory(const PathStory *story, gxCamera *camera, int width, int height);
// Returns a sphere that contains the path and what is near it.
double GetStoryBounds(const PathStory *story, cdVec3 *center);

#endif
