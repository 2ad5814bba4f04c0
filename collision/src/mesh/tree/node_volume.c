// The volume of a node: a sphere and a box about its centre, as small as the pieces allow.
//
// (1) The normal is the mean of the pieces' normals, by area. (2) The centre begins in the middle of the
// bounds and moves towards the farthest point in shrinking steps (after Badoiu and Clarkson 2003), in floats,
// since any centre would do. (3) It moves along the normal to the middle of the slab. (4) The box is turned
// to the widest spread across the normal. (5) Radius and half extents are the maxima over all points, in
// doubles, in the axes of the box; rounding leaves points outside by a few units of the extents and of the
// centre, which the queries' allowance for rounding covers.
//
// A node of many pieces takes normal, centre and axes from a sample, and its extents from node_reach.c.
#include "mesh/tree/node_volume.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/float_lanes.h"
#include "foundation/numbers/lanes.h"
#include "mesh/tree/node_reach.h"
#include <string.h>

enum { CENTER_STEPS = 8, GROW_STEPS = 4, SAMPLE = 128, POINT_MAX = 3 * CD_DIRECT_PIECES + 4 };

bool cdMakeVolumeRoom(const cdPieces *pieces, const cdVec3 *normals, cdVolumeRoom *room) {
    *room = (cdVolumeRoom){.pieces = pieces, .normals = normals};
    double *doubles = cdAllocateUnset(3 * POINT_MAX * sizeof *doubles);
    float *floats = cdAllocateUnset(4 * POINT_MAX * sizeof *floats);
    room->marks = cdAllocate((size_t)pieces->pointCount * sizeof *room->marks);
    room->x = doubles;
    room->nearX = floats;
    if (!doubles || !floats || !room->marks) return false;
    room->y = doubles + POINT_MAX;
    room->z = doubles + 2 * POINT_MAX;
    room->nearY = floats + POINT_MAX;
    room->nearZ = floats + 2 * POINT_MAX;
    room->squares = floats + 3 * POINT_MAX;
    return true;
}

void cdFreeVolumeRoom(cdVolumeRoom *room) {
    cdFree(room->x);
    cdFree(room->nearX);
    cdFree(room->marks);
    *room = (cdVolumeRoom){0};
}

// --- Points and normal

// The sum of normals times areas, and the sum of areas.
typedef struct NormalSum {
    cdVec3 sum;
    double area;
} NormalSum;

// Gathers the corners of every `stride`th piece, each once, and sums up the normals.
static NormalSum gatherPoints(cdVolumeRoom *room, const cdPieceBox *boxes, int32_t count, int32_t stride) {
    const cdPieces *pieces = room->pieces;
    NormalSum result = {{0.0, 0.0, 0.0}, 0.0};
    int32_t set = ++room->set, n = 0;
    for (int32_t i = 0; i < count; i += stride) {
        const cdPiece *piece = &pieces->items[boxes[i].piece];
        result.sum = cdMulAdd(result.sum, (double)piece->area, room->normals[piece->triangle]);
        result.area += (double)piece->area;
        for (int k = 0; k < 3; k++) {
            int32_t point = piece->corners[k];
            cdVec3 p = pieces->points[point];
            room->x[n] = p.x, room->y[n] = p.y, room->z[n] = p.z;
            n += room->marks[point] != set; // a branch would be hard to predict
            room->marks[point] = set;
        }
    }
    room->count = n;
    for (; n % 4 != 0; n++) // whole groups of four
        room->x[n] = room->x[0], room->y[n] = room->y[0], room->z[n] = room->z[0];
    return result;
}

static cdVec3 chooseNormal(const NormalSum *normals, cdVec3 extent) {
    if (cdLength(normals->sum) > 0.1 * normals->area) return cdNormalize(normals->sum);
    if (extent.x <= extent.y && extent.x <= extent.z) return (cdVec3){1.0, 0.0, 0.0};
    return extent.y <= extent.z ? (cdVec3){0.0, 1.0, 0.0} : (cdVec3){0.0, 0.0, 1.0};
}

static void findRange(const double *x, int32_t count, double *lower, double *upper) {
    cdLanes low = cdLoadLanes(x), high = low;
    for (int32_t i = 2; i < count; i += 2) {
        cdLanes v = cdLoadLanes(x + i);
        low = cdMinLanes(low, v);
        high = cdMaxLanes(high, v);
    }
    double lows[2], highs[2];
    cdStoreLanes(lows, low);
    cdStoreLanes(highs, high);
    *lower = cdMin(lows[0], lows[1]);
    *upper = cdMax(highs[0], highs[1]);
}

