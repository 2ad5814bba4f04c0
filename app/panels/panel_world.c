// The right panel's sections on the world: bodies, energy, contacts, events.
#include "panels/panels.h"

#include "panels/rows.h"
#include "services/sight.h"
#include "stage/world/stage_loads.h"
#include "view/palette.h"

#include <stdio.h>
#include <string.h>

enum { PAIR_MAX = 512, ROWS_SEEN = 8, LOADS_SEEN = 4 };

static double getEnergy(const cdWorldEnergy *energy) {
    return energy->kinetic + energy->potential;
}

const char *GetWorldState(const Stage *stage) {
    if (stage->world.still) return "at rest";
    return stage->playing ? "playing" : "paused";
}

void DescribeStepTime(const Stage *stage, char *text, size_t textSize) {
    double microseconds = stage->world.microseconds;
    if (microseconds < 1e4)
        snprintf(text, textSize, "%.0f µs", microseconds);
    else
        snprintf(text, textSize, "%.0f ms", 1e-3 * microseconds);
}

static void drawVector(const char *name, const char *about, cdVec3 v) {
    DrawToldRow(name, about, "%.3f  %.3f  %.3f", HideMinusZero(v.x, 3), HideMinusZero(v.y, 3),
                HideMinusZero(v.z, 3));
}

static void drawEnergy(const StageWorld *world) {
    DrawToldRow("kinetic", "Kinetic energy of all bodies.", "%.5g", world->energy.kinetic);
    DrawToldRow("potential", "Potential energy by gravity; 0 at the origin.", "%.5g",
                HideMinusZero(world->energy.potential, 9));
    DrawToldRow("energy", "Kinetic and potential energy. It never grows, except by drags and motors.", "%.5g",
                HideMinusZero(getEnergy(&world->energy), 9));
    DrawToldRow("at start", "Energy when the scene or the response BOUNCE began.", "%.5g",
                HideMinusZero(getEnergy(&world->first), 9));
    drawVector("momentum", "Sum of mass times velocity.", world->energy.momentum);
}

// --- the world

// Limits that steps could not keep.
static void drawLimits(const App *app) {
    const StageWorld *world = &app->stage.world;
    char pace[64], text[128];
    if (DescribePace(app, pace, sizeof pace)) {
        snprintf(text, sizeof text, "%s: its steps take longer to compute than they last.", pace);
        text[0] = 'W'; // a sentence
        gxWrappedText(GX_TONE_NEAR, text);
    }
    if (world->step.blockedTime > 0.0)
        gxWrappedText(GX_TONE_OVERLAP, "Bodies were blocked in the last step: some motion is missing.");
    if (world->driftMargins > 10.0)
        gxWrappedText(GX_TONE_OVERLAP, "Joints or contacts drifted by more than ten margins.");
}

void DrawWorld(const App *app) {
    const Stage *stage = &app->stage;
    const StageWorld *world = &stage->world;
    float scale = gxGetUiScale();
    if (world->trouble[0]) gxWrappedText(GX_TONE_OVERLAP, world->trouble);
    drawLimits(app);
    gxText(world->still ? GX_TONE_CONTACT : GX_TONE_STRONG, "%s  %.2f s", GetWorldState(stage), stage->time);
    const float widths[] = {76.0f * scale, 0.0f};
    if (!gxBeginTable("world", 2, widths)) return;
    DrawToldRow("bodies", "Dynamic bodies. Those asleep wake when something touches them.", "%d, %d asleep",
                (int)world->bodyCount, (int)world->asleepCount);
    drawEnergy(world);
    DrawToldRow("drift, max",
                "Largest position error of a joint or a resting contact after any step, as a length.", "%.2e",
                world->drift);
    DrawToldRow("blocked time", "Sum over all steps of the longest time for which a body waited for space.",
                "%.4f s%s", world->blockedTime, world->step.blockedBodies > 0 ? ", waiting" : "");
    DrawToldRow("events", "Contacts that began or ended, impacts, bodies that left the world.",
                "%lld, %lld impact%s", (long long)world->eventCount, (long long)world->impactCount,
                world->impactCount == 1 ? "" : "s");
    char time[32];
    DescribeStepTime(stage, time, sizeof time);
    DrawToldRow("last step",
                "Its time, and the advances in it: each moves all bodies to the earliest next "
                "contact, or to the end of the step.",
                "%s, %d advance%s", time, (int)world->step.advances, world->step.advances == 1 ? "" : "s");
    DrawToldRow("  queries", "First-contact queries of the last step, and pairs of nearby bodies.",
                "%d, %d pair%s", (int)world->step.queries, (int)world->step.pairs,
                world->step.pairs == 1 ? "" : "s");
    gxEndTable();
}

// --- contacts

// All contact points of two bodies.
typedef struct TouchingPair {
    int32_t objects[2];
    cdBodyId bodies[2];
    int32_t pointCount, slidingCount;
    double force; // sum along the normals
    cdVec3 middle;
} TouchingPair;

static TouchingPair *findPair(TouchingPair *pairs, int32_t *count, int32_t a, int32_t b) {
    for (int32_t i = 0; i < *count; ++i) {
        if (pairs[i].objects[0] == a && pairs[i].objects[1] == b) return &pairs[i];
    }
    if (*count == PAIR_MAX) return NULL;
    pairs[*count] = (TouchingPair){.objects = {a, b}};
    return &pairs[(*count)++];
}

