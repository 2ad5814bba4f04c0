// Texts: one or two sentences about an event of a trace, with the section of the paper that explains it.
//
// Input: an event, and if known the meshes and their names. Output: the step of the search and its reason,
// for a reader with the paper at hand: Redon et al. [RKC01], Chung and Wang [CW96], the boxes' page [AS05],
// Vanecek [V90], Bouma and Vanecek [BV92]. Elements have the numbers of their files; an index that a mesh
// does not have is printed unchanged.
#include "continuous/elements/contact_geometry.h"
#include "draw/draw_parts.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/compiler.h"
#include "solid/solid_data.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

// Converts an index to a count from 1. An event that no query recorded may hold any value.
static int countFromOne(int32_t index) {
    return index < INT32_MAX ? index + 1 : index;
}

enum { ROOT_MAX = 4 };

// A text under construction.
typedef struct Caption {
    const cdTraceEvent *event;
    const cdTracedQuery *query;
    const char *nameA, *nameB;
    char *text;
    size_t size, length;
} Caption;

CD_PRINTF(2, 3) static void add(Caption *caption, const char *format, ...);

static void add(Caption *caption, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t room = caption->size - caption->length;
    int written = vsnprintf(caption->text + caption->length, room, format, arguments);
    va_end(arguments);
    if (written > 0) caption->length += (size_t)written < room ? (size_t)written : room - 1;
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

// Describes a node visit of a search for a distance, a closest point or a ray hit: these have no motion.
static bool describeVisit(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    bool meet = event->kind == CD_TRACE_NODES_MEET;
    if (event->how == CD_HOW_RAY)
        add(caption,
            meet ? "The ray may pass through the box of node %d of %s."
                 : "The ray misses the box of node %d of %s, or enters it beyond the nearest hit.",
            (int)event->b, caption->nameA);
    else if (event->how == CD_HOW_DISTANCE && isOfOneMesh(caption))
        add(caption,
            meet ? "Node %d of %s may contain a point below the minimum distance so far: it is at least "
                   "%.3g away."
                 : "Node %d of %s is at least %.3g away, beyond the minimum distance so far.",
            (int)event->b, caption->nameA, event->c[0]);
    else if (event->how == CD_HOW_DISTANCE)
        add(caption,
            meet ? "Nodes %d and %d may be closer than the minimum distance so far: theirs is at least %.3g."
                 : "The distance of nodes %d and %d is at least %.3g, above the minimum so far.",
            (int)event->a, (int)event->b, event->c[0]);
    else
        return false;
    return true;
}

// Describes the plane across an axis of one node's slab or box that separates the nodes.
static void addPlane(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    const char *owner = event->c[5] > 3.0 ? caption->nameB : caption->nameA;
    add(caption,
        event->how == CD_HOW_SLAB
            ? " may touch, but a plane across the mean normal of %s separates the discs around their "
              "triangles; gap %.3g"
            : " may touch, but a plane along a side of the box of %s separates the boxes around their "
              "triangles; gap %.3g",
        owner, event->c[6]);
}

// Describes the disjoint ranges about the screw's axis.
static void addRanges(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    add(caption, " may touch, but their triangles ");
    if (event->c[5] == 1.0)
        add(caption, "keep different distances from the screw axis: %.4g and %.4g", event->c[6], event->c[7]);
    else if (event->c[5] == 2.0)
        add(caption, "never reach the same height along the screw's threads");
    else if (event->c[5] == 5.0)
        add(caption, "never reach the same angle about the screw axis, or stay out of reach of each other");
    else
        add(caption, "never have the same distance from the screw axis and height along its threads");
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
            " stay disjoint: their squared distance, a quartic, exceeds the square of their radii's sum");
        break;
    default:
        add(caption,
            " stay disjoint: distance of centres at least %.3g, sum of radii %.3g, the path's deviation from "
            "its chord %.2g",
            event->c[5], event->c[6], event->c[7]);
    }
    add(caption, ". Their subtrees are skipped.");
}

