// Traces: adding an event, and what an event says in words.
//
// Input: an event. Output: the value of its polynomial, a few words, the section of the paper that it shows.
// The words name what was decided and by what; which nodes or elements it was about is in the event.
#include "foundation/memory/hooks.h"
#include "foundation/report/recording.h"

cdTraceEvent *cdAddEvent(cdTrace *trace, cdTraceKind kind) {
    if (!trace) return NULL;
    if (trace->eventCount >= trace->eventCapacity) {
        trace->truncated = true;
        return NULL;
    }
    cdTraceEvent *event = &trace->events[trace->eventCount++];
    *event = (cdTraceEvent){.kind = kind};
    return event;
}

double cdEvaluateTrace(const cdTraceEvent *event, double x) {
    if (!CD_REQUIRE(event != NULL)) return 0.0;
    double value = 0.0;
    for (int k = event->degree; event->degree > 0 && k >= 0; k--)
        value = value * x + event->c[k];
    return value;
}

static const char *describeSpheres(const cdTraceEvent *event) {
    bool meet = event->kind == CD_TRACE_SPHERE_MEET;
    switch (event->how) {
    case CD_HOW_DISTANCE:
        return meet ? "may hold what is nearer than the least distance so far"
                    : "farther apart than the least distance so far";
    case CD_HOW_RAY:
        return meet ? "the ray may pass through the node's box"
                    : "the ray misses the node's box, or reaches it beyond the nearest hit";
    case CD_HOW_SLAB:
        return "spheres meet, but the flat bounds of what is in them pass each other";
    case CD_HOW_QUARTIC:
        return meet ? "spheres meet: the quartic of their distance falls below 0"
                    : "spheres apart: the quartic of their distance stays above 0";
    default:
        return meet ? "spheres meet on the chord of the path" : "spheres apart: bound on the path";
    }
}

static const char *describeVector(cdTraceHow how) {
    switch (how) {
    case CD_HOW_CACHED:
        return "the vector of the last query";
    case CD_HOW_REFLECTED:
        return "the last vector, reflected at what was found along it";
    case CD_HOW_CONE:
        return "a vector from the midst of those that are left";
    default:
        return "to begin with: the line of centres";
    }
}

static const char *describeHulls(const cdTraceEvent *event) {
    if (event->how == CD_HOW_WITNESS) return "hulls share a point: four vertices still show it";
    if (event->how == CD_HOW_DISTANCE) return "hulls within rounding: decided by distance and depth";
    if (!event->a) return "no vector separates the hulls";
    return event->how == CD_HOW_CACHED ? "hulls apart: the vector of the last query still separates them"
                                       : "hulls apart: the vector separates them";
}

static const char *describePlane(cdTraceHow how) {
    switch (how) {
    case CD_HOW_THROUGHOUT:
        return "a plane parts the boxes all the way";
    case CD_HOW_LAST:
        return "the last plane: at its zero the origin is inside all others";
    default:
        return "a plane parts the boxes up to its zero";
    }
}

static const char *describeRoots(cdTraceHow how) {
    switch (how) {
    case CD_HOW_TOUCHED:
        return "the elements touch at a root";
    case CD_HOW_STEPPED:
        return "the elements touch by a root too flat to be exact: followed by separating directions";
    default:
        return "in one plane at the roots, but beside each other";
    }
}

static const char *describeElements(cdTraceHow how) {
    switch (how) {
    case CD_HOW_DISTANCE:
        return "the distance of two elements";
    case CD_HOW_RAY:
        return "the ray hits a triangle";
    case CD_HOW_ROOTS:
        return "elements may come into one plane: the cubic is solved";
    default:
        return "elements are never in one plane: the cubic has no root";
    }
}

static const char *describeFaces(const cdTraceEvent *event) {
    if (event->kind == CD_TRACE_FACES_MEET) return "no plane parts the triangles: their elements are tested";
    switch (event->how) {
    case CD_HOW_BOUND:
        return "triangles apart: the boxes around their paths";
    case CD_HOW_SIDE:
        return "triangles apart: a plane through an edge";
    case CD_HOW_AXIS:
        return "triangles apart: their distances from the screw's axis, or their heights along its threads";
    default:
        return "triangles apart: the plane of one of them";
    }
}

