// The map of a sweep: see sweep_picture.h.
//
// (1) The boxes: each covers all pixels that it touches, so no contact is too narrow to be seen. Contacts are
// drawn over undecided boxes. (2) The frame with its ticks, the values at every second one, in degrees for
// hinges, the names of the joints, and the key to the colours. (3) With three joints: a row of maps at values
// of the third, from its lower limit to its upper one.
#include "commands/sweep_picture.h"
#include "engine/image_text.h"
#include "view/picture_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    MAP_WIDTH = 768,
    MAP_HEIGHT = 768,
    STRIP_HEIGHT = 96,
    SLICES = 4, // of three joints
    SLICE_SIZE = 304,
    LEFT = 88, // margins
    TOP = 56,
    RIGHT = 40,
    BOTTOM = 72,
    TICKS = 8,
    TICK_LENGTH = 8,
    LETTERS = 18,
    SWATCH = 16
};

static const double RADIAN = 180.0 / 3.14159265358979323846; // degrees

static const gxColor freeColor = {255, 255, 255, 255}, contactColor = {196, 43, 43, 255},
                     openColor = {240, 186, 40, 255}, frameColor = {40, 44, 52, 255},
                     marginColor = {236, 238, 241, 255};

// A map of the first two joints; with three, one of several.
typedef struct Map {
    gxImage image;
    int left;          // of the box of joint values
    int width, height; // of it, pixels
    double share;      // of the third joint's range, at which the map is
} Map;

// --- (1)

static void fill(Map *map, int left, int top, int right, int bottom, gxColor color) {
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) {
            unsigned char *pixel = &map->image.pixels[4 * ((size_t)y * (size_t)map->image.width + (size_t)x)];
            pixel[0] = color.r;
            pixel[1] = color.g;
            pixel[2] = color.b;
            pixel[3] = 255;
        }
}

// Returns the pixels that a part of a joint's range touches, at least one.
static void getPixels(const cdSweepJoint *joint, double from, double to, int size, int *first, int *end) {
    double scale = size / (joint->to - joint->from);
    *first = (int)fmin(size - 1, fmax(0.0, floor((from - joint->from) * scale)));
    *end = (int)fmax(*first + 1, fmin(size, ceil((to - joint->from) * scale)));
}

// Returns the value of the third joint.
static double getSliceValue(const Map *map, const SweepRow *row) {
    const cdSweepJoint *third = &row->joints->joints[2];
    return map->share < 1.0 ? third->from + map->share * (third->to - third->from) : third->to;
}

static void drawBox(Map *map, const SweepRow *row, const cdSweepBox *box) {
    int left, right, low = 0, high = map->height;
    const cdSweepJoint *joints = row->joints->joints;
    if (row->joints->count > 2) {
        double value = getSliceValue(map, row);
        if (value < box->from[2] || value > box->to[2]) return;
    }
    getPixels(&joints[0], box->from[0], box->to[0], map->width, &left, &right);
    if (row->joints->count > 1) getPixels(&joints[1], box->from[1], box->to[1], map->height, &low, &high);
    fill(map, map->left + left, TOP + map->height - high, map->left + right, TOP + map->height - low,
         box->certain ? contactColor : openColor);
}

// --- (2)

