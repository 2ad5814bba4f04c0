// Texts: one or two sentences on an event of a trace, with the section to read on.
//
// Input: an event, and where they are known the meshes and their names. Output: what the search does and why,
// for a reader who has the paper beside them: Redon et al. [RKC01], Chung and Wang [CW96], the boxes' page
// [AS05], Vanecek [V90], Bouma and Vanecek [BV92]. Numbers of elements are those of their files; numbers that
// a mesh does not have are given as they are.
#include "continuous/elements/contact_geometry.h"
#include "draw/draw_parts.h"
#include "foundation/memory/hooks.h"
#include "solid/solid_data.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

// Number of what is counted from 0; an event that was not recorded by a query may hold anything.
static int countFromOne(int32_t index) {
    return index < INT32_MAX ? index + 1 : index;
}

enum { ROOT_MAX = 4 };

// A text that grows.
typedef struct Caption {
    const cdTraceEvent *event;
    const cdTracedQuery *query;
    const char *nameA, *nameB;
    char *text;
    size_t size, length;
} Caption;

#ifdef __GNUC__
static void add(Caption *caption, const char *format, ...) __attribute__((format(printf, 2, 3)));
#endif

static void add(Caption *caption, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t left = caption->size - caption->length;
    int written = vsnprintf(caption->text + caption->length, left, format, arguments);
    va_end(arguments);
    if (written > 0) caption->length += (size_t)written < left ? (size_t)written : left - 1;
}

// --- Names of elements

static void addElement(Caption *caption, const cdMesh *mesh, cdFeatureKind kind, int32_t index) {
    cdVec3 corners[3];
    char name[64];
    if (mesh && cdGetElementCorners(mesh, kind, index, corners) > 0)
        cdDescribeFeature(cdGetMeshFeature(mesh, kind, index), name, sizeof name);
    else
        snprintf(name, sizeof name, "%s %d",
                 kind == CD_FEATURE_VERTEX ? "vertex"
                 : kind == CD_FEATURE_EDGE ? "edge"
                 : kind == CD_FEATURE_FACE ? "triangle"
                                           : "element",
                 (int)index);
    add(caption, "%s", name);
}

// "Vertex 3 of A on face 7 of B".
static void addPair(Caption *caption, cdFeatureKind kindA, const char *between, cdFeatureKind kindB) {
    addElement(caption, caption->query->meshA, kindA, caption->event->a);
    add(caption, " of %s %s ", caption->nameA, between);
    addElement(caption, caption->query->meshB, kindB, caption->event->b);
    add(caption, " of %s", caption->nameB);
}

static void addElements(Caption *caption, const char *between) {
    cdContactKind contact = caption->event->contact;
    addPair(caption, cdGetKindOfA(contact), between, cdGetKindOfB(contact));
}

static void addFaces(Caption *caption) {
    addPair(caption, CD_FEATURE_FACE, "and", CD_FEATURE_FACE);
}

static void addSpheres(Caption *caption) {
    add(caption, "Sphere %d of %s and sphere %d of %s", (int)caption->event->a, caption->nameA,
        (int)caption->event->b, caption->nameB);
}

// --- Spheres and faces

static bool isOfOneMesh(const Caption *caption) {
    return caption->query->meshA && !caption->query->meshB;
}

// Of searches for distances, closest points and rays, which visit nodes without a motion.
static bool describeVisit(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    bool meet = event->kind == CD_TRACE_SPHERE_MEET;
    if (event->how == CD_HOW_RAY)
        add(caption,
            meet ? "The ray may pass through the box of node %d of %s."
                 : "The ray misses the box of node %d of %s, or reaches it beyond the nearest hit.",
            (int)event->b, caption->nameA);
    else if (event->how == CD_HOW_DISTANCE && isOfOneMesh(caption))
        add(caption,
            meet ? "Node %d of %s may hold a point nearer than the least distance so far: it is at least "
                   "%.3g away."
                 : "Node %d of %s is at least %.3g away, farther than the least distance so far.",
            (int)event->b, caption->nameA, event->c[0]);
    else if (event->how == CD_HOW_DISTANCE)
        add(caption,
            meet ? "Nodes %d and %d may hold a distance below the least so far: they are at least %.3g apart."
                 : "Nodes %d and %d are at least %.3g apart, farther than the least distance so far.",
            (int)event->a, (int)event->b, event->c[0]);
    else
        return false;
    return true;
}

