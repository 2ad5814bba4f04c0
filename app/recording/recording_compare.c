// Compares the outcome of an operation with the recorded one, bit for bit.
#include "recording/player.h"
#include "scenes/names.h"

#include <inttypes.h>
#include <string.h>

static bool differsNumber(const char *what, double recorded, double now, char *text, size_t textSize) {
    if (memcmp(&recorded, &now, sizeof now) == 0) return false;
    snprintf(text, textSize, "%s: recorded %.17g, now %.17g", what, recorded, now);
    return true;
}

static bool differsWhole(const char *what, int64_t recorded, int64_t now, char *text, size_t textSize) {
    if (recorded == now) return false;
    snprintf(text, textSize, "%s: recorded %" PRId64 ", now %" PRId64, what, recorded, now);
    return true;
}

static bool differsName(const char *what, const char *const *names, int recorded, int now, char *text,
                        size_t textSize) {
    if (recorded == now) return false;
    snprintf(text, textSize, "%s: recorded %s, now %s", what, names[recorded], names[now]);
    return true;
}

static bool comparePoses(cdPose a, cdPose b, char *text, size_t textSize) {
    return differsNumber("rest px", a.p.x, b.p.x, text, textSize) ||
           differsNumber("rest py", a.p.y, b.p.y, text, textSize) ||
           differsNumber("rest pz", a.p.z, b.p.z, text, textSize) ||
           differsNumber("rest qw", a.q.w, b.q.w, text, textSize) ||
           differsNumber("rest qx", a.q.x, b.q.x, text, textSize) ||
           differsNumber("rest qy", a.q.y, b.q.y, text, textSize) ||
           differsNumber("rest qz", a.q.z, b.q.z, text, textSize);
}

static bool compareResults(const StageOutcome *a, const StageOutcome *b, char *text, size_t textSize) {
    const char *const *features = GetFeatureKindNames();
    return differsName("status", GetStateNames(), (int)a->state, (int)b->state, text, textSize) ||
           differsNumber("t", a->t.lo, b->t.lo, text, textSize) ||
           differsNumber("t_hi", a->t.hi, b->t.hi, text, textSize) ||
           differsName("kind", GetContactKindNames(), (int)a->kind, (int)b->kind, text, textSize) ||
           differsName("feature_a kind", features, (int)a->featureA.kind, (int)b->featureA.kind, text,
                       textSize) ||
           differsWhole("feature_a id", a->featureA.id, b->featureA.id, text, textSize) ||
           differsName("feature_b kind", features, (int)a->featureB.kind, (int)b->featureB.kind, text,
                       textSize) ||
           differsWhole("feature_b id", a->featureB.id, b->featureB.id, text, textSize) ||
           comparePoses(a->resolvedPose, b->resolvedPose, text, textSize);
}

bool CompareOutcomes(const StageEntry *recorded, const StageOutcome *now, char *text, size_t textSize) {
    const StageOutcome *then = &recorded->outcome;
    if (!then->known) return false;
    bool hasQuery = recorded->op == STAGE_MOVE || recorded->op == STAGE_PLACE;
    if (hasQuery && compareResults(then, now, text, textSize)) return true;
    if (recorded->op == STAGE_WAY &&
        (differsName("status", GetStateNames(), (int)then->state, (int)now->state, text, textSize) ||
         differsWhole("edge", then->edge, now->edge, text, textSize)))
        return true;
    if (recorded->op == STAGE_ADVANCE && differsWhole("events", then->events, now->events, text, textSize))
        return true;
    if (then->hash == 0 || then->hash == now->hash || recorded->op == STAGE_LOOK) return false;
    snprintf(text, textSize, "state (all poses and velocities): recorded %016" PRIx64 ", now %016" PRIx64,
             then->hash, now->hash);
    return true;
}
