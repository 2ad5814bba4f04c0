// Reduces contact points to equivalent fewer ones.
//
// Input: points of all regions of a pair, at the poses at which they were found. Output: the needed ones.
// Steps: (1) points with the same normal in one plane across it are a group. Points lie in cells by the x of
// their normals, so that those with the normal of one are in its own cell or beside it. (2) Take the corners
// of its hull; points over the hull but lower than its corners imply, such as a vertex in the middle of a
// bulge, are a group of their own. (3) If these are too many, take those farthest from each other, so that a
// body on a ring of vertices is supported all around.
#include "world/contacts/point_choice.h"

#include "world/contacts/hull_corners.h"

#include <string.h>

enum { COORDINATES = 6 }; // of a position and a normal
enum { POINTS_A_CELL = 2, MOST_CELLS = 900 };
enum { RUN = 16 };

// Chosen points in a row, most of which are near each other.
typedef struct Run {
    double lower[COORDINATES], upper[COORDINATES];
    double farthest; // the maximum of their `farness`, or more
} Run;

typedef struct Choice {
    const cdContactPoint *points; // points[count]
    const cdPlacedPoint *placed;  // placed[count]
    cdVec3 *places;               // places[count]: positions of a group
    int32_t *group;               // group[count]: its members
    uint8_t *done;                // done[count]
    int32_t *cells, *next;     // cells[cellCount]: the first point of each; next[count]: ascending, -1: none
    int32_t *chosen, *corners; // chosen[count]: points; corners[count]: their numbers in their hulls
    double *farness;           // farness[count]
    double *coordinates[COORDINATES]; // each [count], of the chosen ones
    Run *runs;                        // runs[count / RUN + 1]: the chosen points from i * RUN on
    int32_t count, cellCount, chosenCount;
    double tolerance;
} Choice;

static bool takeWork(Choice *choice, cdMemory *memory) {
    size_t count = (size_t)choice->count;
    choice->places = cdTakeMemory(memory, count, sizeof *choice->places);
    choice->group = cdTakeMemory(memory, count, sizeof *choice->group);
    choice->done = cdTakeMemory(memory, count, sizeof *choice->done);
    choice->cells = cdTakeMemory(memory, (size_t)choice->cellCount, sizeof *choice->cells);
    choice->next = cdTakeMemory(memory, count, sizeof *choice->next);
    choice->chosen = cdTakeMemory(memory, count, sizeof *choice->chosen);
    choice->corners = cdTakeMemory(memory, count, sizeof *choice->corners);
    choice->farness = cdTakeMemory(memory, count, sizeof *choice->farness);
    for (int k = 0; k < COORDINATES; k++)
        choice->coordinates[k] = cdTakeMemory(memory, count, sizeof *choice->coordinates[k]);
    choice->runs = cdTakeMemory(memory, count / RUN + 1, sizeof *choice->runs);
    return choice->runs != NULL;
}

// --- (1)

// Cells are at least twice as wide as normals of one group differ.
static int32_t countCells(int32_t pointCount) {
    int32_t count = 1 + pointCount / POINTS_A_CELL;
    return count < MOST_CELLS ? count : MOST_CELLS;
}

static int32_t findCell(const Choice *choice, cdVec3 normal) {
    double at = 0.5 * (normal.x + 1.0) * choice->cellCount;
    if (!(at > 0.0)) return 0;
    return at < choice->cellCount ? (int32_t)at : choice->cellCount - 1;
}

static void fillCells(Choice *choice) {
    for (int32_t i = 0; i < choice->cellCount; i++)
        choice->cells[i] = -1;
    for (int32_t i = choice->count - 1; i >= 0; i--) {
        int32_t *cell = &choice->cells[findCell(choice, choice->placed[i].normal)];
        choice->next[i] = *cell;
        *cell = i;
    }
}

// Takes the next point of three cells in ascending order; -1: none.
static int32_t takeNext(const Choice *choice, int32_t at[3]) {
    int32_t least = INT32_MAX, from = -1;
    for (int k = 0; k < 3; k++) {
        if (at[k] < 0 || at[k] > least) continue;
        least = at[k];
        from = k;
    }
    if (from < 0) return -1;
    at[from] = choice->next[least];
    return least;
}

static int32_t listGroup(Choice *choice, int32_t first) {
    const cdPlacedPoint *own = &choice->placed[first];
    int32_t count = 0, cell = findCell(choice, own->normal), at[3];
    for (int k = 0; k < 3; k++) {
        bool exists = cell + k - 1 >= 0 && cell + k - 1 < choice->cellCount;
        at[k] = exists ? choice->cells[cell + k - 1] : -1;
    }
    for (int32_t i; (i = takeNext(choice, at)) >= 0;) {
        const cdPlacedPoint *other = &choice->placed[i];
        if (choice->done[i] || !cdIsSameNormal(own->normal, other->normal)) continue;
        if (fabs(cdDot(own->normal, cdSub(other->point, own->point))) > choice->tolerance) continue;
        choice->places[count] = other->point;
        choice->group[count++] = i;
    }
    return count;
}