// A plane across an axis of one of the nodes' flat bounds.
static void addPlane(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    const char *owner = event->c[5] > 3.0 ? caption->nameB : caption->nameA;
    add(caption,
        event->how == CD_HOW_SLAB
            ? " may meet, but a plane across the mean normal of %s separates the discs that hold their "
              "triangles; gap %.3g"
            : " may meet, but a plane along a side of the box of %s separates the boxes that hold their "
              "triangles; gap %.3g",
        owner, event->c[6]);
}

// Ranges about the screw's axis.
static void addRanges(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    add(caption, " may meet, but what they hold ");
    if (event->c[5] == 1.0)
        add(caption, "keeps different distances from the screw axis: %.4g and %.4g", event->c[6],
            event->c[7]);
    else if (event->c[5] == 2.0)
        add(caption, "never comes to the same height along the screw's threads");
    else if (event->c[5] == 5.0)
        add(caption, "never comes to the same angle about the screw axis, or within reach of the other");
    else
        add(caption, "never comes to the same distance from the screw axis and height along its threads");
}

static void describeApart(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    if (describeVisit(caption)) return;
    addSpheres(caption);
    switch (event->how) {
    case CD_HOW_SLAB:
    case CD_HOW_BOX:
        addPlane(caption);
        break;
    case CD_HOW_AXIS:
        addRanges(caption);
        break;
    case CD_HOW_QUARTIC:
        add(caption,
            " stay apart: the square of their distance, a quartic, never falls to that of their radii");
        break;
    default:
        add(caption, " stay apart: centres never nearer than %.3g, radii %.3g, and the path bulges by %.2g",
            event->c[5], event->c[6], event->c[7]);
    }
    add(caption, ". All below them is left out.");
}

static bool isLeafOf(const cdMesh *mesh, int32_t node) {
    return mesh && node >= 0 && node < mesh->tree.nodeCount && cdIsLeaf(&mesh->tree, node);
}

static void describeMeet(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    if (describeVisit(caption)) return;
    addSpheres(caption);
    bool leaves = isLeafOf(caption->query->meshA, event->a) && isLeafOf(caption->query->meshB, event->b);
    add(caption, leaves ? " may meet, and both are leaves: the triangles in them are compared."
                        : " may meet on the way: one of them is opened, and its two children are tested.");
}

static void describeFaces(Caption *caption) {
    addFaces(caption);
    switch (caption->event->how) {
    case CD_HOW_BOUND:
        add(caption, " stay apart: the boxes around their paths do not meet. No equation is needed.");
        break;
    case CD_HOW_SIDE:
        add(caption, " stay apart: a plane through an edge parts them. No equation is needed.");
        break;
    case CD_HOW_AXIS:
        add(caption, " stay apart: they never come to the same distance from the screw's axis and the same "
                     "height along its threads. No equation is needed.");
        break;
    default:
        add(caption, " stay apart: the plane of one parts them. No equation is needed.");
    }
}

static void describeFacesMeet(Caption *caption) {
    addFaces(caption);
    add(caption, " come near each other: their vertices and edges are tested.");
}

static void describeOverlap(Caption *caption) {
    addFaces(caption);
    add(caption, caption->event->how == CD_HOW_SHARES ? " share a point at this pose."
                                                      : " share no point at this pose.");
}

static void describeLabelSkip(Caption *caption) {
    addSpheres(caption);
    add(caption, " hold what an earlier pair held, their labels say: skipped.");
}

// --- Elements

static void describeTableSkip(Caption *caption) {
    addElements(caption, "and");
    add(caption, " were tested already, from another leaf: skipped.");
}

static void describeElements(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    if (event->how == CD_HOW_RAY) {
        add(caption, "The ray hits triangle %d of %s at a distance of %.4g.", (int)event->b, caption->nameA,
            event->c[0]);
        return;
    }
    if (event->how == CD_HOW_DISTANCE && event->contact == CD_NO_CONTACT) { // a closest point
        add(caption, "Triangle %d of %s is at a distance of %.4g.", (int)event->b, caption->nameA,
            event->c[0]);
        return;
    }
    addElements(caption, event->how == CD_HOW_DISTANCE ? "and" : "against");
    switch (event->how) {
    case CD_HOW_DISTANCE:
        add(caption, ": their distance is %.4g.", event->c[0]);
        break;
    case CD_HOW_NO_ROOT:
        add(caption, ": their cubic cannot vanish in what is left of the step.");
        break;
    default:
        add(caption, ": where their cubic vanishes they lie in one plane; its roots are wanted.");
    }
}

