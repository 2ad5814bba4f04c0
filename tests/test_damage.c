// The damage of a picture contains all that differs from the last one, and little more.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/damage.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 205, HEIGHT = 131, THING_MAX = 12 };

typedef struct Thing {
    gxRect rect;
    uint64_t content;
} Thing;

typedef struct Picture {
    Thing things[THING_MAX];
    int count;
} Picture;

static uint64_t next(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static int pick(uint64_t *state, int least, int most) {
    return least + (int)(next(state) % (uint64_t)(most - least + 1));
}

// Also rectangles that reach beyond the picture, lie outside it, or are empty.
static Thing makeThing(uint64_t *state) {
    int reach = pick(state, 0, 9) == 0 ? WIDTH : 30;
    return (Thing){{pick(state, -20, WIDTH + 5), pick(state, -20, HEIGHT + 5), pick(state, 0, reach),
                    pick(state, 0, reach)},
                   next(state)};
}

// Changes, adds, removes, or swaps something; often nothing.
static void changePicture(Picture *picture, uint64_t *state) {
    int at = pick(state, 0, picture->count > 0 ? picture->count - 1 : 0);
    Thing thing = picture->things[at];
    switch (pick(state, 0, 6)) {
    case 0:
        if (picture->count < THING_MAX) picture->things[picture->count++] = makeThing(state);
        break;
    case 1:
        if (picture->count > 0) picture->things[at] = picture->things[--picture->count];
        break;
    case 2:
        picture->things[at].rect = gxShiftRect(thing.rect, pick(state, -9, 9), pick(state, -9, 9));
        break;
    case 3:
        ++picture->things[at].content;
        break;
    case 4:
        picture->things[at] = picture->things[0];
        picture->things[0] = thing;
        break;
    default:
        break;
    }
}

static bool isIn(gxRect rect, int x, int y) {
    return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

// The contents over a pixel, in order.
static int listContents(const Picture *picture, int x, int y, uint64_t contents[THING_MAX]) {
    int count = 0;
    for (int i = 0; i < picture->count; ++i)
        if (isIn(picture->things[i].rect, x, y)) contents[count++] = picture->things[i].content;
    return count;
}

static bool differsAt(const Picture *a, const Picture *b, int x, int y) {
    uint64_t first[THING_MAX], second[THING_MAX];
    int count = listContents(a, x, y, first);
    return count != listContents(b, x, y, second) ||
           memcmp(first, second, (size_t)count * sizeof *first) != 0;
}

static int declare(gxDamage *damage, const Picture *picture, gxRect rects[GX_DAMAGE_MAX]) {
    gxBeginDamage(damage, WIDTH, HEIGHT);
    for (int i = 0; i < picture->count; ++i)
        gxDeclare(damage, picture->things[i].rect, picture->things[i].content);
    return gxEndDamage(damage, rects);
}

// Each pixel is in at most one rectangle. No rectangle leaves the picture.
static void checkRects(const gxRect *rects, int count) {
    assert_in_range(count, 0, GX_DAMAGE_MAX);
    for (int i = 0; i < count; ++i) {
        assert_true(rects[i].x >= 0 && rects[i].y >= 0 && rects[i].width > 0 && rects[i].height > 0);
        assert_true(rects[i].x + rects[i].width <= WIDTH && rects[i].y + rects[i].height <= HEIGHT);
        for (int k = 0; k < i; ++k)
            assert_true(gxIsEmptyRect(gxIntersectRects(rects[i], rects[k])));
    }
}

static bool isInOne(const gxRect *rects, int count, int x, int y) {
    for (int i = 0; i < count; ++i)
        if (isIn(rects[i], x, y)) return true;
    return false;
}

// Random changes of random pictures: each pixel over which other things are drawn, or in another order, is
// damaged. Red: a position that was left and is forgotten, a motion within a tile, a lost rectangle when
// there are many, rounding to tiles inwards, rectangles that overlap: what is blended would be drawn twice.
static void testDamageContainsAllChanges(void **state) {
    (void)state;
    uint64_t seed = 5;
    gxDamage damage = {0};
    Picture picture = {0}, last = {0};
    gxRect rects[GX_DAMAGE_MAX];
    int untouched = 0;
    declare(&damage, &picture, rects);
    for (int step = 0; step < 1500; ++step) {
        last = picture;
        for (int i = pick(&seed, 0, 8); i > 0; --i)
            changePicture(&picture, &seed);
        int count = declare(&damage, &picture, rects);
        checkRects(rects, count);
        untouched += count == 0;
        for (int y = 0; y < HEIGHT; ++y)
            for (int x = 0; x < WIDTH; ++x)
                if (differsAt(&picture, &last, x, y) && !isInOne(rects, count, x, y))
                    fail_msg("step %d: the change at (%d, %d) is missing", step, x, y);
    }
    assert_in_range(untouched, 20, 1200);
    gxFreeDamage(&damage);
}

static int getArea(const gxRect *rects, int count) {
    int area = 0;
    for (int i = 0; i < count; ++i)
        area += rects[i].width * rects[i].height;
    return area;
}

// The same picture has no damage; a small thing that moves far away damages its tiles before and after, and
// not the area between. Red: hashes of tiles that depend on the last picture, one rectangle around
// everything.
static void testDamageIsSmall(void **state) {
    (void)state;
    enum { TILE = GX_DAMAGE_TILE };
    gxDamage damage = {0};
    gxRect rects[GX_DAMAGE_MAX];
    Picture picture = {.things = {{{0, 0, WIDTH, HEIGHT}, 7}, {{2, 2, 5, 5}, 8}}, .count = 2};
    assert_int_equal(declare(&damage, &picture, rects), 1);
    assert_int_equal(getArea(rects, 1), WIDTH * HEIGHT);
    assert_int_equal(declare(&damage, &picture, rects), 0);
    assert_int_equal(declare(&damage, &picture, rects), 0);
    picture.things[1].rect = (gxRect){11 * TILE + 3, 6 * TILE + 1, 5, 5};
    int count = declare(&damage, &picture, rects);
    assert_int_equal(count, 2);
    assert_int_equal(getArea(rects, count), 2 * TILE * TILE);
    assert_true(isInOne(rects, count, 2, 2) && isInOne(rects, count, 11 * TILE + 3, 6 * TILE + 1));
    gxFreeDamage(&damage);
}

// Parts and pictures that are damaged whatever is declared, and only once; another size damages everything.
// Red: a mark that the next picture inherits, pixels of a picture of another size.
static void testMarks(void **state) {
    (void)state;
    gxDamage damage = {0};
    gxRect rects[GX_DAMAGE_MAX];
    gxBeginDamage(&damage, WIDTH, HEIGHT);
    gxEndDamage(&damage, rects);
    gxBeginDamage(&damage, WIDTH, HEIGHT);
    gxDamagePart(&damage, (gxRect){GX_DAMAGE_TILE, 0, 1, 1});
    assert_int_equal(gxEndDamage(&damage, rects), 1);
    assert_int_equal(rects[0].x, GX_DAMAGE_TILE);
    assert_int_equal(getArea(rects, 1), GX_DAMAGE_TILE * GX_DAMAGE_TILE);
    gxBeginDamage(&damage, WIDTH, HEIGHT);
    assert_int_equal(gxEndDamage(&damage, rects), 0);
    gxDamageAll(&damage); // between two pictures
    for (int i = 1; i >= 0; --i) {
        gxBeginDamage(&damage, WIDTH, HEIGHT);
        assert_int_equal(gxEndDamage(&damage, rects), i);
    }
    gxBeginDamage(&damage, WIDTH, HEIGHT);
    gxDamageAll(&damage); // during one
    assert_int_equal(gxEndDamage(&damage, rects), 1);
    gxBeginDamage(&damage, WIDTH - 1, HEIGHT);
    assert_int_equal(gxEndDamage(&damage, rects), 1);
    assert_int_equal(getArea(rects, 1), (WIDTH - 1) * HEIGHT);
    gxBeginDamage(&damage, 0, 0);
    assert_int_equal(gxEndDamage(&damage, rects), 0);
    gxFreeDamage(&damage);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testDamageContainsAllChanges),
                                       cmocka_unit_test(testDamageIsSmall), cmocka_unit_test(testMarks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