// --- (2)

static void choose(Choice *choice, int32_t point, int32_t corner) {
    if (choice->done[point]) return;
    choice->done[point] = 1;
    choice->corners[choice->chosenCount] = corner;
    choice->chosen[choice->chosenCount++] = point;
}

// The maximum number of corners stands for a rounder outline: a circle exceeds it by 0.02 of its radius.
static double getReach(const Choice *choice, const cdRaisedPoint *corners, int32_t count) {
    double size = 0.0;
    if (count < CD_HULL_CORNERS) return choice->tolerance;
    for (int32_t i = 1; i < count; i++)
        size = cdMax(size, cdLength(cdSub(corners[i].point, corners[0].point)));
    return cdMax(choice->tolerance, 0.02 * size);
}

// Drops the points that the corners imply; the others remain for another group.
static void dropImplied(Choice *choice, int32_t groupCount, const cdRaisedPoint *corners, int32_t cornerCount,
                        cdVec3 normal) {
    double reach = getReach(choice, corners, cornerCount);
    for (int32_t i = 0; i < groupCount; i++) {
        const cdPlacedPoint *own = &choice->placed[choice->group[i]];
        double height;
        if (choice->done[choice->group[i]]) continue; // a corner
        if (!cdFindHeightOver(corners, cornerCount, normal, own->point, reach, &height)) continue;
        if (own->gap >= height - CD_IMPLIED_GAP * choice->tolerance) choice->done[choice->group[i]] = 1;
    }
}

static void chooseOfGroup(Choice *choice, int32_t first) {
    cdVec3 normal = choice->placed[first].normal;
    int32_t count = listGroup(choice, first), corners[CD_HULL_CORNERS];
    cdRaisedPoint raised[CD_HULL_CORNERS];
    int32_t cornerCount = cdListHullCorners(
        choice->places, count, normal, 0.5 * CD_IMPLIED_GAP * choice->tolerance, corners, CD_HULL_CORNERS);
    for (int32_t i = 0; i < cornerCount; i++) {
        const cdPlacedPoint *own = &choice->placed[choice->group[corners[i]]];
        raised[i] = (cdRaisedPoint){own->point, own->gap};
        choose(choice, choice->group[corners[i]], i);
    }
    dropImplied(choice, count, raised, cornerCount, normal);
}

// --- (3)

static double findSize(const Choice *choice) {
    double size = 0.0;
    for (int32_t i = 0; i < choice->count; i++)
        size = cdMax(size, cdLength(cdSub(choice->placed[i].point, choice->placed[0].point)));
    return size;
}

static int32_t getRunEnd(const Choice *choice, int32_t first) {
    return first + RUN < choice->chosenCount ? first + RUN : choice->chosenCount;
}

// Lists positions and normals of the chosen points by coordinate.
static void fillCoordinates(Choice *choice) {
    for (int32_t i = 0; i < choice->chosenCount; i++) {
        const cdPlacedPoint *own = &choice->placed[choice->chosen[i]];
        const double all[COORDINATES] = {own->point.x,  own->point.y,  own->point.z,
                                         own->normal.x, own->normal.y, own->normal.z};
        for (int k = 0; k < COORDINATES; k++)
            choice->coordinates[k][i] = all[k];
    }
}

static void boundRuns(const Choice *choice) {
    for (int32_t first = 0; first < choice->chosenCount; first += RUN) {
        Run *run = &choice->runs[first / RUN];
        run->farthest = INFINITY;
        for (int k = 0; k < COORDINATES; k++) {
            const double *own = choice->coordinates[k];
            run->lower[k] = run->upper[k] = own[first];
            for (int32_t i = first + 1; i < getRunEnd(choice, first); i++) {
                run->lower[k] = cdMin(run->lower[k], own[i]);
                run->upper[k] = cdMax(run->upper[k], own[i]);
            }
        }
    }
}

// The distance of two constraints is that of the points and of their normals at the body's size.
static double getConstraintDistanceSq(const double way[COORDINATES], double sizeSq) {
    cdVec3 apart = {way[0], way[1], way[2]}, turn = {way[3], way[4], way[5]};
    return cdLengthSq(apart) + sizeSq * cdLengthSq(turn);
}

// Returns a squared distance from a run that none of its points is nearer than, not even by rounding: each
// difference of coordinates rounds to no less than that from the run's box, and so do the squares and sums.
static double boundDistanceSq(const Run *run, const double from[COORDINATES], double sizeSq) {
    double way[COORDINATES];
    for (int k = 0; k < COORDINATES; k++)
        way[k] = cdMax(0.0, cdMax(run->lower[k] - from[k], from[k] - run->upper[k]));
    return getConstraintDistanceSq(way, sizeSq);
}

