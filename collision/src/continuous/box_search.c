// Boxes in a query between meshes: see box_search.h.
//
// Input: a search that is opened, of two meshes that are boxes. Output: the first contact as the trees would
// find it, bit for bit, or from where on they have to look. (1) Each screw's route is followed for as long as
// a plane parts the boxes by more than what counts as touching (boxes/follow_route.c). (2) Where none is
// left, the features on the last plane name the two elements that meet; their own equation gives the root.
// (3) That is the answer when no other elements can touch by then: all other corners are well off the plane,
// and the point is well inside both features. Faces on faces, edges on faces, corners on edges, grazing, and
// starts that touch are left to the trees, from there on: rare, and they have to name which of several
// touches counts.
#include "continuous/box_search.h"
#include "boxes/box_numbers.h"
#include "boxes/route.h"
#include "continuous/first_contact.h"

// Of what counts as touching: how far other elements have to be away.
static const double wellOff = 8.0;

typedef struct BoxMeeting {
    cdBoxRoute route;
    const cdBoxShape *a, *b;
    double slack;   // length
    cdVec3 centerB; // frame of the query
} BoxMeeting;

bool cdCanSearchBoxes(const cdSearch *search) {
    return !(search->disabled & (CD_DISABLE_BOXES | CD_DISABLE_TREE)) && search->a->info.isBox &&
           search->b->info.isBox;
}

// --- (1)

static cdVec3 mulTransposed(const cdMat3 *m, cdVec3 v) {
    return cdMulAdd(cdMulAdd(cdScale(v.x, m->rows[0]), v.y, m->rows[1]), v.z, m->rows[2]);
}

static cdMat3 mulMatrices(const cdMat3 *m, const cdMat3 *n) {
    cdMat3 product;
    for (int i = 0; i < 3; i++)
        product.rows[i] = mulTransposed(n, m->rows[i]);
    return product;
}

// In the axes of B's box, its centre the origin.
static cdScrew moveScrew(const cdScrew *screw, const cdMat3 *axesB, cdVec3 center) {
    cdScrew moved = *screw;
    moved.c = mulTransposed(axesB, cdSub(screw->c, center));
    moved.g = mulTransposed(axesB, screw->g);
    moved.bc = mulTransposed(axesB, screw->bc);
    moved.u = mulTransposed(axesB, screw->u);
    return moved;
}

static void openMeeting(const cdSearch *search, BoxMeeting *meeting) {
    const cdBoxShape *a = &search->a->box, *b = &search->b->box;
    cdVec3 centerB = cdAdd(search->offsetB, b->center);
    cdScrew screw = moveScrew(search->screw, &b->axes, centerB);
    cdMat3 turned = mulMatrices(&search->rotation, &a->axes), transposed, axes;
    for (int i = 0; i < 3; i++)
        transposed.rows[i] = cdGetMat3Column(&b->axes, i);
    axes = mulMatrices(&transposed, &turned);
    cdVec3 centerA = cdAdd(search->center, cdMulMat3Vec3(&search->rotation, a->center));
    cdOpenScrewRoute(&meeting->route, &screw, &axes, mulTransposed(&b->axes, cdSub(centerA, centerB)),
                     a->half, b->half);
    meeting->a = a;
    meeting->b = b;
    meeting->centerB = centerB;
    // What counts as touching, as in cdFirstContact's tolerance.
    double blur = search->tolerance.width * cdBoundPath(search->screw, search->a);
    meeting->slack = search->tolerance.distance + blur + a->error + b->error;
}

// --- (2)

typedef struct MeetingElements {
    cdContactKind kind;
    int32_t a[2], b[2]; // of a face its two triangles
    int32_t count;
} MeetingElements;

static MeetingElements findElements(const BoxMeeting *meeting, cdBoxPair pair) {
    const cdBoxShape *a = meeting->a, *b = meeting->b;
    MeetingElements e = {.kind = pair.kind, .count = pair.kind == CD_EDGE_EDGE ? 1 : 2};
    for (int k = 0; k < e.count; k++) {
        e.a[k] = pair.kind == CD_VERTEX_FACE   ? a->corners[pair.a]
                 : pair.kind == CD_FACE_VERTEX ? a->faces[pair.a][k]
                                               : a->edges[pair.a];
        e.b[k] = pair.kind == CD_VERTEX_FACE   ? b->faces[pair.b][k]
                 : pair.kind == CD_FACE_VERTEX ? b->corners[pair.b]
                                               : b->edges[pair.b];
    }
    return e;
}

static void countElements(cdSearch *search, cdContactKind kind) {
    search->stats.vertexFaceTests += kind == CD_VERTEX_FACE;
    search->stats.faceVertexTests += kind == CD_FACE_VERTEX;
    search->stats.edgeEdgeTests += kind == CD_EDGE_EDGE;
}