static void drawFrame(Map *map, bool hasTwo) {
    int left = map->left - 1, top = TOP - 1, right = map->left + map->width, bottom = TOP + map->height;
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

static void write(Map *map, double x, double y, const char *text) {
    gxWriteText(&map->image, x, y, LETTERS, text, frameColor);
}

// The value at a share of a joint's range, such as "-90°".
static void describeValue(const SweepRow *row, int32_t joint, double share, char *text, size_t textSize) {
    const cdSweepJoint *range = &row->joints->joints[joint];
    bool turns = row->mechanism->links[range->link].joint == CD_LINK_HINGE;
    double value = range->from + share * (range->to - range->from), size = range->to - range->from;
    if (fabs(value) < 1e-9 * size) value = 0.0;
    snprintf(text, textSize, "%.4g%s", turns ? RADIAN * value : value, turns ? "\u00b0" : "");
}

static void writeValues(Map *map, const SweepRow *row) {
    char text[32];
    for (int i = 0; i <= TICKS; i += 2) {
        double share = (double)i / TICKS;
        describeValue(row, 0, share, text, sizeof text);
        write(map, map->left + share * map->width - 0.5 * gxMeasureText(LETTERS, text),
              TOP + map->height + TICK_LENGTH + 12.0, text);
        if (row->joints->count < 2 || map->left > LEFT) continue;
        describeValue(row, 1, share, text, sizeof text);
        write(map, map->left - TICK_LENGTH - 6.0 - gxMeasureText(LETTERS, text),
              TOP + (1.0 - share) * map->height, text);
    }
}

static void writeNames(Map *map, const SweepRow *row) {
    const cdSweepJoint *joints = row->joints->joints;
    char name[2 * SCENE_NAME_SIZE + 40], value[32];
    snprintf(name, sizeof name, "%s", row->mechanism->names[joints[0].link].joint);
    if (row->joints->count > 2) {
        size_t length = strlen(name);
        describeValue(row, 2, map->share, value, sizeof value);
        snprintf(name + length, sizeof name - length, " (%s %s)", row->mechanism->names[joints[2].link].joint,
                 value);
    }
    write(map, map->left + 0.5 * (map->width - gxMeasureText(LETTERS, name)), TOP + map->height + 54.0, name);
    if (row->joints->count > 1 && map->left == LEFT)
        write(map, 16.0, 24.0, row->mechanism->names[joints[1].link].joint);
}

static void drawKey(Map *map) {
    static const struct {
        const char *name;
        const gxColor *color;
    } entries[] = {{"free", &freeColor}, {"undecided", &openColor}, {"contact", &contactColor}};
    double right = map->left + map->width;
    for (int i = 0; i < 3; i++) {
        right -= gxMeasureText(LETTERS, entries[i].name);
        write(map, right, 24.0, entries[i].name);
        int left = (int)right - SWATCH - 8, top = 24 - SWATCH / 2;
        fill(map, left - 1, top - 1, left + SWATCH + 1, top + SWATCH + 1, frameColor);
        fill(map, left, top, left + SWATCH, top + SWATCH, *entries[i].color);
        right = left - 24.0;
    }
}

// --- (3)

static void drawMap(Map *map, const SweepRow *row) {
    fill(map, map->left, TOP, map->left + map->width, TOP + map->height, freeColor);
    for (int pass = 0; pass < 2; pass++)
        for (int32_t i = 0; i < row->sweep->boxCount; i++)
            if (row->boxes[i].certain == (pass == 1)) drawBox(map, row, &row->boxes[i]);
    drawFrame(map, row->joints->count > 1);
    writeValues(map, row);
    writeNames(map, row);
}

bool WriteSweepPicture(const SweepRow *row, const char *path, char *message, size_t messageSize) {
    int32_t count = row->joints->count;
    int slices = count > 2 ? SLICES : 1;
    Map map = {.left = LEFT, .width = MAP_WIDTH, .height = count > 1 ? MAP_HEIGHT : STRIP_HEIGHT};
    if (slices > 1) map.width = map.height = SLICE_SIZE;
    int pitch = map.width + RIGHT;
    map.image = gxCreateImage(LEFT + slices * pitch, map.height + TOP + BOTTOM);
    if (map.image.pixels == NULL) {
        snprintf(message, messageSize, "%s: out of memory", path);
        return false;
    }
    fill(&map, 0, 0, map.image.width, map.image.height, marginColor);
    for (int i = 0; i < slices; i++) {
        map.left = LEFT + i * pitch;
        map.share = slices > 1 ? (double)i / (slices - 1) : 0.0;
        drawMap(&map, row);
    }
    drawKey(&map);
    bool good = WritePictureFile(&map.image, path, message, messageSize);
    gxDestroyImage(&map.image);
    return good;
}