// The time of the last root in question, as a fraction of the step.
static double getRootTime(const Caption *caption) {
    const cdTraceEvent *event = caption->event;
    const cdMotion *motion = caption->query->motion;
    double tau = event->c[4 + event->rootCount - 1];
    if (!motion || event->screw < 0 || event->screw >= motion->screwCount) return event->t.hi;
    return (event->screw + cdGetTimeFromTau(&motion->screws[event->screw], tau)) / motion->screwCount;
}

static void describeSolved(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    const char *what =
        event->contact == CD_EDGE_EDGE ? "the edges cross" : "the vertex is inside the triangle";
    bool hasRoot = event->rootCount > 0 && event->rootCount <= ROOT_MAX;
    add(caption, "The cubic of ");
    addElements(caption, "and");
    switch (event->how) {
    case CD_HOW_TOUCHED:
        add(caption, " vanishes at t = %.6f, and there %s: they touch.",
            hasRoot ? getRootTime(caption) : event->t.hi, what);
        break;
    case CD_HOW_STEPPED:
        add(caption, " has a root too flat to be exact. Followed by separating directions: they touch.");
        break;
    default:
        if (event->rootCount == 0)
            add(caption, " does not vanish in the part of interest.");
        else
            add(caption, " vanishes %s, but not where %s: they pass by.",
                event->rootCount == 1 ? "once" : "there", what);
    }
}

static void describeShortened(Caption *caption) {
    add(caption, "First contact so far: ");
    addElements(caption, "on");
    add(caption, ", t = %.6f. What comes later is of no interest any more.", caption->event->t.hi);
}

// --- Separating vectors

static void describeVector(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    switch (event->how) {
    case CD_HOW_CENTERS:
        add(caption, "A vector from the middle of one hull to that of the other");
        break;
    case CD_HOW_CACHED:
        add(caption, "The vector that separated the hulls last");
        break;
    case CD_HOW_CONE:
        add(caption, "A pair of vertices came up again: a vector from the midst of those still possible");
        break;
    default:
        add(caption, "The vector before, reflected at r = q - p");
    }
    if (event->c[8] > 0.0)
        add(caption, ". Along it the hulls are apart by %.3g: it separates them.", event->c[3]);
    else
        add(caption, ". Along it they overlap by %.3g: the search goes on.", -event->c[3]);
}

static void describeHulls(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    bool moves = caption->query->motion != NULL;
    if (event->how == CD_HOW_WITNESS)
        add(caption,
            "The convex hulls of %s and %s share a point: four vertices of the last query still show it.",
            caption->nameA, caption->nameB);
    else if (event->a)
        add(caption, "The convex hulls of %s and %s are apart%s%s.", caption->nameA, caption->nameB,
            event->how == CD_HOW_DISTANCE ? ", by their distance and depth" : "",
            moves ? " all the way: neither spheres nor elements are tested" : "");
    else
        add(caption, "No vector separates the convex hulls of %s and %s%s.", caption->nameA, caption->nameB,
            moves ? ": the sphere trees are tested" : ": they collide");
}

// --- Boxes

static void describePart(Caption *caption) {
    add(caption,
        "Part %d of the route, t from %.4f to %.4f: no normal of one box changes octants of the other, so "
        "the boundary keeps its 30 faces.",
        countFromOne(caption->event->a), caption->event->t.lo, caption->event->t.hi);
}

static void describePlane(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    char pair[96];
    cdDescribeBoxPair((cdBoxPair){event->contact, event->a, event->b}, pair, sizeof pair);
    add(caption, pair[0] ? "Plane of %s: " : "A plane%s: ", pair);
    switch (event->how) {
    case CD_HOW_LAST:
        add(caption, "the origin reaches it at t = %.6f, inside all others: the boxes touch.", event->t.hi);
        break;
    case CD_HOW_THROUGHOUT:
        add(caption, "the origin stays beyond it all the way: it parts the boxes.");
        break;
    default:
        add(caption, "the origin is beyond it up to t = %.6f: until then the boxes are apart.", event->t.hi);
    }
}

// --- The index, and regions

static void describeNode(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    if (event->how == CD_HOW_CUT) {
        add(caption, "Node %d: the segment crosses its plane. Each side goes on alone.", (int)event->a);
        return;
    }
    add(caption, "Node %d: the point lies %.3g %s its plane", (int)event->a, fabs(event->c[0]),
        event->c[0] < 0.0 ? "below" : "above");
    if (event->b == 0)
        add(caption, ", within the tolerance: on it. The path continues within the plane.");
    else
        add(caption, ". The path continues %s.", event->b < 0 ? "below" : "above");
}

