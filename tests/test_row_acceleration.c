// Anderson's acceleration: linear maps, and a step that is rejected.
#include "random.h"
#include "world/solver/row_acceleration.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 4, SEEDS = 20 };

static unsigned char memory[1 << 14];

// x goes to A x + b, whose fixed point is `fixed`.
typedef struct Map {
    double a[COUNT][COUNT], fixed[COUNT];
} Map;

static Map makeMap(uint64_t seed, double size) {
    Random random = {seed};
    Map map;
    for (int i = 0; i < COUNT; i++) {
        map.fixed[i] = nextRandomIn(&random, -1.0, 1.0);
        for (int k = 0; k < COUNT; k++)
            map.a[i][k] = size * nextRandomIn(&random, -1.0, 1.0);
    }
    return map;
}

static void apply(const Map *map, const double *x, double *to) {
    for (int i = 0; i < COUNT; i++) {
        to[i] = map->fixed[i];
        for (int k = 0; k < COUNT; k++)
            to[i] += map->a[i][k] * (x[k] - map->fixed[k]);
    }
}

static double getDistance(const double *a, const double *b) {
    double sum = 0.0;
    for (int i = 0; i < COUNT; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

static cdRowAcceleration begin(const double *from) {
    cdRowAcceleration acceleration;
    cdMemory room = {.next = memory, .left = sizeof memory};
    memset(memory, 0xA5, sizeof memory);
    assert_true(cdSetUpRowAcceleration(&acceleration, COUNT, &room));
    memcpy(acceleration.lastAfter, from, COUNT * sizeof *from);
    return acceleration;
}

static bool iterate(cdRowAcceleration *acceleration, const Map *map) {
    cdBeginStep(acceleration);
    apply(map, acceleration->before, acceleration->after);
    return cdTakeStep(acceleration);
}

// Linear maps of four numbers, also some that enlarge distances, end near their fixed points after the four
// differences that are remembered. Red: steps or begins of other iterations, a wrong sign.
static void testLinearMaps(void **state) {
    (void)state;
    const double none[COUNT] = {0.0};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        Map map = makeMap(seed, seed % 2 == 0 ? 0.6 : 0.4);
        cdRowAcceleration acceleration = begin(none);
        double first = getDistance(none, map.fixed);
        for (int i = 0; i < CD_REMEMBERED + 2; i++)
            iterate(&acceleration, &map);
        assert_true(getDistance(acceleration.lastAfter, map.fixed) <= 1e-3 * first);
    }
}

// A map that changes meanwhile makes a step from an extrapolation long: the last result stays, and the next
// iteration begins there, plainly. It then ends as one that began there. Red: a step that is taken, a result
// that is lost, differences of the step that remain.
static void testRejectedStep(void **state) {
    (void)state;
    const double none[COUNT] = {0.0};
    int rejected = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        Map map = makeMap(seed, 0.3), far = map;
        cdRowAcceleration acceleration = begin(none);
        for (int i = 0; i < 3; i++)
            iterate(&acceleration, &map);
        double kept[COUNT];
        memcpy(kept, acceleration.lastAfter, sizeof kept);
        for (int k = 0; k < COUNT; k++)
            far.fixed[k] += 100.0;
        if (iterate(&acceleration, &far)) continue;
        rejected++;
        assert_memory_equal(acceleration.lastAfter, kept, sizeof kept);
        assert_false(cdBeginStep(&acceleration));
        assert_memory_equal(acceleration.before, kept, sizeof kept);
        for (int i = 0; i < CD_REMEMBERED + 2; i++)
            iterate(&acceleration, &map);
        double result[COUNT];
        memcpy(result, acceleration.lastAfter, sizeof result);
        cdRowAcceleration again = begin(kept);
        for (int i = 0; i < CD_REMEMBERED + 2; i++)
            iterate(&again, &map);
        assert_memory_equal(result, again.lastAfter, sizeof result);
    }
    assert_int_equal(rejected, SEEDS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testLinearMaps),
        cmocka_unit_test(testRejectedStep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
