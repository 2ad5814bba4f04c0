// The places taken by the labels of a picture, and the places of the last picture; see labels.h.
#ifndef APP_LABEL_STATE_H
#define APP_LABEL_STATE_H

#include <stdbool.h>
#include <stdint.h>

enum { LABEL_MAX = 64, LABEL_COLUMNS = 96, LABEL_ROWS = 54 };

// A rectangle of the picture, pixels from the top left.
typedef struct LabelBox {
    double left, top, right, bottom;
} LabelBox;

// Where a label stood in the last picture: its words up to the first comma, and its place among those that
// are tried.
typedef struct LabelHabit {
    uint32_t words;
    int place;
} LabelHabit;

// A line from a label's point to its words, pixels.
typedef struct LabelLeader {
    double x0, y0, x1, y1;
} LabelLeader;

// Belongs to the picture being drawn, unless a comment says otherwise.
typedef struct Labels {
    LabelBox taken[LABEL_MAX]; // taken[takenCount]: rectangles that labels leave legible
    int takenCount;
    LabelBox inner[LABEL_MAX]; // inner[innerCount]: the same within insets
    int innerCount;
    LabelLeader leaders[LABEL_MAX]; // leaders[leaderCount]
    int leaderCount;
    signed char places[LABEL_MAX]; // where each label stands, -1: nowhere; both eyes' the same
    int askedCount;
    LabelHabit habits[LABEL_MAX], newHabits[LABEL_MAX]; // of the last picture, of this one
    int habitCount, newHabitCount;
    bool repeats;                                     // the second eye's picture is being drawn
    unsigned char covered[LABEL_ROWS][LABEL_COLUMNS]; // cells of the picture in which there are objects
} Labels;

#endif
