// Sentences about pairs of nodes and of triangles, and about nodes that a ray or a search for a point visits.
#include "draw/caption.h"

static bool isOfOneMesh(const cdCaption *caption) {
    return caption->query->meshA && !caption->query->meshB;
}

// Describes a node visit of a search for a distance, a closest point or a ray hit: these have no motion.
static bool describeVisit(cdCaption *caption) {
    const cdTraceEvent *event = caption->event;
    bool meet = event->kind == CD_TRACE_NODES_MEET;
    if (event->how == CD_HOW_RAY)
        cdAddText(caption,
                  meet ? "The ray may pass through the box of node %d of %s."
                       : "The ray misses the box of node %d of %s, or enters it beyond the nearest hit.",
                  (int)event->b, caption->nameA);
    else if (event->how == CD_HOW_DISTANCE && isOfOneMesh(caption))
        cdAddText(caption,
                  meet
                      ? "Node %d of %s may contain a point below the minimum distance so far: it is at least "
                        "%.3g away."
                      : "Node %d of %s is at least %.3g away, beyond the minimum distance so far.",
                  (int)event->b, caption->nameA, event->c[0]);
    else if (event->how == CD_HOW_DISTANCE)
        cdAddText(
            caption,
            meet ? "Nodes %d and %d may be closer than the minimum distance so far: theirs is at least %.3g."
                 : "The distance of nodes %d and %d is at least %.3g, above the minimum so far.",
            (int)event->a, (int)event->b, event->c[0]);
    else
        return false;
    return true;
}

// Describes the plane across an axis of one node's slab or box that separates the nodes.
static void addPlane(cdCaption *caption) {
    const cdTraceEvent *event = caption->event;
    const char *owner = event->c[5] > 3.0 ? caption->nameB : caption->nameA;
    cdAddText(caption,
              event->how == CD_HOW_SLAB
                  ? " may touch, but a plane across the mean normal of %s separates the discs around their "
                    "triangles; gap %.3g"
                  : " may touch, but a plane along a side of the box of %s separates the boxes around their "
                    "triangles; gap %.3g",
              owner, event->c[6]);
}

// Describes the disjoint ranges about the screw's axis.
static void addRanges(cdCaption *caption) {
    const cdTraceEvent *event = caption->event;
    cdAddText(caption, " may touch, but their triangles ");
    if (event->c[5] == 1.0)
        cdAddText(caption, "keep different distances from the screw axis: %.4g and %.4g", event->c[6],
                  event->c[7]);
    else if (event->c[5] == 2.0)
        cdAddText(caption, "never reach the same height along the screw's threads");
    else if (event->c[5] == 5.0)
        cdAddText(caption,
                  "never reach the same angle about the screw axis, or stay out of reach of each other");
    else
        cdAddText(caption, "never have the same distance from the screw axis and height along its threads");
}

void cdDescribeApart(cdCaption *caption) {
    const cdTraceEvent *event = caption->event;
    if (describeVisit(caption)) return;
    cdAddSpheres(caption);
    switch (event->how) {
    case CD_HOW_SLAB:
    case CD_HOW_BOX:
        addPlane(caption);
        break;
    case CD_HOW_AXIS:
        addRanges(caption);
        break;
    case CD_HOW_QUARTIC:
        cdAddText(
            caption,
            " stay disjoint: their squared distance, a quartic, exceeds the square of their radii's sum");
        break;
    default:
        cdAddText(
            caption,
            " stay disjoint: distance of centres at least %.3g, sum of radii %.3g, the path's deviation from "
            "its chord %.2g",
            event->c[5], event->c[6], event->c[7]);
    }
    cdAddText(caption, ". Their subtrees are skipped.");
}

static bool isLeafOf(const cdMesh *mesh, int32_t node) {
    return mesh && node >= 0 && node < mesh->tree.nodeCount && cdIsLeaf(&mesh->tree, node);
}

void cdDescribeMeet(cdCaption *caption) {
    const cdTraceEvent *event = caption->event;
    if (describeVisit(caption)) return;
    cdAddSpheres(caption);
    bool leaves = isLeafOf(caption->query->meshA, event->a) && isLeafOf(caption->query->meshB, event->b);
    cdAddText(
        caption,
        leaves
            ? " may touch, and both are leaves: their triangles are tested."
            : " may touch: one of them or both are replaced by their children, or by these children's own, which are tested.");
}

void cdDescribeFaces(cdCaption *caption) {
    cdAddFaces(caption);
    switch (caption->event->how) {
    case CD_HOW_SIDE:
        cdAddText(caption, " stay disjoint: a plane through an edge separates them. No equation is needed.");
        break;
    case CD_HOW_AXIS:
        cdAddText(caption,
                  " stay disjoint: they never have the same distance from the screw's axis and the same "
                  "height along its threads. No equation is needed.");
        break;
    default:
        cdAddText(caption, " stay disjoint: the plane of one separates them. No equation is needed.");
    }
}

void cdDescribeFacesMeet(cdCaption *caption) {
    cdAddFaces(caption);
    cdAddText(caption, " may touch: their vertices and edges are tested.");
}

void cdDescribeOverlap(cdCaption *caption) {
    cdAddFaces(caption);
    cdAddText(caption, caption->event->how == CD_HOW_SHARES ? " share a point at this pose."
                                                            : " share no point at this pose.");
}

void cdDescribeLabelSkip(cdCaption *caption) {
    cdAddSpheres(caption);
    cdAddText(caption, " have labels of an earlier pair, with the same elements: skipped.");
}
