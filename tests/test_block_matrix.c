// The block matrix: its factors against the matrix itself, its fill-in on chains, trees and rings.
#include "random.h"
#include "world/solver/block_matrix.h"
#include "world/solver/block_product.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 40, ITEMS = MOST * CD_BLOCK };

static unsigned char memory[1 << 20];
static double dense[ITEMS][ITEMS];

static cdMemory makeRoom(size_t byteCount) {
    return (cdMemory){.next = memory, .left = byteCount};
}

// Creates links of a connected graph: a tree, and `extra` more.
static int32_t makeLinks(Random *random, int32_t size, int32_t extra, cdBlockLink *links) {
    int32_t count = 0;
    for (int32_t i = 1; i < size; i++)
        links[count++] = (cdBlockLink){i, nextRandomInt(random, 0, i - 1)};
    for (int32_t i = 0; i < extra && size > 1; i++) {
        int32_t a = nextRandomInt(random, 0, size - 1), b = nextRandomInt(random, 0, size - 2);
        links[count++] = (cdBlockLink){a, b + (b >= a ? 1 : 0)};
    }
    return count;
}

// The identity plus products of random columns of the linked blocks, as a solver's rows add them.
static void fill(Random *random, cdBlockMatrix *matrix, const cdBlockLink *links, int32_t count) {
    cdSetIdentity(matrix);
    memset(dense, 0, sizeof dense);
    for (int i = 0; i < ITEMS; i++)
        dense[i][i] = 1.0;
    for (int32_t k = 0; k < count; k++) {
        double row[2][CD_BLOCK];
        for (int i = 0; i < 2 * CD_BLOCK; i++)
            row[i / CD_BLOCK][i % CD_BLOCK] = nextRandomIn(random, -3.0, 3.0);
        int32_t ends[] = {links[k].a, links[k].b};
        for (int part = 0; part < 4; part++) {
            int32_t p = ends[part / 2], q = ends[part % 2];
            for (int i = 0; i < CD_BLOCK_ITEMS; i++) {
                double product = row[part / 2][i % CD_BLOCK] * row[part % 2][i / CD_BLOCK];
                dense[p * CD_BLOCK + i % CD_BLOCK][q * CD_BLOCK + i / CD_BLOCK] += product;
                if (p >= q) cdGetBlock(matrix, p, q)[i] += product;
            }
        }
    }
}

// Random graphs of up to 40 bodies in the computed order: the solution by the factors, multiplied by the
// matrix, gives the right side. Red: a missing product, a profile that begins too late.
static void testSolves(void **state) {
    (void)state;
    Random random = {1};
    for (int round = 0; round < 60; round++) {
        int32_t size = nextRandomInt(&random, 1, MOST), places[MOST];
        cdBlockLink links[2 * MOST];
        int32_t count = makeLinks(&random, size, nextRandomInt(&random, 0, MOST / 2), links);
        cdMemory room = makeRoom(sizeof memory);
        assert_true(cdOrderBlocks(size, links, count, places, room));
        bool taken[MOST] = {false};
        for (int32_t i = 0; i < size; i++) {
            assert_true(places[i] >= 0 && places[i] < size && !taken[places[i]]);
            taken[places[i]] = true;
        }
        for (int32_t i = 0; i < count; i++)
            links[i] = (cdBlockLink){places[links[i].a], places[links[i].b]};
        cdBlockMatrix matrix;
        assert_true(cdMakeBlockMatrix(&matrix, size, links, count, &room));
        fill(&random, &matrix, links, count);
        double x[ITEMS], right[ITEMS];
        for (int i = 0; i < size * CD_BLOCK; i++)
            x[i] = right[i] = nextRandomIn(&random, -1.0, 1.0);
        assert_true(cdFactorizeBlocks(&matrix, NULL));
        cdSolveBlocks(&matrix, x);
        for (int i = 0; i < size * CD_BLOCK; i++) {
            double sum = -right[i];
            for (int j = 0; j < size * CD_BLOCK; j++)
                sum += dense[i][j] * x[j];
            assert_true(fabs(sum) <= 1e-11);
        }
    }
}

