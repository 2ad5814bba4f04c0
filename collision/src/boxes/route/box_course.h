// A course: one route of the one or two that a motion of two boxes is made of, with all that is needed to say
// what following it comes to.
//
// Who opens one (polynomial_contact.c, screw_contact.c) knows the motion: its route, how far that holds, how
// large rounding is beside its lengths, and where both boxes are at a t. What follows it (box_course.c) is
// the same for all motions.
#ifndef CD_BOX_COURSE_H
#define CD_BOX_COURSE_H

#include "boxes/route/route.h"

// As in continuous/first_contact.c: how near counts as touching, in rounding units of the course's size.
#define CD_COURSE_TOUCH_UNITS (1024.0 * CD_EPSILON)

typedef struct cdBoxCourse {
    cdBoxRoute route;
    double until;     // nothing is known beyond
    double tolerance; // length: what counts as touching
    double path;      // length: how far, or somewhat farther, the boxes move against each other
    void (*place)(const struct cdBoxCourse *course, double t, cdBoxAt *a, cdBoxAt *b);
    const cdBoxesInput *input; // of a polynomial motion, else NULL
    cdScrew screw;             // of a screw: in B's frame, B's centre the origin
    cdQuat start;              // A's turn where the screw begins
    cdVec3 halfA, halfB;
    cdTrace *trace; // NULL: none
} cdBoxCourse;

// Follows the course to its first contact: its state, t on the course, what touches there in the frame of
// `place`, parts and planes added to those counted before. `isFirst`: at its t = 0 the boxes may touch or
// overlap; later courses begin where the one before ended free.
void cdFindContactOnCourse(const cdBoxCourse *course, bool isFirst, cdBoxContact *contact);

// As cdDivideRoute, without the parts that are only what rounding makes of one zero that was found twice.
int32_t cdFindRouteParts(const cdBoxRoute *route, double *ends);

#endif
