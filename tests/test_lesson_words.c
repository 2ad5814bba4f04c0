// The text of lessons: the cards' claims about their events are true, and every letter can be displayed.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/text.h"
#include "lesson_fixture.h"
#include "view_fixture.h"

#include <math.h>
#include <stdio.h>

// --- Claims of the cards

static Tour openTitle(const char *name, const char *title) {
    const Lesson *lesson = FindLesson(name);
    Tour tour = beginTour(lesson);
    for (int32_t i = 0; i < lesson->stopCount; ++i) {
        if (strcmp(lesson->stops[i].title, title) != 0) continue;
        openStop(&tour, i);
        return tour;
    }
    fail_msg("%s has no stop '%s'", name, title);
    return tour;
}

static cdTraceEvent getEvent(const char *name, const char *title) {
    Tour tour = openTitle(name, title);
    cdTraceEvent event = tour.stage->steps.shown.event;
    endTour(&tour);
    return event;
}

// The last contact that shortened the search is the answer of the query; the first one is later. Red: the
// first for the last, an event of another query.
static void testTheLastShortenedIsTheContact(void **state) {
    (void)state;
    Tour tour = openTitle("first-contact", "First contact");
    cdTraceEvent event = tour.stage->steps.shown.event;
    assert_int_equal(event.kind, CD_TRACE_SHORTENED);
    assert_true(fabs(event.t.hi - tour.stage->query.contact.t.hi) < 1e-9);
    assert_int_equal(event.contact, tour.stage->query.contact.kind);
    endTour(&tour);
    cdTraceEvent first = getEvent("first-contact", "Only earlier times matter now");
    assert_int_equal(first.kind, CD_TRACE_SHORTENED);
    assert_true(first.t.hi > event.t.hi);
}

// A bound has no equation, a quartic has one; the cubics belong to the cards' elements. Red: an event of
// another kind with the same text.
static void testEventsAreOfTheirKind(void **state) {
    (void)state;
    cdTraceEvent bound = getEvent("first-contact", "A pair that stays disjoint");
    assert_true(bound.how == CD_HOW_BOUND && bound.degree == 0 && bound.c[5] - bound.c[7] > bound.c[6]);
    cdTraceEvent quartic = getEvent("first-contact", "Spheres that need the equation");
    assert_true(quartic.how == CD_HOW_QUARTIC && quartic.degree == 4);
    cdTraceEvent missed = getEvent("first-contact", "In one plane, but no contact");
    assert_true(missed.how == CD_HOW_MISSED && missed.contact != CD_EDGE_EDGE && missed.degree == 3);
    cdTraceEvent touched = getEvent("first-contact", "The equation of two edges");
    assert_true(touched.how == CD_HOW_TOUCHED && touched.contact == CD_EDGE_EDGE && touched.degree == 3);
    assert_int_equal(getEvent("boxes", "The first contact").contact, CD_EDGE_EDGE);
    assert_int_equal(getEvent("boxes", "The first contact").how, CD_HOW_LAST);
    assert_true(getEvent("boxes", "Cut the route where a sign changes").b >= 0);
    assert_int_equal(getEvent("boxes", "A graze").contact, CD_NO_CONTACT);
}

// "The search took k = 3 steps." "This way went to the third child three times." Red: another pose, another
// point.
static void testSearchesTakeTheirSteps(void **state) {
    (void)state;
    Tour tour = openTitle("separating-vectors", "Closer with every step");
    const StageSteps *steps = &tour.stage->steps;
    assert_int_equal(GetStepTotal(steps, CD_TRACE_VECTOR), 3);
    assert_true(steps->shown.event.c[8] > 0.0);
    endTour(&tour);
    tour = openTitle("separating-vectors", "When no vector remains");
    assert_int_equal(tour.stage->steps.state, CD_OVERLAP);
    endTour(&tour);
    tour = openTitle("brep-index", "A vertex is three planes");
    int32_t on = 0;
    for (int32_t i = 0; i < tour.stage->steps.trace.eventCount; ++i) {
        const cdTraceEvent *event = &tour.stage->steps.trace.events[i];
        on += event->kind == CD_TRACE_INDEX_NODE && event->b == 0;
    }
    assert_int_equal(on, 3);
    assert_int_equal(tour.stage->steps.shown.event.a, CD_ON_VERTEX);
    endTour(&tour);
}

