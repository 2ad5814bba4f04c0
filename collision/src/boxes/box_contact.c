// First contact of two boxes, and the parts of their route: dispatches by the kind of their motion.
#include "boxes/box_contact.h"
#include "boxes/route/route_trace.h"
#include "foundation/geometry/screw.h"
#include "foundation/memory/hooks.h"

static cdReason tellReason(const cdBoxesInput *input, const cdBoxContact *contact) {
    if (contact->t.lo > 0.0) return CD_REASON_PRECISION;
    if (!input->onScrew) return CD_REASON_INPUT;
    cdReason reason = cdCheckPoses((const cdPose[]){input->startA, input->targetA, input->poseB}, 3);
    return reason != CD_REASON_NONE ? reason : CD_REASON_INPUT;
}

cdBoxContact cdFindBoxContact(const cdBoxesInput *input, cdTrace *trace) {
    if (!CD_REQUIRE(input)) return (cdBoxContact){.reason = CD_REASON_INPUT};
    cdBoxContact contact =
        input->onScrew ? cdFindScrewContact(input, trace) : cdFindPolynomialContact(input, trace);
    if (contact.state == CD_UNDECIDED) contact.reason = tellReason(input, &contact);
    cdTraceBoxDecision(trace, &contact);
    return contact;
}

int32_t cdFindBoxParts(const cdBoxesInput *input, double *ends) {
    if (!CD_REQUIRE(input && ends)) return 0;
    return input->onScrew ? cdFindScrewParts(input, ends) : cdFindPolynomialParts(input, ends);
}