// Reduces the distance of each point from the nearest kept one by that from another kept point. Those kept
// have -1.
static void reduceFarness(const Choice *choice, int32_t kept, double sizeSq) {
    double from[COORDINATES];
    for (int k = 0; k < COORDINATES; k++)
        from[k] = choice->coordinates[k][kept];
    for (int32_t first = 0; first < choice->chosenCount; first += RUN) {
        Run *run = &choice->runs[first / RUN];
        if (boundDistanceSq(run, from, sizeSq) >= run->farthest) continue;
        run->farthest = -1.0;
        for (int32_t i = first; i < getRunEnd(choice, first); i++) {
            double way[COORDINATES];
            for (int k = 0; k < COORDINATES; k++)
                way[k] = from[k] - choice->coordinates[k][i];
            choice->farness[i] = cdMin(choice->farness[i], getConstraintDistanceSq(way, sizeSq));
            run->farthest = cdMax(run->farthest, choice->farness[i]);
        }
    }
}

// Returns the farthest point behind the last one that was kept, or one before it that is farther than that
// one was: `farthest`.
static int32_t findFarthest(const Choice *choice, int32_t last, double farthest) {
    int32_t next = last;
    for (int32_t first = 0; first < choice->chosenCount; first += RUN) {
        int32_t end = getRunEnd(choice, first);
        bool hasLast = first <= last && last < end;
        if (!hasLast && choice->runs[first / RUN].farthest <= farthest) continue;
        for (int32_t i = first; i < end; i++) {
            if (i == last && next == last) farthest = -1.0;
            if (!(choice->farness[i] > farthest)) continue;
            farthest = choice->farness[i];
            next = i;
        }
    }
    return next;
}

// Marks the kept points as done, beginning with the one of the smallest gap.
static void spread(Choice *choice, int32_t capacity) {
    double size = findSize(choice);
    int32_t next = 0;
    fillCoordinates(choice);
    boundRuns(choice);
    for (int32_t i = 0; i < choice->chosenCount; i++) {
        choice->farness[i] = INFINITY;
        choice->done[i] = 0;
        if (choice->placed[choice->chosen[i]].gap < choice->placed[choice->chosen[next]].gap) next = i;
    }
    for (int32_t kept = 0; kept < capacity; kept++) {
        int32_t last = next;
        double farthest = choice->farness[last];
        choice->done[last] = 1;
        choice->farness[last] = -1.0;
        reduceFarness(choice, last, size * size);
        next = findFarthest(choice, last, farthest);
    }
}

// Renumbers the remaining corners, so that each hull begins with 0 even if its first corner was dropped.
static int32_t writeChosen(const Choice *choice, bool all, cdContactPoint *chosen) {
    int32_t count = 0, corner = 0;
    for (int32_t i = 0; i < choice->chosenCount; i++) {
        if (choice->corners[i] == 0) corner = 0;
        if (!all && !choice->done[i]) continue;
        chosen[count] = choice->points[choice->chosen[i]];
        chosen[count++].corner = corner++;
    }
    return count;
}

int32_t cdChoosePoints(const cdContactPoint *points, const cdPlacedPoint *placed, int32_t count,
                       double tolerance, cdMemory memory, cdContactPoint *chosen, int32_t capacity) {
    Choice choice = {.points = points,
                     .placed = placed,
                     .count = count,
                     .cellCount = countCells(count),
                     .tolerance = tolerance};
    if (count == 0) return 0;
    if (!takeWork(&choice, &memory)) {
        int32_t room = count < capacity ? count : capacity;
        memcpy(chosen, points, (size_t)room * sizeof *chosen);
        return room;
    }
    memset(choice.done, 0, (size_t)count);
    fillCells(&choice);
    for (int32_t i = 0; i < count; i++)
        while (!choice.done[i]) // each pass finishes at least one corner
            chooseOfGroup(&choice, i);
    bool all = choice.chosenCount <= capacity;
    if (!all) spread(&choice, capacity);
    return writeChosen(&choice, all, chosen);
}

// --- Implied points

bool cdIsPointImplied(const cdContactPoint *points, int32_t count, cdPose poseA, cdPose poseB,
                      double tolerance, const cdPlacedPoint *placed) {
    cdRaisedPoint corners[CD_HULL_CORNERS];
    for (int32_t first = 0, next = 0; first < count; first = next) {
        cdPlacedPoint own = cdPlacePoint(&points[first], poseA, poseB);
        corners[0] = (cdRaisedPoint){own.point, own.gap};
        for (next = first + 1; next < count && points[next].corner > 0; next++) {
            cdPlacedPoint corner = cdPlacePoint(&points[next], poseA, poseB);
            corners[next - first] = (cdRaisedPoint){corner.point, corner.gap};
        }
        double height;
        if (cdIsSameNormal(own.normal, placed->normal) &&
            cdFindHeightOver(corners, next - first, own.normal, placed->point, tolerance, &height) &&
            placed->gap >= height - CD_IMPLIED_GAP * tolerance)
            return true;
    }
    return false;
}