static cdBox3 boundPoints(const cdVolumeRoom *room) {
    cdBox3 box;
    findRange(room->x, room->count, &box.lower.x, &box.upper.x);
    findRange(room->y, room->count, &box.lower.y, &box.upper.y);
    findRange(room->z, room->count, &box.lower.z, &box.upper.z);
    return box;
}

// --- Centre

// Returns the index of the point farthest from `center`, and the square of its distance.
static int32_t findFarthest(const cdVolumeRoom *room, const float center[3], float *square) {
    cdFloats x = cdSpreadFloat(center[0]), y = cdSpreadFloat(center[1]), z = cdSpreadFloat(center[2]);
    cdFloats largest = cdSpreadFloat(0.0f);
    for (int32_t i = 0; i < room->count; i += 4) {
        cdFloats dx = cdSubFloats(cdLoadFloats(room->nearX + i), x);
        cdFloats dy = cdSubFloats(cdLoadFloats(room->nearY + i), y);
        cdFloats dz = cdSubFloats(cdLoadFloats(room->nearZ + i), z);
        cdFloats sum =
            cdAddFloats(cdAddFloats(cdMulFloats(dx, dx), cdMulFloats(dy, dy)), cdMulFloats(dz, dz));
        cdStoreFloats(room->squares + i, sum);
        largest = cdMaxFloats(largest, sum);
    }
    *square = cdFindLargestFloat(largest);
    cdFloats top = cdSpreadFloat(*square);
    int32_t i = 0;
    int below = cdFloatsAbove(top, cdLoadFloats(room->squares));
    while (below == 15) {
        i += 4;
        below = cdFloatsAbove(top, cdLoadFloats(room->squares + i));
    }
    while (below & 1) {
        below >>= 1;
        i++;
    }
    return i;
}

// Fills the points relative to the middle of the box, in units of its size.
static void fillNear(const cdVolumeRoom *room, cdVec3 middle, double perLength) {
    cdLanes scale = cdSpreadLanes(perLength);
    cdLanes x = cdSpreadLanes(middle.x), y = cdSpreadLanes(middle.y), z = cdSpreadLanes(middle.z);
    for (int32_t i = 0; i < room->count; i += 2) {
        cdStoreLanesAsFloats(room->nearX + i, cdMulLanes(cdSubLanes(cdLoadLanes(room->x + i), x), scale));
        cdStoreLanesAsFloats(room->nearY + i, cdMulLanes(cdSubLanes(cdLoadLanes(room->y + i), y), scale));
        cdStoreLanesAsFloats(room->nearZ + i, cdMulLanes(cdSubLanes(cdLoadLanes(room->z + i), z), scale));
    }
    for (int32_t i = room->count; i % 4 != 0; i++) {
        room->nearX[i] = room->nearX[0];
        room->nearY[i] = room->nearY[0];
        room->nearZ[i] = room->nearZ[0];
    }
}

// Returns a centre of a small sphere around the points, and the sphere's approximate radius.
static cdVec3 findCenter(const cdVolumeRoom *room, const cdBox3 *box, double *radius) {
    cdVec3 middle = cdScale(0.5, cdAdd(box->lower, box->upper));
    double size = cdMaxAbs(cdSub(box->upper, box->lower));
    *radius = 0.0;
    if (!(size > 1e-300)) return middle;
    fillNear(room, middle, 1.0 / size);
    float center[3] = {0.0f, 0.0f, 0.0f}, best[3] = {0.0f, 0.0f, 0.0f}, bestSquare = INFINITY;
    for (int step = 1; step <= CENTER_STEPS; step++) {
        float square, share = 0.5f / ((float)step + 1.0f);
        int32_t farthest = findFarthest(room, center, &square);
        if (square < bestSquare) {
            bestSquare = square;
            memcpy(best, center, sizeof best);
        }
        center[0] += share * (room->nearX[farthest] - center[0]);
        center[1] += share * (room->nearY[farthest] - center[1]);
        center[2] += share * (room->nearZ[farthest] - center[2]);
    }
    *radius = size * sqrt((double)bestSquare);
    return cdMulAdd(middle, size, (cdVec3){(double)best[0], (double)best[1], (double)best[2]});
}

