// Memory and assertion hooks: the returned memory, and that everything uses the user's functions.
#include "collision/workspace.h"
#include "foundation/memory/hooks.h"
#include "foundation/memory/workspace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct HookLog {
    int allocations, releases, asserts;
    size_t shift; // how far blocks start past malloc's alignment
    const char *condition;
    bool refuses;
} HookLog;

static void *logAllocation(size_t byteCount, void *context) {
    HookLog *log = context;
    if (log->refuses) return NULL;
    log->allocations++;
    unsigned char *block = malloc(byteCount + log->shift);
    assert_non_null(block);
    memset(block, 0xAB, byteCount + log->shift);
    return block + log->shift;
}

static void logRelease(void *memory, void *context) {
    HookLog *log = context;
    log->releases++;
    free((unsigned char *)memory - log->shift);
}

static void logAssert(const char *condition, const char *file, int line, void *context) {
    HookLog *log = context;
    log->asserts++;
    log->condition = condition;
    assert_non_null(file);
    assert_true(line > 0);
}

static int restoreHooks(void **state) {
    (void)state;
    cdSetHooks(NULL);
    return 0;
}

// Blocks of many sizes from an allocator that starts at any byte and returns dirty memory. Red: a start off a
// 64-byte line, a nonzero byte, a block that is too short (the sanitizer detects it), cdFree with another
// pointer than the hook's.
static void testBlocksAreZeroedAndAligned(void **state) {
    (void)state;
    for (size_t shift = 0; shift < 70; shift++) {
        HookLog log = {.shift = shift};
        cdSetHooks(&(cdHooks){logAssert, logAllocation, logRelease, &log});
        for (size_t byteCount = 0; byteCount < 300; byteCount += 1 + byteCount / 3) {
            unsigned char *block = cdAllocate(byteCount);
            assert_non_null(block);
            assert_int_equal((uintptr_t)block % 64, 0);
            for (size_t i = 0; i < byteCount; i++)
                assert_int_equal(block[i], 0);
            memset(block, 0xCD, byteCount);
            cdFree(block);
        }
        assert_true(log.allocations > 0);
        assert_int_equal(log.allocations, log.releases);
    }
}

// A byte count so large that adding the alignment wraps around. Red: the sum unchecked: a tiny block returned
// as a huge one.
static void testImpossibleSizesAreRefused(void **state) {
    (void)state;
    HookLog log = {0};
    cdSetHooks(&(cdHooks){logAssert, logAllocation, logRelease, &log});
    assert_null(cdAllocate(SIZE_MAX));
    assert_null(cdAllocate(SIZE_MAX - 64));
    assert_int_equal(log.allocations, 0);
    cdFree(NULL);
    assert_int_equal(log.releases, 0);
}

// A workspace, and one when the allocator fails. Red: other memory used, or not all of it freed.
static void testWorkspaceUsesTheHooks(void **state) {
    (void)state;
    HookLog log = {0};
    cdSetHooks(&(cdHooks){logAssert, logAllocation, logRelease, &log});
    cdWorkspace *workspace = cdCreateWorkspace();
    assert_non_null(workspace);
    size_t empty = cdGetWorkspaceSize(workspace);
    assert_int_equal(log.allocations, 1);
    assert_non_null(cdUseWorkPart(workspace, CD_WORK_PAIRS, 1000));
    assert_non_null(cdUseWorkPart(workspace, CD_WORK_PAIRS, 500));
    assert_int_equal(log.allocations, 2);
    assert_int_equal(cdGetWorkspaceSize(workspace), empty + 1000);
    log.refuses = true;
    assert_null(cdUseWorkPart(workspace, CD_WORK_PAIRS, 2000));
    assert_int_equal(cdGetWorkspaceSize(workspace), empty + 1000);
    cdDestroyWorkspace(workspace);
    assert_int_equal(log.releases, 2);
    assert_null(cdCreateWorkspace());
    cdDestroyWorkspace(NULL);
    assert_int_equal(log.releases, 2);
    assert_int_equal(log.asserts, 0);
}

// A requirement that holds and one that does not. Red: a failed one not reported with its text, a true one
// reported, or the outcome not returned.
static void testRequirementsReportAndReturn(void **state) {
    (void)state;
    HookLog log = {0};
    cdSetHooks(&(cdHooks){.assertFailed = logAssert, .context = &log});
    int one = 1;
    bool holds = CD_REQUIRE(one == 1);
    assert_true(holds);
    assert_int_equal(log.asserts, 0);
    holds = CD_REQUIRE(one == 2);
    assert_false(holds);
    assert_int_equal(log.asserts, 1);
    assert_string_equal(log.condition, "one == 2");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(testBlocksAreZeroedAndAligned, restoreHooks),
        cmocka_unit_test_teardown(testImpossibleSizesAreRefused, restoreHooks),
        cmocka_unit_test_teardown(testWorkspaceUsesTheHooks, restoreHooks),
        cmocka_unit_test_teardown(testRequirementsReportAndReturn, restoreHooks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
