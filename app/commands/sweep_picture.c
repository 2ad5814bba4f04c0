// The map of a sweep: see sweep_picture.h.
//
// A box covers all pixels that it touches, so no contact is too narrow to be seen. Contacts are drawn over
// undecided boxes.
#include "commands/sweep_picture.h"
#include "view/picture_file.h"

#include <math.h>
#include <stdio.h>

enum { MAP_WIDTH = 768, MAP_HEIGHT = 768, STRIP_HEIGHT = 96, FRAME = 24, TICKS = 8, TICK_LENGTH = 8 };

typedef struct Color {
    unsigned char red, green, blue;
} Color;

static const Color freeColor = {255, 255, 255}, contactColor = {196, 43, 43}, openColor = {240, 186, 40},
                   frameColor = {40, 44, 52}, marginColor = {236, 238, 241};

typedef struct Map {
    gxImage image;
    int width, height; // of the box of joint values, pixels
} Map;

static void fill(Map *map, int left, int top, int right, int bottom, Color color) {
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) {
            unsigned char *pixel = &map->image.pixels[4 * ((size_t)y * (size_t)map->image.width + (size_t)x)];
            pixel[0] = color.red;
            pixel[1] = color.green;
            pixel[2] = color.blue;
            pixel[3] = 255;
        }
}

// Returns the pixels that a part of a joint's range touches, at least one.
static void getPixels(const cdSweepJoint *joint, double from, double to, int size, int *first, int *end) {
    double scale = size / (joint->to - joint->from);
    *first = (int)fmin(size - 1, fmax(0.0, floor((from - joint->from) * scale)));
    *end = (int)fmax(*first + 1, fmin(size, ceil((to - joint->from) * scale)));
}

static void drawBox(Map *map, const SweepRow *row, const cdSweepBox *box) {
    int left, right, low = 0, high = map->height;
    const cdSweepJoint *joints = row->joints->joints;
    getPixels(&joints[0], box->from[0], box->to[0], map->width, &left, &right);
    if (row->joints->count > 1) getPixels(&joints[1], box->from[1], box->to[1], map->height, &low, &high);
    fill(map, FRAME + left, FRAME + map->height - high, FRAME + right, FRAME + map->height - low,
         box->certain ? contactColor : openColor);
}

static void drawFrame(Map *map, bool hasTwo) {
    int left = FRAME - 1, top = FRAME - 1, right = FRAME + map->width, bottom = FRAME + map->height;
    fill(map, left, top, right + 1, top + 1, frameColor);
    fill(map, left, bottom, right + 1, bottom + 1, frameColor);
    fill(map, left, top, left + 1, bottom + 1, frameColor);
    fill(map, right, top, right + 1, bottom + 1, frameColor);
    for (int i = 0; i <= TICKS; i++) {
        int x = left + (map->width + 1) * i / TICKS, y = top + (map->height + 1) * i / TICKS;
        fill(map, x, bottom + 1, x + 1, bottom + 1 + TICK_LENGTH, frameColor);
        if (hasTwo) fill(map, left - TICK_LENGTH, y, left, y + 1, frameColor);
    }
}

bool WriteSweepPicture(const SweepRow *row, const char *path, char *message, size_t messageSize) {
    bool hasTwo = row->joints->count > 1;
    Map map = {.width = MAP_WIDTH, .height = hasTwo ? MAP_HEIGHT : STRIP_HEIGHT};
    map.image = gxCreateImage(map.width + 2 * FRAME, map.height + 2 * FRAME);
    if (map.image.pixels == NULL) {
        snprintf(message, messageSize, "%s: out of memory", path);
        return false;
    }
    fill(&map, 0, 0, map.image.width, map.image.height, marginColor);
    fill(&map, FRAME, FRAME, FRAME + map.width, FRAME + map.height, freeColor);
    for (int pass = 0; pass < 2; pass++)
        for (int32_t i = 0; i < row->sweep->boxCount; i++)
            if (row->boxes[i].certain == (pass == 1)) drawBox(&map, row, &row->boxes[i]);
    drawFrame(&map, hasTwo);
    bool good = WritePictureFile(&map.image, path, message, messageSize);
    gxDestroyImage(&map.image);
    return good;
}