static void describeLeaf(Caption *caption) {
    const cdTracedQuery *query = caption->query;
    const cdSolid *solid = query->meshA ? query->meshA->solid : NULL;
    int32_t where = caption->event->a;
    cdLocation location = {where >= 0 && where <= CD_ON_FACE ? (cdWhere)where : CD_WHERE_UNDECIDED,
                           caption->event->b};
    char name[48];
    snprintf(name, sizeof name, "%s", cdGetWhereName(location.where));
    if (solid) cdDescribeLocation(query->meshA, location, name, sizeof name);
    bool isPoint = cdLengthSq(cdSub(query->q, query->p)) == 0.0;
    add(caption, "A leaf: the %s is %s%s.", isPoint ? "point" : "part of the segment",
        location.where >= CD_ON_VERTEX ? "on " : "", name);
    if (solid && isPoint)
        add(caption, " Of %d nodes %d were visited.", (int)solid->info.nodeCount,
            (int)cdListIndexPath(solid, query->p, NULL, NULL, 0));
}

static void describeRegion(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    static const char *const kinds[] = {"point", "segment", "polygon"};
    add(caption, "Contact region %d is a %s with %d %s.", countFromOne(event->a),
        kinds[event->c[6] > 1.0 ? 2 : event->c[6] > 0.0], (int)event->b, event->b == 1 ? "point" : "points");
}

// --- Begin and end

static void describeQuery(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    if (event->how == CD_HOW_RAY)
        add(caption, "The ray is cast against %s.", caption->nameA);
    else if (event->how == CD_HOW_DISTANCE)
        add(caption, "The search for the closest point of %s begins.", caption->nameA);
    else if (!(event->t.hi > 0.0))
        add(caption, "The triangles of %s and %s are tested for common points.", caption->nameA,
            caption->nameB);
    else
        add(caption,
            "The step of %s becomes a screw: every element's path is a rational cubic of one parameter.",
            caption->nameA);
}

static void describeObstacle(Caption *caption) {
    if (caption->event->t.lo > 0.0)
        add(caption, "%s may reach %s from t = %.4f on: the two are tested.", caption->nameA, caption->nameB,
            caption->event->t.lo);
    else
        add(caption, "%s is tested against %s.", caption->nameA, caption->nameB);
}

static void describeSpan(Caption *caption) {
    add(caption, "Span %d of %d, t from %.4f to %.4f: short enough that a chord bounds every path.",
        countFromOne(caption->event->a), (int)caption->event->b, caption->event->t.lo, caption->event->t.hi);
}

static void describePose(Caption *caption) {
    add(caption, "The start touches: do the two overlap more at t = %.3g? Then the motion does not leave.",
        caption->event->t.lo);
}

static void describeLeaves(Caption *caption) {
    add(caption,
        "The motion leaves: what touched at the start is no contact up to t = %.3g. The search begins again.",
        caption->event->t.hi);
}

static void describeTouches(Caption *caption) {
    add(caption, "The time is known; what else touches then is listed.");
}

static void describeEnd(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    bool pair = event->kind == CD_TRACE_PAIR_DECIDED;
    if (event->how == CD_HOW_RAY) {
        add(caption, event->a < 0 ? "The ray misses %s." : "The ray hits %s at the nearest hit so far.",
            caption->nameA);
        return;
    }
    if (event->how == CD_HOW_DISTANCE) {
        add(caption, "The closest point of %s is known.", caption->nameA);
        return;
    }
    switch ((cdState)event->b) {
    case CD_FREE:
        if (pair)
            add(caption, "%s is free of %s on what is left of the step.", caption->nameA, caption->nameB);
        else if (!(event->t.hi > 0.0))
            add(caption, "Free: %s and %s share no point.", caption->nameA, caption->nameB);
        else
            add(caption, "Free: nothing touches %s all the way.", caption->nameA);
        break;
    case CD_CONTACT:
        add(caption, "%s meets %s at t = %.6f; before, all is certified free.", caption->nameA,
            caption->nameB, event->t.lo);
        break;
    case CD_OVERLAP:
        add(caption, "%s and %s overlap already at the start.", caption->nameA, caption->nameB);
        break;
    default:
        add(caption, "Not decided: free up to t = %.6f, then a limit was reached.", event->t.lo);
    }
}

// --- Sources

static const char *getSphereSource(cdTraceHow how) {
    return how == CD_HOW_BOUND ? "[RKC01 4.2]" : how == CD_HOW_QUARTIC ? "[RKC01 3.1]" : "[ours]";
}

