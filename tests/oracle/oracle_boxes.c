// The exhaustive search over time for collision/boxes.h; see oracle_boxes.h.
//
// Input: two boxes in motion. Output: the first time at which they share a point. (1) An interval in which
// one direction separates them throughout is free. (2) Otherwise it is halved, and the relation at its middle
// is tested. (3) An interval that ends with a contact is narrowed down to 2^-41.
#include "oracle/box_curves.h"

typedef struct BoxSearch {
    const OracleBoxes *boxes;
    OracleBoxContact *contact;
    int direction; // that last separated them
    Real depth;    // maximum penetration over the last tested interval
} BoxSearch;

static const double SHORTEST = 0x1p-41;

// Motions that slide along each other within rounding would take for ever with the minimum depth.
static Real chooseDepth(const BoxSearch *search) {
    int64_t spent = search->contact->evaluations;
    Real share = spent < 1500 ? 1e-14L : spent < 6000 ? 1e-11L : 1e-8L;
    return share * search->boxes->size;
}

typedef enum Parting { PARTED, SHALLOW, UNKNOWN } Parting;

static Parting tryDirection(BoxSearch *search, const BoxCurves *curves, int direction, Real *middle) {
    DirectionGap gap = MeasureDirection(search->boxes, curves, direction);
    search->contact->evaluations++;
    search->depth = fminl(search->depth, -gap.least / gap.length);
    *middle = gap.middle / gap.length;
    if (gap.least > 0.0L) return PARTED;
    return gap.least > -chooseDepth(search) * gap.length ? SHALLOW : UNKNOWN;
}

// Tests whether one direction separates the boxes throughout [lo, hi]; SHALLOW: along one of them they
// penetrate by at most the permitted depth. A direction that separates them in the middle of a short interval
// will do so over a shorter one: no other is tried.
static Parting findParting(BoxSearch *search, double lo, double hi) {
    BoxCurves curves;
    Real radius = 0.5L * ((Real)hi - lo), middle, widest;
    search->depth = HUGE_VALL;
    FollowBoxCurves(search->boxes, 0.5L * ((Real)lo + hi), radius, &curves);
    Parting known = tryDirection(search, &curves, search->direction, &widest), best = known;
    if (known == PARTED || (widest > 0.0L && (known == SHALLOW || (radius < 0x1p-7L && radius > SHORTEST))))
        return known;
    int first = search->direction;
    for (int k = 1; k < ORACLE_DIRECTIONS; k++) {
        int direction = (first + k) % ORACLE_DIRECTIONS;
        Parting parting = tryDirection(search, &curves, direction, &middle);
        if (parting == PARTED || middle > widest) search->direction = direction;
        if (parting == PARTED) return PARTED;
        if (parting == SHALLOW) best = SHALLOW;
        widest = fmaxl(widest, middle);
    }
    return best;
}

static bool arePartedAt(BoxSearch *search, double t) {
    BoxCurves curves;
    Real middle;
    FollowBoxCurves(search->boxes, t, 0.0L, &curves);
    return tryDirection(search, &curves, search->direction, &middle) == PARTED ||
           GetBoxMeeting(search->boxes, t) == BOXES_APART;
}

// Returns where to divide an interval whose end is a contact: on two of three tries beside the time at which
// the gap would close at its present rate, to save tests.
static double divideBeforeContact(const BoxSearch *search, double lo, double hi, int depth) {
    double middle = 0.5 * (lo + hi), beside = 0x1p-5 * (hi - lo);
    if (depth % 3 == 2) return middle;
    BoxCurves curves;
    FollowBoxCurves(search->boxes, lo, 0.0L, &curves);
    DirectionGap gap = MeasureDirection(search->boxes, &curves, search->direction);
    double guess = lo - (double)(gap.middle / gap.rate);
    if (!(guess > lo && guess < hi)) return middle;
    double divide = depth % 3 == 0 ? guess + beside : guess - beside;
    return divide > lo && divide < hi ? divide : middle;
}

// Finds the first contact in [lo, hi], free before lo. `ends`: they share a point at hi.
static bool searchInterval(BoxSearch *search, double lo, double hi, bool ends, int depth) {
    OracleBoxContact *contact = search->contact;
    Parting parting = ends ? UNKNOWN : findParting(search, lo, hi);
    if (parting == PARTED) return false;
    if (ends && hi - lo <= SHORTEST) {
        contact->found = true;
        contact->lo = lo;
        contact->hi = hi;
        return true;
    }
    if (!ends && (parting == SHALLOW || hi - lo <= SHORTEST)) {
        contact->depth = fmaxl(contact->depth, search->depth);
        return false;
    }
    double divide = ends ? divideBeforeContact(search, lo, hi, depth) : 0.5 * (lo + hi);
    if (!arePartedAt(search, divide)) return searchInterval(search, lo, divide, true, depth + 1);
    return searchInterval(search, lo, divide, false, depth + 1) ||
           searchInterval(search, divide, hi, ends, depth + 1);
}

OracleBoxContact FindOracleBoxContactFrom(const OracleBoxes *boxes, double from) {
    OracleBoxContact contact = {.start = GetBoxMeeting(boxes, from), .lo = from, .hi = from};
    if (contact.start != BOXES_APART) {
        contact.found = true;
        return contact;
    }
    BoxSearch search = {.boxes = boxes, .contact = &contact};
    double seam = boxes->input == NULL ? (double)GetOracleSeam(&boxes->motion) : 1.0;
    for (double to = from < seam ? seam : 1.0; from < 1.0 && !contact.found; from = to, to = 1.0) {
        bool ends = GetBoxMeeting(boxes, to) != BOXES_APART;
        searchInterval(&search, from, to, ends, 0);
    }
    if (contact.found) contact.approachSpeed = -GetOracleBoxGap(boxes, contact.lo).rate;
    return contact;
}

OracleBoxContact FindOracleBoxContact(const OracleBoxes *boxes) {
    return FindOracleBoxContactFrom(boxes, 0.0);
}