static bool isLeafOf(const cdMesh *mesh, int32_t node) {
    return mesh && node >= 0 && node < mesh->tree.nodeCount && cdIsLeaf(&mesh->tree, node);
}

static void describeMeet(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    if (describeVisit(caption)) return;
    addSpheres(caption);
    bool leaves = isLeafOf(caption->query->meshA, event->a) && isLeafOf(caption->query->meshB, event->b);
    add(caption,
        leaves
            ? " may touch, and both are leaves: their triangles are tested."
            : " may touch: one of them or both are replaced by their children, or by these children's own, which are tested.");
}

static void describeFaces(Caption *caption) {
    addFaces(caption);
    switch (caption->event->how) {
    case CD_HOW_SIDE:
        add(caption, " stay disjoint: a plane through an edge separates them. No equation is needed.");
        break;
    case CD_HOW_AXIS:
        add(caption, " stay disjoint: they never have the same distance from the screw's axis and the same "
                     "height along its threads. No equation is needed.");
        break;
    default:
        add(caption, " stay disjoint: the plane of one separates them. No equation is needed.");
    }
}

static void describeFacesMeet(Caption *caption) {
    addFaces(caption);
    add(caption, " may touch: their vertices and edges are tested.");
}

static void describeOverlap(Caption *caption) {
    addFaces(caption);
    add(caption, caption->event->how == CD_HOW_SHARES ? " share a point at this pose."
                                                      : " share no point at this pose.");
}

static void describeLabelSkip(Caption *caption) {
    addSpheres(caption);
    add(caption, " have labels of an earlier pair, with the same elements: skipped.");
}

// --- Elements

static void describeTableSkip(Caption *caption) {
    addElements(caption, "and");
    add(caption, " were already tested from another leaf: skipped.");
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
        add(caption, ": the cubic that is 0 where they are coplanar has no root in the rest of the step.");
        break;
    case CD_HOW_ASIDE:
        add(caption, ": they pass beside each other, as a plane through an edge separates them. The cubic is "
                     "not solved.");
        break;
    default:
        add(caption, ": they are coplanar where a cubic in tau is 0; its roots are computed.");
    }
}

// Returns the time of the last root in the tested interval, as a fraction of the step.
static double getRootTime(const Caption *caption) {
    const cdTraceEvent *event = caption->event;
    const cdMotion *motion = caption->query->motion;
    double tau = event->c[4 + event->rootCount - 1];
    if (!motion || event->screw < 0 || event->screw >= motion->screwCount) return event->t.hi;
    return (event->screw + cdGetTimeFromTau(&motion->screws[event->screw], tau)) / motion->screwCount;
}

static void describeSolved(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    const char *condition =
        event->contact == CD_EDGE_EDGE ? "the edges cross" : "the vertex is inside the triangle";
    bool hasRoot = event->rootCount > 0 && event->rootCount <= ROOT_MAX;
    add(caption, "The cubic of ");
    addElements(caption, "and");
    switch (event->how) {
    case CD_HOW_TOUCHED:
        add(caption, " vanishes at t = %.6f, and there %s: they touch.",
            hasRoot ? getRootTime(caption) : event->t.hi, condition);
        break;
    case CD_HOW_STEPPED:
        add(caption, " has a root too flat to be exact. By separating directions, they touch.");
        break;
    default:
        if (event->rootCount == 0)
            add(caption, " does not vanish in the tested interval.");
        else
            add(caption, " vanishes%s, but not where %s: they miss each other.",
                event->rootCount == 1 ? " once" : "", condition);
    }
}

static void describeShortened(Caption *caption) {
    add(caption, "First contact so far: ");
    addElements(caption, "on");
    add(caption, ", t = %.6f. Later times need no tests.", caption->event->t.hi);
}

// --- Separating vectors

