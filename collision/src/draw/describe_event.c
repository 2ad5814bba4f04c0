// Texts: one or two sentences about an event of a trace, with the section of the paper that explains it.
//
// Input: an event, and if known the meshes and their names. Output: the step of the search and its reason,
// for a reader with the paper at hand: Redon et al. [RKC01], Chung and Wang [CW96], the boxes' page [AS05],
// Vanecek [V90], Bouma and Vanecek [BV92]. Sentences about the begin and end of a search are here, all others
// in describe_nodes.c, describe_elements.c and describe_solids.c.
#include "draw/caption.h"
#include "foundation/memory/hooks.h"

// --- Begin and end

static void describeQuery(cdCaption *caption) {
    const cdTraceEvent *event = caption->event;
    if (event->how == CD_HOW_RAY)
        cdAddText(caption, "The ray is cast against %s.", caption->nameA);
    else if (event->how == CD_HOW_DISTANCE)
        cdAddText(caption, "The search for the closest point of %s begins.", caption->nameA);
    else if (!(event->t.hi > 0.0))
        cdAddText(caption, "The triangles of %s and %s are tested for common points.", caption->nameA,
                  caption->nameB);
    else
        cdAddText(
            caption,
            "The motion of %s in this step is a screw: the path of every point is a rational cubic in one "
            "parameter.",
            caption->nameA);
}

static void describeObstacle(cdCaption *caption) {
    if (caption->event->t.lo > 0.0)
        cdAddText(caption, "%s can reach %s from t = %.4f: the pair is tested.", caption->nameA,
                  caption->nameB, caption->event->t.lo);
    else
        cdAddText(caption, "%s is tested against %s.", caption->nameA, caption->nameB);
}

static void describeSpan(cdCaption *caption) {
    cdAddText(caption, "Span %d, t from %.4f to %.4f: short enough that every path stays near its chord.",
              cdCountFromOne(caption->event->a), caption->event->t.lo, caption->event->t.hi);
    if (caption->event->how == CD_HOW_SHORTER)
        cdAddText(caption, " It is the beginning of the longer one before, in which leaves may meet.");
}

static void describePose(cdCaption *caption) {
    cdAddText(
        caption,
        "The two touch at the start. If they overlap more at t = %.3g, the motion does not separate them.",
        caption->event->t.lo);
}

static void describeLeaves(cdCaption *caption) {
    cdAddText(caption,
              "The two separate: contacts of the start do not count up to t = %.3g. The search restarts.",
              caption->event->t.hi);
}

static void describeTouches(cdCaption *caption) {
    cdAddText(caption, "The time of contact is known; all elements that touch then are listed.");
}

static void describeEnd(cdCaption *caption) {
    const cdTraceEvent *event = caption->event;
    bool pair = event->kind == CD_TRACE_PAIR_DECIDED;
    if (event->how == CD_HOW_RAY) {
        cdAddText(caption, event->a < 0 ? "The ray misses %s." : "The ray hits %s at the nearest hit so far.",
                  caption->nameA);
        return;
    }
    if (event->how == CD_HOW_DISTANCE) {
        cdAddText(caption, "The closest point of %s is found.", caption->nameA);
        return;
    }
    switch ((cdState)event->b) {
    case CD_FREE:
        if (pair)
            cdAddText(caption, "%s does not touch %s in the rest of the step.", caption->nameA,
                      caption->nameB);
        else if (!(event->t.hi > 0.0))
            cdAddText(caption, "Free: %s and %s share no point.", caption->nameA, caption->nameB);
        else
            cdAddText(caption, "Free: nothing touches %s during the step.", caption->nameA);
        break;
    case CD_CONTACT:
        cdAddText(caption, "%s%s touches %s at t = %.6f; the motion before that is proven free of contact.",
                  pair ? "" : "Result: first of all, ", caption->nameA, caption->nameB, event->t.lo);
        break;
    case CD_OVERLAP:
        cdAddText(caption, "%s and %s already overlap at the start.", caption->nameA, caption->nameB);
        break;
    default:
        cdAddText(caption, "Undecided: free up to t = %.6f, then a limit was reached.", event->t.lo);
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
    static cdDescribe *const describe[CD_TRACE_KIND_COUNT] = {
        [CD_TRACE_QUERY] = describeQuery,
        [CD_TRACE_OBSTACLE] = describeObstacle,
        [CD_TRACE_VECTOR] = cdDescribeVector,
        [CD_TRACE_HULLS] = cdDescribeHulls,
        [CD_TRACE_ROUTE_PART] = cdDescribeRoutePart,
        [CD_TRACE_ROUTE_PLANE] = cdDescribeRoutePlane,
        [CD_TRACE_SPAN] = describeSpan,
        [CD_TRACE_NODES_DISJOINT] = cdDescribeApart,
        [CD_TRACE_NODES_MEET] = cdDescribeMeet,
        [CD_TRACE_LABEL_SKIP] = cdDescribeLabelSkip,
        [CD_TRACE_FACES_DISJOINT] = cdDescribeFaces,
        [CD_TRACE_FACES_MEET] = cdDescribeFacesMeet,
        [CD_TRACE_OVERLAP] = cdDescribeOverlap,
        [CD_TRACE_TABLE_SKIP] = cdDescribeTableSkip,
        [CD_TRACE_ELEMENTS] = cdDescribeElements,
        [CD_TRACE_SOLVED] = cdDescribeSolved,
        [CD_TRACE_SHORTENED] = cdDescribeShortened,
        [CD_TRACE_POSE] = describePose,
        [CD_TRACE_LEAVES] = describeLeaves,
        [CD_TRACE_TOUCHES] = describeTouches,
        [CD_TRACE_PAIR_DECIDED] = describeEnd,
        [CD_TRACE_DECIDED] = describeEnd,
        [CD_TRACE_INDEX_NODE] = cdDescribeIndexNode,
        [CD_TRACE_INDEX_LEAF] = cdDescribeIndexLeaf,
        [CD_TRACE_REGION] = cdDescribeRegion,
    };
    if (!CD_REQUIRE(event != NULL && (text != NULL || textSize == 0)) || textSize == 0) return;
    static const cdTracedQuery unknown = {0};
    cdCaption caption = {.event = event, .query = query ? query : &unknown, .text = text, .size = textSize};
    caption.nameA = caption.query->nameA ? caption.query->nameA : "A";
    caption.nameB = caption.query->nameB ? caption.query->nameB : "B";
    text[0] = '\0';
    if ((uint32_t)event->kind >= CD_TRACE_KIND_COUNT) return;
    describe[event->kind](&caption);
    if (text[0] >= 'a' && text[0] <= 'z') text[0] = (char)(text[0] - 'a' + 'A');
    cdAddText(&caption, " %s", getSource(event));
}
