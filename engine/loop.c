// The loop of a program that has its thread for itself.
#include "engine/loop.h"

int gxRunLoop(bool (*frame)(void *context), int (*end)(void *context), void *context) {
    while (frame(context))
        continue;
    return end(context);
}