// Offers what touches of both triangles of a face, or of two edges; how many do.
static int32_t offerElements(cdSearch *search, const MeetingElements *e) {
    int32_t touching = 0;
    for (int k = 0; k < e->count; k++) {
        countElements(search, e->kind);
        cdRecordEvent(search->trace, CD_TRACE_ELEMENTS, e->kind, e->a[k], e->b[k]);
        cdElementPair pair = cdGetElementPair(search, e->kind, e->a[k], e->b[k]);
        cdCubic cubic = cdMakeElementCubic(search, &pair);
        // From the beginning, as the trees ask: from elsewhere the last digits of a root may differ.
        cdElementContact contact =
            cdFindElementContact(search->screw, &pair, &cubic, search->rootStart, search->rootLimit,
                                 &search->tolerance, &search->stats);
        cdOfferCandidate(search, e->kind, e->a[k], e->b[k], &contact);
        touching += contact.state != CD_FREE;
    }
    return touching;
}

// --- (3)

// What is measured in a box's own axes at one tau: cosines of A's axes with B's, d along A's and along B's.
typedef struct MeetingPlace {
    double cosines[9], alongA[3], alongB[3];
} MeetingPlace;

static MeetingPlace findPlace(const BoxMeeting *meeting, double tau) {
    cdRouteValues v;
    cdEvaluateRoute(&meeting->route, tau, &v);
    double scale = 1.0 / v.volumes[0];
    MeetingPlace place;
    for (int k = 0; k < 9; k++)
        place.cosines[k] = scale * v.normalsA[k];
    for (int k = 0; k < 3; k++) {
        place.alongA[k] = scale * v.offsets[k];
        place.alongB[k] = scale * v.offsets[3 + k];
    }
    return place;
}

static double signOf(int32_t corner, int axis) {
    return corner >> axis & 1 ? 1.0 : -1.0;
}

// Whether a corner of one box is alone on a face of the other along `axis`, and so far from the borders of
// the face's two triangles that its edges are off the face where they cross them. `cosines` of the corner's
// box (rows) with the face's (columns), `center` of the corner's box in the face's axes.
static bool isCornerAlone(double cosines[3][3], const double center[3], const double halfCorner[3],
                          int32_t corner, const double halfFace[3], int axis, double off) {
    double slope = 1.0;
    if (2.0 * halfFace[axis] <= off) return false;
    for (int i = 0; i < 3; i++) {
        slope = cdMin(slope, fabs(cosines[i][axis]));
        if (2.0 * halfCorner[i] * fabs(cosines[i][axis]) <= off) return false;
    }
    double place[2], half[2];
    for (int k = 0; k < 2; k++) {
        int n = (axis + 1 + k) % 3;
        half[k] = halfFace[n];
        place[k] = center[n];
        for (int i = 0; i < 3; i++)
            place[k] += signOf(corner, i) * halfCorner[i] * cosines[i][n];
        place[k] = fabs(place[k]);
    }
    double toDiagonal = fabs(place[0] * half[1] - place[1] * half[0]) / (half[0] + half[1]);
    double room = cdMin(toDiagonal, cdMin(half[0] - place[0], half[1] - place[1]));
    return room * slope > off;
}

static bool isVertexAlone(const BoxMeeting *meeting, const MeetingPlace *place, cdBoxPair pair, double off) {
    const double *halfA = meeting->route.halfA, *halfB = meeting->route.halfB;
    double cosines[3][3], center[3];
    bool ofA = pair.kind == CD_VERTEX_FACE;
    for (int i = 0; i < 3; i++) {
        center[i] = ofA ? place->alongB[i] : -place->alongA[i];
        for (int m = 0; m < 3; m++)
            cosines[i][m] = ofA ? place->cosines[3 * i + m] : place->cosines[3 * m + i];
    }
    return ofA ? isCornerAlone(cosines, center, halfA, pair.a, halfB, pair.b / 2, off)
               : isCornerAlone(cosines, center, halfB, pair.b, halfA, pair.a / 2, off);
}

// The sign of an edge's place along another axis of its box.
static double edgeSign(int32_t edge, int axis) {
    return cdIsBoxEdgeAbove(edge, axis) ? 1.0 : -1.0;
}