static void describeVector(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    switch (event->how) {
    case CD_HOW_CENTERS:
        add(caption, "A vector from the centre of one hull to that of the other");
        break;
    case CD_HOW_CACHED:
        add(caption, "The vector that last separated the hulls");
        break;
    case CD_HOW_CONE:
        add(caption, "A pair of vertices recurred: a vector amid those that can still separate");
        break;
    default:
        add(caption,
            "The previous vector, reflected at the plane perpendicular to r = q - p, the line between the "
            "two supporting vertices");
    }
    if (event->c[8] > 0.0)
        add(caption, ". The gap along it is %.3g: it separates the hulls.", event->c[3]);
    else
        add(caption, ". The hulls overlap by %.3g along it: the search continues.", -event->c[3]);
}

static void describeHulls(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    bool moves = caption->query->motion != NULL;
    if (event->how == CD_HOW_WITNESS)
        add(caption,
            "The convex hulls of %s and %s share a point: four vertices of the last query still prove it.",
            caption->nameA, caption->nameB);
    else if (event->a)
        add(caption, "The convex hulls of %s and %s are disjoint%s%s%s.", caption->nameA, caption->nameB,
            moves ? " throughout the motion" : "",
            event->how == CD_HOW_DISTANCE ? ", by their distance and depth" : "",
            moves ? ": neither spheres nor elements are tested" : "");
    else
        add(caption, "No vector separates the convex hulls of %s and %s%s.", caption->nameA, caption->nameB,
            moves ? ": the sphere trees are tested" : ": they overlap");
}

// --- Boxes

static void describePart(Caption *caption) {
    add(caption,
        "Part %d of the motion, t from %.4f to %.4f: no normal of one box changes its octant of the "
        "other, so the boundary of the Minkowski sum keeps its 30 faces.",
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
        add(caption, "the origin is beyond it throughout: it separates the boxes.");
        break;
    default:
        add(caption, "the origin is beyond it before t = %.6f: until then the boxes are disjoint.",
            event->t.hi);
    }
}

// --- The index, and regions

static void describeNode(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    if (event->how == CD_HOW_CUT) {
        add(caption, "Node %d: the segment crosses its plane. Each side is followed alone.", (int)event->a);
        return;
    }
    add(caption, "Node %d: the point is %.3g %s its plane", (int)event->a, fabs(event->c[0]),
        event->c[0] < 0.0 ? "below" : "above");
    if (event->b == 0)
        add(caption, ", within the tolerance: on it. The path continues within the plane.");
    else
        add(caption, ". The path continues %s.", event->b < 0 ? "below" : "above");
}

static void describeLeaf(Caption *caption) {
    const cdTracedQuery *query = caption->query;
    const cdSolid *solid = query->meshA ? query->meshA->solid : NULL;
    int32_t recorded = caption->event->a;
    cdLocation location = {recorded >= 0 && recorded <= CD_ON_FACE ? (cdLocationKind)recorded
                                                                   : CD_LOCATION_UNDECIDED,
                           caption->event->b};
    char name[48];
    snprintf(name, sizeof name, "%s", cdGetLocationName(location.kind));
    if (solid) cdDescribeLocation(query->meshA, location, name, sizeof name);
    bool isPoint = cdLengthSq(cdSub(query->q, query->p)) == 0.0;
    add(caption, "A leaf: the %s is %s%s.", isPoint ? "point" : "part of the segment",
        location.kind >= CD_ON_VERTEX ? "on " : "", name);
    if (solid && isPoint)
        add(caption, " The search visited %d of %d nodes.",
            (int)cdListIndexPath(solid, query->p, NULL, NULL, 0), (int)solid->info.nodeCount);
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
            "The motion of %s in this step is a screw: the path of every point is a rational cubic in one "
            "parameter.",
            caption->nameA);
}

static void describeObstacle(Caption *caption) {
    if (caption->event->t.lo > 0.0)
        add(caption, "%s can reach %s from t = %.4f: the pair is tested.", caption->nameA, caption->nameB,
            caption->event->t.lo);
    else
        add(caption, "%s is tested against %s.", caption->nameA, caption->nameB);
}

