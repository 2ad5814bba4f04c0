// First contact of two boxes of which one moves on the screw of collision/motion.h [AS05].
//
// Input: half extents, poses. Output: the one or two courses of the step (box_course.h) followed in order,
// and their homogeneous parts. Each screw is a route of cubics (screw_route.c) in B's axes, B's centre the
// origin, of tau; results are taken back to the world and to fractions of the step.
#include "boxes/box_contact.h"
#include "boxes/route/box_course.h"
#include "foundation/geometry/screw.h"
#include "foundation/geometry/turn.h"

static const double largestSize = 1e100; // as for meshes
static const double leastHalf = 1e-100;  // so that squares do not vanish

static bool isBox(cdVec3 half) {
    return half.x >= leastHalf && half.y >= leastHalf && half.z >= leastHalf;
}

static void placeArms(cdBoxAt *box, cdVec3 center, const cdMat3 *axes, cdVec3 half) {
    double lengths[3] = {half.x, half.y, half.z};
    box->center = center;
    for (int i = 0; i < 3; i++)
        box->arms[i] = cdScale(lengths[i], cdGetMat3Column(axes, i));
}

static void placeOnScrew(const cdBoxCourse *course, double t, cdBoxAt *a, cdBoxAt *b) {
    const cdScrew *screw = &course->screw;
    cdQuat turn = {1.0, t * screw->g.x, t * screw->g.y, t * screw->g.z};
    cdMat3 axesA = cdMakeMat3FromQuat(cdNormalizeQuat(cdMulQuat(turn, course->start)));
    cdMat3 axesB = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    placeArms(a, cdGetPointAt(screw, screw->c, t), &axesA, course->halfA);
    placeArms(b, (cdVec3){0.0, 0.0, 0.0}, &axesB, course->halfB);
}

// The motion in B's frame, B's centre the origin. false: the input is refused.
static bool makeRelativeMotion(const cdBoxesInput *input, cdMotion *motion) {
    if (!cdIsValidPose(input->startA) || !cdIsValidPose(input->targetA) || !cdIsValidPose(input->poseB))
        return false;
    if (!isBox(input->halfA) || !isBox(input->halfB)) return false;
    cdQuat inverseB = cdConjugate(cdNormalizeQuat(input->poseB.q));
    cdVec3 from = cdRotate(inverseB, cdSub(input->startA.p, input->poseB.p));
    cdVec3 step = cdRotate(inverseB, cdSub(input->targetA.p, input->startA.p));
    cdPose start = {from, cdNormalizeQuat(cdMulQuat(inverseB, input->startA.q))};
    cdPose target = {cdAdd(from, step), cdNormalizeQuat(cdMulQuat(inverseB, input->targetA.q))};
    cdQuat turn = cdFindTurn(input->startA.q, input->targetA.q);
    cdVec3 axis = cdRotate(inverseB, (cdVec3){turn.x, turn.y, turn.z});
    turn = (cdQuat){turn.w, axis.x, axis.y, axis.z};
    *motion = cdMakeMotionByTurn(start, target, turn, (cdVec3){0.0, 0.0, 0.0});
    return cdSumAbs(from) + cdSumAbs(step) + cdSumAbs(input->halfA) + cdSumAbs(input->halfB) <= largestSize;
}

static void openScrewCourse(const cdBoxesInput *input, const cdMotion *motion, int32_t index,
                            cdBoxCourse *course) {
    const cdScrew *screw = &motion->screws[index];
    course->trace = NULL;
    course->until = 1.0;
    course->place = placeOnScrew;
    course->input = NULL;
    course->halfA = input->halfA, course->halfB = input->halfB;
    course->screw = *screw;
    course->start = motion->start.q;
    if (index == 1) {
        const cdVec3 g = motion->screws[0].g;
        course->start = cdNormalizeQuat(cdMulQuat((cdQuat){1.0, g.x, g.y, g.z}, course->start));
    }
    cdMat3 axes = cdMakeMat3FromQuat(course->start);
    cdOpenScrewRoute(&course->route, screw, &axes, screw->c, input->halfA, input->halfB);
    double radii = cdLength(input->halfA) + cdLength(input->halfB);
    course->path = 2.0 * (cdLength(screw->bc) + sqrt(screw->k2) * cdLength(input->halfA)) + fabs(screw->s);
    course->tolerance = CD_COURSE_TOUCH_UNITS * (radii + cdLength(motion->start.p) + course->path);
}

static double getTime(const cdMotion *motion, int32_t index, double tau) {
    return (index + cdGetTimeFromTau(&motion->screws[index], tau)) / motion->screwCount;
}

// From B's frame to the world, from tau to t.
static void finishScrewContact(const cdBoxesInput *input, const cdMotion *motion, int32_t index,
                               cdBoxContact *contact) {
    if (contact->state == CD_OVERLAP) return;
    contact->t.lo = cdMax(0.0, getTime(motion, index, contact->t.lo) - 4.0 * CD_EPSILON);
    contact->t.hi = cdMin(1.0, getTime(motion, index, contact->t.hi) + 4.0 * CD_EPSILON);
    if (contact->state != CD_CONTACT) return;
    contact->point = cdTransformPoint(input->poseB, contact->point);
    contact->normal = cdRotate(input->poseB.q, contact->normal);
}

// From times of the screw to those of the step.
static void completeEvents(const cdTrace *trace, int32_t first, const cdMotion *motion, int32_t index) {
    for (int32_t i = first; i < trace->eventCount; i++) {
        cdTraceEvent *event = &trace->events[i];
        event->screw = index;
        event->t = (cdInterval){getTime(motion, index, event->tau.lo), getTime(motion, index, event->tau.hi)};
    }
}

cdBoxContact cdFindScrewContact(const cdBoxesInput *input, cdTrace *trace) {
    cdBoxContact contact = {.state = CD_UNDECIDED};
    cdMotion motion;
    if (!makeRelativeMotion(input, &motion)) return contact;
    for (int32_t i = 0; i < motion.screwCount; i++) {
        cdBoxCourse course;
        openScrewCourse(input, &motion, i, &course);
        course.trace = trace;
        int32_t firstEvent = trace ? trace->eventCount : 0;
        cdFindContactOnCourse(&course, i == 0, &contact);
        if (trace) completeEvents(trace, firstEvent, &motion, i);
        if (contact.state != CD_FREE) {
            finishScrewContact(input, &motion, i, &contact);
            return contact;
        }
    }
    contact.t = (cdInterval){1.0, 1.0};
    return contact;
}

int32_t cdFindScrewParts(const cdBoxesInput *input, double *ends) {
    cdMotion motion;
    int32_t count = 0;
    if (!makeRelativeMotion(input, &motion)) return 0;
    for (int32_t i = 0; i < motion.screwCount; i++) {
        cdBoxCourse course;
        openScrewCourse(input, &motion, i, &course);
        int32_t more = cdFindRouteParts(&course.route, &ends[count]);
        for (int32_t k = 0; k < more; k++)
            ends[count + k] = getTime(&motion, i, ends[count + k]);
        count += more;
    }
    return count;
}