// Flat bounds, planes between triangles, rays, distances: no paper has them.
static const char *getSource(const cdTraceEvent *event) {
    if (event->how == CD_HOW_RAY || (event->how == CD_HOW_DISTANCE && event->kind != CD_TRACE_HULLS))
        return "[ours]";
    switch (event->kind) {
    case CD_TRACE_OVERLAP:
    case CD_TRACE_POSE:
        return "[RKC01 1]";
    case CD_TRACE_ELEMENTS:
    case CD_TRACE_SOLVED:
        return "[RKC01 2]";
    case CD_TRACE_QUERY:
        return event->t.hi > 0.0 ? "[RKC01 2]" : "[RKC01 1]";
    case CD_TRACE_OBSTACLE:
        return "[RKC01 3]";
    case CD_TRACE_SPAN:
        return "[RKC01 4.2]";
    case CD_TRACE_SPHERE_APART:
    case CD_TRACE_SPHERE_MEET:
        return getSphereSource(event->how);
    case CD_TRACE_LABEL_SKIP:
    case CD_TRACE_TABLE_SKIP:
        return "[RKC01 4.4]";
    case CD_TRACE_SHORTENED:
    case CD_TRACE_PAIR_DECIDED:
        return "[RKC01 4.3]";
    case CD_TRACE_DECIDED:
        if (event->how == CD_HOW_FOLLOWED) return "[AS05, Algorithm]";
        return event->t.hi > 0.0 ? "[RKC01 4.3]" : "[RKC01 1]";
    case CD_TRACE_VECTOR:
        return event->how == CD_HOW_CONE ? "[CW96 4.3]" : "[CW96 2.2]";
    case CD_TRACE_HULLS:
        return event->a ? "[CW96 2.2]" : "[CW96 4.1]";
    case CD_TRACE_ROUTE_PART:
        return "[AS05, Dividing the Route]";
    case CD_TRACE_ROUTE_PLANE:
        return "[AS05, Algorithm]";
    case CD_TRACE_INDEX_NODE:
    case CD_TRACE_INDEX_LEAF:
        return "[V90 2.4]";
    case CD_TRACE_REGION:
        return "[BV92 3]";
    default:
        return "[ours]";
    }
}

void cdDescribeTrace(const cdTraceEvent *event, const cdTracedQuery *query, char *text, size_t textSize) {
    static void (*const describe[CD_TRACE_KIND_COUNT])(Caption *) = {
        [CD_TRACE_QUERY] = describeQuery,         [CD_TRACE_OBSTACLE] = describeObstacle,
        [CD_TRACE_VECTOR] = describeVector,       [CD_TRACE_HULLS] = describeHulls,
        [CD_TRACE_ROUTE_PART] = describePart,     [CD_TRACE_ROUTE_PLANE] = describePlane,
        [CD_TRACE_SPAN] = describeSpan,           [CD_TRACE_SPHERE_APART] = describeApart,
        [CD_TRACE_SPHERE_MEET] = describeMeet,    [CD_TRACE_LABEL_SKIP] = describeLabelSkip,
        [CD_TRACE_FACES_APART] = describeFaces,   [CD_TRACE_FACES_MEET] = describeFacesMeet,
        [CD_TRACE_OVERLAP] = describeOverlap,     [CD_TRACE_TABLE_SKIP] = describeTableSkip,
        [CD_TRACE_ELEMENTS] = describeElements,   [CD_TRACE_SOLVED] = describeSolved,
        [CD_TRACE_SHORTENED] = describeShortened, [CD_TRACE_POSE] = describePose,
        [CD_TRACE_LEAVES] = describeLeaves,       [CD_TRACE_TOUCHES] = describeTouches,
        [CD_TRACE_PAIR_DECIDED] = describeEnd,    [CD_TRACE_DECIDED] = describeEnd,
        [CD_TRACE_INDEX_NODE] = describeNode,     [CD_TRACE_INDEX_LEAF] = describeLeaf,
        [CD_TRACE_REGION] = describeRegion,
    };
    if (!CD_REQUIRE(event != NULL && (text != NULL || textSize == 0)) || textSize == 0) return;
    static const cdTracedQuery unknown = {0};
    Caption caption = {.event = event, .query = query ? query : &unknown, .text = text, .size = textSize};
    caption.nameA = caption.query->nameA ? caption.query->nameA : "A";
    caption.nameB = caption.query->nameB ? caption.query->nameB : "B";
    text[0] = '\0';
    if ((uint32_t)event->kind >= CD_TRACE_KIND_COUNT) return;
    describe[event->kind](&caption);
    if (text[0] >= 'a' && text[0] <= 'z') text[0] = (char)(text[0] - 'a' + 'A');
    add(&caption, " %s", getSource(event));
}
