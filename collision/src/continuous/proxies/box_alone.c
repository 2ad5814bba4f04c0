// Tests that two features of boxes meet alone; see box_meeting.h.
//
// Input: the pair on the plane where the route stopped, and the coordinates at its root. Output: true if all
// other elements of both meshes are clearly separated by then: the corners next to the pair's are off the
// plane, and the point lies so far inside both features that the edges beside them, diagonals of faces
// included, are off the plane where they cross a border.
#include "boxes/pairs/box_numbers.h"
#include "continuous/proxies/box_meeting.h"

// Clearance required of other elements, in touching distances.
static const double wellOff = 8.0;

static double signOf(int32_t corner, int axis) {
    return corner >> axis & 1 ? 1.0 : -1.0;
}

// True if a corner of one box is alone on a face of the other along `axis`, and so far from the borders of
// the face's two triangles that its edges are off the face where they cross them. `cosines`: of the corner's
// box (rows) with the face's (columns); `center`: of the corner's box in the face's axes.
static bool isCornerAlone(double cosines[3][3], const double center[3], const double halfCorner[3],
                          int32_t corner, const double halfFace[3], int axis, double off) {
    double slope = 1.0;
    if (2.0 * halfFace[axis] <= off) return false;
    for (int i = 0; i < 3; i++) {
        slope = cdMin(slope, fabs(cosines[i][axis]));
        if (2.0 * halfCorner[i] * fabs(cosines[i][axis]) <= off) return false;
    }
    double coords[2], half[2];
    for (int k = 0; k < 2; k++) {
        int n = (axis + 1 + k) % 3;
        half[k] = halfFace[n];
        coords[k] = center[n];
        for (int i = 0; i < 3; i++)
            coords[k] += signOf(corner, i) * halfCorner[i] * cosines[i][n];
        coords[k] = fabs(coords[k]);
    }
    double toDiagonal = fabs(coords[0] * half[1] - coords[1] * half[0]) / (half[0] + half[1]);
    double room = cdMin(toDiagonal, cdMin(half[0] - coords[0], half[1] - coords[1]));
    return room * slope > off;
}

static bool isVertexAlone(const cdBoxMeeting *meeting, const cdMeetingCoords *coords, cdBoxPair pair,
                          double off) {
    const double *halfA = meeting->route.halfA, *halfB = meeting->route.halfB;
    double cosines[3][3], center[3];
    bool ofA = pair.kind == CD_VERTEX_FACE;
    for (int i = 0; i < 3; i++) {
        center[i] = ofA ? coords->alongB[i] : -coords->alongA[i];
        for (int m = 0; m < 3; m++)
            cosines[i][m] = ofA ? coords->cosines[3 * i + m] : coords->cosines[3 * m + i];
    }
    return ofA ? isCornerAlone(cosines, center, halfA, pair.a, halfB, pair.b / 2, off)
               : isCornerAlone(cosines, center, halfB, pair.b, halfA, pair.a / 2, off);
}

// Returns the side on which an edge lies along another axis of its box, 1 or -1.
static double edgeSign(int32_t edge, int axis) {
    return cdIsBoxEdgeAbove(edge, axis) ? 1.0 : -1.0;
}

static bool areEdgesAlone(const cdBoxMeeting *meeting, const cdMeetingCoords *coords, cdBoxPair pair,
                          double off) {
    const double *a = meeting->route.halfA, *b = meeting->route.halfB, *c = coords->cosines;
    int i = pair.a / 4, m = pair.b / 4;
    double cosine = c[3 * i + m], sineSq = 1.0 - cosine * cosine;
    if (!(sineSq > 0.0)) return false;
    double length = sqrt(sineSq);
    // w from B's edge to A's, between their middles, along both.
    double alongA = coords->alongA[i], alongB = coords->alongB[m], slope = length, share = 1.0;
    for (int k = 1; k < 3; k++) {
        int j = (i + k) % 3, n = (m + k) % 3, otherJ = (i + 3 - k) % 3, otherN = (m + 3 - k) % 3;
        double riseA = fabs(c[3 * otherJ + m]), riseB = fabs(c[3 * i + otherN]);
        if (2.0 * a[j] * riseA <= off * length || 2.0 * b[n] * riseB <= off * length) return false;
        slope = cdMin(slope, cdMin(riseA, riseB) / length);
        share = cdMin(share, cdMin(a[j] / (a[i] + a[j]), b[n] / (b[m] + b[n])));
        alongA -= edgeSign(pair.b, n) * b[n] * c[3 * i + n];
        alongB += edgeSign(pair.a, j) * a[j] * c[3 * j + m];
    }
    double onA = (cosine * alongB - alongA) / sineSq, onB = (alongB - cosine * alongA) / sineSq;
    // Each is off the faces beside the other where it ends or crosses their diagonals.
    share *= length * slope;
    return (a[i] - fabs(onA)) * share > off && (b[m] - fabs(onB)) * share > off;
}

bool cdMeetsAlone(const cdSearch *search, const cdBoxMeeting *meeting, cdBoxPair pair, double from) {
    double tau = search->best.root;
    double off = wellOff * meeting->slack + cdBoundPath(search->screw, search->a) * fabs(tau - from);
    cdMeetingCoords coords = cdFindMeetingCoords(meeting, tau);
    return pair.kind == CD_EDGE_EDGE ? areEdgesAlone(meeting, &coords, pair, off)
                                     : isVertexAlone(meeting, &coords, pair, off);
}
