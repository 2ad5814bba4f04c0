// A plugin that contains the static library. It exports one function, and none of the library's.
#include <collision/collision.h>

__attribute__((visibility("default"))) int checkPlugin(void);

int checkPlugin(void) {
    cdBoxesInput input = {.halfA = {1.0, 1.0, 1.0}, .halfB = {1.0, 1.0, 1.0}};
    for (int i = 0; i < 4; i++)
        input.motionA.c[i][i][0] = input.motionB.c[i][i][0] = 1.0;
    return cdFindBoxContact(&input, NULL).state == CD_OVERLAP && cdIsCompatible();
}
