// Sentences about pairs of elements and their cubics.
#include "draw/caption.h"

enum { ROOT_MAX = 4 };

void cdDescribeTableSkip(cdCaption *caption) {
    cdAddElements(caption, "and");
    cdAddText(caption, " were already tested from another leaf: skipped.");
}

void cdDescribeElements(cdCaption *caption) {
    const cdTraceEvent *event = caption->event;
    if (event->how == CD_HOW_RAY) {
        cdAddText(caption, "The ray hits triangle %d of %s at a distance of %.4g.", (int)event->b,
                  caption->nameA, event->c[0]);
        return;
    }
    if (event->how == CD_HOW_DISTANCE && event->contact == CD_NO_CONTACT) { // a closest point
        cdAddText(caption, "Triangle %d of %s is at a distance of %.4g.", (int)event->b, caption->nameA,
                  event->c[0]);
        return;
    }
    cdAddElements(caption, event->how == CD_HOW_DISTANCE ? "and" : "against");
    switch (event->how) {
    case CD_HOW_DISTANCE:
        cdAddText(caption, ": their distance is %.4g.", event->c[0]);
        break;
    case CD_HOW_NO_ROOT:
        cdAddText(caption,
                  ": the cubic that is 0 where they are coplanar has no root in the rest of the step.");
        break;
    case CD_HOW_ASIDE:
        cdAddText(caption,
                  ": they pass beside each other, as a plane through an edge separates them. The cubic is "
                  "not solved.");
        break;
    default:
        cdAddText(caption, ": they are coplanar where a cubic in tau is 0; its roots are computed.");
    }
}

// Returns the time of the last root in the tested interval, as a fraction of the step.
static double getRootTime(const cdCaption *caption) {
    const cdTraceEvent *event = caption->event;
    const cdMotion *motion = caption->query->motion;
    double tau = event->c[4 + event->rootCount - 1];
    if (!motion || event->screw < 0 || event->screw >= motion->screwCount) return event->t.hi;
    return (event->screw + cdGetTimeFromTau(&motion->screws[event->screw], tau)) / motion->screwCount;
}

void cdDescribeSolved(cdCaption *caption) {
    const cdTraceEvent *event = caption->event;
    const char *condition =
        event->contact == CD_EDGE_EDGE ? "the edges cross" : "the vertex is inside the triangle";
    bool hasRoot = event->rootCount > 0 && event->rootCount <= ROOT_MAX;
    cdAddText(caption, "The cubic of ");
    cdAddElements(caption, "and");
    switch (event->how) {
    case CD_HOW_TOUCHED:
        cdAddText(caption, " vanishes at t = %.6f, and there %s: they touch.",
                  hasRoot ? getRootTime(caption) : event->t.hi, condition);
        break;
    case CD_HOW_STEPPED:
        cdAddText(caption, " has a root too flat to be exact. By separating directions, they touch.");
        break;
    default:
        if (event->rootCount == 0)
            cdAddText(caption, " does not vanish in the tested interval.");
        else
            cdAddText(caption, " vanishes%s, but not where %s: they miss each other.",
                      event->rootCount == 1 ? " once" : "", condition);
    }
}

void cdDescribeShortened(cdCaption *caption) {
    cdAddText(caption, "First contact so far: ");
    cdAddElements(caption, "on");
    cdAddText(caption, ", t = %.6f. Later times need no tests.", caption->event->t.hi);
}