// --- Box

// Two perpendicular axes across a normal.
typedef struct Crossing {
    cdVec3 x, y;
} Crossing;

static Crossing crossNormal(cdVec3 normal) {
    cdVec3 x = {1.0, 0.0, 0.0}, y = {0.0, 1.0, 0.0};
    cdVec3 first = cdNormalize(cdCross(normal, fabs(normal.x) < 0.7 ? x : y));
    return (Crossing){first, cdCross(normal, first)};
}

// Second moments of the points about a centre, across the normal.
typedef struct Spread {
    double xx, xy, yy;
} Spread;

static double addTwo(cdLanes v) {
    double lanes[2];
    cdStoreLanes(lanes, v);
    return lanes[0] + lanes[1];
}

static double maxTwo(cdLanes v) {
    double lanes[2];
    cdStoreLanes(lanes, v);
    return cdMax(lanes[0], lanes[1]);
}

// Replaces the points by their coordinates along the normal and across it, relative to `center`.
static Spread turnPoints(const cdVolumeRoom *room, cdVec3 center, cdVec3 normal, const Crossing *crossing) {
    cdLanes3 origin = cdSpreadLanes3(center), up = cdSpreadLanes3(normal);
    cdLanes3 x = cdSpreadLanes3(crossing->x), y = cdSpreadLanes3(crossing->y);
    cdLanes xx = cdSpreadLanes(0.0), xy = xx, yy = xx;
    for (int32_t i = 0; i < room->count; i += 2) {
        cdLanes3 arm = cdSubLanes3(cdLoadLanes3(room->x + i, room->y + i, room->z + i), origin);
        cdLanes atX = cdDotLanes3(arm, x), atY = cdDotLanes3(arm, y);
        xx = cdAddLanes(xx, cdMulLanes(atX, atX));
        xy = cdAddLanes(xy, cdMulLanes(atX, atY));
        yy = cdAddLanes(yy, cdMulLanes(atY, atY));
        cdStoreLanes(room->x + i, cdDotLanes3(arm, up));
        cdStoreLanes(room->y + i, atX);
        cdStoreLanes(room->z + i, atY);
    }
    return (Spread){addTwo(xx), addTwo(xy), addTwo(yy)};
}

// Cosine and sine of the angle from x to the direction of widest spread: half of atan2(2 xy, xx - yy).
typedef struct Turn {
    double cosine, sine;
} Turn;

static Turn findTurn(const Spread *spread) {
    double a = spread->xx - spread->yy, b = 2.0 * spread->xy, length = sqrt(a * a + b * b);
    double cosine = length > 0.0 ? a / length : 1.0;
    double sine = sqrt(cdMax(0.0, 0.5 - 0.5 * cosine));
    return (Turn){sqrt(cdMax(0.0, 0.5 + 0.5 * cosine)), b < 0.0 ? -sine : sine};
}

// Sets the extents from points along the axes. `shift`: the volume's centre in these coordinates.
static void measureExtents(const cdVolumeRoom *room, cdVec3 shift, Turn turn, cdNodeVolume *volume) {
    cdLanes3 origin = cdSpreadLanes3(shift);
    cdLanes cosine = cdSpreadLanes(turn.cosine), sine = cdSpreadLanes(turn.sine);
    cdLanes square = cdSpreadLanes(0.0), height = square, length = square, width = square;
    for (int32_t i = 0; i < room->count; i += 2) {
        cdLanes3 at = cdSubLanes3(cdLoadLanes3(room->x + i, room->y + i, room->z + i), origin);
        square = cdMaxLanes(square, cdDotLanes3(at, at));
        height = cdMaxLanes(height, cdAbsLanes(at.x));
        cdLanes along = cdAddLanes(cdMulLanes(cosine, at.y), cdMulLanes(sine, at.z));
        cdLanes across = cdSubLanes(cdMulLanes(cosine, at.z), cdMulLanes(sine, at.y));
        length = cdMaxLanes(length, cdAbsLanes(along));
        width = cdMaxLanes(width, cdAbsLanes(across));
    }
    volume->radius = sqrt(maxTwo(square));
    volume->halfHeight = maxTwo(height);
    volume->halfLength = maxTwo(length);
    volume->halfWidth = maxTwo(width);
}

