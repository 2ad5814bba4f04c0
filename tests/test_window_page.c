// Compares docs/window.md with the menus: every active key is on the page.
#include "actions/actions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *readPage(void) {
    FILE *file = fopen(FC_SOURCE_DIR "/docs/window.md", "rb");
    assert_non_null(file);
    enum { ROOM = 1 << 18 };
    char *text = calloc(1, ROOM);
    assert_non_null(text);
    size_t length = fread(text, 1, ROOM - 1, file);
    fclose(file);
    assert_true(length > 0 && length < ROOM - 1);
    return text;
}

// True if the page has the key as written in menus, in bold: **Ctrl+S**. A key text may name two: "F1 or ?".
static bool hasKey(const char *page, const char *keyText) {
    char keys[64];
    snprintf(keys, sizeof keys, "%s", keyText);
    char *second = strstr(keys, " or ");
    if (second != NULL) {
        *second = '\0';
        if (!hasKey(page, second + 4)) return false;
    }
    char bold[80];
    snprintf(bold, sizeof bold, "**%s**", keys);
    return strstr(page, bold) != NULL;
}

// Red: a key added to a menu, or moved to another one, without the manual.
static void everyKeyIsOnThePage(void **state) {
    (void)state;
    char *page = readPage();
    int menuCount = 0, missing = 0;
    const ActionMenu *const *menus = GetActionMenus(&menuCount);
    assert_true(menuCount > 0);
    for (int m = 0; m < menuCount; m++) {
        for (size_t i = 0; i < menus[m]->actionCount; i++) {
            const Action *action = &menus[m]->actions[i];
            if (action->keyText[0] == '\0' || hasKey(page, action->keyText)) continue;
            print_error("docs/window.md: no **%s** (%s: %s)\n", action->keyText, menus[m]->name,
                        action->label);
            missing++;
        }
    }
    free(page);
    assert_int_equal(missing, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(everyKeyIsOnThePage)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