static bool areEdgesAlone(const BoxMeeting *meeting, const MeetingPlace *place, cdBoxPair pair, double off) {
    const double *a = meeting->route.halfA, *b = meeting->route.halfB, *c = place->cosines;
    int i = pair.a / 4, m = pair.b / 4;
    double cosine = c[3 * i + m], sineSq = 1.0 - cosine * cosine;
    if (!(sineSq > 0.0)) return false;
    double length = sqrt(sineSq);
    // w from B's edge to A's, between their middles, along both.
    double alongA = place->alongA[i], alongB = place->alongB[m], slope = length, share = 1.0;
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

static bool isAlone(const cdSearch *search, const BoxMeeting *meeting, cdBoxPair pair, double from) {
    double tau = search->best.root;
    double off = wellOff * meeting->slack + cdBoundPath(search->screw, search->a) * fabs(tau - from);
    MeetingPlace place = findPlace(meeting, tau);
    return pair.kind == CD_EDGE_EDGE ? areEdgesAlone(meeting, &place, pair, off)
                                     : isVertexAlone(meeting, &place, pair, off);
}

// Whether the search's best candidate is the first contact.
static bool meetAlone(cdSearch *search, const BoxMeeting *meeting, const cdRouteStop *stop) {
    if (!(stop->t > 0.0)) return false;
    MeetingElements elements = findElements(meeting, stop->pair);
    if (offerElements(search, &elements) != 1 || search->best.state != CD_CONTACT) return false;
    search->touchesAlone = isAlone(search, meeting, stop->pair, stop->t);
    return search->touchesAlone;
}

// --- In the proxies' place

static cdVec3 getRow(const MeetingPlace *place, int i) {
    return (cdVec3){place->cosines[3 * i], place->cosines[3 * i + 1], place->cosines[3 * i + 2]};
}

// Unit, B's axes, from A towards B.
static cdVec3 getVector(const MeetingPlace *place, int32_t direction, double side) {
    static const cdVec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    int k = direction % 3;
    cdVec3 n = direction < 3   ? getRow(place, k)
               : direction < 6 ? axes[k]
                               : cdCross(getRow(place, (direction - 6) / 3), axes[k]);
    return cdScale(-side, cdNormalize(n));
}

static cdVec3 getOffset(const MeetingPlace *place) {
    return (cdVec3){place->alongB[0], place->alongB[1], place->alongB[2]};
}

// Where no plane parts the boxes that of parallel edges, which has no normal, may look best.
static int32_t findShallowestFace(const BoxMeeting *meeting, double tau, double *side) {
    double gaps[16], sides[16];
    int32_t direction = 0;
    cdGetRouteGaps(&meeting->route, tau, gaps, sides);
    for (int32_t j = 1; j < 6; j++)
        if (gaps[j] > gaps[direction]) direction = j;
    *side = sides[direction];
    return direction;
}

// The plane of `direction` and `side` at tau, and the corners next to it.
static void describeProxy(const cdSearch *search, const BoxMeeting *meeting, double tau, int32_t direction,
                          double side, cdPose poseB, cdProxy *proxy) {
    MeetingPlace place = findPlace(meeting, tau);
    cdVec3 vector = getVector(&place, direction, side), a = getOffset(&place), b;
    for (int i = 0; i < 3; i++) {
        cdVec3 axis = getRow(&place, i);
        a = cdMulAdd(a, copysign(meeting->route.halfA[i], cdDot(axis, vector)), axis);
    }
    b.x = copysign(meeting->b->half.x, -vector.x);
    b.y = copysign(meeting->b->half.y, -vector.y);
    b.z = copysign(meeting->b->half.z, -vector.z);
    const cdMat3 *axesB = &meeting->b->axes;
    proxy->vector = cdRotate(poseB.q, cdMulMat3Vec3(axesB, vector));
    proxy->pointA = cdGetWorldPoint(search, poseB, cdAdd(meeting->centerB, cdMulMat3Vec3(axesB, a)));
    proxy->pointB = cdGetWorldPoint(search, poseB, cdAdd(meeting->centerB, cdMulMat3Vec3(axesB, b)));
}

static void describeStop(const cdSearch *search, const BoxMeeting *meeting, cdRouteStop *stop, cdPose poseB,
                         cdProxy *proxy) {
    if (!(stop->startGap > 0.0)) stop->direction = findShallowestFace(meeting, stop->t, &stop->side);
    proxy->gap = cdMin(stop->startGap, 0.0);
    describeProxy(search, meeting, stop->t, stop->direction, stop->side, poseB, proxy);
}

static void describeEnd(const cdSearch *search, const BoxMeeting *meeting, cdPose poseB, cdProxy *proxy) {
    int32_t direction;
    double side, end = search->rootLimit;
    proxy->gap = cdFindWidestGap(&meeting->route, end, meeting->slack, &direction, &side);
    proxy->separated = true;
    describeProxy(search, meeting, end, direction, side, poseB, proxy);
}

cdBoxFinding cdSearchBoxes(cdSearch *search, cdPose poseB, double timeLimit, cdProxy *proxy) {
    BoxMeeting meeting;
    *proxy = (cdProxy){.tested = true, .ofBoxes = true};
    search->stats.boxTests++;
    for (int32_t i = 0; i < search->motion.screwCount; i++) {
        cdEnterScrewUntil(search, i, timeLimit);
        openMeeting(search, &meeting);
        cdRouteStop stop = cdFollowRoute(&meeting.route, 0.0, meeting.slack);
        search->stats.boxPlanes += stop.planeCount;
        proxy->iterations += stop.planeCount;
        bool isLast = i + 1 == search->motion.screwCount || cdGetSearchTime(search, i, 1.0) >= timeLimit;
        if (stop.stopped && stop.t <= search->rootLimit) {
            describeStop(search, &meeting, &stop, poseB, proxy);
            if (!meetAlone(search, &meeting, &stop)) return (cdBoxFinding){.screw = i, .from = stop.t};
            break;
        }
        if (!isLast) continue;
        describeEnd(search, &meeting, poseB, proxy);
        break;
    }
    search->stats.boxAnswers++;
    return (cdBoxFinding){.isAnswer = true};
}