// Chains with randomly numbered links, trees, and two chains have no fill-in; a ring has a block for each
// node but three, which joins both sides of the eliminated part. Red: an order that cuts a chain in its
// middle.
static void testOrder(void **state) {
    (void)state;
    Random random = {2};
    for (int round = 0; round < 100; round++) {
        int32_t names[MOST], places[MOST], size = nextRandomInt(&random, 3, MOST), kind = round % 4;
        for (int32_t i = 0; i < size; i++)
            names[i] = i;
        for (int32_t i = size - 1; i > 0; i--) {
            int32_t k = nextRandomInt(&random, 0, i), name = names[i];
            names[i] = names[k];
            names[k] = name;
        }
        cdBlockLink links[MOST];
        int32_t count = 0;
        for (int32_t i = 1; i < size; i++) {
            int32_t to = kind == 3 ? nextRandomInt(&random, 0, i - 1) : i - 1;
            if (kind != 2 || i != size / 2) links[count++] = (cdBlockLink){names[i], names[to]};
        }
        if (kind == 1) links[count++] = (cdBlockLink){names[0], names[size - 1]};
        cdMemory room = makeRoom(sizeof memory);
        assert_true(cdOrderBlocks(size, links, count, places, room));
        for (int32_t i = 0; i < count; i++)
            links[i] = (cdBlockLink){places[links[i].a], places[links[i].b]};
        cdBlockMatrix matrix;
        assert_true(cdMakeBlockMatrix(&matrix, size, links, count, &room));
        assert_int_equal(matrix.starts[size], size + count + (kind == 1 ? size - 3 : 0));
    }
}

// A matrix that is not positive definite, or has NaN, has no factors; without room there is no matrix. Red:
// continuing after the root of a negative number.
static void testRefuses(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        cdMemory room = makeRoom(sizeof memory);
        cdBlockMatrix matrix;
        cdBlockLink link = {0, 1};
        assert_true(cdMakeBlockMatrix(&matrix, 2, &link, 1, &room));
        cdSetIdentity(&matrix);
        cdGetBlock(&matrix, 1, 0)[0] = k == 0 ? 1.5 : 0.5;
        if (k == 2) cdGetBlock(&matrix, 1, 1)[7] = NAN;
        assert_int_equal(cdFactorizeBlocks(&matrix, NULL), k == 1);
    }
    cdBlockMatrix matrix;
    cdMemory room = makeRoom(400);
    cdBlockLink link = {0, 1};
    int32_t places[2];
    assert_false(cdMakeBlockMatrix(&matrix, 2, &link, 1, &room));
    assert_false(cdOrderBlocks(2, &link, 1, places, makeRoom(8)));
}

// The product of two blocks, with two lanes at once and with four: as plain loops, bit for bit. Red: columns
// or lanes exchanged, another order of operations.
static void testProducts(void **state) {
    (void)state;
    cdBlockProduct *products[] = {cdGetTwoLaneProduct(), cdGetFourLaneProduct()};
    Random random = {3};
    for (int round = 0; round < 100; round++) {
        double a[CD_BLOCK_ITEMS], b[CD_BLOCK_ITEMS], before[CD_BLOCK_ITEMS], plain[CD_BLOCK_ITEMS];
        for (int i = 0; i < CD_BLOCK_ITEMS; i++) {
            a[i] = nextRandomIn(&random, -1.0, 1.0);
            b[i] = nextRandomIn(&random, -1.0, 1.0);
            plain[i] = before[i] = nextRandomIn(&random, -1.0, 1.0);
        }
        for (int i = 0; i < CD_BLOCK_ITEMS; i++)
            for (int k = 0; k < CD_BLOCK; k++)
                plain[i] -= b[k * CD_BLOCK + i / CD_BLOCK] * a[k * CD_BLOCK + i % CD_BLOCK];
        for (int n = 0; n < 2 && products[n] != NULL; n++) {
            double to[CD_BLOCK_ITEMS];
            memcpy(to, before, sizeof to);
            products[n](to, a, b);
            assert_memory_equal(to, plain, sizeof to);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testProducts),
        cmocka_unit_test(testSolves),
        cmocka_unit_test(testOrder),
        cmocka_unit_test(testRefuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