static void checkRegions(const char *title, int32_t whole, int32_t sufficient) {
    Tour tour = openTitle("contact-regions", title);
    UpdateStageRegions(tour.stage);
    if (tour.stage->regions.count != whole || tour.stage->regions.sufficientCount != sufficient)
        fail_msg("%s: %d regions, %d suffice", title, (int)tour.stage->regions.count,
                 (int)tour.stage->regions.sufficientCount);
    endTour(&tour);
}

// True if all normals persist from the step before.
static bool persists(const char *title) {
    Tour tour = openTitle("contact-regions", title);
    UpdateStageRegions(tour.stage);
    bool stays = true;
    for (int32_t i = 0; i < tour.stage->regions.count; ++i) {
        const cdContactRegion *region = GetStageRegion(tour.stage, i);
        if (region->sufficient && region->origin == CD_NORMALS_COMPUTED) stays = false;
    }
    endTour(&tour);
    return stays;
}

// Sixteen pairs, three that suffice; six points, one; a computed normal, a persistent one; culled faces. Red:
// a stop that shows another contact than its card describes.
static void testRegionsMatchTheCards(void **state) {
    (void)state;
    checkRegions("Touching is one region", 9, 1);
    checkRegions("Everything that touches", 16, 3);
    checkRegions("Three of sixteen suffice", 16, 3);
    checkRegions("Many points, one contact", 1, 1);
    assert_false(persists("When the geometry is ambiguous"));
    assert_true(persists("So normals persist"));
    Tour tour = openTitle("contact-regions", "Many points, one contact");
    assert_int_equal(tour.stage->regions.touching[0].regions.clusteredCount, 5);
    endTour(&tour);
    tour = openTitle("contact-regions", "Back faces cannot collide");
    assert_true(tour.stage->culling.present);
    assert_true(tour.stage->culling.result.faceCount > 0);
    endTour(&tour);
}

static cdState findOverlap(const Stage *stage, int32_t object, int32_t other, cdPose pose) {
    cdOverlapInput input = {.meshA = stage->objects[object].mesh,
                            .meshB = stage->objects[other].mesh,
                            .poseA = pose,
                            .poseB = stage->objects[other].pose};
    cdWorkspace *workspace = cdCreateWorkspace();
    cdState state = cdFindOverlap(&input, NULL, workspace, NULL).state;
    cdDestroyWorkspace(workspace);
    return state;
}

// The step of a stop of the lesson on paths: free at both ends, in contact between them.
static void checkMissed(const char *title, int32_t object, int32_t other) {
    Tour tour = openTitle("paths", title);
    const Stage *stage = tour.stage;
    const cdMotion *motion = &stage->query.motion;
    assert_int_equal(stage->query.status, STAGE_FREE);
    assert_int_equal(stage->query.object, object);
    assert_int_equal(findOverlap(stage, object, other, motion->start), CD_FREE);
    assert_int_equal(findOverlap(stage, object, other, motion->target), CD_FREE);
    int32_t overlaps = 0;
    for (int i = 1; i < 32; ++i)
        overlaps += findOverlap(stage, object, other, cdGetPoseAt(motion, i / 32.0)) == CD_OVERLAP;
    assert_true(overlaps > 0);
    endTour(&tour);
}