const char *cdDescribeTrace(const cdTraceEvent *event) {
    if (!CD_REQUIRE(event != NULL)) return "";
    switch (event->kind) {
    case CD_TRACE_QUERY:
        return "the query begins";
    case CD_TRACE_OBSTACLE:
        return "the obstacle that can be reached next";
    case CD_TRACE_VECTOR:
        return describeVector(event->how);
    case CD_TRACE_HULLS:
        return describeHulls(event);
    case CD_TRACE_ROUTE_PART:
        return "a part of the route on which no normal changes its octant";
    case CD_TRACE_ROUTE_PLANE:
        return describePlane(event->how);
    case CD_TRACE_SPAN:
        return "a part of the step, short enough for the bounds";
    case CD_TRACE_SPHERE_APART:
    case CD_TRACE_SPHERE_MEET:
        return describeSpheres(event);
    case CD_TRACE_LABEL_SKIP:
        return "skipped: the same elements were tested in other nodes";
    case CD_TRACE_FACES_APART:
    case CD_TRACE_FACES_MEET:
        return describeFaces(event);
    case CD_TRACE_OVERLAP:
        return event->how == CD_HOW_SHARES ? "triangles share a point" : "triangles share no point";
    case CD_TRACE_TABLE_SKIP:
        return "skipped: this pair of elements was tested before";
    case CD_TRACE_ELEMENTS:
        return describeElements(event->how);
    case CD_TRACE_SOLVED:
        return describeRoots(event->how);
    case CD_TRACE_SHORTENED:
        return "first contact so far: only what is before it is of interest";
    case CD_TRACE_POSE:
        return "the start touches: are the meshes in each other at this pose?";
    case CD_TRACE_LEAVES:
        return "the motion leaves what it touches: the search begins again";
    case CD_TRACE_TOUCHES:
        return "what else touches at the first contact?";
    case CD_TRACE_PAIR_DECIDED:
        return "this obstacle is decided";
    case CD_TRACE_DECIDED:
        return "the query is decided";
    case CD_TRACE_INDEX_NODE:
        return event->how == CD_HOW_CUT ? "the segment is cut at the plane" : "on to one side of the plane";
    case CD_TRACE_INDEX_LEAF:
        return "a leaf: the place is known";
    case CD_TRACE_REGION:
        return "a contact region";
    default:
        return "";
    }
}

static const char *getSphereSource(cdTraceHow how) {
    return how == CD_HOW_BOUND ? "[RKC01 4.2]" : how == CD_HOW_QUARTIC ? "[RKC01 3.1]" : "";
}

const char *cdGetTraceSource(const cdTraceEvent *event) {
    if (!CD_REQUIRE(event != NULL)) return "";
    switch (event->kind) {
    case CD_TRACE_ELEMENTS:
        return event->how == CD_HOW_DISTANCE || event->how == CD_HOW_RAY ? "" : "[RKC01 2]";
    case CD_TRACE_QUERY:
    case CD_TRACE_SOLVED:
        return "[RKC01 2]";
    case CD_TRACE_VECTOR:
        return event->how == CD_HOW_CONE ? "[CW96 4.3]" : "[CW96 2.2]";
    case CD_TRACE_HULLS:
        return event->a ? "[CW96 2.2]" : "[CW96 4.1]";
    case CD_TRACE_ROUTE_PART:
        return "[AS05, Dividing the Route]";
    case CD_TRACE_ROUTE_PLANE:
        return "[AS05, Algorithm]";
    case CD_TRACE_SPAN:
        return "[RKC01 4.2]";
    case CD_TRACE_SPHERE_APART:
    case CD_TRACE_SPHERE_MEET:
        return getSphereSource(event->how);
    case CD_TRACE_LABEL_SKIP:
    case CD_TRACE_TABLE_SKIP:
        return "[RKC01 4.4]";
    case CD_TRACE_SHORTENED:
        return "[RKC01 4.3]";
    case CD_TRACE_INDEX_NODE:
    case CD_TRACE_INDEX_LEAF:
        return "[V90 2.4]";
    case CD_TRACE_REGION:
        return "[BV92 3]";
    default:
        return "";
    }
}