static void describeSpan(Caption *caption) {
    add(caption, "Span %d, t from %.4f to %.4f: short enough that every path stays near its chord.",
        countFromOne(caption->event->a), caption->event->t.lo, caption->event->t.hi);
    if (caption->event->how == CD_HOW_SHORTER)
        add(caption, " It is the beginning of the longer one before, in which leaves may meet.");
}

static void describePose(Caption *caption) {
    add(caption,
        "The two touch at the start. If they overlap more at t = %.3g, the motion does not separate them.",
        caption->event->t.lo);
}

static void describeLeaves(Caption *caption) {
    add(caption, "The two separate: contacts of the start do not count up to t = %.3g. The search restarts.",
        caption->event->t.hi);
}

static void describeTouches(Caption *caption) {
    add(caption, "The time of contact is known; all elements that touch then are listed.");
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
        add(caption, "The closest point of %s is found.", caption->nameA);
        return;
    }
    switch ((cdState)event->b) {
    case CD_FREE:
        if (pair)
            add(caption, "%s does not touch %s in the rest of the step.", caption->nameA, caption->nameB);
        else if (!(event->t.hi > 0.0))
            add(caption, "Free: %s and %s share no point.", caption->nameA, caption->nameB);
        else
            add(caption, "Free: nothing touches %s during the step.", caption->nameA);
        break;
    case CD_CONTACT:
        add(caption, "%s%s touches %s at t = %.6f; the motion before that is proven free of contact.",
            pair ? "" : "Result: first of all, ", caption->nameA, caption->nameB, event->t.lo);
        break;
    case CD_OVERLAP:
        add(caption, "%s and %s already overlap at the start.", caption->nameA, caption->nameB);
        break;
    default:
        add(caption, "Undecided: free up to t = %.6f, then a limit was reached.", event->t.lo);
    }
}

// --- Sources

static const char *getSphereSource(cdTraceHow how) {
    return how == CD_HOW_BOUND ? "[RKC01 4.2]" : how == CD_HOW_QUARTIC ? "[RKC01 3.1]" : "[ours]";
}

// Slabs, boxes, planes between triangles and elements, rays and distances are in none of the papers.
static const char *getSource(const cdTraceEvent *event) {
    if (event->how == CD_HOW_RAY || event->how == CD_HOW_ASIDE ||
        (event->how == CD_HOW_DISTANCE && event->kind != CD_TRACE_HULLS))
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
    case CD_TRACE_NODES_DISJOINT:
    case CD_TRACE_NODES_MEET:
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
        [CD_TRACE_QUERY] = describeQuery,
        [CD_TRACE_OBSTACLE] = describeObstacle,
        [CD_TRACE_VECTOR] = describeVector,
        [CD_TRACE_HULLS] = describeHulls,
        [CD_TRACE_ROUTE_PART] = describePart,
        [CD_TRACE_ROUTE_PLANE] = describePlane,
        [CD_TRACE_SPAN] = describeSpan,
        [CD_TRACE_NODES_DISJOINT] = describeApart,
        [CD_TRACE_NODES_MEET] = describeMeet,
        [CD_TRACE_LABEL_SKIP] = describeLabelSkip,
        [CD_TRACE_FACES_DISJOINT] = describeFaces,
        [CD_TRACE_FACES_MEET] = describeFacesMeet,
        [CD_TRACE_OVERLAP] = describeOverlap,
        [CD_TRACE_TABLE_SKIP] = describeTableSkip,
        [CD_TRACE_ELEMENTS] = describeElements,
        [CD_TRACE_SOLVED] = describeSolved,
        [CD_TRACE_SHORTENED] = describeShortened,
        [CD_TRACE_POSE] = describePose,
        [CD_TRACE_LEAVES] = describeLeaves,
        [CD_TRACE_TOUCHES] = describeTouches,
        [CD_TRACE_PAIR_DECIDED] = describeEnd,
        [CD_TRACE_DECIDED] = describeEnd,
        [CD_TRACE_INDEX_NODE] = describeNode,
        [CD_TRACE_INDEX_LEAF] = describeLeaf,
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