static cdVec3 turnAlong(const Crossing *crossing, Turn turn) {
    return cdNormalize(cdMulAdd(cdScale(turn.cosine, crossing->x), turn.sine, crossing->y));
}

cdNodeVolume cdBoundPieces(cdVolumeRoom *room, const cdPieceBox *boxes, int32_t count) {
    NormalSum normals = gatherPoints(room, boxes, count, 1);
    cdBox3 box = boundPoints(room);
    cdNodeVolume volume = {.normal = chooseNormal(&normals, cdSub(box.upper, box.lower))};
    cdVec3 center;
    if (count == 1) { // cut to fit into its smallest sphere
        const int32_t *points = room->pieces->items[boxes[0].piece].corners;
        cdVec3 corners[3];
        for (int k = 0; k < 3; k++)
            corners[k] = room->pieces->points[points[k]];
        center = cdFindEnclosingCenter(corners);
    } else {
        double radius;
        center = findCenter(room, &box, &radius);
    }
    Crossing crossing = crossNormal(volume.normal);
    Spread spread = turnPoints(room, center, volume.normal, &crossing);
    Turn turn = findTurn(&spread);
    volume.along = turnAlong(&crossing, turn);
    double lowest, highest;
    findRange(room->x, room->count, &lowest, &highest);
    // Moving the centre to the middle of the slab can only enlarge the sphere slightly.
    volume.center = cdMulAdd(center, 0.5 * (lowest + highest), volume.normal);
    cdVec3 moved = cdSub(volume.center, center);
    cdVec3 shift = {cdDot(moved, volume.normal), cdDot(moved, crossing.x), cdDot(moved, crossing.y)};
    measureExtents(room, shift, turn, &volume);
    return volume;
}

// --- Nodes of many pieces

static double reachBothWays(const cdNodeReach *reach, cdVec3 origin, cdVec3 direction) {
    return cdMax(cdReachAlong(reach, origin, direction), cdReachAlong(reach, origin, cdNegate(direction)));
}

// Grows a sphere around the sample until it contains nearly all points (Ritter 1990).
static cdVec3 growSphere(const cdNodeReach *reach, cdVec3 center, double radius) {
    static const double nearly = 1.001;
    for (int step = 0; step < GROW_STEPS; step++) {
        cdVec3 farthest;
        double distance = cdReachFrom(reach, center, &farthest);
        if (distance <= nearly * radius) break;
        center = cdLerp(center, farthest, 0.5 * (distance - radius) / distance);
        radius = 0.5 * (distance + radius);
    }
    return center;
}

cdNodeVolume cdBoundNode(cdVolumeRoom *room, const cdPieceBox *boxes, const cdBuildNode *nodes,
                         int32_t node) {
    static const double relative = 1e-7; // tolerance, above all rounding and far below what a query notices
    const cdPieceBox *own = boxes + nodes[node].begin;
    int32_t count = nodes[node].end - nodes[node].begin;
    NormalSum normals = gatherPoints(room, own, count, count / SAMPLE + 1);
    cdBox3 box = boundPoints(room);
    cdVec3 size = cdSub(box.upper, box.lower);
    cdNodeVolume volume = {.normal = chooseNormal(&normals, size)};
    cdNodeReach reach = {room->pieces, boxes, nodes, node, relative * cdMaxAbs(size)};
    double radius;
    cdVec3 center = findCenter(room, &box, &radius);
    center = growSphere(&reach, center, radius);
    Crossing crossing = crossNormal(volume.normal);
    Spread spread = turnPoints(room, center, volume.normal, &crossing);
    volume.along = turnAlong(&crossing, findTurn(&spread));
    double highest = cdReachAlong(&reach, center, volume.normal);
    double lowest = -cdReachAlong(&reach, center, cdNegate(volume.normal));
    volume.center = cdMulAdd(center, 0.5 * (lowest + highest), volume.normal);
    cdVec3 farthest;
    volume.radius = cdReachFrom(&reach, volume.center, &farthest);
    volume.halfHeight = reachBothWays(&reach, volume.center, volume.normal);
    volume.halfLength = reachBothWays(&reach, volume.center, volume.along);
    volume.halfWidth = reachBothWays(&reach, volume.center, cdCross(volume.normal, volume.along));
    return volume;
}
