// Sentences about convex hulls, boxes, the index of a solid and contact regions.
#include "draw/caption.h"
#include "solid/solid_data.h"

#include <math.h>
#include <stdio.h>

// --- Separating vectors

void cdDescribeVector(cdCaption *caption) {
    const cdTraceEvent *event = caption->event;
    switch (event->how) {
    case CD_HOW_CENTERS:
        cdAddText(caption, "A vector from the centre of one hull to that of the other");
        break;
    case CD_HOW_CACHED:
        cdAddText(caption, "The vector that last separated the hulls");
        break;
    case CD_HOW_CONE:
        cdAddText(caption, "A pair of vertices recurred: a vector amid those that can still separate");
        break;
    default:
        cdAddText(
            caption,
            "The previous vector, reflected at the plane perpendicular to r = q - p, the line between the "
            "two supporting vertices");
    }
    if (event->c[8] > 0.0)
        cdAddText(caption, ". The gap along it is %.3g: it separates the hulls.", event->c[3]);
    else
        cdAddText(caption, ". The hulls overlap by %.3g along it: the search continues.", -event->c[3]);
}

void cdDescribeHulls(cdCaption *caption) {
    const cdTraceEvent *event = caption->event;
    bool moves = caption->query->motion != NULL;
    if (event->how == CD_HOW_WITNESS)
        cdAddText(
            caption,
            "The convex hulls of %s and %s share a point: four vertices of the last query still prove it.",
            caption->nameA, caption->nameB);
    else if (event->a)
        cdAddText(caption, "The convex hulls of %s and %s are disjoint%s%s%s.", caption->nameA,
                  caption->nameB, moves ? " throughout the motion" : "",
                  event->how == CD_HOW_DISTANCE ? ", by their distance and depth" : "",
                  moves ? ": neither spheres nor elements are tested" : "");
    else
        cdAddText(caption, "No vector separates the convex hulls of %s and %s%s.", caption->nameA,
                  caption->nameB, moves ? ": the sphere trees are tested" : ": they overlap");
}

// --- Boxes

void cdDescribeRoutePart(cdCaption *caption) {
    cdAddText(caption,
              "Part %d of the motion, t from %.4f to %.4f: no normal of one box changes its octant of the "
              "other, so the boundary of the Minkowski sum keeps its 30 faces.",
              cdCountFromOne(caption->event->a), caption->event->t.lo, caption->event->t.hi);
}

void cdDescribeRoutePlane(cdCaption *caption) {
    const cdTraceEvent *event = caption->event;
    char pair[96];
    cdDescribeBoxPair((cdBoxPair){event->contact, event->a, event->b}, pair, sizeof pair);
    cdAddText(caption, pair[0] ? "Plane of %s: " : "A plane%s: ", pair);
    switch (event->how) {
    case CD_HOW_LAST:
        cdAddText(caption, "the origin reaches it at t = %.6f, inside all others: the boxes touch.",
                  event->t.hi);
        break;
    case CD_HOW_THROUGHOUT:
        cdAddText(caption, "the origin is beyond it throughout: it separates the boxes.");
        break;
    default:
        cdAddText(caption, "the origin is beyond it before t = %.6f: until then the boxes are disjoint.",
                  event->t.hi);
    }
}

// --- The index, and regions

void cdDescribeIndexNode(cdCaption *caption) {
    const cdTraceEvent *event = caption->event;
    if (event->how == CD_HOW_CUT) {
        cdAddText(caption, "Node %d: the segment crosses its plane. Each side is followed alone.",
                  (int)event->a);
        return;
    }
    cdAddText(caption, "Node %d: the point is %.3g %s its plane", (int)event->a, fabs(event->c[0]),
              event->c[0] < 0.0 ? "below" : "above");
    if (event->b == 0)
        cdAddText(caption, ", within the tolerance: on it. The path continues within the plane.");
    else
        cdAddText(caption, ". The path continues %s.", event->b < 0 ? "below" : "above");
}

void cdDescribeIndexLeaf(cdCaption *caption) {
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
    cdAddText(caption, "A leaf: the %s is %s%s.", isPoint ? "point" : "part of the segment",
              location.kind >= CD_ON_VERTEX ? "on " : "", name);
    if (solid && isPoint)
        cdAddText(caption, " The search visited %d of %d nodes.",
                  (int)cdListIndexPath(solid, query->p, NULL, NULL, 0), (int)solid->info.nodeCount);
}

void cdDescribeRegion(cdCaption *caption) {
    const cdTraceEvent *event = caption->event;
    static const char *const kinds[] = {"point", "segment", "polygon"};
    cdAddText(caption, "Contact region %d is a %s with %d %s.", cdCountFromOne(event->a),
              kinds[event->c[6] > 1.0 ? 2 : event->c[6] > 0.0], (int)event->b,
              event->b == 1 ? "point" : "points");
}
