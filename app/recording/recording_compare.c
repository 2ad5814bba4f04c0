// What came of an operation against what a recording says of it, bit for bit.
#include "recording/player.h"
#include "scenes/names.h"

#include <inttypes.h>
#include <string.h>

static bool tellNumber(const char *what, double recorded, double now, char *text, size_t textSize) {
    if (memcmp(&recorded, &now, sizeof now) == 0) return false;
    snprintf(text, textSize, "%s: recorded %.17g, now %.17g", what, recorded, now);
    return true;
}

static bool tellWhole(const char *what, int64_t recorded, int64_t now, char *text, size_t textSize) {
    if (recorded == now) return false;
    snprintf(text, textSize, "%s: recorded %" PRId64 ", now %" PRId64, what, recorded, now);
    return true;
}

static bool tellName(const char *what, const char *const *names, int recorded, int now, char *text,
                     size_t textSize) {
    if (recorded == now) return false;
    snprintf(text, textSize, "%s: recorded %s, now %s", what, names[recorded], names[now]);
    return true;
}

static bool comparePoses(cdPose a, cdPose b, char *text, size_t textSize) {
    return tellNumber("rest px", a.p.x, b.p.x, text, textSize) ||
           tellNumber("rest py", a.p.y, b.p.y, text, textSize) ||
           tellNumber("rest pz", a.p.z, b.p.z, text, textSize) ||
           tellNumber("rest qw", a.q.w, b.q.w, text, textSize) ||
           tellNumber("rest qx", a.q.x, b.q.x, text, textSize) ||
           tellNumber("rest qy", a.q.y, b.q.y, text, textSize) ||
           tellNumber("rest qz", a.q.z, b.q.z, text, textSize);
}

static bool compareAnswers(const StageOutcome *a, const StageOutcome *b, char *text, size_t textSize) {
    const char *const *features = GetFeatureKindNames();
    return tellName("status", GetStateNames(), (int)a->state, (int)b->state, text, textSize) ||
           tellNumber("t", a->t.lo, b->t.lo, text, textSize) ||
           tellNumber("t_hi", a->t.hi, b->t.hi, text, textSize) ||
           tellName("kind", GetContactKindNames(), (int)a->kind, (int)b->kind, text, textSize) ||
           tellName("feature_a kind", features, (int)a->featureA.kind, (int)b->featureA.kind, text,
                    textSize) ||
           tellWhole("feature_a id", a->featureA.id, b->featureA.id, text, textSize) ||
           tellName("feature_b kind", features, (int)a->featureB.kind, (int)b->featureB.kind, text,
                    textSize) ||
           tellWhole("feature_b id", a->featureB.id, b->featureB.id, text, textSize) ||
           comparePoses(a->resolvedPose, b->resolvedPose, text, textSize);
}

bool CompareOutcomes(const StageEntry *recorded, const StageOutcome *now, char *text, size_t textSize) {
    const StageOutcome *then = &recorded->outcome;
    if (!then->known) return false;
    bool asks = recorded->op == STAGE_MOVE || recorded->op == STAGE_PLACE;
    if (asks && compareAnswers(then, now, text, textSize)) return true;
    if (recorded->op == STAGE_ADVANCE && tellWhole("events", then->events, now->events, text, textSize))
        return true;
    if (then->hash == 0 || then->hash == now->hash || recorded->op == STAGE_LOOK) return false;
    snprintf(text, textSize, "state (all poses and velocities): recorded %016" PRIx64 ", now %016" PRIx64,
             then->hash, now->hash);
    return true;
}
