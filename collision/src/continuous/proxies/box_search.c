// Boxes in a query between meshes: see box_search.h.
//
// Input: an opened search of two meshes that are boxes. Output: the first contact, bit for bit as the trees
// would find it, or the time from which the trees have to search. (1) Each screw's route is followed for as
// long as a plane separates the boxes by more than touching (boxes/route/follow_route.c). (2) After the last
// such plane, the features on it determine the two elements that meet; their own equation gives the root. (3)
// This is the answer if no other elements can touch by then (box_alone.c). Faces on faces, edges on faces,
// corners on edges, grazing, and touching starts are rare; they are left to the trees from there, since one
// of several touches must be chosen.
#include "continuous/proxies/box_search.h"
#include "continuous/proxies/box_meeting.h"
#include "continuous/search/search_trace.h"

bool cdCanSearchBoxes(const cdSearch *search) {
    return search->clearance == 0.0 && !(search->disabled & (CD_DISABLE_BOXES | CD_DISABLE_TREE)) &&
           search->a->info.isBox && search->b->info.isBox;
}

// --- (1)

// Expresses a screw in the axes of B's box, its centre the origin.
static cdScrew moveScrew(const cdScrew *screw, const cdMat3 *axesB, cdVec3 center) {
    cdScrew moved = *screw;
    moved.c = cdMulTransposedMat3Vec3(axesB, cdSub(screw->c, center));
    moved.g = cdMulTransposedMat3Vec3(axesB, screw->g);
    moved.bc = cdMulTransposedMat3Vec3(axesB, screw->bc);
    moved.u = cdMulTransposedMat3Vec3(axesB, screw->u);
    return moved;
}

static void openMeeting(const cdSearch *search, cdBoxMeeting *meeting) {
    const cdBoxShape *a = &search->a->box, *b = &search->b->box;
    cdVec3 centerB = cdAdd(search->offsetB, b->center);
    cdScrew screw = moveScrew(search->screw, &b->axes, centerB);
    cdMat3 turned = cdMulMat3(&search->rotation, &a->axes), transposed, axes;
    for (int i = 0; i < 3; i++)
        transposed.rows[i] = cdGetMat3Column(&b->axes, i);
    axes = cdMulMat3(&transposed, &turned);
    cdVec3 centerA = cdAdd(search->center, cdMulMat3Vec3(&search->rotation, a->center));
    cdOpenScrewRoute(&meeting->route, &screw, &axes,
                     cdMulTransposedMat3Vec3(&b->axes, cdSub(centerA, centerB)), a->half, b->half);
    meeting->a = a;
    meeting->b = b;
    meeting->centerB = centerB;
    // Touching as in cdFirstContact's tolerance.
    double blur = search->tolerance.width * cdBoundPath(search->screw, search->a);
    meeting->slack = search->tolerance.distance + blur + a->error + b->error;
}

cdMeetingCoords cdFindMeetingCoords(const cdBoxMeeting *meeting, double tau) {
    cdRouteValues v;
    cdEvaluateRoute(&meeting->route, tau, &v);
    double scale = 1.0 / v.volumes[0];
    cdMeetingCoords coords;
    for (int k = 0; k < 9; k++)
        coords.cosines[k] = scale * v.normalsA[k];
    for (int k = 0; k < 3; k++) {
        coords.alongA[k] = scale * v.offsets[k];
        coords.alongB[k] = scale * v.offsets[3 + k];
    }
    return coords;
}

// --- (2)

typedef struct MeetingElements {
    cdContactKind kind;
    int32_t a[2], b[2]; // of a face its two triangles
    int32_t count;
} MeetingElements;

static MeetingElements findElements(const cdBoxMeeting *meeting, cdBoxPair pair) {
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

// Offers the touches of both triangles of a face, or of two edges; returns their number.
static int32_t offerElements(cdSearch *search, const MeetingElements *e) {
    int32_t touching = 0;
    for (int k = 0; k < e->count; k++) {
        countElements(search, e->kind);
        cdElementPair pair = cdGetElementPair(search, e->kind, e->a[k], e->b[k]);
        cdCubic cubic = cdMakeElementCubic(search, &pair);
        if (search->trace) cdTraceEquation(search, e->kind, e->a[k], e->b[k], &cubic, true);
        // From the beginning, as the trees do: from elsewhere the last digits of a root may differ.
        cdInterval tau = {search->rootStart, search->rootLimit};
        cdElementContact contact = cdSolveElements(search, e->kind, e->a[k], e->b[k], &pair, &cubic, tau);
        cdOfferCandidate(search, e->kind, e->a[k], e->b[k], &contact);
        touching += contact.state != CD_FREE;
    }
    return touching;
}

// --- (3)

// True if the search's best candidate is the first contact.
static bool meetAlone(cdSearch *search, const cdBoxMeeting *meeting, const cdRouteStop *stop) {
    if (!(stop->t > 0.0)) return false;
    MeetingElements elements = findElements(meeting, stop->pair);
    if (offerElements(search, &elements) != 1 || search->best.state != CD_CONTACT) return false;
    search->touchesAlone = cdMeetsAlone(search, meeting, stop->pair, stop->t);
    return search->touchesAlone;
}

cdBoxFinding cdSearchBoxes(cdSearch *search, cdPose poseB, double timeLimit, cdProxy *proxy) {
    cdBoxMeeting meeting;
    *proxy = (cdProxy){.tested = true, .ofBoxes = true};
    search->stats.boxTests++;
    for (int32_t i = 0; i < search->motion.screwCount; i++) {
        cdEnterScrewUntil(search, i, timeLimit);
        openMeeting(search, &meeting);
        int32_t firstEvent = search->trace ? search->trace->eventCount : 0;
        cdRouteStop stop = cdFollowRoute(&meeting.route, 0.0, meeting.slack, search->trace);
        if (search->trace) cdTraceStepTimes(search, firstEvent);
        search->stats.boxPlanes += stop.planeCount;
        proxy->iterations += stop.planeCount;
        bool isLast = i + 1 == search->motion.screwCount || cdGetSearchTime(search, i, 1.0) >= timeLimit;
        if (stop.stopped && stop.t <= search->rootLimit) {
            cdDescribeBoxStop(search, &meeting, &stop, poseB, proxy);
            if (!meetAlone(search, &meeting, &stop)) return (cdBoxFinding){.screw = i, .from = stop.t};
            break;
        }
        if (!isLast) continue;
        cdDescribeBoxEnd(search, &meeting, poseB, proxy);
        break;
    }
    search->stats.boxAnswers++;
    return (cdBoxFinding){.isAnswer = true};
}