static int32_t listPairs(const Stage *stage, TouchingPair pairs[PAIR_MAX], int32_t *pointCount) {
    int32_t pairCount = 0;
    const cdWorldContact *contacts = cdGetWorldContacts(stage->world.scene.world, pointCount);
    for (int32_t i = 0; i < *pointCount; ++i) {
        const cdWorldContact *contact = &contacts[i];
        TouchingPair *pair = findPair(pairs, &pairCount, FindStageObject(stage, contact->bodyA),
                                      FindStageObject(stage, contact->bodyB));
        if (!pair) continue;
        pair->bodies[0] = contact->bodyA;
        pair->bodies[1] = contact->bodyB;
        pair->middle = cdLerp(pair->middle, contact->point, 1.0 / ++pair->pointCount);
        pair->slidingCount += contact->mode == CD_CONTACT_SLIDING;
        pair->force += contact->force;
    }
    return pairCount;
}

static const char *describeMode(const TouchingPair *pair) {
    if (!(pair->force > 0.0)) return "touches";
    return pair->slidingCount > 0 ? "slides" : "rests";
}

// Appends a line for each region in which the two touch: its size, its force, its pressure.
static void describeLoads(const Stage *stage, const TouchingPair *pair, char *text, size_t textSize) {
    static const char *const signs[] = {"●", "▬", "■"};
    StageLoads found;
    FindStageLoads(stage, pair->bodies[0], pair->bodies[1], &found);
    for (int32_t i = 0; i < found.count && i < LOADS_SEEN; ++i) {
        const cdContactRegion *region = &found.regions[i];
        const cdRegionLoad *load = &found.loads[i];
        char size[64] = "", pressure[48] = "";
        if (region->dimension == 1) snprintf(size, sizeof size, "length %.4g, ", region->measure);
        if (region->dimension == 2) {
            snprintf(size, sizeof size, "area %.4g, ", load->area);
            snprintf(pressure, sizeof pressure, "\n    pressure %.4g", load->pressure);
        }
        size_t used = strlen(text);
        snprintf(text + used, textSize - used, "\n  %s %sforce %.4g%s", signs[region->dimension], size,
                 load->force, pressure);
    }
    size_t used = strlen(text);
    if (found.count > LOADS_SEEN || found.truncated) snprintf(text + used, textSize - used, "\n  …");
}

void DrawWorldContacts(App *app) {
    const Stage *stage = &app->stage;
    TouchingPair pairs[PAIR_MAX];
    int32_t pointCount = 0, pairCount = listPairs(stage, pairs, &pointCount);
    if (pairCount == 0) {
        gxText(GX_TONE_DIM, "Nothing touches.");
        return;
    }
    gxText(GX_TONE_CONTACT, "%d point%s of %d pair%s", (int)pointCount, pointCount == 1 ? "" : "s",
           (int)pairCount, pairCount == 1 ? "" : "s");
    gxBeginScroll("pairs", 4 * pairCount < 2 * ROWS_SEEN ? 4 * pairCount : 2 * ROWS_SEEN);
    for (int32_t i = 0; i < pairCount; ++i) {
        const TouchingPair *pair = &pairs[i];
        char text[2 * SCENE_NAME_SIZE + 512];
        snprintf(text, sizeof text, "%s · %s\n  %s, %d point%s, force %.4g",
                 GetStageBodyName(stage, pair->objects[0]), GetStageBodyName(stage, pair->objects[1]),
                 describeMode(pair), (int)pair->pointCount, pair->pointCount == 1 ? "" : "s", pair->force);
        // In a crowd only those of the selected object, to save time.
        bool ofSelected = pair->objects[0] == stage->selected || pair->objects[1] == stage->selected;
        if (pairCount <= ROWS_SEEN || (stage->selected >= 0 && ofSelected))
            describeLoads(stage, pair, text, sizeof text);
        gxPushId(i);
        if (gxRow(text, false)) FrameSphere(app, pair->middle, 0.5 * GetSmallestBodyRadius(stage));
        gxPopId();
        gxTooltip("Sum of normal forces, averaged over the last part of the step; then each contact "
                  "region with its force, and its mean pressure: force / area. Click to frame it.");
    }
    gxEndScroll();
}

// --- events

void DrawWorldEvents(App *app) {
    const Stage *stage = &app->stage;
    static const char *const signs[] = {"○", "●", "·", "↓", "○", "·", "✕", "·", "·", "■"};
    if (!GetStageEvent(stage, 0)) {
        gxText(GX_TONE_DIM, "No contact events yet.");
        return;
    }
    gxBeginScroll("events", 2 * ROWS_SEEN);
    for (int32_t age = 0; age < 4 * ROWS_SEEN; ++age) {
        const StageEvent *event = GetStageEvent(stage, age);
        char text[2 * SCENE_NAME_SIZE + 96], speed[32] = "", impulse[32] = "";
        if (!event) break;
        if (event->kind == CD_EVENT_IMPACT) {
            snprintf(speed, sizeof speed, ", speed %.3g", event->speed);
            snprintf(impulse, sizeof impulse, "\n  impulse %.3g", event->impulse);
        }
        bool left = event->kind == CD_EVENT_LEFT_WORLD;
        snprintf(text, sizeof text, "%s %.3f s %s%s%s\n  %s%s%s", signs[event->kind], event->time,
                 cdGetContactEventName(event->kind), speed, impulse,
                 GetStageBodyName(stage, event->objects[0]), left ? "" : " · ",
                 left ? "" : GetStageBodyName(stage, event->objects[1]));
        gxPushId(age);
        double radius = left ? stage->objects[event->objects[0]].info.radius : GetSmallestBodyRadius(stage);
        if (gxRow(text, false)) FrameSphere(app, event->point, 0.5 * radius);
        gxPopId();
        gxTooltip(
            "begin: contact begins; impact: velocities jump; end: contact ends; left: the body left the "
            "world; sensor-begin, sensor-end: the second body enters, leaves the first; joint-broken: a joint "
            "carried more than its breaking force; blocked: the first waits for the second. Click to look there.");
    }
    gxEndScroll();
}