// "Free at both ends, and passes through the bar." "Jumped over a wall." The contact of the whole edge is
// that of the query. "The hook touches." Red: a step that is free, one that ends inside, a hook that hangs
// free.
static void testPathsAreAsTheCardsSay(void **state) {
    (void)state;
    checkMissed("Two free poses prove nothing", 1, 0);
    checkMissed("More samples do not help", 3, 2);
    Tour tour = openTitle("paths", "Every instant of an edge");
    assert_int_equal(tour.stage->query.contact.state, CD_CONTACT);
    assert_true(fabs(tour.stage->steps.shown.event.t.hi - tour.stage->query.contact.t.hi) < 1e-9);
    endTour(&tour);
    tour = openTitle("paths", "Contacts lead the way");
    UpdateStageRegions(tour.stage);
    assert_true(tour.stage->regions.sufficientCount > 0);
    endTour(&tour);
}

// --- The letters of the cards

// Returns the next character of a UTF-8 text, and the start of the one after it.
static const char *takeCharacter(const char *at, char text[5], unsigned *code) {
    int length = (at[0] & 0x80) == 0 ? 1 : (at[0] & 0xe0) == 0xc0 ? 2 : (at[0] & 0xf0) == 0xe0 ? 3 : 4;
    memcpy(text, at, (size_t)length);
    text[length] = '\0';
    *code = length == 1 ? (unsigned char)at[0] : (unsigned)at[0] & (0x7fu >> length);
    for (int i = 1; i < length; ++i)
        *code = *code << 6 | ((unsigned)at[i] & 0x3fu);
    return at + length;
}

// Ranges of characters of the window's font, as engine/ui_style.cpp lists them.
static int readRanges(unsigned ranges[64]) {
    static char source[1 << 16];
    FILE *file = fopen(FC_SOURCE_DIR "/engine/ui_style.cpp", "r");
    assert_non_null(file);
    source[fread(source, 1, sizeof source - 1, file)] = '\0';
    fclose(file);
    const char *at = strstr(source, "ImWchar ranges[] = {");
    assert_non_null(at);
    int count = 0;
    for (at = strchr(at, '{') + 1; count < 64; ++at) {
        char *end = NULL;
        unsigned long value = strtoul(at, &end, 16);
        if (end == at || value == 0) break;
        ranges[count++] = (unsigned)value;
        at = end + strspn(end, " \n");
    }
    assert_true(count >= 8 && count % 2 == 0);
    return count;
}

static bool isInRanges(const unsigned *ranges, int count, unsigned code) {
    for (int i = 0; i < count; i += 2)
        if (code >= ranges[i] && code <= ranges[i + 1]) return true;
    return false;
}

// Every character of a card can be displayed, in the window and in its picture. Red: a formula with a sign
// that the fonts lack, which is silently left out.
static void testTheFontsHaveEveryLetter(void **state) {
    (void)state;
    View *view = openView(320, 240);
    gxTextRenderer *renderer = gxCreateTextRenderer(15.0f);
    assert_non_null(renderer);
    unsigned ranges[64], code = 0;
    int rangeCount = readRanges(ranges);
    int32_t count = 0;
    const Lesson *const *lessons = GetLessons(&count);
    for (int32_t i = 0; i < count; ++i) {
        for (int32_t k = 0; k < lessons[i]->stopCount; ++k) {
            const LessonStop *stop = &lessons[i]->stops[k];
            const char *texts[] = {stop->title, stop->text, stop->formula, stop->source, stop->goal};
            for (size_t t = 0; t < sizeof texts / sizeof *texts; ++t) {
                char letter[5];
                for (const char *at = texts[t]; *at;) {
                    at = takeCharacter(at, letter, &code);
                    if (gxGetTextWidth(renderer, letter) > 0.0f && isInRanges(ranges, rangeCount, code))
                        continue;
                    fail_msg("%s, '%s': no letter %s (%04x)", lessons[i]->name, stop->title, letter, code);
                }
            }
        }
    }
    gxDestroyTextRenderer(renderer);
    DestroyView(view);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testTheLastShortenedIsTheContact), cmocka_unit_test(testEventsAreOfTheirKind),
        cmocka_unit_test(testSearchesTakeTheirSteps),       cmocka_unit_test(testPathsAreAsTheCardsSay),
        cmocka_unit_test(testRegionsMatchTheCards),         cmocka_unit_test(testTheFontsHaveEveryLetter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
