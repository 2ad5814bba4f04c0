// Triangles in the coordinates of a screw; see axis_triangle.h.
//
// (1) A triangle that the axis does not run through has its extreme angles in corners. The second derivative
// of the angle along a line is at most 1 / rho^2, so over the triangle it is within R^2 / (2 rho^2) of the
// linear function that agrees at the corners; R is the radius of the smallest circle around it, at most its
// longest side over sqrt(3). (2) rho is convex: at most the linear function that agrees at the corners, and
// at least the product with any unit direction across the axis. The direction midway between the extreme
// angles bounds it best. (3) Two points closer than the margin, seen from the axis at rho, are closer than 2
// margin / rho in angle. The margin is more than ten times the rounding of all this.
#include "continuous/profiles/axis_triangle.h"
#include "foundation/numbers/functions.h"

static const double wholeTurn = 6.283185307179586;

cdAxisPoint cdMakeAxisPoint(const cdAxisFrame *frame, cdVec3 point) {
    cdVec3 arm = cdSub(point, frame->origin);
    double x = cdDot(frame->x, arm), y = cdDot(frame->y, arm), rho = sqrt(x * x + y * y);
    double scale = rho > 0.0 ? 1.0 / rho : 0.0;
    return (cdAxisPoint){
        .x = scale * x, .y = scale * y, .rho = rho, .height = cdDot(frame->axis, arm), .angle = NAN};
}

// --- (1)

// Returns a corner's angle, less than half a turn from another's.
static double findAngle(cdAxisPoint *p, double from) {
    if (isnan(p->angle)) p->angle = cdAtan2(p->y, p->x);
    if (p->angle - from > 0.5 * wholeTurn) return p->angle - wholeTurn;
    return p->angle - from < -0.5 * wholeTurn ? p->angle + wholeTurn : p->angle;
}

// `ends`: the corners with the smallest and the largest angle.
static void findAngles(cdAxisPoint *const p[3], double angles[3], int ends[2]) {
    angles[0] = findAngle(p[0], 0.0);
    angles[1] = findAngle(p[1], angles[0]);
    angles[2] = findAngle(p[2], angles[0]);
    ends[0] = angles[0] <= angles[1] ? 0 : 1;
    ends[1] = 1 - ends[0];
    if (angles[2] < angles[ends[0]]) ends[0] = 2;
    if (angles[2] > angles[ends[1]]) ends[1] = 2;
}

static double findLongestSideSq(cdAxisPoint *const p[3]) {
    double longest = 0.0;
    for (int k = 0; k < 3; k++) {
        const cdAxisPoint *q = p[(k + 1) % 3];
        double x = q->rho * q->x - p[k]->rho * p[k]->x, y = q->rho * q->y - p[k]->rho * p[k]->y;
        longest = cdMax(longest, x * x + y * y);
    }
    return longest;
}

static void unwind(const cdAxisFrame *frame, cdAxisPoint *const p[3], const double angles[3],
                   const int ends[2], double leastRho, cdAxisTriangle *t) {
    bool clear = leastRho > 4.0 * frame->margin;
    double scale = clear ? 1.0 / leastRho : INFINITY;
    double angleMargin = 2.0 * frame->margin * scale;
    t->angleLower = angles[ends[0]] - angleMargin;
    t->angleUpper = angles[ends[1]] + angleMargin;
    double bend = clear ? findLongestSideSq(p) * scale * scale * (1.0 / 6.0) + angleMargin : INFINITY;
    t->bend = frame->pitch != 0.0 ? fabs(frame->pitch) * bend : 0.0;
    for (int k = 0; k < 3; k++)
        t->unwound[k] = p[k]->height - frame->pitch * angles[k];
}

// --- (2)

// Computes the corners' distances along the direction midway between the ends. Returns the minimum: 0 or
// below where the axis may run through the triangle.
static double boundRho(cdAxisPoint *const p[3], const int ends[2], double near[3]) {
    double x = p[ends[0]]->x + p[ends[1]]->x, y = p[ends[0]]->y + p[ends[1]]->y;
    double lengthSq = x * x + y * y, scale = lengthSq > 0.0 ? 1.0 / sqrt(lengthSq) : 0.0;
    for (int k = 0; k < 3; k++)
        near[k] = scale * p[k]->rho * (x * p[k]->x + y * p[k]->y);
    return cdMin(near[0], cdMin(near[1], near[2]));
}

// --- The plane (rho, w)

