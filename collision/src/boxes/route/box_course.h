// A course: one of the one or two intervals of a motion of two boxes, with its route and the data to describe
// the result of following it.
//
// The file that opens one (polynomial_contact.c, screw_contact.c) knows the motion: its route, how far that
// is valid, the rounding of its lengths, and both boxes' positions at a t. Following it (box_course.c) is the
// same for all motions.
#ifndef CD_BOX_COURSE_H
#define CD_BOX_COURSE_H

#include "boxes/route/route.h"

// As in continuous/open_step.c: the touching distance, in rounding units of the course's size.
#define CD_COURSE_TOUCH_UNITS (1024.0 * CD_EPSILON)

typedef struct cdBoxCourse {
    cdBoxRoute route;
    double until;     // the route is valid up to it
    double tolerance; // length: distance that counts as touching
    double path;      // length: upper bound on the relative motion of the boxes
    void (*getBoxes)(const struct cdBoxCourse *course, double t, cdBoxAt *a, cdBoxAt *b);
    const cdBoxesInput *input; // of a polynomial motion, else NULL
    cdScrew screw;             // of a screw: in B's frame, B's centre the origin
    cdQuat start;              // A's rotation where the screw begins
    cdVec3 halfA, halfB;
    cdTrace *trace; // NULL: none
} cdBoxCourse;

// Follows the course to its first contact: state, t on the course, the features that touch, in the frame of
// the boxes; adds parts and planes to the earlier counts. `isFirst`: at its t = 0 the boxes may touch or
// overlap; later courses begin where the one before ended free.
void cdFindContactOnCourse(const cdBoxCourse *course, bool isFirst, cdBoxContact *contact);

// Divides as cdDivideRoute, without parts that exist only because rounding splits one zero into two.
int32_t cdFindRouteParts(const cdBoxRoute *route, double *ends);

#endif
