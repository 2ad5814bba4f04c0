// Paths of kinematic bodies past fixed bodies and past each other.
//
// In such a pair nothing can give way, and no constraint acts. So each path from a pose to its target is
// tested for first contact, as the body's own motion: against a fixed body the screw to the target, against
// another kinematic body both screws. (1) If there is a contact, the bodies that move into it are slowed so
// that they end before it; one that moves away from the other is not. (2) The shorter paths are tested again.
// After a bounded number of rounds bodies that are still not free stop; without motion there is no contact.
// (3) Bodies that overlap at the start may move anywhere until they have separated, as in any pair.
#include "continuous/first_contact.h"
#include "world/step_work.h"

enum { PARTIAL = 4 };

typedef struct RigidWay {
    cdWorldPair *pair;
    int32_t moving, other; // bodies; `moving` is kinematic
} RigidWay;

static cdFirstContact findContact(cdWorld *world, const RigidWay *way) {
    const cdWorldBody *a = &world->bodies[way->moving], *b = &world->bodies[way->other];
    bool first = way->moving == way->pair->bodyA;
    const cdWorldShape *shapeA = first ? cdGetShapeA(world, way->pair) : cdGetShapeB(world, way->pair),
                       *shapeB = first ? cdGetShapeB(world, way->pair) : cdGetShapeA(world, way->pair);
    cdPose targetB = cdPlaceShape(shapeB, b->target);
    cdFirstContactInput input = {.meshA = shapeA->mesh,
                                 .meshB = shapeB->mesh,
                                 .startA = cdPlaceShape(shapeA, a->pose),
                                 .targetA = cdPlaceShape(shapeA, a->target),
                                 .startB = cdPlaceShape(shapeB, b->pose),
                                 .targetB = cdIsPushing(b) ? &targetB : NULL,
                                 .inBetween = CD_EACH_OWN_SCREW,
                                 .margin = CD_CLOSE * world->margin,
                                 .safetyDistance = world->def.safetyDistance};
    cdPairSearch how = {.timeLimit = 1.0, .meter = &world->meter};
    cdPairCache *cache = &way->pair->cache;
    cdFirstContact contact =
        input.targetB != NULL ? cdFindOwnScrewsContactBy(&input, &how, cache, world->workspace, NULL)
                              : cdFindFirstContactIn(&input, false, &world->meter, cache, world->workspace);
    cdResumeMeter(&world->meter);
    if (contact.reason == CD_REASON_WORKSPACE) cdLackMemory(world);
    world->step.queries++;
    return contact;
}

// Returns the rate at which the moving point of a body leaves along a normal.
static double getRate(const cdWorldBody *body, cdVec3 point, cdVec3 normal) {
    if (!cdIsPushing(body)) return 0.0;
    cdVec3 arm = cdSub(point, cdGetCentroid(body, body->pose));
    return cdDot(normal, cdAdd(body->velocity, cdCross(body->spin, arm)));
}

// (1) Without a known normal, or if neither seems to approach, both slow down.
static void slowBodies(cdWorld *world, const cdAdvance *advance, const RigidWay *way,
                       const cdFirstContact *contact, bool stops) {
    cdWorldBody *a = &world->bodies[way->moving], *b = &world->bodies[way->other];
    double rateA = getRate(a, contact->point, contact->normal),
           rateB = getRate(b, contact->point, contact->normal);
    bool intoB = rateA<0.0, intoA = rateB> 0.0;
    bool both = contact->state != CD_CONTACT || stops || (!intoA && !intoB);
    double share = stops ? 0.0 : contact->resolvedTime;
    if (cdIsPushing(a) && (both || intoB))
        cdSlowScript(a, advance, share, way->other, contact->point, contact->normal);
    if (cdIsPushing(b) && (both || intoA))
        cdSlowScript(b, advance, share, way->moving, contact->point, cdNegate(contact->normal));
}

static RigidWay getWay(const cdWorld *world, cdWorldPair *pair) {
    bool first = cdIsPushing(&world->bodies[pair->bodyA]);
    return (RigidWay){pair, first ? pair->bodyA : pair->bodyB, first ? pair->bodyB : pair->bodyA};
}

// Returns true if a body slowed down.
static bool clearRound(cdWorld *world, const cdAdvance *advance, bool stops) {
    bool any = false;
    for (int32_t i = cdFirstActivePair(world); i >= 0 && cdSpend(&world->meter, 1);
         i = cdNextActivePair(world, i)) {
        cdWorldPair *pair = world->pairs[i];
        if (!cdIsRigidPair(world, pair) || cdIsCertified(world, pair)) continue;
        RigidWay way = getWay(world, pair);
        cdFirstContact contact = findContact(world, &way);
        cdNoteCrossing(pair, contact.state);
        if (contact.state == CD_FREE || pair->crosses) {
            cdKeepCertificate(world, pair);
            continue;
        }
        slowBodies(world, advance, &way, &contact, stops);
        any = true;
    }
    return any;
}

void cdClearRigidWays(cdWorld *world, const cdAdvance *advance) {
    for (int round = 0; world->pushes && !cdIsOut(&world->meter); round++)
        if (!clearRound(world, advance, round >= PARTIAL)) break;
}