// Computes the extent along a direction, margin included.
static void boundAlong(const cdAxisFrame *frame, const cdAxisTriangle *t, double rhoShare, double heightShare,
                       double extent[2]) {
    double w[3];
    for (int k = 0; k < 3; k++)
        w[k] = heightShare * t->unwound[k];
    double share = fabs(heightShare);
    double slack = frame->margin * (rhoShare + share) + (share > 0.0 ? share * t->bend : 0.0);
    extent[0] = cdMin(rhoShare * t->near[0] + w[0],
                      cdMin(rhoShare * t->near[1] + w[1], rhoShare * t->near[2] + w[2])) -
                slack;
    extent[1] =
        cdMax(rhoShare * t->rho[0] + w[0], cdMax(rhoShare * t->rho[1] + w[1], rhoShare * t->rho[2] + w[2])) +
        slack;
}

// Chooses the direction across the longest side.
static void findDirection(const cdAxisFrame *frame, cdAxisTriangle *t) {
    double longest = 0.0, extent[2];
    t->rhoShare = 1.0, t->heightShare = 0.0;
    for (int k = 0; k < 3; k++) {
        double rho = t->rho[(k + 1) % 3] - t->rho[k], w = t->unwound[(k + 1) % 3] - t->unwound[k];
        double lengthSq = rho * rho + w * w;
        if (!(lengthSq > longest)) continue;
        longest = lengthSq;
        t->rhoShare = w;
        t->heightShare = -rho;
    }
    double scale = longest > 0.0 ? (t->rhoShare < 0.0 ? -1.0 : 1.0) / sqrt(longest) : 1.0;
    t->rhoShare *= scale;
    t->heightShare *= scale;
    boundAlong(frame, t, t->rhoShare, t->heightShare, extent);
    t->lower = extent[0];
    t->upper = extent[1];
}

static bool isBeyondHeights(const cdAxisFrame *frame, const cdAxisRange *range, cdAxisPoint *const p[3]) {
    double margin = 2.0 * frame->margin;
    return cdMin(p[0]->height, cdMin(p[1]->height, p[2]->height)) > range->heightUpper + margin ||
           cdMax(p[0]->height, cdMax(p[1]->height, p[2]->height)) < range->heightLower - margin;
}

void cdMakeAxisTriangle(const cdAxisFrame *frame, const cdAxisRange *range, cdAxisPoint *const corners[3],
                        cdAxisTriangle *out) {
    out->angleLower = INFINITY;
    out->angleUpper = -INFINITY;
    if (isBeyondHeights(frame, range, corners)) return;
    double angles[3];
    int ends[2];
    findAngles(corners, angles, ends);
    double leastRho = boundRho(corners, ends, out->near);
    if (leastRho > range->rhoUpper + 2.0 * frame->margin) return;
    for (int k = 0; k < 3; k++)
        out->rho[k] = corners[k]->rho;
    unwind(frame, corners, angles, ends, leastRho, out);
    findDirection(frame, out);
}

cdWinding cdFindWinding(const cdAxisMotion *motion, double pitch, const double anglesA[2],
                        const double anglesB[2], double *shift) {
    double lower = anglesB[0] - anglesA[1] - motion->turnUpper;
    double upper = anglesB[1] - anglesA[0] - motion->turnLower;
    cdWinding winding = CD_WINDING_NEVER;
    *shift = 0.0;
    // Angles of corners are within two turns of each other.
    for (int turns = -2; turns <= 2; turns++) {
        if (!(lower <= turns * wholeTurn && upper >= turns * wholeTurn)) continue;
        if (winding != CD_WINDING_NEVER) return CD_WINDING_MANY;
        winding = CD_WINDING_ONE;
        *shift = turns * wholeTurn * pitch;
    }
    return winding;
}

// True if A's extent along a direction, widened by the slip, and B's do not overlap.
static bool partAlong(double heightShare, const cdAxisMotion *motion, double shift, const double a[2],
                      const double b[2]) {
    double first = heightShare * (motion->slipLower - shift),
           last = heightShare * (motion->slipUpper - shift);
    return a[0] + cdMin(first, last) > b[1] || a[1] + cdMax(first, last) < b[0];
}

bool cdAxisTrianglesApart(const cdAxisFrame *frame, const cdAxisMotion *motion, const cdAxisTriangle *a,
                          const cdAxisTriangle *b) {
    double shift, anglesA[2] = {a->angleLower, a->angleUpper}, anglesB[2] = {b->angleLower, b->angleUpper};
    cdWinding winding = cdFindWinding(motion, frame->pitch, anglesA, anglesB, &shift);
    if (winding == CD_WINDING_NEVER) return true;
    if (winding == CD_WINDING_MANY && frame->pitch != 0.0) return false;
    double ownA[2] = {a->lower, a->upper}, ownB[2] = {b->lower, b->upper}, other[2];
    boundAlong(frame, a, b->rhoShare, b->heightShare, other);
    if (partAlong(b->heightShare, motion, shift, other, ownB)) return true;
    boundAlong(frame, b, a->rhoShare, a->heightShare, other);
    return partAlong(a->heightShare, motion, shift, ownA, other);
}
